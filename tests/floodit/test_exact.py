import numpy as np
import pytest
from hypothesis import given, settings

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.prove.certificate import certificate
from puzzlesat.floodit.prove.checker import check
from puzzlesat.floodit.solve import exact
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close

from . import exhaustive
from .strategies import boards

HARD, HARD_MINIMUM = random_board(2020, 24, 8, 1), 38


@pytest.mark.parametrize("method", METHODS)
@given(board=boards(most_fields=12, most_colours=4))
@settings(deadline=None, max_examples=40)
def test_every_method_agrees_with_brute_force(method, board):
    bounds = Bounds(board)
    assert close(bounds, METHODS[method], Limits(), "minisat22") == "optimal"
    assert bounds.lower == bounds.upper == exhaustive.minimum(board)
    assert floods(board.grid, bounds.moves)


ODD = [
    *[random_board(8, n, k, i) for n, k in ((7, 4), (8, 6), (9, 5), (6, 16)) for i in range(4)],
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
        assert close(found[method], METHODS[method], Limits(), "minisat22") == "optimal"
    assert len({bounds.upper for bounds in found.values()}) == 1


@pytest.mark.parametrize("method", METHODS)
def test_bounds_are_true_when_time_is_up(method):
    bounds = Bounds(HARD)
    assert close(bounds, METHODS[method], Limits.of(seconds=0.3), "glucose42") == "timeout"
    assert bounds.lower <= HARD_MINIMUM <= bounds.upper
    assert floods(HARD.grid, bounds.moves)


def test_bounds_are_true_when_memory_is_used_up():
    bounds = Bounds(HARD)
    assert close(bounds, METHODS["pdr"], Limits(memory=1 << 19), "glucose42") == "memory"
    assert bounds.lower <= HARD_MINIMUM <= bounds.upper


@pytest.mark.parametrize("method", METHODS)
def test_bounds_are_true_at_every_moment(method):
    """Whenever somebody looks, what is said then holds; so an interrupt may come at any time."""
    board = random_board(8, 9, 6, 1)
    least = Bounds(board)
    close(least, METHODS["astar"], Limits(), "minisat22")
    seen = []

    def watch(bounds):
        seen.append((bounds.lower, bounds.upper))
        assert bounds.lower <= least.upper <= bounds.upper
        assert floods(board.grid, bounds.moves)

    bounds = Bounds(board, watch)
    close(bounds, METHODS[method], Limits(), "minisat22")
    assert seen == sorted(seen, key=lambda pair: pair[0] - pair[1])
    assert seen[-1] == (least.upper, least.upper)


def test_an_interrupt_leaves_the_bounds():
    calls = []

    def watch(bounds):
        calls.append(bounds.lower)
        if len(calls) > 3:
            raise KeyboardInterrupt

    bounds = Bounds(HARD, watch)
    with pytest.raises(KeyboardInterrupt):
        close(bounds, METHODS["pdr"], Limits(), "glucose42")
    assert bounds.lower <= HARD_MINIMUM <= bounds.upper


def test_false_moves_are_refused():
    bounds = Bounds(HARD)
    with pytest.raises(DisagreementError, match="do not flood it"):
        bounds.improve([1, 2, 3], by="nobody")
    assert bounds.moves_by == "greedy"


def test_auto_goes_on_where_its_first_second_ends(monkeypatch):
    monkeypatch.setattr(exact, "FIRST_SECONDS", 0.0)
    bounds = Bounds(random_board(2020, 12, 8, 0))
    assert close(bounds, METHODS["auto"], Limits(), "glucose42") == "optimal"
    assert bounds.lower_by == "pdr" or bounds.moves_by.startswith("beam")


def odd_board(rng):
    """A board of any shape and number of colours that A* can still settle."""
    rows, cols = rng.integers(1, 9, size=2)
    k = int(rng.integers(1, 17))
    return Board.of(rng.integers(k, size=(rows, cols)).tolist(), k)


def disagreements(seed, count):
    """Return the boards on which methods differ, or a certificate does not prove the minimum."""
    rng = np.random.default_rng(seed)
    wrong = []
    for _ in range(count):
        board = odd_board(rng)
        found = set()
        for method in ("astar", "contracted", "pdr"):
            bounds = Bounds(board)
            assert close(bounds, METHODS[method], Limits(), "minisat22") == "optimal"
            found |= {bounds.lower, bounds.upper}
        (checked,) = check(certificate(bounds, Limits()))
        if found != {checked.minimum}:
            wrong.append(board.text)
    return wrong


def test_methods_agree_on_random_boards_of_all_shapes():
    assert disagreements(seed=1, count=150) == []
