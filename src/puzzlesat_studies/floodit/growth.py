"""Is the minimum of random boards proportional to n? Exact minima, and fits to their gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from pydantic import Field

from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat_studies.core.params import Count, Params, Sample, Seconds
from puzzlesat_studies.core.statistics import SEED, normal_quantile
from puzzlesat_studies.core.study import Item, Record, Row, Study, chunks, column
from puzzlesat_studies.floodit.boards import (
    GRID_POINT,
    BoardKey,
    GridPoint,
    chunk_name,
    grid_point_name,
    grid_points,
)
from puzzlesat_studies.floodit.percolation import board_distance, upper_bound

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Growth(Params):
    """The growth of the minimum of random boards."""

    sets: list[Sample] = Field(
        [
            Sample.of([8, 12, 16, 24, 32, 48, 64, 80, 100, 120], [3], 800),
            Sample.of([160], [3], 200),
            Sample.of([8, 12, 16, 24, 32, 40, 48, 56, 64], [4], 200),
            Sample.of([8, 12, 16, 20, 24, 28, 32, 36], [5], 800),
            Sample.of([40], [5], 500),
            Sample.of([8, 10, 12, 14, 16, 18, 20, 24, 28, 32], [6], 200),
        ],
        min_length=1,
        description="The boards.",
    )
    chunk: Count = Field(20, description="Boards of each job. Results do not depend on it.")
    distances: Count = Field(
        4000, description="Boards of each (n, k) of which only the distance is computed."
    )
    wall_limit: Seconds = Field(600, description="Wall-clock seconds for a board.")


STUDY = Study(
    "growth",
    Growth,
    "Beyond the thesis",
    "`snakemake growth`: is the minimum of random boards proportional to n? It takes about "
    "half an hour on 2 cores.",
)


class BoundedMinimum(BoardKey):
    """The bounds on the minimum of a board."""

    lower_bound: int
    upper_bound: int
    distance: int = column("largest distance of a cluster from the pivot's cluster; a lower bound")


@STUDY.rows(
    BoundedMinimum,
    items=lambda config: [
        Item(chunk_name(n, k, first, size), values={"n": n, "k": k, "first": first, "boards": size})
        for grid in config.growth.sets
        for n, k in grid_points(grid)
        for first, size in chunks(grid.boards, config.growth.chunk)
    ],
    mem_mb=4500,
    minutes=240,
)
def minima(
    *, seed: int, n: int, k: int, first: int, boards: int, wall_limit: float
) -> Iterator[Record]:
    """Search for the minimum of each board."""
    for i in range(first, first + boards):
        bounds = solve_board(random_board(seed, n, k, i), wall_limit=wall_limit)
        yield {
            "seed": seed,
            "n": n,
            "k": k,
            "board": i,
            "lower_bound": bounds.lower,
            "upper_bound": bounds.upper,
            "distance": board_distance(seed, n, k, i),
        }


class DistanceCount(GridPoint):
    """The number of boards with a distance."""

    distance: int = column("largest distance of a cluster from the pivot's cluster")
    boards: int


@STUDY.rows(
    DistanceCount,
    items=lambda config: [
        Item(grid_point_name(n, k), values={"n": n, "k": k})
        for grid in config.growth.sets
        for n, k in grid_points(grid)
    ],
)
def distance_counts(*, seed: int, n: int, k: int, distances: int) -> Iterator[Record]:
    """Count the distances of many boards: their mean is known better than that of the minima."""
    values, counts = np.unique(
        [board_distance(seed, n, k, i) for i in range(distances)],
        return_counts=True,
    )
    for distance, boards in zip(values.tolist(), counts.tolist(), strict=True):
        yield {"n": n, "k": k, "distance": distance, "boards": boards}


class PairCount(GridPoint):
    """The number of boards with bounds on the minimum and a distance."""

    lower_bound: int
    upper_bound: int
    distance: int = column("largest distance of a cluster from the pivot's cluster")
    boards: int


@STUDY.table(PairCount, "pairs", rows=minima, title="Minima and distances of all boards")
def pairs(rows: pd.DataFrame) -> pd.DataFrame:
    """Count the boards with each pair of a minimum and a distance."""
    key = ["k", "n", "lower_bound", "upper_bound", "distance"]
    return rows.groupby(key, as_index=False).agg(boards=("board", "size"))


class MeanMinimum(GridPoint):
    """The minima of a grid point (n, k)."""

    boards: int
    proven: int
    lower_bound: float = column("mean lower bound")
    upper_bound: float = column("mean upper bound; the mean minimum if all are proven")
    deviation: float = column("standard deviation of the upper bounds")
    distance: float = column("mean of `distance`, of these boards")
    gap: float = column("mean difference of the upper bound and `distance`")
    gap_deviation: float = column("standard deviation of this difference")
    expected_distance: float = column("mean of `distance`, of many more boards")
    distance_deviation: float = column("standard deviation of `distance`, of many more boards")
    distance_boards: int = column("number of these boards")
    adjusted: float = column(
        "the mean minimum with `distance` as control variate: `gap` + `expected_distance`"
    )
    adjusted_error: float = column("the standard error of `adjusted`")
    share: float = column("`expected_distance` divided by `adjusted`")


@STUDY.table(
    MeanMinimum,
    "growth",
    rows=minima,
    distances=distance_counts,
    title="Mean minima of random boards",
)
def means(rows: pd.DataFrame, distances: pd.DataFrame) -> pd.DataFrame:
    """Return the means by (n, k)."""
    rows = rows.assign(
        proven=rows["lower_bound"] == rows["upper_bound"],
        gap=rows["upper_bound"] - rows["distance"],
    )
    table = rows.groupby(["k", "n"], as_index=False).agg(
        boards=("board", "size"),
        proven=("proven", "sum"),
        lower_bound=("lower_bound", "mean"),
        upper_bound=("upper_bound", "mean"),
        deviation=("upper_bound", "std"),
        distance=("distance", "mean"),
        gap=("gap", "mean"),
        gap_deviation=("gap", "std"),
    )
    all_distances = distances.loc[distances.index.repeat(distances["boards"])]
    table = table.merge(
        all_distances.groupby(GRID_POINT, as_index=False).agg(
            expected_distance=("distance", "mean"),
            distance_deviation=("distance", "std"),
            distance_boards=("distance", "size"),
        )
    ).fillna(0)
    adjusted = table["gap"] + table["expected_distance"]
    variance = (
        table["gap_deviation"] ** 2 / table["boards"]
        + table["distance_deviation"] ** 2 / table["distance_boards"]
    )
    return table.assign(
        adjusted=adjusted, adjusted_error=variance**0.5, share=table["expected_distance"] / adjusted
    )


class Law(NamedTuple):
    """A law for the mean gap as a function of n."""

    formula: str
    gammas: Sequence[float]  # the values of γ that are tried
    terms: Callable[[np.ndarray, float], list[np.ndarray]]  # of n and γ
    is_linear: bool  # whether the first term is n, so that its factor is the limit

    @property
    def parameters(self) -> int:
        """The number of parameters that are fitted."""
        return len(self.terms(np.full(1, 2.0), 0)) + (len(self.gammas) > 1)

    def is_on_boundary(self, gamma: float) -> bool:
        """Return whether γ was fitted and is at an end of its range."""
        return len(self.gammas) > 1 and gamma in {self.gammas[0], self.gammas[-1]}


GAMMAS_BELOW_ONE = tuple(i / 100 for i in range(96))
"""Exponents below 1; the closer γ is to 1, the less do the data determine a."""

POWER_GAMMAS = tuple(i / 1000 for i in range(100, 1201))

LAWS = {
    "sum": Law("a·n + b·n^γ", GAMMAS_BELOW_ONE, lambda n, gamma: [n, n**gamma], True),
    "line": Law("a·n + b", (0,), lambda n, _: [n, n**0], True),
    "cube root": Law("a·n + b·n^(1/3) + c", (0,), lambda n, _: [n, n ** (1 / 3), n**0], True),
    "logarithm": Law("a·n + b·ln n + c", (0,), lambda n, _: [n, np.log(n), n**0], True),
    "quotient": Law("a·n + b·n/ln n + c", (0,), lambda n, _: [n, n / np.log(n), n**0], True),
    "power": Law("b·n^γ", POWER_GAMMAS, lambda n, gamma: [n**gamma], False),
    "shifted power": Law("b·n^γ + c", POWER_GAMMAS, lambda n, gamma: [n**gamma, n**0], False),
}
"""The laws that are fitted, by name."""

SMALLEST_N = (0, 12, 16)
"""The fits use the sizes from each of these on: they show what rests on the smallest boards."""


class LawFit(Row):
    """Fits to the mean gaps of one number of colours, over the sizes with all minima proven."""

    k: int
    law: str = column(", ".join(f"`{name}` ({law.formula})" for name, law in LAWS.items()))
    n_min: int = column("the smallest n of the fit")
    n_max: int = column("the largest n of the fit")
    sizes: int = column("number of sizes")
    a: float | None = column(
        "limit of the gap divided by n under the law, not negative; empty for powers"
    )
    a_low: float | None = column("lower end of its 95% interval")
    a_high: float | None = column("upper end of this interval")
    b: float = column("the constant b of the law")
    c: float = column("the constant c of the law; 0 if it has none")
    gamma: float = column("the exponent γ of the law; 0 if it has none")
    gamma_low: float = column("lower end of its 95% interval")
    gamma_high: float = column("upper end of this interval")
    on_boundary: bool = column("whether γ is at an end of its range, so that it is no estimate")
    chi2: float = column("sum of the squared residuals of the means, each in standard errors")
    p_value: float | None = column("p-value of `chi2`; empty without degrees of freedom")


def fit_law(law: Law, n: np.ndarray, means: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """Return (a, b, c, γ, χ²) for each row of means, by weighted least squares for each γ tried.

    The limit a of a linear law is not negative: a mean gap never is.
    """
    best = np.full((len(means), 5), np.inf)
    scaled = (means / errors).T
    for gamma in law.gammas:
        terms = law.terms(n, gamma)
        basis = np.stack(terms, axis=1) / errors[:, None]
        coefficients = np.linalg.pinv(basis) @ scaled  # quicker than lstsq for many rows
        if law.is_linear:
            negative = coefficients[0] < 0
            coefficients[0, negative] = 0
            coefficients[1:, negative] = np.linalg.pinv(basis[:, 1:]) @ scaled[:, negative]
        chi2 = ((basis @ coefficients - scaled) ** 2).sum(axis=0)
        better = chi2 < best[:, -1]
        a, *constants = (
            coefficients if law.is_linear else (np.full(len(means), np.nan), *coefficients)
        )
        b, c = constants if len(constants) == 2 else (*constants, np.zeros(len(means)))
        fits = np.stack([a, b, c, np.full(len(means), gamma), chi2], axis=1)
        best[better] = fits[better]
    return best


DRAWS = 999
"""Number of draws of all means, from which the intervals of a fit are computed."""


@STUDY.table(
    LawFit,
    "fits",
    table=means,
    title="Growth of the mean gap with n",
    note="Weighted least squares over the sizes n at which every minimum is proven; γ is from 0 to "
    "0.95 in the sum, and from 0.1 to 1.2 in powers. Intervals: 95%, by "
    f"{DRAWS} draws of each mean from its normal distribution; they assume the law.",
)
def fits(table: pd.DataFrame) -> pd.DataFrame:
    """Fit each law to the mean gaps of each number of colours."""
    import pandas as pd
    from scipy.stats import chi2

    records = []
    complete = table[(table["proven"] == table["boards"]) & (table["n"] > 1)].sort_values("n")
    for k, means_of_k in complete.groupby("k"):
        for first_n in SMALLEST_N:
            n, samples, errors = _samples(means_of_k[means_of_k["n"] >= first_n])
            for name, law in LAWS.items():
                degrees_of_freedom = len(n) - law.parameters
                if degrees_of_freedom < 0:
                    continue
                (a, b, c, gamma, chi_square), *refits = fit_law(law, n, samples, errors)
                low, high = np.quantile(refits, (0.025, 0.975), axis=0)
                records.append(
                    {"k": k, "law": name, "n_min": int(n[0])}
                    | {"n_max": int(n[-1]), "sizes": len(n)}
                    | {"a": a, "a_low": low[0], "a_high": high[0], "b": b, "c": c}
                    | {"gamma": gamma, "gamma_low": low[3], "gamma_high": high[3]}
                    | {"on_boundary": law.is_on_boundary(gamma), "chi2": chi_square}
                    | {
                        "p_value": float(chi2.sf(chi_square, degrees_of_freedom))
                        if degrees_of_freedom > 0
                        else None
                    }
                )
    return pd.DataFrame(records, columns=[*LawFit.model_fields])


def _samples(means: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the sizes n, their mean gaps and, row by row, draws of these, and errors."""
    # the deviation of a few equal values is 0, but their mean is not exact
    errors = np.maximum(means["gap_deviation"], 0.2) / means["boards"] ** 0.5
    draws = np.random.default_rng(SEED).normal(means["gap"], errors, (DRAWS, len(means)))
    return means["n"].to_numpy(dtype=float), np.vstack([means["gap"], draws]), errors.to_numpy()


