"""The command that runs a game in the terminal."""

import shutil
from secrets import randbelow

import click
from click.core import ParameterSource

from puzzlesat.common.command import number_option
from puzzlesat.common.errors import item_at
from puzzlesat.minesweeper.board.sample import random_game
from puzzlesat.minesweeper.cli.options import (
    boards_in,
    first_option,
    size_options,
    with_first,
)
from puzzlesat.minesweeper.show import terminal


@click.command()
@click.argument("file", required=False)
@number_option("board")
@first_option
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
def play(
    file: str | None,
    number: int,
    first: tuple[int, int] | None,
    size: tuple[int, int, int],
    seed: int | None,
    i: int,
) -> None:
    """Play in the terminal, with hints: a random game, or a board in FILE.

    In a random game, the first uncovered field is never a mine. The default size is beginner. The
    same size, seed and game number give the same game. FILE, in which a board shows all mines, may
    also be a game ID of Mines; its first click is made for you.
    """
    terminal_width = shutil.get_terminal_size().columns
    if file is not None:
        source_of = click.get_current_context().get_parameter_source
        for option in ("size", "rows", "cols", "mines", "seed", "i"):
            if source_of(option) not in (ParameterSource.DEFAULT, None):
                name = "game" if option == "i" else option
                raise click.UsageError(f"--{name} is for random games; leave it or FILE out")
        board = with_first(item_at(boards_in(file), number, file, "board"), first)
        terminal.play(board.game(), terminal_width)
        return
    if number or first is not None:
        raise click.UsageError("--board and --first are for a board in FILE")
    if seed is None:
        seed = randbelow(10**6)
    game = random_game(seed, *size, i)
    click.echo(f"seed {seed}")
    terminal.play(game, terminal_width)
