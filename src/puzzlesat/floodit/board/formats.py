"""The formats of Flood-It boards: `FORMATS`.

A text that fits both ``rows`` and ``sized`` is refused as ambiguous. Lines that may be either
rows or whole boards are read as whole boards if each has at least `MIN_BOARD_LINE` fields, unless
the lines form square boards.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise
from math import isqrt
from string import ascii_letters

from puzzlesat.common.cells import (
    Block,
    split_cells,
    with_letters,
    without_frame,
    without_gaps,
    without_labels,
)
from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks, first_line, lines_of
from puzzlesat.common.formats import Format, Formats, Reading, SpooledPuzzles, line_reader
from puzzlesat.common.limits import MAX_FIELDS, check_shape
from puzzlesat.common.lists import lists_as_rows
from puzzlesat.common.picture import doubts_of, read_fields, remarks_on
from puzzlesat.common.rows import CellReader, Row, is_table, parse_rows, read_count, read_positive
from puzzlesat.floodit.board.board import (
    ONE_CHARACTER_SYMBOLS,
    Board,
    check_colours,
    colours_of,
    default_symbols,
    is_symbol,
    parse_start,
    symbols_in,
)
from puzzlesat.floodit.board.format_info import FORMAT_INFO
from puzzlesat.floodit.board.game_id import ID_OR_LINK, game_id_of, link_of, parse_id
from puzzlesat.floodit.board.sized import numbered_boards, symbol_rows, words_of_first_line

SAMPLE: dict[str, CellReader] = {
    "seed": read_count,
    "n": read_positive,
    "k": read_positive,
    "board": read_count,
    "fields": str,
}
"""The columns of a sample: those that identify a board, and the board's rows joined by ``/``."""

BOARD_KEY = ("seed", "n", "k", "board")
"""The columns that identify a board of a sample."""

MIN_FIELDS_PER_COLOUR = 8
"""Number of fields for each colour above which a colour that occurs once is remarked on."""

SIZE = re.compile(r"(\d{1,7})[ \t]*([xX×])[ \t]*(\d{1,7})(?:[ \t]*\2[ \t]*(\d{1,7}))?", re.ASCII)
"""A line with the shape of the board below it, such as 5x5, and perhaps its number of colours."""

PLAIN_ROWS = re.compile(r"[A-Za-z0-9\n]*+")
"""Matches a text of digits and letters."""

MIN_BOARD_LINE = 64
"""Minimum length of lines that are recognised as whole boards."""

HEADING = re.compile(
    r"(?:.*: )?board \d+, (\d{1,7})×(\d{1,7}), k = (\d{1,7})"
    r"(?:, start ([\d,]+))?(?:, colours (.+))?"
)
"""Matches the lines that `heading` returns."""

Shape = tuple[int, int]
"""The numbers of rows and columns."""


def heading(label: str, board: Board) -> str:
    """Return the line that `floodit show` prints above a board; the format ``rows`` accepts it.

    >>> heading("board 0", Board.of([[0, 1, 0]], k=3))
    'board 0, 1×3, k = 3, colours 0 1 2'
    """
    colours = " ".join(map(str, board.symbols))
    start = f", start {board.start_text}" if board.start_text else ""
    return f"{label}, {board.rows}×{board.cols}, k = {board.k}{start}, colours {colours}"


def _is_json(text: str) -> bool:
    return lists_as_rows(text, allow_null=False) is not None


def _is_id(text: str) -> bool:
    match = ID_OR_LINK.fullmatch(first_line(text))
    return match is not None and not match["link"]


def _is_link(text: str) -> bool:
    return first_line(text).startswith(("http://", "https://"))


def _is_sized(text: str) -> bool:
    text, _ = with_letters(text)  # a hexadecimal code is no comment
    if HEADING.fullmatch(first_line(text)):
        return False
    if size := SIZE.fullmatch(first_line(text)):
        return _is_size(text, size)
    if sized_shapes := _shapes_if_readable(_sized, text):
        if not text.lstrip().startswith("#") and (row_shapes := _shapes_if_readable(_rows, text)):
            raise InputError(
                f"two formats fit; choose --format rows ({_shapes_in_words(row_shapes)}) or "
                f"--format sized ({_shapes_in_words(sized_shapes)})"
            )
        return True
    return _looks_sized(text) and not _shapes_if_readable(_rows, text)


