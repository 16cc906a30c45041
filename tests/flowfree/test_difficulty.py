"""The links that rules and assumptions decide, and the difficulty of puzzles."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.solve.difficulty import LEVELS, Deduction, difficulty
from puzzlesat.flowfree.solve.direct import UNUSED, USED
from puzzlesat.flowfree.solve.generate import random_puzzle

from . import samples
from .marked import all_solutions
from .samples import CROSS, marked_puzzles, plain_puzzles

HARD = {
    "strict": samples.HARD,
    "touching": ["....AB", ".C....", "...ACB", "DE...F", "...D..", "E....F"],
}
PUZZLES = [
    *HARD.values(),
    ["....B", ".AA..", ".....", "C..CB"],  # A's touch
    ["B.B", "C.A", "C.A"],
    *plain_puzzles()[::3],
]


def known_links(puzzle, deduction):
    """Return the links that are used, and those that are not, as pairs of cells (row, column)."""
    ends = puzzle.grid.cell[puzzle.grid.links].tolist()
    links = [tuple(divmod(cell, puzzle.cols) for cell in pair) for pair in ends]
    known = deduction.known.tolist()
    return tuple({x for x, y in zip(links, known, strict=True) if y == v} for v in (USED, UNUSED))


def by_rounds(rows, rule):
    """Return the known links after the rules and after each round."""
    puzzle = Puzzle.of(rows, rule=rule)
    found = []
    try:
        deduction = Deduction(puzzle)
        while len(found) == deduction.rounds:
            found.append(known_links(puzzle, deduction))
            deduction.assume(len(found))
    except DisagreementError:
        found.append(None)
    return found


@pytest.mark.parametrize("rule", FILLING)
def test_deductions_are_valid_in_every_solution(rule):
    decided = 0
    for rows in (*PUZZLES, *marked_puzzles()):
        every = [
            {frozenset(link) for path in paths for link in pairwise(path)}
            for paths in all_solutions(rows, rule)
        ]
        for known in by_rounds(rows, rule):
            if known is None:
                assert not every, rows
                continue
            used, unused = (set(map(frozenset, links)) for links in known)
            decided += bool(every) * len(used | unused)
            assert all(used <= links and not unused & links for links in every), rows
            if not every:
                assert len(used | unused) < len(Puzzle.of(rows).grid.links), rows
    assert decided > 500


TURNED = {
    "a quarter": lambda rows: np.rot90(rows),
    "a half": lambda rows: np.rot90(rows, 2),
    "left and right": lambda rows: np.fliplr(rows),
    "top and bottom": lambda rows: np.flipud(rows),
    "across": lambda rows: np.transpose(rows),
}


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**6),
    shape=st.sampled_from([(5, 5), (4, 7), (8, 8), (9, 6)]),
    rule=st.sampled_from(FILLING),
    way=st.sampled_from(sorted(TURNED)),
    names=st.permutations("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"),
)
def test_difficulty_is_invariant_under_symmetries_and_renaming(seed, shape, rule, way, names):
    lines = random_puzzle(seed, *shape, None, 0, "any").lines
    other = TURNED[way](np.array([list(line) for line in lines]))
    new = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef", "".join(names))
    renamed = ["".join(row).translate(new) for row in other.tolist()]
    once, twice = (difficulty(Puzzle.of(rows, rule=rule)) for rows in (lines, renamed))
    assert once == twice


@pytest.mark.parametrize("level", range(3))
def test_difficulty_of_easy_medium_and_hard_puzzles(level):
    puzzle = random_puzzle(2020, 8, 8, None, 0, "one", level=level)
    rating = difficulty(puzzle)
    assert rating.level == level
    assert rating.decided[level] == 1
    assert all(share < 1 for share in rating.decided[:level])
    assert level <= rating.number <= level + (level > 0)
    assert rating.rounds == level if level < 2 else rating.rounds > 1


@pytest.mark.parametrize("rule", FILLING)
def test_hard_puzzles_require_two_rounds(rule):
    rating = difficulty(Puzzle.of(HARD[rule], rule=rule))
    first, second, third = rating.decided
    assert first < second < third == 1
    assert (rating.level, rating.rounds) == (2, 2)
    assert rating.number == pytest.approx(3 - second)


EXTREME = [
    *("..........A...", ".B..C.........", "..D.E..F...G..", ".............A"),
    *(".H...C....H...", "..B.........I.", "......G....D..", "........F....."),
    *("..........J...", "..J....E......", "....I.........", ".............."),
]


def test_extreme_puzzle_is_not_decided_by_single_assumptions():
    rating = difficulty(Puzzle.of(EXTREME))
    assert LEVELS[rating.level] == "extreme"
    assert rating.number == pytest.approx(4 - rating.decided[-1])
    assert rating.decided[-1] < 1


def test_difficulty_of_an_unsolvable_puzzle_raises_disagreement():
    with pytest.raises(DisagreementError, match="should have a solution, but contradicts the rul"):
        difficulty(Puzzle.of(CROSS))
