"""Rows in CSV files: read with the types that they must have, written one by one as they come."""

import csv
import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import atomic_write, read_text

Row = dict[str, Any]
"""From column names to values."""

Read = Callable[[str], Any]
"""How the text of a cell becomes a value; raises ValueError or KeyError where it cannot."""

Columns = Mapping[str, Read]
"""The columns that rows must have, and how each is read: `count`, `number`, `truth`, `str` or
`one_of` some names."""


def count(text: str) -> int:
    """Read a whole number from 0 on."""
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


def number(text: str) -> float:
    """Read a finite number; an empty cell is none, which numpy writes nan."""
    value = float(text or "nan")
    if math.isinf(value):
        raise ValueError(text)
    return value


def truth(text: str) -> bool:
    """Read True or False."""
    return {"True": True, "False": False}[text]


def one_of(*names: str) -> Read:
    """Return what reads one of some names.

    Examples
    --------
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
    count: "a whole number from 0 on",
    number: "a number",
    truth: "True or False",
}


def parse_rows(text: str, columns: Columns) -> list[Row]:
    r"""Return the rows of a CSV file's text; cells of columns that are not asked for stay strings.

    Raises
    ------
    InputError
        If a column is missing, there is no row, or a cell is not what its column must have.

    Examples
    --------
    >>> parse_rows("n,board\n2,01/10\n", {"n": count})
    [{'n': 2, 'board': '01/10'}]
    """
    reader = csv.DictReader(text.splitlines())
    missing = [name for name in columns if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"line 1: no column {', '.join(missing)}")
    rows = []
    for row in reader:
        if None in row or None in row.values():
            raise InputError(f"line {reader.line_num}: the row has more or fewer cells than line 1")
        for name, read in columns.items():
            try:
                row[name] = read(row[name])
            except (ValueError, KeyError):
                raise InputError(
                    f"line {reader.line_num}: {name} is {row[name]!r}, but should be {WANTED[read]}"
                ) from None
        rows.append(row)
    if not rows:
        raise InputError("no row in it")
    return rows


def read_rows(path: str | Path, columns: Columns) -> list[Row]:
    """Return the rows of a CSV file, or of standard input for ``-``, as `parse_rows` does.

    Raises
    ------
    InputError
        In one sentence that names the file and the line.
    OSError
        If the file cannot be read.
    """
    text = read_text(path)
    with error_context(path):
        return parse_rows(text, columns)


def write_rows(rows: Iterable[Mapping[str, Any]], path: str | Path) -> None:
    """Write rows with the same columns to a CSV file as they come; the first makes the header."""
    with atomic_write(path) as file:
        writer = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, row.keys(), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
