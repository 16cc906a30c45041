"""Ratings of puzzles, against brute force."""

import pytest

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve.difficulty import difficulty
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.rating import rating_row

from . import exhaustive
from .samples import CROSS, HARD, LADDER, TWO_SOLUTIONS

MEDIUM = random_puzzle(3, 6, 6, None, 0, "one", level=1).lines


@pytest.mark.parametrize(("lines", "level"), [(LADDER, "easy"), (MEDIUM, "medium"), (HARD, "hard")])
def test_rating_row_of_a_puzzle_with_one_solution(lines, level):
    [paths] = exhaustive.path_systems(lines, strict=True)
    cells = {cell for path in paths for cell in path}
    rating = difficulty(Puzzle.of(lines))
    row = rating_row("ours", ("p", Puzzle.of(lines)))
    assert (row["set"], row["puzzle"], row["solutions"]) == ("ours", "p", "one")
    assert (row["rows"], row["cols"], row["k"]) == (len(lines), len(lines[0]), len(paths))
    assert row["longest"] == max(map(len, paths))
    assert row["mean_length"] == round(len(cells) / len(paths), 4)
    turns = sum(
        1
        for path in paths
        for before, after in zip(path, path[2:], strict=False)
        if before[0] != after[0] and before[1] != after[1]
    )
    assert row["turns"] == round(turns / len(cells), 4)
    assert (row["rounds"], row["level"]) == (rating.rounds, level)
    assert row["difficulty"] == round(rating.number, 4)


@pytest.mark.parametrize(
    ("lines", "wall_limit", "solutions"),
    [(CROSS, None, "none"), (TWO_SOLUTIONS, None, "several"), (TWO_SOLUTIONS, 1e-9, "")],
)
def test_rating_rows_without_a_unique_solution_are_incomplete(lines, wall_limit, solutions):
    row = rating_row("ours", ("p", Puzzle.of(lines)), wall_limit)
    assert row["solutions"] == solutions
    assert row["mean_length"] > 0
    assert {row[name] for name in ("longest", "turns", "rounds", "level", "difficulty")} == {None}
