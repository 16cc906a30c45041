"""Ratings of puzzles, against brute force and naive rules."""

from itertools import chain

import pytest

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.rating import rating_row, turns

from . import exhaustive, naive
from .samples import BRIDGE, CROSS, HARD, LADDER, TWO_SOLUTIONS

MEDIUM = random_puzzle(3, 6, 6, None, 0, "one", level=1).lines


def turned(path):
    """Return the cells of a path that has a link along its row and one along its column."""
    return [
        (r, c)
        for r, c in path
        if {(r - 1, c), (r + 1, c)} & {*path} and {(r, c - 1), (r, c + 1)} & {*path}
    ]


@pytest.mark.parametrize(("lines", "level"), [(LADDER, "easy"), (MEDIUM, "medium"), (HARD, "hard")])
def test_rating_row_of_a_puzzle_with_one_solution(lines, level):
    [paths] = exhaustive.path_systems(lines, strict=True)
    cells = set(chain(*paths))
    shares = []
    for used, unused in naive.deduced(lines, strict=True):
        unknown = set(naive.links_of(lines)) - used - unused
        shares.append(len(cells - set(chain(*unknown))) / len(cells))
    rounds = len(shares) - 1
    row = rating_row("ours", ("p", Puzzle.of(lines)))
    assert (row["set"], row["puzzle"], row["solutions"]) == ("ours", "p", "one")
    assert (row["rows"], row["cols"], row["k"]) == (len(lines), len(lines[0]), len(paths))
    assert row["longest"] == max(map(len, paths))
    assert row["mean_length"] == round(len(cells) / len(paths), 4)
    assert row["turns"] == round(sum(map(len, map(turned, paths))) / len(cells), 4)
    assert row["by_rules"] == round(shares[0], 4)
    assert row["by_one_round"] == round(shares[min(rounds, 1)], 4)
    assert row["by_all_rounds"] == shares[-1] == 1
    assert (row["rounds"], row["level"]) == (rounds, level)
    number = ("easy", "medium", "hard").index(level)
    assert row["difficulty"] == round(number and number + 1 - shares[number - 1], 4)


@pytest.mark.parametrize(
    ("lines", "wall_limit", "solutions"),
    [(CROSS, None, "none"), (TWO_SOLUTIONS, None, "several"), (TWO_SOLUTIONS, 1e-9, "")],
)
def test_rating_rows_without_a_unique_solution_are_incomplete(lines, wall_limit, solutions):
    row = rating_row("ours", ("p", Puzzle.of(lines)), wall_limit)
    assert row["solutions"] == solutions
    assert row["mean_length"] > 0
    assert {row[name] for name in ("longest", "turns", "rounds", "level", "difficulty")} == {None}


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        (["A.A"], (0, 1, 2), 0),
        (["A..", "A.."], (0, 1, 2, 5, 4, 3), 2),
        (["A.", "..", ".A"], (0, 1, 3, 2, 4, 5), 4),
        (["+-+-+-+", "<. . A>", "+ + + +", "<. A .>", "+-+-+-+"], (2, 0, 1, 4), 1),  # a warp
    ],
)
def test_turns_are_counted(lines, path, expected):
    assert turns(Solution(Puzzle.of(lines), (path,))) == expected


def test_both_flows_over_a_bridge_count_its_cell():
    row = rating_row("ours", ("bridge", Puzzle.of(BRIDGE)))
    assert (row["solutions"], row["longest"], row["mean_length"]) == ("one", 3, 3)
