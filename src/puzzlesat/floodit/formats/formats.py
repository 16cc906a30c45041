"""The formats of boards: `FORMATS`."""

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt
from os import PathLike

from puzzlesat.common.colours import names_of
from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.formats import Format, Formats, Picture, Window, line_reader
from puzzlesat.common.grids import (
    COLOURS,
    Grid,
    GridRow,
    check_rows,
    first_line,
    is_list,
    line_blocks,
    read_grids,
    read_lists,
)
from puzzlesat.common.limits import check_shape
from puzzlesat.common.picture import read_fields, remarks_on
from puzzlesat.common.records import is_table
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.formats.game_id import ID_OR_LINK, game_id_of, link_of, parse_id, parse_link
from puzzlesat.floodit.formats.info import FORMAT_INFO
from puzzlesat.floodit.formats.samples import SAMPLE, read_sample
from puzzlesat.floodit.formats.sized import may_be_sized, read_sized, write_sized

MIN_BOARD_LINE = 64
"""Minimum number of fields of a board that is a line, unless the format is named."""


def _may_be_id(text: str) -> bool:
    match = ID_OR_LINK.fullmatch(first_line(text))
    return match is not None and not match["link"]


def _read_rows(text: str) -> Iterator[Board]:
    for grid in read_grids(text, COLOURS):
        check_rows(grid, "choose --format rows, or lines for square boards in one line each")
        yield _of_one_kind(_board_of(grid, "line"))


def _read_any_rows(text: str) -> Iterator[Board]:
    for grid in read_grids(text, COLOURS):
        yield _board_of(grid, "line")


def _read_lists(text: str) -> Iterator[Board]:
    for grid in read_lists(text, COLOURS):
        yield _of_one_kind(_board_of(grid, "row"))


def _board_of(grid: Grid, unit: str) -> Board:
    with error_context(f"{unit} {grid[0].number}"):
        return Board.of([row.cells for row in grid])


def _of_one_kind(board: Board) -> Board:
    """Return the board; raise `InputError` if it mixes kinds of colours, as tables with titles."""
    kinds = {_kind(symbol): symbol for symbol in map(str, board.symbols)}
    if len(kinds) > 1 and (board.k <= 10 or not kinds.keys() <= CHARACTERS):
        raise InputError(
            f"{' and '.join(kinds.values())} are different kinds of colours; write only numbers, "
            "capitals, small letters, names or emoji, unless there are more than 10"
        )
    return board


def _kind(symbol: str) -> str:
    """Return what a symbol is; numbers of several digits count as digits."""
    if symbol.isdecimal():
        return "digit"
    if not symbol.isascii():
        return "emoji"
    if len(symbol) > 1:
        return "name"
    return "capital" if symbol.isupper() else "small letter"


CHARACTERS = {"digit", "capital", "small letter"}
"""The kinds of symbols that occur together on a board of many colours."""


def _may_be_lines(text: str) -> bool:
    return isqrt(width := len(first_line(text))) ** 2 == width >= MIN_BOARD_LINE


def _read_long_lines(text: str) -> Iterator[Board]:
    return map(_of_one_kind, _read_lines(text, MIN_BOARD_LINE))


def _read_lines(text: str, least: int = 1) -> Iterator[Board]:
    """Yield the boards of lines, each of which has a square number of fields."""
    for block in line_blocks(text):
        for number, line in block:
            n = isqrt(len(line))
            with error_context(f"line {number}"):
                if n * n != len(line) or len(line) < least:
                    raise InputError(f"{len(line)} fields are no square board of {least} or more")
                check_shape(n, n)
                rows = [line[first : first + n] for first in range(0, len(line), n)]
                yield _board_of([GridRow(number, row) for row in rows], "line")


def _check_expressible(board: Board) -> None:
    """Raise `InputError` for what rows of symbols do not show: a start, and further colours."""
    if board.start_text:
        raise InputError(f"this format starts in the corner, not in {board.start_text}")
    if len(set(board.colour)) < board.k:
        raise InputError(
            f"the board shows {len(set(board.colour))} of its {board.k} colours; write another "
            "format, such as sized"
        )


def _write_rows(board: Board) -> str:
    _check_expressible(board)
    if board.rows == 1:
        raise InputError("a single row is read as no board; write another format, such as sized")
    symbols = [[str(board.symbols[c]) for c in row] for row in board.grid]
    may_be_lines = _may_be_lines("0" * board.cols)
    separated = may_be_lines or any(len(symbol) > 1 for row in symbols for symbol in row)
    return "\n".join(("," if separated else "").join(row) for row in symbols)


def _read_picture(content: bytes, window: Window) -> Picture[Board]:
    read = read_fields(content, "floodit", window)
    board = Board.of(read.fields, k=len(read.palette))
    symbols = names_of(read.palette) or list(map(str, board.symbols))
    board = replace(board, symbols=tuple(symbols), palette=tuple(read.palette))
    legend = ", ".join(map(" ".join, zip(symbols, read.palette, strict=True)))
    rows = [board.format_colours(row) for row in board.grid]
    return Picture(board, remarks_on(read, rows, [f"colours {legend}"]), read.doubts)


FORMATS: Formats[Board] = Formats(
    FORMAT_INFO.noun,
    [
        Format(FORMAT_INFO["id"], _may_be_id, line_reader(parse_id), game_id_of),
        Format(
            FORMAT_INFO["link"],
            lambda text: first_line(text).startswith(("http://", "https://")),
            line_reader(parse_link),
            link_of,
        ),
        Format(FORMAT_INFO["list"], is_list, _read_lists),
        Format(FORMAT_INFO["csv"], lambda text: is_table(text, SAMPLE), read_sample),
        Format(FORMAT_INFO["sized"], may_be_sized, read_sized, write_sized),
        Format(FORMAT_INFO["lines"], _may_be_lines, _read_long_lines, read_named=_read_lines),
        Format(
            FORMAT_INFO["rows"],
            lambda text: not is_list(text),
            _read_rows,
            _write_rows,
            _read_any_rows,
        ),
    ],
    _read_picture,
)
"""The formats of boards."""

read_boards = FORMATS.read


def parse(text: str) -> Board:
    r"""Return the only board in a text in any of the formats; see docs/formats.md.

    Raise `InputError` if the text is not one board.

    Examples
    --------
    >>> parse("01\n20\n"), parse("[[1 2]\n [2 1]]"), parse("2x2c3m0:0112,2")
    (<Board 01/20>, <Board 12/21>, <Board 01/12>)
    """
    return FORMATS.parse_single(text)


def read(path: str | PathLike[str]) -> Board:
    """Return the only board in a file; see `parse`."""
    return FORMATS.read_single(path)
