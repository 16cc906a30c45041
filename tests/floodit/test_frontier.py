import os
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.process import in_subprocess, run
from puzzlesat.common.rows import parse_rows
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve import baselines
from puzzlesat.floodit.solve.baselines import BASELINES, MissingError, Program
from puzzlesat.floodit.solve.exact import Bounds, Limits, close
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.baselines.tables import baselines_printed, baselines_table
from puzzlesat_studies.floodit.frontier import tables as frontier
from puzzlesat_studies.floodit.frontier.figures import frontier_figure
from puzzlesat_studies.floodit.frontier.rows import OUTCOMES, outcome_rows
from puzzlesat_studies.floodit.frontier.tables import Law
from puzzlesat_studies.floodit.thesis import figures
from puzzlesat_studies.floodit.thesis.rows import sample_rows

from . import exhaustive
from .strategies import boards

OURSELVES = f"{sys.executable} -m puzzlesat.floodit.cli solve {{file}} --json --quiet"


def has(name):
    try:
        baselines.library(name)
    except MissingError:
        return False
    return True


NEEDS = {"minisat": shutil.which, "cpsat": lambda _: has("ortools"), "clingo": has}


@pytest.mark.parametrize("name", BASELINES)
@given(board=boards(most_fields=9, most_colours=3))
@settings(deadline=None, max_examples=15)
def test_baselines_agree_with_brute_force(name, board):
    if not NEEDS[name](name):
        pytest.skip(f"{name} is not installed")
    interval = Bounds(board)
    assert close(interval, BASELINES[name], Limits.of(60), "minisat22") == "optimal"
    assert interval.upper == exhaustive.minimum(board)
    assert floods(board.grid, interval.moves)


@pytest.mark.parametrize("name", BASELINES)
def test_baselines_respect_the_time_limit(name):
    if not NEEDS[name](name):
        pytest.skip(f"{name} is not installed")
    interval = Bounds(random_board(2020, 24, 8, 1))
    assert close(interval, BASELINES[name], Limits.of(1), "minisat22") == "timeout"
    assert interval.lower <= 38 <= interval.upper


def pieces(*sizes, boards=2, k=4):
    return [list(sample_rows(2020, n, k, range(boards))) for n in sizes]


def test_a_row_for_every_board():
    rows = list(outcome_rows(pieces(5, 6), "pdr", 20, 1 << 30, "glucose42"))
    assert [(row["n"], row["i"], row["status"]) for row in rows] == [
        *((5, 0, "optimal"), (5, 1, "optimal"), (6, 0, "optimal"), (6, 1, "optimal"))
    ]
    assert all(row["lower_bound"] == row["upper_bound"] == len(row["moves"]) for row in rows)
    assert all(row["peak_mb"] > 1 for row in rows)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lower_bound": 9}, "lower_bound is 9, above upper_bound"),
        ({"lower_bound": 0}, "status is optimal, but lower_bound is 0 and upper_bound"),
        ({"upper_bound": 1}, "upper_bound is 1, but the row lists [0-9]+ moves"),
        ({"moves": ""}, "upper_bound is [0-9]+, but the row lists 0 moves"),
        ({"moves": "000"}, "the moves 000 do not flood the board"),
        ({"status": "answered"}, "status is answered, but there are moves"),
        ({"status": "proven"}, "status is 'proven'; expected one of"),
        ({"board": "000/000/000"}, "board is 000/000/000, but 020/010/222 in an earlier row"),
        ({"method": "pdr"}, "a second row for seed 1, n 3, k 3, i 1, method pdr"),
    ],
)
def test_inconsistent_or_duplicate_outcomes_are_rejected(change, message):
    sample = list(sample_rows(1, 3, 3, [1]))
    rows = [
        row
        for method in ("pdr", "astar")
        for row in outcome_rows([sample], method, 60, 1 << 30, "minisat22")
    ]
    assert rows[0]["upper_bound"] == 3
    assert len(parse_rows(pd.DataFrame(rows).to_csv(index=False), OUTCOMES)) == 2
    with pytest.raises(InputError, match=f"^line 3: {message}"):
        parse_rows(pd.DataFrame([rows[0], rows[1] | change]).to_csv(index=False), OUTCOMES)


def test_boards_after_giving_up_are_marked_skipped():
    rows = list(
        outcome_rows(
            pieces(5, 24, 25, boards=1, k=10), "thesis", 0.5, 1 << 30, "glucose42", give_up=True
        )
    )
    assert [row["status"] for row in rows] == ["optimal", "timeout", "skipped"]


