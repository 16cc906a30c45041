"""Public sets of boards: the results of methods and programs, in rows and in a table."""

import sys

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.sample import random_board
from puzzlesat_studies.floodit.baselines import display_sets, set_rows, sets_table
from puzzlesat_studies.floodit.other_solvers import ExternalProgram
from tests.floodit import exhaustive

FLOODIT = f"{sys.executable} -m puzzlesat.floodit.cli"
ANSWER = r'"minimum": (\d+)'
BOARDS = [random_board(2020, 4, 3, i) for i in range(3)]
MINIMA = [exhaustive.minimum(board) for board in BOARDS]
CENTRE = [board.with_start((2, 2)) for board in BOARDS]
FROM_CENTRE = [exhaustive.minimum(board) for board in CENTRE]


def external(name, command, form, answer):
    return ExternalProgram(name=name, command=command, format=form, answer=answer)


def rows_of(boards, method, wall_limit=60):
    return list(set_rows("s", boards, 9, method, wall_limit))


def frame(*rows):
    columns = {"set": "s", "board": 0, "start": "0,0", "method": "auto", "status": "optimal"}
    columns |= {"lower_bound": 3, "upper_bound": 3, "published": 0, "seconds": 1.0}
    columns |= {"together": False, "peak_mb": 7.0}
    return pd.DataFrame([columns | row for row in rows])


@pytest.mark.parametrize("method", ["auto", "astar", "pdr"])
@pytest.mark.parametrize(("boards", "minima"), [(BOARDS, MINIMA), (CENTRE, FROM_CENTRE)])
def test_a_row_for_every_board_of_a_set(method, boards, minima):
    rows = rows_of(boards, method)
    assert [(row["board"], row["lower_bound"], row["upper_bound"]) for row in rows] == [
        (i, p, p) for i, p in enumerate(minima)
    ]
    assert {row["start"] for row in rows} == {"{},{}".format(*boards[0].start)}
    assert not any(row["together"] for row in rows)
    assert all(row["peak_mb"] > 1 and row["published"] == 9 for row in rows)


def test_uninstalled_method_is_missing_on_every_board_of_a_set(monkeypatch):
    """Without the method, the first bounds alone would close some boards."""
    monkeypatch.setenv("PATH", "/nowhere")
    assert {row["status"] for row in rows_of(BOARDS, "minisat")} == {"missing"}


@pytest.mark.parametrize("form", ["lines", "sized"])
@pytest.mark.parametrize("place", ["{file}", "{set}"])
def test_program_is_called_per_board_or_once_per_set(form, place):
    command = f"{FLOODIT} solve {place} --format {form} --json -q --start {{start}}"
    program = external("ours", command, form, ANSWER)
    rows = rows_of(CENTRE, program)
    assert [row["lower_bound"] for row in rows] == FROM_CENTRE
    assert {(row["method"], row["status"], row["together"]) for row in rows} == {
        ("ours", "answered", place == "{set}")
    }
    assert len({row["seconds"] for row in rows}) == (1 if place == "{set}" else 3)


@pytest.mark.parametrize("place", ["{file}", "{set}"])
def test_missing_and_timed_out_programs_have_rows_with_that_status(place):
    gone = rows_of(BOARDS, external("gone", f"there-is-no-such {place}", "lines", ANSWER))
    assert [row["status"] for row in gone] == ["missing"] * 3
    command = f"sh -c 'sleep 9' {place}"
    slow = rows_of(BOARDS, external("slow", command, "lines", ANSWER), wall_limit=0.2)
    assert [row["status"] for row in slow] == ["timeout"] * 3
    assert all(
        row["lower_bound"] <= p <= row["upper_bound"] == len(row["moves"])
        for row, p in zip(slow, MINIMA, strict=True)
    )


def test_command_without_start_placeholder_is_rejected():
    program = external("ours", f"{FLOODIT} solve {{set}} --json", "lines", ANSWER)
    with pytest.raises(InputError, match=r"the command of ours lacks \{start\}, but the start is"):
        rows_of(CENTRE, program)


def test_too_few_answers_are_rejected():
    program = external("few", "sh -c 'echo 3 4' {set}", "lines", r"(\d+)")
    with pytest.raises(InputError, match="the program few printed 2 answers for 3 boards"):
        rows_of(BOARDS, program)


def test_sets_table_sums_bounds_and_times():
    table = sets_table(
        frame(
            {"board": 0, "published": 1007, "seconds": 2.0, "peak_mb": 90.0},
            {"board": 1, "lower_bound": 1003, "upper_bound": 1004, "status": "timeout"},
            {"board": 0, "method": "all", "status": "answered", "together": True},
            {"board": 1, "method": "gone", "status": "missing"},
            {"set": "t", "start": "9,9"},
        ).assign(published=[1007, 1007, 1007, 1007, 0])
    )
    assert table["method"].tolist() == ["auto", "all", "gone", "auto"]
    assert table["proven"].tolist() == [1, 1, 0, 1]
    assert table["seconds"].tolist() == [3, 1, 1, 1]
    displayed = display_sets(table)
    assert displayed["total"].tolist() == ["1,006..1,007", "3", "", "3"]
    assert displayed["published"].tolist() == ["1,007", "1,007", "", ""]
    assert displayed["longest s"].tolist() == ["2", "", "", "1"]
    assert displayed["most MiB"].tolist() == ["90", "7", "", "7"]
    assert displayed["proven"].tolist() == ["1", "1", "not installed", "1"]
    assert displayed["start"].tolist() == ["0,0", "0,0", "0,0", "9,9"]


def test_contradictory_answers_raise_disagreement():
    rows = frame({}, {"method": "b", "lower_bound": 4, "upper_bound": 4})
    with pytest.raises(DisagreementError, match="board 0 of s: b proves the lower bound 4"):
        sets_table(rows)
    rows["method"] = rows["method"].replace("b", "b\u2028")
    with pytest.raises(
        DisagreementError, match=r"board 0 of s: 'b\\u2028' proves the lower bound 4"
    ):
        sets_table(rows)
    sets_table(frame({}, {"method": "b", "board": 1, "lower_bound": 4, "upper_bound": 4}))
