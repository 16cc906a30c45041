"""Compare methods, play games, search for perfect play, and measure for the thesis's claims."""

from itertools import chain

import click

from puzzlesat.common.command import (
    number_option,
    output_option,
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
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.sat.solver import check_incremental, check_interruptible

Size = tuple[int, int, int]


@rows_step("state")
@click.argument("file")
def decide(file: str, progress: Progress) -> Rows:
    """Record what each method decides in every state of a sample FILE, checked by counting."""
    return chain.from_iterable(map(decided_rows, progress(read_positions(file))))


@rows_step("state")
@click.argument("file")
@repeats_option(3)
@timeout_option("one run", default=5.0)
@solver_options
def time(
    file: str, repeats: int, timeout: float, solver: str, cardinality: str, progress: Progress
) -> Rows:
    """Time all procedures for backbones on every state in a sample FILE."""
    check_interruptible(solver)
    for row in progress(read_positions(file)):
        yield from timing_rows(row, solver, cardinality, repeats, timeout)


@rows_step("game")
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
def games(
    chosen: Size, seed: int, first: int, count: int, method: str, guess: str, progress: Progress
) -> Rows:
    """Let a player play random games, and record the results."""
    return game_rows(seed, chosen, progress(range(first, first + count)), method, guess)


@rows_step("game")
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
def wins(
    chosen: Size, seed: int, first: int, count: int, start: str, strategy: str, progress: Progress
) -> Rows:
    """Let the compiled player play random games, and write one row with the number won."""
    check_room(*chosen, start)
    return [wins_row(seed, chosen, start, strategy, progress(range(first, first + count)))]


@rows_step("state")
@click.argument("file")
@solver_option("minisat22")
def audit(file: str, solver: str, progress: Progress) -> Rows:
    """Measure what the thesis claims on every state in a sample FILE."""
    check_incremental(solver)
    for row in progress(read_positions(file)):
        yield from state_rows(row, solver)


@rows_step("row")
def constraints(progress: Progress) -> Rows:
    """Record what each possible constraint decides by itself."""
    return progress(constraint_rows())


@rows_step("row")
@click.option("--rows", required=True, type=click.IntRange(1, 30), help="Rows.")
@click.option("--cols", required=True, type=click.IntRange(1, 30), help="Columns.")
@timeout_option("one number of mines", default=60.0)
@memory_option("one number of mines", MEMORY)
def optima(rows: int, cols: int, timeout: float, memory: int, progress: Progress) -> Rows:
    """Find the probability to win under perfect play for all numbers of mines on a board."""
    return progress(optimum_rows(rows, cols, timeout, memory << 20))


@rows_step("board")
@size_options()
@seed_option
@range_options("board")
def needs(chosen: Size, seed: int, first: int, count: int, progress: Progress) -> Rows:
    """Record which method random boards need, from an opening on."""
    return logic_rows(seed, chosen, progress(range(first, first + count)))


@click.command()
@click.argument("file")
@number_option("state")
@output_option
def network(file: str, number: int, output: str) -> None:
    """Write the constraint network of a state in FILE: variables, domains, constraints."""
    lines = listing(constraint_network(state_in(file, number)))
    with atomic_write(output) as target:
        target.writelines(f"{line}\n" for line in lines)
