"""The formats of puzzles: `FORMATS`.

The readers of rows are imported at once, those of other formats with the first text that may be in
them, because their modules are slow to import.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from os import PathLike
from string import ascii_lowercase, ascii_uppercase
from types import ModuleType
from typing import TYPE_CHECKING, Any

from puzzlesat.common.errors import InputError
from puzzlesat.common.reading import AUTO, Format, Formats, Reading
from puzzlesat.flowfree.board.format_info import FORMAT_INFO
from puzzlesat.flowfree.board.grid import PLAIN
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle, check_plain
from puzzlesat.flowfree.board.rows import (
    ENDPOINTS_MESSAGE,
    is_sized,
    puzzle_of_lines,
    read_rows,
    read_sized,
)
from puzzlesat.flowfree.board.sketch import sketch

if TYPE_CHECKING:
    from puzzlesat.common.rows import Row

LETTERS = ascii_uppercase + ascii_lowercase
"""The symbols of the flows in a picture, in the order of their first endpoints."""

ENDPOINT_LISTS = r"(?:\d+\t\d+\n\d+\t\d+\n\n?){2,}"
"""Lists of two lists of two numbers, which are endpoints rather than puzzles."""

GENRES = ("numlin", "numberlink", "arukone")
"""The genres of links."""

NamedPuzzle = tuple[str, Puzzle]
"""A name and a puzzle. The name is the puzzle's number in the file. In a sample, it consists of the
puzzle's shape, number of flows and number.
"""


def read_puzzles(
    path: str | PathLike[str],
    format: str = AUTO,
    on_message: Callable[[str], None] = lambda _: None,
) -> list[NamedPuzzle]:
    """Return the named puzzles in a file, or in standard input if `path` is ``-``.

    Parameters and exceptions are those of `Formats.read`.
    """
    puzzles = FORMATS.read(path, format, on_message)
    return [(puzzle.name or str(number), puzzle) for number, puzzle in enumerate(puzzles)]


def read_named(path: str | PathLike[str]) -> list[NamedPuzzle]:
    """Return the puzzles in a file; puzzles that are not from a sample are named after the file."""
    from pathlib import Path

    puzzles = read_puzzles(path)
    stem = Path(path).stem
    return [
        (name if puzzle.origin else stem if len(puzzles) == 1 else f"{stem}_{name}", puzzle)
        for name, puzzle in puzzles
    ]


def read_all_named(paths: Sequence[str | PathLike[str]]) -> list[NamedPuzzle]:
    """Return the puzzles in several files; raise `InputError` if two have the same name."""
    puzzles = [named for path in paths for named in read_named(path)]
    [(name, times)] = Counter(name for name, _ in puzzles).most_common(1)
    if times > 1:
        raise InputError(f"two puzzles have the name {name}")
    return puzzles


def parse_puzzle(text: str, origin: str = "") -> Puzzle:
    """Return the puzzle in a text: its rows, or the lines of its sketch, joined by ``/``.

    `origin` describes the source of the puzzle. Raise `InputError` if the text is invalid.

    Examples
    --------
    >>> parse_puzzle("A../BAB").lines
    ['A..', 'BAB']
    """
    return puzzle_of_lines(list(enumerate(text.split("/"))), "row", origin)


def sample_row(seed: int, i: int, solutions: str, puzzle: Puzzle) -> "Row":
    """Return the row of puzzle `i` in a sample."""
    return {
        "seed": seed,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "k": puzzle.k,
        "i": i,
        "solutions": solutions,
        "puzzle": puzzle.text,
    }


def _links() -> ModuleType:
    from puzzlesat.flowfree.board import pzpr

    return pzpr


def _levels() -> ModuleType:
    from puzzlesat.flowfree.board import levels

    return levels


def _samples() -> ModuleType:
    from puzzlesat.flowfree.board import samples

    return samples


def is_link(word: str) -> bool:
    """Return whether a word is a link of puzz.link that describes a puzzle."""
    return any(genre in word for genre in GENRES) and bool(_links().LINK.fullmatch(word))


def _has_link(text: str) -> bool:
    return any(word in text for word in ("http", *GENRES)) and _links().has_link(text)


def _is_json(text: str) -> bool:
    if not any(bracket in text for bracket in "[{("):
        return False
    from puzzlesat.common.lists import lists_as_rows

    return lists_as_rows(text) is not None


def _json(text: str) -> Reading[Puzzle]:
    from puzzlesat.common.lists import lists_as_rows

    rows, remark = lists_as_rows(text) or (text, "")
    if re.fullmatch(ENDPOINT_LISTS, rows, re.ASCII):
        raise InputError(ENDPOINTS_MESSAGE)
    reading = read_rows(rows)
    return Reading(reading.puzzles, [*filter(None, [remark]), *reading.remarks])


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
    import json

    names = [None if f == FREE else puzzle.symbols[f] for f in puzzle.flow]
    starts = range(0, len(names), puzzle.cols)
    return json.dumps([names[first : first + puzzle.cols] for first in starts], ensure_ascii=False)


def _write_sized(puzzle: Puzzle) -> str:
    check_plain(puzzle, "the format sized is", "rows")
    return "\n".join([f"# {puzzle.size}", f"{puzzle.cols} {puzzle.rows}", *puzzle.lines])


def _read_picture(content: bytes, window: Any) -> tuple[Reading[Puzzle], list[str]]:
    from puzzlesat.common.picture import doubts_of, read_fields, remarks_on

    field_picture = read_fields(content, "flowfree", window)
    symbols = ["." if x < 0 else LETTERS[x] for x in field_picture.fields]
    rows = [
        "".join(symbols[r * field_picture.cols :][: field_picture.cols])
        for r in range(field_picture.rows)
    ]
    colour_list = ", ".join(
        f"{letter} #{bytes(colour).hex()}"
        for letter, colour in zip(LETTERS, field_picture.palette, strict=False)
    )
    puzzle = parse_puzzle("/".join(rows))
    return Reading(
        [puzzle], remarks_on(field_picture, rows, [f"colours {colour_list}"])
    ), doubts_of(field_picture)


FORMATS: Any = Formats(
    FORMAT_INFO.noun,
    [
        Format(
            FORMAT_INFO["link"],
            _has_link,
            lambda text: _links().read_links(text),
            lambda puzzle: _links().link_of(puzzle),
        ),
        Format(
            FORMAT_INFO["pzprv3"],
            lambda text: "pzprv3" in text and _links().is_file(text),
            lambda text: _links().read_file(text),
            lambda puzzle: _links().file_text_of(puzzle),
        ),
        Format(
            FORMAT_INFO["pack"],
            lambda text: ";" in text and _levels().is_pack(text),
            lambda text: _levels().read_pack(text),
        ),
        Format(
            FORMAT_INFO["objects"],
            lambda text: "{" in text and bool(_levels().objects(text)),
            lambda text: _levels().read_objects(text),
        ),
        Format(FORMAT_INFO["json"], _is_json, _json, _write_json),
        Format(
            FORMAT_INFO["csv"],
            lambda text: "," in text and _samples().is_sample(text),
            lambda text: _samples().read_sample(text),
        ),
        Format(FORMAT_INFO["sized"], is_sized, read_sized, _write_sized),
        Format(FORMAT_INFO["rows"], lambda _: True, read_rows, _write_rows),
    ],
    _read_picture,
)
"""The formats of puzzles, in the order in which they are tried."""
