r"""Whole boards as rows of text: ``*`` for a mine, and another symbol for any other field.

Above the rows, ``first: ROW, COLUMN`` gives the first click, and ``mines: N`` is checked. Numbers
on fields without a mine are checked as well. Empty lines separate boards.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from puzzlesat.common.cells import split_cells
from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks
from puzzlesat.common.limits import check_shape
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.rows import FENCE, INVISIBLE, MENTION, parse_header

FIRST = re.compile(
    r"(?:first|start)[\w ]*\s*[:=]?\s*\(?\s*(\d{1,7})\s*[,\s]\s*(\d{1,7})\s*\)?", re.IGNORECASE
)
"""The line with the first click."""

MINES = ("*", "💣", "💥", "@", "X", "x", "M", "B", "b", "9", "-1")
"""Symbols of a mine; a text contains only one of them."""

FREE = frozenset(".-_oO·⬜")
"""Symbols of a field without a mine, apart from numbers."""

NUMBERS = frozenset("012345678")

STATE = "a board shows all mines, as * (for a state of a game, use minesweeper deduce)"
"""The end of messages about a text that may be a state."""

Line = tuple[int, str]

Row = tuple[int, Sequence[str]]
"""The number of a line, and the symbols of its fields."""


def read_pictures(text: str) -> tuple[list[Board], list[str]]:
    r"""Return the boards in a text, and remarks on how it was read.

    Raise `InputError` if a line belongs to no board; the message names the line.

    >>> read_pictures("first: 1, 0\n1*\n11\n")
    ([Board.of(['-*', '--'], first=2)], [])
    """
    text = FENCE.sub("", text.translate(dict.fromkeys(INVISIBLE)))
    _check_blank_lines(text)
    found: list[tuple[re.Match[str] | None, int | None, list[Row]]] = []
    above: list[Line] = []
    for block in blocks(text):
        if all(_is_header(line) for _, line in block):  # an empty line may follow headers
            above += block
            continue
        found.append(_parts(above + block))
        above = []
    if above:
        raise InputError(f"line {above[0][0]}: no board follows this line")
    rows = [row for _, _, board in found for _, row in board]
    symbols = dict.fromkeys(symbol for row in rows for symbol in row)
    for _, _, board in found:
        _check_rows(board)
    if not symbols:
        return [], []
    mine = _mine(list(symbols), found[0][2][0][0])
    remarks = [] if mine == "*" else [f"read {mine} as a mine"]
    return [_board(first, mines, board, mine) for first, mines, board in found], remarks


def _parts(block: list[Line]) -> tuple[re.Match[str] | None, int | None, list[Row]]:
    """Return the line with the first click, the number of mines, and the rows of a board."""
    first = mines = None
    lines: list[Line] = []
    for number, line in block:
        if found := FIRST.fullmatch(line.strip(" .;#")):
            first = found
        elif MENTION.search(line):
            mines = parse_header(number, line).mines
        else:
            lines.append((number, line))
    return first, mines, _cells(lines)


def _is_header(line: str) -> bool:
    return bool(FIRST.fullmatch(line.strip(" .;#")) or MENTION.search(line))


def _check_blank_lines(text: str) -> None:
    """Refuse a line of blanks that is as long as that above it, and so may be a row."""
    lines = text.splitlines()
    for number, (above, line) in enumerate(pairwise(lines), start=2):
        if line and not line.strip() and above.strip() and len(line) == len(above):
            raise InputError(f"line {number}: blanks; write - for a field without a mine")


def _cells(lines: list[Line]) -> list[Row]:
    """Return the rows of symbols, which may be separated."""
    words = [split_cells(line) for _, line in lines]
    if all(words) and len({len(row or ()) for row in words}) == 1:
        return [(number, row or ()) for (number, _), row in zip(lines, words, strict=True)]
    return list(lines)


def _check_rows(block: list[Row]) -> None:
    line, row = block[0]
    with error_context(f"line {line}"):
        check_shape(len(block), len(row))
    for number, other in block:
        if len(other) != len(row):
            raise InputError(
                f"line {number}: {counted(len(other), 'field')}, but the board's first row has "
                f"{len(row)}; write - for a field without a mine"
            )


def _mine(symbols: Sequence[str], line: int) -> str:
    """Return the symbol of a mine; refuse symbols of states, and unknown ones."""
    mines = [symbol for symbol in MINES if symbol in symbols]
    others = [s for s in symbols if s not in mines and s not in NUMBERS and s not in FREE]
    if others:
        raise InputError(f"line {line}: {quoted(others[0])} is not a field; {STATE}")
    if len(mines) == 1:
        return mines[0]
    if set(symbols) == {"0", "1"}:
        return "1"
    if mines:
        raise InputError(f"line {line}: {mines[0]} and {mines[1]} may be mines; write * for a mine")
    raise InputError(f"line {line}: there is no mine; {STATE}")


def _board(first: re.Match[str] | None, mines: int | None, block: list[Row], mine: str) -> Board:
    line, row = block[0]
    cols = len(row)
    symbols = [symbol for _, cells in block for symbol in cells]
    mined = frozenset(f for f, symbol in enumerate(symbols) if symbol == mine)
    with error_context(f"line {line}"):
        start = None
        if first is not None:
            r, c = int(first[1]), int(first[2])
            start = r * cols + c if r < len(block) and c < cols else len(symbols)
        board = Board(len(block), cols, mined, start)
        if mines is not None and mines != len(mined):
            raise InputError(f"the board has {counted(len(mined), 'mine')}, not {mines}; {STATE}")
    if mine != "1" and any(symbol in NUMBERS - {"0"} for symbol in symbols):
        for f, symbol in enumerate(symbols):
            shown = int(symbol) if symbol in NUMBERS else 0
            if f not in mined and board.number(f) != shown:
                place = f"line {block[f // cols][0]}, column {f % cols + 1}"
                raise InputError(
                    f"{place}: {quoted(symbol)} has {counted(board.number(f), 'mine')} around it; "
                    f"{STATE}"
                )
    return board
