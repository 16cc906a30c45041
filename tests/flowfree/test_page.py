"""What the page of a puzzle contains; tests/web tests the page in a browser."""

import re
from pathlib import Path

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.show import explain
from puzzlesat.flowfree.show.explain import page, page_data

from . import samples

NO_REASON = ["...B..", "......", ".A..A.", "......", ".B....", "......"]
"""A puzzle without a solution, which refuted assumptions do not prove."""

GOLDEN = Path(__file__).with_name("explained.txt")
"""The texts of the pages of `EXPLAINED`, which were checked by hand."""

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


def test_page_texts_match_the_golden_file():
    found = [
        line
        for rows, rule in EXPLAINED
        for line in ("/".join(rows), *explained(Puzzle.of(rows, rule=rule)))
    ]
    assert found == GOLDEN.read_text("utf-8").splitlines()


def test_oversized_boards_are_rejected(monkeypatch):
    lines = ["A" + "." * 50 + "A", *["." * 52] * 49]
    with pytest.raises(InputError, match="has 2600 cells; a page shows at most 2500"):
        page(Puzzle.of(lines), "x")
    monkeypatch.setattr(explain, "page_data", lambda *_: {})
    page(Puzzle.of(["A" + "." * 48 + "A", *["." * 50] * 49]), "x")


def explained(puzzle):
    """Yield the texts of a puzzle's page, one line for each frame, and the verdict."""
    data = page_data(puzzle)["steps"]
    for frame in data["frames"]:
        parts = [frame["kind"], *(f"{key} {frame[key]}" for key in ("link", "value"))]
        parts += [" ".join([key, *map(str, frame[key])]) for key in ("closed", "nodes")]
        tried = "    " if "tried" in frame else "  "
        yield f"{tried}{', '.join(parts)}: {frame['at']}: {frame['text']}"
    yield data["verdict"]


@pytest.mark.parametrize(
    ("lines", "rule", "sentence"),
    [
        (["A.A"], "strict", "exactly one solution in which flows fill the board and none touches"),
        (["A...", "A..."], "strict", "no solution .* contradict each other"),
        (["A...", "A..."], "touching", "exactly one solution .* may touch themselves"),
        (samples.TWO_SOLUTIONS, "strict", "There are several solutions in which .*; two of them"),
        (
            NO_REASON,
            "touching",
            "There is no solution .*, according to a solver; the reasons",
        ),
    ],
)
def test_verdict_states_its_evidence(lines, rule, sentence):
    assert re.search(sentence, page_data(Puzzle.of(lines, rule=rule))["steps"]["verdict"])
