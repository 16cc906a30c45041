"""The effect of redundant clauses on the solving time (§4.2.1, §4.2.4).

Each family of clauses in `ADDED` is added to the minimal encoding on its own. Several solvers
decide the resulting formulas at the minimum and at one move fewer.
"""

from collections.abc import Iterator, Sequence

import pandas as pd

from puzzlesat.floodit.encode.redundant import ADDED, PLUS
from puzzlesat_studies.core.statistics import geometric_mean, holm
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit.audit import RedundantRow, compare
from puzzlesat_studies.floodit.audit.shared import CELL
from puzzlesat_studies.floodit.measure import minima


def rows(
    seed: int,
    n: int,
    k: int,
    boards: int,
    repeats: int,
    solvers: Sequence[str],
    families: Sequence[str] = (),
) -> Iterator[Record]:
    """Measure the times of the minimal encoding with redundant clauses.

    The rows are those of `compare.run_rows`, for each family in `ADDED` and each Python file in
    `families` (see `encode.redundant.family_of`).
    """
    return compare.run_rows(
        minima(seed, n, k, boards),
        RedundantRow.model_fields,
        "family",
        {family: with_minimal(family) for family in (*ADDED, *families)},
        solvers,
        repeats,
        wall_limit=None,
        warm_up=["minimal"],
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare each family of redundant clauses with the minimal encoding."""
    return pd.concat([_by_phases(rows, phases) for phases in compare.TIMED_PHASES])


def _by_phases(rows: pd.DataFrame, phases: str) -> pd.DataFrame:
    totals = compare.per_board(rows, phases, "family", "conflicts", "clauses")
    totals["conflicts"] += 1
    minimal = totals.xs("minimal", level="family")
    found = []
    for family in rows["family"].unique():
        if family == "minimal":
            continue
        ratios = totals.xs(family, level="family") / minimal
        for (solver, *cell), of in ratios.groupby(["solver", *CELL]):
            found.append(
                {"timed_phases": phases, "solver": solver, "family": family}
                | dict(zip(CELL, cell, strict=True))
                | {"boards": len(of)}
                | compare.ratio_columns(of["seconds"], "faster", "slower")
                | {
                    "conflicts": geometric_mean(of["conflicts"].to_numpy()),
                    "clauses": of["clauses"].mean(),
                }
            )
    frame = pd.DataFrame(found)
    return frame.assign(p=holm(frame["p"]))


def with_minimal(added: str) -> str:
    """Return the name of the minimal encoding with one of `ADDED`, or with the clauses of a file.

    >>> [with_minimal(added) for added in ("minimal", "reach", "mine.py")]
    ['minimal', 'minimal+reach', 'mine.py']
    """
    return added if added == "minimal" or added.endswith(".py") else f"{PLUS}{added}"
