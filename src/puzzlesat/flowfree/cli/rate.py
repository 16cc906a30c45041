"""The command that rates the difficulty of puzzles, and measures their flows: a row for each."""

import re

import click

from puzzlesat.common.command import output_option, progress, quiet_option, timeout_option
from puzzlesat.common.rows import write_rows
from puzzlesat.flowfree.board.formats import read_all_named
from puzzlesat.flowfree.solve.rating import rating_row

NAME_OF_A_SET = "letters, digits, blanks and . - _, the first a letter or digit"


def set_name(text: str) -> str:
    """Return the name of a set of puzzles; raise ValueError if it is invalid."""
    if not re.fullmatch(r"[^\W_][\w .-]*", text):
        raise ValueError(text)
    return text


def _set_option(_: click.Context, parameter: click.Parameter, name: str) -> str:
    try:
        return set_name(name)
    except ValueError:
        wanted = f"{name!r} is not the name of a set; expected {NAME_OF_A_SET}"
        raise click.BadParameter(wanted, param=parameter) from None


@click.command()
@quiet_option
@output_option
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--set",
    "name",
    default="given",
    show_default=True,
    callback=_set_option,
    help="Name of the set of puzzles, for the first column of the output.",
)
@timeout_option("the search for two solutions of a puzzle")
def rate(
    files: tuple[str, ...], name: str, timeout: float | None, quiet: bool, output: str
) -> None:
    """Rate the difficulty of the puzzles in FILES, and measure how often flows turn.

    docs/flowfree.md describes the inference rules, and docs/data.md the columns of the output.
    Easy: the rules decide all links. Medium: the rules leave links open, but one round of
    assumptions decides these; in a round, each open link is assumed to be used, then unused, and an
    assumption is refuted if the rules derive a contradiction. Hard: several rounds are needed.
    Extreme: assumptions about single links do not suffice.

    The difficulty is 0 for easy, 1 for medium, 2 for hard and 3 for extreme puzzles. For puzzles
    that are not easy, the share of cells that still have an open link after the steps of the level
    below is added.
    The difficulty is computed only for puzzles with exactly one solution in which no flow touches
    itself (the strict rule).
    """
    puzzles = progress(read_all_named(files), unit="puzzle", quiet=quiet)
    write_rows((rating_row(name, named, timeout) for named in puzzles), output)
