"""Is the minimum of random boards proportional to n? Exact minima, and fits of a·n + b·n^γ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from itertools import count, product
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pydantic import Field

from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat_studies.core.params import Count, Params, Sample, Seconds
from puzzlesat_studies.core.statistics import SEED, normal_quantile
from puzzlesat_studies.core.study import Record, Row, Study, column
from puzzlesat_studies.floodit.boards import (
    BoardKey,
    GridPoint,
    SampledBoard,
    set_items,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Growth(Params):
    """The growth of the minimum of random boards."""

    sets: list[Sample] = Field(
        [
            Sample.of([8, 12, 16, 24, 32, 48, 64, 80, 100, 120, 160, 200], [3], 200),
            Sample.of([8, 12, 16, 24, 32, 40, 48, 56, 64, 72, 80], [4], 200),
            Sample.of([8, 12, 16, 20, 24, 28, 32, 36, 40, 45, 50], [5], 200),
            Sample.of([8, 10, 12, 14, 16, 18, 20, 24, 28, 32], [6], 200),
        ],
        min_length=1,
        description="The boards.",
    )
    chunk: Count = Field(20, description="Boards of each job. Results do not depend on it.")
    wall_limit: Seconds = Field(600, description="Wall-clock seconds for a board.")


STUDY = Study(
    "growth",
    Growth,
    "Beyond the thesis",
    "`snakemake growth`: is the minimum of random boards proportional to n? It takes about "
    "an hour on 2 cores.",
)


class BoundedMinimum(BoardKey):
    """The bounds on the minimum of a board."""

    lower_bound: int
    upper_bound: int
    distance: int = column("largest distance of a cluster from the pivot's cluster; a lower bound")
    seconds: float = column("CPU seconds of the search and of the computation of `distance`")
    version: str = column("this project's version")
    host: str


@STUDY.rows(
    BoundedMinimum,
    items=lambda config: set_items(config.growth.sets, config.growth.chunk),
    mem_mb=4500,
    minutes=240,
)
def minima(boards: Sequence[SampledBoard], *, wall_limit: float) -> Iterator[Record]:
    """Search for the minimum of each board."""
    for row in boards:
        started = thread_time()
        bounds = solve_board(row.to_board(), wall_limit=wall_limit)
        graph = ClusterGraph.of(row.to_board())
        yield row.key | {
            "lower_bound": bounds.lower,
            "upper_bound": bounds.upper,
            "distance": next(r for r in count() if graph.ball_of_pivot(r) == graph.all_clusters),
            "seconds": round(thread_time() - started, 3),
            "version": version("puzzlesat"),
        }


class MeanMinimum(GridPoint):
    """The minima of a cell (n, k)."""

    boards: int
    proven: int
    lower_bound: float = column("mean lower bound")
    upper_bound: float = column("mean upper bound; the mean minimum if all are proven")
    deviation: float = column("standard deviation of the upper bounds")
    distance: float = column("mean of `distance`")
    distance_deviation: float = column("standard deviation of `distance`")
    seconds: float = column("mean of `seconds`")


@STUDY.table(MeanMinimum, "growth", rows=minima, title="Mean minima of random boards")
def means(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the means by (n, k)."""
    rows = rows.assign(proven=rows["lower_bound"] == rows["upper_bound"])
    table = rows.groupby(["k", "n"], as_index=False).agg(
        boards=("board", "size"),
        proven=("proven", "sum"),
        lower_bound=("lower_bound", "mean"),
        upper_bound=("upper_bound", "mean"),
        deviation=("upper_bound", "std"),
        distance=("distance", "mean"),
        distance_deviation=("distance", "std"),
        seconds=("seconds", "mean"),
    )
    return table.fillna(0)


class Law(NamedTuple):
    """A law for the mean minimum as a function of n."""

    formula: str
    gammas: Sequence[float]  # the values of γ that are tried
    terms: Callable[[np.ndarray, float], list[np.ndarray]]  # of n and γ
    is_linear: bool  # whether the first term is n, so that its factor is the limit

    @property
    def parameters(self) -> int:
        """The number of parameters that are fitted."""
        return len(self.terms(np.full(1, 2.0), 0)) + (len(self.gammas) > 1)


GAMMAS_BELOW_ONE = tuple(i / 100 for i in range(96))
"""Exponents below 1; the closer γ is to 1, the less do the data determine a."""

POWER_GAMMAS = tuple(i / 1000 for i in range(500, 1201))

