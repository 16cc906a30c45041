"""The responses of different SAT solvers to the encodings (§4.2.4).

Every installed solver of PySAT decides the formulas of every encoding: at the minimum, where they
are satisfiable, and at one move fewer, where they are not.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.sat.solver import SOLVERS
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit.audit import SolverRow, compare
from puzzlesat_studies.floodit.audit.shared import CELL
from puzzlesat_studies.floodit.boards import BOARD
from puzzlesat_studies.floodit.measure import minima

NAMES = tuple(sorted(set(SOLVERS.values())))
"""Every installed solver, by PySAT's long name."""

COMPARED = ("extended", "reduced")
"""The encodings that are compared with the minimal one."""


def rows(
    seed: int, n: int, k: int, boards: int, repeats: int, wall_limit: float | None
) -> Iterator[Record]:
    """Measure the times of the encodings under every available solver.

    The rows are those of `compare.run_rows`.
    """
    encodings = ("minimal", *COMPARED)
    return compare.run_rows(
        minima(seed, n, k, boards),
        SolverRow.model_fields,
        "encoding",
        {name: name for name in encodings},
        NAMES,
        repeats,
        wall_limit,
        warm_up=encodings,
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings with the minimal one under every solver."""
    return pd.concat([_by_phases(rows, phases) for phases in compare.TIMED_PHASES])


def _by_phases(rows: pd.DataFrame, phases: str) -> pd.DataFrame:
    seconds = compare.per_board(rows, phases, "encoding")["seconds"]
    runs = [rows[key] for key in (*BOARD, "solver", "encoding")]
    wide = seconds.mask(rows["status"].eq("timeout").groupby(runs).any()).unstack("encoding")
    minimal = np.log(seconds.xs("minimal", level="encoding"))
    milliseconds = 1000 * np.exp(minimal.groupby(["solver", *CELL]).mean())
    found = []
    for encoding in COMPARED:
        for cell, group in (wide[encoding] / wide["minimal"]).groupby(CELL):
            by_solver = group.unstack("solver")
            friedman_p = _friedman(by_solver.dropna())
            for solver, of_boards in by_solver.items():
                ratios = of_boards.dropna()
                found.append(
                    {"solver": solver, "encoding": encoding}
                    | dict(zip(CELL, cell, strict=True))
                    | {"boards": len(ratios), "timeouts": len(of_boards) - len(ratios)}
                    | {"timed_phases": phases}
                    | compare.ratio_columns(ratios, "losses", "wins")
                    | {"share": (1 + np.sign(ratios - 1).mean()) / 2, "friedman_p": friedman_p}
                    | {"minimal_milliseconds": milliseconds.loc[(solver, *cell)]}
                )
    frame = pd.DataFrame(found)
    tests = frame.drop_duplicates([*CELL, "encoding"])[[*CELL, "encoding", "friedman_p"]]
    tests["friedman_p"] = holm(tests["friedman_p"])
    frame["p"] = holm(frame["p"])
    return frame.drop(columns="friedman_p").merge(tests, how="left")


def _friedman(ratios: pd.DataFrame) -> float:
    boards, solvers = ratios.shape
    if boards < 2 or solvers < 3:
        return np.nan
    return float(stats.friedmanchisquare(*ratios.T.to_numpy()).pvalue)
