"""Boards are read as intended, or refused with a message."""

import tracemalloc
from dataclasses import replace
from itertools import repeat

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from puzzlesat.common.formats import Formats, Reading
from puzzlesat.common.rows import write_rows
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import FORMATS, parse_board, read_boards
from puzzlesat.floodit.board.sample import sample_rows

from .strategies import (
    WRITERS,
    as_lines,
    as_rows,
    as_rows_apart,
    as_shown,
    as_sized,
    board_files,
    cells,
    damaged,
    in_format,
    named_boards,
    several,
)

CSV = "seed,n,k,board,fields\n"
EACH_EXAMPLE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "boards"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def read(path, format="auto"):
    """Return the boards in a file, and the remarks."""
    messages = []
    return read_boards(path, format, messages.append), messages


def test_rows(file):
    boards = read_boards(file("0120\n1203\n\n\nab\nba\n"))
    assert [board.text for board in boards] == ["0120/1203", "ab/ba"]
    assert boards[0].k == 4
    assert boards[1].symbols == ("a", "b")


def test_rows_keep_their_symbols(file):
    [board] = read_boards(file("31\n1Z\n"))
    assert [board.symbols[c] for c in board.colour] == ["3", "1", "1", "Z"]


@pytest.mark.parametrize("text", ["01 \r\n10\r\n", "01\r10", " 01\n\t10", "\ufeff01\n10"])
def test_rows_with_other_line_endings_and_whitespace(file, text):
    [board] = read_boards(file(text))
    assert board.grid == ((0, 1), (1, 0))


def test_rows_of_separated_cells(file):
    boards = read_boards(file(" 0 1 a\n 1\ta 0\n\n  1 10  9\n 10  9  1\n\n7 7\n"))
    assert [board.text for board in boards] == ["01a/1a0", "1,10,9/10,9,1", "77"]
    assert boards[1].symbols == ("1", "9", "10")


def test_boards_in_show_format(file):
    text = "board 0, 2×3, k = 4, colours 1 2 3 4\n 1 2 1\n 3 3 1\n\n\nboard 7, 1×1, k = 2\n b\n"
    with pytest.raises(InputError, match="line 6: the heading does not match the board below"):
        read_boards(file(text))
    boards, messages = read(file(text.replace("k = 2", "k = 1")))
    assert [(board.text, board.k) for board in boards] == [("121/331", 4), ("b", 1)]
    assert boards[0].symbols == ("1", "2", "3", "4")
    assert not messages


def test_show_format_allows_one_column_and_multi_digit_symbols(file):
    [board] = read_boards(file("board 0, 3×1, k = 3, colours 1 10 2\n  2\n 10\n  1\n"))
    assert (board.colour, board.cols, board.text) == ((2, 1, 0), 1, "2/10/1")


def test_lines(file):
    boards, messages = read(file("01" * 32 + "\n" + "2" * 81 + "\n"))
    assert [(board.rows, board.cols) for board in boards] == [(8, 8), (9, 9)]
    assert not messages  # the lines cannot be rows


def test_lines_format_can_be_forced(file):
    path = file("0110\n")
    [board] = read_boards(path, "lines")
    assert board.grid == ((0, 1), (1, 0))
    [board] = read_boards(path)
    assert board.grid == ((0, 1, 1, 0),)


@pytest.mark.parametrize(
    ("text", "format_", "remark"),
    [
        (("01" * 50 + "\n") * 3, "lines", "3 boards of 10×10; --format rows would read one board "),
        ("01" * 32, "lines", "one board of 8×8; --format rows would read one board of 1×64"),
        (("01" * 50 + "\n") * 100, "rows", "one board of 100×100; --format lines would read 100 "),
        (("01" * 8 + "\n") * 3, "rows", "one board of 3×16; --format lines would read 3 boards of"),
        ("0110\n\n" + "1" * 9, "rows", "2 boards, the first of 1×4; --format lines would read 2 b"),
        (f"{'1' * 64}\n\n{'1' * 81}", "lines", "2 boards, the first of 8×8; --format rows would "),
        ("0120\n1203\n3321\n0012\n", "rows", ""),
        ("0\n", "rows", ""),
        ("012\n", "rows", ""),
        ("0" * 65, "rows", ""),
        ("0 1 1 0", "rows", ""),
        ("0" * 64 + " \n", "lines", "one board of 8×8; --format rows would read one board of 1×64"),
        ("0110\n1\n", "rows", ""),  # and refused later, since something is probably missing
        ("# comment\n1 1 1 1 0", "sized", ""),
        ("2 2 3\n1 2\n2 1\n2\n", "sized", ""),
        ("3 3 3\n1 2 3\n2 3 1\n3 1 2\n0\n", "sized", ""),
        ("1 2 9\n9 4\n1\n", "sized", ""),
        ("0 1 2\n1 2 0\n", "rows", ""),
        ("1 2 3\n2 3 ?\n", "rows", ""),
        ("2 2 2\n1 2\n2 ?\n0\n", "sized", ""),
        (CSV, "csv", ""),
        ("", "rows", ""),
    ],
)
def test_formats_are_recognised(text, format_, remark):
    found, said = FORMATS.recognise(text)
    assert found.name == format_
    assert said.startswith(f"read as {remark}" if remark else "")
    assert bool(said) == bool(remark)