LAWS = {
    "sum": Law("a·n + b·n^γ", GAMMAS_BELOW_ONE, lambda n, gamma: [n, n**gamma], True),
    "line": Law("a·n + b", (0,), lambda n, _: [n, n**0], True),
    "logarithm": Law("a·n + b·ln n + c", (0,), lambda n, _: [n, np.log(n), n**0], True),
    "quotient": Law("a·n + b·n/ln n + c", (0,), lambda n, _: [n, n / np.log(n), n**0], True),
    "power": Law("b·n^γ", POWER_GAMMAS, lambda n, gamma: [n**gamma], False),
    "shifted power": Law("b·n^γ + c", POWER_GAMMAS, lambda n, gamma: [n**gamma, n**0], False),
}
"""The laws that are fitted, by name."""


LARGE_N = 16
"""Fits to sizes from this one on show what rests on the smallest boards."""


class LawFit(Row):
    """Fits to the mean minima of one number of colours, over the cells with all minima proven."""

    k: int
    law: str = column(", ".join(f"`{name}` ({law.formula})" for name, law in LAWS.items()))
    n_min: int = column(
        "the smallest n of the fit: each law is fitted to all sizes, and to those with "
        f"n ≥ {LARGE_N}"
    )
    n_max: int = column("the largest n of the fit")
    cells: int = column("number of sizes")
    boards: int
    ratio: float = column("mean minimum divided by n, at the largest n")
    a: float | None = column("limit of the minimum divided by n under the law; empty for powers")
    a_low: float | None = column("lower end of the 95% bootstrap interval")
    a_high: float | None = column("upper end of this interval")
    b: float = column("the constant b of the law")
    c: float = column("the constant c of the law; 0 if it has none")
    gamma: float = column("the exponent γ of the law; 0 if it has none")
    gamma_low: float = column("lower end of the 95% bootstrap interval")
    gamma_high: float = column("upper end of this interval")
    chi2: float = column("sum of the squared residuals of the means, each in standard errors")
    p_value: float | None = column("p-value of `chi2`; empty without degrees of freedom")


