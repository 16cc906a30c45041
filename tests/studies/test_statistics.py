"""Means, intervals and tests, checked by hand and by simulation."""

import numpy as np
import pytest

from puzzlesat_studies.core.statistics import bootstrap_ratio, geometric_mean, sign_test


def test_geometric_mean():
    assert geometric_mean([1.0, 4.0]) == pytest.approx(2)


def test_bootstrap_interval_has_nominal_coverage():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(40):
        interval = bootstrap_ratio(np.exp(rng.normal(0.3, 0.5, size=60)))
        covered += interval.low <= np.exp(0.3) <= interval.high
    assert 35 <= covered <= 40


def test_bootstrap_interval_is_deterministic():
    assert bootstrap_ratio([1, 2, 3]) == bootstrap_ratio([1, 2, 3])


@pytest.mark.parametrize("ratios", [[], [2.0]])
def test_too_few_boards_have_no_interval(ratios):
    interval = bootstrap_ratio(ratios)
    assert np.isnan(interval.low)
    assert np.isnan(interval.high)


def test_sign_test_by_hand():
    assert sign_test(5, 0) == pytest.approx(2 * 0.5**5)
    assert sign_test(3, 3) == 1
