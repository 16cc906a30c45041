"""Reading boards, in the four formats that Flood-It boards come in.

``rows``
    One row per line, one character per cell, digits or letters; blank lines between boards.
``lines``
    One square board per line, one character per cell.
``sized``
    ``rows cols k``, then the colours 1..k row by row, then the known minimum or 0, as integers
    between white space. ``#`` starts a comment. May repeat.
``csv``
    A sample as ``floodit sample`` writes it, or anything with its columns.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from math import isqrt
from pathlib import Path

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import read_text
from puzzlesat.floodit.board.board import SYMBOLS, Board
from puzzlesat.report.rows import Read, Row, count, parse_rows

SAMPLE: dict[str, Read] = {"seed": count, "n": count, "k": count, "i": count, "board": str}
"""The columns of a sample: what a board depends on, and the board, rows joined by ``/``."""

LONG_LINE = 64
"""From this length on, a line of perfect-square length is taken for a whole board."""


def read_boards(path: str | Path, format: str = "auto") -> list[Board]:
    """Return the boards in a file, or in standard input for ``-``.

    Parameters
    ----------
    path : str or Path
    format : str
        A key of `FORMATS`, or ``auto`` to recognise it.

    Raises
    ------
    InputError
        If the text is not what the format wants; the message names file and line.
    OSError
        If the file cannot be read.
    """
    text = read_text(path)
    with error_context(path):
        boards = list(FORMATS[recognise(text) if format == "auto" else format](text))
    if not boards:
        raise InputError(f"{path}: no board in it")
    return boards


def recognise(text: str) -> str:
    r"""Return the name of the format that a text is in.

    Examples
    --------
    >>> recognise("012\n120\n"), recognise("2 2 2\n1 2\n2 1\n0\n"), recognise("01" * 32)
    ('rows', 'sized', 'lines')
    """
    blocks = list(_blocks(text))
    first = blocks[0][0][1] if blocks else ""
    if "," in first:
        return "csv"
    if first.startswith("#") or re.match(r"\d+\s+\d", first):
        return "sized"
    lengths = {len(line) for block in blocks for _, line in block}
    long_squares = all(x >= LONG_LINE and isqrt(x) ** 2 == x for x in lengths)
    square_blocks = all(len(block) == len(block[0][1]) for block in blocks)
    return "lines" if lengths and long_squares and not square_blocks else "rows"


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield the runs of lines that are not blank, each line with its number from 1."""
    lines = enumerate((line.strip() for line in text.splitlines()), start=1)
    for filled, block in groupby(lines, key=lambda numbered: bool(numbered[1])):
        if filled:
            yield list(block)


def _rows(text: str) -> Iterator[Board]:
    for block in _blocks(text):
        _, first = block[0]
        for number, line in block:
            if len(line) != len(first):
                raise InputError(
                    f"line {number}: {len(line)} cells, but the board's first row has {len(first)}"
                )
            _check_symbols(line, f"line {number}")
        yield _of_symbols([line for _, line in block])


def _lines(text: str) -> Iterator[Board]:
    for block in _blocks(text):
        for number, line in block:
            n = isqrt(len(line))
            if n * n != len(line):
                raise InputError(f"line {number}: {len(line)} cells are no square board")
            _check_symbols(line, f"line {number}")
            yield _of_symbols([line[first : first + n] for first in range(0, len(line), n)])


def _check_symbols(line: str, place: str) -> None:
    for column, symbol in enumerate(line, start=1):
        if symbol not in SYMBOLS:
            raise InputError(
                f"{place}, column {column}: {symbol!r} is no colour; a cell is a digit or a letter"
            )


def _of_symbols(rows: list[str]) -> Board:
    """Return the board of rows of symbols; its colours are the symbols that it shows."""
    symbols = tuple(sorted({symbol for row in rows for symbol in row}, key=SYMBOLS.index))
    colour = tuple(symbols.index(symbol) for row in rows for symbol in row)
    return Board(len(rows), len(rows[0]), len(symbols), colour, symbols)


def _sized(text: str) -> Iterator[Board]:
    tokens = [
        (number, token)
        for number, line in enumerate(text.splitlines(), start=1)
        for token in line.split("#")[0].split()
    ]
    position = 0

    def integer(meaning: str, lowest: int, highest: int | None = None) -> int:
        nonlocal position
        if position == len(tokens):
            raise InputError(f"the file ends where {meaning} should stand")
        number, token = tokens[position]
        position += 1
        value = int(token) if token.isdecimal() else -1
        if value < lowest or (highest is not None and value > highest):
            bounds = f"{lowest} or more" if highest is None else f"{lowest}..{highest}"
            raise InputError(f"line {number}: {token!r} stands where {meaning}, {bounds}, should")
        return value

    while position < len(tokens):
        rows = integer("the number of rows", 1)
        cols = integer("the number of columns", 1)
        k = integer("the number of colours", 1)
        colour = tuple(integer("a cell's colour", 1, k) - 1 for _ in range(rows * cols))
        known = integer("the known minimum (or 0)", 0)
        yield Board(rows, cols, k, colour, tuple(range(1, k + 1)), known)


def _csv(text: str) -> Iterator[Board]:
    for row in parse_rows(text, SAMPLE):
        named = (f"{key} {row[key]}" for key in ("seed", "n", "k", "i"))
        yield replace(board_of(row), origin=", ".join(named))


def board_of(row: Row) -> Board:
    """Return the board of a row of a sample.

    Raises
    ------
    InputError
        If its text is not a board of n×n fields and k colours; the message names the row.
    """
    try:
        board = parse_board(row["board"], row["k"])
        if (board.rows, board.cols) != (row["n"], row["n"]):
            raise InputError(f"the board has {board.rows}×{board.cols} fields")
    except InputError as error:
        name = f"board {row['i']} of n = {row['n']}, k = {row['k']}"
        raise InputError(f"{name}: {error}") from None
    return board


def parse_board(text: str, k: int) -> Board:
    """Return the board that a sample writes as ``01/20``.

    Raises
    ------
    InputError
        If it is none, or has more than k colours.

    Examples
    --------
    >>> parse_board("01/20", k=3).grid
    ((0, 1), (2, 0))
    """
    rows = text.split("/")
    if any(len(row) != len(rows[0]) for row in rows):
        raise InputError(f"the rows of the board {text} differ in length")
    for number, row in enumerate(rows, start=1):
        _check_symbols(row, f"row {number}")
    return Board.of([[SYMBOLS.index(symbol) for symbol in row] for row in rows], k)


FORMATS: dict[str, Callable[[str], Iterator[Board]]] = {
    "rows": _rows,
    "lines": _lines,
    "sized": _sized,
    "csv": _csv,
}
"""The readers by the names of their formats."""
