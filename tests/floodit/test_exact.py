"""All methods find the same minima, and their bounds are valid whenever they stop."""

import numpy as np
import pytest
from hypothesis import given, settings

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.prove.checker import check_refutation
from puzzlesat.floodit.prove.nogoods import refutation
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds

from . import exhaustive
from .strategies import started

HARD, HARD_MINIMUM = random_board(2020, 24, 8, 1), 38


@pytest.mark.parametrize("method", METHODS)
@given(board=started(most_fields=12, most_colours=4))
@settings(max_examples=60)
def test_every_method_agrees_with_brute_force(method, board):
    bounds = Bounds(board)
    assert close_bounds(bounds, METHODS[method], Limits(), "minisat22") == "optimal"
    assert bounds.lower == bounds.upper == exhaustive.minimum(board)
    assert floods(board.grid, bounds.moves, board.start)


@pytest.mark.parametrize("method", METHODS)
def test_bounds_are_valid_after_a_timeout(method):
    bounds = Bounds(HARD)
    assert (
        close_bounds(bounds, METHODS[method], Limits.of(wall_limit=0.3), "glucose42") == "timeout"
    )
    assert bounds.lower <= HARD_MINIMUM <= bounds.upper
    assert floods(HARD.grid, bounds.moves)


def test_bounds_are_valid_when_memory_is_exhausted():
    bounds = Bounds(HARD)
    assert close_bounds(bounds, METHODS["pdr"], Limits(memory=1 << 19), "glucose42") == "memory"
    assert bounds.lower <= HARD_MINIMUM <= bounds.upper


@pytest.mark.parametrize("method", METHODS)
def test_bounds_are_valid_after_every_update(method):
    """The bounds hold after every change, so an interrupt may come at any time."""
    board = random_board(8, 9, 6, 1)
    least = Bounds(board)
    close_bounds(least, METHODS["astar"], Limits(), "minisat22")
    seen = []

    def watch(bounds):
        seen.append((bounds.lower, bounds.upper))
        assert bounds.lower <= least.upper <= bounds.upper
        assert floods(board.grid, bounds.moves)

    bounds = Bounds(board, watch)
    close_bounds(bounds, METHODS[method], Limits(), "minisat22")
    assert seen == sorted(seen, key=lambda pair: pair[0] - pair[1])
    assert seen[-1] == (least.upper, least.upper)


def test_astar_opens_a_state_again_that_is_reached_in_one_move_fewer():
    bounds = Bounds(Board.of(["024244", "012231", "023223", "204112", "043214"]))
    close_bounds(bounds, METHODS["astar"], Limits(), "")
    assert bounds.lower == bounds.upper == solve_board(bounds.board).minimum == 8


def test_moves_that_do_not_flood_raise_disagreement():
    bounds = Bounds(HARD)
    with pytest.raises(DisagreementError, match="do not flood it"):
        bounds.update_upper([1, 2, 3], by="nobody")
    assert bounds.moves_by == "greedy"


def odd_board(rng):
    """Return a board of any shape and number of colours that A* can still solve."""
    rows, cols = rng.integers(1, 9, size=2)
    k = int(rng.integers(1, 17))
    return Board.of(rng.integers(k, size=(rows, cols)).tolist(), k)


def test_methods_agree_on_random_boards_of_all_shapes():
    """The refutation proves the same minimum."""
    rng = np.random.default_rng(1)
    for _ in range(150):
        board = odd_board(rng)
        found = set()
        for method in ("astar", "clusters", "pdr"):
            bounds = Bounds(board)
            assert close_bounds(bounds, METHODS[method], Limits(), "minisat22") == "optimal"
            found |= {bounds.lower, bounds.upper}
        (checked,) = check_refutation(refutation(bounds, Limits()))
        assert found == {checked.minimum}, board.text


@pytest.mark.parametrize("method", ["auto", "pdr", "astar"])
def test_boards_with_too_many_clusters_still_have_bounds(method):
    """A chessboard of 62,500 fields: each move floods the next diagonal."""
    board = Board.of([[(r + c) % 2 for c in range(250)] for r in range(250)])
    bounds = Bounds(board)
    assert (bounds.lower, bounds.upper) == (498, 498)
    tall = Board.of([[(r + c) % 3 for c in range(250)] + [3 + r % 2] for r in range(250)])
    bounds = Bounds(tall)
    assert close_bounds(bounds, METHODS[method], Limits(), "minisat22") == "memory"
    assert not bounds.closed
