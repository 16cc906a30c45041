"""The options that several commands share."""

from collections.abc import Callable, Iterator
from typing import Any

import click

from puzzlesat.common.errors import InputError, error_context, quoted
from puzzlesat.common.formats import SpooledPuzzles
from puzzlesat.common.puzzle_files import Form, form_options, read_puzzles
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import Coordinates
from puzzlesat.floodit.formats.formats import FORMATS
from puzzlesat.floodit.formats.game_id import ID_OR_LINK
from puzzlesat.floodit.formats.text import parse_start

board_form = form_options(FORMATS)

board_form_apart = form_options(FORMATS, "--board-format")
"""The same for commands whose ``--format`` is that of another file."""

CENTRE = "centre"

Start = Coordinates | str
"""A start: a field, or the `CENTRE`."""


class StartType(click.ParamType):
    """A start on the command line."""

    name = "start"

    def convert(self, value: Any, param: Any, ctx: Any) -> Start:
        """Return the start as row and column, or as ``centre``."""
        if not isinstance(value, str) or value == CENTRE:
            return value  # converted before
        try:
            return parse_start(value)
        except InputError:
            choice = f"expected ROW,COL, counted from 0, or {CENTRE}"
            return self.fail(f"{choice}, not {quoted(value)}", param, ctx)


def start_option(source: str = "FILE") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option for the start."""
    return click.option(
        "--start",
        type=StartType(),
        metavar="ROW,COL|centre",
        help="Field from which the flood starts: row and column, counted from 0, or centre (of two "
        "middle rows the lower one, of two middle columns the right one).  "
        f"[default: the start in {source}, or 0,0]",
    )


def boards_in(
    file: str, form: Form, start: Start | None = None, *, accept_doubts: bool = False
) -> SpooledPuzzles[Board]:
    """Return the boards in a file, or of a game ID or a link to one; see `read_puzzles`.

    A start given by the option replaces the starts in the file.
    """
    is_puzzle = "://" in file or ID_OR_LINK.fullmatch(file) is not None
    boards = read_puzzles(file, FORMATS, form, allow_inline=is_puzzle, accept_doubts=accept_doubts)
    if start is None:
        return boards
    with error_context(file):
        return SpooledPuzzles(_starting(boards, start))


def _starting(boards: SpooledPuzzles[Board], start: Start) -> Iterator[Board]:
    for number, board in enumerate(boards):
        with error_context(f"board {number}"):
            yield board.with_start(board.centre if isinstance(start, str) else start)
