"""Reading rows of CSV files with checked types, and writing rows one by one."""

import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from puzzlesat.common.errors import InputError, error_context, plain, quoted
from puzzlesat.common.files import MAX_TEXT, atomic_write, kind, lines_of, read_text

csv.field_size_limit(MAX_TEXT)  # a cell may hold a board of 1000×1000; its text is in memory

Row = dict[str, Any]
"""The values of a row by column name."""

Read = Callable[[str], Any]
"""A function that converts the text of a cell to a value, or raises ValueError or KeyError."""

Columns = Mapping[str, Read]
"""The required columns, each with the function that reads it: `count`, `number`, `duration`,
`present`, `truth`, `str`, `int` or `one_of` given names.
"""


class Schema(dict[str, Read]):
    """Columns, and conditions that the rows of a file must meet.

    Parameters
    ----------
    columns : mapping
        As in `Columns`.
    key : sequence of str
        The columns that identify a row: no two rows may have the same values in all key columns.
    check : callable, optional
        A function that raises `InputError` for a row that contradicts itself.
    dependent : mapping
        For each dependent column, the columns that determine it: rows with the same values in the
        determining columns must have the same value in the dependent column. Empty cells are
        ignored.
    ascending : sequence of sequences of str
        Columns whose numbers must not decrease, within a row, from one column to the next, such as
        the ends of an interval and a value between them. Empty cells are ignored. In addition, no
        NAME_low may exceed its NAME_high.
    complete : mapping
        For each column in which certain values must all occur, the list of these values.
    groups : sequence of str
        Columns that divide the rows into groups with the same values in these columns. The values
        of `complete` must occur in each group.
    """

    def __init__(
        self,
        columns: Columns,
        *,
        key: Sequence[str],
        check: Callable[[Row], None] = lambda _: None,
        dependent: Mapping[str, Sequence[str]] = MappingProxyType({}),
        ascending: Sequence[Sequence[str]] = (),
        complete: Mapping[str, Iterable[Any]] = MappingProxyType({}),
        groups: Sequence[str] = (),
    ) -> None:
        super().__init__(columns)
        self.key = key
        self.check = check
        self.dependent = dependent
        ends = {low: re.sub("_low$", "_high", low) for low in columns if low.endswith("_low")}
        self.ascending = [
            *ascending,
            *((low, high) for low, high in ends.items() if high in columns),
        ]
        self.complete = complete
        self.groups = groups


class Consistency:
    """A check of the rows of one or more files against each other, while they are read.

    >>> seen = Consistency(Schema({"i": count, "p": count}, key=["i"]))
    >>> seen.add({"i": 0, "p": 3})
    >>> seen.add({"i": 0, "p": 4})
    Traceback (most recent call last):
    puzzlesat.common.errors.InputError: a second row for i 0
    """

    def __init__(self, columns: Columns) -> None:
        self.schema = columns if isinstance(columns, Schema) else None
        self.named: set[tuple[Any, ...]] = set()
        self.facts: dict[tuple[Any, ...], Any] = {}
        self.groups: dict[tuple[Any, ...], tuple[Row, set[tuple[str, Any]]]] = {}

    def add(self, row: Row) -> None:
        """Add a row; raise `InputError` if it contradicts itself or another, or repeats a key."""
        if self.schema is None:
            return
        for columns in self.schema.ascending:
            _check_ascending(row, columns)
        self.schema.check(row)
        name = tuple(row[column] for column in self.schema.key)
        if name in self.named:
            raise InputError(f"a second row for {_words(row, self.schema.key)}")
        self.named.add(name)
        for fact, of in self.schema.dependent.items():
            if row[fact] == "" or row[fact] != row[fact]:  # an empty cell or nan
                continue
            known = self.facts.setdefault((fact, *(row[column] for column in of)), row[fact])
            if known != row[fact]:
                raise InputError(
                    f"{fact} is {plain(row[fact])}, but {plain(known)} in an earlier row for "
                    f"{_words(row, of)}"
                )
        group = tuple(row[column] for column in self.schema.groups)
        _, found = self.groups.setdefault(group, (row, set()))
        found.update((column, row[column]) for column in self.schema.complete)

    def end(self) -> None:
        """Raise `InputError` if a row that the schema requires is missing."""
        if self.schema is None:
            return
        for row, found in self.groups.values():
            for column, values in self.schema.complete.items():
                for value in values:
                    if (column, value) not in found:
                        of = f" for {_words(row, self.schema.groups)}" if self.schema.groups else ""
                        raise InputError(f"no row{of} has the {column} {value}")


def _check_ascending(row: Row, columns: Sequence[str]) -> None:
    filled = [column for column in columns if row[column] == row[column]]
    for below, above in pairwise(filled):
        if row[below] > row[above]:
            raise InputError(f"{below} is {row[below]}, but {above} is only {row[above]}")


def _words(row: Row, columns: Sequence[str]) -> str:
    return ", ".join(f"{column} {plain(row[column], DIGITS)}" for column in columns)


DIGITS = 100
"""Maximum number of digits of a whole number in a file; enough for any seed."""


