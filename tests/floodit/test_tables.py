import numpy as np
import pandas as pd
import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import parse_rows
from puzzlesat_studies.floodit.thesis.bounds import BOUNDS, bounds_table
from puzzlesat_studies.floodit.thesis.bounds import printed as printed_bounds
from puzzlesat_studies.floodit.thesis.summary import (
    compare_bounds,
    compare_minima,
    compare_wins,
    minima_table,
    summary,
)
from puzzlesat_studies.floodit.thesis.wins import WINS, printed, wins_table

THESIS = pd.DataFrame({"n": [4], "k": [3], "minimal": [83], "extended": [17]})


def timings(minimal, extended, status="sat"):
    """Times of two encodings; the lists hold the repeats of each board."""
    return pd.DataFrame(
        [
            {"seed": 1, "n": 4, "k": 3, "i": i, "repeat": r, "encoding": name, "status": status}
            | {"encode_seconds": 0.1, "load_seconds": 0.1, "solve_seconds": seconds}
            for name, boards in (("minimal", minimal), ("extended", extended))
            for i, repeats in enumerate(boards)
            for r, seconds in enumerate(repeats)
        ]
    )


def test_bounds_strictly_and_with_ties():
    minima = pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 2, 2, 7, 7, 7, 7]})
    row = bounds_table(minima).iloc[0]
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
    table = printed_bounds(bounds_table(minima))
    assert table["25% above n+k-5"].tolist() == ["yes", "yes", "no"]
    assert table["75% below n+k"].tolist() == ["yes", "yes", "yes"]
    assert list(bounds_table(minima).columns) == list(BOUNDS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q1": 9}, "min, q1, median, q3, max should be non-decreasing"),
        ({"whisker_low": 1}, "min, whisker_low, whisker_high, max should be non-decreasing"),
        ({"upper": 8}, "lower and upper are 2 and 8, not n[+]k-5 and n[+]k"),
        ({"q1_above_lower": True}, "q1_above_lower is True, but by the row's numbers it is False"),
        ({"q3_to_upper": False}, "q3_to_upper is False, but by the row's numbers it is True"),
    ],
)
def test_inconsistent_bounds_rows_are_rejected(change, message):
    table = bounds_table(pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 2, 2, 7, 7, 7, 7]}))
    assert parse_rows(table.to_csv(index=False), BOUNDS)
    with pytest.raises(InputError, match=message):
        parse_rows(table.assign(**change).to_csv(index=False), BOUNDS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"minimal": 9}, "9 and 0 wins exceed 2 boards minus 0 timeouts"),
        ({"timeouts": 1}, "2 and 0 wins exceed 2 boards minus 1 timeouts"),
        ({"ratio": 99.0}, "ratio is 99.0, outside its interval"),
        ({"clock": "solve"}, "a second row for clock solve, n 4, k 3"),
    ],
)
def test_inconsistent_or_duplicate_wins_rows_are_rejected(change, message):
    table = wins_table(timings([[1.0], [1.0]], [[2.0], [2.0]]), THESIS)
    assert parse_rows(table.to_csv(index=False), WINS)
    with pytest.raises(InputError, match=message):
        parse_rows(table.assign(**change).to_csv(index=False), WINS)


def test_whiskers_exclude_outliers():
    minima = pd.DataFrame({"n": 9, "k": 3, "minimum": [1, 5, 6, 6, 7, 7, 8, 20]})
    row = bounds_table(minima).iloc[0]
    assert (row["whisker_low"], row["whisker_high"], row["min"], row["max"]) == (5, 8, 1, 20)


def test_wins_use_medians_and_ambiguity_uses_repeats():
    table = wins_table(
        timings(
            minimal=[[1.0, 1.0, 1.0], [1.0, 1.0, 9.0], [2.0, 2.0, 2.0]],
            extended=[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]],
        ),
        THESIS,
    )
    row = table[table["clock"] == "solve"].iloc[0]
    assert (row["minimal"], row["extended"], row["ambiguous"], row["boards"]) == (2, 1, 1, 3)
    assert row["ratio"] == pytest.approx((2 * 2 * 0.5) ** (1 / 3))
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
    assert row["thesis_minimal"] == 83
    assert row["sign_p"] == 1
    assert list(table["clock"]) == ["solve", "load_solve", "encode_load_solve"]


def test_timing_methods_add_up_their_steps():
    table = wins_table(timings([[1.0], [1.0]], [[2.0], [2.0]]), THESIS).set_index("clock")
    assert table["ratio"].tolist() == pytest.approx([2, 2.1 / 1.1, 2.2 / 1.2])


def test_timed_out_boards_are_counted_but_not_compared():
    times = timings([[1.0], [1.0]], [[2.0], [2.0]])
    times.loc[times["i"] == 1, "status"] = "timeout"
    row = wins_table(times, THESIS).iloc[0]
    assert (row["boards"], row["timeouts"], row["minimal"]) == (2, 1, 1)


