"""The command ``floodit``, its groups, and the options that several of its commands have."""

from collections.abc import Callable
from typing import Any

import click

from puzzlesat.common.command import Program

ENCODINGS = ("minimal", "extended", "reduced")
WRITTEN = (*ENCODINGS, "contracted")
READINGS = ("mended", "printed")
FORMATS = ("auto", "rows", "lines", "sized", "csv")
METHODS = ("auto", "thesis", "astar", "contracted", "pdr")


@click.group(
    "floodit",
    cls=Program,
    typed=("solve", "show", "encode", "decode", "check", "sample"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flood-It: flood a board from its top-left cell in as few moves as possible.

    Where a FILE is asked for, - is standard input.

    \b
    Boards are read in four formats, recognised or named with --format:
      rows   one row per line, a digit or letter per cell, blank lines between boards
      lines  one square board per line (recognised from 64 cells on)
      sized  rows cols k, then the colours 1..k, then the known minimum or 0
      csv    a sample, as floodit sample writes it
    """  # noqa: D301, click's sign for lines that stay as they are


@main.group()
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@main.group()
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


def format_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the format of a file of boards."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        default="auto",
        show_default=True,
        help="How the boards are written.",
    )(function)


def written_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the formula of a file: its moves, encoding and reading."""
    for option in (
        click.option(
            "--reading",
            type=click.Choice(READINGS),
            default="mended",
            show_default=True,
            help="With the thesis's slips mended, or as printed: state p+1, tautologies.",
        ),
        click.option(
            "--encoding",
            type=click.Choice(WRITTEN),
            default="minimal",
            show_default=True,
            help="The thesis's conditions 1-10, 1-12, those of 1-10 that are needed, or clusters.",
        ),
        click.option(
            "--moves", "p", required=True, type=click.IntRange(0, 10**9), help="Moves allowed."
        ),
    ):
        function = option(function)
    return function


n_option = click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")

k_option = click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")