def count(text: str) -> int:
    """Read a whole number ≥ 0 of at most `DIGITS` digits."""
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        raise ValueError(text)
    return int(text)


def positive(text: str) -> int:
    """Read a whole number ≥ 1 of at most `DIGITS` digits."""
    value = count(text)
    if not value:
        raise ValueError(text)
    return value


def number(text: str) -> float:
    """Read a number that is not infinite; an empty cell is read as nan."""
    value = float(text or "nan")
    if math.isinf(value):
        raise ValueError(text)
    return value


def duration(text: str) -> float:
    """Read a number ≥ 0; an empty cell is read as nan."""
    value = number(text)
    if value < 0:
        raise ValueError(text)
    return value


def portion(text: str) -> float:
    """Read a number from 0 to 1; an empty cell is read as nan."""
    value = duration(text)
    if value > 1:
        raise ValueError(text)
    return value


def present(text: str) -> float:
    """Read a finite number; an empty cell is an error."""
    value = number(text)
    if math.isnan(value):
        raise ValueError(text)
    return value


def truth(text: str) -> bool:
    """Read True or False."""
    return {"True": True, "False": False}[text]


def one_of(*names: str) -> Read:
    """Return a function that reads one of the given names.

    >>> one_of("sat", "unsat")("sat")
    'sat'
    """

    def name(text: str) -> str:
        if text not in names:
            raise ValueError(text)
        return text

    WANTED[name] = f"one of {', '.join(names)}"
    return name


WANTED: dict[Read, str] = {
    count: "a whole number of at least 0",
    positive: "a whole number of at least 1",
    number: "a number",
    duration: "a number of at least 0",
    portion: "a number from 0 to 1",
    present: "a number",
    int: "a whole number",
    truth: "True or False",
}


def parse_rows(text: str, columns: Columns, seen: Consistency | None = None) -> list[Row]:
    r"""Return the rows of a CSV file's text; cells of columns not in `columns` stay strings.

    Parameters
    ----------
    columns : mapping
        `Columns`, or a `Schema`, which also checks rows against each other.
    seen : Consistency, optional
        A check that has seen the rows of other files; the rows of this file are added to it.

    Raises
    ------
    InputError
        If a column is missing, there is no row, a cell is not of its column's type, or a row
        contradicts itself or another one.

    Examples
    --------
    >>> parse_rows("n,board\n2,01/10\n", {"n": count})
    [{'n': 2, 'board': '01/10'}]
    """
    reader = csv.DictReader(lines_of(text))
    alone = seen is None
    seen = seen or Consistency(columns)
    rows = []
    try:
        _check_header(reader.fieldnames or (), columns)
        for row in reader:
            if None in row or None in row.values():
                raise InputError("expected as many cells as in line 1")
            for name, read in columns.items():
                row[name] = _read(name, row[name], read)
            seen.add(row)
            rows.append(row)
    except (csv.Error, InputError) as error:
        raise InputError(f"line {max(reader.line_num, 1)}: {error}") from None
    if not rows:
        raise InputError("no rows below line 1")
    if alone:
        seen.end()
    return rows


def is_header(line: str, columns: Columns) -> bool:
    """Return whether a line looks like a header: it has commas and the name of a column.

    >>> is_header("n,k,board", {"board": str}), is_header("0,1,2", {"board": str})
    (True, False)
    """
    return "," in line and not columns.keys().isdisjoint(line.split(","))


def _check_header(names: Sequence[str], columns: Columns) -> None:
    missing = [name for name in columns if name not in names]
    if missing:
        raise InputError(f"no column {', '.join(missing)}")
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise InputError(f"duplicate column {quoted(twice[0])}")


def _read(name: str, text: str, read: Read) -> Any:
    try:
        return read(text)
    except (ValueError, KeyError):
        raise InputError(f"{name} is {quoted(text)}; expected {WANTED[read]}") from None


def read_rows(path: str | Path, columns: Columns) -> list[Row]:
    """Return the rows of a CSV file, or of standard input for ``-``, as `parse_rows` does.

    Raise `InputError`, with the file and the line, if a row is invalid; raise `OSError` if the file
    cannot be read.
    """
    return read_all([path], columns)


def read_all(paths: Sequence[str | Path], columns: Columns) -> list[Row]:
    """Return the rows of several files, read by `read_rows` and checked against each other."""
    seen = Consistency(columns)
    rows = []
    for path in paths:
        text = read_text(path)
        with error_context(path):
            rows += parse_rows(text, columns, seen)
    with error_context(", ".join(map(str, paths))):
        seen.end()
    return rows


def is_csv(path: str | Path) -> bool:
    """Return whether a file's name is that of a CSV file, which may be compressed.

    >>> [is_csv(name) for name in ("a.csv", "a.CSV", "a.csv.xz", "a.csv.txt", "csv")]
    [True, True, True, False, False]
    """
    return kind(path) == ".csv"


def write_rows(rows: Iterable[Mapping[str, Any]], path: str | Path) -> None:
    """Write rows one by one to a CSV file; the columns of the first row are the header."""
    with atomic_write(path) as file:
        writer = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, row.keys(), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
