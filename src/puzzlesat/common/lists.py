"""Reading grids that programs print as nested lists: JSON, Python, NumPy, JavaScript, C and others.

A grid is a list of rows; a row is a string or a list of cells. In a JSON object, the grid may be
under any key, and it may be a list of all cells if the object gives the width and the height.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from puzzlesat.common.errors import InputError, quoted
from puzzlesat.common.limits import is_whole

NO_BOARD_MESSAGE = "this JSON is not a board; expected a list of rows, such as [[0, 1], [1, 0]]"

BEGINNING_OF_ROWS = re.compile(r'\s*(\[\s*)*("|\[\s*(["\d]|null))')
"""The beginning of a list of rows in JSON, where a row is a string or a list of cells."""

BOARD_KEYS = {
    *("board", "boards", "field", "fields", "grid", "initial", "level", "map", "matrix"),
    *("maze", "puzzle", "puzzles", "start", "state", "states", "tiles"),
}
"""Keys whose grid is preferred to that of others, such as *solution*."""

UNREAD_KEYS = {
    *("blocked", "bridges", "first", "holes", "missing", "obstacles", "pivot", "rule", "start"),
    *("walls", "warps"),
}
"""Keys of what a grid alone does not say, which is not read."""

SHAPE_KEYS = ("rows", "height", "h"), ("cols", "columns", "width", "w")
"""Keys of the numbers of rows and columns of a JSON object."""

MAX_DEPTH = 10
"""Maximum number of lists that contain each other in a printed text."""

LIST_PREFIX = re.compile(
    r"(?:[^\n=]*=)?\s*+(?:new\s++)?(?:\[\])*+[\w.<>]*+(?:\[\])*+!?\s*+(?:\(\s*+)?(?=[\[{(])"
)
"""The beginning of an assignment or a call, such as ``int grid[2][2] =`` or ``np.array(``."""

LIST_SUFFIX = re.compile(r"(?:[\s,;)\]}]|dtype\s*=\s*[\w.'<>|=]+|shape\s*=\s*\([\d, ]*\))*")
"""What may follow a list: closing brackets of a call, and NumPy's type."""


class BareWord(str):
    """A cell that is not in quotes."""


TOKEN = re.compile(r"""([\[({])|([\])}])|"([^"\n]*)"|'([^'\n]*)'|([^\s,;\[\](){}"']+)""")
"""An opening bracket, a closing bracket, a string in either kind of quotes, or a bare word."""

MATLAB_MATRIX = re.compile(r"\[([^\[\](){};]*(?:;[^\[\](){};]*)+)\]")
"""A matrix of MATLAB or Octave, such as ``[1 2; 3 4]``."""

NULL_WORDS = {"None", "nan", "nil", "null", "undefined"}
"""Bare words for an empty cell."""

WHOLE_FLOAT = re.compile(r"([+-]?\d+)\.0*")
"""A whole number that is printed as a floating-point number."""


def lists_as_rows(text: str, *, allow_null: bool = True) -> tuple[str, str] | None:
    r"""Return the grids in nested lists as rows of tab-separated cells, and a remark.

    The remark is empty unless the text contains other grids, which are ignored. Return None for a
    text that is not a nested list.

    Parameters
    ----------
    allow_null : bool
        Whether null is accepted as a cell; it is returned as a dot.

    Raises
    ------
    InputError
        If the text is JSON but no grid is in it, if it is incomplete JSON, or if it contains
        several grids under different keys.

    Examples
    --------
    >>> lists_as_rows("[[0, 1], [1, 10]]"), lists_as_rows('["01", "10"]'), lists_as_rows("[.[")
    (('0\t1\n1\t10\n', ''), ('01\n10\n', ''), None)
    >>> lists_as_rows("grid = np.array([[1 2]\n [3 4]])"), lists_as_rows('{"board": ["01", "10"]}')
    (('1\t2\n3\t4\n', ''), ('01\n10\n', ''))
    """
    opening = text.lstrip()[:1]
    if opening in ("[", "{") and (values := _json_values(text)) is not None:
        grids, remark = _grids(values)
    else:
        grids, remark = _printed_grids(text), ""
        if not grids:
            return None
    return "\n".join(_as_rows(grid, allow_null) for grid in grids), remark


def _json_values(text: str) -> list[Any] | None:
    """Return the values of a JSON text, which may be several, or None for another text."""
    decoder, end = json.JSONDecoder(), 0
    values: list[Any] = []
    while remaining := text[end:].lstrip():
        start = len(text) - len(remaining)
        try:
            value, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            if not values and _is_incomplete(text, error):
                raise InputError("this JSON is incomplete; a bracket is not closed") from None
            return None
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, list | dict):
            raise InputError(f"{quoted(text[start:end])} follows the JSON; remove it")
        values.append(value)
    return values


