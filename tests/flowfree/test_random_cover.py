"""Covers by long paths, and the cuts of these paths."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat._engine import flowfree as engine
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import FILLING
from puzzlesat.flowfree.solve.generate import puzzle_of
from puzzlesat.flowfree.solve.random_cover import random_cover
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import check_cover


@settings(max_examples=60)
@given(
    rows=st.integers(1, 9),
    cols=st.integers(1, 9),
    least=st.integers(2, 5),
    goal=st.integers(1, 12),
    seed=st.integers(1, 2**64 - 1),
    moves=st.integers(0, 3000),
)
def test_cover_is_valid_after_any_number_of_moves(rows, cols, least, goal, seed, moves):
    if max(rows, cols) < least:
        rows = least
    grid = Grid.of(rows, cols)
    paths = random_cover(grid, least, goal, seed, moves=moves)
    check_cover(grid, paths, least)
    assert paths == random_cover(grid, least, goal, seed, moves=moves)


def test_random_cover_reaches_the_goal_and_differs_from_the_start():
    grid = Grid.of(20, 20)
    straight = links_of(grid, random_cover(grid, 3, 12, 1, moves=0))
    covers = [random_cover(grid, 3, 12, seed) for seed in (1, 2)]
    for paths in covers:
        check_cover(grid, paths, 3)
        assert len(paths) == 12
        assert len(straight & links_of(grid, paths)) < 0.6 * len(straight)
    assert covers[0] != covers[1]


def test_random_covers_are_deterministic():
    """Pinned: a change of the moves changes every puzzle."""
    assert random_cover(Grid.of(4, 4), 3, 3, 2020) == [
        *([6, 2, 1], [5, 9, 10], [3, 7, 11, 15, 14, 13, 12, 8, 4, 0])
    ]


def several(puzzle):
    """Return the links of up to five solutions, by tree search."""
    found = islice(TreeSearch(puzzle).solutions(), 5)
    return [links_of(puzzle.grid, solution.paths) for solution in found]


def links_of(grid, paths):
    return {link for path in paths for link in grid.links_along(path)}


def cut(grid, paths, strict=True, flows=0, unique=True, most=62):
    return engine.cut_cover(grid.graph, paths, strict, flows, unique, most, seed=1, seconds=None)


@pytest.mark.parametrize("paths", [[[0, 1, 2], [3, 4]], [[0, 1, 3, 2], []], [[0, 1, 3], [2]]])
def test_paths_that_are_no_cover_are_refused(paths):
    with pytest.raises(ValueError, match=r"paths must|too short"):
        cut(Grid.of(2, 2), paths)
    with pytest.raises(ValueError, match=r"paths must"):
        cut(Grid.of(2, 2), [[0, 3], [1, 2]])


@pytest.mark.parametrize("rule", FILLING)
def test_cover_is_cut_until_the_solution_is_unique(rule):
    found = 0
    for seed in range(1, 9):
        grid = Grid.of(6, 6)
        before = random_cover(grid, 3, 3, seed)
        paths = cut(grid, before, rule == "strict")
        if paths is None:
            continue
        found += 1
        check_cover(grid, paths, 3)
        assert links_of(grid, paths) <= links_of(grid, before)
        puzzle = puzzle_of(grid, paths, "made", rule)
        assert several(puzzle) == [links_of(grid, paths)]
    assert found >= 6


def test_covers_are_cut_to_a_number_of_flows_where_the_pieces_are_longest():
    grid = Grid.of(3, 6)
    line = [[0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6, 12, 13, 14, 15, 16, 17]]
    assert cut(grid, line, flows=2, unique=False) == [line[0][:9], line[0][9:]]
    assert sorted(map(len, cut(grid, line, flows=4, unique=False))) == [4, 4, 5, 5]
    assert cut(grid, line, flows=5, unique=False) is None