def _is_size(text: str, size: re.Match[str]) -> bool:
    """Return whether the first line is a size, and not a row with an x."""
    size_lines = (SIZE.fullmatch(line) for block in blocks(text) for _, line in block)
    if text.count(size[2]) == sum(match[0].count(size[2]) for match in size_lines if match):
        return True
    if _shapes_if_readable(_sized, text):
        raise InputError(
            f"line {_first_number(text)}: {quoted(size[0])} may be a row or the size of the rows "
            "below it; remove it, or write blanks between the fields"
        )
    return False


def _first_number(text: str) -> int:
    return next(block[0][0] for block in blocks(text))


def _boards_below_sizes(text: str) -> Reading[Board]:
    """Return the boards of a text in which a line with its shape is above each."""
    lines = [line.strip() for line in lines_of(text)]
    indices = [i for i, line in enumerate(lines) if SIZE.fullmatch(line)]
    readings = [
        _board_below_size("\n" * first + "\n".join(lines[first:last]))
        for first, last in pairwise([*indices, len(lines)])
    ]
    remarks = dict.fromkeys(chain.from_iterable(remarks for _, remarks in readings))
    return Reading([*chain.from_iterable(boards for boards, _ in readings)], [*remarks])


def _board_below_size(text: str) -> Reading[Board]:
    """Return the board below a line with its shape, in either order."""
    size = SIZE.fullmatch(first_line(text))
    assert size is not None, text
    number = _first_number(text)
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    reading = _rows("\n" * number + "\n".join(lines[number:]))
    boards = list(reading.puzzles)
    shape = (int(size[1]), int(size[3]))
    if len(boards) != 1 or (boards[0].rows, boards[0].cols) not in (shape, shape[::-1]):
        shown = _shapes_in_words(_shapes(boards)) if len(boards) == 1 else "not one board"
        raise InputError(f"line {number}: the size is {size[0]}, but below it is {shown}")
    if size[4] and int(size[4]) < boards[0].k:
        raise InputError(f"line {number}: {size[4]} colours, but the board shows {boards[0].k}")
    return Reading(boards, reading.remarks)


def _shapes(boards: Iterable[Board]) -> Counter[Shape]:
    """Return how many boards there are of each shape, in the order of their occurrence."""
    return Counter((board.rows, board.cols) for board in boards)


def _shapes_if_readable(read: Callable[[str], Reading[Board]], text: str) -> Counter[Shape]:
    """Return the shapes of the boards in a text, or none if the format does not fit."""
    try:
        return _shapes(read(text).puzzles)
    except InputError:
        return Counter()


def _looks_sized(text: str) -> bool:
    """Return whether a text that does not fit ``sized`` was probably meant to be in this format."""
    # the first line has three numbers, and another line has more or less
    lines = (line.partition("#")[0].split(None, 3) for block in blocks(text) for _, line in block)
    first = next(filter(None, lines), [])
    has_three_numbers = len(first) == 3 and all(word.isdecimal() for word in first)
    return has_three_numbers and any(len(line) != 3 for line in lines if line)


def _are_lines(text: str) -> bool | str:
    return _lines_or_rows(text)[0]


def _are_rows(text: str) -> bool | str:
    return _lines_or_rows(text)[1]


@lru_cache(maxsize=1)
def _lines_or_rows(text: str) -> tuple[bool | str, bool | str]:
    """Return what ``lines`` and ``rows`` say to a text: exactly one of them recognises it."""
    if HEADING.fullmatch(first_line(with_letters(text)[0])):
        return False, True
    rows: Counter[Shape] = Counter()
    lines: Counter[Shape] = Counter()
    are_ragged = False
    for widths in _widths(text):
        for width in widths:
            n = isqrt(width)
            if n * n != width:
                return False, True
            lines[n, n] += 1
        are_ragged = are_ragged or len(set(widths)) > 1
        rows[len(widths), widths[0]] += 1
    if not lines:
        return False, True
    are_long = min(rows for rows, _ in lines) ** 2 >= MIN_BOARD_LINE
    if are_ragged:
        return are_long, not are_long
    are_square = all(height == width for height, width in rows)
    if are_long and not are_square:
        return _remark(lines, "rows", rows), False
    return False, _remark(rows, "lines", lines) if are_long or not are_square else True