def fit_law(law: Law, n: np.ndarray, means: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """Return (a, b, c, γ, χ²) for each row of means, by weighted least squares for each γ tried."""
    best = np.full((len(means), 5), np.inf)
    for gamma in law.gammas:
        terms = law.terms(n, gamma)
        basis = np.stack(terms, axis=1) / errors[:, None]
        coefficients, *_ = np.linalg.lstsq(basis, (means / errors).T, rcond=None)
        chi2 = ((basis @ coefficients - (means / errors).T) ** 2).sum(axis=0)
        better = chi2 < best[:, -1]
        a, *constants = (
            coefficients if law.is_linear else (np.full(len(means), np.nan), *coefficients)
        )
        b, c = constants if len(constants) == 2 else (*constants, np.zeros(len(means)))
        fits = np.stack([a, b, c, np.full(len(means), gamma), chi2], axis=1)
        best[better] = fits[better]
    return best


RESAMPLES = 999
"""Number of bootstrap resamples of the boards of each size."""


@STUDY.table(
    LawFit,
    "fits",
    rows=minima,
    title="Growth of the mean minimum with n",
    note="Weighted least squares over the sizes n at which every minimum is proven; γ is from 0 to "
    "0.95 in the sum, and from 0.5 to 1.2 in powers. A γ at the end of its range is not an "
    f"estimate. Intervals: 95%, by {RESAMPLES} resamples of the boards of each size; they assume "
    "the law.",
)
def fits(rows: pd.DataFrame) -> pd.DataFrame:
    """Fit each law to the means of each number of colours, with bootstrap intervals."""
    import pandas as pd
    from scipy.stats import chi2

    rows = rows.assign(open=rows["lower_bound"] < rows["upper_bound"])
    records = []
    for k, rows_of_k in rows[rows["n"] > 1].groupby("k"):
        complete = rows_of_k.groupby("n").filter(lambda cell: not cell["open"].any())
        cells = [(n, cell["upper_bound"].to_numpy()) for n, cell in complete.groupby("n")]
        n = np.array([size for size, _ in cells], dtype=float)
        if len(n) < 3 or min(len(values) for _, values in cells) < 2:
            continue
        rng = np.random.default_rng(SEED)
        cell_means = np.array([values.mean() for _, values in cells])
        # the deviation of a few equal minima is 0, but their mean is not exact
        errors = np.array([max(v.std(ddof=1), 0.5) / len(v) ** 0.5 for _, v in cells])
        resampled_means = np.stack(
            [rng.choice(v, (RESAMPLES, len(v))).mean(axis=1) for _, v in cells], axis=1
        )
        first_indices = {0, int(np.searchsorted(n, LARGE_N))}
        for first_index, name in product(sorted(first_indices), LAWS):
            law, selected = LAWS[name], slice(first_index, None)
            degrees_of_freedom = len(n[selected]) - law.parameters
            if degrees_of_freedom < 0:
                continue
            [(a, b, c, gamma, chi_square)] = fit_law(
                law, n[selected], cell_means[None, selected], errors[selected]
            )
            interval_ends = np.quantile(
                fit_law(law, n[selected], resampled_means[:, selected], errors[selected]),
                (0.025, 0.975),
                axis=0,
            )
            low, high = interval_ends
            records.append(
                {"k": k, "law": name, "n_min": int(n[selected][0]), "n_max": int(n[-1])}
                | {"cells": len(n[selected]), "boards": sum(len(v) for _, v in cells[selected])}
                | {"ratio": cell_means[-1] / n[-1], "a": a, "a_low": low[0], "a_high": high[0]}
                | {"b": b, "c": c, "gamma": gamma, "gamma_low": low[3], "gamma_high": high[3]}
                | {
                    "chi2": chi_square,
                    "p_value": float(chi2.sf(chi_square, degrees_of_freedom))
                    if degrees_of_freedom > 0
                    else None,
                }
            )
    return pd.DataFrame(records, columns=[*LawFit.model_fields])


MIN_P_VALUE = 0.05
"""A law fits if its `p_value` is at least this."""

DRAWN_LAW = "logarithm"
"""The law that the figure shows."""


@STUDY.figure(
    "growth",
    means=means,
    fits=fits,
    label="Is the minimum proportional to n?",
    note="Mean minimum divided by n (filled: all minima proven; hollow: between the mean bounds), "
    f"with 95% intervals of the mean. Solid lines: fits of {LAWS[DRAWN_LAW].formula} to the filled "
    f"points, if this law fits (p ≥ {MIN_P_VALUE}); the bar on the right is its limit a with a 95% "
    "interval. Dashed lines: the largest distance from the pivot's cluster, a "
    "lower bound, divided by n.",
)
def growth_figure(means: pd.DataFrame, fits: pd.DataFrame) -> Figure:
    """Draw the mean minimum divided by n against n."""
    from puzzlesat_studies.core import style

    figure, [[axes]] = style.subplots(1, 1, 2.9, style.COLUMN + 1.4)
    largest_n = means["n"].max()
    for position, (k, group) in enumerate(means.groupby("k")):
        props = style.series_props(position, 3)
        colour = props["color"]
        complete = group[group["proven"] == group["boards"]]
        incomplete = group[group["proven"] < group["boards"]]
        half_widths = (
            normal_quantile() * complete["deviation"] / complete["boards"] ** 0.5 / complete["n"]
        )
        bar_props = {"lw": 0, "elinewidth": 1, "capsize": 2.5}
        axes.errorbar(
            complete["n"],
            complete["upper_bound"] / complete["n"],
            half_widths,
            **bar_props,
            **props,
        )
        for bound in ("lower_bound", "upper_bound"):
            axes.plot(
                incomplete["n"],
                incomplete[bound] / incomplete["n"],
                lw=0,
                **props | {"mfc": "white"},
            )
        axes.plot(group["n"], group["distance"] / group["n"], "--", lw=0.7, color=colour)
        axes.plot([], [], lw=0.8, **props, label=f"$k = {k}$")
        law_fits = fits[(fits["k"] == k) & (fits["law"] == DRAWN_LAW)].sort_values("n_min")
        for _, fit in law_fits.head(1).iterrows():
            if not fit["p_value"] >= MIN_P_VALUE:
                continue
            x = np.geomspace(complete["n"].min(), complete["n"].max(), 100)
            fitted = sum(
                fit[name] * term
                for name, term in zip("abc", LAWS[DRAWN_LAW].terms(x, fit["gamma"]), strict=True)
            )
            axes.plot(x, fitted / x, lw=0.8, color=colour)
            x = largest_n * 1.25 * 1.05**position
            ends = [[fit["a"] - fit["a_low"]], [fit["a_high"] - fit["a"]]]
            axes.errorbar(x, fit["a"], ends, color=colour, marker="_", lw=1.2, capsize=2)
    axes.plot([], [], "--", lw=0.7, color="0.3", label="distance")
    axes.set_xscale("log")
    tick_sizes = [
        n for n in sorted(set(means["n"])) if n in (8, 16, 32, 64, 100, 200) or n == largest_n
    ]
    axes.axvline(largest_n * 1.12, color="0.8", lw=0.6)  # the limits are not on the axis of n
    axes.text(
        largest_n * 1.36, -0.02, "∞", va="top", ha="center", transform=axes.get_xaxis_transform()
    )
    axes.set_xticks(tick_sizes, minor=False)
    axes.set_xticks([], minor=True)
    axes.xaxis.set_major_formatter("{x:.0f}")
    axes.set_ylim(bottom=0)
    axes.set(xlabel="board size $n$", ylabel="mean minimum divided by $n$")
    style.grid_lines(axes)
    style.legend(figure, axes.get_legend_handles_labels()[0])
    return figure
