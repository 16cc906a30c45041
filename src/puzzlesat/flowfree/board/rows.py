"""Reading puzzles as people write them: rows of cells, sketches, and rows below their size.

The cells of a block of lines are either its characters or words between separators. Then each
symbol gets a meaning (`_as_typed`): an endpoint occurs twice, and whatever else occurs marks free
or missing cells or bridges. What can mean two things is refused; what a stranger could have meant
differently is read with a remark.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import isqrt
from typing import Any

from puzzlesat.common.cells import (
    FRAMED_ROW,
    TABLE_RULE,
    Block,
    split_cells,
    with_letters,
    without_gaps,
    without_labels,
)
from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.files import blocks, lines_of
from puzzlesat.common.limits import MAX_FIELDS, check_shape, is_whole, parse_whole_number
from puzzlesat.common.reading import Reading, SpooledPuzzles
from puzzlesat.flowfree.board.grid import PLAIN, Marks
from puzzlesat.flowfree.board.puzzle import FREE_SYMBOLS, SYMBOLS, Puzzle
from puzzlesat.flowfree.board.sketch import CELL_MARKS, is_sketch

FREE_MARKS = "_-0⬛⬜"
"""The symbols that may mark free cells in a puzzle without dots, even if there are few of them."""

FREE_IF_FREQUENT = f"{FREE_MARKS}xX*#+oO·□▢?~=,:;'`◻⚫⚪"
"""The symbols that are read as free cells, with a remark, if only they occur more than twice."""

# Patterns that only unusual texts need are compiled when they are used, for a fast start.
TITLE = r"(?:(?:#|//|;|%|--\s)\s*[^\W\d_]|(?:#|//|;|%|--)\s+\S*\w{3}).*|[^\W\d_]{3,}\b.*[\s:].*"
"""A line that may be a title or a comment above rows."""

SETTING = (
    r"(?i)\s*(?:board|cols?|columns|colou?rs|flows|height|k|pairs|rows|size|width)\s*[=:]\s*\d+\s*"
)
"""A line that states a size or a number of flows, which the rows show."""

QUOTED_ROW = r"""("[^"]*"|'[^']*'),?"""
"""A row in quotation marks, which a comma may follow."""

FREE_WORD = r"(?i)\b(?:blank|empty|free|nil|none|null)\b"
"""A word for a free cell."""

SEPARATORS = "\t,;|"
"""The separators of cells other than blanks."""

ENDPOINTS = (
    r"(?P<name>[^\W\d_]\w*\s*[:=]?\s*)?[(\[]?\s*\d++\s*(?P<mark>[,;]|\s)\s*\d++\s*"
    r"(?P<close>[)\]])?[\s,;:>→-]*[(\[]?\s*\d++\s*[,;\s]\s*\d++\s*[)\]]?[\s,;]*"
)
"""A line with the rows and columns of two endpoints."""

MAX_ENDPOINTS_LINE = 100
"""Maximum length of a line with two endpoints."""

MIN_SQUARE_LINE = 16
"""Minimum length of a line that may be a whole square puzzle."""

ENDPOINTS_MESSAGE = (
    "this is a list of endpoints; write the rows of the puzzle, such as A.B, or a JSON object with "
    'the size, such as {"rows": 2, "cols": 3, "endpoints": [[[0, 0], [1, 0]], [[0, 2], [1, 2]]]}'
)
"""The message about a list of endpoints, in which rows and columns may be in either order."""

PLAIN_ROWS = re.compile(r"(?:[A-Za-z0-9.]*+\r?+\n)*+[A-Za-z0-9.]*+", re.ASCII)
"""A text whose rows only have symbols of endpoints and dots."""

MAX_WORD = 12
"""Maximum length of the name of an endpoint."""


