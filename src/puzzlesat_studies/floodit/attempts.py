"""Attempts to prove minima: one row per attempt, with its method, bounds, time and memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
from puzzlesat_studies.floodit.other_solvers import CONTENDERS, ExternalProgram, NotInstalledError

if TYPE_CHECKING:
    import pandas as pd

SOLVER = "glucose42"
"""The solver of the methods that use one."""

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


def with_keys(rows: Iterable[SampledBoard]) -> list[tuple[Record, Board]]:
    """Return boards of a sample, each after the values that identify it in a row."""
    return [(row.model_dump(), row.to_board()) for row in rows]


def outcome_rows(
    batches: Iterable[Iterable[tuple[Record, Board]]],
    method: str | ExternalProgram,
    wall_limit: float,
    memory: int,
    *,
    give_up: bool = False,
) -> Iterator[Record]:
    """Yield the results of a method on boards, one row for each board.

    Every board is solved in a process of its own. `wall_limit` is in seconds for one board;
    `memory` is the number of bytes that the search's arrays may take. If `give_up` is true, all
    batches after the first batch without a proven minimum are skipped.
    """
    skipped = ""
    if not isinstance(method, ExternalProgram):
        for warm_up_method in ("pdr", method):  # auto may not use the compiled search here
            warm_up = attempt(random_board(0, 8, 6, 1), warm_up_method, 60, memory)
        skipped = "missing" if warm_up["status"] == "missing" else ""
    for batch in batches:
        proven_boards = 0
        for key, board in batch:
            if not skipped:
                outcome, peak_bytes, died = in_subprocess(
                    attempt, board, method, wall_limit, memory
                )
                outcome = empty_outcome("killed") if died else outcome
                skipped = "missing" if outcome["status"] == "missing" else ""
            if skipped:
                outcome, peak_bytes = empty_outcome(skipped), 0
            proven_boards += outcome["status"] in PROVEN
            yield key | outcome_columns(method, outcome, peak_bytes)
        if give_up and not proven_boards and not skipped:
            skipped = "skipped"


def outcome_columns(method: str | ExternalProgram, outcome: Record, peak_bytes: int) -> Record:
    """Return the values of a row for the outcome of a method."""
    return {
        "method": method.name if isinstance(method, ExternalProgram) else method,
        **outcome,
        "peak_mb": round(peak_bytes / 2**20, 1),
        "solver": SOLVER,
        "version": version("puzzlesat"),
    }


def attempt(board: Board, method: str | ExternalProgram, wall_limit: float, memory: int) -> Record:
    """Run a method on a board, and return the result and the time as values of a row."""
    started = monotonic()
    limits = Limits.of(wall_limit, memory)
    bounds = Bounds(board)
    try:
        if isinstance(method, ExternalProgram):
            minimum = method.minimum(board, limits)
            return answered(minimum) | {"seconds": round(monotonic() - started, 6)}
        status = close_bounds(bounds, CONTENDERS[method], limits, SOLVER)
    except NotInstalledError:
        return empty_outcome("missing")
    except TimeoutError:
        status = "timeout"
    return bounds_columns(bounds, status) | {"seconds": round(monotonic() - started, 6)}


def bounds_columns(bounds: Bounds, status: str) -> Record:
    """Return the values of a row for a board with known bounds."""
    return {
        "status": status,
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "lower_by": bounds.lower_by,
        "upper_by": bounds.moves_by,
        "moves": bounds.board.format_colours(bounds.moves),
    }


def empty_outcome(status: str) -> Record:
    """Return the values of a row for a board without bounds."""
    return {
        "status": status,
        "lower_bound": 0,
        "upper_bound": 0,
        "lower_by": "",
        "upper_by": "",
        "moves": "",
        "seconds": 0.0,
    }


def answered(minimum: int) -> Record:
    """Return the values of a row for the answer of an external program."""
    return empty_outcome("answered") | {"lower_bound": minimum, "upper_bound": minimum}


def count_proven(outcomes: pd.DataFrame) -> Record:
    """Return the numbers of boards and of proven minima."""
    return {"boards": len(outcomes), "proven": outcomes["status"].isin(PROVEN).sum()}


def cost_columns(outcomes: pd.DataFrame) -> Record:
    """Return the median time, the largest time and the largest memory of a method."""
    return {
        "median_seconds": outcomes["seconds"].median(),
        "max_seconds": outcomes["seconds"].max(),
        "max_peak_mb": outcomes["peak_mb"].max(),
    }


def check_agreement(outcomes: pd.DataFrame) -> None:
    """Raise `DisagreementError` if results for a board contradict each other."""
    for (seed, n, k, board), rows in results_by_board(outcomes, BOARD):
        check_bounds(rows, f"board {board} of n = {n}, k = {k}, seed {seed}")


def results_by_board(outcomes: pd.DataFrame, key: list[str]) -> Any:
    """Return the rows with a result, grouped by board; the columns `key` identify a board."""
    no_result = ["skipped", "missing", "killed"]
    return outcomes[~outcomes["status"].isin(no_result)].groupby(key)


def check_bounds(rows: pd.DataFrame, board: str) -> None:
    """Raise `DisagreementError` if the rows of a board contradict each other."""
    highest_lower: Any = rows["lower_bound"].idxmax()
    lowest_upper: Any = rows["upper_bound"].idxmin()
    if rows["lower_bound"][highest_lower] > rows["upper_bound"][lowest_upper]:
        raise DisagreementError(
            f"{board}: {plain(rows['method'][highest_lower])} proves the lower bound "
            f"{rows['lower_bound'][highest_lower]}, but {plain(rows['method'][lowest_upper])} the "
            f"upper bound {rows['upper_bound'][lowest_upper]}"
        )
