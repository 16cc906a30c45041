"""Growth of the minimum with n and k (§4.1.1).

By a theorem, random boards need Ω(n) moves with high probability (Arthur, Clifford, Jalsenius,
Montanaro, Sach: The Complexity of Flood Filling Games, 2010). Measured minima can illustrate this
theorem, but neither prove nor refute it. The fitted model,

    minimum = a + b·k + n·(c + d·√k),

grows linearly in n. Its rate depends on the number of colours as in the worst case, Θ(√k·n). The
bounds n+k-5 and n+k are special cases that differ in a.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.statistics import SEED, Interval
from puzzlesat_studies.core.study import Record, Row, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.quartiles import all_minima
from puzzlesat_studies.floodit.audit.study import STUDY
from puzzlesat_studies.floodit.boards import BOARD, GRID_POINT

if TYPE_CHECKING:
    import pandas as pd


class MinimumGrowth(Row):
    """The growth of the mean minimum with n, for one k."""

    k: int
    cells: int = column("number of sizes n")
    boards: int
    unresolved: int = column(
        "boards whose minimum is not proven, which count with the midpoint of their bounds, and in "
        "`least_per_n` with the lower bound"
    )
    least_n: int = column("the smallest n")
    most_n: int = column("the largest n")
    exponent: float = column(
        "slope of log(mean minimum) against log n, with a 95% bootstrap interval"
    )
    exponent_low: float
    exponent_high: float
    slope: float = column("slope of the mean minimum against n, with its interval")
    slope_low: float
    slope_high: float
    per_n_first: float = column("mean of minimum / n at the smallest n")
    per_n_last: float = column("mean of minimum / n at the largest n")
    least_per_n: float = column("the smallest minimum / n of any board")
    effort: float | None = column(
        "factor by which the median time of the exact search grows when n increases by 1: a "
        "least-squares fit to the logarithms of the medians, from n = 10 on"
    )
    effort_low: float | None
    effort_high: float | None


class FittedQuantity(Row):
    """A quantity of the fit of bounds like n+k−5 and n+k to the quartiles of the minima."""

    quantity: str = column(
        "a coefficient of the fit to the even boards; `lowered by` or `raised by`, the shifts of "
        "the fit below all 25th and above all 75th percentiles; or, for the odd boards, the number "
        "of cells in which a quartile is on the right side of its bound"
    )
    estimate: float = column("the fitted value, or the count")
    low: float | None = column("lower end of the 95% bootstrap interval")
    high: float | None = column("upper end of the 95% bootstrap interval")
    cells: int = column("number of cells")
    boards: int


RESAMPLES = 1_000
"""Number of bootstrap resamples of the boards within each cell."""

EFFORT_FROM = 10
"""The smallest n in the fit of ``effort``; for smaller n, most of the search time is start-up."""

TICK = 1e-6
"""The resolution of the times in rows, in seconds."""

TERMS = {
    "1": lambda n, k: np.ones(len(n)),
    "k": lambda n, k: k,
    "n": lambda n, k: n,
    "n√k": lambda n, k: n * np.sqrt(k),
}


@STUDY.table(MinimumGrowth, "linear", rows=all_minima)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Fit the growth of the mean minimum with n, for each k."""
    return by_group(_board_minima(rows), ["k"], _summary)


