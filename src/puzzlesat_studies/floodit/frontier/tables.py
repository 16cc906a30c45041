"""The largest boards with proven minima: all methods by board size, with time and memory.

Each method solves each board in a separate process, so the memory is that for one board.
"""

from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import curve_fit

from puzzlesat.common.errors import DisagreementError, InputError, plain
from puzzlesat.common.rows import Columns, Row, count, duration, number, positive
from puzzlesat_studies.core.tables import Groups, Table, by_group
from puzzlesat_studies.floodit.frontier.rows import OUTCOMES, PROVEN

SCALING: Columns = {
    **{"k": positive, "n": positive, "method": str, "boards": count, "proven": count},
    **{"median_seconds": duration, "max_seconds": duration, "max_peak_mb": number},
}

LARGE: Columns = {
    **{"n": positive, "k": positive, "board": count, "lower_bound": count, "lower_by": str},
    **{"upper_bound": count, "upper_by": str, "seconds": duration, "peak_mb": number},
}


def frontier_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Summarize one method's bounds on the minima by (n, k), with time and memory."""

    def measure(cell: pd.DataFrame) -> Row:
        quartiles = {
            f"{q}_{side}": cell[f"{side}_bound"].quantile(share)
            for q, share in (("q1", 0.25), ("median", 0.5), ("q3", 0.75))
            for side in ("lower", "upper")
        }
        ends = {"min_lower": cell["lower_bound"].min(), "max_upper": cell["upper_bound"].max()}
        return proven(cell) | quartiles | ends | cost(cell)

    return by_group(outcomes, ["n", "k"], measure)


def proven(cell: pd.DataFrame) -> Row:
    """Return the numbers of boards and of proven minima."""
    return {"boards": len(cell), "proven": cell["status"].isin(PROVEN).sum()}


def cost(cell: pd.DataFrame) -> Row:
    """Return the median time, the largest time and the largest memory of a method in a cell."""
    return {
        "median_seconds": cell["seconds"].median(),
        "max_seconds": cell["seconds"].max(),
        "max_peak_mb": cell["peak_mb"].max(),
    }


def frontier_printed(frontier: pd.DataFrame) -> pd.DataFrame:
    """Return the table for reading, with an interval where a quartile is not proven."""

    def between(q: str) -> list[str]:
        pairs = zip(frontier[f"{q}_lower"], frontier[f"{q}_upper"], strict=True)
        return [f"{low:g}" if low == high else f"{low:g}..{high:g}" for low, high in pairs]

    return pd.DataFrame(
        {
            **frontier[["n", "k", "boards", "proven"]],
            "least": frontier["min_lower"],
            "25%": between("q1"),
            "median": between("median"),
            "75%": between("q3"),
            "most": frontier["max_upper"],
            "median s": frontier["median_seconds"].map("{:.2f}".format),
            "longest s": frontier["max_seconds"].map("{:.1f}".format),
            "most MiB": frontier["max_peak_mb"].map("{:.0f}".format),
        }
    )


