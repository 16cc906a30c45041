"""The referee in Python and the compiled one on plays by hand, and compared with brute force."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat._engine import floodit as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import flooded_area, floods, grids_of_play, newly_flooded
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.board.solution import check_solution, is_accepted
from puzzlesat.floodit.solve.answer import solve_board

from . import exhaustive
from .strategies import started

SPIRAL = ((0, 0, 0, 0, 0), (5, 5, 5, 5, 1), (4, 4, 4, 5, 1), (3, 5, 5, 5, 1), (2, 2, 2, 2, 1))
"""A spiral: right, down, left, up and right, with a colour for each leg; the walls are 5."""

LEGS = (
    {(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)},
    {(1, 4), (2, 4), (3, 4), (4, 4)},
    {(4, 3), (4, 2), (4, 1), (4, 0)},
    {(3, 0)},
    {(2, 0), (2, 1), (2, 2)},
    {(1, 0), (1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1)},
)
"""The cells of each colour of the spiral."""


def test_a_flood_goes_round_a_spiral_leg_by_leg():
    assert [set(cells) for cells in newly_flooded(SPIRAL, [1, 2, 3, 4, 5])] == [*LEGS]
    assert floods(SPIRAL, [1, 2, 3, 4, 5])


@given(started(), st.lists(st.integers(0, 4), max_size=8))
def test_states_agree_with_a_naive_implementation(board, moves):
    slow = exhaustive.states(board.grid, moves, board.start)
    assert list(grids_of_play(board.grid, moves, board.start)) == slow
    assert flooded_area(board.grid, board.start) == exhaustive.flooded_area(board.grid, board.start)
    assert floods(board.grid, moves, board.start) == (len({c for r in slow[-1] for c in r}) == 1)
    assert next(newly_flooded(board.grid, moves, board.start))[0] == board.start
    assert is_accepted(board, moves) == floods(board.grid, moves, board.start)


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (6, 1), (2, 3), (3, 2)])
def test_all_plays_on_small_boards(shape):
    rows, cols = shape
    fields = range(rows * cols)
    for colour in [random_board(3, 6, 3, i).colour[: len(fields)] for i in range(10)]:
        for start, moves in product(fields, product(range(3), repeat=3)):
            board = Board(rows, cols, 3, colour, ("0", "1", "2"), start=divmod(start, cols))
            assert is_accepted(board, moves) == floods(board.grid, moves, board.start)


@pytest.mark.parametrize("i", range(10))
def test_solutions_are_accepted_and_shorter_plays_are_not(i):
    board = random_board(2020, 12, 5, i)
    moves = solve_board(board).moves
    assert is_accepted(board, moves)
    for left_out in range(len(moves)):
        assert not is_accepted(board, moves[:left_out] + moves[left_out + 1 :])


def test_what_the_referee_rejects_is_a_disagreement():
    board = Board.of([[0, 1, 2]])
    end = board.with_start((0, 2))
    check_solution(end, [1, 0], 2)
    for at, moves, p, message in (
        (board, [1, 0], 2, "^board 012: the 2 moves 10 do not flood it$"),
        (end, [1, 2], 2, "board 012 from 0,2: the 2 moves 12"),
        (board, [1, 2], 3, "do not flood"),
    ):
        with pytest.raises(DisagreementError, match=message):
            check_solution(at, moves, p)


@pytest.mark.parametrize(
    "call",
    [
        *((0, 2, [], [], 0), (1, 2, [0], [], 0), (1, 2, [0, 1], [], 2), (1, 2, [0, 1], [], -1)),
        *((1, 2, [0, -1], [], 0), (1, 2, [0, 1], [-1], 0)),
    ],
)
def test_what_is_no_board_is_refused(call):
    with pytest.raises(ValueError, match=r"there must|there is no|must not"):
        engine.floods(*call)
