"""The largest minima: all boards are counted as by brute force, and searches keep the best."""

from collections import Counter
from functools import cache
from itertools import product

import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat_studies.floodit import largest_minima
from tests.floodit import exhaustive


def renamed(fields):
    names = {}
    return tuple(names.setdefault(colour, len(names)) for colour in fields)


@cache
def greedy(grid):
    """Return the length of the longest greedy play, by the rules of the game."""
    sizes = {}
    for colour in {c for row in grid for c in row} - {grid[0][0]}:
        sizes[colour] = len(exhaustive.flooded_area(exhaustive.move(grid, colour)))
    best = [colour for colour, size in sizes.items() if size == max(sizes.values())]
    return max((1 + greedy(exhaustive.move(grid, colour)) for colour in best), default=0)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (2, 4), (3, 3)])
def test_all_boards_are_counted_as_brute_force_counts_them(n, k):
    minima, classes, longest = Counter(), Counter(), Counter()
    seen = set()
    table, _ = largest_minima.solve_all(n, k)
    for fields in product(range(k), repeat=n * n):
        if fields[0]:
            continue  # the others are the same up to a renaming
        grid = tuple(fields[n * r : n * r + n] for r in range(n))
        minimum = exhaustive.minimum(Board.of(grid, k))
        minima[minimum] += k
        number = sum(c * k**f for f, c in enumerate(fields[1:]))
        assert (table[number] & 15, table[number] >> 4) == (minimum, greedy(grid))
        longest[minimum] = max(longest[minimum], greedy(grid))
        turned = renamed(fields[f % n * n + f // n] for f in range(n * n))
        least = min(renamed(fields), turned)
        classes[minimum] += least not in seen
        seen.add(least)
    rows = list(largest_minima.minimum_counts.make(n=n, k=k, checked=5, seed=1))
    assert {row["minimum"]: row["boards"] for row in rows} == minima
    assert {row["minimum"]: row["classes"] for row in rows} == classes
    assert {row["minimum"]: row["greedy"] for row in rows} == longest
    for row in rows:
        board = Board.of([list(map(int, line)) for line in row["fields"].split("/")], k)
        assert exhaustive.minimum(board) == row["minimum"]
    assert [row["status"] != "" for row in rows] == [row is rows[-1] for row in rows]


def test_a_wrong_table_is_a_disagreement(monkeypatch):
    monkeypatch.setattr(largest_minima, "exact_minimum", lambda board: 99)
    with pytest.raises(DisagreementError, match="table"):
        list(largest_minima.minimum_counts.make(n=2, k=3, checked=1, seed=1))


@pytest.mark.parametrize(("n", "k"), [(4, 3), (1, 2), (2, 1)])
def test_the_local_search_returns_a_board_with_its_minimum(n, k):
    [row] = largest_minima.hard_boards.make(n=n, k=k, start=0, steps=30, seed=1)
    board = Board.of([list(map(int, line)) for line in row["fields"].split("/")], k)
    assert exhaustive.minimum(board) == row["minimum"] >= row["random"]
    assert row["status"] in ("verified", "missing")
