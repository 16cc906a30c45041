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
    return [[*board.text.split("/")] for board in read_boards(path, on_message=tell)]


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
    assert read(reader, json.dumps({"id": 7, "board": cells, "moves": [1, 2]}))[0] == [rows]
    with pytest.raises(InputError, match="grids under 'a' and 'b'; keep the one that is the board"):
        read(reader, json.dumps({"a": cells, "b": cells}))


def test_grid_that_is_not_read_is_remarked_on(read):
    text = json.dumps({"colors": ["red", "blue"], "board": [[0, 1]], "solution": [[1, 2]]})
    [found], [remark] = read(boards, text)
    assert found == ["01"]
    assert remark == "read the grid under 'board', not 'colors' and 'solution'"


NUMBERS = ["1221", "3121", "2111"]
PRINTED = [
    "[[1, 2, 2, 1],\n [3, 1, 2, 1],\n [2, 1, 1, 1],]\n",
    "[[1 2 2 1]\n [3 1 2 1]\n [2 1 1 1]]\n",
    "array([[1, 2, 2, 1],\n       [3, 1, 2, 1],\n       [2, 1, 1, 1]], dtype=int8)\n",
    "[[1. 2. 2. 1.]\n [3. 1. 2. 1.]\n [2. 1. 1. 1.]]\n",
    "grid = ((1, 2, 2, 1), (3, 1, 2, 1), (2, 1, 1, 1))",
    "const grid: number[][] = [[1, 2, 2, 1], [3, 1, 2, 1], [2, 1, 1, 1]];\n",
    "int grid[3][4] = {{1,2,2,1},{3,1,2,1},{2,1,1,1}};\n",
    "grid := [][]int{{1, 2, 2, 1}, {3, 1, 2, 1}, {2, 1, 1, 1}}\n",
    "let grid = vec![vec![1, 2, 2, 1], vec![3, 1, 2, 1], vec![2, 1, 1, 1]];\n",
    "['1', '2', '2', '1']\n['3', '1', '2', '1']\n['2', '1', '1', '1']\n",
    "[1, 2, 2, 1]\n[3, 1, 2, 1]\n[2, 1, 1, 1]\n",
    '{"size": [3, 4], "rows": ["1221", "3121", "2111"]}',
    '{"name": "x", "puzzle": "1221/3121/2111"}',
]
COLUMNS = [
    "1;2;2;1\n3;1;2;1\n2;1;1;1\n",
    "| 1 | 2 | 2 | 1 |\n| 3 | 1 | 2 | 1 |\n| 2 | 1 | 1 | 1 |\n",
    "1  2  2  1\n3  1  2  1\n2  1  1  1\n",
]


@pytest.mark.parametrize("text", PRINTED)
@pytest.mark.parametrize("reader", [boards, states])
def test_grids_printed_by_programs_are_read(reader, text, read):
    assert read(reader, text) == ([NUMBERS], [])


@pytest.mark.parametrize("text", COLUMNS)
def test_columns_of_tables_are_read(text, read):
    assert read(boards, text) == ([NUMBERS], [])


def test_several_printed_grids_are_several_boards(read):
    text = "[[1 2]\n [2 1]]\n\n[[1 1]\n [2 2]]\n"
    assert read(boards, text) == ([["12", "21"], ["11", "22"]], [])
    assert read(boards, "[[1, 2], [2, 1]]\n[[1, 1], [2, 2]]\n")[0] == [["12", "21"], ["11", "22"]]


@pytest.mark.parametrize("text", ["[..]\n[..]\n", "[A]\n[A]\n", "[A[A]]\n"])
def test_brackets_may_be_endpoints(text, read):
    assert read(puzzles, text)[0] == [text.split()]


@pytest.mark.parametrize("text", ["[" * 10**5, "[" * 10**5 + "]" * 10**5, "(" * 500 + ")" * 500])
def test_deeply_nested_lists_are_rejected(text, read):
    with pytest.raises(InputError):
        read(boards, text)


def test_shortened_arrays_are_rejected(read):
    with pytest.raises(InputError, match=r"NumPy left out cells, as '\.\.\.' shows; print"):
        read(boards, "[[1 2 ... 3]\n ...\n [1 2 ... 4]]")


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
    with pytest.raises(InputError, match="picture"):
        read(reader, start)