def _board_minima(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each board with its minimum, or the midpoint of its bounds."""
    boards = rows.drop_duplicates(BOARD)
    return boards.assign(minimum=(boards["lower"] + boards["upper"]) / 2)


def _summary(group: pd.DataFrame) -> Record:
    sizes = np.array(sorted(group["n"].unique()), dtype=float)
    means = _resampled(group, "minimum", np.mean)
    medians = _resampled(group, "seconds", np.median)
    return {
        "cells": len(sizes),
        "boards": len(group),
        "unresolved": int((group["status"] != "optimal").sum()),
        "least_n": group["n"].min(),
        "most_n": group["n"].max(),
        **_interval("exponent", _slopes(np.log(sizes), np.log(means))),
        **_interval("slope", _slopes(sizes, means)),
        "per_n_first": means[0, 0] / sizes[0],
        "per_n_last": means[-1, 0] / sizes[-1],
        "least_per_n": (group["lower"] / group["n"]).min(),
        **_interval("effort", _growth_factors(sizes, medians)),
    }


def _resampled(
    group: pd.DataFrame, column: str, statistic: Callable[..., np.ndarray]
) -> np.ndarray:
    """Return a statistic of a column by n (rows), for the sample and its resamples (columns)."""
    statistics = []
    for _, column_of_n in group.groupby("n")[column]:
        values = column_of_n.to_numpy()
        resamples = np.random.default_rng(SEED).choice(values, (RESAMPLES, len(values)))
        statistics.append(np.concatenate([[statistic(values)], statistic(resamples, axis=1)]))
    return np.array(statistics)


def _slopes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the least-squares slope of each column of y against x."""
    if len(x) < 2:
        return np.full(y.shape[1], np.nan)
    centred = x - x.mean()
    return centred @ (y - y.mean(axis=0)) / (centred @ centred)


def _growth_factors(sizes: np.ndarray, seconds: np.ndarray) -> np.ndarray:
    large = sizes >= EFFORT_FROM
    return np.exp(_slopes(sizes[large], np.log(np.maximum(seconds[large], TICK))))


def _interval(name: str, values: np.ndarray) -> dict[str, float]:
    return Interval(values[0], *np.quantile(values[1:], [0.025, 0.975])).columns(name)


@STUDY.table(FittedQuantity, "fit", rows=all_minima)
def fit_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Fit bounds like n+k-5 and n+k to the quartiles of the minima."""
    import pandas as pd

    minima = _board_minima(rows)
    even, odd = (minima[minima["board"] % 2 == half] for half in (0, 1))
    if even.empty or odd.empty:
        raise InputError("the fit needs boards with an even and with an odd number")
    coefficients, low, high = _fit(even)
    lowered, raised = _shifts(even, coefficients)
    cells = _quartiles(odd)
    fit, thesis_bound = _design(cells) @ coefficients, cells["n"] + cells["k"]
    counts = {
        "25% above the fitted bound": (cells["q1"] > fit - lowered).sum(),
        "75% below the fitted bound": (cells["q3"] < fit + raised).sum(),
        "25% above n+k-5": (cells["q1"] > thesis_bound - 5).sum(),
        "75% below n+k": (cells["q3"] < thesis_bound).sum(),
        "width of the fitted bounds": lowered + raised,
    }
    quantities = pd.concat(
        [
            pd.DataFrame(
                {"quantity": list(TERMS), "estimate": coefficients, "low": low, "high": high}
            ),
            pd.DataFrame({"quantity": ["lowered by", "raised by"], "estimate": [lowered, raised]}),
            pd.DataFrame(counts.items(), columns=["quantity", "estimate"]),
        ]
    )
    is_of_odd = quantities["quantity"].isin(counts)
    return quantities.assign(
        cells=np.where(
            is_of_odd, *(half_boards.groupby(GRID_POINT).ngroups for half_boards in (odd, even))
        ),
        boards=np.where(is_of_odd, len(odd), len(even)),
    )


def _fit(rows: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the coefficients of `TERMS`, and the lower and upper ends of their intervals."""
    design, weights = _design(rows), _weights(rows)
    y = rows["minimum"].to_numpy(dtype=float)
    cell_members = [*rows.reset_index().groupby(GRID_POINT).indices.values()]
    generator = np.random.default_rng(SEED)
    resampled = []
    for _ in range(RESAMPLES):
        indices = np.concatenate([generator.choice(x, len(x)) for x in cell_members])
        resampled.append(_least_squares(design[indices], y[indices], weights[indices]))
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    return _least_squares(design, y, weights), low, high


def _design(rows: pd.DataFrame) -> np.ndarray:
    n, k = (rows[key].to_numpy(dtype=float) for key in GRID_POINT)
    return np.column_stack([term(n, k) for term in TERMS.values()])


def _weights(rows: pd.DataFrame) -> np.ndarray:
    """Return weights that sum to the same total in every cell."""
    return 1 / rows.groupby(GRID_POINT)["board"].transform("size").to_numpy(dtype=float)


def _least_squares(design: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    root = np.sqrt(weights)
    return np.linalg.lstsq(design * root[:, None], y * root, rcond=None)[0]


def _quartiles(rows: pd.DataFrame) -> pd.DataFrame:
    import pandas as pd

    minima: Any = rows.groupby(GRID_POINT)["minimum"]
    quartiles = {"q1": minima.quantile(0.25), "q3": minima.quantile(0.75)}
    return pd.DataFrame(quartiles).reset_index()


def _shifts(rows: pd.DataFrame, coefficients: np.ndarray) -> tuple[float, float]:
    """Return the smallest shifts, in steps of 1/4, with which the fit encloses all quartiles."""
    cells = _quartiles(rows)
    fit = _design(cells) @ coefficients
    lowered, raised = (fit - cells["q1"]).max(), (cells["q3"] - fit).max()
    return tuple((np.floor(4 * x) + 1) / 4 for x in (lowered, raised))
