"""Minima and the heuristic bounds n+k-5 and n+k (thesis, §4.1, Fig. 4.2)."""

import pandas as pd

from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import Columns, Row, Schema, count, number, positive, truth
from puzzlesat_studies.core.tables import Table, by_group
from puzzlesat_studies.floodit.thesis.rows import MINIMA

THESIS_GRID = {"n": range(4, 10), "k": range(3, 7)}

THESIS_BOARDS = 100
"""The thesis's number of boards in a cell, in Fig. 4.2 and in Table 4.1."""


def in_thesis(frame: pd.DataFrame) -> pd.Series:
    """Return for each row whether its n and k are in Fig. 4.2."""
    return frame["n"].isin(THESIS_GRID["n"]) & frame["k"].isin(THESIS_GRID["k"])


def check_bounds(row: Row) -> None:
    """Raise `InputError` if numbers of a box are out of order, or bounds or verdicts are wrong."""
    for names in (
        ["min", "q1", "median", "q3", "max"],
        ["min", "whisker_low", "whisker_high", "max"],  # a whisker may end within the box
    ):
        values = [row[name] for name in names]
        if values != sorted(values):
            raise InputError(f"{', '.join(names)} should be non-decreasing, but are {values}")
    n, k, lower, upper = (row[name] for name in ("n", "k", "lower", "upper"))
    if (lower, upper) != (n + k - 5, n + k):
        raise InputError(f"lower and upper are {lower:g} and {upper}, not n+k-5 and n+k")
    for name, holds in (
        ("q1_above_lower", row["q1"] > lower),
        ("q3_below_upper", row["q3"] < upper),
        ("q1_from_lower", row["q1"] >= lower),
        ("q3_to_upper", row["q3"] <= upper),
    ):
        if row[name] != holds:
            raise InputError(f"{name} is {row[name]}, but by the row's numbers it is {holds}")


BOUNDS: Columns = Schema(
    {
        **{"n": positive, "k": positive, "count": count, "min": count, "whisker_low": count},
        **{"q1": number, "median": number, "q3": number, "whisker_high": count, "max": count},
        **{"mean": number, "lower": number, "upper": count},
        **{"q1_above_lower": truth, "q3_below_upper": truth},
        **{"q1_from_lower": truth, "q3_to_upper": truth, "within": number},
    },
    key=["n", "k"],
    check=check_bounds,
)


def bounds_table(minima: pd.DataFrame) -> pd.DataFrame:
    """Compare the quartiles of the minima with the bounds n+k-5 and n+k by (n, k) (Figure 4.2).

    >>> minima = pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 3, 4, 4, 8]})
    >>> print(bounds_table(minima)[["q1", "q3", "whisker_high", "lower", "within"]])
        q1   q3  whisker_high  lower  within
    0  3.0  4.0             4      2     0.8
    """
    return by_group(minima, ["n", "k"], _box)


def _box(cell: pd.DataFrame) -> Row:
    minima = cell["minimum"]
    q1, median, q3 = minima.quantile([0.25, 0.5, 0.75])
    reach = 1.5 * (q3 - q1)
    upper = int(cell["n"].iloc[0] + cell["k"].iloc[0])
    lower = upper - 5
    return {
        "count": len(minima),
        "min": minima.min(),
        "whisker_low": minima[minima >= q1 - reach].min(),
        "q1": q1,
        "median": median,
        "q3": q3,
        "whisker_high": minima[minima <= q3 + reach].max(),
        "max": minima.max(),
        "mean": minima.mean(),
        "lower": lower,
        "upper": upper,
        "q1_above_lower": bool(q1 > lower),
        "q3_below_upper": bool(q3 < upper),
        "q1_from_lower": bool(q1 >= lower),
        "q3_to_upper": bool(q3 <= upper),
        "within": minima.between(lower, upper).mean(),
    }


PRINTED = {
    **{"n": "n", "k": "k", "count": "boards", "whisker_low": "lower whisker", "q1": "25%"},
    **{"median": "median", "q3": "75%", "whisker_high": "upper whisker"},
    **{"lower": "n+k-5", "upper": "n+k"},
}


def printed(bounds: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""

    def verdict(strictly: str, with_ties: str) -> list[str]:
        return [
            "yes" if strict else "tie" if tie else "no"
            for strict, tie in zip(bounds[strictly], bounds[with_ties], strict=True)
        ]

    return pd.DataFrame(
        {
            **bounds[list(PRINTED)].rename(columns=PRINTED),
            "25% above n+k-5": verdict("q1_above_lower", "q1_from_lower"),
            "75% below n+k": verdict("q3_below_upper", "q3_to_upper"),
            "boards within": bounds["within"].map("{:.0%}".format),
        }
    )


BOUNDS_TABLE = Table(
    MINIMA,
    bounds_table,
    printed,
    title="Fig. 4.2: minima of random boards and the bounds n+k-5 and n+k",
    note="Minima in moves, for each size n and number of colours k. Percentiles are interpolated "
    "linearly. Whiskers reach the furthest minimum within 1.5 interquartile ranges of the box. A "
    "tie is a percentile equal to its bound: the claim then holds in its weak form only. Boards "
    "within: share of boards with n+k-5 ≤ minimum ≤ n+k.",
)
