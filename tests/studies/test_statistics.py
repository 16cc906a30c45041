"""Means, intervals and tests, checked by hand and by simulation."""

import numpy as np
import pytest

from puzzlesat_studies.core.statistics import (
    bootstrap_mean,
    bootstrap_ratio,
    holm,
    share,
    share_between,
    share_with_ties,
    sign_test,
)


def test_bootstrap_interval_has_nominal_coverage():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(40):
        interval = bootstrap_ratio(np.exp(rng.normal(0.3, 0.5, size=60)))
        covered += interval.low <= np.exp(0.3) <= interval.high
    assert 35 <= covered <= 40


@pytest.mark.parametrize("ratios", [[], [2.0]])
def test_too_few_boards_have_no_interval(ratios):
    interval = bootstrap_ratio(ratios)
    assert np.isnan(interval.low)
    assert np.isnan(interval.high)


def test_sign_test_by_hand():
    assert sign_test(5, 0) == pytest.approx(2 * 0.5**5)
    assert sign_test(3, 3) == 1


@pytest.mark.parametrize(
    ("hits", "low", "high"), [(0, 0, 0.3085), (1, 0.0025, 0.4450), (5, 0.1871, 0.8129)]
)
def test_share_has_the_interval_of_clopper_and_pearson(hits, low, high):
    """The ends solve the binomial equations, here as printed in tables for 10 trials."""
    interval = share(hits, 10)
    assert interval.estimate == hits / 10
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_interval_of_ties_covers_every_way_to_break_them():
    ways = [share(hits, 20) for hits in range(8, 13)]
    between = share_between(8, 12, 20)
    assert between.estimate == 0.5
    assert (between.low, between.high) == (ways[0].low, ways[-1].high)
    halves = share_with_ties(8, 3, 20)
    assert (halves.low, halves.high) == (share(9, 20).low, share(10, 20).high)
    assert halves.estimate == pytest.approx(9.5 / 20)


def test_holm_on_a_worked_example():
    """The adjusted p-values of R's p.adjust; they keep the order of the tests, and never fall."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([0.05, np.nan, 0.01, 0.6]) == pytest.approx([0.1, np.nan, 0.03, 0.6], nan_ok=True)
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]


def test_bootstrap_mean_is_close_to_the_normal_interval_of_a_large_sample():
    values = np.random.default_rng(1).normal(5, 2, size=2_000)
    interval = bootstrap_mean(values)
    half_width = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    assert interval.estimate == values.mean()
    assert interval.low == pytest.approx(values.mean() - half_width, abs=0.01)
    assert interval.high == pytest.approx(values.mean() + half_width, abs=0.01)
