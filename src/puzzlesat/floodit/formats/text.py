"""Boards and starts in a line of text, as in CSV files, proofs and comments of formulas."""

import re
from collections.abc import Sequence
from itertools import chain

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import check_shape
from puzzlesat.floodit.board.board import (
    Board,
    check_colours,
    colours_of,
    default_symbols,
    symbols_in,
)
from puzzlesat.floodit.board.referee import Coordinates

MAX_DIGITS = 9
"""Maximum number of digits of a row or column."""


def parse_start(text: str) -> Coordinates:
    """Return the start in a text ``row,column``; raise `InputError` for any other text.

    >>> parse_start("9,12")
    (9, 12)
    """
    match = re.fullmatch(rf"([0-9]{{1,{MAX_DIGITS}}}),([0-9]{{1,{MAX_DIGITS}}})", text)
    if match is None:
        raise InputError(f"expected a start as row,column, counted from 0, not {quoted(text)}")
    return int(match[1]), int(match[2])


def parse_board(text: str, k: int | None = None, symbols: Sequence[str] | None = None) -> Board:
    """Return the board of a text in the form of `Board.text`, such as ``01/20``.

    Parameters
    ----------
    k : int, optional
        The number of colours. Without k and symbols, the board has only the colours that it shows.
    symbols : sequence of str, optional
        The symbol of each colour. If only k is given, the symbols are `default_symbols`.

    Raises
    ------
    InputError
        If the text is not a board, or has more than k colours.

    Examples
    --------
    >>> parse_board("01/20", k=3).grid
    ((0, 1), (2, 0))
    >>> parse_board("RGB/BGR").symbols
    ('B', 'G', 'R')
    >>> parse_board("10,2/2,1", k=3, symbols=["1", "2", "10"]).grid
    ((2, 1), (1, 0))
    """
    if k is None:
        if symbols is None:
            return Board.of([row.split(",") if "," in text else [*row] for row in text.split("/")])
        k = len(symbols)
    check_colours(k)
    if symbols is None:
        symbols = default_symbols(k)
    if len(symbols) != k:
        expected = counted(k, "symbol")
        raise InputError(f"expected {expected}, one for each colour, not {len(symbols)}")
    rows = [symbols_in(row, symbols) for row in text.split("/")]
    if any(len(row) != len(rows[0]) for row in rows):
        raise InputError(f"the rows of the board {quoted(text)} differ in length")
    check_shape(len(rows), len(rows[0]))
    colour = colours_of(chain.from_iterable(rows), symbols)
    return Board(len(rows), len(rows[0]), k, tuple(colour), tuple(symbols))
