import pytest
from hypothesis import given

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import SYMBOLS, Board
from puzzlesat.floodit.board.formats import FORMATS, parse_board, read_boards, recognise
from puzzlesat.floodit.studies.reproduction.rows import sample_rows
from puzzlesat.report.rows import write_rows

from .strategies import boards

CSV = "seed,n,k,i,board\n"


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "boards"
        path.write_text(text)
        return path

    return write


def test_rows(file):
    boards = read_boards(file("0120\n1203\n\n\nab\nba\n"))
    assert [board.text for board in boards] == ["0120/1203", "01/10"]
    assert boards[0].k == 4
    assert boards[1].symbols == ("a", "b")


def test_rows_keep_their_symbols(file):
    [board] = read_boards(file("31\n1Z\n"))
    assert [board.symbols[c] for c in board.colour] == ["3", "1", "1", "Z"]


def test_rows_with_windows_line_ends_and_spaces_at_the_end(file):
    [board] = read_boards(file("01 \r\n10\r\n"))
    assert board.grid == ((0, 1), (1, 0))


def test_lines(file):
    boards = read_boards(file("01" * 32 + "\n" + "2" * 81 + "\n"))
    assert [(board.rows, board.cols) for board in boards] == [(8, 8), (9, 9)]


def test_as_many_lines_as_columns_are_rows(file):
    [board] = read_boards(file(("01" * 32 + "\n") * 64))
    assert (board.rows, board.cols) == (64, 64)


def test_lines_can_be_named_where_they_would_not_be_recognised(file):
    path = file("0110\n")
    [board] = read_boards(path, "lines")
    assert board.grid == ((0, 1), (1, 0))
    [board] = read_boards(path)
    assert board.grid == ((0, 1, 1, 0),)


def test_sized(file):
    boards = read_boards(file("# two boards\n2 3 4\n1 2 3 # a row\n1 1 4\n3\n1 1 2 2 0\n"))
    assert [board.text for board in boards] == ["012/003", "1"]
    assert [board.k for board in boards] == [4, 2]
    assert [board.known for board in boards] == [3, 0]
    assert boards[0].symbols == (1, 2, 3, 4)


def test_csv(tmp_path):
    path = tmp_path / "sample.csv"
    write_rows(sample_rows(2020, 4, 3, range(2)), path)
    boards = read_boards(path)
    assert [board.text for board in boards] == ["0120/2112/0000/1101", "1211/2111/2012/0001"]
    assert boards[1].origin == "seed 2020, n 4, k 3, i 1"


@given(board=boards())
def test_formats_round_trip(board):
    rows = "\n".join("".join(SYMBOLS[c] for c in row) for row in board.grid)
    sized = f"{board.rows} {board.cols} {board.k} " + " ".join(str(c + 1) for c in board.colour)
    [read] = FORMATS["rows"](rows)
    assert [read.symbols[c] for c in read.colour] == [SYMBOLS[c] for c in board.colour]
    [read] = FORMATS["sized"](sized + " 0")
    assert (read.grid, read.k) == (board.grid, board.k)
    if board.rows == board.cols:
        row = f"1,{board.rows},{board.k},0,{board.text}"
        [read] = FORMATS["csv"](f"seed,n,k,i,board\n{row}\n")
        assert (read.grid, read.k) == (board.grid, board.k)
    assert parse_board(board.text, board.k) == board


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no board in it"),
        ("\n \n", "no board in it"),
        ("012\n01\n", "line 2: 2 cells, but the board's first row has 3"),
        ("01\n0-\n", "line 2, column 2: '-' is no colour; a cell is a digit or a letter"),
        ("0é\n", "line 1, column 2: 'é' is no colour"),
        ("2 2 2\n1 2\n2 3\n0\n", "line 3: '3' stands where a cell's colour, 1..2, should"),
        ("2 2 2\n1 2\n2 x\n0\n", "line 3: 'x' stands where"),
        ("2 2 2\n1 2\n2 1\n", "the file ends where the known minimum (or 0) should stand"),
        ("0 2 2\n0\n", "line 1: '0' stands where the number of rows, 1 or more, should"),
        ("n,board\n2,01/10\n", "line 1: no column seed, k, i"),
        (CSV + "1,2,1,7,01/10\n", "board 7 of n = 2, k = 1: k = 1 is smaller than the colours"),
        (CSV + "1,2,2,7,01/1\n", "board 7 of n = 2, k = 2: the rows of the board 01/1 differ"),
        (CSV + "1,3,2,7,01/10\n", "board 7 of n = 3, k = 2: the board has 2×2 fields"),
        (CSV + "1,2,2,7,01/1?\n", "row 2, column 2: '?' is no colour"),
        (CSV + "1,2,2,7\n", "line 2: the row has more or fewer cells than line 1"),
        (CSV + "1,2,two,7,01/10\n", "line 2: k is 'two', but should be a whole number from 0 on"),
        (CSV, "no row in it"),
    ],
)
def test_what_is_no_board_is_refused_in_a_sentence(file, text, problem):
    path = file(text)
    with pytest.raises(InputError) as error:
        read_boards(path)
    assert str(error.value).startswith(f"{path}: ")
    assert problem in str(error.value)


def test_a_line_of_no_square_length_is_refused(file):
    with pytest.raises(InputError, match="line 1: 3 cells are no square board"):
        read_boards(file("012\n"), "lines")


def test_bytes_are_refused(tmp_path):
    path = tmp_path / "boards"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="not a text file"):
        read_boards(path)


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("0\n", "rows"),
        ("012\n", "rows"),
        ("0" * 63, "rows"),
        ("0" * 64, "lines"),
        ("0" * 65, "rows"),
        ("# comment\n1 1 1 1 0", "sized"),
        (CSV, "csv"),
    ],
)
def test_formats_are_recognised(text, format_):
    assert recognise(text) == format_


def test_boards_are_values():
    assert Board.of([[0, 1]]) == Board.of([[0, 1]])
