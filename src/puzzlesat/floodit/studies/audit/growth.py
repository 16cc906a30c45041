"""How the minimum grows with n and k (§4.1.1).

That random boards need Ω(n) moves with high probability is a theorem (Arthur, Clifford, Jalsenius,
Montanaro, Sach: The Complexity of Flood Filling Games, 2010). Measured minima can contradict it or
not; they cannot prove it. The model that is fitted to all boards of the sample,

    minimum = a + b·k + n·(c + d·√k),

grows linearly in n at a rate that depends on the number of colours like the most demanding boards'
Θ(√k·n), and has the bounds n+k-5 and n+k as special cases, a apart.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.studies.audit.boards import BOARD, CELL
from puzzlesat.floodit.studies.audit.quartiles import COLUMNS
from puzzlesat.report.claims import FAILS, HOLDS, OPEN, Verdict
from puzzlesat.report.rows import Columns, Schema, count, number, positive
from puzzlesat.report.statistics import SEED
from puzzlesat.report.tables import Table

RESAMPLES = 1_000
"""Bootstrap resamples, over boards within cells."""

EFFORT_FROM = 10
"""Smaller boards take the exact search no longer than it takes to start."""

TICK = 1e-6
"""The least time that rows tell, in seconds."""

TABLE: Columns = {
    **{"k": positive, "cells": count, "boards": count, "open": count, "least_n": count},
    **{"most_n": count, "exponent": number, "exponent_low": number, "exponent_high": number},
    **{"slope": number, "slope_low": number, "slope_high": number},
    **{"per_n_first": number, "per_n_last": number, "least_per_n": number},
    **{"effort": number, "effort_low": number, "effort_high": number},
}
"""The columns of `table`."""

TERMS = {
    "1": lambda n, k: np.ones(len(n)),
    "k": lambda n, k: k,
    "n": lambda n, k: n,
    "n√k": lambda n, k: n * np.sqrt(k),
}
"""The terms of the fitted model."""

FIT: Columns = Schema(
    {
        **{"quantity": str, "estimate": number, "low": number, "high": number},
        **{"cells": count, "boards": count},
    },
    key=["quantity"],
    whole={"quantity": [*TERMS, "lowered by", "raised by"]},
)
"""The columns of `fit_table`."""


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each k: how the mean minimum grows with n.

    ``exponent`` is the slope of log(mean minimum) over log n, ``slope`` that of the mean minimum
    over n, by least squares over the cells, each with its 95% bootstrap interval over the boards
    within cells. ``per_n_first`` and ``per_n_last`` are the mean of minimum / n at the smallest and
    the largest n, ``least_per_n`` is the least minimum / n of any board. A board that is open
    counts with the middle of its bounds. ``effort`` is the factor by which the median seconds of
    the exact search grow with each step of n, by least squares over their logarithms, from n = 10
    on; a search that ran out of time counts with the time it had.
    """
    found = []
    known = rows.drop_duplicates(BOARD)
    known = known.assign(minimum=(known["lower"] + known["upper"]) / 2)
    for k, group in known.groupby("k"):
        sizes = sorted(group["n"].unique())
        samples = [x["minimum"].to_numpy() for _, x in group.groupby("n")]
        seconds = [x["seconds"].to_numpy() for _, x in group.groupby("n")]
        # Each of shape sizes × (1 + resamples), the sample itself first.
        means = np.array([_resampled(x, np.mean) for x in samples])
        medians = np.array([_resampled(x, np.median) for x in seconds])
        steps = np.array(sizes, dtype=float)
        ratio = [x.mean() / n for n, x in zip(sizes, samples, strict=True)]
        least = (group["lower"] / group["n"]).min()
        found.append(
            {"k": k, "cells": len(sizes), "boards": len(group)}
            | {"open": int((group["status"] != "optimal").sum())}
            | {"least_n": min(sizes), "most_n": max(sizes)}
            | _interval("exponent", _slopes(np.log(steps), np.log(means)))
            | _interval("slope", _slopes(steps, means))
            | {"per_n_first": ratio[0], "per_n_last": ratio[-1], "least_per_n": least}
            | _interval("effort", _factor(steps, medians))
        )
    return pd.DataFrame(found)[list(TABLE)]


def _resampled(values: np.ndarray, statistic: Callable[..., np.ndarray]) -> np.ndarray:
    """Return the statistic of the values, followed by that of each resample."""
    draws = np.random.default_rng(SEED).choice(values, (RESAMPLES, len(values)))
    return np.concatenate([[statistic(values)], statistic(draws, axis=1)])


