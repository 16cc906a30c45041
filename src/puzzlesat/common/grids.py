"""Rows and lists of cells, the two grammars that all puzzles share.

*Rows*: one row per line, with equally many cells in each. The cells are single characters; or words
that blanks, commas or tabs separate, the same in all rows of a board. An empty line separates
boards. A line that begins with ``#`` and a blank is a comment.

*List*: rows in brackets within brackets, as JSON, Python and NumPy print them, or with semicolons
between the rows, as MATLAB does.

A puzzle says which words are cells. Nothing else is read, and nothing is repaired.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from puzzlesat.common.colours import is_colour
from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.files import blocks
from puzzlesat.common.limits import MAX_FIELDS, check_shape

OPENING = re.compile(r"\[\s*+")
ROW = re.compile(r"\[([^\[\]]++)\]\s*+(,?)\s*+")
CLOSING = re.compile(r"\]\s*+")
"""The parts of a list: its first bracket, a row with the comma after it, and its last bracket."""

MATRIX = re.compile(r"\[([^\[\];]++(?:;[^\[\];]++)++)\]\s*+")
"""A matrix of MATLAB: rows with semicolons between them."""

CELL = re.compile(r"""\"([^"\s]++)"|'([^'\s]++)'|([^\s"';]++)""")
"""A cell in a list, which may be in quotes."""

LIST_FORM = "write rows of cells, such as [[0, 1], [1, 0]]"
"""The end of messages about lists."""

ROWS_FORM = "write only the rows of a board, and an empty line between boards"
"""The end of messages about rows."""


SEPARATORS = {"\t": "tabs", ",": "commas", " ": "blanks"}
"""What separates cells; of several in a line, the first in this order does."""


class Row(NamedTuple):
    """The cells of a row, and the number of its line or, in a list, of the row, from 1."""

    number: int
    cells: Sequence[str]


Grid = list[Row]
"""The rows of a board, each with the same number of cells."""


class Cells(NamedTuple):
    """The words that are cells of a puzzle.

    Parameters
    ----------
    accepts : function
        Whether a word is a cell.
    form : str
        What to write, such as ``a field; use 0 to 8``: the end of the message on another word.
    """

    accepts: Callable[[str], bool]
    form: str


COLOURS = Cells(
    is_colour, "a colour; use digits, letters, numbers without leading zeros, or names such as red"
)
"""The cells of a board of colours."""


def is_list(text: str) -> bool:
    """Return whether a text begins like a list or an object."""
    return text.lstrip()[:1] in ("[", "{")


def read_rows(text: str, cells: Cells) -> Iterator[Grid]:
    r"""Yield the boards in rows; raise `InputError`, with the line, for any other text.

    >>> [[row.cells for row in grid] for grid in read_rows("01\n10\n\n7 10\n10 7\n", COLOURS)]
    [['01', '10'], [['7', '10'], ['10', '7']]]
    """
    if "[[" in text:
        raise InputError(f"something before a list; {LIST_FORM}")
    for block in line_blocks(text):
        yield grid_of_block(block, cells)


def grid_of_block(block: Sequence[tuple[int, str]], cells: Cells) -> Grid:
    """Return the board in a block of lines; see `read_rows`."""
    return _grid(split_block(block, cells), cells, "line")


def line_blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield each run of lines that are not empty, without comments, with the lines' numbers."""
    for block in blocks(text, strip=False):
        lines = [line for line in block if not is_comment(line[1])] if "#" in text else block
        # a line of blanks is empty, as it looks
        for is_blank, run in groupby(lines, key=lambda line: line[1].isspace()):
            if not is_blank:
                yield list(run)


def first_line(text: str) -> str:
    """Return the first line that is not empty or a comment, without blanks at its ends."""
    return next(line_blocks(text), [(0, "")])[0][1].strip()


def is_comment(line: str) -> bool:
    """Return whether a line is a comment: ``#`` and a blank, or ``#`` alone."""
    return line.startswith("# ") or line == "#"


def check_two_dimensions(grid: Grid) -> None:
    """Raise `InputError` if a board has a single row or column, which may be anything."""
    number, cells = grid[0]
    if len(grid) == 1 or len(cells) == 1:
        unit = "row" if len(grid) == 1 else "column"
        raise InputError(
            f"line {number}: a single {unit}; write one row per line (--format rows reads a board "
            f"of one {unit})"
        )


