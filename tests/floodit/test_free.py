"""The fewest moves over all starts, against brute force and against a search for each start."""

import json
from functools import partial

import pytest
from hypothesis import given, settings

from puzzlesat.common.errors import field_name
from puzzlesat.floodit.board.board import FREE, Board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.show.page import page_data
from puzzlesat.floodit.solve.answer import (
    bounds_and_method,
    contradiction,
    find_answer,
    solve_board,
)
from puzzlesat.floodit.solve.exact import Limits, close_bounds
from tests.programs import invoke

from . import exhaustive
from .engine import search_of
from .strategies import boards


def starts(board):
    """Return the board with every possible start, one cell for each cluster."""
    return [board.with_start(divmod(cluster[0], board.cols)) for cluster in board.clusters]


def freely(board, limits=None):
    bounds, method = bounds_and_method(board, FREE)
    return bounds, close_bounds(bounds, method, limits or Limits(), "")


def solved(board):
    """Return the minimum for the start of the board."""
    return solve_board(board).minimum


@given(board=boards(most_fields=12, most_colours=4))
@settings(max_examples=150)
def test_agrees_with_brute_force(board):
    bounds, status = freely(board)
    least = min(map(exhaustive.minimum, starts(board)))
    assert (status, bounds.lower, bounds.upper) == ("optimal", least, least)
    assert floods(board.grid, bounds.moves, bounds.board.start)
    assert exhaustive.minimum(bounds.board) == least


def test_known_minimum_is_ignored_for_a_free_start():
    board = Board(1, 5, 3, (0, 1, 2, 0, 1), ("a", "b", "c"), known_minimum=4)
    bounds, _ = freely(board)
    assert (bounds.upper, contradiction(bounds)) == (3, None)


def test_nogoods_of_one_start_are_sound_for_others():
    """Every start that nogoods of another start exclude needs more moves; some are excluded."""
    board = random_board(2020, 12, 6, 0)
    search = search_of(board)
    least = {here.pivot: solved(here) for here in starts(board)}
    first = search.graph.first_field
    blocked = 0
    for p in range(min(least.values()) - 1, max(least.values())):
        for x, field in enumerate(first):
            search.set_root(x)
            suffice = least[field] <= p
            if search.is_blocked(p):
                assert not suffice
                blocked += search.bound <= p
            else:
                assert (search.solve(p) is not None) == suffice
    assert blocked


def test_a_beam_returns_the_start_of_its_solution():
    search = search_of(Board.of([[0, 1, 2, 1, 0]]))
    assert search.beam(range(5), 1, 9) == (2, [1, 0])
    assert search.beam(range(5), 9, 2) is None
    start, moves = search.beam([4, 3], 9, 9)
    assert (start, len(moves)) == (3, 3)


def test_bounds_are_valid_after_a_time_or_memory_limit():
    board, least, most = random_board(2020, 20, 10, 0), 25, 28
    for limits, ended in (
        (Limits.of(wall_limit=1e-9), "timeout"),
        (Limits(memory=1 << 16), "memory"),
    ):
        bounds, status = freely(board, limits)
        assert status == ended
        assert bounds.lower <= most
        assert least <= bounds.upper
        assert floods(board.grid, bounds.moves, bounds.board.start)


def test_answers_name_the_start_even_if_it_is_the_corner():
    for board, start in ((Board.of([[0, 1, 1]]), [0, 0]), (Board.of([[0, 1, 2, 0, 1]]), [0, 2])):
        bounds, method = bounds_and_method(board, FREE)
        answer = find_answer(bounds, method, Limits(), "")
        assert answer.as_json(0)["start"] == start
        assert f"best start {field_name(*start)}: " in answer.in_words(0)
        assert page_data(bounds)["steps"]["free"]


floodit = partial(invoke, "floodit")


@pytest.mark.parametrize("cores", [1, 2])
def test_solve_and_show_look_for_the_best_start(board_file, cores):
    done = floodit("solve", board_file, "--start", "free", "--json", "--cores", cores)
    answer = json.loads(done.stdout)
    assert (answer["start"], answer["minimum"], answer["status"]) == ([1, 2], 5, "optimal")
    assert '"start": [1, 2]' in floodit("show", board_file, "--start", "free", "--html").stdout
