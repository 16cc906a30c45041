"""Summary of solving times around the minimum."""

import pandas as pd

from puzzlesat.floodit.studies.hardness.rows import HARDNESS
from puzzlesat.report.tables import Table


def hardness_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize solving times and timeouts by (n, k), solver and distance from the minimum.

    A solve that ran out of time counts with the limit, so the numbers are then lower bounds.
    """
    counted = rows.assign(
        distance=rows["m"].astype(int) - rows["minimum"],
        seconds=rows["solve_seconds"].where(rows["status"] != "timeout", rows["timeout"]),
    )
    groups = counted.groupby(["n", "k", "solver", "distance"], sort=True)
    return pd.DataFrame(
        {
            **dict(zip(("n", "k", "solver", "distance"), cell, strict=True)),
            "side": "sat" if cell[-1] >= 0 else "unsat",
            "boards": len(group),
            "timeouts": int((group["status"] == "timeout").sum()),
            "median_seconds": group["seconds"].median(),
            "max_seconds": group["seconds"].max(),
        }
        for cell, group in groups
    )


HARDNESS_TABLE = Table(
    HARDNESS,
    hardness_table,
    title="Time to decide whether m moves suffice, around the minimum",
    note="Distance: m minus the minimum. Side: sat from the minimum on, unsat below. Median and "
    "longest CPU seconds of a solve, over boards; a timeout counts as the limit.",
)
