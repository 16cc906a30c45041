"""The command that draws random states."""

import click

from puzzlesat.common.command import (
    output_option,
    progress,
    quiet_option,
    range_options,
    seed_option,
)
from puzzlesat.common.files import atomic_write
from puzzlesat.minesweeper.board.formats import state_of
from puzzlesat.minesweeper.board.sample import sample_rows
from puzzlesat.minesweeper.cli.options import chosen_size, size_options
from puzzlesat.report.rows import is_csv, write_rows


@click.command()
@size_options
@seed_option
@range_options("state")
@quiet_option
@output_option
def generate(
    size: str | None,
    rows: int | None,
    cols: int | None,
    mines: int | None,
    seed: int,
    first: int,
    count: int,
    quiet: bool,
    output: str,
) -> None:
    """Draw random states in the middle of a game.

    State i of a size depends on the seed, the size and i alone. An output that ends in .csv,
    .csv.gz or .csv.xz is a sample, which also tells where the mines are; any other is text.
    """
    numbers = progress(range(first, first + count), unit="state", quiet=quiet or count == 1)
    found = sample_rows(seed, *chosen_size(size, rows, cols, mines), numbers)
    if is_csv(output):
        write_rows(found, output)
        return
    with atomic_write(output) as file:
        file.write("\n\n".join(str(state_of(row)) for row in found) + "\n")
