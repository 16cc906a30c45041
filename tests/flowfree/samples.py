"""Small puzzles for the tests: solvable ones, and endpoints placed on a board at random."""

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest

from puzzlesat.flowfree.solve.generate import random_puzzle

from .marked import mixed

LADDER = ["AB", "..", "AB"]
"""Two flows side by side."""

HARD = ["....AB", ".C....", "...C..", "..D...", "A...D.", "B....."]
"""A puzzle that takes two rounds of assumptions."""

CROSS = ["..A..", ".....", "B...B", ".....", "..A.."]
"""Two flows that would have to cross."""

SQUARES = ["AABBCC", "......", "......", "DDEEFF"]
"""The two rows in the middle take three squares, which are cycles, and nothing else."""

AROUND = ["....CB", ".AA...", "....CB"]
"""A cycle around both A's fits, if it carries B; nothing else does."""

LOLLIPOP = [".....CB", ".A.A...", ".D.D...", ".....CB"]
"""A cycle fits around the A's and D's; a witness that may branch could end in a loop inside it."""

TWO_CLASSES = ["C.....", "...AA.", ".B....", "...B..", ".....C"]
"""A cycle might run around the A's, and another one around the B's."""

TWO_SOLUTIONS = random_puzzle(7, 6, 6, 4, 0, "several").lines
"""A puzzle with several solutions."""


SKETCH = [
    *("+^+-+-+-+", "|. . A #|", "+ + + + +", "|B . B A|", "+ +-+ + +", "<. . C|.>", "+ + + + +"),
    *("<+ . # C>", "+v+-+-+-+"),
]
"""The board with all marks that help and docs show; its only solution uses both warps."""


MARKED = [
    *("+^+-+-+", "<. # .>", "+ + + +", "|B A|C|", "+ + + +", "|. + .|"),
    *("+ + + +", "|C A B|", "+v+-+-+"),
]
"""All marks; flow C warps twice, and A crosses B on the bridge."""

RING = ["+-+-+-+-+-+", "<. . . . .>", "+-+-+-+-+-+", "|A . . . A|", "+-+-+-+-+-+"]
"""A row that is a ring of its own."""

EIGHT = ["+-+-+-+", "|#|. .|", "+-+ + +", "|. + .|", "+ + +-+", "|. .|#|", "+-+-+-+", "|A . A|",
         "+-+-+-+"]  # fmt: skip
"""A ring that crosses itself on a bridge."""

BRIDGE = ["+-+-+-+", "|# A #|", "+ + + +", "|B + B|", "+ + + +", "|# A #|", "+-+-+-+"]
"""Two flows that cross."""

PRINTED = Path(__file__).parents[2] / "reference/published/flowfree_post.csv"
"""The table of Zucker's post, as printed."""

POST_PUZZLES = Path(os.environ.get("FLOWFREE_PUBLISHED", "not given"), "puzzles")
"""The folder of the post's puzzles, each a file."""

needs_post_puzzles = pytest.mark.skipif(
    not POST_PUZZLES.is_dir(), reason="FLOWFREE_PUBLISHED names no folder with the post's puzzles"
)


@cache
def plain_puzzles():
    """Return puzzles without marks: solvable ones, others, and special ones, with few cells."""
    shapes = [(1, 6), (2, 3), (2, 4), (3, 3), (4, 2), (3, 4), (4, 4), (5, 3), (4, 5)]
    return [
        *(CROSS, SQUARES, AROUND, LOLLIPOP, TWO_CLASSES, TWO_SOLUTIONS, ["A.A"], ["AA"], ["ABBA"]),
        *(["A", "A"], ["AB", "AB"], ["AA.", "..."], ["A...A"], ["A.", ".A"], ["A...", "A..."]),
        *(["A..A", "...."], ["AABB", "...."], ["AABB", "....", "CCDD"], ["A..", "...", "..A"]),
        *(thrown(seed, shapes, [1, 2, 3]) for seed in range(150)),
        *(solvable(seed, [(3, 4), (4, 4), (4, 5)], [4]) for seed in range(50)),
        *(solvable(seed, [(5, 5), (4, 6), (6, 4)], [3, 4, 5]) for seed in range(30)),
    ]


@cache
def marked_puzzles():
    """Return sketches of small boards with marks of all kinds."""
    return [mixed(Random(seed), *shape) for seed in range(30) for shape in [(3, 3), (3, 4), (4, 4)]]


def thrown(seed, shapes, flows):
    """Return a puzzle with endpoints at random; such a puzzle is rarely solvable."""
    random = Random(seed)
    rows, cols = random.choice(shapes)
    k = random.choice(flows)
    cells = ["."] * (rows * cols)
    for number, cell in enumerate(random.sample(range(rows * cols), 2 * k)):
        cells[cell] = chr(ord("A") + number // 2)
    return ["".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)]


def solvable(seed, shapes, flows):
    """Return a puzzle that can be solved."""
    random = Random(seed)
    rows, cols = random.choice(shapes)
    return random_puzzle(seed, rows, cols, random.choice(flows), 0, "any").lines
