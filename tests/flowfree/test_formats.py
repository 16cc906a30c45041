"""Puzzles in files: what is read, and what is refused."""

from pathlib import Path

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.records import write_rows
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.formats.formats import FORMATS, read_all_named, read_named
from puzzlesat.flowfree.formats.samples import SAMPLE, sample_row

HEADER = ",".join(SAMPLE)


def test_samples_round_trip_through_csv(tmp_path):
    puzzles = [Puzzle.of(["A.A"]), Puzzle.of(["AB", "..", "AB"])]
    path = tmp_path / "sample.csv"
    write_rows((sample_row(7, i, "any", puzzle) for i, puzzle in enumerate(puzzles)), path)
    named = read_named(path)
    assert [name for name, _ in named] == ["r1_c3_k1_0", "r3_c2_k2_1"]
    assert [puzzle.lines for _, puzzle in named] == [puzzle.lines for puzzle in puzzles]
    assert named[1][1].origin == "seed 7, number 1, solutions: any"


def test_puzzles_in_text_files_are_named_after_the_file(write):
    assert [name for name, _ in read_named(write("A.A\n...\n"))] == ["given"]
    several = write("A.A\n...\n\nB.B\n...\n")
    assert [name for name, _ in read_named(several)] == ["given_0", "given_1"]
    sized = write("3 1\nA.A\n2 1\nBB\n0 0\n")
    assert [name for name, _ in read_named(sized)] == ["given_0", "given_1"]


def test_duplicate_puzzle_names_across_files_are_rejected(tmp_path):
    for name in ("a", "b"):
        Path(tmp_path, f"{name}.txt").write_text("A.A\n...\n\nB.B\n...\n")
    files = [tmp_path / "a.txt", tmp_path / "b.txt"]
    assert [name for name, _ in read_all_named(files)] == ["a_0", "a_1", "b_0", "b_1"]
    with pytest.raises(InputError, match="two puzzles have the name a_0"):
        read_all_named([*files, files[0]])


@pytest.mark.parametrize("lines", [["-A", "-A"], ["0A", "0A"], ["#A#A"]])
def test_rows_that_would_be_read_differently_are_not_written(lines):
    with pytest.raises(InputError, match="rows would"):
        FORMATS.write_text([Puzzle.of(lines)], "rows")
