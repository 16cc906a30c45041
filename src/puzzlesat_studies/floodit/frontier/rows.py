"""Attempts to prove minima: one row per attempt, with its method, bounds, time and memory."""

import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from time import monotonic
from typing import Any

import click

from puzzlesat.common.command import COUNT, solver_option, timeout_option
from puzzlesat.common.errors import InputError
from puzzlesat.common.process import in_subprocess
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, one_of, read_rows
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import NAME, SAMPLE, board_of
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat.floodit.solve.baselines import CONTENDERS, MissingError, Program
from puzzlesat.floodit.solve.exact import Bounds, Limits, close
from puzzlesat.sat.solver import check_solver
from puzzlesat_studies.core.steps import Progress, Rows, rows_step

STATUS = ("optimal", "timeout", "memory", "killed", "missing", "skipped", "answered")
"""The statuses of an attempt. Rows with one of the last four contain no moves."""


def check_outcome(row: Row) -> None:
    """Raise `InputError` unless the bounds of an outcome agree with its status and moves."""
    if row["status"] in STATUS[:3]:
        solution_of(row, "upper_bound")
    check_bounds(row)


def check_bounds(row: Row) -> None:
    """Raise `InputError` unless the bounds of an outcome agree with its status."""
    lower, upper, status = row["lower_bound"], row["upper_bound"], row["status"]
    if status not in STATUS[:3] and row["moves"]:
        raise InputError(f"status is {status}, but there are moves")
    if lower > upper:
        raise InputError(f"lower_bound is {lower}, above upper_bound, which is {upper}")
    if status in PROVEN and lower < upper:
        raise InputError(f"status is {status}, but lower_bound is {lower} and upper_bound {upper}")


OUTCOMES: Columns = Schema(
    {
        **SAMPLE,
        **{"method": str, "status": one_of(*STATUS), "lower_bound": count, "upper_bound": count},
        **{"lower_by": str, "upper_by": str, "moves": str, "seconds": duration, "peak_mb": number},
    },
    key=[*NAME, "method"],
    check=check_outcome,
    dependent={"board": NAME},
)

PROVEN = ("optimal", "answered")
"""The statuses of rows with a minimum; `answered` denotes the answer of an external program."""


def outcome_rows(
    pieces: Iterable[Sequence[Row]],
    method: str | Program,
    timeout: float,
    memory: int,
    solver: str,
    *,
    give_up: bool = False,
) -> Iterator[Row]:
    """Yield the results of a method on boards, one row for each board.

    A piece is a list of sample rows whose boards all have the same size. `timeout` is in wall-clock
    seconds for one board; `memory` is the number of bytes that the search's arrays may take. If
    `give_up` is true, all pieces after the first piece without a proven minimum are skipped.
    """
    warmed_up = attempt(random_board(0, 8, 6, 1), method, 60, memory, solver)
    missing = warmed_up["status"] == "missing"
    hopeless = False
    for piece in pieces:
        proven = 0
        for row in piece:
            if missing or hopeless:
                found, peak = no_answer("missing" if missing else "skipped"), 0
            else:
                board = board_of(row)
                found, peak, died = in_subprocess(attempt, board, method, timeout, memory, solver)
                found = no_answer("killed") if died else found
            proven += found["status"] in PROVEN
            yield (
                {key: row[key] for key in SAMPLE}
                | {"method": method.name if isinstance(method, Program) else method}
                | found
                | {"peak_mb": round(peak / 2**20, 1), "solver": solver}
                | {"version": version("puzzlesat"), "host": platform.node()}
            )
        hopeless = give_up and not proven


def attempt(board: Board, method: str | Program, timeout: float, memory: int, solver: str) -> Row:
    """Run a method on a board, and return the result and the time as values of a row."""
    started = monotonic()
    limits = Limits.of(timeout, memory)
    bounds = Bounds(board)
    try:
        if isinstance(method, Program):
            answer = method.minimum(board, limits)
            found = no_answer("answered") | {"lower_bound": answer, "upper_bound": answer}
            return found | {"seconds": round(monotonic() - started, 6)}
        status = close(bounds, CONTENDERS[method], limits, solver)
    except MissingError:
        return no_answer("missing")
    except TimeoutError:
        status = "timeout"
    return bounds_cells(bounds, status) | {"seconds": round(monotonic() - started, 6)}


def bounds_cells(bounds: Bounds, status: str) -> Row:
    """Return the values of a row for a board with known bounds."""
    return {
        "status": status,
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "lower_by": bounds.lower_by,
        "upper_by": bounds.moves_by,
        "moves": bounds.board.written(bounds.moves),
    }


def no_answer(status: str) -> Row:
    """Return the values of a row for a board without bounds."""
    return {
        **{"status": status, "lower_bound": 0, "upper_bound": 0, "lower_by": "", "upper_by": ""},
        **{"moves": "", "seconds": 0.0},
    }


def method_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the methods and their limits."""
    for option in (
        click.option(
            "--memory",
            type=COUNT,
            default=4000,
            show_default=True,
            metavar="MB",
            help="Memory limit for the search of the methods auto and pdr; in total, the process "
            "needs 200 MB more.",
        ),
        timeout_option("one board", default=60),
        click.option(
            "--program",
            "programs",
            nargs=4,
            multiple=True,
            metavar="NAME COMMAND FORMAT ANSWER",
            help="Any other program: its name, a command line with {file} for the board, the "
            "format of this file (lines or sized), and a regular expression whose group matches "
            "the minimum in the program's output; may be repeated.",
        ),
        click.option(
            "--method",
            "methods",
            multiple=True,
            type=click.Choice(list(CONTENDERS)),
            help="A method of this project or an installed solver; may be repeated.",
        ),
    ):
        function = option(function)
    return function


def methods_and_limits(
    methods: Sequence[str],
    programs: Sequence[tuple[str, str, str, str]],
    timeout: float,
    memory: int,
    solver: str,
) -> tuple[list[str | Program], dict[str, Any]]:
    """Return the methods and programs to be measured, and their limits (memory in bytes)."""
    check_solver(solver, timeout)
    chosen: list[str | Program] = [*methods, *(Program.of(*program) for program in programs)]
    if not chosen:
        raise InputError("nothing to measure; give a --method or a --program")
    return chosen, {"timeout": timeout, "memory": memory << 20, "solver": solver}


@rows_step("board")
@click.argument("files", nargs=-1, required=True)
@method_options
@solver_option("glucose42")
@click.option(
    "--give-up",
    is_flag=True,
    help="Skip a method's further FILES after one in which it proved no minimum.",
)
def measure(files: tuple[str, ...], give_up: bool, progress: Progress, **options: Any) -> Rows:
    """Measure the bounds that each method proves for the boards in FILES, with time and memory.

    FILES are samples. Each board is solved in a process of its own. The rows of a method that is
    not installed have the status "missing".
    """
    chosen, limits = methods_and_limits(**options)
    pieces = [read_rows(file, SAMPLE) for file in files]
    total = len(chosen) * sum(map(len, pieces))
    rows = (
        row for method in chosen for row in outcome_rows(pieces, method, **limits, give_up=give_up)
    )
    return progress(rows, total=total)
