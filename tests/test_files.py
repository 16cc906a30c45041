"""Files are written completely or not at all, and CSV is read strictly."""

import bz2
import gzip
import lzma
import os
import stat
import subprocess

import pytest

from puzzlesat.common import files
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write, blocks, read_lines, read_text
from puzzlesat.common.records import parse_rows, read_count, read_positive, write_rows

OPENED = {"": open, ".gz": gzip.open, ".XZ": lzma.open}


@pytest.mark.parametrize(("ending", "opened"), OPENED.items())
def test_a_file_is_written_in_a_new_folder(tmp_path, ending, opened):
    path = tmp_path / "new" / f"a{ending}"
    with atomic_write(path) as file:
        file.write("é\n")
        assert not path.exists()
    with opened(path, "rt", encoding="utf-8") as file:
        assert file.read() == "é\n"


@pytest.mark.parametrize("ending", OPENED)
def test_compressed_bytes_depend_only_on_the_content(tmp_path, ending):
    written = []
    for name in ("a", "b"):
        path = tmp_path / f"{name}{ending}"
        with atomic_write(path, binary=True) as file:
            file.write(b"whole\n" * 1000)
        written.append(path.read_bytes())
        assert read_text(path) == "whole\n" * 1000
        assert b"partial" not in written[-1]
        os.utime(path, (0, 0))
    assert written[0] == written[1]


@pytest.mark.parametrize("ending", [".zip", ".lzma", ".7z", ".Z", ".tgz", ".bz2", ".zst"])
def test_other_compression_is_rejected_before_anything_is_written(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    sentence = f"a{ending}: files in {ending.lower()} are not supported; use .gz or .xz"
    with pytest.raises(InputError) as error, atomic_write(path):
        pass
    assert str(error.value).endswith(sentence)
    assert not list(tmp_path.iterdir())
    path.write_bytes(b"01\n")
    with pytest.raises(InputError) as error:
        read_text(path)
    assert str(error.value).endswith(sentence)


def test_exception_keeps_the_old_file_and_leaves_no_temporary_one(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(RuntimeError), atomic_write(path) as file:
        file.write("new")
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_rows_round_trip(tmp_path):
    rows = [{"a": 1, "b": "x,y", "c": -1}, {"a": 2, "b": "é", "c": 2}]
    write_rows(rows, tmp_path / "rows.csv")
    columns = {"a": read_count, "c": int}
    assert list(parse_rows((tmp_path / "rows.csv").read_text(), columns)) == rows


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "line 1: no column a"),
        ("b\n1\n", "line 1: no column a"),
        ("a\n", "no rows below line 1"),
        ("a,b\n1\n", "line 2: expected as many cells"),
        ("a,b\n1,2,3\n", "line 2: expected as many cells"),
        ("a\n1\nx\n", "line 3: a is 'x'; expected a whole number of at least 0"),
        ("a\n-1\n", "line 2: a is '-1'; expected"),
        ("a\n²\n", "line 2: a is '²'; expected"),
        ("a\n٣\n", "line 2: a is '٣'; expected"),
        (f"a\n{'9' * 5000}\n", f"line 2: a is '{'9' * 30}…'; expected a whole number"),
        (f"a\n{'9' * 101}\n", "line 2: a is '9"),
        ("a,b,a\n1,2,3\n", "line 1: duplicate column 'a'"),
        ('a\n"1\n', "line 2: a is '1\\\\n'; expected"),
        ("\n\nb\n", "line 1: no column a"),
    ],
)
def test_malformed_csv_rows_are_rejected(text, problem):
    with pytest.raises(InputError, match=problem):
        list(parse_rows(text, {"a": read_count}))


@pytest.mark.parametrize(
    ("read", "text", "wanted"),
    [
        (read_count, "-1", "a whole number of at least 0"),
        (read_count, "1.5", "a whole number of at least 0"),
        (read_positive, "0", "a whole number of at least 1"),
        (int, "1.5", "a whole number"),
    ],
)
def test_cells_of_the_wrong_type_are_rejected(read, text, wanted):
    with pytest.raises(InputError, match=f"x is '{text}'; expected {wanted}$"):
        list(parse_rows(f"x,y\n{text},0\n", {"x": read}))


