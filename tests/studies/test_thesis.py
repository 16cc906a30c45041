"""The study of the thesis: boards, minima, times, and the tables made of them."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.sample import random_board, random_board_rows
from puzzlesat_studies.floodit import measure, thesis
from puzzlesat_studies.floodit.boards import SampledBoard
from tests.programs import invoke

ROOT = Path(__file__).parents[2]

PRINTED = pd.DataFrame({"n": [4], "k": [3], "minimal": [83], "extended": [17]})


def by(name):
    return thesis.Wins(timed_phases=name)


def timings(minimal, extended, status="sat"):
    """Times of two encodings; the lists hold the repeats of each board."""
    return pd.DataFrame(
        [
            {"seed": 1, "n": 4, "k": 3, "board": i, "repeat": r, "encoding": name, "status": status}
            | {"encode_seconds": 0.1, "load_seconds": 0.1, "solve_seconds": seconds}
            for name, boards in (("minimal", minimal), ("extended", extended))
            for i, repeats in enumerate(boards)
            for r, seconds in enumerate(repeats)
        ]
    )


@pytest.fixture
def row():
    return SampledBoard(**next(random_board_rows(2020, 4, 3, [7])))


def test_sample_rows_do_not_depend_on_chunking():
    whole = list(random_board_rows(2020, 5, 4, range(10)))
    pieces = [
        row
        for first in (0, 4, 8)
        for row in random_board_rows(2020, 5, 4, range(first, min(first + 4, 10)))
    ]
    assert pieces == whole


def test_colours_are_uniform():
    counts = [0, 0, 0, 0]
    for i in range(100):
        for c in random_board(2020, 10, 4, i).colour:
            counts[c] += 1
    assert all(abs(count - 2500) < 200 for count in counts)


def test_minimum_row_agrees_with_astar(row):
    found = measure.find_minimum(row, "bounded", "minimal", "minisat22")
    assert found.minimum == found.astar == len(found.moves)
    assert found.fields == row.fields


def test_minimum_row_raises_if_astar_disagrees(row, monkeypatch):
    monkeypatch.setattr(measure, "astar", lambda graph: [0])
    with pytest.raises(DisagreementError, match=row.fields):
        measure.find_minimum(row, "bounded", "minimal", "minisat22")


def test_timing_rows_are_counterbalanced(row):
    found = measure.find_minimum(row, "bounded", "minimal", "minisat22")
    rows = list(measure.time_encodings([found], ("minimal", "extended"), "minisat22", 4, 10))
    first = [r["encoding"] for r in rows if r["order"] == 0]
    assert first == ["extended", "minimal", "extended", "minimal"]  # the board's number is odd
    assert len(rows) == 8
    assert all(r["status"] == "sat" for r in rows)
    assert all(r[f"{step}_seconds"] > 0 for r in rows for step in measure.PHASES)


def test_first_board_gets_untimed_warmup_runs(monkeypatch):
    ran, once = [], measure.time_once
    boards = [SampledBoard(**row) for row in random_board_rows(2020, 4, 3, range(2))]
    found = [measure.find_minimum(row, "bounded", "minimal", "minisat22") for row in boards]
    monkeypatch.setattr(
        measure, "time_once", lambda board, *rest: ran.append(rest[1]) or once(board, *rest)
    )
    encodings = ("minimal", "extended")
    rows = measure.time_encodings(found, encodings, "minisat22", 1, None)
    assert [row["board"] for row in rows] == [0, 0, 1, 1]
    assert tuple(ran[:2]) == encodings
    assert len(ran) == 2 + 4


def minimum_of(board, name, p):
    """A row that claims a minimum."""
    return measure.FoundMinimum(**name, fields=board.text, minimum=p, moves="", queries="", astar=p)


def test_timeouts_are_recorded_as_rows():
    board = random_board(2020, 20, 8, 0)
    row = minimum_of(board, {"seed": 2020, "n": 20, "k": 8, "board": 0}, 30)
    rows = list(measure.time_encodings([row], ("minimal",), "minisat22", 1, 0.01))
    assert [r["status"] for r in rows] == ["timeout"]


def test_timing_raises_if_the_minimum_is_too_small(row):
    with pytest.raises(DisagreementError, match=row.fields):
        too_small = minimum_of(row.to_board(), row.key, 1)
        list(measure.time_encodings([too_small], ("minimal",), "minisat22", 1, None))


@pytest.mark.parametrize("solver", ["cadical195", "glucose42", "lingeling", "kissat404"])
def test_other_solvers_can_be_timed(row, solver):
    found = measure.find_minimum(row, "bounded", "minimal", solver)
    [timed] = measure.time_encodings([found], ("minimal",), solver, 1, None)
    assert timed["status"] == "sat"


def test_bounds_strictly_and_with_ties():
    minima = pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 2, 2, 7, 7, 7, 7]})
    row = thesis.bounds_table(minima).iloc[0]
    assert (row["lower"], row["upper"]) == (2, 7)
    assert not row["q1_above_lower"]
    assert row["q1_from_lower"]
    assert not row["q3_below_upper"]
    assert row["q3_to_upper"]
    assert row["within"] == 1


def test_the_printed_bounds_are_yes_tie_or_no():
    minima = pd.DataFrame(
        [{"n": 4, "k": k, "minimum": m} for k, m in ((3, 3), (3, 4), (4, 3), (4, 8), (5, 1))]
    )
    table = thesis.display_bounds(thesis.bounds_table(minima))
    assert table["25% above n+k-5"].tolist() == ["yes", "yes", "no"]
    assert table["75% below n+k"].tolist() == ["yes", "yes", "yes"]


def test_whiskers_exclude_outliers():
    minima = pd.DataFrame({"n": 9, "k": 3, "minimum": [1, 5, 6, 6, 7, 7, 8, 20]})
    row = thesis.bounds_table(minima).iloc[0]
    assert (row["whisker_low"], row["whisker_high"], row["min"], row["max"]) == (5, 8, 1, 20)


def test_wins_use_medians_and_ambiguity_uses_repeats():
    table = thesis.wins_table(
        timings(
            minimal=[[1.0, 1.0, 1.0], [1.0, 1.0, 9.0], [2.0, 2.0, 2.0]],
            extended=[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]],
        ),
        PRINTED,
    )
    row = table[table["timed_phases"] == "solve"].iloc[0]
    assert (row["minimal"], row["extended"], row["ambiguous"], row["boards"]) == (2, 1, 1, 3)
    assert row["ratio"] == pytest.approx((2 * 2 * 0.5) ** (1 / 3))
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
    assert row["thesis_minimal"] == 83
    assert row["sign_p"] == 1
    assert list(table["timed_phases"]) == ["solve", "load_solve", "encode_load_solve"]


def test_timing_methods_add_up_their_steps():
    table = thesis.wins_table(timings([[1.0], [1.0]], [[2.0], [2.0]]), PRINTED).set_index(
        "timed_phases"
    )
    assert table["ratio"].tolist() == pytest.approx([2, 2.1 / 1.1, 2.2 / 1.2])


def test_timed_out_boards_are_counted_but_not_compared():
    times = timings([[1.0], [1.0]], [[2.0], [2.0]])
    times.loc[times["board"] == 1, "status"] = "timeout"
    row = thesis.wins_table(times, PRINTED).iloc[0]
    assert (row["boards"], row["timeouts"], row["minimal"]) == (2, 1, 1)


def test_cell_with_only_timeouts_has_a_row():
    row = thesis.wins_table(timings([[1.0]], [[2.0]], status="timeout"), PRINTED).iloc[0]
    assert (row["timeouts"], row["minimal"], row["extended"]) == (1, 0, 0)
    assert np.isnan(row["ratio"])


def test_printed_table_shows_one_timing_method():
    table = thesis.wins_table(timings([[1.0], [1.0]], [[2.0], [2.1]]), PRINTED)
    [row] = thesis.display_wins(table, wins=by("load_solve")).to_dict("records")
    assert (row["minimal"], row["thesis: minimal"]) == (2, "83")


@pytest.mark.parametrize(
    ("column", "status", "sentence"),
    [("minimum", 1, "1 minima differ"), ("seed", 3, "no board in common"), (None, 0, "identical")],
)
def test_only_a_wrong_minimum_makes_a_comparison_fail(column, status, sentence, tmp_path):
    """`make reproduce` passes with another configuration, but not with another minimum."""
    for name in ("minima", "bounds", "wins"):
        shutil.copy(ROOT / f"reference/thesis/{name}.csv", tmp_path)
    rows = pd.read_csv(tmp_path / "minima.csv")
    if column:
        rows.loc[0 if column == "minimum" else slice(None), column] += 1
    rows.to_csv(tmp_path / "minima.csv", index=False)
    done = invoke("studies", "compare", tmp_path, ROOT / "reference/thesis", status=status)
    assert sentence in done.output


def test_summary_compares_only_the_cells_of_the_thesis():
    minima = pd.DataFrame({"n": [4] * 3 + [12] * 3, "k": 3, "minimum": [2, 3, 4] * 2})
    bounds = thesis.bounds_table(minima)
    assert bounds["q1_above_lower"].tolist() == [True, False]
    known = thesis.wins_table(timings([[1.0]], [[2.0]]), PRINTED)
    other = known.assign(n=12, minimal=0, extended=1, thesis_minimal=np.nan, ratio=0.5)
    lines = thesis.summary(bounds, pd.concat([known, other]), wins=by("solve")).splitlines()
    assert "6 boards in 2 cells" in lines[0]
    assert (
        "in the 1 cell of the thesis's Fig. 4.2 that this run has: thesis all; here 1" in lines[1]
    )
    assert "thesis 83 of 100; here 1 of 1." in lines[3]
    assert "thesis 1 of 1; here 1 of 1, the extended encoding taking 2.00 to 2.00" in lines[4]


def minima(values):
    frame = pd.DataFrame(
        {"seed": 1, "n": 4, "k": 3, "board": range(len(values)), "minimum": values}
    )
    return thesis.gather_minima(frame.sample(frac=1, random_state=0))


def test_boxes_agree_only_if_every_number_is_equal():
    ours = thesis.bounds_table(minima([3, 4, 5, 6]))
    assert thesis.compare_bounds(ours, ours) == "1 of 1 shared boxes are identical"
    for other in ([3, 4, 5, 7], [2, 4, 5, 6], [3, 5, 5, 6]):
        theirs = thesis.bounds_table(minima(other))
        assert thesis.compare_bounds(ours, theirs) == "0 of 1 shared boxes are identical"
    assert thesis.compare_bounds(ours, thesis.bounds_table(minima([3, 4, 5]))) == (
        "0 of 0 shared boxes are identical; 1 not compared: different numbers of boards"
    )


def test_summary_reports_that_no_cells_can_be_compared():
    bounds = thesis.bounds_table(pd.DataFrame({"n": 12, "k": 3, "minimum": [9, 10]}))
    wins = thesis.wins_table(timings([[1.0]], [[2.0]]), PRINTED.assign(n=99))
    lines = thesis.summary(bounds, wins, wins=by("solve")).splitlines()
    assert len(lines) == 5
    assert all(line.endswith("to compare.") for line in lines[1:])


def test_cells_outside_the_thesis_have_no_reference_values():
    table = thesis.wins_table(timings([[1.0]], [[2.0]]), PRINTED.assign(n=99))
    assert np.isnan(table["thesis_minimal"]).all()


def test_ratios_agree_where_their_intervals_overlap():
    wins = thesis.wins_table(timings([[1.0], [1.0]], [[2.0], [2.2]]), PRINTED)
    other = wins.assign(ratio_low=9.0, ratio_high=9.5)
    assert "1 of 1" in next(thesis.compare_wins(wins, wins))
    assert "0 of 1" in next(thesis.compare_wins(wins, other))
