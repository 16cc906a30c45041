"""Puzzles in files: what is read, and what is refused."""

import re
from pathlib import Path
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import write_rows
from puzzlesat.flowfree.board import rows
from puzzlesat.flowfree.board.formats import (
    FORMATS,
    read_all_named,
    read_named,
    read_puzzles,
    sample_row,
)
from puzzlesat.flowfree.board.puzzle import SYMBOLS, Puzzle
from puzzlesat.flowfree.board.samples import SAMPLE

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
        ("A.A\r...\r\rB.B", [["A.A", "..."], ["B.B"]]),
        ("\n\nA  A\n\n\n#- \n#.-\n\n", [["A..A"], ["#-.", "#.-"]]),
        ("\ufeff1..\n..1\n", [["1..", "..1"]]),
        ("aA\naA\n", [["aA", "aA"]]),
        ("Ä.Ä\n", [["Ä.Ä"]]),
        ("3 1\nA.A\n", [["A.A"]]),
        (
            "# peers'\n\n3 2\r\n#.#\r\n...\r\n\r\n# more\r\n 2 1 \r\n\\\\\r\n0 0\r\n",
            [["#.#", "..."], ["\\\\"]],
        ),
        ("# a size\n3 3\nA.A\n...\n...\n", [["A.A", "...", "..."]]),
        ("3.3\nA.A\n...\n...\n", [["3.3", "A.A", "...", "..."]]),
        (f"{HEADER}\n1,1,3,1,0,one,A.A\n", [["A.A"]]),
    ],
)
def test_puzzles_are_read(write, text, lines):
    assert [puzzle.lines for _, puzzle in read_puzzles(write(text))] == lines


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0..A\n.00A\n", "lines 1 to 2: 0 occurs 3 times, first in row 0, column 0; the symbol"),
        ("A.A\n./.\n", "line 2: / separates rows and is not a cell"),
        ("4 3\n", "line 1: expected 3 rows, found 0"),
        ("3 3\n", "line 1: expected 3 rows, found 0"),
        ("3 3\nA.A\n...\n...\n", "the first line can be a row or a size; if it"),
        ("3 2\nA.A\n\n", "line 3: 0 cells, but 3 according to line 1"),
        ("# peers'\n3 1\nA.AA\n", "line 3: 4 cells, but 3 according to line 2"),
        ("3 1\nA.A\nB.B\n", "line 3: expected the numbers of columns and rows of the next"),
        ("3 1\nA..\n", "line 2: A occurs once, in row 0, column 0"),
        ("3 0\n", "a board needs at least one field"),
        ("1001 1000\n", "a board has at most 1,000,000 fields, not 1000×1001"),
        ("", "no puzzle found"),
        ("\n\n", "no puzzle found"),
        ("...\n...\n", "lines 1 to 2: the puzzle has no endpoint"),
        ("A..\n", "line 1: A occurs once, in row 0, column 0; the symbol of a flow occurs twice"),
        ("A.A\n..A\n", "lines 1 to 2: A occurs 3 times"),
        ("A.A\n\nB.B\n..\n", "line 4: 2 cells, but line 3 has 3"),
        ("A.A \n...\n", "line 2: 3 cells, but line 1 has 4"),
        (b"\xff\xff", "not UTF-8 text"),
        (b"\xff\xfeA\0.\0A\0", "the text is in UTF-16; save it as UTF-8"),
        (b"A.A\0\n", "not a text file: NUL at byte 3"),
        ("A.A\x07B.B\n", r"line 1: '\x07' is not printable, so it is not a cell"),
        ("A\ufeffA\n", r"line 1: '\ufeff' is not printable, so it is not a cell"),
        ("A.A" + "." * 999_998, "line 1: a board has at most 1,000,000 fields, not 1×1000001"),
        (
            "+" + "-+" * 1_000_001 + "\n|" + ". " * 1_000_000 + ".|\n+" + "-+" * 1_000_001,
            "lines 1 to 3: a board has at most 1,000,000 fields, not 1×1000001",
        ),
        ("+-+-+\n|A A|\n+-+-\n", "line 3: 4 characters, but line 1 has 5"),
        ("A.A\n\n+-+-+\n|A A|\n+ +-+\n", "lines 3 to 5: line 3 of the sketch, character 2: ' ', "),
        (f"{HEADER}\n", "no rows below line 1"),
        ("puzzle,seed\nA.A,1\n", "line 1: no column rows, cols, k, i, solutions"),
        (f"{HEADER}\n1,1,4,1,0,one,A.A\n", "line 2: the puzzle is 1×3, k = 1, but the row states"),
        (f"{HEADER}\n1,2,3,1,0,one,A.A/..\n", "line 2: row 1: 2 cells, but row 0 has 3"),
        (f"{HEADER}\n1,2,3,1,0,one,A../...\n", "line 2: rows 0 to 1: A occurs once"),
        (f"{HEADER}\n1,x,3,1,0,one,A.A\n", "line 2: rows is 'x'; expected a whole number"),
        (f"{HEADER}\n1,{'9' * 5000},3,1,0,one,A.A\n", f"line 2: rows is '{'9' * 30}…'; expected"),
        (f"{HEADER}\n1,1,3\n", "line 2: expected as many cells as in line 1"),
    ],
)
def test_invalid_puzzles_are_rejected_with_one_sentence(write, text, sentence):
    path = write(text)
    with pytest.raises(InputError) as error:
        read_puzzles(path)
    said = re.sub("read as [a-z0-9]+: ", "", str(error.value))
    assert said.startswith(f"{path}: {sentence}")
    assert "\n" not in str(error.value)


