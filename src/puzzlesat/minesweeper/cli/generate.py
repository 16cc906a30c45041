"""The command that generates random states, and boards that can be solved without guessing."""

from collections.abc import Iterable, Iterator

import click

from puzzlesat.common.command import (
    output_option,
    progress,
    quiet_option,
    sample_options,
    status_line,
    timeout_option,
)
from puzzlesat.common.files import atomic_write
from puzzlesat.common.records import Row, is_csv, write_rows
from puzzlesat.minesweeper.board.sample import sample_row, sample_rows
from puzzlesat.minesweeper.cli.options import size_options
from puzzlesat.minesweeper.formats.samples import state_of
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.guessfree import board_generator, guess_free


@click.command()
@size_options
@click.option(
    "--no-guess",
    is_flag=True,
    help="Generate boards that a method solves without guessing, starting with an opening.",
)
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    help="Method that must solve the boards of --no-guess.  [default: backbone_total]",
)
@timeout_option("one board with --no-guess")
@sample_options("state")
@quiet_option
@output_option
def generate(
    size: tuple[int, int, int],
    no_guess: bool,
    method: str | None,
    timeout: float | None,
    seed: int,
    first: int,
    count: int,
    quiet: bool,
    output: str,
) -> None:
    """Generate random mid-game states, or boards that can be solved without guessing.

    State i depends only on the seed, the size, i and, with --no-guess, the method. An output file
    whose name ends in .csv (or .csv.gz and so on) is a sample, which includes the positions of the
    mines; any other output is text.

    With --no-guess, each state shows a board after an opening, and a sample also contains the field
    that was uncovered first. From this state, the method solves the board without guessing. The
    method "single" uses one number at a time, "pairs" up to two, and "total" also uses the total
    number of mines. The method "backbone" uses everything that follows from the numbers, and
    "backbone_total" also uses the total number of mines.

    \b
    minesweeper generate --size expert --no-guess --method single -o boards.csv
    """  # noqa: D301, click's marker for lines that are not rewrapped
    if not no_guess and (method, timeout) != (None, None):
        raise click.UsageError("--method and --timeout require --no-guess")
    numbers = progress(range(first, first + count), unit="state", quiet=quiet or count == 1)
    if no_guess:
        silent = quiet or count > 1
        sampled_rows = _guess_free_rows(
            seed, size, numbers, method or "backbone_total", timeout, silent
        )
    else:
        sampled_rows = sample_rows(seed, *size, numbers)
    if is_csv(output):
        write_rows(sampled_rows, output)
        return
    with atomic_write(output) as file:
        file.write("\n\n".join(str(state_of(row)) for row in sampled_rows) + "\n")


def _guess_free_rows(
    seed: int,
    size: tuple[int, int, int],
    numbers: Iterable[int],
    method: str,
    timeout: float | None,
    quiet: bool,
) -> Iterator[Row]:
    """Yield a row for each generated board: the opening from which a method solves it."""
    for i in numbers:
        with status_line(quiet=quiet) as report:
            random = board_generator(seed, *size, i, method)
            game, first = guess_free(*size, method, random, timeout, report)
        game.uncover(first)
        row, col = divmod(first, game.cols)
        yield sample_row(seed, i, game) | {"start_row": row, "start_col": col, "method": method}
