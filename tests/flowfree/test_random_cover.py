"""Covers by long paths, and the cuts of these paths."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.solve import cutting
from puzzlesat.flowfree.solve.cutting import (
    cut_until_easy,
    cut_until_unique,
    links_of,
    other_links,
    puzzle_of,
)
from puzzlesat.flowfree.solve.difficulty import difficulty
from puzzlesat.flowfree.solve.random_cover import lengthened, random_cover
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import check_cover
from .samples import CROSS, TWO_SOLUTIONS


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
        *([15, 14, 13, 12, 8, 4, 0], [10, 11, 7, 3, 2, 1], [6, 5, 9])
    ]


def test_timeout_raises_timeout_error():
    with pytest.raises(TimeoutError):
        random_cover(Grid.of(9, 9), 3, 5, 1, wall_limit=1e-4)
    with pytest.raises(TimeoutError):
        lengthened(Grid.of(1, 60), [[cell] for cell in range(60)], 61, 1, wall_limit=1e-4)


@pytest.mark.parametrize(
    ("kept", "paths", "least", "seed", "message"),
    [
        ([7], [[0, 1, 2], [3, 4, 5]], 3, 1, "a kept link must be a link of the board"),
        ([], [[0, 1, 2], [3, 4]], 3, 1, "paths must contain every node once"),
        ([], [[0, 1, 2], [3, 4, 5, 2]], 3, 1, "paths must contain every node once"),
        ([], [[0, 1, 2], [3, 4, 5, 6]], 3, 1, "paths must contain every node once"),
        ([], [[0, 2, 1], [3, 4, 5]], 3, 1, "paths must go from neighbour to neighbour"),
        ([], [[0, 1, 2], [], [3, 4, 5]], 3, 1, "a path must have nodes"),
        ([], [], 3, 1, "paths must contain every node once"),
        ([], [[0, 1, 2], [3, 4, 5]], 0, 1, "neither a length nor the seed may be 0"),
        ([], [[0, 1, 2], [3, 4, 5]], 3, 0, "neither a length nor the seed may be 0"),
    ],
)
def test_engine_rejects_invalid_covers_and_arguments(kept, paths, least, seed, message):
    grid = Grid.of(2, 3)
    with pytest.raises(ValueError, match=message):
        engine.random_cover(grid.graph, kept, paths, least, 2, seed, 10, None)


def several(puzzle):
    """Return the links of up to five solutions, by tree search."""
    found = islice(TreeSearch(puzzle).solutions(), 5)
    return [links_of(puzzle.grid, solution.paths) for solution in found]


def test_other_links_finds_a_second_solution_if_one_exists():
    puzzle = Puzzle.of(TWO_SOLUTIONS)
    every = several(puzzle)
    for links in every:
        other = other_links(puzzle, links)
        assert other != links
        assert other in every
    puzzle = Puzzle.of(["AB", "..", "AB"])
    assert other_links(puzzle, *several(puzzle)) is None
    with pytest.raises(DisagreementError, match="SAT does not find its solution"):
        other_links(Puzzle.of(CROSS), set())


@pytest.mark.parametrize("rule", FILLING)
@pytest.mark.parametrize("level", [None, 0])
def test_cover_is_cut_until_the_solution_is_unique(rule, level):
    found = 0
    for seed in range(1, 9):
        grid = Grid.of(6, 6)
        paths = random_cover(grid, 3, 3, seed)
        before = links_of(grid, paths)
        random, messages = Random(seed), []
        puzzle = cut_until_unique(grid, paths, level, "made", rule, random, messages.append)
        check_cover(grid, paths, 3)
        assert links_of(grid, paths) <= before
        if puzzle is not None:
            found += 1
            assert puzzle == puzzle_of(grid, paths, "made", rule)
            assert several(puzzle) == [links_of(grid, paths)]
            assert messages
    assert found >= 6


def test_covers_that_cannot_be_cut_further_are_abandoned(monkeypatch):
    """A line that winds through 3×3 cells from corner to corner may run across or down."""
    grid, line = Grid.of(3, 3), [0, 1, 2, 5, 4, 3, 6, 7, 8]
    about = 3, "", "touching", Random(1), lambda _: None
    with monkeypatch.context() as patch:
        patch.setattr(cutting, "MIN_FLOW_CELLS", 5)
        assert cut_until_unique(grid, [line.copy()], *about) is None
        assert not cut_until_easy(grid, [line.copy()], 0, "touching", *about[-2:])
    paths = [line.copy()]
    messages = []
    assert cut_until_unique(grid, paths, None, *about[1:-1], messages.append) is not None
    assert len(paths) == 2
    assert messages[-1] == ", 2 flows after 0 rounds of cuts"


def test_number_of_flows_is_limited_by_the_number_of_symbols(monkeypatch):
    monkeypatch.setattr(cutting, "SYMBOLS", "ABCDEFG")
    grid = Grid.of(12, 12)
    for level in (None, 0):
        paths = random_cover(grid, 3, 8 if level is None else 7, 1)
        assert cut_until_unique(grid, paths, level, "", "strict", Random(1), lambda _: None) is None
        assert len(paths) == (8 if level is None else 7)


def test_difficulty_gets_the_remaining_time(monkeypatch):
    limits = []

    def measure(puzzle, wall_limit):
        limits.append(wall_limit)
        return difficulty(puzzle)

    monkeypatch.setattr(cutting, "difficulty", measure)
    grid = Grid.of(6, 6)
    assert cut_until_unique(
        grid, random_cover(grid, 3, 4, 1), 0, "", "strict", Random(1), lambda _: 9
    )
    assert limits == [9]


def test_contradiction_between_rules_and_sat_raises_disagreement(monkeypatch):
    grid = Grid.of(6, 6)
    paths = random_cover(grid, 3, 4, 1)
    monkeypatch.setattr(cutting, "other_links", lambda puzzle, links, wall_limit: set())
    with pytest.raises(DisagreementError, match="one solution follows from rules, but SAT finds"):
        cut_until_unique(grid, paths, 0, "", "strict", Random(1), lambda _: None)
