"""Growth of the minimum: fits recover known laws, and cells with open boards are left out."""

import numpy as np
import pandas as pd
import pytest

from puzzlesat.floodit.board.sample import random_board
from puzzlesat_studies.floodit import growth
from puzzlesat_studies.floodit.boards import SampledBoard
from tests.floodit import exhaustive


def test_rows_have_the_minimum_and_a_lower_bound_by_distance():
    boards = [random_board(2020, 3, 3, i) for i in range(4)]
    given = [
        SampledBoard(seed=2020, n=3, k=3, board=i, fields=board.text)
        for i, board in enumerate(boards)
    ]
    for board, row in zip(boards, growth.minima.make(given, wall_limit=60), strict=True):
        assert row["lower_bound"] == row["upper_bound"] == exhaustive.minimum(board)
        assert row["distance"] <= row["upper_bound"]


TRUE = {
    "sum": (0.4, 3, 0, 0.5, lambda n: 0.4 * n + 3 * n**0.5),
    "line": (0.4, 3, 0, 0, lambda n: 0.4 * n + 3),
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


def test_only_sizes_with_all_minima_proven_are_fitted():
    rng = np.random.default_rng(0)
    rows = pd.DataFrame(
        {"k": 3, "n": n, "board": i, "upper_bound": n // 2 + rng.integers(3)}
        for n in (8, 16, 32, 64)
        for i in range(6)
    )
    rows["lower_bound"] = rows["upper_bound"] - ((rows["n"] == 64) & (rows["board"] == 5))
    table = growth.fits.make(rows)
    assert table.groupby("n_min").size().to_dict() == {8: len(growth.LAWS), 16: 2}
    assert table["cells"].tolist() == [3] * len(growth.LAWS) + [2] * 2
    assert set(table["n_max"]) == {32}
    line = table[table["law"] == "line"].iloc[0]
    assert line["a_low"] <= 0.5 <= line["a_high"]
