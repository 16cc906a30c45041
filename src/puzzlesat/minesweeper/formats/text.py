"""States and whole boards as rows and lists."""

import re
from collections.abc import Iterator

from puzzlesat.common.errors import InputError, counted, error_context, field_name, quoted
from puzzlesat.common.grids import (
    Cells,
    Grid,
    check_rows,
    first_line,
    grid_of_block,
    is_list,
    line_blocks,
    read_lists,
)
from puzzlesat.common.limits import check_shape
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.state import CONTENT, COVERED, FLAGGED, State, neighbours
from puzzlesat.minesweeper.formats.game_id import ID

FIELDS = Cells(
    CONTENT.__contains__,
    "a field; write 0 to 8, . or # for a covered field, F for a flag and * for a mine",
)
"""The fields of a state."""

BOARD_FIELDS = Cells(
    lambda word: word in ("*", "-", *"012345678"),
    "a field; write * for a mine, and - or its number for any other field",
)
"""The fields of a whole board."""

MINES = re.compile(r"mines: (\d{1,7})", re.ASCII)
"""The line with the number of mines above the rows of a state."""

COMMENT = re.compile(r"^# .*mines\W*\d+", re.MULTILINE | re.IGNORECASE)
"""A comment with a number of mines, which is no comment."""

FIRST = re.compile(r"first: (\d{1,7}), (\d{1,7})", re.ASCII)
"""The line with the row and column of the first click above the rows of a board."""

SIZE = re.compile(r"(\d{1,7})x(\d{1,7})x(\d{1,7})", re.ASCII)
"""The first line of a state of JSMinesweeper."""

MINE_FIELDS = Cells(
    lambda word: word in (*"012345678", "F", "H"),
    "a field; write 0 to 8, H for a covered field, and F for a flag",
)
"""The fields of a state of JSMinesweeper."""


def read_rows(text: str, *, single: bool = False) -> Iterator[State]:
    """Yield the states of rows, those of one row or column only if `single` is true.

    Raise `InputError` for any other text.
    """
    if ID.fullmatch(text.strip()):
        reader = "; minesweeper solve reads it" if ":" in text else ""
        raise InputError(f"a game ID shows all mines, so it is no state{reader}")
    if comment := COMMENT.search(text):
        raise InputError(f"the comment {quoted(comment[0])}; write the number as mines: 10")
    for block in line_blocks(text):
        mines = None
        if header := MINES.fullmatch(block[0][1].rstrip()):
            mines = int(header[1])
            block = block[1:]
            if not block:
                raise InputError("no rows follow the number of mines; write it directly above them")
        elif block[0][1].strip().isdecimal() and len({len(line) for _, line in block}) > 1:
            _refuse_number(*block[0])
        for number, line in block:
            if "mines" in line.lower() and "/" not in line:
                _refuse_number(number, line)
        grid = grid_of_block(block, FIELDS)
        if not single and (header is None or min(len(grid), len(grid[0].cells)) > 1):
            check_rows(grid)
        yield _state_of(grid, mines, "line")


def _refuse_number(number: int, line: str) -> None:
    """Raise `InputError` for a line with a number of mines in another form or place."""
    mines = re.search(r"(?<!\d)\d{1,7}(?!\d)", line, re.ASCII)
    raise InputError(
        f"line {number}: write the number of all mines, with those under flags, alone in a line "
        f"above the rows, as mines: {mines[0] if mines else 10}"
    )


def read_state_lists(text: str) -> Iterator[State]:
    """Yield the states of lists; raise `InputError` for any other text."""
    for grid in read_lists(text, FIELDS):
        yield _state_of(grid, None, "row")


