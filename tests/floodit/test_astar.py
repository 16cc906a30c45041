"""A*: its solutions, and the lower bounds that it proves on the way."""

import pytest
from hypothesis import given

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.astar import astar, lower_bound

from . import exhaustive
from .strategies import boards


def test_astar_opens_a_state_again_that_is_reached_in_one_move_fewer():
    board = Board.of(["024244", "012231", "023223", "204112", "043214"])
    moves = astar(ClusterGraph.of(board))
    assert floods(board.grid, moves)
    assert len(moves) == solve_board(board).minimum == 8


@given(board=boards(most_fields=12, most_colours=4))
def test_astar_is_exact_and_bounds_enclose_the_minimum(board):
    graph = ClusterGraph.of(board)
    least = exhaustive.minimum(board)
    moves = astar(graph)
    assert len(moves) == least
    assert floods(board.grid, moves)
    assert lower_bound(graph, 1) <= least <= len(greedy(graph))
    assert floods(board.grid, greedy(graph))


@pytest.mark.parametrize("i", range(12))
def test_f_values_are_lower_bounds(i):
    graph = ClusterGraph.of(random_board(8, 6, 4, i))
    bounds = []
    minimum = len(astar(graph, bounds.append))
    assert bounds == sorted(bounds)
    assert max(bounds) <= minimum
