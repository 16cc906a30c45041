"""The searches of the thesis for the smallest p, A* and greedy play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.thesis import ENCODINGS, MINIMAL
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.astar import astar, lower_bound
from puzzlesat.floodit.solve.minimum import SEARCHES, bisection, bounds_search, decider

from . import exhaustive
from .strategies import boards


def oracle(least):
    """Answer as if the minimum were `least`."""
    return lambda p: [0] * p if p >= least else None


@given(n=st.integers(1, 9), k=st.integers(1, 9), least=st.integers(0, 30))
def test_bounded_search_finds_any_minimum(n, k, least):
    """Also if a bound does not hold, or if n+k-5 is negative."""
    board = Board.of([[0] * n] * n, k)
    found = bounds_search(board, oracle(least))
    assert found.p == least == len(found.moves)
    assert least in found.queries
    assert least == 0 or least - 1 in found.queries
    assert len(set(found.queries)) == len(found.queries)
    assert min(found.queries) >= 0


@given(board=boards(), data=st.data())
def test_bisection_finds_any_minimum(board, data):
    most = len(greedy(ClusterGraph.of(board)))
    least = data.draw(st.integers(0, most))
    found = bisection(board, oracle(least))
    assert found.p == least == len(found.moves)
    assert len(found.queries) <= most.bit_length()
    assert least in (0, most) or {least, least - 1} <= set(found.queries)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("encoding", ENCODINGS)
@given(board=boards(most_fields=12, most_colours=4))
@settings(max_examples=40)
def test_searches_agree_with_brute_force(search, encoding, board):
    found = SEARCHES[search](board, decider(board, ENCODINGS[encoding], "minisat22"))
    assert found.p == exhaustive.minimum(board)
    assert len(found.moves) == found.p
    assert floods(board.grid, found.moves)


def test_timeout_raises_timeout_error():
    board = random_board(0, 24, 8, 0)
    with pytest.raises(TimeoutError):
        decider(board, MINIMAL, "minisat22", timeout=0.05)(38)


def test_astar_opens_a_state_again_that_is_reached_in_one_move_fewer():
    board = Board.of(["024244", "012231", "023223", "204112", "043214"])
    moves = astar(ClusterGraph.of(board))
    assert floods(board.grid, moves)
    assert len(moves) == solve_board(board).minimum == 8


def test_astar_keeps_the_shortest_path_to_a_state():
    """On this board, a longer path to a state is found after a shorter one."""
    board = random_board(2020, 7, 4, 28)
    moves = astar(ClusterGraph.of(board))
    assert len(moves) == 10
    assert floods(board.grid, moves)


@given(board=boards(most_fields=12, most_colours=4))
def test_astar_is_exact_and_bounds_enclose_the_minimum(board):
    graph = ClusterGraph.of(board)
    least = exhaustive.minimum(board)
    moves = astar(graph)
    assert len(moves) == least
    assert floods(board.grid, moves)
    assert lower_bound(graph, 1) <= least <= len(greedy(graph))
    assert floods(board.grid, greedy(graph))


@given(board=boards(most_fields=20))
def test_greedy_move_maximizes_the_flood(board):
    """By trying every colour on coloured cells."""
    grid = board.grid
    for move in greedy(ClusterGraph.of(board)):
        tried = [exhaustive.move(grid, c) for c in range(board.k)]
        flooded = [len(exhaustive.flooded_area(state)) for state in tried]
        assert move == flooded.index(max(flooded))
        assert max(flooded) > len(exhaustive.flooded_area(grid))
        grid = tried[move]
    assert len(set(sum(grid, ()))) == 1


@given(board=boards())
def test_cluster_graph_matches_the_board(board):
    graph = ClusterGraph.of(board)
    for x, near in enumerate(graph.adjacent):
        expected = {board.cluster_of[g] for f in board.clusters[x] for g in board.neighbours[f]} - {
            x
        }
        assert set(members(near)) == expected
        assert graph.sizes[x] == len(board.clusters[x])
    assert sum(graph.of_colour) == graph.all_clusters


@pytest.mark.parametrize("i", range(12))
def test_f_values_are_lower_bounds(i):
    graph = ClusterGraph.of(random_board(8, 6, 4, i))
    bounds = []
    minimum = len(astar(graph, bounds.append))
    assert bounds == sorted(bounds)
    assert max(bounds) <= minimum
