"""Rows and lists of cells, the two grammars that all puzzles share.

*Rows*: one row per line, with equally many cells in each. The cells are single characters; or words
that blanks, commas or tabs separate, the same in all rows of a board. An empty line separates
boards. A line that begins with ``#`` and a blank is a comment.

*List*: rows in brackets within brackets, as JSON, Python and NumPy print them, or with semicolons
between the rows, as MATLAB does.

A puzzle says which words are cells. Nothing else is read, and nothing is repaired.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from puzzlesat.common.colours import is_colour
from puzzlesat.common.errors import AmbiguousInputError, InputError, counted, quoted
from puzzlesat.common.files import blocks
from puzzlesat.common.limits import MAX_FIELDS, check_shape

OPENING = re.compile(r"\[\s*+")
ROW = re.compile(r"\[([^\[\]]++)\]\s*+(,?)\s*+")
CLOSING = re.compile(r"\]\s*+")
"""The parts of a list: its first bracket, a row with the comma after it, and its last bracket."""

MATRIX = re.compile(r"\[([^\[\];]++(?:;[^\[\];]++)++)\]\s*+")
"""A matrix of MATLAB: rows with semicolons between them."""

GAP = re.compile(r"(\S+)( {2,})(?=(\S+))")
"""Several blanks, between two words."""

CELL = re.compile(r"""\"([^"\s]++)"|'([^'\s]++)'|([^\s"';]++)""")
"""A cell in a list, which may be in quotes."""

LIST_FORM = "write rows of cells in brackets within brackets: [[…], […]]"
"""The end of messages about lists."""

ROWS_FORM = "write only the rows of a board, and an empty line between boards"
"""The end of messages about rows."""


SEPARATORS = {"\t": "tabs", ",": "commas", " ": "blanks"}
"""What separates cells; of several in a line, the first in this order does."""


class GridRow(NamedTuple):
    """The cells of a row, and the number of its line or, in a list, of the row, from 1."""

    number: int
    cells: Sequence[str]


Grid = list[GridRow]
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


def read_grids(text: str, cells: Cells) -> Iterator[Grid]:
    r"""Yield the boards in rows; raise `InputError`, with the line, for any other text.

    >>> [[row.cells for row in grid] for grid in read_grids("01\n10\n\n7 10\n10 7\n", COLOURS)]
    [['01', '10'], [['7', '10'], ['10', '7']]]
    """
    check_no_list(text)
    for block in line_blocks(text):
        yield grid_of_block(block, cells)


def check_no_list(text: str) -> None:
    """Raise `InputError` for a text with a bracket, no cell of rows, in its first line."""
    line = first_line(text)
    if "[" in line:
        before = quoted(line[: line.index("[")].strip())
        raise InputError(f"{before} is not part of a list; {LIST_FORM}, and nothing else")


def grid_of_block(block: Sequence[tuple[int, str]], cells: Cells) -> Grid:
    """Return the board in a block of lines; see `read_grids`."""
    return _grid(split_block(block, cells), cells, "line")


def line_blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Yield each run of lines that are not empty, without comments, with the lines' numbers."""
    may_have_comments = "#" in text
    for block in blocks(text, strip=False):
        lines = _without_comments(block) if may_have_comments else block
        # a line of blanks is empty, as it looks
        for is_blank, run in groupby(lines, key=lambda line: line[1].isspace()):
            if not is_blank:
                yield list(run)


