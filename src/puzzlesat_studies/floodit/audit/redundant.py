"""The effect of redundant clauses on the solving time (§4.2.1, §4.2.4).

Each family of clauses in `ADDED` is added to the minimal encoding on its own. Several solvers
decide the resulting formulas at the minimum and at one move fewer.
"""

from collections.abc import Iterator

import click
import pandas as pd

from puzzlesat.common.command import repeats_option
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, positive
from puzzlesat.floodit.encode.redundant import ADDED, with_minimal
from puzzlesat_studies.core.statistics import geometric_mean, holm
from puzzlesat_studies.core.tables import Table
from puzzlesat_studies.floodit.audit import compare
from puzzlesat_studies.floodit.audit.boards import CELL, NAME, minima
from puzzlesat_studies.floodit.cells import cell_step

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"solver": str, "family": str, "query": str, "repeat": count},
        **{"encode_seconds": duration, "load_seconds": duration, "solve_seconds": duration},
        **{"conflicts": number, "clauses": count},
    },
    key=[*NAME, "solver", "family", "query", "repeat"],
    complete={"family": ADDED},
    groups=[*NAME, "solver", "query"],
)

TABLE: Columns = Schema(
    {
        **{"clock": str, "solver": str, "family": str},
        **{"n": positive, "k": positive, "boards": count},
        **{"faster": count, "slower": count, "ratio": number, "ratio_low": number},
        **{"ratio_high": number, "p": number, "conflicts": number, "clauses": number},
    },
    key=["clock", "solver", "family", "n", "k"],
    complete={"clock": ["load_solve"]},
)


def rows(
    seed: int,
    n: int,
    k: int,
    boards: int,
    repeats: int,
    solvers: tuple[str, ...],
    families: tuple[str, ...] = (),
) -> Iterator[Row]:
    """Measure the times of the minimal encoding with redundant clauses.

    The rows are those of `compare.run_rows`, for each family in `ADDED` and each Python file in
    `families` (see `encode.redundant.family_of`).
    """
    return compare.run_rows(
        minima(seed, n, k, boards),
        COLUMNS,
        "family",
        {family: with_minimal(family) for family in (*ADDED, *families)},
        solvers,
        repeats,
        timeout=None,
        warm_up=["minimal"],
    )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare each family of redundant clauses with the minimal encoding.

    There is a row for each clock, solver, family and (n, k). A board's time is the sum over both
    queries of the median over repeats.

    faster, slower : numbers of boards on which the family is faster and slower
    ratio : geometric mean over boards of the family's time divided by the minimal encoding's, with
        a 95% bootstrap interval from ``ratio_low`` to ``ratio_high``
    p : p-value of the two-sided sign test, corrected by Holm's procedure over all rows of a clock
    conflicts : geometric mean over boards of the ratio of conflicts; each number of conflicts is
        the sum over both queries, plus one
    clauses : arithmetic mean over boards of the ratio of clauses
    """
    return pd.concat([_of_clock(rows, clock) for clock in compare.CLOCKS])[list(TABLE)]


def _of_clock(rows: pd.DataFrame, clock: str) -> pd.DataFrame:
    totals = compare.per_board(rows, clock, "family", "conflicts", "clauses")
    totals["conflicts"] += 1
    minimal = totals.xs("minimal", level="family")
    found = []
    for family in rows["family"].unique():
        if family == "minimal":
            continue
        ratios = totals.xs(family, level="family") / minimal
        for (solver, *cell), of in ratios.groupby(["solver", *CELL]):
            found.append(
                {"clock": clock, "solver": solver, "family": family}
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


STEP = cell_step(
    "run",
    rows,
    click.option(
        "--solver",
        "solvers",
        multiple=True,
        default=["minisat22"],
        show_default=True,
        help="A SAT solver, by its PySAT name; may be repeated.",
    ),
    click.option(
        "--family",
        "families",
        multiple=True,
        metavar="FILE",
        help="A Python file with redundant clauses of your own; may be repeated.",
    ),
    repeats_option(2),
)

REDUNDANT_TABLE = Table(COLUMNS, table)
