"""The options that several commands share."""

from collections.abc import Callable, Iterator
from typing import Any

import click

from puzzlesat.common.errors import InputError, error_context, quoted
from puzzlesat.common.formats import SpooledPuzzles
from puzzlesat.common.puzzle_files import Form, form_options, read_puzzles
from puzzlesat.floodit.board.board import FREE, Board
from puzzlesat.floodit.board.referee import Coordinates
from puzzlesat.floodit.formats.formats import FORMATS
from puzzlesat.floodit.formats.game_id import ID_OR_LINK
from puzzlesat.floodit.formats.text import parse_start

board_form = form_options(FORMATS)

board_form_apart = form_options(FORMATS, "--board-format")
"""The same for commands whose ``--format`` is that of another file."""

CENTRE = "centre"

Start = Coordinates | str
"""A start: a field, the `CENTRE`, or a start that needs the fewest moves (`FREE`)."""


class StartType(click.ParamType):
    """A start on the command line; `free` states whether the value ``free`` is allowed."""

    name = "start"

    def __init__(self, *, free: bool) -> None:
        self.named_starts = (CENTRE, FREE) if free else (CENTRE,)

    def convert(self, value: Any, param: Any, ctx: Any) -> Start:
        """Return the start as row and column, or as ``centre`` or ``free``."""
        if not isinstance(value, str) or value in self.named_starts:
            return value  # converted before
        try:
            return parse_start(value)
        except InputError:
            hint = "; only solve and show look for the best start" if value == FREE else ""
            choice = f"expected ROW,COL, counted from 0, or {' or '.join(self.named_starts)}"
            return self.fail(f"{choice}, not {quoted(value)}{hint}", param, ctx)


def start_option(
    *, free: bool = False, source: str = "FILE"
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option for the start; `free` states whether ``free`` is allowed."""
    text = (
        "Field from which the flood starts: row and column, counted from 0, or centre (of two "
        "middle rows the lower one, of two middle columns the right one)"
    )
    if free:
        text += ", or free, for a start that needs the fewest moves"
    return click.option(
        "--start",
        type=StartType(free=free),
        metavar="ROW,COL|centre" + ("|free" if free else ""),
        help=f"{text}.  [default: the start in {source}, or 0,0]",
    )


def boards_in(
    file: str, form: Form, start: Start | None = None, *, accept_doubts: bool = False
) -> SpooledPuzzles[Board]:
    """Return the boards in a file, or of a game ID or a link to one; see `read_puzzles`.

    A start given by the option replaces the starts in the file.
    """
    is_puzzle = "://" in file or ID_OR_LINK.fullmatch(file) is not None
    boards = read_puzzles(file, FORMATS, form, allow_inline=is_puzzle, accept_doubts=accept_doubts)
    if start is None or start == FREE:
        return boards
    with error_context(file):
        return SpooledPuzzles(_starting(boards, start))


def _starting(boards: SpooledPuzzles[Board], start: Start) -> Iterator[Board]:
    for number, board in enumerate(boards):
        with error_context(f"board {number}"):
            yield board.with_start(board.centre if isinstance(start, str) else start)
