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
from puzzlesat.floodit.solve.answer import bounds_and_method
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


ODD = [
    *[random_board(8, n, k, i) for n, k in ((7, 4), (8, 6), (9, 5), (5, 16)) for i in range(4)],
    Board.of([[0, 1, 2, 3, 4, 3, 2, 0, 1, 0, 2]]),
    Board.of([[c] for c in (3, 1, 2, 3, 1, 0, 1)]),
    Board.of([[i * j % 5 for j in range(14)] for i in range(5)]),
    Board.of([[2, 2], [2, 2]], k=4),
    Board.of([[0]], k=1),
]


@pytest.mark.parametrize("number", range(len(ODD)))
def test_all_methods_agree(number):
    """On boards that are too large for brute force, in all shapes."""
    found = {}
    for method in METHODS:
        found[method] = Bounds(ODD[number])
        assert close_bounds(found[method], METHODS[method], Limits(), "minisat22") == "optimal"
    assert len({bounds.upper for bounds in found.values()}) == 1


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


def test_moves_that_do_not_flood_raise_disagreement():
    bounds = Bounds(HARD)
    with pytest.raises(DisagreementError, match="do not flood it"):
        bounds.update_upper([1, 2, 3], by="nobody")
    assert bounds.moves_by == "greedy"


def test_a_solution_of_the_same_length_does_not_replace_the_first():
    bounds = Bounds(HARD)
    bounds.update_upper(list(bounds.moves), by="nobody")
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


@pytest.mark.parametrize(
    ("name", "options"), [("auto", {}), ("thesis", {}), ("thesis:reduced", {"encoding": "reduced"})]
)
def test_a_name_selects_a_method_and_its_encoding(name, options):
    bounds, method = bounds_and_method(ODD[0], name)
    assert (method.func, method.keywords) == (METHODS[name.partition(":")[0]], options)
    assert close_bounds(bounds, method, Limits(), "minisat22") == "optimal"
