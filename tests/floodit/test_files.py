"""Commands take several files, and write boards in other formats and as pictures."""

import json

import pytest

from puzzlesat.floodit.formats.formats import read_boards

from .test_cli import floodit


@pytest.fixture
def two_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    one.write_text("01\n10\n")
    other.write_text("🟥🟦\n🟦🟥\n\n🟥🟥\n🟦🟥\n", encoding="utf-8")
    return one, other


def test_answers_for_several_files_name_the_file(two_files):
    one, other = two_files
    lines = floodit("solve", one, other).stdout.splitlines()
    assert [line.partition(",")[0] for line in lines if ": board" in line] == [
        f"{one}: board 0",
        f"{other}: board 0",
        f"{other}: board 1",
    ]
    for cores in (1, 2):
        done = floodit("solve", one, other, "--json", "--cores", cores)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [(x["file"], x["board"], x["minimum"]) for x in found] == [
            (str(one), 0, 2),
            (str(other), 0, 2),
            (str(other), 1, 1),
        ]
        assert found[2]["moves"] == ["🟦"]
    assert "file" not in json.loads(floodit("solve", one, "--json").stdout)


def test_wrong_minimum_names_the_file(two_files, tmp_path):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("2 2 2\n1 2\n2 2\n2\n")
    done = floodit("solve", two_files[0], wrong, status=1)
    assert f"{wrong} gives a wrong minimum: board 0 needs 1 move, not 2" in done.stderr


def test_converted_boards_are_the_same_boards(two_files, tmp_path):
    given = [board for path in two_files for board in read_boards(path)]
    path = tmp_path / "converted"
    floodit("convert", *two_files, "--as", "rows", "-o", path)
    assert read_boards(path) == given
    assert floodit("convert", *two_files, "--as", "rows").stdout == path.read_text("utf-8")


def test_one_board_can_be_chosen_to_be_shown(two_files):
    one, other = two_files
    all_boards = floodit("show", other, status=0).stdout
    first, last = (floodit("show", other, "--board", n, status=0).stdout for n in (0, 1))
    assert first + last == all_boards
    assert first.startswith("board 0")
    assert last.startswith("board 1")
    assert "no board 2; the last is 1" in floodit("show", other, "--board", 2, status=1).stderr
    done = floodit("show", one, other, "--board", 1, status=2)
    assert "--board shows one board; give one FILE" in done.stderr


@pytest.mark.parametrize(
    ("ending", "start"),
    [("html", b"<!DOCTYPE"), ("gif", b"GIF89a"), ("svg", b"<svg"), ("txt", b"b")],
)
def test_ending_of_the_output_decides_what_is_shown(two_files, tmp_path, ending, start):
    for file in two_files:
        path = tmp_path / f"shown.{ending}"
        done = floodit("show", file, "-o", path)
        assert path.read_bytes().startswith(start)
        assert not done.stderr  # such as a warning on glyphs that the font lacks


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["-o", "a.png"], 1, "a.png: .png is not supported; use .html, .gif or .svg"),
        (["--gif", "-o", "a.svg"], 2, "--gif contradicts the name a.svg; omit it"),
        (["--gif", "-o", "a.zip"], 1, "a.zip: files in .zip are not supported; use .gz or .xz"),
    ],
)
def test_contradicting_outputs_are_rejected(two_files, options, status, sentence):
    assert sentence in floodit("show", two_files[0], *options, status=status).stderr
