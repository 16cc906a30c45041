"""Attempts to prove minima: one row per attempt, with its method, bounds, time and memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from puzzlesat.common.errors import DisagreementError, plain
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.exact import Bounds, Limits, close_bounds
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.floodit.boards import BOARD, SampledBoard
from puzzlesat_studies.floodit.other_solvers import CONTENDERS, NotInstalledError, Program

if TYPE_CHECKING:
    import pandas as pd

Status = Literal["optimal", "timeout", "memory", "killed", "missing", "skipped", "answered"]
"""The statuses of an attempt. Rows with one of the last four contain no moves."""

PROVEN = ("optimal", "answered")
"""The statuses of rows with a minimum; `answered` denotes the answer of an external program."""

STATUS_MEANING = (
    "`optimal`; `timeout` or `memory` (this limit was reached); `killed` (by the system); "
    "`missing` (the method is not installed); `skipped` (after a failure at a smaller size); "
    "`answered` (by a program, and not verified)"
)


class Outcome(SampledBoard):
    """The result and the cost of a method on a board."""

    method: str
    status: Status = column(STATUS_MEANING)
    lower_bound: int
    upper_bound: int
    lower_by: str
    upper_by: str
    moves: str
    seconds: float
    peak_mb: float
    solver: str
    version: str = column("this project's version")
    host: str


def outcome_rows(
    pieces: Iterable[Sequence[SampledBoard]],
    method: str | Program,
    wall_limit: float,
    memory: int,
    solver: str,
    *,
    give_up: bool = False,
) -> Iterator[Record]:
    """Yield the results of a method on boards, one row for each board.

    A piece is a list of sample rows whose boards all have the same size. `wall_limit` is in seconds
    for one board; `memory` is the number of bytes that the search's arrays may take. If
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
                board = row.to_board()
                found, peak, died = in_subprocess(
                    attempt, board, method, wall_limit, memory, solver
                )
                found = no_answer("killed") if died else found
            proven += found["status"] in PROVEN
            yield (
                row.key
                | {"fields": row.fields}
                | {"method": method.name if isinstance(method, Program) else method}
                | found
                | {"peak_mb": round(peak / 2**20, 1), "solver": solver}
                | {"version": version("puzzlesat")}
            )
        hopeless = give_up and not proven


def attempt(
    board: Board, method: str | Program, wall_limit: float, memory: int, solver: str
) -> Record:
    """Run a method on a board, and return the result and the time as values of a row."""
    started = monotonic()
    limits = Limits.of(wall_limit, memory)
    bounds = Bounds(board)
    try:
        if isinstance(method, Program):
            answer = method.minimum(board, limits)
            found = no_answer("answered") | {"lower_bound": answer, "upper_bound": answer}
            return found | {"seconds": round(monotonic() - started, 6)}
        status = close_bounds(bounds, CONTENDERS[method], limits, solver)
    except NotInstalledError:
        return no_answer("missing")
    except TimeoutError:
        status = "timeout"
    return bounds_cells(bounds, status) | {"seconds": round(monotonic() - started, 6)}


def bounds_cells(bounds: Bounds, status: str) -> Record:
    """Return the values of a row for a board with known bounds."""
    return {
        "status": status,
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "lower_by": bounds.lower_by,
        "upper_by": bounds.moves_by,
        "moves": bounds.board.written(bounds.moves),
    }


def no_answer(status: str) -> Record:
    """Return the values of a row for a board without bounds."""
    return {
        **{"status": status, "lower_bound": 0, "upper_bound": 0, "lower_by": "", "upper_by": ""},
        **{"moves": "", "seconds": 0.0},
    }


def proven(of: pd.DataFrame) -> Record:
    """Return the numbers of boards and of proven minima."""
    return {"boards": len(of), "proven": of["status"].isin(PROVEN).sum()}


def cost(of: pd.DataFrame) -> Record:
    """Return the median time, the largest time and the largest memory of a method."""
    return {
        "median_seconds": of["seconds"].median(),
        "max_seconds": of["seconds"].max(),
        "max_peak_mb": of["peak_mb"].max(),
    }


def check_agreement(outcomes: pd.DataFrame) -> None:
    """Raise `DisagreementError` if results for a board contradict each other."""
    for (seed, n, k, board), rows in results_by_board(outcomes, BOARD):
        check_bounds_of(rows, f"board {board} of n = {n}, k = {k}, seed {seed}")


def results_by_board(outcomes: pd.DataFrame, names: list[str]) -> Any:
    """Return the rows with a result, grouped by board; the columns `names` identify a board."""
    without = ["skipped", "missing", "killed"]
    return outcomes[~outcomes["status"].isin(without)].groupby(names)


def check_bounds_of(rows: pd.DataFrame, board: str) -> None:
    """Raise `DisagreementError` if the rows of a board contradict each other."""
    low: Any = rows["lower_bound"].idxmax()
    high: Any = rows["upper_bound"].idxmin()
    if rows["lower_bound"][low] > rows["upper_bound"][high]:
        raise DisagreementError(
            f"{board}: {plain(rows['method'][low])} proves the lower bound "
            f"{rows['lower_bound'][low]}, but {plain(rows['method'][high])} the upper bound "
            f"{rows['upper_bound'][high]}"
        )