def proven_minima(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return the minima of the cells (n, k) in which the minimum of every board is proven.

    In other cells, only the easier boards have proven minima, which would bias the result.
    """
    whole = outcomes["status"].isin(PROVEN).groupby([outcomes["n"], outcomes["k"]]).transform("all")
    return outcomes[whole].rename(columns={"lower_bound": "minimum"})[["n", "k", "minimum"]]


FEWEST = 4
"""The smallest number of boards to which a law with three parameters can be fitted."""


class Law:
    """A growth law of the minimum, p ≈ a·n^b·k^c, fitted by least squares.

    `minima` must have the columns ``n``, ``k`` and ``minimum``, a row for each board, and at least
    two sizes and two numbers of colours. `parameters` are a, b and c. Raise `InputError` if there
    are fewer than `FEWEST` rows.
    """

    def __init__(self, minima: pd.DataFrame) -> None:
        if len(minima) < FEWEST:
            raise InputError(
                f"a growth law is fitted to {FEWEST} proven minima or more, but there are "
                f"{len(minima)}"
            )
        n, k, p = (minima[name].to_numpy(float) for name in ("n", "k", "minimum"))
        values, _ = curve_fit(_growth, (n, k), p, p0=(0.5, 0.9, 0.8), maxfev=20_000)
        self.parameters = dict(zip("abc", values.tolist(), strict=True))

    def __call__(self, n: Any, k: Any) -> Any:
        """Return the expected minimum."""
        return _growth((n, k), *self.parameters.values())


def _growth(x: tuple, a: float, b: float, c: float) -> Any:
    n, k = x
    return a * n**b * k**c


def law_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Fit the growth of the minimum: a law for all (n, k), and a straight line for each k.

    There is no line for a k with fewer than three sizes.
    """
    minima = proven_minima(outcomes)
    law = Law(minima)
    a, b, c = law.parameters.values()
    rows: list[Row] = [
        {
            "law": "common",
            "k": "",
            "formula": f"{a:.3f} n^{b:.3f} k^{c:.3f}",
            "slope": "",
            "slope_error": "",
        }
        | _fit(minima, law(minima["n"], minima["k"]))
    ]
    for k, cell in minima.groupby("k"):
        if cell["n"].nunique() < 3:
            continue
        (slope, at_0), covariance = np.polyfit(cell["n"], cell["minimum"], 1, cov=True)
        rows.append(
            {
                "law": "line",
                "k": k,
                "formula": f"{slope:.3f} n {at_0:+.2f}",
                "slope": f"{slope:.3f}",
                "slope_error": f"{np.sqrt(covariance[0, 0]):.3f}",
            }
            | _fit(cell, slope * cell["n"] + at_0)
        )
    return pd.DataFrame(rows)


def _fit(minima: pd.DataFrame, expected: pd.Series) -> Row:
    residuals = minima["minimum"] - expected
    return {
        "boards": len(minima),
        "sizes": f"{minima['n'].min()}..{minima['n'].max()}",
        "residual_sd": residuals.std(),
        "r_squared": 1 - residuals.var() / minima["minimum"].var(),
    }


def scaling_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Count proven minima by (k, n, method), with time and memory.

    Raise `DisagreementError` if two methods contradict each other on a board.
    """
    check_agreement(outcomes)
    tried = outcomes[~outcomes["status"].isin(["skipped", "missing"])]
    key = ["k", "n", "method"]
    return by_group(tried, key, lambda cell: proven(cell) | cost(cell), sort=False)


def scaling_printed(scaling: pd.DataFrame) -> pd.DataFrame:
    """Return the largest n at which each method proved every minimum, by k."""
    whole = scaling[scaling["proven"] == scaling["boards"]]
    table = whole.pivot_table(index="method", columns="k", values="n", aggfunc="max", sort=False)
    table = table.reindex(scaling["method"].unique())
    return table.map(lambda n: "-" if np.isnan(n) else f"{n:.0f}").reset_index()


def check_agreement(outcomes: pd.DataFrame) -> None:
    """Raise `DisagreementError` if results for a board contradict each other."""
    for (seed, n, k, i), rows in results_by_board(outcomes, ["seed", "n", "k", "i"]):
        check_bounds_of(rows, f"board {i} of n = {n}, k = {k}, seed {seed}")


def results_by_board(outcomes: pd.DataFrame, names: list[str]) -> Groups:
    """Return the rows with a result, grouped by board; the columns `names` identify a board."""
    without = ["skipped", "missing", "killed"]
    return outcomes[~outcomes["status"].isin(without)].groupby(names)


def check_bounds_of(rows: pd.DataFrame, board: str) -> None:
    """Raise `DisagreementError` if the rows of a board contradict each other."""
    low: Any = rows["lower_bound"].idxmax()
    high: Any = rows["upper_bound"].idxmin()
    if rows["lower_bound"][low] > rows["upper_bound"][high]:
        raise DisagreementError(
            f"{board}: {plain(rows['method'][low])} proves the lower bound "
            f"{rows['lower_bound'][low]}, but {plain(rows['method'][high])} the upper bound "
            f"{rows['upper_bound'][high]}"
        )


def large_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """List the bounds on the minima of large boards, with the methods that found them."""
    return outcomes.drop(columns="board").rename(columns={"i": "board"})[list(LARGE)]


FRONTIER_TABLE = Table(
    OUTCOMES,
    frontier_table,
    frontier_printed,
    title="Minima of random boards, proven by the property-directed search",
    note="Minima in moves, for each size n and number of colours k. Times are wall-clock "
    "seconds for one board, without the start of Python; memory is the peak of its process in MiB. "
    "Where a minimum was not proven within the limit, its bounds are used (0 if the process was "
    "killed), and a quartile may be an interval.",
)

LAW_TABLE = Table(
    OUTCOMES,
    law_table,
    title="Growth of the minimum with n and k",
    note="Least-squares fits to the minima of all cells (n, k) in which every minimum is "
    "proven. Residual_sd: standard deviation of the residuals, in moves. R_squared: share of the "
    "variance explained. Slope_error: standard error of the slope.",
)

SCALING_TABLE = Table(
    OUTCOMES,
    scaling_table,
    scaling_printed,
    title="Largest size n at which a method proves the minimum of every board",
    note="Rows are methods, columns numbers of colours k. At this size every minimum was proven "
    "within the time limit.",
)

LARGE_TABLE = Table(
    OUTCOMES,
    large_table,
    title="Bounds on the minima of large boards",
    note="Bounds in moves and the method that found each. Wall-clock seconds without "
    "the start of Python, and the peak memory of the process in MiB.",
)
