"""Samples: states or whole boards in CSV files, as ``minesweeper generate`` writes them.

A state or board is one string: its rows, joined by ``/``.
"""

from collections.abc import Iterator

from puzzlesat.common.errors import InputError, counted, error_context
from puzzlesat.common.files import header_line
from puzzlesat.common.limits import check_shape
from puzzlesat.common.records import CellReader, Row, parse_rows, read_count, read_positive
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.state import State

SAMPLE: dict[str, CellReader] = {
    "seed": read_count,
    "rows": read_positive,
    "cols": read_positive,
    "mines": read_count,
    "i": read_count,
    "state": str,
}
"""The columns of a sample: the parameters of a state, and the state."""


BOARD: dict[str, CellReader] = {
    "rows": read_positive,
    "cols": read_positive,
    "mines": read_count,
    "board": str,
}
"""The columns of a sample from which boards are read; start_row and start_col are optional."""


def parse_state(text: str, mines: int | None = None) -> State:
    """Return the state of a text with rows joined by ``/``.

    `mines` is the number of mines on the whole board. Raise `InputError` for any other text.

    >>> parse_state("1./F1", 1).lines
    ['1.', 'F1']
    """
    lines = text.split("/")
    check_shape(len(lines), len(lines[0]))
    return State.of(lines, mines)


def read_sample(text: str) -> Iterator[State]:
    """Yield the states of a sample."""
    for line, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {line}"):
            yield state_of(row)


def state_of(row: Row) -> State:
    """Return the state in a row of a sample; raise `InputError`, with the row's name, if wrong."""
    with error_context(name_of(row)):
        check_shape(row["rows"], row["cols"])
        return State.of(_lines(row, "state"), row["mines"])


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


def read_board_sample(text: str) -> Iterator[Board]:
    """Yield the boards of a sample."""
    starts = {"start_row": read_count, "start_col": read_count}
    with_start = starts.keys() <= set(header_line(text).split(","))
    for line, row in enumerate(parse_rows(text, BOARD | (starts if with_start else {})), start=2):
        with error_context(f"line {line}"):
            check_shape(row["rows"], row["cols"])
            lines = _lines(row, "board")
            if set("".join(lines)) - {"*", "-"} or row["board"].count("*") != row["mines"]:
                raise InputError(f"expected {counted(row['mines'], 'mine')} (*) and - elsewhere")
            first = None
            if with_start:
                if row["start_col"] >= row["cols"]:
                    raise InputError(f"start_col is {row['start_col']}; expected a column")
                first = row["start_row"] * row["cols"] + row["start_col"]
            yield Board.of(lines, first)
