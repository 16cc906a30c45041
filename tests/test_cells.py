"""Boards as people and programs type them, read alike by all three programs or refused.

The notations of one program are vectors in ``tests/formats`` (`test_puzzle_formats`).
"""

import json

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.formats import read_states

STATE = ["01..", "1F2.", ".3.."]


def states(path, tell):
    return [state.lines for state in read_states(path, on_message=tell)]


GAMES = [(states, STATE)]


@pytest.fixture
def read(write):
    def call(reader, text):
        path, messages = write(text), []
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
    assert read(reader, json.dumps({"id": 7, "board": cells, "moves": [1, 2]}))[0] == [rows]
    with pytest.raises(InputError, match="grids under 'a' and 'b'; keep the one that is the board"):
        read(reader, json.dumps({"a": cells, "b": cells}))
    for no_board in ('[{"red": 1}]', json.dumps(["", *rows])):
        with pytest.raises(InputError, match="this JSON is not a board; expected a list of rows"):
            read(reader, no_board)


@pytest.mark.parametrize("text", ["[" * 10**5, "[" * 10**5 + "]" * 10**5, "(" * 500 + ")" * 500])
def test_deeply_nested_lists_are_rejected(text, read):
    with pytest.raises(InputError):
        read(states, text)


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


@pytest.mark.parametrize(("reader", "rows"), GAMES)
@pytest.mark.parametrize("start", [b"\x89PNG\r\n", b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBPVP8 "])
def test_image_files_are_rejected(reader, rows, start, read):
    with pytest.raises(InputError, match="picture"):
        read(reader, start)