def read_rows(text: str) -> Reading[Puzzle]:
    r"""Return the puzzles in a text of rows and sketches, with remarks.

    Raise `InputError` if a block of lines is no puzzle; the message names the lines.

    >>> puzzles, remarks = read_rows("1  .  10\n.  .  .\n1  .  10\n")
    >>> [puzzle.lines for puzzle in puzzles], remarks
    ([['1.A', '...', '1.A']], ['read 10 as A'])
    """
    if PLAIN_ROWS.fullmatch(text):
        with suppress(InputError):  # below, other readings are tried, too
            return Reading(SpooledPuzzles(_plain(text)))
    numbered_lines = _lines_without_frame(text)
    _check_endpoints([line for _, line in numbered_lines])
    line_numbers = [number for number, _ in numbered_lines]
    text, letter_remark = with_letters("".join(f"{line}\n" for _, line in numbered_lines))
    remarks = [letter_remark] if letter_remark else []
    numbered_blocks = (
        [(line_numbers[i - 1], line) for i, line in block] for block in blocks(text, strip=False)
    )
    puzzle_blocks = _without_titles([*numbered_blocks], remarks)
    try:
        puzzles = list(_each(puzzle_blocks, remarks))
    except InputError as error:
        for read_otherwise in _gapless, _by_lines:
            new_remarks: list[str] = []
            try:
                puzzles = read_otherwise(text, puzzle_blocks, new_remarks)
            except InputError:
                continue
            remarks += new_remarks
            break
        else:
            raise error
    else:
        if len(puzzle_blocks) > 1 and all(len(block) == 1 for block in puzzle_blocks):
            sizes = f"{len(puzzles)} puzzles of one row"
            remarks.append(f"read as {sizes}; remove the empty lines if they are rows of one")
    return Reading(puzzles, [*dict.fromkeys(remarks)])