def _slopes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the least-squares slope of each column of y over x."""
    if len(x) < 2:
        return np.full(y.shape[1], np.nan)
    centred = x - x.mean()
    return centred @ (y - y.mean(axis=0)) / (centred @ centred)


def _factor(sizes: np.ndarray, seconds: np.ndarray) -> np.ndarray:
    """Return by what each step of n multiplies the seconds, from `EFFORT_FROM` on."""
    large = sizes >= EFFORT_FROM
    return np.exp(_slopes(sizes[large], np.log(np.maximum(seconds[large], TICK))))


def _interval(name: str, values: np.ndarray) -> dict[str, float]:
    low, high = np.quantile(values[1:], [0.025, 0.975])
    return {name: values[0], f"{name}_low": low, f"{name}_high": high}


def fit_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the fitted model's terms, and the bounds that follow from it.

    Terms are fitted to the boards with an even number i, by least squares, with 95% bootstrap
    intervals over them; they also give the two shifts: the least by which the fit must be lowered
    or raised, in steps of 1/4, to lie below the 25th or above the 75th percentile of all cells. The
    bounds are then tried on the boards with an odd number: in how many cells they enclose the
    quartiles, and how many n+k-5 and n+k do.

    Raises
    ------
    InputError
        If there are no boards with an even number, or none with an odd one.
    """
    known = rows.drop_duplicates(BOARD)
    known = known.assign(minimum=(known["lower"] + known["upper"]) / 2)
    even, odd = (known[known["i"] % 2 == half] for half in (0, 1))
    if even.empty or odd.empty:
        raise InputError("the fit needs boards with an even and with an odd number i")
    design = _design(even)
    weights = _weights(even)
    generator = np.random.default_rng(SEED)
    y = even["minimum"].to_numpy(dtype=float)
    estimate = _least_squares(design, y, weights)
    cell_of = even.groupby(CELL).ngroup().to_numpy()
    members = [np.flatnonzero(cell_of == cell) for cell in range(cell_of.max() + 1)]
    drawn = []
    for _ in range(RESAMPLES):
        chosen = np.concatenate([generator.choice(x, len(x)) for x in members])
        drawn.append(_least_squares(design[chosen], y[chosen], weights[chosen]))
    size = {"cells": len(members), "boards": len(even)}
    found = [
        {"quantity": term, "estimate": estimate[j], "low": low, "high": high} | size
        for j, term in enumerate(TERMS)
        for low, high in [np.quantile([x[j] for x in drawn], [0.025, 0.975])]
    ]
    below, above = _shifts(even, estimate)
    of_odd = {"cells": odd.groupby(CELL).ngroups, "boards": len(odd)}
    ours, thesis = _enclosed(odd, estimate, below, above)
    for quantity, value, of in (
        ("lowered by", below, size),
        ("raised by", above, size),
        ("25% above the fitted bound", ours[0], of_odd),
        ("75% below the fitted bound", ours[1], of_odd),
        ("25% above n+k-5", thesis[0], of_odd),
        ("75% below n+k", thesis[1], of_odd),
        ("width of the fitted bounds", below + above, of_odd),
    ):
        found.append({"quantity": quantity, "estimate": value, "low": None, "high": None} | of)
    return pd.DataFrame(found)[list(FIT)]


def _design(rows: pd.DataFrame) -> np.ndarray:
    n, k = (rows[key].to_numpy(dtype=float) for key in CELL)
    return np.column_stack([term(n, k) for term in TERMS.values()])


def _weights(rows: pd.DataFrame) -> np.ndarray:
    """Return weights that give every cell the same say, whatever its number of boards."""
    return 1 / rows.groupby(CELL)["i"].transform("size").to_numpy(dtype=float)


def _least_squares(design: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    root = np.sqrt(weights)
    return np.linalg.lstsq(design * root[:, None], y * root, rcond=None)[0]


def _quartiles(rows: pd.DataFrame) -> pd.DataFrame:
    minima: Any = rows.groupby(CELL)["minimum"]
    quartiles = {"q1": minima.quantile(0.25), "q3": minima.quantile(0.75)}
    return pd.DataFrame(quartiles).reset_index()


def _shifts(rows: pd.DataFrame, terms: np.ndarray) -> tuple[float, float]:
    """Return the least shifts, in steps of 1/4, with which the fit encloses all quartiles."""
    cells = _quartiles(rows)
    fit = _design(cells) @ terms
    below, above = (fit - cells["q1"]).max(), (cells["q3"] - fit).max()
    return tuple((np.floor(4 * x) + 1) / 4 for x in (below, above))


def _enclosed(
    rows: pd.DataFrame, terms: np.ndarray, below: float, above: float
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return in how many cells each bound encloses its quartile: the fitted, and the thesis's."""
    cells = _quartiles(rows)
    fit, simple = _design(cells) @ terms, cells["n"] + cells["k"]
    return (
        (int((cells["q1"] > fit - below).sum()), int((cells["q3"] < fit + above).sum())),
        (int((cells["q1"] > simple - 5).sum()), int((cells["q3"] < simple).sum())),
    )


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether the minima contradict the theorem that they grow at least linearly in n."""
    table = table[table["cells"] > 1]
    boards = table["boards"].sum()
    sizes = f"n = {table['least_n'].min()}..{table['most_n'].max()}"
    exponents = ", ".join(
        f"k = {row.k:.0f}: {row.exponent:.2f} [{row.exponent_low:.2f}, {row.exponent_high:.2f}]"
        for row in table.itertuples()
    )
    if (table["slope_high"] <= 0).any():
        verdict = FAILS
    else:
        verdict = HOLDS if len(table) and (table["slope_low"] > 0).all() else OPEN
    return [
        Verdict(
            "Random boards need Ω(n) moves",
            "§4.1.1",
            "A theorem of the paper that the thesis cites (Arthur and others, 2010). Measured "
            f"minima do not contradict it: exponent of n at fixed k, {sizes}, {boards} boards, 95% "
            f"bootstrap intervals: {exponents}. No board needs fewer than "
            f"{table['least_per_n'].min():.2f}·n moves.",
            verdict,
            name="linear",
        )
    ]


GROWTH_TABLE = Table(
    COLUMNS,
    table,
    help="Fit the growth of the minimum with n, for each k, to FILES of rows.",
)

FIT_TABLE = Table(
    COLUMNS,
    fit_table,
    help="Fit bounds like n+k-5 and n+k to the quartiles of the minima in FILES of rows.",
)
