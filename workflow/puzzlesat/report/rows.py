"""Measured rows: CSV files that are read and written row by row."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from puzzlesat.errors import InputError
from puzzlesat.files import read_text, written


def read_rows(path: str | Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """Return the rows of a CSV file as dictionaries of strings.

    Raises
    ------
    InputError
        If a needed column is missing or a row has fewer cells than the header.
    """
    reader = csv.DictReader(read_text(path).splitlines())
    missing = [name for name in columns if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"{path}, line 1: no column {', '.join(missing)}")
    rows = list(reader)
    for number, row in enumerate(rows, start=2):
        if None in row.values():
            raise InputError(f"{path}, line {number}: the row is cut short")
    return rows


def write_rows(rows: Iterable[Mapping[str, Any]], path: str | Path) -> None:
    """Write rows with the same columns to a CSV file as they come; the first makes the header."""
    with written(path) as file:
        writer = None
        for row in rows:
            if writer is None:
                writer = csv.DictWriter(file, row.keys(), lineterminator="\n")
                writer.writeheader()
            writer.writerow(row)
