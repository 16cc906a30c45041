"""Comparison of this project's methods with other solvers on the same boards."""

import numpy as np
import pandas as pd

from puzzlesat.common.rows import Row
from puzzlesat_studies.core.tables import Table, by_group
from puzzlesat_studies.floodit.baselines.rows import SET_ROWS
from puzzlesat_studies.floodit.frontier.rows import OUTCOMES
from puzzlesat_studies.floodit.frontier.tables import (
    check_agreement,
    check_bounds_of,
    cost,
    proven,
    results_by_board,
)


def baselines_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Compare methods by (n, k): proven minima, time, memory, and time relative to ``auto``.

    Raise `DisagreementError` if two methods contradict each other on a board.
    """
    check_agreement(outcomes)
    ours = outcomes[outcomes["method"] == "auto"].set_index(["seed", "n", "k", "i"])["seconds"]
    joined = outcomes.join(ours.rename("auto_seconds"), on=["seed", "n", "k", "i"])
    logs = np.log(joined["seconds"].clip(lower=1e-4) / joined["auto_seconds"].clip(lower=1e-4))
    return by_group(
        joined.assign(log_ratio=logs),
        ["n", "k", "method"],
        lambda cell: _proven(cell) | cost(cell) | {"ratio": np.exp(cell["log_ratio"].mean())},
        sort=False,
    )


def _proven(cell: pd.DataFrame) -> Row:
    return proven(cell) | {"missing": bool((cell["status"] == "missing").all())}


def _shown(table: pd.DataFrame, column: str, form: str) -> pd.Series:
    """Return a column as text, empty where a method is not installed."""
    return table[column].map(form.format).mask(table["missing"], "")


def baselines_printed(baselines: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    missing = baselines["missing"]

    return pd.DataFrame(
        {
            **baselines[["n", "k", "method", "boards"]],
            "proven": baselines["proven"].astype(str).mask(missing, "not installed"),
            "median s": _shown(baselines, "median_seconds", "{:.3g}"),
            "longest s": _shown(baselines, "max_seconds", "{:.3g}"),
            "most MiB": _shown(baselines, "max_peak_mb", "{:.0f}"),
            "times auto": _shown(baselines, "ratio", "{:.1f}"),
        }
    )


CLOCK = (
    "The times of this project's methods and of the libraries cpsat and clingo exclude the start "
    "of Python; those of minisat and of other programs include their start."
)
"""What the measured times include."""

BASELINES_TABLE = Table(
    OUTCOMES,
    baselines_table,
    baselines_printed,
    title="Methods on the same boards",
    note=f"Wall-clock seconds for one board, and the peak memory of its process in MiB. {CLOCK} "
    "Times auto: geometric mean over boards of the time divided by that of the method auto; "
    "an unfinished run counts with its measured time.",
)


def sets_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize results on each public set by method, next to published totals.

    Raise `DisagreementError` if two methods contradict each other on a board.
    """
    for (name, i), board in results_by_board(rows, ["set", "i"]):
        check_bounds_of(board, f"board {i} of {name}")
    table = by_group(rows, ["set", "method"], _totals, sort=False)
    table.insert(1, "start", table.pop("start"))
    return table


def _totals(cell: pd.DataFrame) -> Row:
    return _proven(cell) | {
        "start": " ".join(cell["start"].unique()),
        "lower_total": cell["lower_bound"].sum(),
        "upper_total": cell["upper_bound"].sum(),
        "published": cell["published"].max(),
        "seconds": cell["seconds"].sum(),
        "max_seconds": np.nan if cell["together"].any() else cell["seconds"].max(),
        "max_peak_mb": cell["peak_mb"].max(),
    }


def sets_printed(sets: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    missing = sets["missing"]
    lower, upper = (sets[end].map("{:,}".format) for end in ("lower_total", "upper_total"))
    alone = sets["max_seconds"].notna()

    return pd.DataFrame(
        {
            **sets[["set", "start", "method", "boards"]],
            "proven": sets["proven"].astype(str).mask(missing, "not installed"),
            "total": lower.where(lower == upper, lower + ".." + upper).mask(missing, ""),
            "published": _shown(sets, "published", "{:,}").mask(sets["published"] == 0, ""),
            "s": _shown(sets, "seconds", "{:.3g}"),
            "longest s": _shown(sets, "max_seconds", "{:.3g}").where(alone, ""),
            "most MiB": _shown(sets, "max_peak_mb", "{:.0f}"),
        }
    )


SETS_TABLE = Table(
    SET_ROWS,
    sets_table,
    sets_printed,
    title="Public sets of boards",
    note="Total: sum of the minima, or of the bounds if not all boards are proven. Published: "
    f"the sum that the source of the set gives. Times are wall-clock seconds. {CLOCK} A method "
    "that solves a whole set in one call has no longest time.",
)
