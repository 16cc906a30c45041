"""The links that rules and assumptions decide, and the difficulty of puzzles."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import FILLING, SYMBOLS, Puzzle
from puzzlesat.flowfree.solve.direct import UNUSED, USED
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat_studies.flowfree.tree import TreeSearch

from . import samples
from .levels import deduction_of, level_of
from .marked import all_solutions
from .samples import LADDER, marked_puzzles, plain_puzzles

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
    known = deduction.known
    return tuple({x for x, y in zip(links, known, strict=True) if y == v} for v in (USED, UNUSED))


def by_rounds(rows, rule):
    """Return the known links after the rules and after each round."""
    puzzle = Puzzle.of(rows, rule=rule)
    found = []
    deduction = deduction_of(puzzle)
    while not deduction.contradicted and len(found) == deduction.rounds:
        found.append(known_links(puzzle, deduction))
        deduction.assume(len(found))
    return found + [None] * deduction.contradicted


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
def test_level_is_invariant_under_symmetries_and_renaming(seed, shape, rule, way, names):
    lines = random_puzzle(seed, *shape, None, 0, "any").lines
    other = TURNED[way](np.array([list(line) for line in lines]))
    new = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef", "".join(names))
    renamed = ["".join(row).translate(new) for row in other.tolist()]
    once, twice = (level_of(Puzzle.of(rows, rule=rule)) for rows in (lines, renamed))
    assert once == twice


@pytest.mark.parametrize("rule", FILLING)
def test_hard_puzzles_require_two_rounds(rule):
    puzzle = Puzzle.of(HARD[rule], rule=rule)
    deduction = deduction_of(puzzle)
    deduction.assume(len(deduction.known))
    assert (level_of(puzzle), deduction.rounds) == (2, 2)


EXTREME = [
    *("..........A...", ".B..C.........", "..D.E..F...G..", ".............A"),
    *(".H...C....H...", "..B.........I.", "......G....D..", "........F....."),
    *("..........J...", "..J....E......", "....I.........", ".............."),
]


@pytest.mark.parametrize(("rows", "level"), [(LADDER, 0), (EXTREME, 3)])
def test_levels_of_easy_and_extreme_puzzles(rows, level):
    assert level_of(Puzzle.of(rows)) == level


@pytest.mark.parametrize(
    ("level", "flows", "n"), [*((level, None, 8) for level in range(3)), (0, 5, 6), (1, 5, 6)]
)
def test_puzzles_are_generated_with_one_solution_and_the_level(level, flows, n):
    size = {"rows": n, "cols": n} | ({} if flows is None else {"flows": flows})
    for seed in range(3):
        made = ask("flowfree.generate", **size, seed=seed, difficulty=level)
        symbols = SYMBOLS[: max(made["flow"]) + 1]
        puzzle = Puzzle(made["rows"], made["cols"], tuple(made["flow"]), symbols)
        assert level_of(puzzle) == level
        assert len(list(TreeSearch(puzzle).solutions())) == 1
        assert flows in (None, puzzle.k)


def test_generation_ends_without_a_time_limit():
    """No puzzle of nine cells is of the highest level, which nothing refuses in advance."""
    with pytest.raises(InputError, match=r"no such puzzle of 3×3 cells was found in \d+ tries"):
        ask("flowfree.generate", rows=3, cols=3, seed=1, difficulty=3)
