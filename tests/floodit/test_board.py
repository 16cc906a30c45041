"""Boards, their clusters and text, and greedy play."""

import numpy as np
import pytest
from hypothesis import given

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.encode.instance import Instance

from . import exhaustive
from .strategies import boards


def test_each_cluster_has_one_colour():
    graph = ClusterGraph.of(Board.of([[1, 0, 2], [1, 2, 2]], k=4))
    assert graph.of_colour == (0b010, 0b001, 0b100, 0)
    assert graph.colour == (1, 0, 2)


@pytest.mark.parametrize("rows", [[], [[]], [[], []]])
def test_a_board_without_fields_is_refused(rows):
    with pytest.raises(InputError, match="at least one field"):
        Board.of(rows)


@given(boards())
def test_clusters_partition_the_fields(board):
    """Into the sets of fields that brute force joins from each of them."""
    assert sorted(f for cluster in board.clusters for f in cluster) == list(board.fields)
    for f in board.fields:
        area = exhaustive.flooded_area(board.grid, divmod(f, board.cols))
        assert sorted(board.cluster[f]) == sorted(r * board.cols + c for r, c in area)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((2, 2, 3, (0, 1, 2), "012"), "2×2 fields need 4 colours, not 3"),
        ((1, 2, 2, (0, 2), "01"), "not all colours of the board are from 0 to 1"),
        ((1, 2, 2, (0, -1), "01"), "not all colours of the board are from 0 to 1"),
        ((0, 2, 2, (), "01"), "at least one field"),
        ((1, 2, 2, (0, 1), "012"), "expected 2 symbols, one for each colour, not 3"),
        ((1, 2, 2, (0, 1), "00"), "two colours have the same symbol: 0 0"),
        ((1, 2, 2, (0, 1), (1, "1")), "two colours have the same symbol: 1 1"),
        ((1, 2, 2, (0, 1), "0é"), "'é' is not a colour"),
        ((1, 2, 2, (0, 1), ("1", "02")), "'02' is not a colour"),
        ((1, 2, 2, (0, 1), (1, 10**9)), "'1000000000' is not a colour"),
        ((1, 2, 63, (0, 1), range(63)), "a board has at most 62 colours, not 63"),
        ((1, 2, 10**9, (0, 1), "01"), "a board has at most 62 colours, not 1000000000"),
        ((1, 2, 2, (0, 1), "01", -1), "numbers of moves are at least 0"),
        ((1, 2, 2, (0, 1), "01", 0, "", (0, 0), -1), "numbers of moves are at least 0"),
        ((1, 2, 2, (0, 1), "01", 0, "", (0, 0), 0, ("#ff0000",)), "has 2 colours, not 1"),
        ((1000, 1001, 1, (), "0"), "a board has at most 1,000,000 fields, not 1000×1001"),
    ],
)
def test_invalid_boards_are_rejected(arguments, problem):
    with pytest.raises(InputError, match=problem):
        Board(*arguments)


@pytest.mark.parametrize(
    ("symbols", "text", "legend"),
    [
        ("012", "01/21", ""),
        ("abZ", "ab/Zb", "a b Z"),
        ((1, 2, 3), "12/32", "1 2 3"),
        ((9, 10, 11), "9,10/11,10", "9 10 11"),
        ("021", "02/12", "0 2 1"),
    ],
)
def test_boards_are_written_in_their_symbols(symbols, text, legend):
    board = Board(2, 2, 3, (0, 1, 2, 1), tuple(symbols))
    assert (board.text, board.legend) == (text, legend)
    assert board.colours_in(board.format_colours([2, 0, 1])) == [2, 0, 1]
    assert board.colours_in(board.format_colours([])) == []


@given(boards())
def test_balls_agree_with_a_breadth_first_search_over_fields(board):
    graph = ClusterGraph.of(board)
    for start in range(len(board.clusters)):
        ball = {start}
        for r in range(len(board.clusters) + 1):
            assert members(graph.balls(r)[start]) == sorted(ball)
            assert start or members(graph.ball_of_pivot(r)) == sorted(ball)
            ball |= {
                board.cluster_of[g] for x in ball for f in board.clusters[x]
                for g in board.neighbours[f]
            }  # fmt: skip


@pytest.mark.parametrize("cell", [1.5, 1.0, True, None, [1]])
def test_non_integer_cells_are_rejected(cell):
    for grid in ([[cell, 2]], [[0, cell]], [["A", cell]]):
        with pytest.raises(InputError, match="is not a colour"):
            Board.of(grid)
    assert Board.of([[np.int64(0), np.uint8(1)], [1, np.int8(2)]]) == Board.of([[0, 1], [1, 2]])


@pytest.mark.parametrize("move", [3, 9, -1])
@pytest.mark.parametrize("variant", ["corrected", "printed"])
def test_moves_that_are_not_colours_are_rejected(move, variant):
    board = Board.of([[0, 1], [1, 2]])
    for moves in ([move] * 3, [1, 2, move]):
        with pytest.raises(InputError, match=f"{move} is not one of the board's colours, 0 to 2"):
            Instance(board, 3, variant=variant).check(moves)


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