def split_block(block: Sequence[tuple[int, str]], cells: Cells) -> Iterator[Row]:
    """Yield the rows of a block of lines, whose cells have one separator or none."""
    text = "".join([line for _, line in block])
    separator = next((mark for mark in SEPARATORS if mark in text), None)
    if separator is None:
        yield from map(Row._make, block)
        return
    longest = 0
    rows = []
    for number, line in block:
        if separator == " ":
            words = line.split(None, MAX_FIELDS)
        else:
            words = [word.strip(" ") for word in line.split(separator, MAX_FIELDS)]
        if "" in words:
            raise InputError(f"line {number}: an empty cell, which is not {cells.form}")
        if len(words) < 2:
            other = next(i for i, other in block if separator in other)
            raise InputError(
                f"line {number}: a blank at the beginning or end of {quoted(line)}; remove it"
                if other == number
                else f"line {number}: {quoted(line)} is one cell, but line {other} has several, "
                f"with {SEPARATORS[separator]} between them; {ROWS_FORM}"
            )
        longest = max(longest, *map(len, words))
        rows.append(Row(number, words))
    if separator == " ":
        # of two adjacent cells in aligned columns, no blank cell can be between
        wide = re.compile(rf"\S {{{longest + 1},}}\S")
        for number, line in block:
            if gap := wide.search(line):
                raise InputError(
                    f"line {number}, column {gap.start() + 2}: several blanks, among which may be "
                    "a cell; write one blank between cells"
                )
    yield from rows


def first_of(words: Collection[str], grid: Grid, unit: str) -> tuple[str, str]:
    """Return the first of some words in a grid, and its row and column in words."""
    return next(
        (word, f"{unit} {row.number}, column {column}")
        for row in grid
        for column, word in enumerate(row.cells, start=1)
        if word in words
    )


def _grid(rows: Iterator[Row], cells: Cells, unit: str) -> Grid:
    """Return rows as a grid; raise `InputError` for another word, or other numbers of cells."""
    grid = list(rows)
    check_shape(len(grid), len(grid[0].cells))
    words = set(chain.from_iterable(row.cells for row in grid))
    if wrong := {word for word in words if not cells.accepts(word)}:
        word, place = first_of(wrong, grid, unit)
        raise InputError(f"{place}: {quoted(word)} is not {cells.form}")
    for row in grid:
        if len(row.cells) != len(grid[0].cells):
            raise InputError(
                f"{unit} {row.number}: {counted(len(row.cells), 'cell')}, but {unit} "
                f"{grid[0].number} has {len(grid[0].cells)}; {ROWS_FORM}"
            )
    return grid


def read_lists(text: str, cells: Cells) -> Iterator[Grid]:
    r"""Yield the boards in lists, one after the other; raise `InputError` for any other text.

    >>> [[row.cells for row in grid] for grid in read_lists("[[1 2]\n [2 10]]", COLOURS)]
    [[['1', '2'], ['2', '10']]]
    >>> [[row.cells for row in grid] for grid in read_lists("[1 2; 2 1]", COLOURS)]
    [[['1', '2'], ['2', '1']]]
    """
    text = text.strip()
    if text.startswith("{"):
        raise InputError(f"an object, not a list; {LIST_FORM}")
    position = 0
    while position < len(text):
        if matrix := MATRIX.match(text, position):
            position = matrix.end()
            rows = [_row_of_list(i, row) for i, row in enumerate(matrix[1].split(";"), start=1)]
        else:
            rows, position = _rows_of_list(text, position)
        yield _grid(iter(rows), cells, "row")


def _rows_of_list(text: str, position: int) -> tuple[list[Row], int]:
    """Return the rows of the list at a position, and the position after it."""
    opening = OPENING.match(text, position)
    position = opening.end() if opening else position
    rows: list[Row] = []
    while opening is not None and (row := ROW.match(text, position)):
        rows.append(_row_of_list(len(rows) + 1, row[1]))
        position = row.end()
        if (closing := CLOSING.match(text, position)) and not row[2]:
            return rows, closing.end()
    raise InputError(
        f"row {len(rows) + 1}: {quoted(text[position:])} is not a row of cells in brackets; "
        f"{LIST_FORM}"
    )


def _row_of_list(number: int, text: str) -> Row:
    words = text.split(",") if "," in text else text.split()
    cells = [CELL.fullmatch(word.strip()) for word in words]
    wrong = next((word for word, cell in zip(words, cells, strict=True) if cell is None), None)
    if wrong is not None or not cells:
        raise InputError(f"row {number}: {quoted(wrong or text)} is not a cell; {LIST_FORM}")
    return Row(number, [next(filter(None, cell.groups())) for cell in cells if cell])
