"""Pages as single files."""

import json
import re

import pytest

from puzzlesat.common.page import single_page
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.show.page import page as floodit_page
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close_bounds
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.show.explain import page as flowfree_page
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.show.explain import page as minesweeper_page
from tests.web.conftest import Page

PUZZLES = ("floodit", "flowfree", "minesweeper")


@pytest.fixture
def opened(browser, tmp_path):
    """Return a function that opens a page from its text; the console must stay empty."""
    found = Page(browser, "")
    found.errors()

    def open_(text):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        return found.open(path)

    yield open_
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("name", PUZZLES)
def test_single_files_refer_to_no_other_file(name):
    text = single_page(name, '</title><script>"', {"puzzle": {"rows": ["</script>"]}})
    assert not re.findall(r'\bsrc=|(?:href|action)="(?!#|data:)', text)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    assert not re.search(r"'self'|unsafe-inline|'unsafe-eval'|https?:|connect-src", policy)
    assert json.loads(re.search(r'id="puzzle">(.*?)</script>', text)[1]) == {
        "puzzle": {"rows": ["</script>"]}
    }
    assert text.count("<title>") == text.count("</title>") == 1


def test_a_page_of_a_board_begins_with_its_solution(opened):
    bounds = Bounds(random_board(2020, 12, 5, 1).with_start((3, 4)))
    close_bounds(bounds, auto, Limits(), "glucose42")
    page = opened(floodit_page(bounds))
    assert page.text("#answer").startswith(f"{bounds.upper} moves")
    shown = page.run("return document.querySelector('#result').dataset.state")
    assert shown == "optimal"
    assert len(page.all("#moves li")) == bounds.upper
    page.click("#another")  # another board: the engine of the page searches
    page.wait("document.querySelector('#result').dataset.state === 'optimal'")


def test_a_page_of_a_board_of_many_colours_is_not_refused(opened):
    bounds = Bounds(Board.of([list(range(62))]))
    close_bounds(bounds, auto, Limits(), "glucose42")
    page = opened(floodit_page(bounds))
    assert page.text("#refusal") == ""
    assert page.text("#answer").startswith("61 moves")


def test_an_open_search_is_continued_on_the_page(opened):
    bounds = Bounds(random_board(2020, 12, 5, 1))
    assert not bounds.closed
    page = opened(floodit_page(bounds))
    assert page.run("return document.querySelector('#result').dataset.state") == "stopped"
    page.click("#resume")
    page.wait("document.querySelector('#result').dataset.state === 'optimal'")
    close_bounds(bounds, auto, Limits(), "glucose42")
    assert page.text("#answer").startswith(f"{bounds.upper} moves")


def test_a_page_of_a_puzzle_shows_the_steps(opened):
    puzzle = Puzzle.of(["A..B", "....", ".B.A", "...."], rule="touching")
    page = opened(flowfree_page(puzzle, "an example"))
    assert page.all("#steps li")
    page.wait("document.querySelector('#steps').offsetParent !== null")


def test_a_page_of_a_state_lists_deductions(opened):
    state = State.of(["01F...", "023..2", "01.21.", "0234..", "01...."], mines=8)
    page = opened(minesweeper_page(state, "an example"))
    page.wait("document.querySelectorAll('#deductions li').length > 6")
