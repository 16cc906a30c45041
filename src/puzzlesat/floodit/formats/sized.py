"""Boards with their size, as exercises and sets of boards have them.

A line with the numbers of rows, columns and colours; then the rows, with colours 1..k, or 0..k-1 if
a field is 0; then a line with the known minimum, if it is known. A text may contain several boards.
"""

import re
from collections.abc import Iterator
from itertools import islice

from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import lines_of
from puzzlesat.common.grids import is_comment, line_blocks
from puzzlesat.common.limits import MAX_FIELDS, check_shape, parse_whole_number
from puzzlesat.floodit.board.board import SYMBOLS, Board

SIZE = re.compile("[1-9][0-9]*")

FORM = "ROWS COLUMNS COLOURS, then the rows, with blanks between the colours"


def may_be_sized(text: str) -> bool:
    """Return whether a text begins with a size, and not with two rows of three cells."""
    lines = (line for block in line_blocks(text) for _, line in block)
    words = [line.split() for line in islice(lines, 2)]
    if len(words) < 2 or len(words[0]) != 3 or not all(map(SIZE.fullmatch, words[0])):
        return False
    return len(words[1]) != 3 or words[0][1] == "3"


def read_sized(text: str) -> Iterator[Board]:
    r"""Yield the boards of a text; raise `InputError`, with the line, for any other text.

    >>> [(board.text, board.known_minimum) for board in read_sized("2 2 3\n1 2\n3 1\n2\n")]
    [('12/31', 2)]
    """
    lines = (
        (number, line.split())
        for number, line in enumerate(map(str.rstrip, lines_of(text)), start=1)
        if line and not is_comment(line)
    )
    line = next(lines, None)
    while line is not None:
        number, header = line
        rows, cols, k = _size(number, header)
        fields: list[int] = []
        for row in range(rows):
            below, words = next(lines, (0, []))
            if not below:
                raise InputError(f"line {number}: {counted(rows, 'row')}, but {row} follow")
            fields += _row(below, words, cols, k, number)
        line = next(lines, None)
        minimum = 0
        if line is not None and len(line[1]) == 1:
            minimum = _number(line[0], line[1][0], "the known minimum", 0, MAX_FIELDS)
            line = next(lines, None)
        lowest = min(*fields, 1)
        if lowest == 0 and max(fields) == k:
            raise InputError(
                f"line {number}: {counted(k, 'colour')}, but the fields below are 0 to {k}"
            )
        symbols = tuple(range(lowest, lowest + k))
        colour = tuple(c - lowest for c in fields)
        yield Board(rows, cols, k, colour, symbols, known_minimum=minimum)


def _size(number: int, header: list[str]) -> tuple[int, int, int]:
    """Return the numbers of rows, columns and colours."""
    if len(header) != 3:
        raise InputError(
            f"line {number}: {quoted(' '.join(header))} is not the size of a board; write {FORM}"
        )
    rows = _number(number, header[0], "the number of rows", 1, MAX_FIELDS)
    cols = _number(number, header[1], "the number of columns", 1, MAX_FIELDS)
    with error_context(f"line {number}"):
        check_shape(rows, cols)
    return rows, cols, _number(number, header[2], "the number of colours", 1, len(SYMBOLS))


def _row(number: int, words: list[str], cols: int, k: int, header: int) -> list[int]:
    if len(words) != cols:
        raise InputError(
            f"line {number}: {counted(len(words), 'cell')}, but line {header} gives "
            f"{counted(cols, 'column')}; write {FORM}"
        )
    return [_number(number, word, "a colour", 0, k, stated=1) for word in words]


def _number(
    number: int, word: str, meaning: str, least: int, greatest: int, stated: int | None = None
) -> int:
    """Return the number that a word denotes; a message gives the range from `stated` on."""
    value = parse_whole_number(word, least, greatest)
    if value is None or (word[0] == "0" and word != "0"):
        first = least if stated is None else stated
        raise InputError(
            f"line {number}: expected {meaning}, {first}..{greatest}, not {quoted(word)}"
        )
    return value


def write_sized(board: Board) -> str:
    """Return a board as a sized text; raise `InputError` for a start other than the corner.

    >>> print(write_sized(Board.of([[0, 1]], k=3)))
    1 2 3
    1 2
    """
    if board.start_text:
        raise InputError(f"a sized board starts in the corner, not in {board.start_text}")
    rows = (" ".join(str(c + 1) for c in row) for row in board.grid)
    minimum = [str(board.known_minimum)] if board.known_minimum else []
    return "\n".join([f"{board.rows} {board.cols} {board.k}", *rows, *minimum])
