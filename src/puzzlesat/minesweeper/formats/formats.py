"""The formats of states, `FORMATS`, and of whole boards, `BOARDS`."""

from functools import partial
from os import PathLike

from puzzlesat.common.formats import Format, Formats, Picture, Window, line_reader
from puzzlesat.common.grids import first_line, is_list
from puzzlesat.common.picture import read_fields, remarks_on
from puzzlesat.common.records import is_table
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.state import SYMBOLS, State
from puzzlesat.minesweeper.formats.game_id import ID, game_id_of, parse_id
from puzzlesat.minesweeper.formats.info import BOARD_FORMAT_INFO, FORMAT_INFO
from puzzlesat.minesweeper.formats.samples import BOARD, SAMPLE, read_board_sample, read_sample
from puzzlesat.minesweeper.formats.text import (
    may_be_mine,
    read_boards,
    read_mine,
    read_rows,
    read_state_lists,
)


def _read_picture(content: bytes, window: Window) -> Picture[State]:
    read = read_fields(content, "minesweeper", window)
    rows = ["".join(SYMBOLS[content] for content in row) for row in read.fields]
    notes = ["the number of mines was not read; a line mines: N above the rows gives it"]
    return Picture(State.of(rows), remarks_on(read, rows, notes), read.doubts)


FORMATS: Formats[State] = Formats(
    FORMAT_INFO.noun,
    [
        Format(FORMAT_INFO["csv"], lambda text: is_table(text, SAMPLE), read_sample),
        Format(FORMAT_INFO["mine"], may_be_mine, read_mine),
        Format(FORMAT_INFO["list"], is_list, read_state_lists),
        Format(
            FORMAT_INFO["rows"],
            lambda text: not is_list(text),
            read_rows,
            str,
            partial(read_rows, single=True),
        ),
    ],
    _read_picture,
)
"""The formats of states."""

read_states = FORMATS.read


def _may_be_id(text: str) -> bool:
    return ID.fullmatch(first_line(text)) is not None


BOARDS: Formats[Board] = Formats(
    BOARD_FORMAT_INFO.noun,
    [
        Format(BOARD_FORMAT_INFO["id"], _may_be_id, line_reader(parse_id), game_id_of),
        Format(BOARD_FORMAT_INFO["csv"], lambda text: is_table(text, BOARD), read_board_sample),
        Format(BOARD_FORMAT_INFO["board"], lambda _: True, read_boards, str),
    ],
)
"""The formats of whole boards."""


def parse(text: str) -> State:
    r"""Return the only state in a text in any of the formats of states; see docs/formats.md.

    Raise `InputError` if the text is not one state.

    >>> parse("mines: 1\n1 .\n. .\n")
    State.of(['1.', '..'], mines=1)
    """
    return FORMATS.parse_single(text)


def read(path: str | PathLike[str]) -> State:
    """Return the only state in a file; see `parse`."""
    return FORMATS.read_single(path)


def parse_board(text: str) -> Board:
    """Return the only board in a text in any of the formats of whole boards.

    Raise `InputError` if the text is not one board.

    >>> parse_board("3x3:0,0,m280")
    Board.of(['---', '---', '--*'], first=0)
    """
    return BOARDS.parse_single(text)


def read_board(path: str | PathLike[str]) -> Board:
    """Return the only whole board in a file; see `parse_board`."""
    return BOARDS.read_single(path)
