"""The command that rates the difficulty of puzzles, and measures their flows: a row for each."""

import click

from puzzlesat.common.command import output_option, progress, quiet_option, timeout_option
from puzzlesat.common.rows import write_rows
from puzzlesat.flowfree.formats.formats import read_all_named
from puzzlesat.flowfree.solve.rating import rating_row


@click.command()
@quiet_option
@output_option
@click.argument("files", nargs=-1, required=True)
@timeout_option("the search for two solutions of a puzzle")
def rate(files: tuple[str, ...], timeout: float | None, quiet: bool, output: str) -> None:
    """Rate the difficulty of the puzzles in FILES, and measure how often flows turn.

    docs/flowfree.md describes the inference rules.
    Easy: the rules decide all links. Medium: the rules leave links open, but one round of
    assumptions decides these; in a round, each open link is assumed to be used, then unused, and an
    assumption is refuted if the rules derive a contradiction. Hard: several rounds are needed.
    Extreme: assumptions about single links do not suffice.

    The difficulty is 0 for easy, 1 for medium, 2 for hard and 3 for extreme puzzles. For puzzles
    that are not easy, the share of cells (a bridge counts twice) that still have an open link after
    the steps of the level below is added.
    The difficulty is computed only for puzzles with exactly one solution in which no flow touches
    itself (the strict rule).
    """
    puzzles = progress(read_all_named(files), unit="puzzle", quiet=quiet)
    write_rows((rating_row("given", named, timeout) for named in puzzles), output)
