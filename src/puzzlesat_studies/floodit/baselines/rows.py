"""Results of methods and of other programs on public sets of boards: a row for each board."""

import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from time import monotonic
from typing import Any

import click

from puzzlesat.common.command import solver_option
from puzzlesat.common.process import Outcome, in_subprocess
from puzzlesat.common.rows import Columns, Row, Schema, count, number, one_of, positive, truth
from puzzlesat.floodit.board.board import Board, parse_start, written_start
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.board.solution import replayed
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.solve.baselines import SET, MissingError, Program
from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat_studies.core.steps import Progress, Rows, rows_step
from puzzlesat_studies.floodit.frontier.rows import (
    STATUS,
    attempt,
    bounds_cells,
    check_bounds,
    method_options,
    methods_and_limits,
    no_answer,
)

BOARD: Columns = {"set": str, "i": count, "k": positive, "symbols": str, "start": str, "board": str}


def check_set_row(row: Row) -> None:
    """Raise `InputError` unless bounds, status and moves of a row are consistent."""
    if row["status"] in STATUS[:3]:
        board = parse_board(row["board"], row["k"], row["symbols"].split() or None)
        replayed(board.starting(parse_start(row["start"])), row, "upper_bound")
    check_bounds(row)


SET_ROWS: Columns = Schema(
    {
        **BOARD,
        **{"published": count, "method": str, "status": one_of(*STATUS)},
        **{"lower_bound": count, "upper_bound": count, "moves": str},
        **{"seconds": number, "together": truth, "peak_mb": number},
    },
    key=["set", "i", "method"],
    check=check_set_row,
    dependent={"board": ["set", "i"], "start": ["set", "i"], "published": ["set"]},
)


def set_rows(
    name: str,
    boards: Sequence[Board],
    published: int,
    method: str | Program,
    timeout: float,
    memory: int,
    solver: str,
) -> Iterator[Row]:
    """Yield the results of a method on the boards of a set, one row for each board.

    A program whose command contains `SET` is run once, with a file of all boards. Otherwise, every
    board is solved in a process of its own; for a method of this project, the compiled search is
    loaded beforehand. `published` is the published total of the minima, or 0. `timeout` is in
    wall-clock seconds for one board, and `memory` is in bytes.
    """
    outcomes: Iterator[Outcome] = (
        in_subprocess(attempt, board, method, timeout, memory, solver) for board in boards
    )
    together = False
    if not isinstance(method, Program):
        for warming in {method, "pdr" if method == "auto" else method}:
            attempt(random_board(0, 8, 6, 1), warming, 60, memory, solver)
    elif SET in method.command:
        together, outcomes = True, _together(boards, method, timeout)
    for i, (board, (cells, peak, died)) in enumerate(zip(boards, outcomes, strict=True)):
        result = no_answer("killed") if died else cells
        yield (
            {"set": name, "i": i, "k": board.k, "symbols": " ".join(map(str, board.symbols))}
            | {"start": written_start(board.start), "board": board.text}
            | {"published": published}
            | {"method": method.name if isinstance(method, Program) else method}
            | result
            | {"together": together, "peak_mb": round(peak / 2**20, 1), "solver": solver}
            | {"version": version("puzzlesat"), "host": platform.node()}
        )


def _together(boards: Sequence[Board], program: Program, timeout: float) -> Iterator[Outcome]:
    """Yield the answers of a program that takes all boards of a set in one call."""
    cells, peak, died = in_subprocess(_solve_together, boards, program, timeout * len(boards))
    for place in range(len(boards)):
        yield Outcome(None if died else cells[place], peak, died)


def _solve_together(boards: Sequence[Board], program: Program, timeout: float) -> list[Row]:
    """Return the results of a program for a whole set, as values of rows."""
    started = monotonic()
    try:
        minima = program.minima(boards, Limits.of(timeout))
        cells = [no_answer("answered") | {"lower_bound": p, "upper_bound": p} for p in minima]
    except MissingError:
        return [no_answer("missing") for _ in boards]
    except TimeoutError:
        cells = [bounds_cells(Bounds(board), "timeout") for board in boards]
    share = round((monotonic() - started) / len(boards), 6)
    return [cell | {"seconds": share} for cell in cells]


@rows_step("board")
@click.argument("file")
@format_option
@start_option()
@click.option("--name", required=True, help="Name of the set in the rows.")
@click.option(
    "--published",
    type=click.IntRange(0),
    default=0,
    metavar="TOTAL",
    help="Published sum of the minima.",
)
@method_options
@solver_option("glucose42")
def measure_set(
    file: str,
    format_: str,
    start: Start | None,
    name: str,
    published: int,
    progress: Progress,
    **options: Any,
) -> Rows:
    """Measure the bounds that methods prove for the public set of boards in FILE, and the cost.

    If the COMMAND of a program contains {set} instead of {file}, the program gets all boards in one
    file. In a COMMAND, {start} is replaced by the row and column of the start.
    """
    chosen, limits = methods_and_limits(**options)
    boards = boards_in(file, format_, start)
    rows = (row for method in chosen for row in set_rows(name, boards, published, method, **limits))
    return progress(rows, total=len(chosen) * len(boards))