def test_format_remark_names_the_file_and_the_alternative(file):
    path = file(("01" * 50 + "\n") * 3)
    boards, messages = read(path)
    assert len(boards) == 3
    assert messages == [
        f"{path}: read as 3 boards of 10×10; --format rows would read one board of 3×100"
    ]
    [board], messages = read(path, "rows")
    assert (board.rows, board.cols) == (3, 100)
    assert not messages


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 2 3\n2 3 1\n", "--format rows (one board of 2×3) or --format sized (one board"),
        ("1 1 1 1 0", "--format rows (one board of 1×5) or --format sized (one board of 1×1)"),
        ("1\n1\n1\n1\n0\n", "rows (one board of 5×1) or --format sized (one board of 1×1)"),
        ("1 1 1 1 0\n1 1 2 2 0", "rows (one board of 2×5) or --format sized (2 boards of 1"),
    ],
)
def test_ambiguous_formats_are_rejected(file, text, problem):
    path = file(text)
    with pytest.raises(InputError) as error:
        read_boards(path)
    assert str(error.value).startswith(f"{path}: two formats fit; ")
    assert problem in str(error.value)
    assert read_boards(path, "rows") != read_boards(path, "sized")


def test_sized(file):
    boards = read_boards(file("# two boards\n2 3 4\n1 2 3 # a row\n1 1 4\n3\n1 1 2 2 0\n"))
    assert [board.grid for board in boards] == [((0, 1, 2), (0, 0, 3)), ((1,),)]
    assert [board.k for board in boards] == [4, 2]
    assert [board.known for board in boards] == [3, 0]
    assert boards[0].symbols == (1, 2, 3, 4)
    assert boards[0].text == "123/114"


def test_csv(tmp_path):
    path = tmp_path / "sample.csv"
    write_rows(sample_rows(2020, 4, 3, range(2)), path)
    boards = read_boards(path)
    assert [board.text for board in boards] == ["0120/2112/0000/1101", "1211/2111/2012/0001"]
    assert boards[1].origin == "seed 2020, n 4, k 3, board 1"


def test_a_sample_of_large_boards_is_read(tmp_path):
    rows = list(sample_rows(2020, 400, 3, range(2)))
    write_rows(rows, tmp_path / "sample.csv")
    assert [board.text for board in read_boards(tmp_path / "sample.csv")] == [
        row["fields"] for row in rows
    ]


@pytest.mark.parametrize("way", WRITERS)
@given(data=st.data())
@EACH_EXAMPLE
def test_boards_round_trip_in_every_format(file, way, data):
    written = data.draw(several(way))
    found = read_boards(file(WRITERS[way](written)), way.split()[0])
    assert [cells(board) for board in found] == [cells(board) for board in written]
    if way in ("rows shown", "sized", "csv"):  # these formats list the colours
        assert [[*map(str, x.symbols)] for x in found] == [[*map(str, x.symbols)] for x in written]
        assert [board.colour for board in found] == [board.colour for board in written]


@pytest.mark.parametrize("way", WRITERS)
@given(data=st.data())
@EACH_EXAMPLE
def test_no_board_is_misread_silently(file, way, data):
    size = data.draw(st.sampled_from([9, 16, 200]))
    written = data.draw(st.lists(in_format(way, size, 3), min_size=1, max_size=4))
    path = file(WRITERS[way](written))
    try:
        found, messages = read(path)
    except InputError as error:
        assert "two formats fit" in str(error) or (way == "lines" and "first row has" in str(error))
        return
    if way == "lines" and len(found) == 1 and found[0].rows == found[0].cols < 64:
        return  # as many lines as columns are read as rows
    assert messages or [cells(board) for board in found] == [cells(board) for board in written]