def _widths(text: str) -> Iterator[list[int]]:
    """Yield the lengths of the lines of each board; none of a text whose cells are separated."""
    text, _ = with_letters(text)
    plain = PLAIN_ROWS.fullmatch(text)  # without separators
    if not plain and any(split_cells(x) is not None for b in blocks(text) for _, x in b):
        return
    for block in _blocks_without_gaps(text)[0]:
        yield [len(line) for _, line in block]


def _remark(shapes: Counter[Shape], other_format: str, other_shapes: Counter[Shape]) -> str:
    read, otherwise = _shapes_in_words(shapes), _shapes_in_words(other_shapes)
    return f"read as {read}; --format {other_format} would read {otherwise}"


def _shapes_in_words(shapes: Counter[Shape]) -> str:
    """Return the number of boards and the size of the first, in words."""
    size = "{}×{}".format(*next(iter(shapes)))
    board_count = shapes.total()
    if board_count == 1:
        return f"one board of {size}"
    return f"{board_count} boards{'' if len(shapes) == 1 else ', the first'} of {size}"


def _rows(text: str, *, gaps: bool = True) -> Reading[Board]:
    """Return the boards of rows; with `gaps`, empty lines may separate the rows of one board."""
    if PLAIN_ROWS.fullmatch(text):
        remarks: list[str] = []
        with suppress(InputError):  # other readings follow
            return Reading(SpooledPuzzles(_with_remarks(_plain(text), remarks)), remarks)
    text = without_frame(text)
    slash_remark = ""
    if "/" in text and not any(map(HEADING.match, text.splitlines())):
        text, slash_remark = _without_slashes(text)
        gaps = False
    text, letter_remark = with_letters(text)
    text, semicolon_remark = _without_semicolons(text)
    text, title_remark = _without_titles(text)
    board_blocks, gap_remark = _blocks_without_gaps(text) if gaps else (blocks(text), "")
    all_remarks = slash_remark, letter_remark, semicolon_remark, title_remark, gap_remark
    remarks = [*filter(None, all_remarks)]
    boards = (_board_of_block(block, remarks) for block in board_blocks)
    return Reading(_with_remarks(boards, remarks), remarks)


def _plain(text: str) -> Iterator[Board]:
    """Yield the boards of a text if they need no interpretation, as in most large files.

    Each board has at least two rows of the same length. Raise `InputError` for others.
    """
    for block in blocks(text, strip=False):
        rows = [row for _, row in block]
        if len(rows) < 2 or len(set(map(len, rows))) > 1:
            raise InputError("other readings are possible")
        cells = "".join(rows)
        symbols = sorted(set(cells), key=_rank)
        colour_of = {symbol: c for c, symbol in enumerate(symbols)}
        colour = tuple(map(colour_of.__getitem__, cells))
        yield Board(len(rows), len(rows[0]), len(symbols), colour, tuple(symbols))


def _blocks_without_gaps(text: str) -> tuple[Iterable[Block], str]:
    """Return the blocks of a text as `without_gaps` does, but not all at once if possible."""
    if any(len(block) > 1 for block in blocks(text)):
        return blocks(text), ""
    return without_gaps([*blocks(text)])


def _without_slashes(text: str) -> tuple[str, str]:
    """Return a text with a board per line, whose rows are joined by slashes, as rows; and a remark.

    Raise `InputError` for a slash that is not between two rows.
    """
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if "/" in line and not all(map(str.strip, line.split("/"))):
            raise InputError(
                f"line {number}: a slash joins two rows, as in 01/10; remove the one that does not"
            )
    mixed = not all("/" in line for line in lines if line.strip())
    remark = "read each line as a board, because / joins rows" if mixed else ""
    return "\n\n".join(lines).replace("/", "\n"), remark


def _without_semicolons(text: str) -> tuple[str, str]:
    """Return a line with semicolons between its rows as several lines, and a remark."""
    rows = [row.strip() for row in text.strip().split(";") if row.strip()]
    widths = {len(split_cells(row) or row) for row in rows}
    if "\n" in text.strip() or len(rows) < 2 or len(widths) > 1 or widths == {1}:
        return text, ""
    return "\n".join(rows), f"read as one {len(rows)}×{max(widths)} board: ; separates rows"


