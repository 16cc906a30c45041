"""The page of all boards: its list compared with the rows, and used in a browser."""

from functools import cache

import pytest

from puzzlesat.common.page import single_page
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board_rows
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.solve.minimum import confirmed_minimum
from puzzlesat_studies.floodit.explorer import page_of_boards
from puzzlesat_studies.floodit.measure import FoundMinimum
from tests.web.conftest import Page
from tests.web.test_floodit_page import grid, renumbered

NUMBERS = [*range(5), 10]


@cache
def rows():
    """The minima of two grid points, in the wrong order."""
    drawn = [row for k in (4, 3) for row in random_board_rows(2020, 4, k, NUMBERS)]
    return [row_of(row) for row in drawn]


def row_of(row):
    """Return a row of a board with its minimum."""
    board = parse_board(row["fields"], row["k"])
    found = confirmed_minimum(board, "bounded", "minimal", "minisat22")
    run = {"queries": "", "search": "bounded", "solver": "minisat22"}
    return FoundMinimum(**row, **run, minimum=found.p, moves=board.format_colours(found.moves))


def test_the_list_contains_the_rows_with_solutions_and_the_bounds_of_the_thesis():
    listed = page_of_boards(rows())["boards"]
    assert [(each["k"], each["board"]) for each in listed] == [
        (k, i) for k in (3, 4) for i in NUMBERS
    ]
    by_key = {(row.k, row.board): row for row in rows()}
    for each in listed:
        row = by_key[each["k"], each["board"]]
        assert (each["rows"], each["minimum"]) == (row.fields, row.minimum)
        assert (each["lower"], each["upper"]) == (4 + row.k - 5, 4 + row.k)
        assert len(each["moves"]) == row.minimum
        assert floods(parse_board(row.fields, row.k).grid, each["moves"])


@pytest.fixture
def opened(browser, tmp_path):
    path = tmp_path / "explorer.html"
    path.write_text(single_page("floodit", "", page_of_boards(rows())), encoding="utf-8")
    page = Page(browser, "")
    page.errors()
    page.resize(1400)
    yield page.open(path, "list=k=4")
    assert page.errors() == []


def column(page, number):
    """Return a column of the list."""
    cells = page.all(f"#boards tbody td:nth-child({number})")
    return [int(cell.text) for cell in cells]


def test_boards_are_filtered_sorted_and_opened(opened):
    """A board would be listed with the numbers of another, or opened with its solution."""
    assert column(opened, 2) == [4] * 6
    opened.choose("#boards input", "", "input")
    assert column(opened, 2) == [3] * 6 + [4] * 6
    for direction in (1, -1):
        opened.click("#boards th:nth-child(4) button")
        minima = [row.minimum for row in rows()]
        assert column(opened, 4) == sorted(minima)[::direction]
    opened.choose("#boards input", "board 1", "input")
    names = [button.accessible_name for button in opened.all("#boards tbody button")]
    assert names and all(name.endswith("board 1") for name in names)
    row = max(rows(), key=lambda row: (row.minimum, row.k))
    opened.choose("#boards input", f"k={row.k} board {row.board}", "input")
    opened.click("#boards tbody button")
    assert opened.text("#answer").startswith(f"{row.minimum} moves")
    assert len(opened.all("#moves li")) == row.minimum
    assert grid(opened) == renumbered(row.fields.replace("/", ""))
