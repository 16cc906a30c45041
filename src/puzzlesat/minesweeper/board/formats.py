"""Reading states: from rows (see `rows`), and from samples.

A sample is a CSV file written by ``minesweeper generate``, with at least the columns in `SAMPLE`. A
state is one string: its rows, joined by ``/``. The first line of a sample names at least one of its
columns.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from puzzlesat.common.errors import InputError, counted, error_context
from puzzlesat.common.files import blocks, read_text
from puzzlesat.common.limits import check_shape
from puzzlesat.common.lists import from_json
from puzzlesat.common.rows import Read, Row, count, is_header, parse_rows, positive
from puzzlesat.common.rows import read_rows as read_csv
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.rows import read_rows
from puzzlesat.minesweeper.board.state import State

SAMPLE: dict[str, Read] = {
    **{"seed": count, "rows": positive, "cols": positive, "mines": count, "i": count},
    **{"state": str},
}
"""The columns of a sample: the parameters of a state, and the state."""


def read_states(path: str | Path, tell: Callable[[str], None] = lambda _: None) -> list[State]:
    """Return the states in a file, or on standard input for ``-``.

    `tell` is called with remarks on the interpretation of the text.

    Raises
    ------
    InputError
        If the text is not a list of states; the message names the file and the line.
    OSError
        If the file cannot be read.
    """
    text = read_text(path)
    with error_context(path):
        text = from_json(text)
        first = next((block[0][1] for block in blocks(text)), "")
        sample = is_header(first, SAMPLE)
        states, remarks = (list(_csv(text)), []) if sample else read_rows(text)
        if not states:
            raise InputError("no state found")
    for remark in remarks:
        tell(f"{path}: {remark}")
    return states


def _csv(text: str) -> Iterator[State]:
    for line, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {line}"):
            yield state_of(row)


def parse_state(text: str, mines: int | None = None) -> State:
    """Return the state that a text describes by its rows, joined by ``/``.

    Raises
    ------
    InputError
        If the text is not a state.

    Examples
    --------
    >>> parse_state("1./F1", 1).lines
    ['1.', 'F1']
    """
    lines = text.split("/")
    check_shape(len(lines), len(lines[0]))
    return State.of(lines, mines)


def read_positions(path: str | Path) -> list[Row]:
    """Return the rows of a sample, each with a state and a board that shows the mines.

    Raise `InputError` if a board does not fit its state.
    """
    rows = read_csv(path, SAMPLE | {"board": str})
    for line, row in enumerate(rows, start=2):
        with error_context(f"{path}: line {line}"):
            state = state_of(row)
            with error_context(name_of(row)):
                _check_board(row, state)
    return rows


def state_of(row: Row) -> State:
    """Return the state in a row of a sample; raise `InputError`, with the row's name, if wrong."""
    with error_context(name_of(row)):
        check_shape(row["rows"], row["cols"])
        return State.of(_lines(row, "state"), row["mines"])


def _check_board(row: Row, state: State) -> None:
    fields = "".join(_lines(row, "board"))
    if set(fields) - {"*", "-"} or fields.count("*") != row["mines"]:
        raise InputError(f"expected {counted(row['mines'], 'mine')} (*) and - elsewhere")
    wrong = fault(state.unflagged, {f for f, field in enumerate(fields) if field == "*"})
    if wrong:
        raise InputError(f"the board has {wrong}")


def name_of(row: Row) -> str:
    """Return the name of a sample's row for messages."""
    return f"state {row['i']} of {row['rows']}×{row['cols']} with {counted(row['mines'], 'mine')}"


def _lines(row: Row, column: str) -> list[str]:
    lines = row[column].split("/")
    if len(lines) != row["rows"] or any(len(line) != row["cols"] for line in lines):
        raise InputError(
            f"expected {counted(row['rows'], 'row')} of {counted(row['cols'], 'field')} as its "
            f"{column}"
        )
    return lines
