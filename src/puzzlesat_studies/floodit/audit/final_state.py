"""The last state: p, or p+1 as printed (conditions 5 and 10, §3.4.5).

The thesis's conditions 5 and 10 mention a state p+1, to which no move leads. As printed, condition
10 requires that all fields are flooded in state p+1, and only condition 5 constrains the step from
p to p+1. By condition 5, a field can be flooded in state p+1 if it is flooded in state p, or if its
cluster touches the flood in state p. So the last step can flood every touching cluster without a
move, regardless of its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.instance import touches_all
from puzzlesat.floodit.encode.thesis import MINIMAL, PRINTED_ENCODINGS
from puzzlesat.floodit.solve.minimum import bounds_search, decider
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.statistics import bootstrap_mean
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.study import STUDY, items
from puzzlesat_studies.floodit.boards import GRID_POINT, BoardKey, GridPoint
from puzzlesat_studies.floodit.measure import boards_of

if TYPE_CHECKING:
    import pandas as pd


class FinalStateRow(BoardKey):
    """The minima of a board under both variants of the last state."""

    minimum: int
    encoded: int = column("the minimum by the corrected encoding")
    printed: int = column("the smallest p for which the printed variant has a model")


class FinalStateQuartiles(GridPoint):
    """The minima of a grid point (n, k) under both variants of the last state."""

    boards: int
    differing: int = column("boards on which the corrected encoding and A* give different minima")
    fewer: int = column("boards on which the printed variant allows fewer moves")
    saved: float = column(
        "mean number of moves that the printed variant saves, with a 95% bootstrap interval over "
        "boards"
    )
    saved_low: float
    saved_high: float
    q1: float = column("25th percentile of the minima")
    median: float = column("median of the minima")
    q3: float = column("75th percentile of the minima")
    printed_q1: float = column("25th percentile under the printed variant")
    printed_median: float = column("median under the printed variant")
    printed_q3: float = column("75th percentile under the printed variant")
    lower: int = column("n+k−5")
    upper: int = column("n+k")
    holds: int = column("how many of the two claims on quartiles are true for A*'s minima")
    printed_holds: int = column("how many of the two claims hold for the printed variant's minima")


def printed_minimum(board: Board, minimum: int, solver: str) -> int:
    """Return the smallest p, at most the true minimum, for which the printed variant has a model.

    Raise `DisagreementError` if there is none, or if the moves leave a cluster that is neither
    flooded nor adjacent to the flood.
    """
    decide = decider(board, PRINTED_ENCODINGS["minimal"], solver)
    p = minimum
    while p > 0 and decide(p - 1) is not None:
        p -= 1
    moves = decide(p)
    if moves is None or not touches_all(board, moves):
        raise DisagreementError(
            f"board {board.text}: after {p} moves, a cluster is neither flooded nor touched"
        )
    return p


@STUDY.rows(FinalStateRow, "final-state", items=items("final_state"), mem_mb=4000)
def rows(*, n: int, seed: int, solver: str, final_state: Sample) -> Iterator[Record]:
    """Find the minima under both variants of the last state."""
    for key, board, minimum in boards_of(seed, n, final_state):
        yield key | {
            "minimum": minimum,
            "encoded": bounds_search(board, decider(board, MINIMAL, solver)).p,
            "printed": printed_minimum(board, minimum, solver),
        }


@STUDY.table(FinalStateQuartiles, "final-state", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the quartiles of the minima under both variants, with a row for each (n, k)."""
    return by_group(rows, GRID_POINT, _summary)


def _summary(group: pd.DataFrame) -> Record:
    names = ["q1", "median", "q3"]
    true, printed = (
        group[key].quantile([0.25, 0.5, 0.75]).set_axis(names) for key in ("minimum", "printed")
    )
    upper = int(group["n"].iloc[0] + group["k"].iloc[0])
    return {
        "boards": len(group),
        "differing": int((group["encoded"] != group["minimum"]).sum()),
        "fewer": int((group["printed"] < group["minimum"]).sum()),
        **bootstrap_mean(group["minimum"] - group["printed"]).columns("saved"),
        **true,
        **printed.add_prefix("printed_"),
        "lower": upper - 5,
        "upper": upper,
        "holds": int(true["q1"] > upper - 5) + int(true["q3"] < upper),
        "printed_holds": int(printed["q1"] > upper - 5) + int(printed["q3"] < upper),
    }
