"""The distance of the farthest cluster, and the time constants that its means give."""

import heapq
from itertools import product
from math import e, log, sqrt
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from puzzlesat._engine.floodit import largest_distance
from puzzlesat.floodit.board.sample import random_board, random_colours
from puzzlesat_studies.floodit import percolation
from tests.floodit import exhaustive

ROOT = Path(__file__).parents[2]


def dijkstra(colours):
    """Return the largest number of changes of colour on a best path, by another algorithm."""
    rows, cols = colours.shape
    best = {(0, 0): 0}
    heap = [(0, 0, 0)]
    while heap:
        distance, r, c = heapq.heappop(heap)
        if distance > best[r, c]:
            continue
        for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if 0 <= y < rows and 0 <= x < cols:
                other = distance + int(colours[y, x] != colours[r, c])
                if other < best.get((y, x), rows * cols):
                    best[y, x] = other
                    heapq.heappush(heap, (other, y, x))
    return max(best.values())


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (9, 1), (5, 8), (20, 20), (3, 40)])
def test_distance_is_that_of_dijkstras_algorithm(shape):
    rng = np.random.default_rng(1)
    for k in (1, 2, 3, 6):
        colours = rng.integers(k, size=shape).astype(np.uint8)
        assert largest_distance(colours) == dijkstra(colours)


def test_distance_is_at_most_the_minimum_and_equal_for_two_colours():
    for k, i in product((2, 3), range(20)):
        minimum = exhaustive.minimum(random_board(2020, 4, k, i))
        distance = largest_distance(random_colours(2020, 4, k, i).astype(np.uint8))
        assert distance == minimum if k == 2 else distance <= minimum


def test_time_constant_is_recovered_from_its_own_means():
    n = np.array([256, 512, 1024, 2048])
    table = pd.DataFrame({"k": 3, "n": n, "distance": 0.4 * n + 1.5 * n ** (1 / 3)})
    table = table.assign(boards=50, deviation=2.0, ratio=table["distance"] / n)
    [row] = percolation.time_constants.make(table).to_dict("records")
    assert row["mu"] == pytest.approx(0.4)
    assert row["b"] == pytest.approx(1.5)
    assert row["chi2"] == pytest.approx(0, abs=1e-9)
    assert row["slope"] == pytest.approx(
        0.4 + 1.5 * (2048 ** (1 / 3) - 1024 ** (1 / 3)) / 1024, abs=1e-12
    )
    assert row["slope_fit"] == pytest.approx(row["slope"], abs=1e-9)
    assert row["slope_before_fit"] == pytest.approx(row["slope_before"], abs=1e-9)
    half_width = 2.0096 * (2 * 2.0**2 / 50) ** 0.5 / 1024  # Student's quantile, 49 degrees
    assert row["slope_high"] - row["slope"] == pytest.approx(half_width, rel=1e-4)


def test_time_constants_of_other_exponents_are_listed_if_the_means_allow_them():
    n = np.array([256, 512, 1024, 2048])
    table = pd.DataFrame({"k": 3, "n": n, "distance": 0.4 * n + 1.5 * n**0.2, "boards": 50})
    [sure] = percolation.time_constants.make(table.assign(deviation=0.05)).to_dict("records")
    assert sure["exponent_least"] == sure["exponent_most"] == 0.2
    assert 0.3999 < sure["mu_least"] < 0.4 < sure["mu_most"] < 0.4001
    [unsure] = percolation.time_constants.make(table.assign(deviation=20.0)).to_dict("records")
    assert (unsure["exponent_least"], unsure["exponent_most"]) == (0, 0.5)
    assert unsure["mu_least"] < 0.4 < unsure["mu_most"]
    off = table.assign(deviation=0.05, distance=table["distance"] + [0, 9, 0, 9])
    [none] = percolation.time_constants.make(off).to_dict("records")
    assert np.isnan(none["mu_least"])


def theorem_holds(k, beta):
    """Return whether the article's theorem bounds the minimum of random boards by beta·n."""
    a = 2.68 * e**2
    return k > a and 2 * a * beta**2 * log(k) < (1 - 2 * (a * beta / (k - a)) ** 2) * (k - a)


def test_constants_of_the_theorem_are_the_least_that_it_admits():
    assert all(theorem_holds(k, 0.15 * sqrt(k / log(k))) for k in range(216, 5000))
    assert all(theorem_holds(k, percolation.upper_bound(k)) for k in range(1074, 5000))
    assert not theorem_holds(1073, percolation.upper_bound(1073))
    assert all(theorem_holds(k, 2) for k in range(1138, 5000))
    assert not theorem_holds(1137, 2)


def test_upper_bound_holds_for_the_estimated_time_constants():
    constants = pd.read_csv(ROOT / "reference/percolation/constants.csv")
    assert (constants["mu_most"] < [percolation.upper_bound(k) for k in constants["k"]]).all()
    assert percolation.upper_bound(10) < 1.39


def test_walk_to_equal_neighbours_changes_colour_as_rarely_as_its_bound():
    rng = np.random.default_rng(2)
    k, pieces = 6, []
    for _ in range(4000):
        diagonal, steps = rng.integers(k, size=1), 0
        while True:
            steps += 1
            ahead = rng.integers(k, size=steps + 1)
            below = np.append(diagonal, -1) == ahead  # a step to the right
            left = np.append(-1, diagonal) == ahead  # a step up
            diagonal = ahead
            if (below | left).any():
                break
        pieces.append(steps)
    mean = np.mean(pieces)
    assert mean <= 1 / (1 - percolation.upper_bound(k) / 2) + 3 * np.std(pieces) / sqrt(len(pieces))


def test_a_missing_distance_is_not_counted_as_0():
    """Only the deviation of a single board is 0."""
    rows = pd.DataFrame({"n": [8, 9, 9], "k": 3, "board": [0, 0, 1], "distance": [5.0, None, None]})
    table = percolation.mean_distances.make(rows).set_index("n")
    assert table.loc[8, "deviation"] == 0
    assert table.loc[9, ["distance", "ratio"]].isna().all()