@STUDY.figure(
    "growth",
    means=means,
    label="Is the minimum proportional to n?",
    note="Mean minimum divided by n (hollow: mean upper bound, as not all are proven); mean "
    "distance of the farthest cluster divided by mean minimum; mean difference of the two divided "
    "by n, and two laws, extrapolated for the fewest colours. Bars and bands: 95% intervals.",
)
def growth_figure(means: pd.DataFrame) -> Figure:
    """Draw mean minima divided by n, their share of distances, and their gap to these."""
    from puzzlesat_studies.core import style

    return draw_growth(means, style.PAGE, 2.5)


FARTHEST = 4000
"""The size n to which laws are extrapolated in the figure."""


def draw_growth(
    means: pd.DataFrame, width: float, height: float, limits: pd.DataFrame | None = None
) -> Figure:
    """Draw mean minima divided by n, their share of distances, and their gap to these by n.

    `limits`, if given, has the time constants by ``k``. They are drawn as lines beside the minima,
    and in place of the shares.
    """
    from puzzlesat_studies.core import style

    figure, [[minima, middle, gaps]] = style.subplots(1, 3, height, width, width_ratios=[3, 3, 4])
    n, root = means["n"], means["boards"] ** 0.5
    _draw_lines(minima, means, means["adjusted"] / n, means["adjusted_error"] / n)
    if limits is not None:
        for k, mu in limits.loc[limits["k"].isin(means["k"]), ["k", "mu"]].itertuples(index=False):
            minima.axhline(mu, ls=":", color=style.props_of_k(k)["color"], lw=1)
            style.end_label(minima, (1, mu), f"$\\mu_{k:.0f}$", xycoords=("axes fraction", "data"))
        middle.sharey(minima)
        _draw_constants(middle, means, limits)
        minima.set(yticks=[0, 0.5, 1, 1.5], ylim=(0, None))
    else:
        share = 100 * means["share"]
        _draw_lines(middle, means, share, share * means["adjusted_error"] / means["adjusted"])
        middle.set_ylabel("(b) distance / minimum (%)")
    _draw_lines(gaps, means, means["gap"] / n, means["gap_deviation"] / root / n, end=-1)
    _draw_laws(gaps, means[(means["k"] == means["k"].min()) & (means["proven"] == means["boards"])])
    style.log_ticks(gaps, x=[10, 100, 1000], y=[0.001, 0.01, 0.1])
    minima.set_ylabel("(a) mean minimum / $n$")
    gaps.set_ylabel("(c) mean gap / $n$")
    return figure


