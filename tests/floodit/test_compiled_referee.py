"""The compiled referee agrees with the referee in Python, and with play by repainting fields."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat._engine import floodit as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.board.solution import check_solution, is_accepted
from puzzlesat.floodit.solve.answer import solve_board

from . import exhaustive
from .strategies import started


@given(started(), st.lists(st.integers(0, 4), max_size=8))
def test_the_referees_agree(board, moves):
    last = exhaustive.states(board.grid, moves, board.start)[-1]
    assert is_accepted(board, moves) == floods(board.grid, moves, board.start)
    assert is_accepted(board, moves) == (len({*sum(last, ())}) == 1)


@pytest.mark.parametrize("i", range(10))
def test_solutions_are_accepted_and_shorter_plays_are_not(i):
    board = random_board(2020, 12, 5, i)
    moves = solve_board(board).moves
    assert is_accepted(board, moves)
    for left_out in range(len(moves)):
        assert not is_accepted(board, moves[:left_out] + moves[left_out + 1 :])


def test_what_the_referee_rejects_is_a_disagreement():
    board = Board.of([[0, 1], [2, 2]])
    check_solution(board, [1, 2], 2)
    for moves, p in [([1], 1), ([2, 1], 3), ([1, 1], 2)]:
        with pytest.raises(DisagreementError, match="do not flood"):
            check_solution(board, moves, p)


@pytest.mark.parametrize(
    "call",
    [
        *((0, 2, [], [], 0), (1, 2, [0], [], 0), (1, 2, [0, 1], [], 2), (1, 2, [0, 1], [], -1)),
        (1, 2, [0, -1], [], 0),
    ],
)
def test_what_is_no_board_is_refused(call):
    with pytest.raises(ValueError, match=r"there must|there is no|must not"):
        engine.floods(*call)
