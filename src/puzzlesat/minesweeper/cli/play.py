"""The command that runs a game in the terminal."""

import shutil
from secrets import randbelow

import click

from puzzlesat.minesweeper.board.sample import random_game
from puzzlesat.minesweeper.cli.options import size_options, solver_options
from puzzlesat.minesweeper.show import terminal
from puzzlesat.sat.solver import check_incremental


@click.command()
@size_options("beginner")
@click.option(
    "--seed", type=click.IntRange(0), help="Seed of the game.  [default: a new one each time]"
)
@click.option(
    "--game",
    "i",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Number of the game, counted from 0.",
)
@solver_options
def play(
    chosen: tuple[int, int, int],
    seed: int | None,
    i: int,
    solver: str,
    cardinality: str,
) -> None:
    """Play in the terminal, with hints.

    The first uncovered field is never a mine. The default size is beginner. The same size, seed and
    game number give the same game.
    """
    check_incremental(solver)
    if seed is None:
        seed = randbelow(10**6)
    game = random_game(seed, *chosen, i)
    click.echo(f"seed {seed}")
    terminal.play(game, solver, cardinality, shutil.get_terminal_size().columns)