def test_uninstalled_baselines_are_marked_missing(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    rows = list(outcome_rows(pieces(5), "minisat", 5, 1 << 30, "glucose42"))
    assert [row["status"] for row in rows] == ["missing", "missing"]


@pytest.mark.parametrize("form", ["lines", "sized"])
def test_external_programs_can_be_measured(form):
    command = OURSELVES + (" --format lines" if form == "lines" else "")
    program = Program.of("ours", command, form, r'"minimum": (\d+)')
    rows = list(outcome_rows(pieces(5), program, 20, 1 << 30, "glucose42"))
    truth = list(outcome_rows(pieces(5), "astar", 20, 1 << 30, "glucose42"))
    assert [row["status"] for row in rows] == ["answered", "answered"]
    assert [row["lower_bound"] for row in rows] == [row["lower_bound"] for row in truth]


def test_program_without_an_answer_raises():
    program = Program.of("mute", "true {file}", "sized", r"(\d+)")
    with pytest.raises(InputError, match="the program mute printed no answer"):
        list(outcome_rows(pieces(5), program, 5, 1 << 30, "glucose42"))


def test_in_subprocess_returns_result_exception_and_peak_memory():
    assert in_subprocess(divmod, 7, 2).result == (3, 1)
    with pytest.raises(ZeroDivisionError):
        in_subprocess(divmod, 7, 0)
    small, large = in_subprocess(len, b""), in_subprocess(lambda: len(b"x" * (1 << 28)))
    assert large.peak - small.peak > 50 << 20
    assert in_subprocess(lambda: os.kill(os.getpid(), signal.SIGKILL)).died


def test_timeout_kills_the_child_processes_of_a_program(tmp_path):
    script = f"sh -c 'sleep 2; touch {tmp_path}/late' & sleep 9"
    with pytest.raises(subprocess.TimeoutExpired):
        run(["sh", "-c", script], 0.2)
    time.sleep(2.5)
    assert not list(tmp_path.iterdir())


def proofs(*rows):
    """Rows of (method, n, k, i, status, lower, upper)."""
    columns = ["method", "n", "k", "i", "status", "lower_bound", "upper_bound"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.assign(seed=1, seconds=1.0, peak_mb=9.0, lower_by="h", upper_by="greedy")


def test_medians_are_intervals_if_boards_are_unproven():
    table = frontier.frontier_table(
        proofs(
            ("pdr", 9, 3, 0, "optimal", 10, 10),
            ("pdr", 9, 3, 1, "timeout", 11, 14),
            ("pdr", 9, 3, 2, "optimal", 12, 12),
            ("pdr", 4, 3, 0, "optimal", 3, 3),
        )
    )
    printed = frontier.frontier_printed(table)
    assert table["proven"].tolist() == [1, 2]
    assert printed["median"].tolist() == ["3", "11..12"]
    assert printed["most"].tolist() == [3, 14]


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
    frontier.check_agreement(
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
    assert list(scaling.columns) == list(frontier.SCALING)
    printed = frontier.scaling_printed(scaling)
    assert printed["method"].tolist() == ["slow", "fast", "none"]
    assert printed[3].tolist() == ["4", "6", "-"]


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
    assert baselines_printed(table)["proven"].tolist() == ["2", "1", "not installed"]


def test_growth_law_recovers_its_parameters():
    rng = np.random.default_rng(1)
    rows = [
        {"n": n, "k": k, "minimum": 0.5 * n**0.9 * k**0.8 + rng.normal(0, 0.5)}
        for n in range(4, 30, 2) for k in (3, 4, 6, 8, 10) for _ in range(20)
    ]  # fmt: skip
    minima = pd.DataFrame(rows)
    law = Law(minima)
    assert law.parameters == pytest.approx({"a": 0.5, "b": 0.9, "c": 0.8}, abs=0.05)
    fit = frontier._fit(minima, law(minima["n"], minima["k"]))
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
    figure = frontier_figure(
        frontier.frontier_table(pdr), frontier.scaling_table(frame), lambda n, k: n + k
    )
    texts = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    assert texts == ["$k = 3$", "$k = 4$", "fitted growth law", "not all proven", "thesis", "pdr"]
    minima = frontier.proven_minima(pdr)
    drawn = figures.bounds_figure(minima, lambda n, k: 2 * n + k)
    assert [2 * 4 + 3, 2 * 6 + 3, 2 * 8 + 3] in [
        list(line.get_ydata()) for line in drawn.axes[0].lines
    ]
    style.save(drawn, [])


def test_timed_out_boards_do_not_overlap_in_the_figure():
    frame = proofs(*(("pdr", n, k, 0, "timeout", n, n + k) for n in (4, 6) for k in (3, 4, 5)))
    table, scaling = frontier.frontier_table(frame), frontier.scaling_table(frame)
    effort = frontier_figure(table, scaling, lambda n, k: n + k).axes[1]
    hollow = [line for line in effort.lines if line.get_markerfacecolor() == "white"]
    places = [x for line in hollow for x in line.get_xdata()]
    assert len(places) == 6
    assert len(set(places)) == 6


def test_growth_law_requires_at_least_four_boards():
    minima = pd.DataFrame({"n": [4, 5, 6], "k": [3, 4, 5], "minimum": [4, 6, 9]})
    with pytest.raises(InputError, match="fitted to 4 proven minima or more, but there are 3"):
        Law(minima)
