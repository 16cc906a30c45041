"""The ablation of the exact search: what variants cost, and how the table compares boards."""

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.sample import random_board
from puzzlesat_studies.floodit import ablation
from puzzlesat_studies.floodit.boards import SampledBoard


def test_a_part_that_is_switched_off_costs_obligations():
    board = random_board(2020, 12, 6, 0)
    done = {variant: ablation.attempt(board, variant, 60) for variant in ablation.RULES_OFF}
    whole = done["all parts"]["obligations"]
    for part in ("generalise", "witness", "generalisation"):
        assert done[part]["obligations"] > 2 * whole


def test_a_run_ends_at_the_limit_with_its_bounds():
    found = ablation.attempt(random_board(2020, 40, 10, 0), "beams", 0.3)
    assert found["status"] == "timeout"
    assert 0 < found["lower_bound"] < found["upper_bound"]
    assert found["seconds"] < 5


def test_contradicting_bounds_raise_disagreement(monkeypatch):
    def wrong(board, variant, limit):
        least = 3 if variant == "beams" else 9
        return {"lower_bound": least, "upper_bound": least}

    monkeypatch.setattr(ablation, "attempt", wrong)
    row = SampledBoard(seed=0, n=2, k=3, board=0, fields="01/20")
    with pytest.raises(DisagreementError, match="contradict"):
        list(ablation.attempts.make([row], cpu_limit=1))


def test_the_table_compares_boards_that_are_proven_both_ways():
    rows = pd.DataFrame(
        {"seed": 1, "n": 5, "k": 3, "board": board, "variant": variant, "status": status}
        | {"lower_bound": 4, "upper_bound": 4, "obligations": obligations, "seconds": 1.0}
        for variant in ablation.RULES_OFF
        for board, status, obligations in (
            [(0, "optimal", 10), (1, "optimal", 10)]
            if variant == "all parts"
            else [(0, "optimal", 40), (1, "timeout", 1000)]
        )
    )
    whole, *others = ablation.effects.make(rows).to_dict("records")
    assert (whole["proven"], whole["obligations"], whole["ratio_obligations"]) == (2, 20, 1.0)
    for row in others:
        assert (row["proven"], row["both"], row["obligations"]) == (1, 1, 1040)
        assert row["ratio_obligations"] == pytest.approx(4)
