"""Attempts to prove minima: one row per attempt, with its method, bounds, time and memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.clusters import MINIMAL_FAMILIES
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds, search_on_clusters
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.floodit.boards import BOARD, SampledBoard

if TYPE_CHECKING:
    import pandas as pd

SOLVER = "glucose42"
"""The solver of the methods that use one."""

CONTENDERS = METHODS | {"clusters-minimal": partial(search_on_clusters, families=MINIMAL_FAMILIES)}
"""The methods; `clusters-minimal` is `clusters` without redundant clauses."""

Status = Literal["optimal", "timeout", "memory", "killed", "skipped"]
"""The statuses of an attempt. Rows with the last one contain no bounds and no moves."""

STATUS_MEANING = (
    "`optimal`; `timeout` or `memory` (this limit was reached); `killed` (by the system; "
    "its bounds are the initial ones, and its time includes that of its process); "
    "`skipped` (after a failure at a smaller size)"
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
    method: str,
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
    for warm_up_method in ("pdr", method):
        attempt(random_board(0, 8, 6, 1), warm_up_method, 60, memory)
    provenance = {"method": method, "solver": SOLVER, "version": version("puzzlesat")}
    skipped = False
    for batch in batches:
        proven_boards = 0
        for key, board in batch:
            if skipped:
                outcome, peak_bytes = SKIPPED, 0
            else:
                started = monotonic()
                outcome, peak_bytes, died = in_subprocess(
                    attempt, board, method, wall_limit, memory
                )
                if died:  # the bounds that it had found are lost
                    outcome = _outcome("killed", Bounds(board), started)
            proven_boards += outcome["status"] == "optimal"
            yield key | provenance | outcome | {"peak_mb": round(peak_bytes / 2**20, 1)}
        skipped = skipped or (give_up and not proven_boards)


def attempt(board: Board, method: str, wall_limit: float, memory: int) -> Record:
    """Run a method on a board, and return the result and the time as values of a row."""
    started = monotonic()
    limits = Limits.of(wall_limit, memory)
    bounds = Bounds(board)
    status = close_bounds(bounds, CONTENDERS[method], limits, SOLVER)
    return _outcome(status, bounds, started)


def _outcome(status: str, bounds: Bounds, started: float) -> Record:
    """Return the values of a row for bounds, with the seconds since `started`."""
    return {
        "status": status,
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "lower_by": bounds.lower_by,
        "upper_by": bounds.moves_by,
        "moves": bounds.board.format_colours(bounds.moves),
        "seconds": round(monotonic() - started, 6),
    }


SKIPPED: Record = {"status": "skipped", "lower_bound": 0, "upper_bound": 0, "seconds": 0.0}
SKIPPED |= {"lower_by": "", "upper_by": "", "moves": ""}
"""The values of a row for a board that was not tried."""


def count_proven(outcomes: pd.DataFrame) -> Record:
    """Return the numbers of boards and of proven minima."""
    return {"boards": len(outcomes), "proven": (outcomes["status"] == "optimal").sum()}


def cost_columns(outcomes: pd.DataFrame) -> Record:
    """Return the median time, the largest time and the largest memory of a method."""
    return {
        "median_seconds": outcomes["seconds"].median(),
        "max_seconds": outcomes["seconds"].max(),
        "max_peak_mb": outcomes["peak_mb"].max(),
    }


def check_agreement(outcomes: pd.DataFrame) -> None:
    """Raise `DisagreementError` if results for a board contradict each other."""
    results: Any = outcomes[outcomes["status"] != "skipped"].groupby(BOARD)
    for (seed, n, k, board), rows in results:
        highest = rows.loc[rows["lower_bound"].idxmax()]
        lowest = rows.loc[rows["upper_bound"].idxmin()]
        if highest["lower_bound"] > lowest["upper_bound"]:
            raise DisagreementError(
                f"board {board} of n = {n}, k = {k}, seed {seed}: {highest['method']} proves the "
                f"lower bound {highest['lower_bound']}, but {lowest['method']} the upper bound "
                f"{lowest['upper_bound']}"
            )
