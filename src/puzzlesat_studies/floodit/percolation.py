"""The distance of the farthest cluster: first-passage percolation on random colourings.

D is the fewest moves to the farthest field if every colour could be played at once: the largest
number of changes of colour on a best path from the pivot. By induction, a cluster that is flooded
after t moves has a distance of at most t, so the minimum is at least D. For a random board, D / n
converges almost surely to a constant μ_k, the time constant of first-passage percolation for random
colourings (Fontes and Newman 1993) in the direction of the diagonal (docs/article). This study
measures μ_k.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from pydantic import Field

from puzzlesat._engine.floodit import largest_distance
from puzzlesat.floodit.board.sample import random_colours
from puzzlesat_studies.core.params import Count, K, Params, UniqueList
from puzzlesat_studies.core.statistics import CONFIDENCE_LEVEL, Interval
from puzzlesat_studies.core.study import Item, Record, Row, Study, column
from puzzlesat_studies.floodit.boards import BoardKey, GridPoint, grid_point_name

if TYPE_CHECKING:
    import pandas as pd


class LargeSample(Params):
    """Boards of one size, larger than the searches take."""

    inline: ClassVar[bool] = True

    n: int = Field(ge=2, le=10_000, description="Rows and columns of the boards.")
    k_values: UniqueList[K] = Field(description="Numbers of colours.")
    boards: Count = Field(description="Boards of each number of colours.")


class Percolation(Params):
    """The distance of the farthest cluster of random boards."""

    sets: list[LargeSample] = Field(
        [
            LargeSample(n=n, k_values=[2, 3, 4, 5, 6, 7, 8, 9, 10], boards=boards)
            for n, boards in ((256, 400), (512, 200), (1024, 100), (2048, 50), (4096, 25))
        ],
        min_length=1,
        description="The boards.",
    )


STUDY = Study(
    "percolation",
    Percolation,
    "Beyond the thesis",
    "`snakemake percolation`: how far is the farthest cluster of large random boards? It takes "
    "about ten minutes on 2 cores.",
)


class Distance(BoardKey):
    """The distance of the farthest cluster of a board."""

    distance: int = column("largest distance of a cluster from the pivot's cluster")


def board_distance(seed: int, n: int, k: int, i: int) -> int:
    """Return the distance of the farthest cluster of board i of (seed, n, k)."""
    return largest_distance(random_colours(seed, n, k, i).astype(np.uint8))


@STUDY.rows(
    Distance,
    items=lambda config: [
        Item(grid_point_name(grid.n, k), values={"n": grid.n, "k": k, "boards": grid.boards})
        for grid in config.percolation.sets
        for k in grid.k_values
    ],
)
def distances(*, seed: int, n: int, k: int, boards: int) -> Iterator[Record]:
    """Draw boards, and compute the distance of the farthest cluster of each."""
    for i in range(boards):
        distance = board_distance(seed, n, k, i)
        yield {"seed": seed, "n": n, "k": k, "board": i, "distance": distance}


class MeanDistance(GridPoint):
    """The distances of the boards of a grid point."""

    boards: int
    distance: float = column("mean distance")
    deviation: float = column("standard deviation of the distances; 0 if there is only one")
    ratio: float = column("mean distance divided by n")


@STUDY.table(MeanDistance, "distances", rows=distances, title="Distance of the farthest cluster")
def mean_distances(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the means by (k, n)."""
    table = rows.groupby(["k", "n"], as_index=False).agg(
        boards=("board", "size"), distance=("distance", "mean"), deviation=("distance", "std")
    )
    return table.assign(ratio=table["distance"] / table["n"]).fillna({"deviation": 0})


def upper_bound(k: int) -> float:
    """Return an upper bound on the time constant μ_k, proved in the article.

    >>> round(upper_bound(10), 3)
    1.382
    """
    levels = (1 - 1 / k) ** (np.arange(2000) * np.arange(3, 2003) / 2)
    return float(2 * (1 - 1 / levels.sum()))


class TimeConstant(Row):
    """Estimates of the time constant μ_k, the limit of D / n, for one number of colours."""

    k: int
    n_max: int = column("the largest n")
    slope: float = column("difference of the mean distances at the two largest n, by that of n")
    slope_low: float = column("lower end of its 95% interval")
    slope_high: float = column("upper end of its 95% interval")
    slope_fit: float = column("this slope on the curve of the fit")
    slope_before: float = column("the same slope one scale below")
    slope_before_low: float = column("lower end of its 95% interval")
    slope_before_high: float = column("upper end of its 95% interval")
    slope_before_fit: float = column("this slope on the curve of the fit")
    mu: float = column("μ of the weighted least-squares fit μ·n + b·n^(1/3) to all means")
    mu_low: float = column("lower end of its 95% interval, given the exponent 1/3")
    mu_high: float = column("upper end of its 95% interval, given the exponent 1/3")
    b: float = column("b of this fit")
    chi2: float = column("sum of the squared residuals of the fit, each in standard errors")
    p_value: float = column("p-value of `chi2`")
    exponent_least: float | None = column(
        "the least exponent tried in place of 1/3 that is not rejected (p ≥ 0.05)"
    )
    exponent_most: float | None = column("the largest exponent tried that is not rejected")
    mu_least: float | None = column("least lower end of μ's 95% intervals for these exponents")
    mu_most: float | None = column("greatest upper end of these intervals")
    mu_free: float | None = column("μ of the fit μ·n + b·n^(1/3) + c, for at least four sizes")
    mu_free_low: float | None = column("lower end of its 95% interval")
    mu_free_high: float | None = column("upper end of its 95% interval")


