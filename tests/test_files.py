import gzip
import lzma

import pytest

from puzzlesat.errors import InputError
from puzzlesat.files import read_text, written
from puzzlesat.report.rows import read_rows, write_rows


@pytest.mark.parametrize(("ending", "opened"), [("", open), (".gz", gzip.open), (".xz", lzma.open)])
def test_a_file_is_written_in_a_new_folder(tmp_path, ending, opened):
    path = tmp_path / "new" / f"a{ending}"
    with written(path) as file:
        file.write("é\n")
        assert not path.exists()
    with opened(path, "rt", encoding="utf-8") as file:
        assert file.read() == "é\n"


def test_an_exception_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(RuntimeError), written(path) as file:
        file.write("new")
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_names_the_file_and_leaves_nothing(tmp_path):
    with pytest.raises(OSError, match="No space left") as error, written(tmp_path / "a"):
        raise OSError(28, "No space left on device")
    assert error.value.filename == str(tmp_path / "a")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="File exists") as error, written(tmp_path / "file/a"):
        pass
    assert error.value.filename == str(tmp_path / "file")


def test_rows_round_trip(tmp_path):
    rows = [{"a": "1", "b": "x,y"}, {"a": "2", "b": "é"}]
    write_rows(rows, tmp_path / "rows.csv")
    assert read_rows(tmp_path / "rows.csv", ["a"]) == rows


@pytest.mark.parametrize(
    ("text", "problem"),
    [("", "line 1: no column a"), ("b\n1\n", "line 1: no column a"), ("a,b\n1\n", "line 2")],
)
def test_rows_that_are_none_are_refused(tmp_path, text, problem):
    path = tmp_path / "rows.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=problem):
        read_rows(path, ["a"])


def test_standard_input(monkeypatch, tmp_path):
    with (tmp_path / "given").open("w+") as given:
        given.write("text")
        given.seek(0)
        monkeypatch.setattr("sys.stdin", given)
        assert read_text("-") == "text"