def _without_titles(text: str) -> tuple[str, str]:
    """Return a text with empty lines instead of those that begin with ``#``, and a remark."""
    lines = text.splitlines() if "#" in text else []
    titles = [number for number, line in enumerate(lines, start=1) if line.lstrip()[:1] == "#"]
    if not titles:
        return text, ""
    kept = ("" if line.lstrip()[:1] == "#" else line for line in lines)
    single = f"line {titles[0]} is a title"
    remark = single if len(titles) == 1 else "lines that begin with # are titles"
    return "\n".join(kept), f"{remark} and not read"


def _with_remarks(boards: Iterable[Board], remarks: list[str]) -> Iterator[Board]:
    """Yield boards, and add a remark on the first that has a colour that may be a slip of the pen.

    It occurs once, although random boards of this size would show every colour
    `MIN_FIELDS_PER_COLOUR` times. There is also a remark on symbols that may not be what was meant.
    """
    found_slip = found_doubt = False
    for number, board in enumerate(boards):
        if not found_doubt and (doubt := _doubt_about(board.symbols)):
            remarks.append(doubt)
            found_doubt = True
        if not found_slip and board.k > 2 and len(board.colour) >= MIN_FIELDS_PER_COLOUR * board.k:
            counts = Counter(board.colour)
            rare = min(counts, key=lambda c: counts[c])
            if found_slip := counts[rare] == 1:
                row, column = divmod(board.colour.index(rare), board.cols)
                remarks.append(
                    f"board {number}: {board.symbols[rare]} occurs once, in row {row}, column "
                    f"{column}; if it is a slip, there are {board.k - 1} colours, not {board.k}"
                )
        yield board


@lru_cache
def _doubt_about(symbols: Sequence[str]) -> str:
    """Return a remark on colours that may be rows or mixtures of colours, or one colour."""
    long_symbol = next((x for x in symbols if len(x) > 2), "")
    if long_symbol:
        return (
            f"read {long_symbol} as one colour; write one character for each field, or codes such "
            "as #ff0000"
        )
    in_both_cases = [x for x in symbols if x.islower() and x.upper() in symbols]
    if in_both_cases and len(symbols) < len(ascii_letters) / 2:
        return f"read {in_both_cases[0]} and {in_both_cases[0].upper()} as two colours"
    return ""


def _json(text: str) -> Reading[Board]:
    rows, remark = lists_as_rows(text, allow_null=False) or (text, "")
    reading = _rows(rows, gaps=False)
    boards = list(reading.puzzles)  # which adds remarks
    return Reading(boards, [*filter(None, [remark]), *reading.remarks])


def _board_of_block(block: Block, remarks: list[str]) -> Board:
    """Return the board in numbered lines, the first of which may be a `heading`."""
    number, first = block[0]
    header = HEADING.fullmatch(first)
    listed_symbols = (header[5] or "").split() if header else []
    long_symbols = any(len(symbol) > 1 for symbol in listed_symbols)
    cells, remark = _cells(block[1:] if header else block, separated=long_symbols)
    if remark and remark not in remarks:
        remarks.append(remark)
    with error_context(f"line {number}"):
        if not cells:
            raise InputError("no board follows the heading")
        board = _board_of_rows(cells, listed_symbols or _symbols_shown(cells))
        if header and (board.rows, board.cols, board.k) != tuple(map(int, header.groups()[:3])):
            raise InputError(
                f"the heading does not match the board below it, which is {board.rows}×"
                f"{board.cols}, k = {board.k}"
            )
        return board.with_start(parse_start(header[4])) if header and header[4] else board


