"""The command that draws random boards."""

import click

from puzzlesat.common.command import output_option, sample_options
from puzzlesat.common.records import write_rows
from puzzlesat.floodit.board.sample import random_board_rows


@click.command()
@click.option(
    "-n", required=True, type=click.IntRange(1, 1000), help="Number of rows and of columns."
)
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Number of colours.")
@sample_options("board", 100)
@output_option
def sample(n: int, k: int, seed: int, first: int, count: int, output: str) -> None:
    """Draw random boards; board i depends only on the seed, n, k and i."""
    write_rows(random_board_rows(seed, n, k, range(first, first + count)), output)
