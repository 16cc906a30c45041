import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.formats import SAMPLE, read_named, read_puzzles, sample_row
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.report.rows import write_rows

HEADER = ",".join(SAMPLE)


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "given.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("A.A\n", [["A.A"]]),
        ("A.A", [["A.A"]]),
        ("A.A\r\n...\r\n", [["A.A", "..."]]),
        ("\n\nA A\n\n\nb-_\nb,#\n\n", [["A.A"], ["b..", "b.."]]),
        ("\ufeff1..\n..1\n", [["1..", "..1"]]),
        ("aA\naA\n", [["aA", "aA"]]),
        ("Ä.Ä\n", [["Ä.Ä"]]),
        (f"{HEADER}\n1,1,3,1,0,one,A.A\n", [["A.A"]]),
    ],
)
def test_puzzles_are_read(write, text, lines):
    assert [puzzle.lines for _, puzzle in read_puzzles(write(text))] == lines


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no puzzle in it"),
        ("\n\n", "no puzzle in it"),
        ("...\n...\n", "lines 1 to 2: no endpoint in it"),
        ("A..\n", "line 1: A stands once, but an endpoint has just one partner"),
        ("A.A\n..A\n", "lines 1 to 2: A stands 3 times"),
        ("A.A\n\nB.B\n..\n", "line 4: 2 cells, but line 3 has 3"),
        ("A.A \n...\n", "line 2: 3 cells, but line 1 has 4"),
        (b"\xff\xfe", "not a text file"),
        (b"A.A\rB.B\r", r"line 1: the control character '\r' is no cell"),
        (f"{HEADER}\n", "no row in it"),
        ("puzzle,seed\nA.A,1\n", "line 1: no column rows, cols, k, i, solutions"),
        (f"{HEADER}\n1,1,4,1,0,one,A.A\n", "line 2: the puzzle is 1×3, k = 1, but the row says"),
        (f"{HEADER}\n1,2,3,1,0,one,A.A/..\n", "line 2: row 2: 2 cells, but row 1 has 3"),
        (f"{HEADER}\n1,2,3,1,0,one,A../...\n", "line 2: rows 1 to 2: A stands once"),
        (f"{HEADER}\n1,x,3,1,0,one,A.A\n", "line 2: rows is 'x', but should be a whole number"),
        (f"{HEADER}\n1,1,3\n", "line 2: the row has more or fewer cells than line 1"),
    ],
)
def test_what_is_no_puzzle_is_told_in_a_sentence(write, text, sentence):
    path = write(text)
    with pytest.raises(InputError) as error:
        read_puzzles(path)
    assert str(error.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(error.value)


def test_a_sample_is_read_as_it_was_written(tmp_path):
    puzzles = [Puzzle.of(["A.A"]), Puzzle.of(["AB", "..", "AB"])]
    path = tmp_path / "sample.csv"
    write_rows((sample_row(7, i, "any", puzzle) for i, puzzle in enumerate(puzzles)), path)
    named = read_named(path)
    assert [name for name, _ in named] == ["r1_c3_k1_0", "r3_c2_k2_1"]
    assert [puzzle.lines for _, puzzle in named] == [puzzle.lines for puzzle in puzzles]
    assert named[1][1].origin == "seed 7, number 1, solutions: any"


def test_puzzles_of_rows_are_named_after_their_file(write):
    assert [name for name, _ in read_named(write("A.A\n"))] == ["given"]
    assert [name for name, _ in read_named(write("A.A\n\nB.B\n"))] == ["given_0", "given_1"]


def test_a_puzzle_of_another_size_than_its_cells_is_none():
    with pytest.raises(InputError, match="2×2 cells, but 3 are given"):
        Puzzle(2, 2, (0, -1, 0), ("A",))
