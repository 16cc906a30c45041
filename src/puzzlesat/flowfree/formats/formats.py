"""The formats of puzzles: `FORMATS`."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike

from puzzlesat.common.errors import InputError
from puzzlesat.common.formats import AUTO, Format, Formats, Picture, Window, line_reader
from puzzlesat.common.grids import first_line, is_list
from puzzlesat.common.records import is_table
from puzzlesat.flowfree.board.puzzle import LETTERS, Puzzle, check_plain
from puzzlesat.flowfree.formats.info import FORMAT_INFO
from puzzlesat.flowfree.formats.objects import read_objects
from puzzlesat.flowfree.formats.packs import PACK, parse_level
from puzzlesat.flowfree.formats.pzpr import (
    FILE_START,
    LINK,
    link_of,
    parse_link,
    read_file,
)
from puzzlesat.flowfree.formats.samples import SAMPLE, read_sample
from puzzlesat.flowfree.formats.text import (
    may_be_sized,
    read_puzzle_lists,
    read_rows,
    read_sized,
)

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


def parse(text: str) -> Puzzle:
    """Return the only puzzle in a text in any of the formats; see docs/formats.md.

    Raise `InputError` if the text is not one puzzle.

    >>> parse("numlin/3/2/1g21g2")
    Puzzle.of(['1.2', '1.2'], rule='numberlink')
    """
    return FORMATS.parse_single(text)


def read(path: str | PathLike[str]) -> Puzzle:
    """Return the only puzzle in a file; see `parse`."""
    return FORMATS.read_single(path)


def _may_be_link(text: str) -> bool:
    line = first_line(text)
    return LINK.fullmatch(line) is not None or line.startswith(("http://", "https://"))


def _write_rows(puzzle: Puzzle) -> str:
    """Return the lines of a puzzle; raise `InputError` if they would not be read."""
    text = "\n".join(puzzle.lines)
    try:
        [found] = read_rows(text, single=True)
    except InputError as error:
        raise InputError(f"rows would not be read: {error}") from None
    if found.lines != puzzle.lines:
        raise InputError("rows would be read differently; write another format, such as object")
    return text


def _write_object(puzzle: Puzzle) -> str:
    check_plain(puzzle, "the format object is", "rows")
    endpoints = [[divmod(cell, puzzle.cols) for cell in pair] for pair in puzzle.endpoints]
    return json.dumps({"rows": puzzle.rows, "cols": puzzle.cols, "endpoints": endpoints})


def _write_sized(puzzle: Puzzle) -> str:
    check_plain(puzzle, "the format sized is", "rows")
    text = "\n".join([f"{puzzle.cols} {puzzle.rows}", *puzzle.lines])
    if [found.lines for found in read_sized(text)] != [puzzle.lines]:
        raise InputError("the rows would be read differently; write another format, such as object")
    return text


def _read_picture(content: bytes, window: Window) -> Picture[Puzzle]:
    from puzzlesat.common.picture import read_fields, remarks_on

    read = read_fields(content, "flowfree", window)
    rows = ["".join("." if x < 0 else LETTERS[x] for x in row) for row in read.fields]
    colour_of = dict(zip(LETTERS, read.palette, strict=False))
    colour_list = ", ".join(map(" ".join, colour_of.items()))
    puzzle = Puzzle.of(rows)
    puzzle = replace(puzzle, palette=tuple(colour_of[symbol] for symbol in puzzle.symbols))
    return Picture(puzzle, remarks_on(read, rows, [f"colours {colour_list}"]), read.doubts)


FORMATS: Formats[Puzzle] = Formats(
    FORMAT_INFO.noun,
    [
        Format(FORMAT_INFO["link"], _may_be_link, line_reader(parse_link), link_of),
        Format(
            FORMAT_INFO["pzprv3"],
            lambda text: FILE_START.match(text.strip()) is not None,
            read_file,
        ),
        Format(
            FORMAT_INFO["pack"],
            lambda text: PACK.fullmatch(first_line(text)) is not None,
            line_reader(parse_level),
        ),
        Format(
            FORMAT_INFO["object"],
            lambda text: text.lstrip()[:1] == "{",
            read_objects,
            _write_object,
        ),
        Format(FORMAT_INFO["list"], lambda text: text.lstrip()[:1] == "[", read_puzzle_lists),
        Format(FORMAT_INFO["csv"], lambda text: is_table(text, SAMPLE), read_sample),
        Format(FORMAT_INFO["sized"], may_be_sized, read_sized, _write_sized),
        Format(
            FORMAT_INFO["rows"],
            lambda text: not is_list(text),
            read_rows,
            _write_rows,
            partial(read_rows, single=True),
        ),
    ],
    _read_picture,
)
"""The formats of puzzles."""
