"""The gallery of the hardest boards: the boards of the reference, with their minima."""

import json
import re

import pytest

from puzzlesat.floodit import solve_board
from puzzlesat.floodit.board.board import Board
from tests.programs import load_tool
from tests.web.test_floodit_page import grid, proven, renumbered

TOOL = load_tool("hardest_boards")
LISTED = [json.loads(line) for line in re.findall(r"^  (\{.*\}),$", TOOL.gallery(), re.MULTILINE)]
"""The boards of the gallery."""


def board(listed):
    return Board.of([list(map(int, row)) for row in listed["rows"].split("/")])


def test_the_gallery_is_that_of_the_reference():
    """Run `python tools/hardest_boards.py` if this fails."""
    assert TOOL.GALLERY.read_text("utf-8") == TOOL.gallery()


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: f"{listed['n']}-{listed['k']}")
def test_each_board_needs_as_many_moves_as_it_says(listed):
    shown = board(listed)
    assert (shown.rows, shown.cols) == (listed["n"], listed["n"])
    assert len(set(shown.colour)) == listed["k"]
    assert solve_board(shown).minimum == listed["minimum"]


def test_a_board_of_the_gallery_is_played(page):
    page.open("floodit")
    page.click("#hardest summary")
    assert len(page.all("#hardest button")) == len(LISTED)
    listed = next(each for each in LISTED if each["n"] == 5)
    name = f"5×5 fields, {listed['k']} colours: {listed['minimum']} moves"
    page.click(f"#hardest button[aria-label='{name}']")
    assert page.run("return document.querySelector('#play-tab').ariaSelected") == "true"
    assert grid(page) == renumbered(board(listed).colour)
    assert proven(page) == listed["minimum"]
    page.click("#solution-tab")
    assert "exactly" in page.text("#limit-more")
