"""Our methods and other people's solvers on the same boards."""

import numpy as np
import pandas as pd

from puzzlesat.floodit.studies.frontier.rows import OUTCOMES, PROVEN
from puzzlesat.floodit.studies.frontier.tables import check_agreement
from puzzlesat.report.tables import Table


def baselines_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each (n, k, method): answers, time and memory, side by side.

    Returns
    -------
    DataFrame
        ``n, k, method, boards, proven``, ``missing`` (whether it is not installed),
        ``median_seconds``, ``max_seconds``, ``max_peak_mb``, and ``ratio``, the geometric mean over
        boards of its time to that of `auto`; a board on which time ran out counts with the time
        limit, so that the ratio is then a lower bound.

    Raises
    ------
    DisagreementError
        If two methods contradict each other on a board.
    """
    check_agreement(outcomes)
    ours = outcomes[outcomes["method"] == "auto"].set_index(["seed", "n", "k", "i"])["seconds"]
    beside = outcomes.join(ours.rename("auto_seconds"), on=["seed", "n", "k", "i"])
    logs = np.log(beside["seconds"].clip(lower=1e-4) / beside["auto_seconds"].clip(lower=1e-4))
    groups = beside.assign(log_ratio=logs).groupby(["n", "k", "method"], sort=False)
    return pd.DataFrame(
        {
            "n": n,
            "k": k,
            "method": method,
            "boards": len(cell),
            "proven": cell["status"].isin(PROVEN).sum(),
            "missing": bool((cell["status"] == "missing").all()),
            "median_seconds": cell["seconds"].median(),
            "max_seconds": cell["seconds"].max(),
            "max_peak_mb": cell["peak_mb"].max(),
            "ratio": np.exp(cell["log_ratio"].mean()),
        }
        for (n, k, method), cell in groups
    )


def baselines_printed(baselines: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    missing = baselines["missing"]

    def shown(column: str, form: str) -> pd.Series:
        return baselines[column].map(form.format).mask(missing, "")

    return pd.DataFrame(
        {
            "n": baselines["n"],
            "k": baselines["k"],
            "method": baselines["method"],
            "boards": baselines["boards"],
            "proven": baselines["proven"].astype(str).mask(missing, "not installed"),
            "median s": shown("median_seconds", "{:.3f}"),
            "longest s": shown("max_seconds", "{:.2f}"),
            "most MB": shown("max_peak_mb", "{:.0f}"),
            "times auto": shown("ratio", "{:.1f}"),
        }
    )


BASELINES_TABLE = Table(OUTCOMES, baselines_table, baselines_printed)
"""Set the methods in FILES of outcomes side by side, with times as multiples of auto's."""