def _cells(block: Block, *, separated: bool = False) -> tuple[list[list[str]], str]:
    """Return the symbols in a board's rows, and a remark on labels that are not part of it."""
    if not block:
        return [], ""
    may_be_one_row = not separated
    separated = separated or any(split_cells(line) is not None for _, line in block)
    rows: Sequence[Sequence[str]] = [
        split_cells(line) or [line] if separated else line[: MAX_FIELDS + 1] for _, line in block
    ]
    remark = ""
    cell_lengths = {len(cell) for cell in rows[0]}
    if may_be_one_row and len(rows) == 1 < min(cell_lengths) == max(cell_lengths):
        remark = (
            f"read as one row of {counted(len(rows[0]), 'field')}; write a line for each row of a "
            "board"
        )
    elif separated:
        rows, remark = without_labels(rows, is_symbol)
    if separated:
        rows = [[_without_zeros(cell) for cell in row] for row in rows]
    for (number, _), row in zip(block[len(block) - len(rows) :], rows, strict=True):
        if row is rows[0]:
            with error_context(f"line {number}"):
                check_shape(len(rows), len(row))
        elif len(row) != len(rows[0]):
            raise InputError(
                f"line {number}: {counted(len(row), 'field')}, but the board's first row "
                f"has {len(rows[0])}"
            )
        _check_row(row, f"line {number}")
    return [list(row) for row in rows], remark


def _without_zeros(cell: str) -> str:
    """Return a number without leading zeros, and any other cell as it is."""
    return cell.lstrip("0") or "0" if cell.isascii() and cell.isdecimal() else cell


def _check_row(row: Sequence[str], place: str, first_column: int = 1) -> None:
    """Raise `InputError` if a symbol is not a colour; columns are counted from `first_column`."""
    wrong_columns = [row.index(symbol) for symbol in set(row) if not is_symbol(symbol)]
    if wrong_columns:
        column = min(wrong_columns)
        raise InputError(
            f"{place}, column {column + first_column}: {quoted(row[column])} is not a colour; "
            "use a digit or a letter"
        )


def _symbols_shown(rows: list[list[str]]) -> list[str]:
    """Return the symbols in rows, in the order of their colours."""
    return sorted({symbol for row in rows for symbol in row}, key=_rank)


def _rank(symbol: str) -> tuple[int, int]:
    return len(symbol), ONE_CHARACTER_SYMBOLS.index(symbol) if len(symbol) == 1 else int(symbol)


def _board_of_rows(rows: list[list[str]], symbols: Sequence[str]) -> Board:
    """Return the board with these rows; the symbols denote the colours in order."""
    colour = colours_of(chain.from_iterable(rows), symbols)
    return Board(len(rows), len(rows[0]), len(symbols), tuple(colour), tuple(symbols))


def _lines(text: str) -> Reading[Board]:
    text, remark = with_letters(text)
    remarks = [remark] if remark else []
    return Reading(_with_remarks(_boards_of_lines(text), remarks), remarks)


def _boards_of_lines(text: str) -> Iterator[Board]:
    for block in blocks(text):
        for number, line in block:
            n = isqrt(len(line))
            with error_context(f"line {number}"):
                if n * n != len(line):
                    raise InputError(f"a line of {len(line)} fields is not a square board")
                check_shape(n, n)
            _check_row(line, f"line {number}")
            rows = [list(line[first : first + n]) for first in range(0, len(line), n)]
            yield _board_of_rows(rows, _symbols_shown(rows))


def _sized(text: str) -> Reading[Board]:
    if SIZE.fullmatch(first_line(text)):
        return _boards_below_sizes(text)
    remarks: list[str] = []
    if len(words_of_first_line(text)) not in (1, 2):
        return Reading(numbered_boards(text, remarks), remarks)
    text_with_letters, remark = with_letters(text)
    try:
        return Reading([*_boards_of_sized(text_with_letters)], [remark] if remark else [])
    except InputError:
        with suppress(InputError):  # the three numbers may be on lines of their own
            return Reading([*numbered_boards(text, remarks)], remarks)
        raise


def _boards_of_sized(text: str) -> Iterator[Board]:
    for number, rows in symbol_rows(text):
        for row in rows:
            _check_row([*map(_without_zeros, row)], f"below line {number}")
        cells = [[*map(_without_zeros, row)] for row in rows]
        with error_context(f"below line {number}"):
            yield _board_of_rows(cells, _symbols_shown(cells))


def _csv(text: str) -> Reading[Board]:
    def origin(row: Row) -> str:
        return ", ".join(f"{key} {row[key]}" for key in BOARD_KEY)

    columns = SAMPLE | ({"minimum": read_count} if "minimum" in first_line(text).split(",") else {})
    return Reading(
        replace(board_of(row), origin=origin(row), known_minimum=row.get("minimum", 0))
        for row in parse_rows(text, columns)
    )


