"""Boards after a line with their size, as contests, exercises and sets of boards have them.

The first line is ``rows cols k``, ``rows cols``, ``n k`` or ``n``. After the first, fields are
colours 1..k, or 0..k-1 if a field is 0; a line with the minimum, or with the moves of a solution,
may follow. After the others, fields are any symbols. ``#`` starts a comment. A text may contain
several boards, and end with a size of 0.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import lines_of
from puzzlesat.common.limits import MAX_FIELDS, check_shape, parse_whole_number
from puzzlesat.floodit.board.board import SYMBOLS, Board
from puzzlesat.floodit.board.referee import floods

FIELD_MEANING = "a field's colour"

EXPECTED_NEXT = "the next board's size as rows cols k, or the known minimum"


@dataclass
class Words:
    """The words of a text outside comments, each with the number of its line, and a position."""

    words: list[str]
    line_numbers: "array[int]"
    position: int = 0

    @classmethod
    def of(cls, lines: Iterable[tuple[int, list[str]]], max_lines: int | None = None) -> "Words":
        """Return the words of numbered lines, or of at most this number of lines."""
        words: list[str] = []
        line_numbers = array("I")
        for line_number, line_words in islice(lines, max_lines):
            words += line_words
            line_numbers.extend([line_number] * len(line_words))
        return cls(words, line_numbers)

    @property
    def ended(self) -> bool:
        """Whether there are no further words."""
        return self.position == len(self.words)

    @property
    def line_number(self) -> int:
        """The number of the line of the next word."""
        return self.line_numbers[self.position]

    def rest_of_line(self, max_words: int = 4) -> list[str]:
        """Return the remaining words of the next word's line, or the first `max_words` of them."""
        following = slice(self.position, self.position + max_words)
        numbered_words = zip(self.line_numbers[following], self.words[following], strict=True)
        return [word for line_number, word in numbered_words if line_number == self.line_number]

    def read_integer(
        self, meaning: str, least: int, greatest: int, stated_least: int | None = None
    ) -> int:
        """Return the next word, which must be an integer from `least` to `greatest`.

        If `stated_least` is given, messages give a range from there on.
        """
        if self.ended:
            raise InputError(f"the file ends where {meaning} is expected")
        line_number, word = self.line_number, self.words[self.position]
        digits = word.lstrip("0") or "0" if word.isdecimal() else word
        value = parse_whole_number(digits, least, greatest)
        if value is None:
            first = least if stated_least is None else stated_least
            raise InputError(
                f"line {line_number}: expected {meaning}, {first}..{greatest}, not {quoted(word)}"
            )
        self.position += 1
        return value


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the words of each line that has words outside comments."""
    for number, line in enumerate(lines_of(text), start=1):
        if words := line.partition("#")[0].split():
            yield number, words


def words_of_first_line(text: str) -> list[str]:
    """Return the words of the first line that has any outside comments."""
    return next((words for _, words in _lines(text)), [])


def numbered_boards(text: str, remarks: list[str]) -> Iterator[Board]:
    r"""Yield the boards of a text with lines ``rows cols k``; add remarks on solutions.

    >>> [board.text for board in numbered_boards("2 2 3\n1 2\n3 1\n", [])]
    ['12/31']
    """
    head = Words.of(_lines(text), 4)
    if len(head.words) >= 4:  # refuse other texts before all their words are in memory
        *_, k = _read_header(head)
        head.read_integer(FIELD_MEANING, 0, k, stated_least=1)
    words = Words.of(_lines(text))
    while not words.ended:
        header_line = words.line_number
        if words.rest_of_line() in (["0"], ["0", "0", "0"]) and words.position:
            return
        rows, cols, k = _read_header(words)
        first_position = words.position
        fields = [
            words.read_integer(FIELD_MEANING, 0, k, stated_least=1) for _ in range(rows * cols)
        ]
        _check_layout(words.line_numbers[first_position : words.position], header_line, rows, cols)
        lowest = min(min(fields), 1)
        if not lowest and max(fields) == k:
            raise InputError(
                f"line {header_line}: {counted(k, 'colour')}, but the fields below are 0 to {k}"
            )
        colour = tuple(c - lowest for c in fields)
        symbols = tuple(range(lowest, lowest + k))
        board = Board(rows, cols, k, colour, symbols, known_minimum=_read_known_minimum(words))
        _skip_solution(words, board, lowest, remarks)
        yield board


def _read_header(words: Words) -> tuple[int, int, int]:
    """Return the numbers of rows, columns and colours, which come next."""
    line_number = words.line_number
    rows = words.read_integer("the number of rows", 1, MAX_FIELDS)
    cols = words.read_integer("the number of columns", 1, MAX_FIELDS)
    with error_context(f"line {line_number}"):
        check_shape(rows, cols)
    return rows, cols, words.read_integer("the number of colours", 1, len(SYMBOLS))


def _check_layout(line_numbers: Iterable[int], header_line: int, rows: int, cols: int) -> None:
    """Raise `InputError` if fields are laid out as if the first line gave columns and rows."""
    widths = set(Counter(line_numbers).values())
    if rows != cols and cols > 1 and widths == {rows}:
        raise InputError(
            f"line {header_line}: {rows} rows of {cols} fields, but the lines below are {cols} of "
            f"{rows}; write the number of rows first"
        )


def _read_known_minimum(words: Words) -> int:
    """Return the known minimum that follows the fields of a board, or 0 if there is none."""
    if words.ended:
        return 0
    on_line_of_fields = (
        words.position and words.line_numbers[words.position - 1] == words.line_number
    )
    if on_line_of_fields or len(words.rest_of_line()) == 1:
        return words.read_integer("the known minimum (or 0)", 0, MAX_FIELDS)
    return 0


def _skip_solution(words: Words, board: Board, lowest: int, remarks: list[str]) -> None:
    """Skip a last line with the moves of a solution, and add a remark on their number.

    Raise `InputError` for a last line that is neither a solution nor a board.
    """
    if words.ended or words.line_numbers[-1] != words.line_number:
        return
    line, rest = words.line_number, words.rest_of_line(len(board.colour) + 4)
    moves = [
        parse_whole_number(word.lstrip("0") or "0", lowest, board.k - 1 + lowest) for word in rest
    ]
    valid_moves = [move - lowest for move in moves if move is not None]
    if board.k > 1 and len(valid_moves) == len(moves) and floods(board.grid, valid_moves):
        words.position += len(rest)
        remarks.append(f"line {line} is a solution of {counted(len(moves), 'move')}")
    elif len(rest) < 4 and rest[0] != "0":
        raise InputError(
            f"line {line}: expected {EXPECTED_NEXT}, not {counted(len(rest), 'number')}"
        )


def symbol_rows(text: str) -> Iterator[tuple[int, list[list[str]]]]:
    r"""Yield the rows of each board after ``rows cols``, ``n k`` or ``n``, and the line's number.

    >>> [rows for _, rows in symbol_rows("2\nRG\nGR\n2 3\n111\n112\n0\n")]
    [[['R', 'G'], ['G', 'R']], [['1', '1', '1'], ['1', '1', '2']]]
    """
    lines = _lines(text)
    for index, (number, header) in enumerate(lines):
        # a number that begins with 0 is rather a row
        sizes = [
            parse_whole_number(word, 0, MAX_FIELDS) if word[0] != "0" else None for word in header
        ]
        if index and set(header) == {"0"} and not next(lines, None):
            return
        if None in sizes or not 1 <= len(sizes) <= 2:
            raise InputError(f"line {number}: expected the size of a board, as n or as rows cols")
        rows, cols = sizes[0] or 0, sizes[-1] or 0
        if min(rows, cols) < 2:
            raise InputError(f"line {number}: boards of one row or column need rows cols k")
        with error_context(f"line {number}"):
            check_shape(rows, cols)
        lines_below = list(islice(lines, rows))
        if len(sizes) == 2 and all(len(_cells(words, rows)) == rows for _, words in lines_below):
            cols = rows  # the line is n k
        block = [(line, _cells(words, cols)) for line, words in lines_below]
        if len(block) < rows:
            raise InputError(f"line {number}: {counted(rows, 'row')} expected, {len(block)} found")
        for line, cells in block:
            if len(cells) != cols:
                fields = counted(len(cells), "field")
                raise InputError(f"line {line}: {fields}, but line {number} gives {cols}")
        yield number, [cells for _, cells in block]


def _cells(words: list[str], cols: int) -> list[str]:
    """Return the cells of a row, which are separated or characters of a single word."""
    return list(words[0]) if len(words) == 1 < cols else words
