"""The steps of the studies of perfect play, and of how much logic boards need."""

import click

from puzzlesat.common.command import (
    output_option,
    progress,
    quiet_option,
    range_options,
    seed_option,
    timeout_option,
)
from puzzlesat.minesweeper.cli.options import memory_option, size_options
from puzzlesat.minesweeper.solve.optimum import MEMORY
from puzzlesat.minesweeper.studies.perfect.rows import logic_rows, optimum_rows
from puzzlesat.report.rows import write_rows


@click.command()
@click.option("--rows", required=True, type=click.IntRange(1, 30), help="Rows.")
@click.option("--cols", required=True, type=click.IntRange(1, 30), help="Columns.")
@timeout_option("one number of mines", default=60.0)
@memory_option("one number of mines", MEMORY)
@quiet_option
@output_option
def optima(rows: int, cols: int, timeout: float, memory: int, quiet: bool, output: str) -> None:
    """Find the chance to win under perfect play for all numbers of mines on a board."""
    found = optimum_rows(rows, cols, timeout, memory << 20)
    write_rows(progress(found, unit="row", quiet=quiet), output)


@click.command()
@size_options()
@seed_option
@range_options("board")
@quiet_option
@output_option
def needs(
    chosen: tuple[int, int, int],
    seed: int,
    first: int,
    count: int,
    quiet: bool,
    output: str,
) -> None:
    """Tell which method it takes to solve random boards, from an opening on."""
    numbers = progress(range(first, first + count), unit="board", quiet=quiet)
    write_rows(logic_rows(seed, *chosen, numbers), output)
