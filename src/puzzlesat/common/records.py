"""Reading rows of CSV files with checked types, and writing rows one by one."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from puzzlesat.common.errors import InputError, quoted
from puzzlesat.common.files import MAX_TEXT, atomic_write, content_suffix, header_line, lines_of

Row = dict[str, Any]
"""The values of a row by column name."""

CellReader = Callable[[str], Any]
"""A function that converts the text of a cell to a value, or raises ValueError."""

Columns = Mapping[str, CellReader]
"""The required columns, each with its reader: one of `EXPECTED_VALUES`, or `str`."""

MAX_DIGITS = 100
"""Maximum number of digits of a whole number in a file; enough for any seed."""


def read_count(text: str) -> int:
    """Read a whole number ≥ 0 of at most `MAX_DIGITS` digits."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise ValueError(text)
    return int(text)


def read_positive(text: str) -> int:
    """Read a whole number ≥ 1 of at most `MAX_DIGITS` digits."""
    value = read_count(text)
    if not value:
        raise ValueError(text)
    return value


EXPECTED_VALUES: dict[CellReader, str] = {
    read_count: "a whole number of at least 0",
    read_positive: "a whole number of at least 1",
    int: "a whole number",
}


def parse_rows(text: str, columns: Columns) -> Iterator[Row]:
    r"""Yield the rows of a CSV file's text; cells of columns not in `columns` stay strings.

    Raises
    ------
    InputError
        If a column is missing, there is no row, or a cell is not of its column's type.

    Examples
    --------
    >>> list(parse_rows("n,board\n2,01/10\n", {"n": read_count}))
    [{'n': 2, 'board': '01/10'}]
    """
    import csv  # slow to import, and needed only for tables

    csv.field_size_limit(MAX_TEXT)  # a cell may hold a board of 1000×1000; its text is in memory
    reader = csv.DictReader(lines_of(text))
    empty = True
    try:
        _check_header(reader.fieldnames or (), columns)
        for row in reader:
            if None in row or None in row.values():
                raise InputError("expected as many cells as in line 1")
            for name, read in columns.items():
                row[name] = _read_cell(name, row[name], read)
            empty = False
            yield row
    except (csv.Error, InputError) as error:
        raise InputError(f"line {max(reader.line_num, 1)}: {error}") from None
    if empty:
        raise InputError("no rows below line 1")


def is_table(text: str, columns: Columns) -> bool:
    r"""Return whether a text begins with a header: a line with commas and the name of a column.

    >>> is_table("\nn,k,board\n", {"board": str}), is_table("0,1,2", {"board": str})
    (True, False)
    """
    line = header_line(text)
    return "," in line and not columns.keys().isdisjoint(line.split(","))


def _check_header(names: Sequence[str], columns: Columns) -> None:
    missing = [name for name in columns if name not in names]
    if missing:
        raise InputError(f"no column {', '.join(missing)}")
    duplicates = [name for name, occurrences in Counter(names).items() if occurrences > 1]
    if duplicates:
        raise InputError(f"duplicate column {quoted(duplicates[0])}")


def _read_cell(name: str, text: str, read: CellReader) -> Any:
    try:
        return read(text)
    except ValueError:
        raise InputError(f"{name} is {quoted(text)}; expected {EXPECTED_VALUES[read]}") from None


def is_csv(path: str | PathLike[str]) -> bool:
    """Return whether a file's name is that of a CSV file, which may be compressed.

    >>> [is_csv(name) for name in ("a.csv", "a.CSV", "a.csv.xz", "a.csv.txt", "csv")]
    [True, True, True, False, False]
    """
    return content_suffix(path) == ".csv"


def write_rows(rows: Iterable[Mapping[str, Any]], path: str | PathLike[str]) -> None:
    """Write rows one by one to a CSV file; the columns of the first row are the header."""
    import csv

    with atomic_write(path) as file:
        writer = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, row.keys(), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
