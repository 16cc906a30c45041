"""The scripts of the thesis: boards, minima, times, and the tables made of them."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.sample import random_board, random_board_rows
from puzzlesat.floodit.solve import minimum as searches
from puzzlesat_studies.core.study import read_models
from puzzlesat_studies.floodit import measure, thesis
from tests.programs import invoke, run_script

ROOT = Path(__file__).parents[2]

PRINTED = pd.DataFrame({"n": [4], "k": [3], "minimal": [83], "extended": [17]})

RUN = {"seed": 1, "solver": "minisat22", "search": "bounded"}
"""The values that all rows of a table share."""

MINIMUM = RUN | {"board": 0, "fields": "0", "moves": "", "queries": ""}
"""The values of a row of minima on which no table depends."""

TIMES = dict.fromkeys(measure.EncodingTimes.model_fields, 1) | {"version": "1", "host": "a"}
"""The values of a row of times on which no table depends."""


def written(folder, frame, name="rows.csv"):
    """Write rows to a file, and return its path."""
    frame.to_csv(folder / name, index=False)
    return folder / name


def table(folder, script, inputs, **params):
    """Return the table that a script makes of files, and the same table for readers."""
    outputs = [folder / "table.csv", folder / "table.md"]
    run_script(script, inputs, outputs, RUN | params)
    return pd.read_csv(outputs[0]), outputs[1].read_text()


def bounds_table(folder, minima):
    """Return the table of the bounds of some minima."""
    rows = minima.assign(**MINIMUM | {"board": range(len(minima))})
    return table(folder, "bounds_table.py", [written(folder, rows)])


def timings(minimal, extended, status="sat"):
    """Times of two encodings; the lists hold the repeats of each board."""
    return pd.DataFrame(
        [
            TIMES
            | {"n": 4, "k": 3, "board": i, "repeat": r, "encoding": name, "status": status}
            | {"encode_seconds": 0.1, "load_seconds": 0.1, "solve_seconds": seconds}
            | RUN
            for name, boards in (("minimal", minimal), ("extended", extended))
            for i, repeats in enumerate(boards)
            for r, seconds in enumerate(repeats)
        ]
    )


def wins_table(folder, times, printed=PRINTED, timed_phases="solve"):
    """Return the table of wins of some times."""
    inputs = {
        "times": [written(folder, times, "times.csv")],
        "printed": written(folder, printed, "printed.csv"),
    }
    return table(folder, "wins_table.py", inputs, timed_phases=timed_phases)


def minima(folder, boards, n=4, k=3, **params):
    """Return the rows of the first boards of (n, k) with their minima, and the path of the file."""
    drawn = written(
        folder, pd.DataFrame(random_board_rows(2020, n, k, range(boards))), "boards.csv"
    )
    path = folder / "minima.csv"
    values = {"search": "bounded", "solver": "minisat22"} | params
    run_script("minimum.py", [drawn], [path], values, {"seed": "2020"})
    return pd.read_csv(path, dtype={"fields": str, "moves": str}), path


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


def test_minima_are_those_of_another_search(tmp_path):
    bounded, _ = minima(tmp_path, 5)
    bisection, _ = minima(tmp_path, 5, search="bisection", solver="cadical195")
    assert bounded["minimum"].tolist() == bisection["minimum"].tolist()
    assert bounded["minimum"].tolist() == bounded["moves"].map(len).tolist()
    assert (set(bisection["search"]), set(bisection["solver"])) == ({"bisection"}, {"cadical195"})


def test_a_minimum_that_astar_does_not_find_is_an_error(monkeypatch):
    board = random_board(2020, 4, 3, 0)
    monkeypatch.setattr(searches, "astar", lambda graph: [0])
    with pytest.raises(DisagreementError, match=board.text):
        searches.confirmed_minimum(board, "bounded", "minimal", "minisat22")


def test_timing_rows_are_counterbalanced(tmp_path):
    _, path = minima(tmp_path, 2)
    params = {"solver": "minisat22", "repeats": 4, "wall_limit": 10}
    run_script("time.py", [path], [tmp_path / "times.csv"], params, {"seed": "2020"})
    rows = pd.read_csv(tmp_path / "times.csv")
    first = rows[(rows["order"] == 0) & (rows["board"] == 1)]
    assert first["encoding"].tolist() == ["extended", "minimal", "extended", "minimal"]
    assert len(rows) == 2 * 8
    assert set(rows["status"]) == {"sat"}
    assert all((rows[f"{phase}_seconds"] > 0).all() for phase in measure.PHASES)


def minimum_of(n, k, i, p):
    """A row that claims a minimum."""
    [row] = random_board_rows(2020, n, k, [i])
    return row | {"minimum": p}


def test_timeouts_are_recorded_as_rows():
    rows = measure.time_encodings([minimum_of(20, 8, 0, 30)], ("minimal",), "minisat22", 1, 0.01)
    assert [row["status"] for row in rows] == ["timeout"]


def test_timing_raises_if_the_minimum_is_too_small():
    row = minimum_of(4, 3, 7, 1)
    with pytest.raises(DisagreementError, match=row["fields"]):
        list(measure.time_encodings([row], ("minimal",), "minisat22", 1, None))


@pytest.mark.parametrize("solver", ["cadical195", "glucose42", "lingeling", "kissat404"])
def test_other_solvers_can_be_timed(tmp_path, solver):
    found, _ = minima(tmp_path, 1, solver=solver)
    [timed] = measure.time_encodings(found.to_dict("records"), ("minimal",), solver, 1, None)
    assert timed["status"] == "sat"


@pytest.mark.parametrize(
    ("script", "column", "value"),
    [
        *(("bounds_table.py", *other) for other in [("seed", 2), ("solver", "x"), ("search", "y")]),
        ("bounds_figure.py", "seed", 2),
        ("minima_table.py", "search", "bisection"),
        ("solution_figure.py", "solver", "cadical195"),
        ("wins_table.py", "seed", 2),
        ("wins_table.py", "solver", "cadical195"),
    ],
)
def test_rows_of_another_run_are_refused(tmp_path, script, column, value):
    """A table would mix seeds, solvers or searches."""
    if script == "wins_table.py":
        rows = timings([[1.0]], [[2.0]])
        other = written(tmp_path, rows.assign(**{column: value}), "other.csv")
        inputs = {
            "times": [written(tmp_path, rows), other],
            "printed": written(tmp_path, PRINTED, "printed.csv"),
        }
    else:
        rows = pd.DataFrame({"n": [4], "k": 3, "minimum": 3} | MINIMUM)
        other = written(tmp_path, rows.assign(**{column: value}), "other.csv")
        inputs = [written(tmp_path, rows), other]
    params = RUN | {"board": 0, "timed_phases": "solve"}
    with pytest.raises(InputError, match=rf"other\.csv: rows of the {column} {value}, but the con"):
        run_script(script, inputs, [tmp_path / "out.csv"], params)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("4,3,3,1x,minisat22,bounded,0,0,,", r"rows\.csv: .*'1x'; delete"),
        ("4,3,3x,1,minisat22,bounded,0,0,,", r"rows\.csv: .*'3x'; delete"),
        ("4,3", r"rows\.csv: .*; delete this file"),
    ],
)
def test_a_damaged_row_is_refused_by_what_it_has(tmp_path, line, sentence):
    rows = pd.DataFrame({"n": [4, 4], "k": 3, "minimum": 3} | MINIMUM)
    path = written(tmp_path, rows)
    path.write_text(f"{path.read_text()}{line}\n")
    with pytest.raises(InputError, match=sentence):
        run_script("minima_table.py", [path], [tmp_path / "out.csv"], RUN)


def test_minima_are_gathered_in_the_order_of_boards(tmp_path):
    boards = {"n": [5, 4, 4], "k": 3, "board": [0, 1, 0], "minimum": [7, 5, 4]}
    rows = pd.DataFrame(MINIMUM | boards)
    gathered, _ = table(tmp_path, "minima_table.py", [written(tmp_path, rows)])
    assert gathered["minimum"].tolist() == [4, 5, 7]
    assert gathered.columns.tolist() == list(thesis.GatheredMinimum.model_fields)


def test_bounds_strictly_and_with_ties(tmp_path):
    found, _ = bounds_table(tmp_path, pd.DataFrame({"n": 4, "k": 3, "minimum": [2] * 3 + [7] * 4}))
    row = found.iloc[0]
    assert found.columns.tolist() == list(thesis.MinimaBox.model_fields)
    assert (row["lower"], row["upper"]) == (2, 7)
    assert not row["q1_above_lower"]
    assert row["q1_from_lower"]
    assert not row["q3_below_upper"]
    assert row["q3_to_upper"]
    assert row["within"] == 1


def test_the_printed_bounds_are_yes_tie_or_no(tmp_path):
    minima = pd.DataFrame(
        [{"n": 4, "k": k, "minimum": m} for k, m in ((3, 2), (4, 8), (5, 1), (6, 7))]
    )
    _, text = bounds_table(tmp_path, minima)
    verdicts = [
        [cell.strip() for cell in line.split("|")[11:13]] for line in text.splitlines()[4:8]
    ]
    assert verdicts == [["tie", "yes"], ["yes", "tie"], ["no", "yes"], ["yes", "yes"]]


def test_whiskers_exclude_outliers(tmp_path):
    minima = pd.DataFrame({"n": 9, "k": 3, "minimum": [1, 5, 6, 6, 7, 7, 8, 20]})
    row = bounds_table(tmp_path, minima)[0].iloc[0]
    assert (row["whisker_low"], row["whisker_high"], row["min"], row["max"]) == (5, 8, 1, 20)


def test_a_whisker_may_end_at_a_quartile(tmp_path):
    """`compare` would refuse the table of such a run."""
    bounds_table(tmp_path, pd.DataFrame({"n": 4, "k": 3, "minimum": [0, 10, 10, 10]}))
    [box] = read_models([tmp_path / "table.csv"], thesis.MinimaBox)
    assert box.whisker_low == box.q1 == 7.5


def test_wins_use_medians_and_ambiguity_uses_repeats(tmp_path):
    times = timings(
        minimal=[[1.0, 1.0, 1.0], [1.0, 1.0, 9.0], [2.0, 2.0, 2.0]],
        extended=[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]],
    )
    found, text = wins_table(tmp_path, times)
    assert found.columns.tolist() == list(thesis.EncodingWins.model_fields)
    row = found[found["timed_phases"] == "solve"].iloc[0]
    assert (row["minimal"], row["extended"], row["ambiguous"], row["boards"]) == (2, 1, 1, 3)
    assert row["ratio"] == pytest.approx((2 * 2 * 0.5) ** (1 / 3), rel=1e-5)
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
    assert row["thesis_minimal"] == 83
    assert text.splitlines()[4].replace(" ", "").startswith("|4|3|3|2|1|0|1|83|17|")


def test_each_timing_method_sums_its_phases(tmp_path):
    times = timings([[1.0]], [[2.0]])
    times.loc[times["encoding"] == "minimal", "encode_seconds"] = 9
    found = wins_table(tmp_path, times)[0].set_index("timed_phases")
    assert found["minimal"].to_dict() == {"solve": 1, "load_solve": 1, "encode_load_solve": 0}


def test_boards_with_a_timeout_are_not_compared(tmp_path):
    times = timings([[1.0], [1.0]], [[2.0], [2.0]])
    times.loc[(times["board"] == 1) & (times["encoding"] == "extended"), "status"] = "timeout"
    row = wins_table(tmp_path, times)[0].iloc[0]
    assert (row["minimal"], row["boards"], row["timeouts"]) == (1, 2, 1)
    row = wins_table(tmp_path, timings([[1.0]], [[2.0]], status="timeout"))[0].iloc[0]
    assert (row["minimal"], row["extended"], row["timeouts"]) == (0, 0, 1)
    assert np.isnan(row["ratio"])


def test_grid_points_outside_the_thesis_have_no_reference_values(tmp_path):
    found, _ = wins_table(tmp_path, timings([[1.0]], [[2.0]]), PRINTED.assign(n=99))
    assert np.isnan(found["thesis_minimal"]).all()


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


def summary(folder, bounds, wins):
    """Return the lines of the summary of two tables."""
    inputs = {"bounds": written(folder, bounds, "b.csv"), "wins": written(folder, wins, "w.csv")}
    run_script("summary.py", inputs, [folder / "summary.txt"], {"timed_phases": "solve"})
    return (folder / "summary.txt").read_text().splitlines()


def test_summary_compares_only_the_grid_points_of_the_thesis(tmp_path):
    minima = pd.DataFrame({"n": [4] * 3 + [12] * 3, "k": 3, "minimum": [2, 3, 4] * 2})
    bounds, _ = bounds_table(tmp_path, minima)
    assert bounds["q1_above_lower"].tolist() == [True, False]
    known, _ = wins_table(tmp_path, timings([[1.0]], [[2.0]]))
    other = known.assign(n=12, minimal=0, extended=1, thesis_minimal=np.nan, ratio=0.5)
    lines = summary(tmp_path, bounds, pd.concat([known, other]))
    assert "6 boards in 2 grid points" in lines[0]
    assert "here in 1 of 1" in lines[1]
    assert "thesis 83 of 100; here 1 of 1." in lines[3]
    assert "thesis 1 of 1; here 1 of 1, the extended encoding taking 2.00 to 2.00" in lines[4]
    wins, _ = wins_table(tmp_path, timings([[1.0]], [[2.0]]), PRINTED.assign(n=99))
    lines = summary(tmp_path, bounds[bounds["n"] == 12], wins)
    assert len(lines) == 5
    assert all(line.endswith("to compare.") for line in lines[1:])


def test_boxes_agree_only_if_every_number_is_equal(tmp_path):
    def boxes(minima):
        return bounds_table(tmp_path, pd.DataFrame({"n": 4, "k": 3, "minimum": minima}))[0]

    ours = boxes([3, 4, 5, 6])
    assert thesis.compare_bounds(ours, ours) == "1 of 1 shared boxes are identical"
    for other in ([3, 4, 5, 7], [2, 4, 5, 6], [3, 5, 5, 6]):
        assert thesis.compare_bounds(ours, boxes(other)) == "0 of 1 shared boxes are identical"
    assert thesis.compare_bounds(ours, boxes([3, 4, 5])) == (
        "0 of 0 shared boxes are identical; 1 not compared: different numbers of boards"
    )


def test_ratios_agree_where_their_intervals_overlap(tmp_path):
    wins, _ = wins_table(tmp_path, timings([[1.0], [1.0]], [[2.0], [2.2]]))
    other = wins.assign(ratio_low=9.0, ratio_high=9.5)
    assert "1 of 1" in next(thesis.compare_wins(wins, wins))
    assert "0 of 1" in next(thesis.compare_wins(wins, other))
