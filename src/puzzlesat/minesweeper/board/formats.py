r"""Reading states of the game.

``text``
    A row of the board per line and a character per field: ``0``-``8`` uncovered, ``.`` or ``#``
    covered, ``F`` flagged. A line ``mines: N`` above it gives the number of mines on the whole
    board. Blank lines stand between states.
``csv``
    A sample as ``minesweeper generate`` writes it, with the columns `SAMPLE` at least. A state is
    one string, its rows joined by ``/``.

Which of them a file is in shows in its first line: only a sample's has commas.
"""

from collections.abc import Iterator
from pathlib import Path

from puzzlesat.common.errors import InputError, error_context, item_at, quoted
from puzzlesat.common.files import blocks, read_text
from puzzlesat.common.limits import check_shape
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.state import READ, State
from puzzlesat.report.rows import Read, Row, count, parse_rows, read_rows

SAMPLE: dict[str, Read] = {
    **{"seed": count, "rows": count, "cols": count, "mines": count, "i": count},
    **{"state": str},
}
"""The columns of a sample: what a state depends on, and the state."""

HEADER = "mines:"


def read_states(path: str | Path) -> list[State]:
    """Return the states in a file, or in standard input for ``-``.

    Raises
    ------
    InputError
        If the text is no state; the message names file and line.
    OSError
        If the file cannot be read.
    """
    text = read_text(path)
    with error_context(path):
        first = next((block[0][1] for block in blocks(text)), "")
        states = list(_csv(text) if "," in first else parse_states(text))
    if not states:
        raise InputError(f"{path}: no state found")
    return states


def read_state(path: str | Path, number: int) -> State:
    """Return one of the states in a file, counted from 0, as `read_states` does.

    Raises
    ------
    InputError
        Also if there are not so many.
    """
    return item_at(read_states(path), number, path, "state")


def parse_states(text: str) -> Iterator[State]:
    r"""Yield the states of a text.

    Raises
    ------
    InputError
        If a line is none of a state; the message names it.

    Examples
    --------
    >>> [str(state) for state in parse_states("mines: 2\n1#\n#F\n\n00\n")]
    ['mines: 2\n1.\n.F', '00']
    """
    return map(_block, blocks(text))


def _block(block: list[tuple[int, str]]) -> State:
    place, first = block[0]
    mines = None
    if first.lower().startswith(HEADER):
        given = first[len(HEADER) :].strip()
        if not (given.isascii() and given.isdecimal() and len(given) < 10):
            raise InputError(
                f"line {place}: the number of mines is {quoted(given)}; expected a whole "
                "number from 0 on with 9 digits at most"
            )
        mines = int(given)
        block = block[1:]
        if not block:
            raise InputError(f"line {place}: no board follows the number of mines")
    width = len(block[0][1])
    with error_context(f"line {place}"):
        check_shape(len(block), width)
    for number, line in block:
        _check_symbols(line, f"line {number}")
        if len(line) != width:
            raise InputError(
                f"line {number}: {len(line)} fields, but the board's first row has {width}"
            )
    return State.of([line for _, line in block], mines)


def _check_symbols(line: str, place: str) -> None:
    for column, symbol in enumerate(line, start=1):
        if symbol not in READ:
            raise InputError(
                f"{place}, column {column}: {symbol!r} is not a field; use 0-8, . or # "
                "(covered) or F (flagged)"
            )


def _csv(text: str) -> Iterator[State]:
    for line, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {line}"):
            yield state_of(row)


def parse_state(text: str, mines: int | None) -> State:
    """Return the state of a text in which rows are joined by ``/``.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> parse_state("1./F1", 1).lines
    ['1.', 'F1']
    """
    lines = text.split("/")
    for number, line in enumerate(lines, start=1):
        _check_symbols(line, f"row {number}")
        if len(line) != len(lines[0]):
            raise InputError(f"row {number}: {len(line)} fields, but row 1 has {len(lines[0])}")
    check_shape(len(lines), len(lines[0]))
    return State.of(lines, mines)


def read_positions(path: str | Path) -> list[Row]:
    """Return the rows of a sample, each of them a state and the board behind it.

    Raises
    ------
    InputError
        In one sentence that names the file and the line.
    OSError
        If the file cannot be read.
    """
    rows = read_rows(path, SAMPLE | {"board": str})
    for line, row in enumerate(rows, start=2):
        with error_context(f"{path}: line {line}"):
            _check_board(row)
    return rows


def state_of(row: Row) -> State:
    """Return the state of a row of a sample.

    Raises
    ------
    InputError
        If its text is not a state of so many rows and columns; the message names the row.
    """
    with error_context(name_of(row)):
        check_shape(row["rows"], row["cols"])
    lines = _lines(row, "state")
    for number, line in enumerate(lines, start=1):
        _check_symbols(line, f"{name_of(row)}: row {number}")
    return State.of(lines, row["mines"])


def _check_board(row: Row) -> None:
    """Raise `InputError` unless a row has a state, and a board that it can be a state of."""
    state = state_of(row)
    lines = _lines(row, "board")
    fields = "".join(lines)
    if set(fields) - {"*", "-"} or fields.count("*") != row["mines"]:
        raise InputError(f"{name_of(row)}: expected a board of {row['mines']} mines (*) and else -")
    wrong = fault(state.unflagged, {f for f, field in enumerate(fields) if field == "*"})
    if wrong:
        raise InputError(f"{name_of(row)}: the board has {wrong}")


def name_of(row: Row) -> str:
    """Return what errors call a row of a sample."""
    return f"state {row['i']} of {row['rows']}×{row['cols']} with {row['mines']} mines"


def _lines(row: Row, column: str) -> list[str]:
    lines = row[column].split("/")
    if len(lines) != row["rows"] or any(len(line) != row["cols"] for line in lines):
        raise InputError(
            f"{name_of(row)}: expected {row['rows']} rows of {row['cols']} fields as its {column}"
        )
    return lines
