"""Boards as people and programs type them, read alike by all three programs or refused."""

import json

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.formats import read_boards
from puzzlesat.flowfree.board.formats import read_puzzles
from puzzlesat.minesweeper.board.formats import read_states

BOARD = ["0120", "1203", "3321"]
PUZZLE = ["A.B.", "....", "AB.."]
STATE = ["01..", "1F2.", ".3.."]


def boards(path, tell):
    return [[*board.text.split("/")] for board in read_boards(path, warn=tell)]


def puzzles(path, tell):
    return [puzzle.lines for _, puzzle in read_puzzles(path, tell)]


def states(path, tell):
    return [state.lines for state in read_states(path, tell)]


GAMES = [(boards, BOARD), (puzzles, PUZZLE), (states, STATE)]


@pytest.fixture
def read(tmp_path):
    def call(reader, text):
        path = tmp_path / "given"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        messages = []
        return reader(path, messages.append), [line.removeprefix(f"{path}: ") for line in messages]

    return call


@pytest.mark.parametrize("between", [" ", ",", ", ", "\t", " , "])
@pytest.mark.parametrize(("reader", "rows"), GAMES)
def test_cells_may_be_written_with_separators(reader, rows, between, read):
    one = "".join(f"{between.join(row)}\n" for row in rows)
    assert read(reader, one) == ([rows], [])
    assert read(reader, f"{one}\n{one}") == ([rows, rows], [])


@pytest.mark.parametrize(("reader", "rows"), GAMES)
def test_json_is_read_as_rows(reader, rows, read):
    cells = [list(row) for row in rows]
    for written in (rows, cells, [cells], [cells, cells]):
        found, _ = read(reader, json.dumps(written))
        assert found == [rows] * (2 if written == [cells, cells] else 1)
    with pytest.raises(InputError, match="this JSON is not a board; expected a list of rows, such"):
        read(reader, '[{"red": 1}]')
    with pytest.raises(InputError, match="this JSON is not a board"):
        read(reader, '{"board": [[0, 1]]}')


@pytest.mark.parametrize(("reader", "rows"), GAMES)
def test_incomplete_json_is_reported_as_incomplete(reader, rows, read):
    for written in (rows, [list(row) for row in rows], [[list(row) for row in rows]]):
        text = json.dumps(written)
        for end in range(text.index('"') + 1, len(text)):
            with pytest.raises(InputError, match="this JSON is incomplete; a bracket is not clo"):
                read(reader, text[:end])
    for text in ("[[1", "[[1, nu", "[[null, 1],"):
        with pytest.raises(InputError, match="this JSON is incomplete"):
            read(reader, text)


def test_null_is_a_free_or_covered_cell_but_not_a_colour(read):
    assert read(puzzles, '[["A", null, "A"]]') == ([["A.A"]], [])
    assert read(states, "[[1, null]]") == ([["1."]], [])