def _draw_lines(
    axes: Axes, means: pd.DataFrame, values: pd.Series, errors: pd.Series, end: int = 0
) -> None:
    """Draw values with 95% intervals by n, and k beside an end, 0 or -1, of each line."""
    from puzzlesat_studies.core import style

    for k, group in means.groupby("k"):
        n, heights = group["n"], values[group.index]
        half_widths = normal_quantile() * errors[group.index]
        style.bars(axes, n, heights - half_widths, heights + half_widths)
        style.plot_series(axes, n, heights, group["proven"] < group["boards"], k)
        place, side = (n.iloc[end], heights.iloc[end]), "left" if end else "right"
        style.end_label(axes, place, f"${k}$", 4, ha=side)
    style.log_ticks(axes, x=[10, 20, 50, 100])
    axes.margins(0.12)  # room for the labels
    axes.set_xlabel("$n$")
    style.grid_lines(axes)


def _draw_constants(axes: Axes, means: pd.DataFrame, limits: pd.DataFrame) -> None:
    """Draw time constants by k, their upper bound, and mean minima of the largest sizes over n."""
    from puzzlesat_studies.core import style

    k, bounds = limits["k"], limits["k"].map(upper_bound)
    axes.plot(k, bounds, "--", color="black", lw=0.8)
    axes.plot(k, limits["mu"], "o", color="black", ms=3)  # larger than the intervals
    largest = means.sort_values(["k", "n"]).groupby("k").tail(1)
    ratios = largest["adjusted"] / largest["n"]
    for x, means in largest.groupby("k"):
        style.plot_series(
            axes, means["k"], ratios[means.index], means["proven"] < means["boards"], x
        )
    style.end_label(axes, (largest["k"].iloc[-1], ratios.iloc[-1]), "minimum / $n$", -1)
    style.end_label(axes, (k.iloc[-1], bounds.iloc[-1]), "upper bound on $\\mu_k$", 7, ha="right")
    style.end_label(axes, (k.iloc[-1], limits["mu"].iloc[-1]), "$\\mu_k$", -9, ha="right")
    axes.set_xticks(range(int(k.min()), int(k.max()) + 1, 2))
    axes.set(xlabel="$k$", ylabel="(b) moves / $n$")
    style.grid_lines(axes)


