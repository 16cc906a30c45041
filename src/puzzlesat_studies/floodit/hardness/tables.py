"""Summary of solving times around the minimum."""

import pandas as pd

from puzzlesat.common.rows import Columns, Row, count, duration, one_of, positive
from puzzlesat_studies.core.tables import Table, by_group
from puzzlesat_studies.floodit.hardness.rows import HARDNESS

MEDIANS: Columns = {
    **{"n": positive, "k": positive, "solver": str},
    **{"distance": int, "side": one_of("sat", "unsat")},
    **{"boards": count, "timeouts": count, "median_seconds": duration, "max_seconds": duration},
}


def hardness_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize solving times and timeouts by (n, k), solver and distance from the minimum.

    A solve that ran out of time counts with the time limit, so medians and maxima that reach the
    limit are lower bounds.
    """
    return by_group(around(rows), ["n", "k", "solver", "distance"], _summary)


def around(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with two more columns: ``distance``, m minus the minimum, and ``seconds``.

    After a timeout, ``seconds`` is the time limit.
    """
    return rows.assign(
        distance=rows["m"].astype(int) - rows["minimum"],
        seconds=rows["solve_seconds"].where(rows["status"] != "timeout", rows["timeout"]),
    )


def _summary(group: pd.DataFrame) -> Row:
    return {
        "side": "sat" if group["distance"].iloc[0] >= 0 else "unsat",
        "boards": len(group),
        "timeouts": int((group["status"] == "timeout").sum()),
        "median_seconds": group["seconds"].median(),
        "max_seconds": group["seconds"].max(),
    }


HARDNESS_TABLE = Table(
    HARDNESS,
    hardness_table,
    title="Time to decide whether m moves suffice, around the minimum",
    note="Distance: m minus the minimum. Side: sat from the minimum on, unsat below. Median and "
    "longest CPU seconds of a solve, over boards; a timeout counts as the limit.",
)
