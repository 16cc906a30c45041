"""Growth of the minimum: fits recover known laws, and sizes with open boards are left out."""

import numpy as np
import pandas as pd
import pytest

from puzzlesat.floodit.board.sample import random_board
from puzzlesat_studies.floodit import growth
from tests.floodit import exhaustive


def test_rows_have_the_minimum_and_a_lower_bound_by_distance():
    rows = growth.minima.make(seed=2020, n=3, k=3, first=1, boards=4, wall_limit=60)
    for i, row in enumerate(rows, start=1):
        board = random_board(2020, 3, 3, i)
        assert row["board"] == i
        assert row["lower_bound"] == row["upper_bound"] == exhaustive.minimum(board)
        assert row["distance"] <= row["upper_bound"]


TRUE = {
    "sum": (0.4, 3, 0, 0.5, lambda n: 0.4 * n + 3 * n**0.5),
    "line": (0.4, 3, 0, 0, lambda n: 0.4 * n + 3),
    "cube root": (0.4, 3, -2, 0, lambda n: 0.4 * n + 3 * n ** (1 / 3) - 2),
    "logarithm": (0.4, 3, -2, 0, lambda n: 0.4 * n + 3 * np.log(n) - 2),
    "quotient": (0.4, 1, 4, 0, lambda n: 0.4 * n + n / np.log(n) + 4),
    "power": (None, 2, 0, 0.8, lambda n: 2 * n**0.8),
    "shifted power": (None, 2, -3, 0.8, lambda n: 2 * n**0.8 - 3),
}


@pytest.mark.parametrize("name", growth.LAWS)
def test_each_law_is_recovered_from_its_own_means(name):
    n = np.array([8, 16, 32, 64, 128, 200], dtype=float)
    a, b, c, gamma, law = TRUE[name]
    [found] = growth.fit_law(growth.LAWS[name], n, law(n)[None], np.full(len(n), 0.1))
    assert found == pytest.approx(
        [np.nan if a is None else a, b, c, gamma, 0], abs=0.01, nan_ok=True
    )


@pytest.mark.parametrize("name", [name for name, law in growth.LAWS.items() if law.is_linear])
def test_limit_is_never_negative(name):
    n = np.array([8, 16, 32, 64, 128, 200], dtype=float)
    law, errors = growth.LAWS[name], np.full(len(n), 0.1)
    means = 5 + 4 * n**0.9 - 0.5 * n  # a quotient would have a limit below 0
    a, _b, _c, gamma, chi2 = growth.fit_law(law, n, np.stack([means, -n]), errors).T
    assert (a >= 0).all()
    basis = np.stack(law.terms(n, gamma[1])[1:], axis=1)  # the best fit without the first term
    assert chi2[1] == pytest.approx(((basis @ np.linalg.lstsq(basis, -n)[0] + n) ** 2).sum() / 0.01)


def sampled_minima(sizes, boards):
    rng = np.random.default_rng(0)
    rows = pd.DataFrame(
        {"k": 3, "n": n, "board": i, "distance": n // 2 - 1 + rng.integers(3)}
        for n in sizes
        for i in range(boards)
    )
    rows["upper_bound"] = rows["lower_bound"] = rows["distance"] + rng.integers(1, 3, len(rows))
    distances = rows.groupby(["n", "k", "distance"], as_index=False).agg(boards=("board", "size"))
    return rows, distances


def test_distance_of_many_boards_adjusts_the_mean_minimum():
    rows, distances = sampled_minima((8,), 60)
    shifted = distances.assign(distance=distances["distance"] + 2)
    [plain] = growth.means.make(rows, distances).to_dict("records")
    [adjusted] = growth.means.make(rows, shifted).to_dict("records")
    assert plain["adjusted"] == pytest.approx(rows["upper_bound"].mean())
    assert adjusted["adjusted"] == pytest.approx(plain["adjusted"] + 2)
    gap = rows["upper_bound"] - rows["distance"]
    variance = gap.var() / 60 + rows["distance"].var() / 60
    assert plain["adjusted_error"] == pytest.approx(variance**0.5)


def test_pairs_count_every_board_once():
    rows, _ = sampled_minima((8, 16), 30)
    table = growth.pairs.make(rows)
    assert table["boards"].sum() == 60
    assert (table["upper_bound"] * table["boards"]).sum() == rows["upper_bound"].sum()
    assert (table["distance"] * table["boards"]).sum() == rows["distance"].sum()


def test_only_sizes_with_all_minima_proven_are_fitted():
    rows, distances = sampled_minima((8, 12, 16, 32, 64), 30)
    is_open = (rows["n"] == 64) & (rows["board"] == 5)
    rows["lower_bound"] -= is_open
    table = growth.fits.make(growth.means.make(rows, distances))
    assert set(table["n_max"]) == {32}
    assert set(table["n_min"]) == {8, 12, 16}
    gap = table.query("law == 'line' and n_min == 8").iloc[0]
    assert gap["a_low"] <= 0 <= gap["a_high"]
