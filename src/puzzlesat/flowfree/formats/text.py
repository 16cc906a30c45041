"""Puzzles as rows, lists and sketches, and rows below their size."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

from puzzlesat.common.colours import EMOJI, NUMBER
from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import lines_of
from puzzlesat.common.grids import (
    Cells,
    Grid,
    check_no_list,
    check_rows,
    first_line,
    first_of,
    grid_of_block,
    is_comment,
    line_blocks,
    read_lists,
)
from puzzlesat.common.limits import MAX_FIELDS, check_shape, parse_whole_number
from puzzlesat.flowfree.board.grid import BOTTOM, RIGHT
from puzzlesat.flowfree.board.grid import Grid as BoardGrid
from puzzlesat.flowfree.board.puzzle import Puzzle, symbols_of_numbers
from puzzlesat.flowfree.board.sketch import is_sketch

ENDPOINT_FORM = "a dot is a free cell, and every other symbol occurs exactly twice"
"""The end of messages about symbols."""

SIZE_FORM = "write COLUMNS ROWS, then the rows"
"""The end of messages about sizes."""


@lru_cache(maxsize=1024)
def _is_cell(word: str) -> bool:
    if len(word) == 1:
        if not word.isascii() and unicodedata.normalize("NFKC", word) != word:
            return False  # such as a full-width digit
        return word == "." or word.isalnum() or EMOJI.get(word, "K") not in "KW"
    return NUMBER.fullmatch(word) is not None


CELLS = Cells(
    _is_cell,
    "a cell; write . for a free cell, a letter, digit or number for an endpoint, and a sketch for "
    "missing cells and bridges",
)
"""The cells of rows."""


SIZED_CELLS = Cells(lambda word: _is_cell(word) or word in set("[\\]^_`"), CELLS.form)
"""The cells of sized puzzles, in which the symbols continue after Z as in ASCII."""


def read_rows(text: str, *, single: bool = False) -> Iterator[Puzzle]:
    """Yield the puzzles of rows and sketches, those of one row or column only if `single` is true.

    Raise `InputError` for any other text.
    """
    if "[[" in text:
        check_no_list(text)
    for block in line_blocks(text):
        lines = [line for _, line in block]
        if is_sketch(lines):
            with error_context(f"lines {block[0][0]} to {block[-1][0]}"):
                yield _of_sketch(lines)
            continue
        grid = grid_of_block(block, CELLS)
        if not single:
            check_rows(grid)
            _check_blanks(lines)
        yield _puzzle_of(grid, "line")


def _check_blanks(lines: Sequence[str]) -> None:
    """Raise `InputError` if blanks separate cells of which none is free: they may be free cells."""
    text = "".join(lines)
    if " " in text and not any(mark in text for mark in ".0,\t"):
        raise InputError(
            "blanks separate cells, but may be free cells here; write a dot for each free cell"
        )


def _of_sketch(lines: Sequence[str]) -> Puzzle:
    """Return the puzzle of a sketch; raise `InputError` for a table with a frame."""
    for number, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise InputError(
                f"line {number + 1} of the sketch has {counted(len(line), 'character')}, the first "
                f"{len(lines[0])}"
            )
    check_shape(len(lines) // 2, len(lines[0]) // 2)
    puzzle = Puzzle.of(lines)
    shape = BoardGrid.of(puzzle.rows, puzzle.cols)
    sides = [
        side
        for side in product(range(puzzle.rows * puzzle.cols), (RIGHT, BOTTOM))
        if shape.beyond(side) > side[0]
    ]
    if len(puzzle.marks.walls) == len(sides) > 1:
        raise InputError(
            "every side of every cell is a wall; if this is a table in a frame, write its rows, "
            "and . for a free cell"
        )
    return puzzle


def read_puzzle_lists(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of lists of rows; raise `InputError` for any other text."""
    for grid in read_lists(text, CELLS):
        if len(grid[0].cells) == 2 and all(word.isdecimal() for row in grid for word in row.cells):
            raise InputError(
                "a list of pairs of numbers, which may be positions; write rows of cells, with "
                'dots in quotes for free cells, or an object such as {"rows": 2, "cols": 3, '
                '"endpoints": [[[0, 0], [1, 0]], [[0, 2], [1, 2]]]}'
            )
        yield _puzzle_of(grid, "row")