def _draw_laws(axes: Axes, means: pd.DataFrame) -> None:
    """Extrapolate two laws as fitted from the last start, and shade the intervals of all starts."""
    from puzzlesat_studies.core import style

    shaded: dict[str, Any] = {"color": "0.85"}
    hatched = {"facecolor": "none", "edgecolor": "0.5", "hatch": "//////"}
    logarithm = ("logarithm", "$a n\\,+ b\\,\\mathrm{ln}\\,n\\,+ c_0$", "-", 17, shaded)
    power = ("shifted power", "$b n^\\gamma\\,+ c_0$", "--", -8, hatched)
    starts = [means[means["n"] >= first_n] for first_n in SMALLEST_N]
    starts = [start for start in starts if len(start) >= 3]  # the parameters of either law
    if not starts:
        return
    n = np.geomspace(means["n"].max(), FARTHEST)
    for name, label, dashes, dy, fill in (logarithm, power):
        law, bands = LAWS[name], []
        for start in starts:
            fitted = fit_law(law, *_samples(start))
            a, b, c, gamma, _ = fitted.T[:, :, None]
            factors = (a, b, c) if law.is_linear else (b, c)
            terms = zip(factors, law.terms(n, gamma), strict=True)
            height, *refits = sum(factor * term / n for factor, term in terms)
            bands.append(np.quantile(refits, (0.025, 0.975), axis=0))
        axes.plot(n, height, dashes, color="black", lw=0.8)
        low, high = np.min(bands, axis=0)[0], np.max(bands, axis=0)[1]
        axes.fill_between(n, low, high, lw=0, zorder=1, **fill)
        end = (1, high[-1] if dy > 0 else low[-1])
        style.end_label(axes, end, label, dy, ha="right", xycoords=("axes fraction", "data"))
    style.end_label(axes, (FARTHEST, height[-1]), f"$k\\,= {means['k'].iloc[0]}$", 8)
    axes.set_xlim(right=5 * FARTHEST)  # room for this label
    axes.axvline(n[0], color="0.5", lw=0.5, zorder=0)
    last_n = f"$n\\,= {n[0]:.0f}$"
    style.end_label(axes, (n[0], 0.04), last_n, ha="right", xycoords=("data", "axes fraction"))
