"""The options that several commands share."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from puzzlesat.common.errors import InputError, item_at, quoted
from puzzlesat.common.formats import SpooledPuzzles
from puzzlesat.common.puzzle_files import Form, form_options, read_puzzles
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.sample import SIZES, check_size
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import CARDINALITIES
from puzzlesat.minesweeper.formats.formats import BOARDS, FORMATS
from puzzlesat.minesweeper.formats.game_id import ID


def size_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a size; the command receives the size as `size`."""
    options = (
        click.option("--mines", type=click.IntRange(0), help="Number of mines."),
        click.option("--cols", type=click.IntRange(1, 1000), help="Number of columns."),
        click.option("--rows", type=click.IntRange(1, 1000), help="Number of rows."),
        click.option(
            "--size",
            type=click.Choice(list(SIZES)),
            help="Classic size: "
            + ", ".join(f"{r}×{c} with {m} mines" for r, c, m in SIZES.values())
            + ".",
        ),
    )

    @wraps(function)
    def sized(
        size: str | None, rows: int | None, cols: int | None, mines: int | None, **others: Any
    ) -> Any:
        return function(size=_chosen_size(size, rows, cols, mines), **others)

    for option in options:
        sized = option(sized)
    return sized


def _chosen_size(
    size: str | None, rows: int | None, cols: int | None, mines: int | None
) -> tuple[int, int, int]:
    """Return the rows, columns and mines that the options determine."""
    if size is not None:
        if (rows, cols, mines) != (None, None, None):
            raise InputError("give --size alone, or --rows, --cols and --mines, but not both")
        return SIZES[size]
    if rows is None or cols is None or mines is None:
        raise InputError("no size given; add --size, or --rows, --cols and --mines")
    check_size(rows, cols, mines)
    return rows, cols, mines


cardinality_option = click.option(
    "--cardinality",
    type=click.Choice(CARDINALITIES),
    default="kmtotalizer",
    show_default=True,
    help="Encoding of the total number of mines, by its PySAT name.",
)
"""The option for the encoding of the number of mines."""


state_form = form_options(FORMATS)


def states_in(file: str, form: Form, *, accept_doubts: bool = False) -> SpooledPuzzles[State]:
    """Return the states in a file; see `read_puzzles`. A game ID is refused with a reason."""
    is_puzzle = ID.fullmatch(file) is not None
    return read_puzzles(file, FORMATS, form, allow_inline=is_puzzle, accept_doubts=accept_doubts)


def boards_in(file: str) -> SpooledPuzzles[Board]:
    """Return the boards in a file, or the board of a game ID; see `read_puzzles`."""
    return read_puzzles(file, BOARDS, allow_inline=ID.fullmatch(file) is not None)


class Place(click.ParamType):
    """A field, as ROW,COLUMN; both are counted from 0."""

    name = "ROW,COLUMN"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        """Return the row and the column."""
        if isinstance(value, tuple):  # converted before
            return value
        match = re.fullmatch(r"\s*(\d{1,7})\s*,\s*(\d{1,7})\s*", value, re.ASCII)
        if match is None:
            self.fail(f"{quoted(value)} is not a field; write ROW,COLUMN, such as 0,4", param, ctx)
        return int(match[1]), int(match[2])


first_option = click.option(
    "--first",
    type=Place(),
    metavar="ROW,COLUMN",
    help="First click, counted from 0, in place of the one that the file gives.",
)


def with_first(board: Board, first: tuple[int, int] | None) -> Board:
    """Return a board with the first click of the option `first_option`, if it is given."""
    if first is None:
        return board
    row, col = first
    if row >= board.rows or col >= board.cols:
        raise InputError(f"--first {row},{col} is outside the {board.rows}×{board.cols} fields")
    return replace(board, first=row * board.cols + col)


def state_in(file: str, number: int, form: Form) -> State:
    """Return state `number` of a file, counted from 0."""
    return item_at(states_in(file, form), number, file, "state")