def _plain(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of plain rows, as the other functions of this module would, but faster.

    Raise `InputError` if there may be another reading.
    """
    for block in blocks(text, strip=False):
        if len(block) == 1 or not any("." in line for _, line in block):
            raise InputError("there may be another reading")
        yield puzzle_of_lines(block, "line", "")


def _check_endpoints(lines: Sequence[str]) -> None:
    """Refuse a list of endpoints: places in parentheses or after names, or numbers below a size."""
    nonempty = [line.strip() for line in lines if line.strip()]
    matches = [_endpoints(line) for line in nonempty[:2]]
    if not any(matches):
        return
    matches += map(_endpoints, nonempty[2:])
    first = next(i for i, end in enumerate(matches) if end)
    if not all(matches[first:]):
        return
    unambiguous = all(end and (end["name"] or end["close"]) for end in matches[first:])
    sized = first == 1 and SIZE.fullmatch(nonempty[0])
    if unambiguous or (sized and "4" not in re.findall(r"\d+", nonempty[0])[:2]):
        raise InputError(ENDPOINTS_MESSAGE)


def _endpoints(line: str) -> re.Match[str] | None:
    return re.fullmatch(ENDPOINTS, line) if len(line) <= MAX_ENDPOINTS_LINE else None


def _lines_without_frame(text: str) -> Block:
    """Return the numbered lines without what surrounds rows in code, Markdown and spreadsheets."""
    lines = [(i, line.rstrip("\r\n")) for i, line in enumerate(lines_of(text), start=1)]
    lines = [(i, "" if line.startswith("```") else line) for i, line in lines]
    nonempty = [line.strip() for _, line in lines if line.strip()]
    if nonempty and all(re.fullmatch(QUOTED_ROW, line) for line in nonempty):
        lines = [(i, line.strip().rstrip(",")[1:-1]) for i, line in lines]
    rows = [line for line in nonempty if not TABLE_RULE.fullmatch(line)]
    if len(rows) < len(nonempty) and all(x[0] == x[-1] == "|" and len(x) > 1 for x in rows):
        framed = all(map(FRAMED_ROW.fullmatch, rows))
        content_lines = [(i, line) for i, line in lines if not TABLE_RULE.fullmatch(line.strip())]
        lines = [(i, line.strip()[1:-1] if framed else line) for i, line in content_lines]
    return [
        (i, re.sub(FREE_WORD, ".", line) if any(mark in line for mark in SEPARATORS) else line)
        for i, line in lines
    ]


def _without_titles(lines_of_blocks: list[Block], remarks: list[str]) -> list[Block]:
    """Return blocks of lines without titles, and without lines that set a size or a number."""
    kept_blocks = []
    for block in lines_of_blocks:
        rows = [line for line in block if not re.fullmatch(SETTING, line[1])]
        if len(rows) == 1 and len(lines_of_blocks) > 1 and re.fullmatch(TITLE, rows[0][1]):
            symbol_counts = Counter(rows[0][1].replace(" ", "").replace(".", ""))
            rows = rows if set(symbol_counts.values()) == {2} else []
        for line in block:
            if line not in rows:
                remarks.append(f"ignored the line {quoted(line[1].strip())}")
        if rows:
            kept_blocks.append(rows)
    return kept_blocks


def _each(puzzle_blocks: Sequence[Block], remarks: list[str]) -> Iterator[Puzzle]:
    """Yield the puzzle of each block."""
    for block in puzzle_blocks:
        new_remarks: list[str] = []
        yield _of_block(block, new_remarks)
        remarks += new_remarks


def _gapless(text: str, puzzle_blocks: Sequence[Block], remarks: list[str]) -> list[Puzzle]:
    """Return the puzzles of rows between which there are empty lines."""
    joined, remark = without_gaps(puzzle_blocks)
    if not remark:  # an empty line may also be a row of free cells whose blanks an editor removed
        lines = [line.rstrip("\r\n") for line in lines_of(text.strip("\r\n"))]
        first = puzzle_blocks[0][0][0] if puzzle_blocks else 1
        if "." in text or len(puzzle_blocks) < 2 or not any(" " in line.strip() for line in lines):
            raise InputError("no empty lines between rows")
        width = max(map(len, lines))
        joined = [[(first + i, line.ljust(width)) for i, line in enumerate(lines)]]
        remark = f"read as one {len(lines)}×{width} puzzle: empty lines are rows of free cells"
    puzzles = list(_each(joined, remarks))
    remarks.append(remark)
    return puzzles


def _by_lines(text: str, puzzle_blocks: Sequence[Block], remarks: list[str]) -> list[Puzzle]:
    """Return the puzzles of lines each of which is a whole square."""
    puzzles: list[Puzzle] = []
    for number, line in (line for block in puzzle_blocks for line in block):
        n = isqrt(len(line))
        if n * n != len(line) or len(line) < MIN_SQUARE_LINE:
            raise InputError(f"line {number}: not a square")
        puzzles += _each([_square(number, line)], remarks)
    sizes = "{0}×{0}".format(puzzles[0].rows) if puzzles else ""
    remarks.append(f"read each line as one puzzle, the first of {sizes}")
    return puzzles


def _square(number: int, line: str) -> Block:
    n = isqrt(len(line))
    return [(number, line[first : first + n]) for first in range(0, len(line), n)]


def _of_block(block: Block, remarks: list[str]) -> Puzzle:
    """Return the puzzle of a block of lines."""
    if is_sketch([line for _, line in block]):
        return puzzle_of_lines(block, "line", "")
    block = _without_margins(_without_title(block, remarks))
    if len(block) == 1:
        block = _of_one_line(*block[0], remarks)
    rows = cells_of(block, remarks)
    return as_typed(block, rows, remarks)


def _without_title(block: Block, remarks: list[str]) -> Block:
    """Return a block without a title above rows of another length."""
    (_, first), *rest = block
    widths = {len(line) for _, line in rest}
    if rest and len(first) not in widths and len(widths) == 1 and re.fullmatch(TITLE, first):
        remarks.append(f"ignored the title {quoted(first.strip())}")
        return rest
    return block


def _without_margins(block: Block) -> Block:
    """Return rows without blanks around all of them, if there is another mark of free cells."""
    stripped = [(number, line.strip(" ")) for number, line in block]
    text = "".join(line for _, line in stripped)
    alike = all(len({len(line) for _, line in lines}) == 1 for lines in (block, stripped))
    return stripped if alike and " " not in text and {".", *FREE_MARKS} & {*text} else block


def _of_one_line(number: int, line: str, remarks: list[str]) -> Block:
    """Return the rows of a line: those between marks, those of a square, or the line itself."""
    for mark in ("/", "\\n", "|", ";", ",", " "):
        parts = [part for part in line.strip().split(mark) if part]
        if len(parts) < 2 or len({*map(len, parts)}) > 1:
            continue
        if mark != "/":
            if ("." not in line and mark != "\\n") or len(parts[0]) == 1:
                continue
            separator = "a blank" if mark == " " else mark
            remarks.append(f"read as {len(parts)}×{len(parts[0])}: {separator} separates rows")
        return [(number, part) for part in parts]
    n = isqrt(len(line))
    if split_cells(line) is None and len(line) > 1:
        fits = _fits_in_one_row(line)
        if n * n == len(line) >= MIN_SQUARE_LINE and not fits:
            remarks.append(f"read the line of {len(line)} characters as {n}×{n}")
            return _square(number, line)
        if not fits or n * n == len(line) >= MIN_SQUARE_LINE:
            remarks.append(f"read as 1×{len(line)}; for several rows, break the line")
    return [(number, line)]


def _fits_in_one_row(line: str) -> bool:
    """Return whether flows can fill a row: each ends before the next begins."""
    open_symbol = ""
    for symbol in line:
        if symbol in FREE_SYMBOLS or symbol in FREE_MARKS:
            if not open_symbol:
                return False
        elif not open_symbol:
            open_symbol = symbol
        elif symbol == open_symbol:
            open_symbol = ""
        else:
            return False
    return not open_symbol


def cells_of(block: Block, remarks: list[str]) -> list[list[str]]:
    """Return the cells of rows: words between separators, or else characters.

    A blank may be a free cell or a separator. It separates cells if every row has as many words,
    and there is another mark for free cells, or a number of several digits.
    """
    lines = [line for _, line in block]
    split_lines = [split_cells(line) for line in lines]
    separator = next(
        (separator for separator in SEPARATORS if all(separator in line for line in lines)), " "
    )
    if separator in "|;" and not any(any(row or ()) for row in split_lines):
        return [list(line) for line in lines]
    if None in split_lines:
        return _characters(block, split_lines, remarks)
    if separator in ",;|" and len({line.count(separator) for line in lines}) == 1:
        split_lines = [
            _fields(line, separator, lines) for line in lines
        ]  # a last field may be empty
    words, labels = without_labels([row or [] for row in split_lines], _may_be_cell)
    cells = [word for row in words for word in row]
    invalid_word = next((word for word in cells if not _may_be_cell(word)), None)
    if separator == "\t" and invalid_word is not None:
        place = f"line {block[[invalid_word in (row or ()) for row in split_lines].index(True)][0]}"
        raise InputError(
            f"{place}: {quoted(invalid_word)} is not a cell; write a dot for a free cell"
        )
    if len({*map(len, words)}) > 1 or invalid_word is not None:
        return _characters(block, split_lines, remarks)
    if separator == " ":
        evenly_spaced = all(
            len(line.strip()) == 2 * len(row or ()) - 1
            for line, row in zip(lines, split_lines, strict=True)
        )
        are_aligned = len({*map(len, lines)}) == 1 and len(lines) > 1
        has_long_numbers = any(len(word) > 1 and word.isdecimal() for word in cells)
        all_single = all(len(word) == 1 for word in cells)
        has_free_mark = bool(set(cells) & {".", *FREE_IF_FREQUENT})
        if evenly_spaced and not has_free_mark:
            raise _ambiguous(block, "blanks may be free cells")
        if not (has_free_mark and all_single) and not (
            has_long_numbers and (has_free_mark or are_aligned)
        ):
            return _characters(block, split_lines, remarks)
    elif separator != "\t" and "".join(lines).count(separator) == 2:
        doubt = "commas may be endpoints" if separator == "," else f"{separator} may be an endpoint"
        raise _ambiguous(block, doubt)
    if labels:
        remarks.append(labels)
    return _renamed(words, remarks)


def _fields(line: str, mark: str, lines: Sequence[str]) -> list[str] | None:
    fields = [field.strip() for field in line.strip().split(mark)]
    last = all(other.rstrip().endswith(mark) for other in lines)
    first = mark == "|" and all(other.lstrip().startswith(mark) for other in lines)
    return fields[first : len(fields) - last]


def of_cells(rows: Sequence[Sequence[Any]]) -> Puzzle:
    """Return the puzzle of lists of cells, which may be characters, names, numbers or None."""
    try:
        cells = [
            ["" if cell is None or (is_whole(cell) and cell == 0) else str(cell) for cell in row]
            for row in rows
        ]
    except TypeError:
        raise InputError("expected rows of cells") from None
    if len({*map(len, cells)}) > 1 or not cells[0]:
        raise InputError("the rows differ in length, or are empty")
    text = "".join("\t".join(row) + "\n" for row in cells)
    lettered_text, _ = with_letters(text)
    lines = lettered_text.split("\n")[: len(cells)]
    return as_typed(list(enumerate(lines)), _renamed([line.split("\t") for line in lines], []), [])


def _may_be_cell(word: str) -> bool:
    return len(word) <= 1 or (len(word) <= MAX_WORD and word.isalnum())


def _ambiguous(block: Block, doubt: str) -> InputError:
    return InputError(
        f"line {block[0][0]}: {doubt} or separate cells; write the cells side by side, and dots "
        "for free ones"
    )


def _renamed(rows: Sequence[Sequence[str]], remarks: list[str]) -> list[list[str]]:
    """Return rows with a symbol for each word, and a dot for an empty one."""
    symbol_of = _names([word for row in rows for word in row], remarks)
    return [[symbol_of.get(word, word) or "." for word in row] for row in rows]


def _names(cells: Sequence[str], remarks: list[str]) -> dict[str, str]:
    """Return a symbol for each name of several characters, and for numbers with leading zeros."""
    names = dict.fromkeys(cells)
    symbols: dict[str, str] = {}
    numbers = [name for name in names if name.isascii() and name.isdecimal()]
    for name in numbers:
        if len(name) > 1 and len(digit := name.lstrip("0") or "0") == 1:
            symbols[name] = digit
    long_names = sorted((n for n in numbers if len(n) > 1 and n not in symbols), key=int)
    long_names += [name for name in names if len(name) > 1 and name not in numbers]
    used_symbols = {name for name in names if len(name) == 1} | set(symbols.values())
    unused_symbols = (
        symbol for symbol in SYMBOLS if symbol not in used_symbols and not symbol.isdecimal()
    )
    for name in long_names:
        symbol = next(unused_symbols, None)
        if symbol is None:
            raise InputError(f"more than {len(SYMBOLS)} different endpoints")
        symbols[name] = symbol
    if long_names:
        readings = [f"{name} as {symbols[name]}" for name in long_names]
        ending = f" and so on to {readings[-1]}" if len(readings) > 6 else ""
        remarks.append("read " + ", ".join(readings[: 5 if ending else None]) + ending)
    return symbols


def _characters(
    block: Block, split_lines: Sequence[list[str] | None], remarks: list[str]
) -> list[list[str]]:
    """Return the characters of rows; refuse rows of different lengths.

    Rows with blanks for free cells may have lost those at their ends.
    """
    lines = [line for _, line in block]
    width = max(map(len, lines))
    if len({*map(len, lines)}) == 1:
        return [list(line) for line in lines]
    symbol_counts = Counter("".join(lines).replace(" ", ""))
    if any(" " in line.strip() for line in lines) and set(symbol_counts.values()) == {2}:
        remarks.append(f"read as {len(lines)}×{width}: blanks at the ends of lines are added")
        return [list(line.ljust(width)) for line in lines]
    cell_counts = [len(row) for row in split_lines if row is not None and len(row) > 1]
    if len(cell_counts) < len(lines) or len({*cell_counts}) == 1:
        cell_counts = [*map(len, lines)]
    deviating_row = next(i for i, size in enumerate(cell_counts) if size != cell_counts[0])
    raise InputError(
        f"line {block[deviating_row][0]}: {counted(cell_counts[deviating_row], 'cell')}, but "
        f"line {block[0][0]} has {cell_counts[0]}"
    )


def as_typed(block: Block, rows: Sequence[Sequence[str]], remarks: list[str]) -> Puzzle:
    """Return the puzzle of rows of symbols; refuse symbols that may mean two things."""
    block = block[len(block) - len(rows) :]  # without a header, of which there is no row
    where = f"line {block[0][0]}"
    for (number, _), row in zip(block, rows, strict=True):
        for symbol in row:
            check_symbol(symbol, f"line {number}")
    counts = Counter(symbol for row in rows for symbol in row)
    free_symbols = set(FREE_SYMBOLS) & set(counts)
    if not free_symbols:
        free_symbols = _free_symbols(counts, where, remarks)
    endpoint_symbols = [x for x in counts if x not in free_symbols and x not in CELL_MARKS]
    odd_endpoints = [x for x in endpoint_symbols if x in FREE_IF_FREQUENT and not x.isalnum()]
    if odd_endpoints and any(map(str.isalnum, endpoint_symbols)):
        remarks.append(f"read {odd_endpoints[0]} as an endpoint")
    marked_cells = {}
    for symbol, kind in zip(CELL_MARKS, ("missing cell", "bridge"), strict=True):
        if not counts[symbol] or symbol in free_symbols or not endpoint_symbols or not free_symbols:
            continue
        if counts[symbol] == 2:
            if all(x.isalnum() for x in endpoint_symbols):
                raise InputError(
                    f"{where}: {symbol} may mark two {kind}s or be an endpoint; for a {kind}, draw "
                    f"a sketch with {symbol} in its cell (docs/flowfree.md), and for an "
                    "endpoint, write a letter"
                )
            continue
        marked_cells[symbol] = frozenset(
            i for i, x in enumerate(x for row in rows for x in row) if x == symbol
        )
        remarks.append(f"read {symbol} as a {kind}")
    dot_of = dict.fromkeys({*free_symbols, *marked_cells}, ".")
    lines = ["".join(dot_of.get(x, x) for x in row) for row in rows]
    numbered = [(number, line) for (number, _), line in zip(block, lines, strict=True)]
    marks = Marks(marked_cells.get("#", frozenset()), marked_cells.get("+", frozenset()))
    return puzzle_of_lines(numbered, "line", "", marks)


def _free_symbols(count: Counter[str], where: str, remarks: list[str]) -> set[str]:
    """Return the symbols that mark free cells in a puzzle with neither dots nor blanks."""
    marks = [mark for mark in FREE_MARKS if count[mark]]
    free_symbols = {mark for mark in marks if count[mark] != 2}
    if marks and not free_symbols and len(count) > len(marks):
        raise InputError(
            f"{where}: {marks[0]} may be a free cell or an endpoint; write dots for free cells, or "
            "letters for endpoints"
        )
    frequent = [x for x in count if count[x] > 2]
    if not marks and len(frequent) == 1 and frequent[0] in FREE_IF_FREQUENT and len(count) > 1:
        remarks.append(f"read {frequent[0]} as a free cell")
        return {frequent[0]}
    if {"⬛", "⬜"} <= free_symbols:
        raise InputError(f"{where}: ⬛ and ⬜ may both be free cells; write dots for free cells")
    return free_symbols


def check_symbol(symbol: str, place: str) -> None:
    """Raise `InputError` for a symbol that cannot be a cell."""
    if symbol == "/":
        raise InputError(f"{place}: / separates rows and is not a cell")
    if not symbol.isprintable():
        raise InputError(f"{place}: {symbol!r} is not printable, so it is not a cell")


def puzzle_of_lines(block: Block, unit: str, origin: str, marks: Marks = PLAIN) -> Puzzle:
    """Return the puzzle in numbered rows or lines of a sketch; `unit` names these in messages."""
    (first, row), *later_lines = block
    lines = [line for _, line in block]
    sketched = is_sketch(lines)
    for number, line in block:
        for symbol in "" if line.isprintable() and "/" not in line else line:
            check_symbol(symbol, f"{unit} {number}")
    for number, line in later_lines:
        if len(line) != len(row):
            raise InputError(
                f"{unit} {number}: {len(line)} {'characters' if sketched else 'cells'}, "
                f"but {unit} {first} has {len(row)}"
            )
    try:
        check_shape(*(size // 2 if sketched else size for size in (len(lines), len(row))))
        return Puzzle.of(lines, origin, marks=marks)
    except InputError as error:
        place = f"{unit} {first}" if block[-1][0] == first else f"{unit}s {first} to {block[-1][0]}"
        raise InputError(f"{place}: {error}") from None


SIZE = re.compile(r"\s*\d+(?:(?:\s+|\s*[x×X*,]\s*)\d+){0,2}\s*")
"""A line that may be the size of a puzzle."""

COMMENT = re.compile(r"\s*(?:#.*)?")
"""A line between sized puzzles: empty, or a comment."""


def is_sized(text: str) -> bool:
    r"""Return whether a text begins with a size; refuse a text that may also be rows.

    >>> is_sized("3 1\nA.A\n"), is_sized("A.A\n")
    (True, False)
    """
    lines = (line.rstrip("\r\n") for line in lines_of(text))
    first = next((line for line in lines if not COMMENT.fullmatch(line)), "")
    if not SIZE.fullmatch(first):
        return False
    if text.lstrip().startswith("#"):
        return True
    if not _has_puzzles(read_sized, text):
        counts = [len(line.split()) for line in lines_of(text) if line.strip()]
        no_size = len(counts) > 1 and (len({*counts}) == 1 or "0" in first.split())
        return not (no_size or len(first.split()) == 1 or _has_puzzles(read_rows, text))
    if _has_puzzles(read_rows, text):
        raise InputError(
            "the first line can be a row or a size; if it is a row, write dots for free cells; if "
            "it is a size, insert a line that begins with # above it"
        )
    return True


def _has_puzzles(read: Callable[[str], Reading[Puzzle]], text: str) -> bool:
    try:
        return sum(1 for _ in read(text).puzzles) > 0
    except InputError:
        return False


def read_sized(text: str) -> Reading[Puzzle]:
    """Return the puzzles of a text in which a size precedes the rows of each.

    A size consists of columns and rows, or of one number for a square; the number of flows may
    follow. These numbers are in one line, or in a line each.
    """
    remarks: list[str] = []
    _check_endpoints(text.splitlines())
    return Reading(_sized(text, remarks), remarks)


def _sized(text: str, remarks: list[str]) -> Iterator[Puzzle]:
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    position = 0
    while position < len(lines):
        if COMMENT.fullmatch(lines[position]):
            position += 1
            continue
        first = position + 1
        sizes, position = _size(lines, position)
        if sizes[:2] == [0, 0]:
            return
        while position < len(lines) and not lines[position]:  # an empty line below the size
            position += 1
        if len(sizes) == 3 and _is_block_of_shape(lines, position, sizes[1:]) > _is_block_of_shape(
            lines, position, sizes[:2]
        ):
            sizes = [*sizes[1:], sizes[0]]  # the number of flows is first
        cols, rows = sizes[:2] if len(sizes) > 1 else sizes * 2
        check_shape(rows, cols)
        if (
            rows != cols
            and not _has_shape(lines, position, rows, cols)
            and _has_shape(lines, position, cols, rows)
        ):
            rows, cols = cols, rows
            remarks.append(f"read the size in line {first} as {rows} rows and {cols} columns")
        block = list(enumerate(lines[position : position + rows], start=position + 1))
        if len(block) == rows and _are_plain(block, cols):
            puzzle = puzzle_of_lines(block, "line", "")
        else:
            cells = [_sized_row(number, line, cols, first) for number, line in block]
            if len(block) < rows:
                row_count = counted(rows, "row")
                raise InputError(f"line {first}: expected {row_count}, found {len(block)}")
            puzzle = as_typed(block, _renamed(cells, remarks), remarks)
        if len(sizes) == 3 and puzzle.k != sizes[2]:
            raise InputError(
                f"line {first}: the size says {counted(sizes[2], 'flow')}, but the rows have "
                f"{puzzle.k}"
            )
        yield puzzle
        position += rows


def _are_plain(block: Block, cols: int) -> bool:
    """Return whether rows have this length, dots for free cells, and no marks."""
    cells = "".join([line for _, line in block])
    same = {len(line) for _, line in block} == {cols}
    return same and "." in cells and not any(mark in cells for mark in CELL_MARKS)


def _size(lines: Sequence[str], position: int) -> tuple[list[int], int]:
    """Return the numbers of a size, which are in one line or in a line each, and the next line."""
    words = re.split(r"[\sx×X*,]+", lines[position].strip())
    line_number = position + 1
    position += 1
    if len(words) == 1:
        while len(words) < 3 and position < len(lines) and lines[position].strip().isdecimal():
            width = parse_whole_number(words[0], 1, MAX_FIELDS)
            if len(words) == 1 and width is not None and _has_shape(lines, position, width, width):
                break  # a row of a square
            words.append(lines[position].strip())
            position += 1
    sizes = [parse_whole_number(word, 0, MAX_FIELDS) for word in words]
    numbers = [size for size in sizes if size is not None]
    if len(numbers) < len(sizes) or not 1 <= len(sizes) <= 3:
        raise InputError(
            f"line {line_number}: expected the numbers of columns and rows of the next puzzle"
        )
    return numbers, position


def _has_shape(lines: Sequence[str], position: int, rows: int, cols: int) -> bool:
    """Return whether the lines from `position` on are rows of this number and length."""
    block = lines[position : position + rows]
    return len(block) == rows and all(len(x) == cols or len(x.split()) == cols for x in block)


def _is_block_of_shape(lines: Sequence[str], position: int, shape: Sequence[int]) -> bool:
    """Return whether the lines from `position` to an empty one have this shape, in any order."""
    row_counts = (
        rows for rows in shape if not "".join(lines[position + rows : position + rows + 1]).strip()
    )
    return any(_has_shape(lines, position, rows, sum(shape) - rows) for rows in row_counts)


def _sized_row(number: int, line: str, cols: int, first: int) -> list[str]:
    if len(line) == cols:
        return list(line)
    words = split_cells(line) or []
    if len(words) == cols:
        return words
    cell_count = len(words) if len(words) > 1 else len(line)
    raise InputError(
        f"line {number}: {counted(cell_count, 'cell')}, but {cols} according to line {first}"
    )
