import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.studies.reproduction import rows as experiment


@pytest.fixture
def row():
    return next(experiment.sample_rows(2020, 4, 3, [7]))


def test_a_board_is_a_function_of_its_name():
    assert random_board(1, 5, 4, 3) == random_board(1, 5, 4, 3)
    names = [(1, 5, 4, 3), (2, 5, 4, 3), (1, 5, 4, 4)]
    assert len({random_board(*name).text for name in names}) == 3


def test_more_boards_or_other_pieces_change_no_board():
    whole = list(experiment.sample_rows(2020, 5, 4, range(10)))
    pieces = [
        row
        for first in (0, 4, 8)
        for row in experiment.sample_rows(2020, 5, 4, range(first, min(first + 4, 10)))
    ]
    assert pieces == whole


def test_colours_are_uniform():
    counts = [0, 0, 0, 0]
    for i in range(100):
        for c in random_board(2020, 10, 4, i).colour:
            counts[c] += 1
    assert all(abs(count - 2500) < 200 for count in counts)


def test_minimum_row(row):
    found = experiment.minimum_row(row, "bounded", "minimal", "minisat22")
    assert found["minimum"] == found["astar"] == len(found["moves"])
    assert found["board"] == row["board"]


def test_a_wrong_minimum_stops_with_the_board(row, monkeypatch):
    monkeypatch.setattr(experiment, "astar", lambda graph: [0])
    with pytest.raises(DisagreementError, match=row["board"]):
        experiment.minimum_row(row, "bounded", "minimal", "minisat22")


@pytest.mark.parametrize(("moves", "p"), [([0, 1], 2), ([1, 2], 3), ([], 0)])
def test_moves_that_do_not_flood_stop_with_the_board(moves, p):
    board = Board.of([[0, 1], [2, 1]])
    experiment.check_solution(board, [1, 2], 2)
    with pytest.raises(DisagreementError, match="01/21"):
        experiment.check_solution(board, moves, p)


def test_timing_rows_alternate(row):
    found = experiment.minimum_row(row, "bounded", "minimal", "minisat22")
    rows = list(experiment.timing_rows(found, ("minimal", "extended"), "minisat22", 4, 10))
    first = [r["encoding"] for r in rows if r["order"] == 0]
    assert first == ["extended", "minimal", "extended", "minimal"]  # the board's number is odd
    assert len(rows) == 8
    assert all(r["status"] == "sat" for r in rows)
    assert all(r[f"{step}_seconds"] > 0 for r in rows for step in experiment.STEPS)


def test_a_timeout_is_a_row():
    board = random_board(2020, 20, 8, 0)
    row = {"seed": 2020, "n": 20, "k": 8, "i": 0, "board": board.text, "minimum": 30}
    rows = list(experiment.timing_rows(row, ("minimal",), "minisat22", 1, 0.01))
    assert [r["status"] for r in rows] == ["timeout"]


def test_a_minimum_that_does_not_suffice_stops_with_the_board(row):
    with pytest.raises(DisagreementError, match=row["board"]):
        list(experiment.timing_rows(row | {"minimum": 1}, ("minimal",), "minisat22", 1, None))


@pytest.mark.parametrize("solver", ["cadical195", "glucose42", "lingeling", "kissat404"])
def test_other_solvers_can_be_timed(row, solver):
    found = experiment.minimum_row(row, "bounded", "minimal", solver)
    [timed] = experiment.timing_rows(found, ("minimal",), solver, 1, None)
    assert timed["status"] == "sat"
