"""The responses of different SAT solvers to the encodings (§4.2.4).

Every installed solver of PySAT decides the formulas of every encoding: at the minimum, where they
are satisfiable, and at one move fewer, where they are not.
"""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.common.command import repeats_option, timeout_option
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, portion, positive
from puzzlesat.sat.solver import SOLVERS
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.core.tables import Table
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.boards import BOARD, CELL, NAME, minima
from puzzlesat_studies.floodit.cells import cell_step

NAMES = tuple(sorted(set(SOLVERS.values())))
"""Every installed solver, by PySAT's long name."""

COMPARED = ("extended", "reduced")
"""The encodings that are compared with the minimal one."""

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"solver": str, "encoding": str, "query": str, "repeat": count, "status": str},
        **{"load_seconds": duration, "solve_seconds": duration, "conflicts": number},
    },
    key=[*NAME, "solver", "encoding", "query", "repeat"],
)

TABLE: Columns = Schema(
    {
        **{"solver": str, "encoding": str, "n": positive, "k": positive, "boards": count},
        **{"timeouts": count, "clock": str, "wins": count, "losses": count, "share": portion},
        **{"ratio": number, "ratio_low": number, "ratio_high": number, "p": number},
        **{"friedman_p": number, "minimal_milliseconds": duration},
    },
    key=["solver", "encoding", "n", "k", "clock"],
    complete={"encoding": COMPARED},
    groups=["clock"],
)


def rows(
    seed: int, n: int, k: int, boards: int, repeats: int, timeout: float | None
) -> Iterator[Row]:
    """Measure the times of the encodings under every available solver.

    The rows are those of `compare.run_rows`.
    """
    encodings = ("minimal", *COMPARED)
    return compare.run_rows(
        minima(seed, n, k, boards),
        COLUMNS,
        "encoding",
        {name: name for name in encodings},
        NAMES,
        repeats,
        timeout,
        warm_up=encodings,
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the encodings with the minimal one under every solver.

    There is a row for each clock, solver, encoding and (n, k). A board's time is the sum over both
    queries of the median over repeats. ``wins`` and ``losses`` count the boards on which the
    minimal encoding is faster and slower, and ``share`` is the share of wins, with half of the
    ties. ``ratio`` is the encoding's time divided by the minimal encoding's, as a geometric mean
    over boards with its 95% bootstrap interval. ``p`` is the p-value of the two-sided sign test,
    corrected by Holm's procedure over all rows of a clock. ``friedman_p`` is the p-value of
    Friedman's test of whether all solvers have the same ratios on the boards of the cell, corrected
    by Holm's procedure over the cells and encodings of a clock. A board on which a solver ran out
    of time with either of the two encodings is excluded for this solver, and from Friedman's test;
    ``timeouts`` counts these boards. ``minimal_milliseconds`` is the geometric mean of the solver's
    times with the minimal encoding; it includes all boards, and a timeout counts with its time.
    """
    return pd.concat([_of_clock(rows, clock) for clock in compare.CLOCKS])[list(TABLE)]


def _of_clock(rows: pd.DataFrame, clock: str) -> pd.DataFrame:
    seconds = compare.per_board(rows, clock, "encoding")["seconds"]
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
                    | {"clock": clock}
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


STEP = cell_step("run", rows, timeout_option("one solve"), repeats_option(2))

SOLVERS_TABLE = Table(COLUMNS, table)