@pytest.mark.parametrize(
    ("text", "rows", "remark"),
    [
        ("red blue\nBlue red\n", ["RB", "BR"], "read red as R, blue as B"),
        ("black,brown\nbrown,black\n", ["KN", "NK"], "read black as K, brown as N"),
        ("#f00 #00ff00\n#00FF00 #f00\n", ["AB", "BA"], "read #f00 as A, #00ff00 as B"),
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
    why = (
        "is not a colour|would be read as the same letter|would be two colours|all colours as emoji"
    )
    with pytest.raises(InputError, match=why):
        read(boards, text)


def test_boards_of_emoji_keep_their_symbols(read):
    assert read(boards, "🟥🟦\n🟦🟥\n") == ([["🟥🟦", "🟦🟥"]], [])
    assert read(boards, "⚫\ufe0f🔴 \n🔴⚫\n") == ([["⚫🔴", "🔴⚫"]], [])


@pytest.mark.parametrize(
    ("text", "rows", "remark"),
    [
        (
            "1 2\n\n2 1\n",
            [["12", "21"]],
            "one board of 2 rows: empty lines between them are ignored",
        ),
        ("a b\n\n\nb a\n\n\na a\n", [["ab", "ba", "aa"]], "one board of 3 rows: empty lin"),
        ("12\n\n21\n\n\n22\n\n22\n", [["12", "21"], ["22", "22"]], "2 boards: empty lines betwee"),
        ("12\n\n213\n", [["12"], ["213"]], ""),
        ("1\n\n2\n", [["1"], ["2"]], ""),
        ("12\n21\n\n12\n", [["12", "21"], ["12"]], ""),
    ],
)
def test_empty_lines_between_rows_are_ignored_with_a_remark(text, rows, remark, read):
    found, remarks = read(boards, text)
    assert found == rows
    assert [r.removeprefix("read as ")[: len(remark)] for r in remarks] == (
        [remark] if remark else []
    )


BODY = ["RGRGB", "GBGRR", "RRGGB", "BBBRG"]


@pytest.mark.parametrize(
    ("lines", "remark"),
    [
        (["x1,x2,x3,x4,x5", *map(",".join, BODY)], "read without the header"),
        (["0\t1\t2\t3\t4", *map("\t".join, BODY)], "read without the header"),
        (
            [",0,1,2,3,4", *(f"{i}," + ",".join(row) for i, row in enumerate(BODY))],
            "read without the header and the column of row numbers",
        ),
        (
            ["   0  1  2  3  4", *(f"{i}  " + "  ".join(row) for i, row in enumerate(BODY))],
            "read without the header and the column of row numbers",
        ),
    ],
)
def test_headers_and_row_numbers_are_no_cells(lines, remark, read):
    assert read(boards, "\n".join(lines)) == ([BODY], [remark])


def test_row_without_letters_is_no_header(read):
    with pytest.raises(InputError, match="line 1"):
        read(boards, "0\u200b1,1\u200b0\n0,1\n1,0\n")


def test_row_that_may_be_a_header_is_remarked_on(read):
    found, [remark] = read(boards, "0 1 2\n0 1 1\n1 0 1\n1 1 1\n")
    assert found == [["012", "011", "101", "111"]]
    assert remark == "the first line is read as a row; if it is a header, remove it"
    assert read(boards, "0 1 2\n2 1 1\n1 0 1\n1 1 1\n")[1] == []


def test_leading_zeros_of_numbers_are_ignored(read):
    assert read(boards, "04 12 02\n09 05 10\n") == ([["4,12,2", "9,5,10"]], [])


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
        (states, "1 1\n1 1\n", "line 1: blanks may be fields or separators; write the"),
        (boards, "[[1, 2], [null, 1]]", "row 1, column 0: null is not a colour; use a digit or"),
        (states, "[[1, 2], [-1, 1]]", "line 2, column 1: '-1' is not a field; use 0-8, . (c"),
    ],
)
def test_ambiguous_or_invalid_cells_are_rejected(reader, text, sentence, read):
    with pytest.raises(InputError) as error:
        read(reader, text)
    assert sentence in str(error.value)
