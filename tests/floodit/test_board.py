import pytest
from hypothesis import given

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board

from .strategies import boards


def test_fields_are_numbered_row_by_row():
    board = Board.of([[0, 1, 2], [3, 4, 5]])
    assert board.colour == (0, 1, 2, 3, 4, 5)
    assert board.neighbours == ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4))


def test_diagonals_do_not_join_clusters():
    board = Board.of([[0, 1], [1, 0]])
    assert board.clusters == ((0,), (1,), (2,), (3,))


def test_a_cluster_may_wind():
    board = Board.of([[0, 0, 0], [1, 1, 0], [0, 0, 0]])
    assert board.clusters == ((0, 1, 2, 5, 6, 7, 8), (3, 4))


@given(boards())
def test_clusters_partition_the_fields(board):
    assert sorted(f for cluster in board.clusters for f in cluster) == list(board.fields)
    for f in board.fields:
        assert f in board.cluster[f]
        for g in board.neighbours[f]:
            assert f in board.neighbours[g]
            assert (board.colour[f] == board.colour[g]) == (g in board.cluster[f])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((2, 2, 3, (0, 1, 2), "012"), "2×2 fields need 4 colours, not 3"),
        ((1, 2, 2, (0, 2), "01"), "k = 2 is smaller than the colours that the board uses"),
        ((1, 2, 2, (0, -1), "01"), "smaller"),
        ((0, 2, 2, (), "01"), "at least one field"),
        ((1, 2, 2, (0, 1), "012"), "2 colours need 2 symbols, not 3"),
    ],
)
def test_what_is_no_board_is_refused(arguments, problem):
    with pytest.raises(InputError, match=problem):
        Board(*arguments)