def test_cell_with_only_timeouts_has_a_row():
    row = wins_table(timings([[1.0]], [[2.0]], status="timeout"), THESIS).iloc[0]
    assert (row["timeouts"], row["minimal"], row["extended"]) == (1, 0, 0)
    assert np.isnan(row["ratio"])


def test_cells_outside_the_thesis_have_no_reference_values():
    table = wins_table(timings([[1.0]], [[2.0]]), THESIS.assign(n=99))
    assert np.isnan(table["thesis_minimal"]).all()
    assert list(table.columns) == list(WINS)


def test_printed_table_shows_one_timing_method():
    table = wins_table(timings([[1.0], [1.0]], [[2.0], [2.1]]), THESIS)
    [row] = printed(table, "load_solve").to_dict("records")
    assert (row["minimal"], row["thesis: minimal"]) == (2, "83")


def test_p_values_are_printed_with_three_decimals_or_an_exponent():
    wins = wins_table(timings([[1.0]], [[2.0]]), THESIS)
    wins = pd.concat([wins.assign(sign_p=p) for p in (0.0216, 0.001, 0.00099, 1.0)])
    column = printed(wins, "solve")["sign test"]
    assert column.tolist() == ["0.022", "0.001", "9.9e-04", "1.000"]


def test_summary_has_five_lines():
    bounds = bounds_table(pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 3, 4]}))
    wins = wins_table(timings([[1.0], [1.0]], [[2.0], [2.0]]), THESIS)
    lines = summary(bounds, wins, "solve")
    assert len(lines) == 5
    assert "in the 1 cell of Table 4.1 that this run has: thesis 83 of 100; here 2 of 2" in lines[3]


def test_summary_compares_only_the_cells_of_the_thesis():
    minima = pd.DataFrame({"n": [4] * 3 + [12] * 3, "k": 3, "minimum": [2, 3, 4] * 2})
    bounds = bounds_table(minima)
    assert bounds["q1_above_lower"].tolist() == [True, False]
    known = wins_table(timings([[1.0]], [[2.0]]), THESIS)
    other = known.assign(n=12, minimal=0, extended=1, thesis_minimal=np.nan, ratio=0.5)
    lines = summary(bounds, pd.concat([known, other]), "solve")
    assert "6 boards in 2 cells" in lines[0]
    assert (
        "in the 1 cell of the thesis's Fig. 4.2 that this run has: thesis all; here 1" in lines[1]
    )
    assert "thesis 83 of 100; here 1 of 1." in lines[3]
    assert "thesis 1 of 1; here 1 of 1, the extended encoding taking 2.00 to 2.00" in lines[4]


def test_summary_reports_that_no_cells_can_be_compared():
    bounds = bounds_table(pd.DataFrame({"n": 12, "k": 3, "minimum": [9, 10]}))
    wins = wins_table(timings([[1.0]], [[2.0]]), THESIS.assign(n=99))
    lines = summary(bounds, wins, "solve")
    assert len(lines) == 5
    assert all(line.endswith("to compare.") for line in lines[1:])


def minima(values):
    frame = pd.DataFrame({"seed": 1, "n": 4, "k": 3, "i": range(len(values)), "minimum": values})
    return minima_table(frame.sample(frac=1, random_state=0))


def test_equal_minima_have_no_difference():
    assert compare_minima(minima([3, 4, 5]), minima([3, 4, 5, 6])) == (3, [])


def test_differing_minimum_is_reported():
    shared, [sentence] = compare_minima(minima([3, 4]), minima([3, 5]))
    assert shared == 2
    assert sentence == "board 1 of n = 4, k = 3, seed 1: minimum 4, but 5 in the reference"


def test_boxes_agree_only_if_every_number_is_equal():
    ours = bounds_table(minima([3, 4, 5, 6]))
    assert compare_bounds(ours, ours) == "1 of 1 shared boxes are identical"
    for other in ([3, 4, 5, 7], [2, 4, 5, 6], [3, 5, 5, 6]):
        theirs = bounds_table(minima(other))
        assert compare_bounds(ours, theirs) == "0 of 1 shared boxes are identical"
    assert compare_bounds(ours, bounds_table(minima([3, 4, 5]))) == (
        "0 of 0 shared boxes are identical; 1 not compared: different numbers of boards"
    )


def test_ratios_agree_where_their_intervals_overlap():
    wins = wins_table(timings([[1.0], [1.0]], [[2.0], [2.2]]), THESIS)
    other = wins.assign(ratio_low=9.0, ratio_high=9.5)
    assert "1 of 1" in next(compare_wins(wins, wins))
    assert "0 of 1" in next(compare_wins(wins, other))