def test_symbols_are_letters_and_digits_each_once():
    assert SYMBOLS[:62] == ascii_uppercase + ascii_lowercase + digits
    assert (SYMBOLS[62], SYMBOLS[-1]) == ("À", "ɏ")
    assert len(set(SYMBOLS)) == len(SYMBOLS) > 400
    assert all(symbol.isalnum() for symbol in SYMBOLS)


def test_samples_round_trip_through_csv(tmp_path):
    puzzles = [Puzzle.of(["A.A"]), Puzzle.of(["AB", "..", "AB"])]
    path = tmp_path / "sample.csv"
    write_rows((sample_row(7, i, "any", puzzle) for i, puzzle in enumerate(puzzles)), path)
    named = read_named(path)
    assert [name for name, _ in named] == ["r1_c3_k1_0", "r3_c2_k2_1"]
    assert [puzzle.lines for _, puzzle in named] == [puzzle.lines for puzzle in puzzles]
    assert named[1][1].origin == "seed 7, number 1, solutions: any"


def test_puzzles_in_text_files_are_named_after_the_file(write):
    assert [name for name, _ in read_named(write("A.A\n"))] == ["given"]
    assert [name for name, _ in read_named(write("A.A\n\nB.B\n"))] == ["given_0", "given_1"]
    sized = write("3 1\nA.A\n2 1\nBB\n0 0\n")
    assert [name for name, _ in read_named(sized)] == ["given_0", "given_1"]


def test_wrong_number_of_cells_is_rejected():
    with pytest.raises(InputError, match="expected 2×2 cells, not 3"):
        Puzzle(2, 2, (0, -1, 0), ("A",))


def test_puzzles_may_have_over_100000_flows(write):
    letters = "".join(x for x in map(chr, range(0x10FFFF)) if x.isalnum() and x != "0")
    [(_, puzzle)] = read_puzzles(write(f"{letters}\n{letters}\n"))
    assert puzzle.k == len(letters) > 100_000


def test_duplicate_puzzle_names_across_files_are_rejected(tmp_path):
    for name in ("a", "b"):
        Path(tmp_path, f"{name}.txt").write_text("A.A\n\nB.B\n")
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    assert [name for name, _ in read_all_named(files)] == ["a_0", "a_1", "b_0", "b_1"]
    with pytest.raises(InputError, match="two puzzles have the name a_0"):
        read_all_named([*files, files[0]])


def _reading(text):
    try:
        puzzles, remarks = FORMATS.parse(text)
    except InputError as error:
        return str(error)
    return [puzzle.lines for puzzle in puzzles], list(remarks)


def _rows_at_random(random):
    """Return a text of puzzles, some of which are plain, some not, and some invalid."""
    odd = random.choice(["", "", "", "ABab1.", "_-0#+x/;, "])
    parts = []
    for _ in range(random.randint(1, 3)):
        height, width = random.randint(1, 4), random.randint(1, 4)
        cells = [*"AABBCC"[: 2 * random.randint(1, 3)], *"." * 16][: height * width]
        random.shuffle(cells)
        for symbol in random.sample(odd, k=min(len(odd), 1)):
            cells[0] = symbol
        lines = ["".join(cells[r * width :][:width]) for r in range(height)]
        parts.append("\n".join([f"{width} {height}"] * (random.random() < 0.4) + lines))
    text = ("\n\n" if random.random() < 0.8 else "\n").join(parts)
    return "# a\n" + text if random.random() < 0.3 else text


def test_plain_rows_are_read_like_others(monkeypatch):
    """The fast path must refuse and remark on the same texts in the same words."""
    random = Random(51)
    texts = ["A.B\n...\nA.B\n\nCC.\n", "A.A\n\nB.B\n", "# a\n3 2\nA.B\nA.B\n3 1\nAAA\n"]
    texts += [_rows_at_random(random) for _ in range(1000)]
    fast = [_reading(text) for text in texts]
    assert len([read for read in fast if isinstance(read, tuple)]) > 200
    monkeypatch.setattr(rows, "PLAIN_ROWS", re.compile("(?!)"))
    monkeypatch.setattr(rows, "_are_plain", lambda *_: False)
    assert fast == [_reading(text) for text in texts]


@pytest.mark.parametrize(
    "lines",
    [
        ["-A", "-A"],  # - may be a free cell, so these rows are refused
        ["AABBCCDDEEFFGGHH"],  # may be a square, so it is read with a remark
    ],
)
def test_rows_that_may_be_read_differently_are_written_as_a_sketch(lines):
    written = FORMATS.written([Puzzle.of(lines)], "rows")
    assert written != "\n".join([*lines, ""])
    puzzles, remarks = FORMATS.parse(written)
    assert ([puzzle.lines for puzzle in puzzles], list(remarks)) == ([lines], [])