def _state_of(grid: Grid, mines: int | None, unit: str) -> State:
    """Return the state of rows of fields; refuse notations in which a dot is 0."""
    with error_context(f"{unit} {grid[0].number}"):
        symbols = {symbol for row in grid for symbol in row.cells}
        if {".", "#"} <= symbols:
            raise InputError(
                "both . and #, so . may be 0; write 0 for an uncovered field without mines around "
                "it, and . for a covered one"
            )
        if symbols.isdisjoint(".#F"):
            raise InputError(
                "no field is covered or has a flag, so there is nothing to find; a covered "
                "field is a dot"
            )
        if symbols == {"*", "."}:
            raise InputError(
                "only mines and dots, which may be a whole board (minesweeper solve, with - for "
                "each dot); in a state, write F for a flag and # for a covered field"
            )
        state = State.of([row.cells for row in grid], mines)
        if "." in symbols and state.flagged and _is_complete(state):
            raise InputError(
                "this may be a finished game in which . is 0; write 0 for an uncovered field, and "
                "# for a covered one"
            )
    return state


def _is_complete(state: State) -> bool:
    """Return whether all fields agree if covered ones have the number 0."""
    around = neighbours(state.rows, state.cols)
    return all(
        sum(state.content[g] == FLAGGED for g in around[f]) == (0 if value == COVERED else value)
        for f, value in enumerate(state.content)
        if value != FLAGGED
    )


def may_be_mine(text: str) -> bool:
    """Return whether a text begins like one of JSMinesweeper."""
    return SIZE.fullmatch(first_line(text)) is not None


def read_mine(text: str) -> Iterator[State]:
    """Yield the states of JSMinesweeper; raise `InputError` for any other text."""
    for block in line_blocks(text):
        number, line = block[0]
        size = SIZE.fullmatch(line.strip())
        if size is None:
            raise InputError(f"line {number}: expected COLSxROWSxMINES, such as 9x9x10")
        cols, rows, mines = map(int, size.groups())
        with error_context(f"line {number}"):
            check_shape(rows, cols)
            if len(block) != rows + 1:
                raise InputError(f"expected {counted(rows, 'row')} below, not {len(block) - 1}")
        grid = grid_of_block(block[1:], MINE_FIELDS)
        if len(grid[0].cells) != cols:
            raise InputError(
                f"line {number}: {counted(cols, 'column')}, but the rows below have "
                f"{len(grid[0].cells)}"
            )
        with error_context(f"line {number}"):
            yield State.of([["." if s == "H" else s for s in row.cells] for row in grid], mines)


def read_boards(text: str) -> Iterator[Board]:
    r"""Yield the boards of rows; raise `InputError` for any other text.

    >>> [*read_boards("first: 1, 0\n1*\n11\n")]
    [Board.of(['-*', '--'], first=2)]
    """
    if is_list(text):
        raise InputError("a list or an object; write the rows, * for a mine and - elsewhere")
    for block in line_blocks(text):
        click = FIRST.fullmatch(block[0][1].rstrip())
        block = block[1:] if click else block
        if not block:
            raise InputError("no rows follow the first click; leave no empty line")
        grid = grid_of_block(block, BOARD_FIELDS)
        if click is None:
            check_rows(grid, "give the first click above it, such as first: 0, 0")
        with error_context(f"line {grid[0].number}"):
            yield _board_of(grid, click)


def _board_of(grid: Grid, click: re.Match[str] | None) -> Board:
    cols = len(grid[0].cells)
    symbols = [symbol for row in grid for symbol in row.cells]
    if "*" not in symbols or set(symbols) == {"*"}:
        raise InputError("a whole board shows all mines, as *, and - or a number elsewhere")
    first = None
    if click:
        r, c = int(click[1]), int(click[2])
        first = r * cols + c if r < len(grid) and c < cols else len(symbols)
    board = Board(len(grid), cols, frozenset(f for f, s in enumerate(symbols) if s == "*"), first)
    if not {"*", "-"} >= set(symbols):
        for f, symbol in enumerate(symbols):
            if symbol != "*" and board.number(f) != int(symbol.replace("-", "0")):
                raise InputError(
                    f"{field_name(*divmod(f, cols))}: {symbol} has "
                    f"{counted(board.number(f), 'mine')} around it; a whole board shows all mines"
                )
    return board
