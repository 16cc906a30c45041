"""Estimates, confidence intervals and tests.

Modules of figures import this one, too, so that scipy, which takes a second, is imported by need.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

SIGNIFICANCE_LEVEL = 0.05
"""The significance level; with Holm's correction, it applies to all tests of a table together."""

CONFIDENCE_LEVEL = 1 - SIGNIFICANCE_LEVEL
"""The confidence level of the intervals of this module."""

RESAMPLES = 9_999
"""Number of bootstrap resamples for an interval."""

SEED = 2020
"""Seed of the resampling; it is fixed, so a table depends only on its data."""


def normal_quantile() -> float:
    """Return the number of standard errors from a normal mean to either end of its interval."""
    from scipy.stats import norm

    return float(norm.ppf((1 + CONFIDENCE_LEVEL) / 2))


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95% confidence interval."""

    estimate: float
    low: float
    high: float

    def columns(self, name: str) -> dict[str, float]:
        """Return the columns NAME, NAME_low and NAME_high of a table.

        >>> Interval(0.5, 0.25, 0.75).columns("share")
        {'share': 0.5, 'share_low': 0.25, 'share_high': 0.75}
        """
        return {name: self.estimate, f"{name}_low": self.low, f"{name}_high": self.high}


def geometric_mean(values: ArrayLike, axis: int = -1) -> np.ndarray:
    """Return the geometric mean along an axis; values must be positive."""
    return np.exp(np.mean(np.log(np.asarray(values)), axis=axis))


def bootstrap_ratio(ratios: ArrayLike) -> Interval:
    """Return the geometric mean of positive ratios with its percentile bootstrap interval.

    All three numbers are nan if a ratio is not positive, for example because a time is missing. The
    interval of a single ratio is nan.

    >>> interval = bootstrap_ratio([1.5, 2.0, 2.5, 3.0])
    >>> round(interval.estimate, 2), interval.low < interval.estimate < interval.high
    (2.18, True)
    """
    ratios = np.asarray(ratios, dtype=float)
    return _bootstrap(np.where(ratios > 0, ratios, np.nan), geometric_mean)


def _bootstrap(values: ArrayLike, statistic: Callable[..., np.ndarray]) -> Interval:
    from scipy import stats

    values = np.asarray(values, dtype=float)
    if not len(values) or not np.isfinite(values).all():
        return Interval(np.nan, np.nan, np.nan)
    estimate = float(statistic(values))
    if len(values) == 1:
        return Interval(estimate, np.nan, np.nan)
    interval = stats.bootstrap(
        (values,),
        statistic,
        vectorized=True,  # all resamples in one call, with axis=-1
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE_LEVEL,
        method="percentile",
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Interval(estimate, float(interval.low), float(interval.high))


def bootstrap_mean(values: ArrayLike) -> Interval:
    """Return the mean with its percentile bootstrap interval.

    All three numbers are nan if there are no values, or one of them is not finite.

    >>> interval = bootstrap_mean([1.0, 2.0, 3.0, 6.0])
    >>> interval.estimate, interval.low < 3 < interval.high
    (3.0, True)
    """
    return _bootstrap(values, np.mean)


def share(hits: int, trials: int) -> Interval:
    """Return a share with its exact 95% interval (Clopper and Pearson), or nan without trials.

    >>> interval = share(0, 100)
    >>> interval.estimate, interval.low, round(interval.high, 3)
    (0.0, 0.0, 0.036)
    """
    from scipy import stats

    if not trials:
        return Interval(np.nan, np.nan, np.nan)
    interval = stats.binomtest(hits, trials).proportion_ci(CONFIDENCE_LEVEL)
    return Interval(hits / trials, float(interval.low), float(interval.high))


def share_between(least: int, most: int, trials: int) -> Interval:
    """Return the middle of two shares; its interval covers those of both.

    >>> share_between(3, 4, 7).estimate
    0.5
    """
    low, high = (share(hits, trials) for hits in (least, most))
    return Interval((low.estimate + high.estimate) / 2, low.low, high.high)


def share_with_ties(hits: int, ties: int, trials: int) -> Interval:
    """Return the share of hits, with half of the ties; the interval covers both roundings."""
    return share_between(hits + ties // 2, hits + (ties + 1) // 2, trials)


def sign_test(wins: int, losses: int) -> float:
    """Return the two-sided p-value of the sign test; without wins and losses, it is 1.

    >>> round(sign_test(9, 1), 4), sign_test(0, 0)
    (0.0215, 1.0)
    """
    from scipy import stats

    return float(stats.binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def holm(p_values: ArrayLike) -> np.ndarray:
    """Return p-values corrected for multiple testing by Holm's step-down procedure.

    A corrected value below 0.05 is significant at a family-wise error rate of 5%. Values that are
    nan are not counted as tests.

    >>> holm([0.01, 0.04, 0.03]).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, dtype=float)
    corrected = np.full(len(p), np.nan)
    order = [i for i in np.argsort(p, kind="stable") if not np.isnan(p[i])]
    largest = 0.0
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, float(p[i]) * (len(order) - rank)))
        corrected[i] = largest
    return corrected