def _without_comments(block: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines that are no comments; raise `InputError` for a comment that may be a row."""
    comments = [(number, line.split()) for number, line in block if is_comment(line)]
    widths = Counter(len(line.split()) for _, line in block) if comments else {}
    for number, words in comments:
        are_cells = all(len(word) == 1 or word.isdecimal() for word in words)
        if are_cells and len(words) > 1 and widths[len(words)] > 1:
            raise InputError(
                f"line {number} may be a row or a comment; write another symbol than # for the cell"
                ", such as . for a covered field"
            )
    return [line for line in block if not is_comment(line[1])]


def first_line(text: str) -> str:
    """Return the first line that is not empty or a comment, without blanks at its ends."""
    return next(line_blocks(text), [(0, "")])[0][1].strip()


def is_comment(line: str) -> bool:
    """Return whether a line is a comment: ``#`` and a blank, or ``#`` alone."""
    return line.startswith("#") and line[1:2] in " \r\n"


def check_rows(grid: Grid, otherwise: str = "choose --format rows") -> None:
    """Raise `InputError` for rows that may be something else than all rows of a board.

    That is a single row or column; or words that may be a size above rows, labels that count up at
    an edge, or the row, column and content of each field. `otherwise` says what else the user can
    do than write rows that are in no doubt.
    """
    rows, cols = len(grid), len(grid[0].cells)
    what = form = ""
    if rows == 1 or cols == 1:
        what = f"a single {'row' if rows == 1 else 'column'}"
        form = "at least two rows of two cells, without empty lines between them"
    elif not isinstance(grid[0].cells, str) and rows > 2:
        first, last = grid[0].cells, grid[-1].cells
        left, right = ([row.cells[c] for row in grid] for c in (0, -1))
        if cols < 4 and _is_size(first, grid[1:]):
            raise AmbiguousInputError(
                f"line {grid[0].number}: {' '.join(first)} may be a row or the size of the rows "
                "below it; write the rows alone, or choose a --format"
            )
        edges = [first, left, *([left[::-1]] if left == right else [])]
        edges += [words for words in (last, right, left[::-1], right[::-1]) if len(words) > 3]
        if any(len(words) > 2 and _counts_up(words) for words in edges):
            what = "cells at an edge count up, as labels do"
            form = "the cells alone, or, if each is one symbol, rows without blanks: 012"
        elif _are_places(grid):
            what, form = "each line may be the row, column and content of a field", "the rows"
    if what:
        raise InputError(f"line {grid[0].number}: {what}; write {form}, or {otherwise}")


def _is_size(words: Sequence[str], below: Grid) -> bool:
    """Return whether words may begin with the size of the rows below, or the side and the colours.

    The numbers of rows and columns are in any order. If the number of colours follows and is right,
    the number of rows may be wrong by one.
    """
    rows = len(below)
    stated = [rows]
    if len(words) == 3 and words[2] == str(len({word for row in below for word in row.cells})):
        stated += [rows - 1, rows + 1]
    is_side = len(words) == 2 and words[0] == str(rows)
    return is_side or any(sorted(words[:2]) == sorted([str(n), str(len(words))]) for n in stated)


def _counts_up(words: Sequence[str]) -> bool:
    """Return whether words are the numbers from 0 or 1, or the letters from A, as labels are."""
    words = words[words[0] == "." :]  # nothing labels the corner
    begin = {"0": range(len(words)), "1": range(1, len(words) + 1)}.get(words[0])
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    letters = letters if words[0] == "A" else letters.lower()
    return list(words) == ([*map(str, begin)] if begin else [*letters[: len(words)]])


def _are_places(grid: Grid) -> bool:
    """Return whether rows may be the row, column and content of at least four fields, in order."""
    if len(grid) < 4 or len(grid[0].cells) != 3:
        return False
    words = [row.cells[:2] for row in grid]
    if not all(word.isdecimal() for pair in words for word in pair):
        return False
    places = [(int(r), int(c)) for r, c in words]
    ordered = sorted(set(places))
    return places in (ordered, sorted(ordered, key=itemgetter(1)))


def split_block(block: Sequence[tuple[int, str]], cells: Cells) -> Iterator[GridRow]:
    """Yield the rows of a block of lines, whose cells have one separator or none."""
    text = "".join([line for _, line in block])
    separator = next((mark for mark in SEPARATORS if mark in text), None)
    if separator is None:
        yield from map(GridRow._make, block)
        return
    longest = 0
    rows = []
    for number, line in block:
        if separator == " ":
            words = line.split(None, MAX_FIELDS)
        else:
            words = [word.strip(" ") for word in line.split(separator, MAX_FIELDS)]
        if "" in words:
            place = " at the end of the line" if words.index("") == len(words) - 1 else ""
            raise InputError(f"line {number}: an empty cell{place}; write a symbol for each cell")
        longest = max(longest, *map(len, words))
        rows.append(GridRow(number, words))
    if any(len(row.cells) < 2 for row in rows):
        first = next(number for number, line in block if separator in line)
        raise _mixed(rows, first, separator, cells)
    if separator == " " and "  " in text:
        # of two adjacent cells in aligned columns, no blank cell can be between
        for number, line in block:
            for gap in GAP.finditer(line):
                shorter = min(len(gap[1]), len(gap[3]))
                if len(gap[2]) > longest - shorter + 1:
                    raise InputError(
                        f"line {number}, column {gap.start(2) + 1}: several blanks, among which "
                        "may be a cell; write one blank between cells"
                    )
    yield from rows


def _mixed(rows: Sequence[GridRow], first: int, separator: str, cells: Cells) -> InputError:
    """Return what is wrong with rows of which some are one word; `first` has the separator."""
    for row in rows:
        wrong = [word for word in row.cells if not cells.accepts(word)]
        if wrong and not (len(row.cells) == 1 and all(map(cells.accepts, row.cells[0]))):
            return _no_cell(f"line {row.number}", wrong[0], cells)
    single = [row for row in rows if len(row.cells) == 1]
    several = [row for row in rows if len(row.cells) > 1]
    mark = SEPARATORS[separator]
    if not several:
        return InputError(
            f"line {first}: {mark} at an end of the line, which may be cells; write a symbol for "
            "each cell, or remove them"
        )
    return InputError(
        f"line {single[0].number} is one cell, but line {several[0].number} has {mark} between "
        f"cells; {ROWS_FORM}"
    )


def _no_cell(place: str, word: str, cells: Cells) -> InputError:
    """Return the message on a word that is no cell, with the name of a rare character."""
    name = unicodedata.name(word, "") if len(word) == 1 and not word.isascii() else ""
    return InputError(f"{place}: {quoted(word)}{name and f' ({name})'} is not {cells.form}")


def first_of(words: Collection[str], grid: Grid, unit: str) -> tuple[str, str]:
    """Return the first of some words in a grid, and its row and column in words."""
    return next(
        (word, f"{unit} {row.number}, column {column}")
        for row in grid
        for column, word in enumerate(row.cells, start=1)
        if word in words
    )


def _grid(rows: Iterator[GridRow], cells: Cells, unit: str) -> Grid:
    """Return rows as a grid; raise `InputError` for another word, or other numbers of cells."""
    grid = list(rows)
    check_shape(len(grid), len(grid[0].cells))
    words = set(chain.from_iterable(row.cells for row in grid))
    if wrong := {word for word in words if not cells.accepts(word)}:
        word, place = first_of(wrong, grid, unit)
        raise _no_cell(place, word, cells)
    for number, row in grid:
        if len(row) != len(grid[0].cells):
            raise InputError(
                f"{unit} {number}: {counted(len(row), 'cell')}, but {unit} {grid[0].number} has "
                f"{len(grid[0].cells)}; {ROWS_FORM}"
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
        grid = _grid(iter(rows), cells, "row")
        if _are_places(grid):
            raise InputError(
                "each row may be the row, column and content of a field; write the rows of the "
                "board, as lines with --format rows"
            )
        yield grid


def _rows_of_list(text: str, position: int) -> tuple[list[GridRow], int]:
    """Return the rows of the list at a position, and the position after it."""
    opening = OPENING.match(text, position)
    position = opening.end() if opening else position
    rows: list[GridRow] = []
    while opening is not None and (row := ROW.match(text, position)):
        rows.append(_row_of_list(len(rows) + 1, row[1]))
        position = row.end()
        if (closing := CLOSING.match(text, position)) and not row[2]:
            return rows, closing.end()
    raise InputError(
        f"row {len(rows) + 1}: {quoted(text[position:])} is no row of cells; {LIST_FORM}"
    )


def _row_of_list(number: int, text: str) -> GridRow:
    words = text.split(",") if "," in text else text.split()
    cells = [CELL.fullmatch(word.strip()) for word in words]
    wrong = next((word for word, cell in zip(words, cells, strict=True) if cell is None), None)
    if wrong is not None or not cells:
        raise InputError(f"row {number}: {quoted(wrong or text)} is not a cell; {LIST_FORM}")
    return GridRow(number, [next(filter(None, cell.groups())) for cell in cells if cell])
