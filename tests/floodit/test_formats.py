"""Boards are read as intended, or refused with a message.

Single texts are vectors in ``tests/formats/floodit.json`` (`tests.test_puzzle_formats`).
"""

import re
import tracemalloc
from dataclasses import replace
from itertools import repeat

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from puzzlesat.common.formats import Formats
from puzzlesat.common.records import write_rows
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board_rows
from puzzlesat.floodit.formats.formats import FORMATS, read_boards
from puzzlesat.floodit.formats.text import parse_board

from .strategies import (
    WRITERS,
    as_lines,
    as_rows,
    as_rows_apart,
    as_sized,
    cells,
    in_format,
    named_boards,
    several,
)

CSV = "seed,n,k,board,fields\n"
EACH_EXAMPLE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def test_csv(tmp_path):
    path = tmp_path / "sample.csv"
    write_rows(random_board_rows(2020, 4, 3, range(2)), path)
    boards = read_boards(path)
    assert [board.text for board in boards] == ["0120/2112/0000/1101", "1211/2111/2012/0001"]
    assert boards[1].origin == "seed 2020, n 4, k 3, board 1"


@pytest.mark.parametrize("way", WRITERS)
@given(data=st.data())
@EACH_EXAMPLE
def test_boards_round_trip_in_every_format(write, way, data):
    written = data.draw(several(way))
    found = read_boards(write(WRITERS[way](written)), way.split()[0])
    assert [cells(board) for board in found] == [cells(board) for board in written]
    if way in ("sized", "csv"):  # these formats list the colours
        assert [[*map(str, x.symbols)] for x in found] == [[*map(str, x.symbols)] for x in written]
        assert [board.colour for board in found] == [board.colour for board in written]


@pytest.mark.parametrize("way", WRITERS)
@given(data=st.data())
@EACH_EXAMPLE
def test_no_board_is_misread(write, way, data):
    size = 200 if way == "lines" else data.draw(st.sampled_from([9, 16, 200]))
    written = data.draw(st.lists(in_format(way, size, 3), min_size=1, max_size=4))
    if way == "lines":
        written = [board for board in written if board.rows >= 8]
        assume(written)
    elif way == "rows apart":  # rows of one row are no boards: 1 1 1 is the size of the 0 below it
        assume(all(board.rows > 1 for board in written))
    try:
        found = read_boards(write(WRITERS[way](written)))
    except InputError as error:
        assert re.search("single|may be|two formats fit|different kinds|no square|cell", str(error))
        return
    assert [cells(board) for board in found] == [cells(board) for board in written]


@given(board=named_boards())
def test_boards_round_trip_through_text(board):
    names = tuple(map(str, board.symbols))
    given = board.legend.split() if board.legend else None
    assert parse_board(board.text, board.k, given) == replace(board, symbols=names)
    assert board.colours_in(board.format_colours(board.colour)) == list(board.colour)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"1 {'9' * 5000}\n", f"line 1, column 2: '{'9' * 30}…' is not a colour"),
        (f"{' '.join(map(str, range(63)))}\n" * 2, "a board has at most 62 colours, not 63"),
        ("0" * 1_000_001, "a board has at most 1,000,000 fields, not 1×1000001"),
        ("0 " * 1_000_001, "a board has at most 1,000,000 fields, not 1×1000001"),
        ("2 2 1000000000\n1 2\n2 1\n0\n", "the number of colours, 1..62, not '1000000000'"),
        ("999999 999999 2\n1 2\n", "line 1: a board has at most 1,000,000 fields, not 999999×9"),
        (f"{'9' * 5000} 2 2\n1 2\n", f"expected the number of rows, 1..1000000, not '{'9' * 30}…'"),
        (CSV + "1,2,1000000000,7,01/10\n", "a board has at most 62 colours, not 1000000000"),
    ],
)
def test_large_numbers_and_boards_are_rejected_in_little_memory(write, text, problem):
    path = write(text)
    tracemalloc.start()
    with pytest.raises(InputError) as error:
        read_boards(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(error.value).startswith(f"{path}: ")
    assert problem in str(error.value)
    assert most < 100_000_000


def test_more_than_a_million_boards_are_rejected():
    board = Board.of([[0]])

    def boards(*times):
        rows = FORMATS["rows"]._replace(read=lambda _: repeat(board, *times))
        return Formats("board", [rows]).parse("0\n")

    assert len(boards(1_000_000)) == 1_000_000
    with pytest.raises(InputError, match="more than 1,000,000 boards"):
        boards()


def test_all_62_colours_are_read_in_every_format(write):
    board = Board.of([range(62)], 62)
    for text in (as_rows([board]), as_rows_apart([board])):
        assert [cells(x) for x in read_boards(write(text), "rows")] == [cells(board)]
    [found] = read_boards(write(as_sized([board])))
    assert found.colour == board.colour
    square = Board.of([[8 * r + c for c in range(7)] for r in range(7)], 62)
    assert [cells(x) for x in read_boards(write(as_lines([square])), "lines")] == [cells(square)]
