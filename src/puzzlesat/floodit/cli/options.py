"""The options that several commands have."""

from collections.abc import Callable
from typing import Any

import click

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import FORMATS, read_boards

n_option = click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")

k_option = click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")


def format_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the format of a file of boards."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["auto", *FORMATS]),
        default="auto",
        show_default=True,
        help="How the boards are written.",
    )(function)


def boards_in(file: str, format_: str) -> list[Board]:
    """Return the boards in a file, and say on standard error if another format fits as well."""
    return read_boards(file, format_, tell=lambda remark: click.echo(remark, err=True))
