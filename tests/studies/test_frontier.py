"""The frontier, and attempts of methods on boards."""

import os
import signal

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.sample import random_board_rows
from puzzlesat.floodit.solve.exact import Bounds
from puzzlesat_studies.floodit import attempts, frontier
from puzzlesat_studies.floodit.attempts import check_agreement, outcome_rows, with_keys
from puzzlesat_studies.floodit.boards import SampledBoard


def pieces(*sizes, boards=2, k=4):
    samples = (random_board_rows(2020, n, k, range(boards)) for n in sizes)
    return [with_keys(SampledBoard(**row) for row in sample) for sample in samples]


def test_a_row_for_every_board():
    rows = list(outcome_rows(pieces(5, 6), "pdr", 20, 1 << 30))
    assert [(row["n"], row["board"], row["status"]) for row in rows] == [
        *((5, 0, "optimal"), (5, 1, "optimal"), (6, 0, "optimal"), (6, 1, "optimal"))
    ]
    assert all(row["lower_bound"] == row["upper_bound"] == len(row["moves"]) for row in rows)
    assert all(row["peak_mb"] > 1 for row in rows)


def test_boards_after_giving_up_are_marked_skipped():
    rows = list(
        outcome_rows(pieces(5, 24, 25, boards=1, k=10), "thesis", 0.5, 1 << 30, give_up=True)
    )
    assert [row["status"] for row in rows] == ["optimal", "timeout", "skipped"]


def test_a_killed_search_leaves_the_initial_bounds_and_its_time(monkeypatch):
    """Bounds of 0 would lower the quartiles, and a time of 0 the median."""

    def die_on_the_sampled_board(board, method, *limits):
        if board.n == 6:
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(attempts, "attempt", die_on_the_sampled_board)
    [batch] = pieces(6, boards=1)
    [row] = outcome_rows([batch], "pdr", 20, 1 << 30)
    initial = Bounds(batch[0][1])
    assert (row["status"], row["lower_by"], row["upper_by"]) == ("killed", "h", "greedy")
    assert 0 < row["lower_bound"] == initial.lower
    assert row["upper_bound"] == initial.upper == len(row["moves"])
    assert row["seconds"] > 0


def proofs(*rows):
    """Rows of (method, n, k, i, status, lower, upper)."""
    columns = ["method", "n", "k", "board", "status", "lower_bound", "upper_bound"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.assign(seed=1, seconds=1.0, peak_mb=9.0, lower_by="h", upper_by="greedy")


def test_medians_are_intervals_if_boards_are_unproven():
    table = frontier.frontier(
        proofs(
            ("pdr", 9, 3, 0, "optimal", 10, 10),
            ("pdr", 9, 3, 1, "timeout", 11, 14),
            ("pdr", 9, 3, 2, "optimal", 12, 12),
            ("pdr", 4, 3, 0, "optimal", 3, 3),
        )
    )
    displayed = frontier.display_frontier(table)
    assert table["proven"].tolist() == [1, 2]
    assert displayed["median"].tolist() == ["3", "11..12"]
    assert displayed["most"].tolist() == [3, 14]


def test_contradictory_bounds_raise_disagreement():
    for rows in (
        [("a", 9, 3, 0, "optimal", 10, 10), ("b", 9, 3, 0, "optimal", 11, 11)],
        [("a", 9, 3, 0, "timeout", 10, 12), ("b", 9, 3, 0, "optimal", 13, 13)],
        [("a", 9, 3, 0, "timeout", 10, 12), ("b", 9, 3, 0, "optimal", 9, 9)],
    ):
        with pytest.raises(
            DisagreementError, match=r"board 0 of n = 9, k = 3, seed 1: [ab] proves"
        ):
            frontier.scaling_table(proofs(*rows))
    check_agreement(
        proofs(
            ("a", 9, 3, 0, "timeout", 10, 12),
            ("b", 9, 3, 0, "optimal", 11, 11),
            ("c", 9, 3, 0, "skipped", 0, 0),
        )
    )


def test_scaling_table_reports_the_largest_size_each_method_proves():
    scaling = frontier.scaling_table(
        proofs(
            ("slow", 4, 3, 0, "optimal", 3, 3),
            ("slow", 6, 3, 0, "timeout", 3, 9),
            ("slow", 8, 3, 0, "skipped", 0, 0),
            ("fast", 4, 3, 0, "optimal", 3, 3),
            ("fast", 6, 3, 0, "optimal", 5, 5),
            ("none", 4, 3, 0, "timeout", 1, 5),
        )
    )
    displayed = frontier.display_scaling(scaling)
    assert displayed["method"].tolist() == ["slow", "fast", "none"]
    assert displayed[3].tolist() == ["4", "6", "-"]