@pytest.mark.parametrize(("reader", "rows"), GAMES)
@pytest.mark.parametrize("start", [b"\x89PNG\r\n", b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBPVP8 "])
def test_image_files_are_rejected(reader, rows, start, read):
    with pytest.raises(InputError, match="pictures cannot be read; enter the board as text"):
        read(reader, start)


@pytest.mark.parametrize(
    ("text", "rows", "remark"),
    [
        ("red blue\nBlue red\n", ["RB", "BR"], "read red as R, blue as B"),
        ("black,brown\nbrown,black\n", ["KN", "NK"], "read black as K, brown as N"),
        ("#f00 #00ff00\n#00FF00 #f00\n", ["AB", "BA"], "read #f00 as A, #00ff00 as B"),
        ("🟥🟦\n🟦🟥\n", ["RB", "BR"], "read 🟥 as R, 🟦 as B"),
        ('[["red", "blue"], ["blue", "red"]]', ["RB", "BR"], "read red as R, blue as B"),
    ],
)
def test_colour_names_are_converted_to_letters(text, rows, remark, read):
    assert read(boards, text) == ([rows], [remark])
    assert read(puzzles, text) == ([rows], [remark])


def test_colour_names_next_to_free_cells_are_converted_to_letters(read):
    found, _ = read(puzzles, "red . blue\nred . blue\n")
    assert found == [["R.B", "R.B"]]


@pytest.mark.parametrize(
    "text", ["red mauve\nmauve red\n", "🟥R\nR🟥\n", "🟥🔴\n🔴🟥\n", "gray grey\ngrey gray\n"]
)
def test_unknown_or_ambiguous_colours_are_rejected(text, read):
    with pytest.raises(InputError, match=r"is not a colour|would be read as the same letter"):
        read(boards, text)


@pytest.mark.parametrize("reader", [boards, puzzles])
@pytest.mark.parametrize(
    ("text", "place", "name"),
    [
        ("red green blue\nblue rad green\n", "line 2, column 2", "rad"),
        ("Red,Green\n\nGreen,Rad\n", "line 3, column 2", "Rad"),
        ("mauve red\nred mauve\n", "line 1, column 1", "mauve"),
        ("red . blue\nred . bleu\n", "line 2, column 3", "bleu"),
        ("#f00 #00ff00\n#00ff00 #f0\n", "line 2, column 2", "#f0"),
        ('[["red", "green", "blue"], ["blue", "rad", "green"]]', "line 2, column 2", "rad"),
    ],
)
def test_misspelt_colour_is_reported_with_its_position(reader, text, place, name, read):
    with pytest.raises(InputError, match=f"{place}: '{name}' is not a colour; use a name such as"):
        read(reader, text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[["", 1], [1, 2]]', "row 0, column 0"),
        ('[[1, 2], [1, ""]]', "row 1, column 1"),
        ('[[1, "", null], [1, 2, 3]]', "row 0, column 1"),
    ],
)
def test_empty_json_cells_are_rejected_as_colours(text, place, read):
    with pytest.raises(InputError, match=f"{place}: an empty cell is not a colour; use a digit or"):
        read(boards, text)


@pytest.mark.parametrize(("reader", "rows"), GAMES)
def test_empty_json_rows_are_rejected(reader, rows, read):
    with pytest.raises(InputError, match="this JSON is not a board; expected a list of rows, such"):
        read(reader, json.dumps(["", *rows]))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("R . G\nR . G\n", ["R.G", "R.G"]),
        ("A____A\n", ["A....A"]),
        ("A0\n00\nA0\n", ["A.", "..", "A."]),
        ("A0B\n0BC\nA0C\n", ["A.B", ".BC", "A.C"]),
        ("A---\n---A\n", ["A...", "...A"]),
        ("1_0_\n1_0_\n", ["1.0.", "1.0."]),
        ("A.0.\nA.0.\n", ["A.0.", "A.0."]),
        ("A   A\n", ["A...A"]),
        ("R,,G\nR,,G\n", ["R.G", "R.G"]),
        ('[["A", null, ""], ["A", null, ""]]', ["A..", "A.."]),
    ],
)
def test_alternative_notations_of_free_cells_are_read(text, rows, read):
    assert read(puzzles, text) == ([rows], [])


@pytest.mark.parametrize(
    ("reader", "text", "sentence"),
    [
        (puzzles, "A A\nB B\n", "line 1: blanks may be free cells or separate cells; write"),
        (puzzles, "A,.,A\n", "line 1: commas may be endpoints or separate cells; write the"),
        (puzzles, "A0\n0A\n", "line 1: 0 may be a free cell or an endpoint; write dots for free"),
        (puzzles, "1 . 10\n1 . 10\n", "line 1: '10' is not one character; write a letter or a d"),
        (states, "1 1\n1 1\n", "line 1: blanks may be fields or separators; write the"),
        (boards, "[[1, 2], [null, 1]]", "row 1, column 0: null is not a colour; use a digit or"),
        (states, "[[1, 2], [-1, 1]]", "line 2, column 1: '-1' is not a field; use 0-8, . (c"),
    ],
)
def test_ambiguous_or_invalid_cells_are_rejected(reader, text, sentence, read):
    with pytest.raises(InputError) as error:
        read(reader, text)
    assert sentence in str(error.value)