def board_of(row: Row) -> Board:
    """Return the board of a row of a sample.

    Raise `InputError`, with the name of the row, unless it contains an n×n board in k colours.
    """
    with error_context(f"board {row['board']} of n = {row['n']}, k = {row['k']}"):
        board = parse_board(row["fields"], row["k"])
        if (board.rows, board.cols) != (row["n"], row["n"]):
            raise InputError(f"the board has {board.rows}×{board.cols} fields")
    return board


def parse_board(text: str, k: int | None = None, symbols: Sequence[str] | None = None) -> Board:
    """Return the board of a text in the form of `Board.text`, such as ``01/20``.

    Parameters
    ----------
    k : int, optional
        The number of colours. Without k and symbols, rows may have any form that the format
        ``rows`` allows, and the board has only the colours that it shows.
    symbols : sequence of str, optional
        The symbol of each colour. If only k is given, the symbols are `default_symbols`.

    Raises
    ------
    InputError
        If the text is not a board, or has more than k colours.

    Examples
    --------
    >>> parse_board("01/20", k=3).grid
    ((0, 1), (2, 0))
    >>> parse_board("RGB/BGR").symbols
    ('B', 'G', 'R')
    >>> parse_board("10,2/2,1", k=3, symbols=["1", "2", "10"]).grid
    ((2, 1), (1, 0))
    """
    if k is None:
        if symbols is None:
            return _board_of_block(list(enumerate(text.split("/"), start=1)), [])
        k = len(symbols)
    check_colours(k)
    if symbols is None:
        symbols = default_symbols(k)
    if len(symbols) != k:
        expected = counted(k, "symbol")
        raise InputError(f"expected {expected}, one for each colour, not {len(symbols)}")
    rows = [symbols_in(row, symbols) for row in text.split("/")]
    if any(len(row) != len(rows[0]) for row in rows):
        raise InputError(f"the rows of the board {quoted(text)} differ in length")
    check_shape(len(rows), len(rows[0]))
    for number, row in enumerate(rows):
        _check_row(row, f"row {number}", 0)
    return _board_of_rows(rows, symbols)


def _write_rows(board: Board) -> str:
    """Return a board as rows, below a heading if the rows alone could be read differently."""
    rows = [board.format_colours(row) for row in board.grid]
    is_unclear = 1 in (board.rows, board.cols) or SIZE.fullmatch(rows[0])
    needs_heading = len({*board.colour}) < board.k or board.start_text or is_unclear
    return "\n".join([*([heading("board 0", board)] if needs_heading else []), *rows])


def _write_json(board: Board) -> str:
    symbols = [str(symbol) for symbol in board.symbols]
    values = list(map(int, symbols)) if all(map(str.isdecimal, symbols)) else symbols
    return json.dumps([[values[c] for c in row] for row in board.grid], ensure_ascii=False)


def _read_picture(content: bytes) -> tuple[Reading[Board], list[str]]:
    read = read_fields(content, "floodit")
    grid = [read.fields[r * read.cols : (r + 1) * read.cols] for r in range(read.rows)]
    board = Board.of(grid, k=len(read.palette))
    legend = ", ".join(
        f"{symbol} #{bytes(colour).hex()}"
        for symbol, colour in zip(board.symbols, read.palette, strict=True)
    )
    rows = [board.format_colours(row) for row in board.grid]
    return Reading([board], remarks_on(read, rows, [f"colours {legend}"])), doubts_of(read)


FORMATS: Formats[Board] = Formats(
    FORMAT_INFO.noun,
    [
        Format(FORMAT_INFO["id"], _is_id, line_reader(parse_id), game_id_of),
        Format(FORMAT_INFO["link"], _is_link, line_reader(parse_id), link_of),
        Format(FORMAT_INFO["json"], _is_json, _json, _write_json),
        Format(FORMAT_INFO["csv"], lambda text: is_table(text, SAMPLE), _csv),
        Format(FORMAT_INFO["sized"], _is_sized, _sized),
        Format(FORMAT_INFO["lines"], _are_lines, _lines),
        Format(FORMAT_INFO["rows"], _are_rows, _rows, _write_rows),
    ],
    _read_picture,
)
"""The formats of boards, in the order in which they are tried."""

read_boards = FORMATS.read