def test_named_pipe_is_written_to_and_kept(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = subprocess.Popen(["cat", str(path)], stdout=subprocess.PIPE)
    with atomic_write(path) as file:
        file.write("through")
    assert reader.communicate()[0] == b"through"
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_standard_input_is_read_without_byte_order_mark(monkeypatch, tmp_path):
    (tmp_path / "given").write_bytes(b"\xef\xbb\xbftext")  # with a byte order mark
    with (tmp_path / "given").open() as given:
        monkeypatch.setattr("sys.stdin", given)
        assert read_text("-") == "text"


DAMAGED = [
    ("a", b"01\n1\xff\n", "not UTF-8 text: invalid start byte at byte 4"),
    ("a", "01\n10é".encode()[:-1], "not UTF-8 text: unexpected end of data at byte 5"),
    ("a", b"\xed\xa0\x80", "not UTF-8 text: invalid continuation byte at byte 0"),  # a surrogate
    ("a", "01\n10\n".encode("utf-16"), "the text is in UTF-16; save it as UTF-8"),
    ("a", "01\n10\n".encode("utf-16-be"), "not a text file: NUL at byte 0"),
    ("a", b"01\n1\0\n", "not a text file: NUL at byte 4"),
    ("a.gz", b"01\n", "cannot decompress: Not a gzipped file"),
    ("a.gz", gzip.compress(b"01\n10\n" * 99)[:-9], "cannot decompress: Compressed file ended"),
    ("a.gz", gzip.compress(b"")[:10] + b"\xff" * 99, "cannot decompress: Error -3"),
    ("a.xz", b"01\n" * 99, "cannot decompress: Input format not supported"),
    ("a.xz", lzma.compress(b"01\n")[:-9], "cannot decompress: Compressed file ended"),
]


@pytest.mark.parametrize(
    "content", [gzip.compress(b"01\n"), b"PK\x03\x04\0\0", bz2.compress(b"01\n"), bz2.compress(b"")]
)
def test_compressed_content_under_another_name_is_reported(tmp_path, content):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(InputError, match="the content is compressed; only files in"):
        read_text(tmp_path / "a")


def test_a_row_of_letters_is_no_compressed_file(tmp_path):
    (tmp_path / "a").write_text("BZh\nBZh\n")
    assert read_text(tmp_path / "a") == "BZh\nBZh\n"


@pytest.mark.parametrize("read", [read_text, lambda path: [*read_lines(path)]])
@pytest.mark.parametrize(("name", "content", "problem"), DAMAGED)
@pytest.mark.parametrize("block", [1, 5, files.BLOCK_BYTES])
def test_undecodable_files_are_rejected(tmp_path, monkeypatch, read, name, content, problem, block):
    monkeypatch.setattr(files, "BLOCK_BYTES", block)
    if block == 1 and "UTF-16;" in problem:
        problem = "not UTF-8 text"
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read(path)
    named = f"{path}: " if read is read_text else ""  # lines are for others to name
    assert str(error.value).startswith(f"{named}{problem}")


def test_oversized_text_is_rejected(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "BLOCK_BYTES", 10)
    monkeypatch.setattr(files, "MAX_TEXT", 1 << 20)
    for name, content in (("a", b"0" * ((1 << 20) + 1)), ("a.xz", lzma.compress(b"0" * (3 << 20)))):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match="more than 1 MiB of text"):
            read_text(tmp_path / name)
    (tmp_path / "a").write_bytes(b"0" * (1 << 20))
    assert len(read_text(tmp_path / "a")) == 1 << 20


def test_too_many_or_overlong_lines_are_rejected(monkeypatch):
    monkeypatch.setattr(files, "MAX_LINES", 4)
    monkeypatch.setattr(files, "MAX_LINE", 6)
    monkeypatch.setattr(files, "MAX_FIELDS", 2)
    assert list(blocks("12345\n2\n\n4")) == [[(1, "12345"), (2, "2")], [(4, "4")]]
    assert list(blocks("1\n2\n\n4\n")) == [[(1, "1"), (2, "2")], [(4, "4")]]
    with pytest.raises(InputError, match="more than 4 lines"):
        list(blocks("1\n\n3\n\n5"))
    with pytest.raises(InputError, match="a line has more than 6 characters"):
        list(blocks("12345\n1234567"))
    with pytest.raises(InputError, match="line 1: no empty line among the next 2 lines"):
        list(blocks("1\n2\n3"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_all_line_endings_are_recognised(end):
    assert list(blocks(end.join(["", " 01", "10 ", " ", "2"]))) == [
        [(2, "01"), (3, "10")],
        [(5, "2")],
    ]
    assert list(blocks(end.join([" ", "1", "", "2\x0b2"]), strip=False)) == [
        [(1, " "), (2, "1")],
        [(4, "2\x0b2")],
    ]
