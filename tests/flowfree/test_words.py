"""The steps of puzzles in words."""

from pathlib import Path

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.show.words import line
from puzzlesat.flowfree.solve.walkthrough import walkthrough

from . import samples

GOLDEN = Path(__file__).with_name("explained.txt")
"""The steps of `EXPLAINED`, which were checked by hand."""

EXPLAINED = [
    (["...A", ".B..", "..A.", "B..."], "strict"),
    (["...B", "A...", "...B", "...A"], "touching"),
    (["+-+^+-+-+", "|A|. . B|", "+ + + +-+", "|. . .|B|", "+ + + + +", "|A . . .|", "+-+v+-+-+"],
     "strict"),
    (samples.MARKED, "strict"),
    (["+-+-+-+", "|A|. A|", "+-+-+-+"], "strict"),
    (["+-+-+-+", "|A A|.|", "+-+-+-+"], "touching"),
]  # fmt: skip
"""Puzzles with one solution or none."""


def test_steps_match_the_golden_file():
    found = [
        text
        for rows, rule in EXPLAINED
        for text in ("/".join(rows), *explained(Puzzle.of(rows, rule=rule)))
    ]
    assert found == GOLDEN.read_text("utf-8").splitlines()


def explained(puzzle):
    """Yield the steps of a puzzle, one line for each, with their reasons in words."""
    for step in walkthrough(puzzle).steps:
        parts = [step.rule, *(f"{name} {getattr(step, name)}" for name in ("link", "value"))]
        parts += [" ".join([x, *map(str, getattr(step, x))]) for x in ("closed", "nodes")]
        yield f"{'    ' if step.assumed else '  '}{', '.join(parts)}: {line(puzzle, step)}"