EXPONENTS = sorted((*(i / 100 for i in range(51)), 1 / 3))
"""Exponents from 0 to 1/2 of the correction: how far does μ depend on the choice of 1/3?"""


def t_interval(estimate: float, error: float, boards: float) -> Interval:
    """Return the 95% interval of an estimate from means of at least so many boards."""
    from scipy.stats import t

    half_width = float(t.ppf((1 + CONFIDENCE_LEVEL) / 2, boards - 1)) * error
    return Interval(estimate, estimate - half_width, estimate + half_width)


def slope(low: pd.Series, high: pd.Series) -> Interval:
    """Return the slope of the mean distance between two sizes n, with its 95% interval."""
    rise = high["n"] - low["n"]
    estimate = (high["distance"] - low["distance"]) / rise
    error = np.hypot(*(row["deviation"] / row["boards"] ** 0.5 for row in (low, high))) / rise
    return t_interval(estimate, error, min(low["boards"], high["boards"]))


class CurveFit(NamedTuple):
    """A fit of μ·n + b·n^exponent, or of this and a constant, to the mean distances."""

    mu: float
    b: float
    error: float  # the standard error of μ
    chi2: float
    p_value: float


def fit_curve(means: pd.DataFrame, *exponents: float) -> CurveFit:
    """Fit μ·n + b·n^exponent + … to the mean distances by weighted least squares."""
    from scipy.stats import chi2

    errors = (means["deviation"] / means["boards"] ** 0.5).to_numpy()
    n, scaled = means["n"].to_numpy(dtype=float), means["distance"].to_numpy() / errors
    basis = np.stack([n, *(n**x for x in exponents)], axis=1) / errors[:, None]
    covariance = np.linalg.inv(basis.T @ basis)
    fitted = covariance @ basis.T @ scaled
    residuals = basis @ fitted - scaled
    chi_square = float(residuals @ residuals)
    p_value = float(chi2.sf(chi_square, len(n) - len(fitted)))
    mu, b = fitted[:2]
    return CurveFit(mu, b, covariance[0, 0] ** 0.5, chi_square, p_value)


@STUDY.table(
    TimeConstant,
    "constants",
    table=mean_distances,
    title="Time constants of first-passage percolation",
    note="Slopes are free of a constant; the fit also models corrections of order n^(1/3), the "
    "order of the fluctuations that is conjectured for two dimensions, and raises slopes above μ. "
    "Intervals have Student's quantile for the size with the fewest boards. Exponents from 0 to "
    "0.5, in steps of 0.01, are tried in place of 1/3.",
)
def time_constants(table: pd.DataFrame) -> pd.DataFrame:
    """Estimate the time constant of each number of colours with at least three sizes."""
    import pandas as pd

    records = []
    for k, means in table.groupby("k"):
        means = means.sort_values("n")
        if len(means) < 3 or not (means["deviation"] > 0).all():
            continue
        rows = [row for _, row in means.iterrows()]
        fit = fit_curve(means, 1 / 3)
        record = {"k": k, "n_max": int(rows[-1]["n"]), "b": fit.b}
        record |= t_interval(fit.mu, fit.error, means["boards"].min()).columns("mu")
        record |= {"chi2": fit.chi2, "p_value": fit.p_value}
        for name, (low, high) in {"slope_before": rows[-3:-1], "slope": rows[-2:]}.items():
            record |= slope(low, high).columns(name)
            rise = high["n"] ** (1 / 3) - low["n"] ** (1 / 3)
            record[f"{name}_fit"] = fit.mu + fit.b * rise / (high["n"] - low["n"])
        fitting = {
            exponent: t_interval(other.mu, other.error, means["boards"].min())
            for exponent in EXPONENTS
            if (other := fit_curve(means, exponent)).p_value >= 1 - CONFIDENCE_LEVEL
        }
        if fitting:
            record |= {"exponent_least": min(fitting), "exponent_most": max(fitting)}
            record["mu_least"] = min(interval.low for interval in fitting.values())
            record["mu_most"] = max(interval.high for interval in fitting.values())
        if len(means) > 3:
            free = fit_curve(means, 1 / 3, 0)
            record |= t_interval(free.mu, free.error, means["boards"].min()).columns("mu_free")
        records.append(record)
    return pd.DataFrame(records, columns=[*TimeConstant.model_fields])
