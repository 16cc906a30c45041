import gzip
import lzma
import math
import os
import stat
import subprocess

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write, read_text
from puzzlesat.report.rows import count, number, read_rows, truth, write_rows


@pytest.mark.parametrize(("ending", "opened"), [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_a_file_is_written_in_a_new_folder(tmp_path, ending, opened):
    path = tmp_path / "new" / f"a{ending}"
    with atomic_write(path) as file:
        file.write("é\n")
        assert not path.exists()
    with opened(path, "rt", encoding="utf-8") as file:
        assert file.read() == "é\n"


def test_an_exception_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(RuntimeError), atomic_write(path) as file:
        file.write("new")
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_names_the_file_and_leaves_nothing(tmp_path):
    with pytest.raises(OSError, match="No space left") as error, atomic_write(tmp_path / "a"):
        raise OSError(28, "No space left on device")
    assert error.value.filename == str(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file/a") as error, atomic_write(tmp_path / "file/a"):
        pass
    assert error.value.filename == str(tmp_path / "file/a")


def test_rows_round_trip(tmp_path):
    rows = [
        {"a": 1, "b": "x,y", "c": 0.5, "d": True},
        {"a": 2, "b": "é", "c": -1e-9, "d": False},
    ]
    write_rows(rows, tmp_path / "rows.csv")
    columns = {"a": count, "c": number, "d": truth}
    assert read_rows(tmp_path / "rows.csv", columns) == rows


def test_an_empty_cell_is_no_number(tmp_path):
    (tmp_path / "rows.csv").write_text("a,b\n,1\n")
    [row] = read_rows(tmp_path / "rows.csv", {"a": number})
    assert math.isnan(row["a"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: no column a"),
        ("b\n1\n", "line 1: no column a"),
        ("a\n", "no row in it"),
        ("a,b\n1\n", "line 2: the row has more or fewer cells"),
        ("a,b\n1,2,3\n", "line 2: the row has more or fewer cells"),
        ("a\n1\nx\n", "line 3: a is 'x', but should be a whole number from 0 on"),
        ("a\n-1\n", "line 2: a is '-1', but should be"),
    ],
)
def test_rows_that_are_none_are_refused(tmp_path, text, problem):
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=problem):
        read_rows(path, {"a": count})


@pytest.mark.parametrize(("read", "text"), [(number, "inf"), (number, "x"), (truth, "yes")])
def test_cells_that_are_not_what_they_should_be(tmp_path, read, text):
    path = tmp_path / "rows.csv"
    path.write_text(f"a\n{text}\n")
    with pytest.raises(InputError, match=f"a is '{text}', but should be"):
        read_rows(path, {"a": read})


def test_a_link_stays_and_its_target_is_written(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with atomic_write(tmp_path / "link") as file:
        file.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_pipe_is_written_to_and_stays(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = subprocess.Popen(["cat", str(path)], stdout=subprocess.PIPE)
    with atomic_write(path) as file:
        file.write("through")
    assert reader.communicate()[0] == b"through"
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.parametrize("path", ["", ".", "/"])
def test_a_folder_is_no_file(path):
    with pytest.raises(IsADirectoryError), atomic_write(path):
        pass


def test_standard_input(monkeypatch, tmp_path):
    (tmp_path / "given").write_bytes(b"\xef\xbb\xbftext")  # with a byte order mark
    with (tmp_path / "given").open() as given:
        monkeypatch.setattr("sys.stdin", given)
        assert read_text("-") == "text"
