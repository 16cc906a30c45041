"""Samples: a board in each row of a CSV file, as ``floodit sample`` writes them."""

from collections.abc import Iterator
from dataclasses import replace

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import header_line
from puzzlesat.common.records import CellReader, Row, parse_rows, read_count, read_positive
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.formats.text import parse_board

SAMPLE: dict[str, CellReader] = {
    "seed": read_count,
    "n": read_positive,
    "k": read_positive,
    "board": read_count,
    "fields": str,
}
"""The columns of a sample: those that identify a board, and the board's rows joined by ``/``."""

BOARD_KEY = ("seed", "n", "k", "board")
"""The columns that identify a board of a sample."""


def read_sample(text: str) -> Iterator[Board]:
    """Yield the boards of a sample, with their origins."""

    def origin(row: Row) -> str:
        return ", ".join(f"{key} {row[key]}" for key in BOARD_KEY)

    header = header_line(text).split(",")
    columns = SAMPLE | ({"minimum": read_count} if "minimum" in header else {})
    for row in parse_rows(text, columns):
        yield replace(board_of(row), origin=origin(row), known_minimum=row.get("minimum", 0))


def board_of(row: Row) -> Board:
    """Return the board of a row of a sample.

    Raise `InputError`, with the name of the row, unless it contains an n×n board in k colours.
    """
    with error_context(f"board {row['board']} of n = {row['n']}, k = {row['k']}"):
        board = parse_board(row["fields"], row["k"])
        if (board.rows, board.cols) != (row["n"], row["n"]):
            raise InputError(f"the board has {board.rows}×{board.cols} fields")
    return board
