"""The responses of different SAT solvers to the encodings (§4.2.4).

Every installed solver of PySAT decides the formulas of every encoding: at the minimum, where they
are satisfiable, and at one move fewer, where they are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import numpy as np

from puzzlesat.sat.solver import SOLVERS
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.study import Record, Row, column
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.compare import Phases
from puzzlesat_studies.floodit.audit.study import STUDY, RepeatedLimited, items
from puzzlesat_studies.floodit.boards import BOARD, GRID_POINT, BoardKey
from puzzlesat_studies.floodit.measure import boards_of

if TYPE_CHECKING:
    import pandas as pd


class SolverRow(BoardKey):
    """A run of a solver on a formula."""

    solver: str
    encoding: Literal["minimal", "extended", "reduced"]
    query: Literal["sat", "unsat"] = column("`sat` (at the minimum) or `unsat` (one move fewer)")
    repeat: int
    status: Literal["sat", "unsat", "timeout"]
    load_seconds: float
    solve_seconds: float
    conflicts: int | None


class SolverComparison(Row):
    """An encoding compared with the minimal one under a solver, on the boards of a grid point.

    A board's time is the sum over both queries of the median over repeats.
    """

    solver: str
    encoding: Literal["extended", "reduced"]
    n: int
    k: int
    boards: int
    timeouts: int = column("boards on which either encoding timed out, which are excluded")
    timed_phases: Phases
    wins: int = column("boards on which the minimal encoding is faster")
    losses: int = column("boards on which the minimal encoding is slower")
    share: float | None = column("share of wins, with half of the ties")
    ratio: float | None = column(
        "the encoding's time divided by the minimal encoding's, geometric mean over boards, with a "
        "95% bootstrap interval"
    )
    ratio_low: float | None
    ratio_high: float | None
    p_value: float | None
    friedman_p_value: float | None = column(
        "p-value of Friedman's test of whether all solvers have the same ratios on the boards of "
        "the grid point, corrected by Holm's procedure"
    )
    minimal_milliseconds: float = column(
        "geometric mean of the solver's times with the minimal encoding; a timeout counts with its "
        "time"
    )


SOLVER_NAMES = tuple(sorted(set(SOLVERS.values())))
"""Every installed solver, by PySAT's long name."""

COMPARED_ENCODINGS = ("extended", "reduced")
"""The encodings that are compared with the minimal one."""


@STUDY.rows(SolverRow, "solvers", items=items("solvers"), alone=True, mem_mb=4000)
def rows(*, n: int, seed: int, solvers: RepeatedLimited) -> Iterator[Record]:
    """Measure the times of the encodings under every available solver.

    The rows are those of `compare.run_rows`.
    """
    encodings = ("minimal", *COMPARED_ENCODINGS)
    return compare.run_rows(
        boards_of(seed, n, solvers),
        SolverRow.model_fields,
        "encoding",
        {name: name for name in encodings},
        SOLVER_NAMES,
        solvers.repeats,
        solvers.wall_limit,
        warm_up=encodings,
    )


@STUDY.table(SolverComparison, "solvers", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings with the minimal one under every solver."""
    return compare.with_phases(rows, _by_phases)


def _by_phases(rows: pd.DataFrame, phases: str) -> pd.DataFrame:
    import pandas as pd

    seconds = compare.per_board(rows, phases, "encoding")["seconds"]
    run_key = [rows[key] for key in (*BOARD, "solver", "encoding")]
    wide = seconds.mask(rows["status"].eq("timeout").groupby(run_key).any()).unstack("encoding")
    minimal = np.log(seconds.xs("minimal", level="encoding"))
    milliseconds = 1000 * np.exp(minimal.groupby(["solver", *GRID_POINT]).mean())
    records = []
    for encoding in COMPARED_ENCODINGS:
        for grid_point, group in (wide[encoding] / wide["minimal"]).groupby(GRID_POINT):
            by_solver = group.unstack("solver")
            friedman = _friedman(by_solver.dropna())
            for solver, solver_ratios in by_solver.items():
                ratios = solver_ratios.dropna()
                records.append(
                    {"solver": solver, "encoding": encoding}
                    | dict(zip(GRID_POINT, grid_point, strict=True))
                    | {"boards": len(ratios), "timeouts": len(solver_ratios) - len(ratios)}
                    | {"timed_phases": phases}
                    | compare.ratio_columns(ratios, "losses", "wins")
                    | {"share": (1 + np.sign(ratios - 1).mean()) / 2, "friedman_p_value": friedman}
                    | {"minimal_milliseconds": milliseconds.loc[(solver, *grid_point)]}
                )
    comparison = pd.DataFrame(records)
    tests = comparison.drop_duplicates([*GRID_POINT, "encoding"])[
        [*GRID_POINT, "encoding", "friedman_p_value"]
    ]
    tests["friedman_p_value"] = holm(tests["friedman_p_value"])
    comparison["p_value"] = holm(comparison["p_value"])
    return comparison.drop(columns="friedman_p_value").merge(tests, how="left")


def _friedman(ratios: pd.DataFrame) -> float:
    from scipy import stats

    boards, solvers = ratios.shape
    if boards < 2 or solvers < 3:
        return np.nan
    return float(stats.friedmanchisquare(*ratios.T.to_numpy()).pvalue)
