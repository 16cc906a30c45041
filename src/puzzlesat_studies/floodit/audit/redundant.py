"""The effect of redundant clauses on the solving time (§4.2.1, §4.2.4).

Each family of clauses in `ADDABLE` is added to the minimal encoding on its own. Several solvers
decide the resulting formulas at the minimum and at one move fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from puzzlesat.floodit.encode.redundant import ADDABLE, MINIMAL_PLUS
from puzzlesat_studies.core.statistics import geometric_mean, holm
from puzzlesat_studies.core.study import Record, Row, column
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.compare import Phases
from puzzlesat_studies.floodit.audit.study import STUDY, Redundant, items
from puzzlesat_studies.floodit.boards import GRID_POINT, BoardKey
from puzzlesat_studies.floodit.measure import boards_of

if TYPE_CHECKING:
    import pandas as pd


class RedundantRow(BoardKey):
    """A run of a solver on the minimal encoding with a family of redundant clauses."""

    solver: str
    family: str = column("the family of redundant clauses, or `minimal`")
    query: Literal["sat", "unsat"] = column("`sat` (at the minimum) or `unsat` (one move fewer)")
    repeat: int
    encode_seconds: float
    load_seconds: float
    solve_seconds: float
    conflicts: int | None
    clauses: int


class RedundantFamily(Row):
    """A family of redundant clauses, compared with the minimal encoding on a grid point's boards.

    A board's time is the sum over both queries of the median over repeats.
    """

    timed_phases: Phases
    solver: str
    family: str = column("the family of redundant clauses")
    n: int
    k: int
    boards: int
    faster: int = column("boards on which the family is faster")
    slower: int = column("boards on which the family is slower")
    ratio: float | None = column(
        "the family's time divided by the minimal encoding's, geometric mean over boards, with a "
        "95% bootstrap interval"
    )
    ratio_low: float | None
    ratio_high: float | None
    p_value: float | None
    conflicts: float | None = column(
        "geometric mean over boards of the ratio of conflicts; each number is the sum over both "
        "queries, plus one"
    )
    clauses: float = column("arithmetic mean over boards of the ratio of clauses")


@STUDY.rows(RedundantRow, "redundant", items=items("redundant"), alone=True, mem_mb=4000)
def rows(*, n: int, seed: int, redundant: Redundant) -> Iterator[Record]:
    """Measure the times of the minimal encoding with redundant clauses.

    The rows are those of `compare.run_rows`, for each family in `ADDABLE` and each Python file in
    its list `encodings`.
    """
    return compare.run_rows(
        boards_of(seed, n, redundant),
        RedundantRow.model_fields,
        "family",
        {family: encoding_name(family) for family in ("minimal", *ADDABLE, *redundant.encodings)},
        redundant.solvers,
        redundant.repeats,
        wall_limit=None,
        warm_up=["minimal"],
    )


@STUDY.table(RedundantFamily, "redundant", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare each family of redundant clauses with the minimal encoding."""
    return compare.with_phases(rows, _by_phases)


def _by_phases(rows: pd.DataFrame, phases: str) -> pd.DataFrame:
    import pandas as pd

    totals = compare.per_board(rows, phases, "family", "conflicts", "clauses")
    totals["conflicts"] += 1
    minimal = totals.xs("minimal", level="family")
    records = []
    for family in rows["family"].unique():
        if family == "minimal":
            continue
        ratios = totals.xs(family, level="family") / minimal
        for (solver, *grid_point), group in ratios.groupby(["solver", *GRID_POINT]):
            records.append(
                {"timed_phases": phases, "solver": solver, "family": family}
                | dict(zip(GRID_POINT, grid_point, strict=True))
                | {"boards": len(group)}
                | compare.ratio_columns(group["seconds"], "faster", "slower")
                | {
                    "conflicts": geometric_mean(group["conflicts"]),
                    "clauses": group["clauses"].mean(),
                }
            )
    comparison = pd.DataFrame(records)
    return comparison.assign(p_value=holm(comparison["p_value"]))


def encoding_name(added: str) -> str:
    """Return the name of the minimal encoding with one of `ADDABLE`, or of that in a file.

    >>> [encoding_name(added) for added in ("minimal", "reach", "mine.py")]
    ['minimal', 'minimal+reach', 'mine.py']
    """
    return added if added == "minimal" or added.endswith(".py") else f"{MINIMAL_PLUS}{added}"