def _is_incomplete(text: str, error: json.JSONDecodeError) -> bool:
    """Return whether a text begins like rows in JSON and ends within them."""
    remaining = text[error.pos :].strip()
    ends_early = "null".startswith(remaining) or error.msg.startswith("Unterminated string")
    return ends_early and BEGINNING_OF_ROWS.match(text) is not None


Grid = Sequence[Sequence[Any]]
"""A list of rows, which are strings or lists of cells."""


def _grids(values: Sequence[Any]) -> tuple[list[Grid], str]:
    """Return the grids in JSON values, and a remark on others, which are ignored."""
    if len(values) > 1 and all(map(_is_row, values)):
        return [values], ""
    grids_by_key: dict[str, list[Grid]] = {}
    for value in values:
        keyed_grids: list[tuple[str, Grid]] = []
        with suppress(RecursionError):
            keyed_grids += _keyed_grids(value, "")
        if not keyed_grids:
            raise InputError(NO_BOARD_MESSAGE)
        for key, grid in keyed_grids:
            grids_by_key.setdefault(key, []).append(grid)
    extras = dict.fromkeys(
        key for value in values for key in unread_keys_in(value) if key not in grids_by_key
    )
    unread_remark = f"ignored {' and '.join(map(quoted, extras))}" if extras else ""
    if len(grids_by_key) == 1:
        return next(iter(grids_by_key.values())), unread_remark
    for preferred in (
        [key for key in grids_by_key if key.lower() in BOARD_KEYS],
        [key for key, grids in grids_by_key.items() if not isinstance(grids[0][0], str)],
    ):
        if len(preferred) == 1:
            others = " and ".join(quoted(key) for key in grids_by_key if key not in preferred)
            key_remark = f"read the grid under {quoted(preferred[0])}, not {others}"
            return grids_by_key[preferred[0]], "; ".join(filter(None, [key_remark, unread_remark]))
    keys = " and ".join(map(quoted, grids_by_key))
    raise InputError(f"this JSON contains grids under {keys}; keep the one that is the board")


def unread_keys_in(value: Any) -> list[str]:
    """Return the `UNREAD_KEYS` of a JSON object, or of a list of objects.

    >>> unread_keys_in([{"board": [[0, 1]], "start": [0, 1], "walls": []}])
    ['start']
    """
    objects = [x for x in (value if isinstance(value, list) else [value]) if isinstance(x, dict)]
    return [key for x in objects for key in x if key.lower() in UNREAD_KEYS and x[key]]


def _keyed_grids(value: Any, key: str) -> Iterator[tuple[str, Grid]]:
    """Yield the grids in a JSON value, each with the key that it is under."""
    if isinstance(value, dict):
        if flat := flat_grids(value):
            yield from flat
            return
        for inner_key, inner in value.items():
            yield from _keyed_grids(inner, inner_key)
    elif isinstance(value, list) and _is_grid(value):
        yield key, value
    elif isinstance(value, list):
        for inner in value:
            yield from _keyed_grids(inner, key)
    elif isinstance(value, str) and key.lower() in BOARD_KEYS:
        rows = re.split("[/\n]", value.strip())
        if len(rows) > 1 and all(rows):
            yield key, rows


def shape_in(value: Mapping[str, Any]) -> list[Any]:
    """Return the numbers of rows and columns that a JSON object gives, or None for each.

    >>> shape_in({"width": 3, "height": 2}), shape_in({"rows": 3})
    ([2, 3], [3, None])
    """
    return [next((value[k] for k in keys if k in value), None) for keys in SHAPE_KEYS]


