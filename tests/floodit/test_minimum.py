"""The searches of the thesis for the smallest p."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.thesis import ENCODINGS, MINIMAL
from puzzlesat.floodit.solve.minimum import (
    SEARCHES,
    bisection,
    bounds_search,
    confirmed_minimum,
    decider,
)
from tests.programs import script

from . import exhaustive
from .strategies import boards, started


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
@given(board=started(most_fields=12, most_colours=4))
@settings(max_examples=60)
def test_searches_agree_with_brute_force(search, encoding, board):
    found = SEARCHES[search](board, decider(board, ENCODINGS[encoding], "minisat22"))
    assert found.p == exhaustive.minimum(board)
    assert len(found.moves) == found.p
    assert floods(board.grid, found.moves, board.start)


def test_timeout_raises_timeout_error():
    board = random_board(0, 24, 8, 0)
    with pytest.raises(TimeoutError):
        decider(board, MINIMAL, "minisat22", wall_limit=0.05)(38)


def test_a_solver_that_refutes_everything_is_stopped(tmp_path):
    """Without a bound that suffices, the search would never end."""
    liar = script(tmp_path / "liar", "echo 's UNSATISFIABLE'")
    with pytest.raises(DisagreementError, match="greedy play needs"):
        confirmed_minimum(random_board(1, 4, 3, 0), "bounded", "minimal", str(liar))