@given(content=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
@EACH_EXAMPLE
def test_arbitrary_bytes_are_read_or_rejected(file, content):
    refused_or_boards(file(content))


@given(content=damaged(board_files()))
@settings(parent=EACH_EXAMPLE, max_examples=200)
def test_damaged_files_are_read_or_rejected(file, content):
    refused_or_boards(file(content))


def refused_or_boards(path):
    for format in FORMATS.names:
        try:
            found = read_boards(path, format)
        except InputError as error:
            assert str(error).startswith(f"{path}: ")
            assert len(str(error)) < 1000
            assert str(error).isprintable()
        else:
            assert all(set(board.colour) <= set(range(board.k)) for board in found)


@given(board=named_boards())
def test_boards_round_trip_through_text(board):
    names = tuple(map(str, board.symbols))
    given = board.legend.split() if board.legend else None
    assert parse_board(board.text, board.k, given) == replace(board, symbols=names)
    assert board.colours_in(board.written(board.colour)) == list(board.colour)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no board found"),
        ("\n \n", "no board found"),
        ("012\n01\n", "line 2: 2 fields, but the board's first row has 3"),
        ("012\n0\n", "line 2: 1 field, but the board's first row has 3"),
        ("0 1 2 3\n0 1\n", "line 2: 2 fields, but the board's first row has 4"),
        ("01\n0 1 2\n", "line 2: 3 fields, but the board's first row has 1"),
        ("01\n0-\n", "line 2, column 2: '-' is not a colour; use a digit or a letter"),
        ("0é\n", "line 1, column 2: 'é' is not a colour"),
        ("٣٣\n", "line 1, column 1: '٣' is not a colour"),
        ("1 ab\n", "line 1, column 2: 'ab' is not a colour"),
        (f"1 {'9' * 5000}\n", f"line 1, column 2: '{'9' * 30}…' is not a colour"),
        (f"\n{' '.join(map(str, range(63)))}\n", "line 2: a board has at most 62 colours, not 63"),
        ("0" * 1_000_001, "line 1: a board has at most 1,000,000 fields, not 1×1000001"),
        ("0 " * 1_000_001, "line 1: a board has at most 1,000,000 fields, not 1×1000001"),
        ("board 0, 2×2, k = 2, colours 0 1\n", "line 1: no board follows the heading"),
        ("board 0, 2×2, k = 2, colours 0 1\n01\n", "line 1: the heading does not match the boa"),
        ("board 0, 1×2, k = 3, colours 0 1\n01\n", "line 1: the heading does not match the boa"),
        ("board 0, 1×2, k = 2, colours 0 1\n02\n", "line 1: '2' is not one of the board's colou"),
        ("board 0, 1×2, k = 2, colours 1 1\n11\n", "line 1: two colours have the same symbol: 1 1"),
        ("board 0, 1×1, k = 2, colours 1 <b>\n1\n", "line 1: '<b>' is not a colour"),
        (
            f"board 0, 1×1, k = 1, colours {'9' * 5000}\n1\n",
            f"line 1: '{'9' * 30}…' is not a colour",
        ),
        ("board 0, 1×1, k = 9999999\n1\n", "line 1: the heading does not match the board below"),
        ("board 0, 1x1, k = 1\n1\n", "line 1, column 1: 'board 0' is not a colour"),
        ("2 2 2\n1 2\n2 3\n0\n", "line 3: expected a field's colour, 1..2, not '3'"),
        ("2 2 2\n1 2\n2 x\n0\n", "line 3: expected a field's colour, 1..2, not 'x'"),
        ("2 2 2\n1 2\n2 1\n1 2\n", "line 4: expected the next board's size as rows cols k, or the"),
        ("0 2 2\n0\n", "line 1: expected the number of rows, 1..1000000, not '0'"),
        ("2 2 63\n1 2\n2 1\n0\n", "line 1: expected the number of colours, 1..62, not '63'"),
        (
            "2 2 1000000000\n1 2\n2 1\n0\n",
            "expected the number of colours, 1..62, not '1000000000'",
        ),
        ("999999 999999 2\n1 2\n", "line 1: a board has at most 1,000,000 fields, not 999999×9"),
        ("1000000000 2 2\n1 2\n", "expected the number of rows, 1..1000000, not '1000000000'"),
        (f"{'9' * 5000} 2 2\n1 2\n", f"expected the number of rows, 1..1000000, not '{'9' * 30}…'"),
        ("1 1 1\n1\n9999999\n", "line 3: expected the known minimum (or 0), 0..1000000, not '"),
        ("n,fields\n2,01/10\n", "line 1: no column seed, k, board"),
        ("0,,1\n1,0,0\n", "line 1, column 2: '' is not a colour; use a digit or a letter"),
        ("# mine\n01\n1?\n", "line 3, column 2: '?' is not a colour"),
        (CSV + "1,2,1,7,01/10\n", "board 7 of n = 2, k = 1: '1' is not one of the board's c"),
        (CSV + "1,2,2,7,01/1\n", "board 7 of n = 2, k = 2: the rows of the board '01/1' differ"),
        (CSV + "1,3,2,7,01/10\n", "board 7 of n = 3, k = 2: the board has 2×2 fields"),
        (CSV + "1,2,2,7,01/1?\n", "row 1, column 1: '?' is not a colour"),
        (CSV + "1,2,2,7,\n", "board 7 of n = 2, k = 2: a board needs at least one field"),
        (CSV + "1,2,2,7\n", "line 2: expected as many cells as in line 1"),
        (CSV + "1,2,two,7,01/10\n", "line 2: k is 'two'; expected a whole number of at least 1"),
        (CSV + "1,2,63,7,01/10\n", "board 7 of n = 2, k = 63: a board has at most 62 colours, not"),
        (CSV + "1,2,1000000000,7,01/10\n", "a board has at most 62 colours, not 1000000000"),
        (CSV, "no rows below line 1"),
        (b"01\n1\xff\n", "not UTF-8 text: invalid start byte at byte 4"),
        (b"01\n1\0\n", "not a text file: NUL at byte 4"),
        ("01\n10\n".encode("utf-16"), "the text is in UTF-16; save it as UTF-8"),
    ],
)
def test_invalid_board_files_are_rejected_in_little_memory(file, text, problem):
    path = file(text)
    tracemalloc.start()
    with pytest.raises(InputError) as error:
        read_boards(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(error.value).startswith(f"{path}: ")
    assert problem in str(error.value)
    assert most < 100_000_000


def test_lines_of_non_square_length_are_rejected(file):
    with pytest.raises(InputError, match="line 1: a line of 3 fields is not a square board"):
        read_boards(file("012\n"), "lines")


def test_more_than_a_million_boards_are_rejected():
    board = Board.of([[0]])

    def boards(*times):
        rows = FORMATS["rows"]._replace(read=lambda _: Reading(repeat(board, *times)))
        return Formats("board", [rows]).parse("0\n").puzzles

    assert len(boards(1_000_000)) == 1_000_000
    with pytest.raises(InputError, match="more than 1,000,000 boards"):
        boards()


def test_all_62_colours_are_read_in_every_format(file):
    board = Board.of([range(62)], 62)
    assert [cells(x) for x in read_boards(file(as_rows([board])))] == [cells(board)]
    assert [cells(x) for x in read_boards(file(as_rows_apart([board])))] == [cells(board)]
    [found] = read_boards(file(as_sized([board])))
    assert found.colour == board.colour
    assert [x.text for x in read_boards(file(as_shown([found])))] == [found.text]
    square = Board.of([[8 * r + c for c in range(7)] for r in range(7)], 62)
    assert [cells(x) for x in read_boards(file(as_lines([square])), "lines")] == [cells(square)]


@pytest.mark.parametrize("symbols", [["0", "1"], ["0", "1", "2", "3"]])
def test_wrong_number_of_symbols_is_rejected(symbols):
    with pytest.raises(InputError, match=f"3 symbols, one for each colour, not {len(symbols)}"):
        parse_board("01/10", 3, symbols)


@pytest.mark.parametrize("colours", ["", ", colours A B"])
def test_start_is_read_from_the_heading(tmp_path, colours):
    path = tmp_path / "board.txt"
    path.write_text(f"board 0, 2×2, k = 2, start 1,0{colours}\nAB\nBA\n")
    (board,) = read_boards(path)
    assert board.start == (1, 0)


def test_separated_cells_are_not_taken_for_boards_in_lines():
    [board], remarks = FORMATS.parse("0 1 0 1 0\n1 0 1 0 1\n")  # nine characters, but five fields
    assert (board.rows, board.cols, remarks) == (2, 5, [])