def flat_grids(value: Mapping[str, Any]) -> list[tuple[str, Grid]]:
    """Return the rows of each list of all cells in a JSON object with a shape, and its key.

    >>> flat_grids({"width": 3, "height": 2, "cells": [0, 1, 2, 1, 2, 0]})
    [('cells', [[0, 1, 2], [1, 2, 0]])]
    """
    rows, cols = shape_in(value)
    if not (is_whole(rows) and is_whole(cols) and cols > 1):
        return []
    return [
        (key, [cells[first : first + cols] for first in range(0, len(cells), cols)])
        for key, cells in value.items()
        if isinstance(cells, list) and len(cells) == rows * cols and _is_row(cells)
    ]


def _is_grid(rows: list[Any]) -> bool:
    if all(isinstance(row, str) and not isinstance(row, BareWord) for row in rows):
        return all(rows) and bool(rows)
    return all(map(_is_row, rows))


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and bool(row) and all(map(_is_cell, row))


def _is_cell(cell: Any) -> bool:
    if isinstance(cell, float):
        return cell.is_integer()
    return cell is None or (isinstance(cell, str | int) and not isinstance(cell, bool))


def _nested_brackets(matrix: re.Match[str]) -> str:
    rows = matrix[1].strip(" ;\n").replace(";", "],[")
    return f"[[{rows}]]"


def _printed_grids(text: str) -> list[Grid]:
    """Return the grids in a text of nested lists in any kind of brackets; none for another text."""
    text = MATLAB_MATRIX.sub(_nested_brackets, text)
    values: list[Any] = []
    end = 0
    while end < len(text):
        prefix = LIST_PREFIX.match(text, end)
        value, end = _parse_list(text, prefix.end()) if prefix else (None, 0)
        if prefix is None or value is None:
            return []
        if values and prefix[0].strip():  # such as rgb(1, 2, 3) rgb(4, 5, 6)
            return []
        values.append(value)
        suffix = LIST_SUFFIX.match(text, end)
        assert suffix is not None, "it matches the empty string"
        end = suffix.end()
    if len(values) > 1 and all(_is_row(value) and len(value) > 1 for value in values):
        return [values]
    grid_lists = [[grid for _, grid in _keyed_grids(value, "")] for value in values]
    return [grid for grids in grid_lists for grid in grids] if all(grid_lists) else []


def _parse_list(text: str, start: int) -> tuple[list[Any] | None, int]:
    """Return the list whose bracket is at a place, and the place after it."""
    lists: list[list[Any]] = []
    for token in TOKEN.finditer(text, start):
        opening, closing, double, single, word = token.groups()
        if opening:
            lists.append([])
            if len(lists) > MAX_DEPTH:
                return None, len(text)
        elif closing:
            closed = lists.pop()
            if not lists:
                return closed, token.end()
            lists[-1].append(closed)
        elif word is not None and word.endswith("!"):
            continue  # Rust's vec!
        elif word is not None and "..." in word:
            raise InputError("NumPy left out cells, as '...' shows; print the array as a list")
        else:
            string = double if double is not None else single
            bare = (
                None
                if word is None or word in NULL_WORDS
                else BareWord(WHOLE_FLOAT.sub(r"\1", word))
            )
            lists[-1].append(string if word is None else bare)
    return None, len(text)


def _as_rows(grid: Grid, allow_null: bool) -> str:
    """Return a grid as rows of tab-separated cells."""
    lines = []
    for number, row in enumerate(grid):
        if not allow_null and not isinstance(row, str):
            for column, cell in enumerate(row):
                if cell in (None, ""):
                    description = "null" if cell is None else "an empty cell"
                    raise InputError(
                        f"row {number}, column {column}: {description} is not a colour; use a "
                        "digit or a letter"
                    )
        cells = ("." if c is None else str(int(c) if isinstance(c, float) else c) for c in row)
        # bars show that a single cell of several characters is one cell
        line = row if isinstance(row, str) else "\t".join(cells)
        lines.append(f"|{line}|" if len(row) == 1 < len(line) and row is not line else line)
    return "".join(f"{line}\n" for line in lines)