def _puzzle_of(grid: Grid, unit: str) -> Puzzle:
    """Return the puzzle of rows of cells; 0 is free if all symbols are numbers."""
    texts = [row for _, row in grid if isinstance(row, str)]
    cells = "".join(texts) or [word for _, row in grid for word in row]
    # without the free cells, most of them, a text is counted faster
    counts = Counter(cells.replace(".", "") if isinstance(cells, str) else cells)
    free = {"."}
    only_numbers = all(word == "." or word.isdecimal() for word in counts)
    if only_numbers:
        free.add("0")
    if counts["0"] == 2 and (only_numbers or "." not in cells):
        raise InputError(
            f"{unit} {grid[0].number}: 0 occurs twice, so it may be a free cell or an endpoint; "
            "write . for a free cell, or another symbol for an endpoint"
        )
    symbols = [word for word in counts if word not in free]
    if wrong := {word for word, count in counts.items() if count != 2} - free:
        word, place = first_of(wrong, grid, unit)
        times = "once" if counts[word] == 1 else f"{counts[word]} times"
        raise InputError(f"{place}: {word} occurs {times}; {ENDPOINT_FORM}")
    small = {x for x in symbols if x.islower()}
    if small and {x.upper() for x in small} == {x for x in symbols if x.isupper()}:
        raise InputError(
            f"{unit} {grid[0].number}: every letter occurs small and capital, which may be one "
            "flow; write the free cells of a flow as dots, or different letters for two flows"
        )
    emoji = [EMOJI[word] for word in symbols if word in EMOJI]
    if len(set(emoji)) < len(emoji):
        raise InputError(
            f"{unit} {grid[0].number}: a square and a circle of one colour; write only one of them"
        )
    symbol_of = dict.fromkeys(free - {"."}, ".")
    if max(map(len, symbols), default=0) > 1:
        numbers = {int(word) for word in symbols if word.isascii() and word.isdecimal()}
        if len(numbers) < len(symbols):
            raise InputError(
                f"{unit} {grid[0].number}: numbers above 9 and other symbols; write only numbers"
            )
        symbol_of |= {str(n): x for n, x in symbols_of_numbers(numbers).items()}
    lines = texts or ["".join(row) for _, row in grid]
    if symbol_of:
        lines = ["".join(symbol_of.get(word, word) for word in row.cells) for row in grid]
    with error_context(f"{unit} {grid[0].number}"):
        return Puzzle.of(lines)


def may_be_sized(text: str) -> bool:
    """Return whether a text begins with a size."""
    first = first_line(text).split()
    return len(first) == 2 and all(NUMBER.fullmatch(word) and word != "0" for word in first)


def read_sized(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a text in which the numbers of columns and rows precede each.

    ``0 0`` may end the text. Raise `InputError`, with the line, for any other text.
    """
    lines = (
        (number, line.rstrip("\r\n"))
        for number, line in enumerate(lines_of(text), start=1)
        if not line.isspace() and not is_comment(line)
    )
    for number, header in lines:
        size = [parse_whole_number(word, 0, MAX_FIELDS) for word in header.split()]
        if size == [0, 0]:
            if (following := next(lines, None)) is not None:
                raise InputError(f"line {following[0]} follows 0 0, which ends the puzzles")
            return
        match size:
            case [int(cols), int(rows)]:
                with error_context(f"line {number}"):
                    check_shape(rows, cols)
            case _:
                raise InputError(f"line {number}: {quoted(header)} is no size; {SIZE_FORM}")
        block = list(islice(lines, rows))
        if len(block) < rows:
            raise InputError(
                f"line {number}: {counted(rows, 'row')}, but {len(block)} follow; {SIZE_FORM}"
            )
        grid = grid_of_block(block, SIZED_CELLS)
        if len(grid[0].cells) != cols:
            raise InputError(
                f"line {number}: {counted(cols, 'column')}, but line {grid[0].number} has "
                f"{counted(len(grid[0].cells), 'cell')}; {SIZE_FORM}"
            )
        yield _puzzle_of(grid, "line")
