"""The formats of puzzles: `FORMATS`."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

from puzzlesat.common.errors import InputError, error_context, item_at
from puzzlesat.common.files import blocks
from puzzlesat.common.formats import AUTO, Format, Formats, Reading
from puzzlesat.common.lists import lists_as_rows
from puzzlesat.common.picture import doubts_of, read_fields, remarks_on
from puzzlesat.common.rows import Columns, Row, count, is_header, parse_rows, positive
from puzzlesat.flowfree.board import levels, pzpr
from puzzlesat.flowfree.board.grid import PLAIN
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle, check_plain
from puzzlesat.flowfree.board.rows import (
    ENDPOINT_FORM,
    puzzle_of_lines,
    read_rows,
    read_sized,
    sized_remark,
)
from puzzlesat.flowfree.board.sketch import sketch

LETTERS = ascii_uppercase + ascii_lowercase
"""The symbols of the flows in a picture, in the order of their first endpoints."""

PAIRS = re.compile(r"(?:\d+\t\d+\n\d+\t\d+\n\n?){2,}", re.ASCII)
"""Lists of two lists of two numbers, which are endpoints rather than puzzles."""

SAMPLE: Columns = {
    **{"seed": count, "rows": positive, "cols": positive, "k": positive, "i": count},
    **{"solutions": str, "puzzle": str},
}
"""The columns of a sample."""

Named = tuple[str, Puzzle]
"""A name and a puzzle. The name is the puzzle's number in the file. In a sample, it consists of the
puzzle's shape, number of flows and number.
"""


def read_puzzles(
    path: str | Path, on_message: Callable[[str], None] = lambda _: None, format: str = AUTO
) -> list[Named]:
    """Return the named puzzles in a file, or in standard input if `path` is ``-``.

    `on_message` is called with remarks on how the file was read. `format` is the name of one of
    `FORMATS`; by default, the format is recognised.

    Raises
    ------
    InputError
        If the file is invalid; the message names the file and, if possible, the line.
    OSError
        If the file cannot be read.
    """
    puzzles = FORMATS.read(path, format, on_message)
    return [(puzzle.name or str(number), puzzle) for number, puzzle in enumerate(puzzles)]


def read_named(path: str | Path) -> list[Named]:
    """Return the puzzles in a file; puzzles that are not from a sample are named after the file."""
    puzzles = read_puzzles(path)
    stem = Path(path).stem
    return [
        (name if puzzle.origin else stem if len(puzzles) == 1 else f"{stem}_{name}", puzzle)
        for name, puzzle in puzzles
    ]


def read_all_named(paths: Sequence[str | Path]) -> list[Named]:
    """Return the puzzles in several files; raise `InputError` if two have the same name."""
    puzzles = [named for path in paths for named in read_named(path)]
    [(name, times)] = Counter(name for name, _ in puzzles).most_common(1)
    if times > 1:
        raise InputError(f"two puzzles have the name {name}")
    return puzzles


def puzzle_of(
    path: str | Path, number: int, on_message: Callable[[str], None] = lambda _: None
) -> Puzzle:
    """Return puzzle `number`, counted from 0, of a file; raise `InputError` if there is none."""
    return item_at(read_puzzles(path, on_message), number, path, "puzzle")[1]


def parse_puzzle(text: str, origin: str = "") -> Puzzle:
    """Return the puzzle in a text: its rows, or the lines of its sketch, joined by ``/``.

    `origin` describes the source of the puzzle. Raise `InputError` if the text is invalid.

    Examples
    --------
    >>> parse_puzzle("A../BAB").lines
    ['A..', 'BAB']
    """
    return puzzle_of_lines(list(enumerate(text.split("/"))), "row", origin)


def sample_row(seed: int, i: int, solutions: str, puzzle: Puzzle) -> Row:
    """Return the row of puzzle `i` in a sample."""
    return {
        **{"seed": seed, "rows": puzzle.rows, "cols": puzzle.cols, "k": puzzle.k, "i": i},
        **{"solutions": solutions, "puzzle": puzzle.text},
    }


def _is_csv(text: str) -> str | None:
    first = next((block[0][1] for block in blocks(text)), "")
    return "" if is_header(first, SAMPLE) else None


def _csv(text: str) -> Reading[Puzzle]:
    return Reading(_of_sample(text))


def _of_sample(text: str) -> Iterator[Puzzle]:
    for number, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {number}"):
            puzzle = parse_puzzle(
                row["puzzle"],
                f"seed {row['seed']}, number {row['i']}, solutions: {row['solutions']}",
            )
        stated, given = (tuple(row[key] for key in ("rows", "cols", "k")), "{}×{}, k = {}")
        found = (puzzle.rows, puzzle.cols, puzzle.k)
        if found != stated:
            raise InputError(
                f"line {number}: the puzzle is {given.format(*found)}, "
                f"but the row states {given.format(*stated)}"
            )
        yield replace(puzzle, name="r{rows}_c{cols}_k{k}_{i}".format(**row))


def _is_json(text: str) -> str | None:
    return None if lists_as_rows(text) is None else ""


def _json(text: str) -> Reading[Puzzle]:
    rows, remark = lists_as_rows(text) or (text, "")
    if PAIRS.fullmatch(rows):
        raise InputError(ENDPOINT_FORM)
    found = read_rows(rows)
    return Reading(found.puzzles, [*filter(None, [remark]), *found.remarks])


def _write_rows(puzzle: Puzzle) -> str:
    """Return the lines of a puzzle, as a sketch if rows would be read differently."""
    for lines in (puzzle.lines, sketch(puzzle.lines, PLAIN) if puzzle.marks == PLAIN else []):
        text = "\n".join(lines)
        if _is_read_as(puzzle, text):
            return text
    raise InputError(
        f"the rows would be read differently, because of a symbol such as {puzzle.symbols[0]}; "
        "write letters for endpoints"
    )


def _is_read_as(puzzle: Puzzle, text: str) -> bool:
    with suppress(InputError):
        puzzles, remarks = FORMATS.parse(text)
        return not remarks and [x.lines for x in puzzles] == [puzzle.lines]
    return False


def _write_json(puzzle: Puzzle) -> str:
    check_plain(puzzle, "the format json is", "rows")
    names = [None if f == FREE else puzzle.symbols[f] for f in puzzle.flow]
    starts = range(0, len(names), puzzle.cols)
    return json.dumps([names[first : first + puzzle.cols] for first in starts], ensure_ascii=False)


def _write_sized(puzzle: Puzzle) -> str:
    check_plain(puzzle, "the format sized is", "rows")
    return "\n".join([f"# {puzzle.measures}", f"{puzzle.cols} {puzzle.rows}", *puzzle.lines])


def _read_picture(content: bytes) -> tuple[Reading[Puzzle], list[str]]:
    found = read_fields(content, "flowfree")
    fields = ["." if x < 0 else LETTERS[x] for x in found.fields]
    rows = ["".join(fields[r * found.cols :][: found.cols]) for r in range(found.rows)]
    named = ", ".join(
        f"{letter} #{bytes(colour).hex()}"
        for letter, colour in zip(LETTERS, found.palette, strict=False)
    )
    puzzle = parse_puzzle("/".join(rows))
    return Reading([puzzle], remarks_on(found, rows, [f"colours {named}"])), doubts_of(found)


FORMATS = Formats(
    "puzzle",
    [
        Format(
            "link",
            "links of puzz.link, one per line, of the genres numlin and arukone",
            f"{pzpr.EXAMPLE}\n",
            "puzz.link and other sites with pzprjs",
            pzpr.is_link,
            pzpr.read_links,
            pzpr.write_link,
        ),
        Format(
            "pzprv3",
            "a file of pzprv3, of the genres numlin and arukone",
            "pzprv3\nnumlin\n2\n3\n1 . 1 \n2 . 2 \n0 0 \n0 0 \n0 0 0 \n",
            "puzz.link, *Save file as …*",
            pzpr.is_file,
            pzpr.read_file,
            pzpr.write_file,
        ),
        Format(
            "pack",
            "levels, one per line: W,0,N,K and the cells of each path, numbered row by row. W may "
            "be W:H; after K, bridges, missing cells and walls may follow",
            "3,0,1,2;0,3,6;1,2,5,4,7,8\n",
            "the level packs of the game",
            levels.is_pack,
            levels.read_pack,
        ),
        Format(
            "objects",
            "JSON objects with a size and pairs of endpoints, or with a grid of cells that are "
            "objects",
            '{"rows": 2, "cols": 3, "endpoints": [{"start": {"row": 0, "col": 0}, "end": '
            '{"row": 1, "col": 2}}, {"start": {"row": 0, "col": 2}, "end": {"row": 1, "col": 1}}]'
            "}\n",
            "other programs",
            levels.is_objects,
            levels.read_objects,
        ),
        Format(
            "json",
            "a list of rows in JSON, or as printed by Python, NumPy and other languages; a row is "
            "a list of cells or a string",
            '[["A", null, "B"], ["A", null, "B"]]\n',
            "other programs",
            _is_json,
            _json,
            _write_json,
        ),
        Format(
            "csv",
            "a sample, as written by flowfree generate -o FILE.csv",
            "seed,rows,cols,k,i,solutions,puzzle\n7,3,2,2,0,one,AB/../AB\n",
            "flowfree generate, or any program that writes these columns",
            _is_csv,
            _csv,
        ),
        Format(
            "sized",
            "rows below a line with the numbers of columns and rows; lines that begin with # are "
            "comments, and 0 0 ends the file",
            "# two rows of three cells\n3 2\nA.B\nA.B\n",
            "the solver numberlink, and contests",
            sized_remark,
            read_sized,
            _write_sized,
        ),
        Format(
            "rows",
            "one row per line. A dot or a blank is a free cell, # a missing cell, and any other "
            "character an endpoint, which occurs twice; or numbers, letters or names of colours "
            "such as red, separated by blanks, commas or tabs. In a puzzle without dots and "
            "blanks, each of 0, _ and - is a free cell unless it occurs twice. Empty lines "
            "separate puzzles. A board with bridges, warps or walls is drawn as a sketch",
            "A.B\n..C\nABC\n",
            "people, the post of M. Zucker, and flowfree generate",
            lambda _: "",
            read_rows,
            _write_rows,
        ),
    ],
    _read_picture,
)
"""The formats of puzzles, in the order in which they are tried."""
