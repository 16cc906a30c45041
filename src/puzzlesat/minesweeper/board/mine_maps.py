r"""Whole boards as rows of text: ``*`` for a mine, and another symbol for any other field.

Above the rows, ``first: ROW, COLUMN`` gives the first click, and ``mines: N`` is checked. Numbers
on fields without a mine are checked as well. Empty lines separate boards.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from puzzlesat.common.cells import Block, split_cells, without_frame, without_gaps
from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks
from puzzlesat.common.limits import check_shape
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.rows import (
    MENTION,
    Rows,
    check_single_fields,
    parse_header,
    unlabelled,
)

FIRST_CLICK = re.compile(
    r"(?:first|start)(?:[ _](?:click|field|move))?\s*+[:=]?\s*+\(?\s*+(\d{1,7})"
    r"(?:\s*+,\s*+|\s++)(\d{1,7})\s*\)?",
    re.IGNORECASE,
)
"""The line with the first click."""

MINE_SYMBOLS = ("*", "💣", "💥", "@", "X", "x", "M", "B", "b", "9", "-1")
"""Symbols of a mine; a text contains only one of them."""

FREE = frozenset(".-_oO·⬜")
"""Symbols of a field without a mine, apart from numbers."""

NUMBERS = frozenset("012345678")

STATE_ADVICE = "a board shows all mines, as * (for a state of a game, use minesweeper deduce)"
"""The end of messages about a text that may be a state."""

MINE_MAP_ADVICE = "write - for a field without a mine"
"""The end of messages about blanks and rows of different lengths."""


def read_mine_maps(text: str, *, gaps: bool) -> tuple[list[Board], list[str]]:
    r"""Return the boards in a text, and remarks on how it was read.

    With `gaps`, empty lines may separate the rows of one board. Raise `InputError` if a line
    belongs to no board; the message names the line.

    >>> read_mine_maps("first: 1, 0\n1*\n11\n", gaps=True)
    ([Board.of(['-*', '--'], first=2)], [])
    """
    text = without_frame(text)
    _check_blank_lines(text)
    remarks: list[str] = []
    parts = _parts([*blocks(text, strip=False)])
    if gaps and all(heads == _Heads() for heads, _ in parts[1:]):
        joined, remark = without_gaps([lines for _, lines in parts])
        if remark:
            remarks.append(remark)
            parts = [(parts[0][0] if i == 0 else _Heads(), [*b]) for i, b in enumerate(joined)]
    headed_boards = [(heads, _cells(unlabelled(lines, remarks))) for heads, lines in parts]
    symbols = dict.fromkeys(s for _, board in headed_boards for _, row in board for s in row)
    for _, board in headed_boards:
        _check_rows(board)
    check_single_fields([board for _, board in headed_boards], "board")
    if not symbols:
        return [], []
    mine = _mine(list(symbols), headed_boards[0][1][0][0])
    if mine != "*":
        remarks.append(f"read {mine} as a mine")
    return [_board(heads, board, mine) for heads, board in headed_boards], remarks


class _Heads(NamedTuple):
    """The first click and the number of mines that lines above or below a board give."""

    first: tuple[int, int] | None = None
    mines: int | None = None


def _parts(line_blocks: Sequence[Block]) -> list[tuple[_Heads, Block]]:
    """Return the lines of each board, and what the lines above and below it say."""
    parts = []
    heads = _Heads()
    for block in line_blocks:
        lines: Block = []
        for number, line in block:
            if first := FIRST_CLICK.fullmatch(line.strip(" .;#")):
                heads = heads._replace(first=(int(first[1]), int(first[2])))
            elif MENTION.search(line):
                heads = heads._replace(mines=parse_header(number, line).mines)
            elif line.strip(" "):
                lines.append((number, line))
        if lines:
            parts.append((heads, lines))
            heads = _Heads()
    if heads != _Heads():
        raise InputError(f"line {line_blocks[-1][0][0]}: no board follows this line")
    return parts


def _check_blank_lines(text: str) -> None:
    """Refuse a line of blanks that is as long as one next to it, and so may be a row."""
    for number, pair in enumerate(pairwise(text.splitlines()), start=1):
        blank = [not line.strip() for line in pair]
        if len(set(map(len, pair))) == 1 and any(blank) and not all(blank):
            raise InputError(f"line {number + blank[1]}: blanks; {MINE_MAP_ADVICE}")


def _cells(lines: Block) -> Rows:
    """Return the rows of symbols, which may be separated; refuse blanks that may be fields."""
    words = [split_cells(line) or [] for _, line in lines]
    stripped_lines = [line.strip(" ") for _, line in lines]
    if any(all(mark in line for line in stripped_lines) for mark in ",;|\t"):
        return [(number, row) for (number, _), row in zip(lines, words, strict=True)]
    if any(" " in line for line in stripped_lines):
        gaps = {gap for line in stripped_lines for gap in re.findall(" +", line)}
        known_symbols = (FREE | NUMBERS).intersection("".join(stripped_lines))
        if len(gaps) > 1 or len(set(map(len, words))) > 1 or not known_symbols:
            raise InputError(f"line {lines[0][0]}: blanks may be fields; {MINE_MAP_ADVICE}")
        return [(number, row) for (number, _), row in zip(lines, words, strict=True)]
    with_blanks = any(line.startswith(" ") or line.endswith(" ") for _, line in lines)
    if with_blanks and (
        len(set(map(len, stripped_lines))) > 1 or (FREE | {"0"}).isdisjoint("".join(stripped_lines))
    ):
        raise InputError(f"line {lines[0][0]}: blanks may be fields; {MINE_MAP_ADVICE}")
    return [(number, row) for (number, _), row in zip(lines, stripped_lines, strict=True)]


def _check_rows(block: Rows) -> None:
    line, row = block[0]
    with error_context(f"line {line}"):
        check_shape(len(block), len(row))
    for number, other in block:
        if len(other) != len(row):
            raise InputError(
                f"line {number}: {counted(len(other), 'field')}, but the board's first row has "
                f"{len(row)}; {MINE_MAP_ADVICE}"
            )


def _mine(symbols: Sequence[str], line: int) -> str:
    """Return the symbol of a mine; refuse symbols of states, and unknown ones."""
    mines = [symbol for symbol in MINE_SYMBOLS if symbol in symbols]
    others = [s for s in symbols if s not in mines and s not in NUMBERS and s not in FREE]
    if others:
        raise InputError(f"line {line}: {quoted(others[0])} is not a field; {STATE_ADVICE}")
    if len(mines) == 1:
        return mines[0]
    if set(symbols) == {"0", "1"}:
        return "1"
    if mines:
        raise InputError(f"line {line}: {mines[0]} and {mines[1]} may be mines; write * for a mine")
    raise InputError(f"line {line}: there is no mine; {STATE_ADVICE}")


def _board(heads: _Heads, block: Rows, mine: str) -> Board:
    line, row = block[0]
    cols = len(row)
    symbols = [symbol for _, cells in block for symbol in cells]
    mined = frozenset(f for f, symbol in enumerate(symbols) if symbol == mine)
    with error_context(f"line {line}"):
        first = None
        if heads.first is not None:
            r, c = heads.first
            first = r * cols + c if r < len(block) and c < cols else len(symbols)
        board = Board(len(block), cols, mined, first)
        if heads.mines not in (None, len(mined)):
            raise InputError(
                f"the board has {counted(len(mined), 'mine')}, not {heads.mines}; {STATE_ADVICE}"
            )
    if mine != "1" and any(symbol in NUMBERS - {"0"} for symbol in symbols):
        for f, symbol in enumerate(symbols):
            shown = int(symbol) if symbol in NUMBERS else 0
            if f not in mined and board.number(f) != shown:
                place = f"line {block[f // cols][0]}, column {f % cols + 1}"
                raise InputError(
                    f"{place}: {quoted(symbol)} has {counted(board.number(f), 'mine')} around it; "
                    f"{STATE_ADVICE}"
                )
    return board
