"""The frontier and the growth law, and attempts of methods on boards."""

import numpy as np
import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.sample import random_board_rows
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit import frontier
from puzzlesat_studies.floodit.attempts import check_agreement, outcome_rows, with_keys
from puzzlesat_studies.floodit.baselines import baselines_table, display_baselines
from puzzlesat_studies.floodit.boards import SampledBoard
from puzzlesat_studies.floodit.frontier import PowerLaw
from puzzlesat_studies.floodit.other_solvers import ExternalProgram


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


def test_uninstalled_baselines_are_marked_missing(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    rows = list(outcome_rows(pieces(5), "minisat", 5, 1 << 30))
    assert [row["status"] for row in rows] == ["missing", "missing"]


def test_program_without_an_answer_raises():
    program = ExternalProgram(name="mute", command="true {file}", format="sized", answer=r"(\d+)")
    with pytest.raises(InputError, match="the program mute printed no answer"):
        list(outcome_rows(pieces(5), program, 5, 1 << 30))


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


def test_proven_minima_require_all_boards_of_a_cell():
    minima = frontier.proven_minima(
        proofs(
            ("pdr", 9, 3, 0, "optimal", 10, 10),
            ("pdr", 9, 3, 1, "timeout", 11, 14),
            ("pdr", 4, 3, 0, "optimal", 3, 3),
        )
    )
    assert minima.to_dict("records") == [{"n": 4, "k": 3, "minimum": 3}]


def test_contradictory_bounds_raise_disagreement():
    for rows in (
        [("a", 9, 3, 0, "optimal", 10, 10), ("b", 9, 3, 0, "optimal", 11, 11)],
        [("a", 9, 3, 0, "timeout", 10, 12), ("b", 9, 3, 0, "answered", 13, 13)],
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
            ("c", 9, 3, 0, "missing", 0, 0),
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


def test_baseline_ratios_are_relative_to_auto():
    table = baselines_table(
        proofs(
            ("auto", 4, 3, 0, "optimal", 3, 3),
            ("auto", 4, 3, 1, "optimal", 3, 3),
            ("slow", 4, 3, 0, "optimal", 3, 3),
            ("slow", 4, 3, 1, "timeout", 2, 3),
            ("gone", 4, 3, 0, "missing", 0, 0),
            ("gone", 4, 3, 1, "missing", 0, 0),
        ).assign(seconds=[1, 1, 4, 9, 0, 0])
    )
    assert table["ratio"].tolist()[:2] == pytest.approx([1, 6])
    assert table["missing"].tolist() == [False, False, True]
    assert display_baselines(table)["proven"].tolist() == ["2", "1", "not installed"]


def test_growth_law_recovers_its_parameters():
    rng = np.random.default_rng(1)
    rows = [
        {"n": n, "k": k, "minimum": 0.5 * n**0.9 * k**0.8 + rng.normal(0, 0.5)}
        for n in range(4, 30, 2) for k in (3, 4, 6, 8, 10) for _ in range(20)
    ]  # fmt: skip
    minima = pd.DataFrame(rows)
    law = PowerLaw(minima)
    assert law.parameters == pytest.approx({"a": 0.5, "b": 0.9, "c": 0.8}, abs=0.05)
    fit = frontier._fit_columns(minima, law(minima["n"], minima["k"]))
    assert fit["residual_sd"] == pytest.approx(0.5, abs=0.05)
    assert law(20, 6) == pytest.approx(0.5 * 20**0.9 * 6**0.8, abs=0.2)
    assert fit["r_squared"] > 0.98


def test_the_frontier_figure_shows_every_method_and_number_of_colours():
    rows = [
        (method, n, k, i, "optimal", n + k, n + k)
        for method in ("thesis", "pdr") for n in (4, 6, 8) for k in (3, 4) for i in range(2)
    ]  # fmt: skip
    frame = proofs(*rows)
    pdr = frame[frame["method"] == "pdr"]
    figure = frontier.frontier_figure(pdr, frontier.scaling_table(frame))
    texts = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    assert texts == ["$k = 3$", "$k = 4$", "fitted growth law", "not all proven", "thesis", "pdr"]
    minima = frontier.proven_minima(pdr)
    drawn = frontier.boxes_and_law(minima, lambda n, k: 2 * n + k)
    assert [2 * 4 + 3, 2 * 6 + 3, 2 * 8 + 3] in [
        list(line.get_ydata()) for line in drawn.axes[0].lines
    ]
    style.save(drawn, [])


def test_growth_law_requires_at_least_four_boards():
    minima = pd.DataFrame({"n": [4, 5, 6], "k": [3, 4, 5], "minimum": [4, 6, 9]})
    with pytest.raises(InputError, match="fitted to 4 proven minima or more, but there are 3"):
        PowerLaw(minima)


@pytest.mark.parametrize("constant", ["n", "k"])
def test_growth_law_requires_two_sizes_and_two_numbers_of_colours(constant):
    """With only one, different exponents give the same fit."""
    minima = pd.DataFrame({"n": [4, 5, 6, 7], "k": [3, 4, 5, 6], "minimum": [4, 6, 9, 11]})
    with pytest.raises(InputError):
        PowerLaw(minima.assign(**{constant: 4}))
