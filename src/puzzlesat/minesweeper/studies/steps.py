"""Compare methods, play games, search for perfect play, and judge the thesis's claims."""

from itertools import chain

import click

from puzzlesat.common.command import (
    number_option,
    output_option,
    progress,
    quiet_option,
    range_options,
    repeats_option,
    seed_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.files import atomic_write
from puzzlesat.minesweeper.board.formats import read_positions
from puzzlesat.minesweeper.board.sample import check_room
from puzzlesat.minesweeper.cli.options import (
    memory_option,
    size_options,
    solver_options,
    start_option,
    state_in,
)
from puzzlesat.minesweeper.encode.definitions import constraint_network, listing
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.games import STRATEGIES
from puzzlesat.minesweeper.solve.optimum import MEMORY
from puzzlesat.minesweeper.solve.player import GUESSES
from puzzlesat.minesweeper.studies.audit import constraint_rows, state_rows
from puzzlesat.minesweeper.studies.rows import (
    decided_rows,
    game_rows,
    logic_rows,
    optimum_rows,
    timing_rows,
    wins_row,
)
from puzzlesat.report.rows import write_rows
from puzzlesat.sat.solver import check_incremental, check_interruptible


@click.command()
@click.argument("file")
@quiet_option
@output_option
def decide(file: str, quiet: bool, output: str) -> None:
    """Record what each method decides in every state of a sample FILE, checked by counting."""
    states = progress(read_positions(file), unit="state", quiet=quiet)
    write_rows(chain.from_iterable(map(decided_rows, states)), output)


@click.command()
@click.argument("file")
@repeats_option(3)
@timeout_option("one run", default=5.0)
@solver_options
@quiet_option
@output_option
def time(
    file: str,
    repeats: int,
    timeout: float,
    solver: str,
    cardinality: str,
    quiet: bool,
    output: str,
) -> None:
    """Time all procedures for backbones on every state in a sample FILE."""
    check_interruptible(solver)
    states = progress(read_positions(file), unit="state", quiet=quiet)
    timed = (timing_rows(row, solver, cardinality, repeats, timeout) for row in states)
    write_rows(chain.from_iterable(timed), output)


@click.command()
@size_options()
@seed_option
@range_options("game")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="backbone_total",
    show_default=True,
    help="The method that decides the certain fields.",
)
@click.option(
    "--guess",
    type=click.Choice(list(GUESSES)),
    default="exact",
    show_default=True,
    help="How the player guesses: the least likely mine, with a look ahead, or anywhere.",
)
@quiet_option
@output_option
def games(
    chosen: tuple[int, int, int],
    seed: int,
    first: int,
    count: int,
    method: str,
    guess: str,
    quiet: bool,
    output: str,
) -> None:
    """Let a player play random games, and record the results."""
    numbers = progress(range(first, first + count), unit="game", quiet=quiet)
    write_rows(game_rows(seed, chosen, numbers, method, guess), output)


@click.command()
@size_options()
@seed_option
@range_options("game")
@start_option("safe")
@click.option(
    "--strategy",
    type=click.Choice(list(STRATEGIES)),
    default="both",
    show_default=True,
    help="How the player guesses: at the safest field, with a look ahead, solving the end of the "
    "game, or both.",
)
@quiet_option
@output_option
def wins(
    chosen: tuple[int, int, int],
    seed: int,
    first: int,
    count: int,
    start: str,
    strategy: str,
    quiet: bool,
    output: str,
) -> None:
    """Let the compiled player play random games, and write one row with the number won."""
    check_room(*chosen, start)
    numbers = progress(range(first, first + count), unit="game", quiet=quiet or count == 1)
    write_rows([wins_row(seed, chosen, start, strategy, numbers)], output)


@click.command()
@click.argument("file")
@solver_option("minisat22")
@quiet_option
@output_option
def audit(file: str, solver: str, quiet: bool, output: str) -> None:
    """Measure what the thesis claims on every state in a sample FILE."""
    check_incremental(solver)
    states = progress(read_positions(file), unit="state", quiet=quiet)
    write_rows(chain.from_iterable(state_rows(row, solver) for row in states), output)


@click.command()
@output_option
def constraints(output: str) -> None:
    """Record what each possible constraint decides by itself."""
    write_rows(constraint_rows(), output)


@click.command()
@click.option("--rows", required=True, type=click.IntRange(1, 30), help="Rows.")
@click.option("--cols", required=True, type=click.IntRange(1, 30), help="Columns.")
@timeout_option("one number of mines", default=60.0)
@memory_option("one number of mines", MEMORY)
@quiet_option
@output_option
def optima(rows: int, cols: int, timeout: float, memory: int, quiet: bool, output: str) -> None:
    """Find the probability to win under perfect play for all numbers of mines on a board."""
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
    """Record which method random boards need, from an opening on."""
    numbers = progress(range(first, first + count), unit="board", quiet=quiet)
    write_rows(logic_rows(seed, chosen, numbers), output)


@click.command()
@click.argument("file")
@number_option("state")
@output_option
def network(file: str, number: int, output: str) -> None:
    """Write the constraint network of a state in FILE: variables, domains, constraints."""
    lines = listing(constraint_network(state_in(file, number)))
    with atomic_write(output) as target:
        target.writelines(f"{line}\n" for line in lines)
