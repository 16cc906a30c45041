"""Several threads that search the same board."""

from time import monotonic

import psutil
import pytest

from puzzlesat._engine.floodit import Search
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.prove.checker import check_refutation
from puzzlesat.floodit.prove.nogoods import refutation
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.floodit.solve.pdr import graph_of

SIZES = [(2, 2), (4, 3), (6, 9), (9, 6), (12, 8), (14, 6), (24, 3), (26, 4)]


@pytest.mark.parametrize("threads", [3])
@pytest.mark.parametrize(("n", "k"), SIZES)
def test_several_threads_find_the_same_minimum_as_one(n, k, threads):
    for i in range(3):
        board = random_board(17, n, k, i)
        one, several = solve_board(board), solve_board(board, cores=threads)
        assert several.closed
        assert several.upper == one.upper
        assert floods(board.grid, several.moves)


@pytest.mark.parametrize("threads", [3])
@pytest.mark.parametrize(("n", "k"), SIZES)
def test_refutations_by_several_threads_are_accepted(n, k, threads):
    """Each nogood copied from another thread is listed with its reasons."""
    bounds = solve_board(random_board(18, n, k, 0), cores=2)
    [checked] = check_refutation(refutation(bounds, Limits(cores=threads)))
    assert checked.minimum == bounds.upper


def test_threads_share_nogoods():
    """Obligations of both threads are counted, and nearly all leave a nogood with the first."""
    search = Search(graph_of(random_board(2020, 24, 8, 0)), threads=2)
    assert search.solve(37) is None
    assert len(search.nogoods()) > 0.9 * search.obligations


@pytest.mark.parametrize("max_filed", [1, 50])
def test_threads_that_drop_nogoods_find_the_same_minimum(max_filed):
    for i in range(4):
        board = random_board(20, 8, 6, i)
        p = solve_board(board).upper
        search = Search(graph_of(board), max_filed=max_filed, threads=2)
        assert search.solve(p - 1) is None
        assert len(search.solve(p)) == p


def test_timeout_stops_all_threads():
    before = psutil.Process().num_threads()
    search = Search(graph_of(random_board(2020, 40, 10, 0)), threads=3)
    begun = monotonic()
    with pytest.raises(TimeoutError):
        search.solve(60, 0.5)
    assert monotonic() - begun < 30
    assert psutil.Process().num_threads() == before
