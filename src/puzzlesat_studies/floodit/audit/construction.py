"""The time to construct an encoding (§4.2.1).

The thesis says that its encoding, being minimal, has the lowest construction time. The encoding
``reduced`` has the same minima. Both are constructed for each board's minimum by the same program,
in turn, and their CPU times are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.redundant import encoder_of
from puzzlesat.sat.clock import Clock
from puzzlesat_studies.core.measuring import counterbalanced, gc_disabled
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.study import STUDY, Repeated, items
from puzzlesat_studies.floodit.boards import BOARD, GRID_POINT, BoardKey, GridPoint
from puzzlesat_studies.floodit.measure import boards_of

if TYPE_CHECKING:
    import pandas as pd


class ConstructionRow(BoardKey):
    """A run of the construction of an encoding, for a board at its minimum."""

    encoding: Literal["minimal", "reduced"]
    repeat: int
    encode_seconds: float
    clauses: int


class ConstructionTime(GridPoint):
    """The construction of the encoding `reduced`, compared with that of the minimal encoding.

    A board's time is the median over the repeats.
    """

    boards: int
    clauses: float = column("mean number of clauses, divided by the minimal encoding's")
    ratio: float = column(
        "CPU time divided by the minimal encoding's, geometric mean over boards, with a 95% "
        "bootstrap interval"
    )
    ratio_low: float | None
    ratio_high: float | None
    faster: int = column("boards on which `reduced` is constructed faster")
    slower: int = column("boards on which `reduced` is constructed more slowly")
    p_value: float = column(
        "p-value of the two-sided sign test, corrected by Holm's procedure over all grid points"
    )


COMPARED = ("minimal", "reduced")


@STUDY.rows(ConstructionRow, "construction", items=items("construction"), alone=True, mem_mb=4000)
def rows(*, n: int, seed: int, construction: Repeated) -> Iterator[Record]:
    """Measure the CPU time of constructing both encodings, after one untimed run of each."""
    for key, board, minimum in boards_of(seed, n, construction):
        for encoding in COMPARED:
            _construct(board, encoding, minimum)
        for repeat, _, encoding in counterbalanced(COMPARED, construction.repeats, key["board"]):
            clauses, seconds = _construct(board, encoding, minimum)
            row = {"encoding": encoding, "repeat": repeat, "encode_seconds": seconds}
            yield key | row | {"clauses": clauses}


def _construct(board: Board, encoding: str, p: int) -> tuple[int, float]:
    clock = Clock(["encode"])
    with gc_disabled(), clock.step("encode"):
        clauses = list(encoder_of(board, encoding).formula(p))
    return len(clauses), clock.seconds["encode"]


@STUDY.table(ConstructionTime, "construction", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings with a row for each (n, k), by the medians of the repeats."""
    medians = rows.groupby([*BOARD, "encoding"])[["encode_seconds", "clauses"]].median()
    ratios = medians.xs("reduced", level="encoding") / medians.xs("minimal", level="encoding")
    comparison = by_group(
        ratios,
        GRID_POINT,
        lambda group: (
            {"boards": len(group), "clauses": group["clauses"].mean()}
            | compare.ratio_columns(group["encode_seconds"], "faster", "slower")
        ),
    )
    return comparison.assign(p_value=holm(comparison["p_value"]))
