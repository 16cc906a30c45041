r"""Formats of states.

``text``
    One row of the board per line and one character per field: ``0``-``8`` uncovered, ``.`` or ``#``
    covered, ``F`` flagged. A line ``mines: N`` above the rows gives the number of mines on the
    whole board. Empty lines separate states. Blanks, commas or tabs may separate fields; JSON, a
    list of lists, is read as rows. Some characters of other programs are read, too: a blank for 0,
    ``x`` or ``?`` for a covered field, ``*`` or ``9`` for a revealed mine. A line of blanks counts
    as empty, unless it is as long as the rows next to it. A line of this length is a row of zeros
    if it follows the header, or if zeros elsewhere are written only as blanks. It counts as empty
    if zeros elsewhere are written only as ``0``. Otherwise it is rejected.
``csv``
    A sample written by ``minesweeper generate``, with at least the columns in `SAMPLE`. A state is
    one string: its rows, joined by ``/``.

The first line determines the format: the first line of a sample names at least one of its columns.
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from pathlib import Path

from puzzlesat.common.cells import from_json, split_cells
from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks, read_text
from puzzlesat.common.limits import check_shape
from puzzlesat.common.rows import Read, Row, count, is_header, parse_rows, positive, read_rows
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.state import OTHERS, State, check_symbols

SAMPLE: dict[str, Read] = {
    **{"seed": count, "rows": positive, "cols": positive, "mines": count, "i": count},
    **{"state": str},
}
"""The columns of a sample: the parameters of a state, and the state."""

HEADER = "mines:"


def read_states(path: str | Path, tell: Callable[[str], None] = lambda _: None) -> list[State]:
    """Return the states in a file, or on standard input for ``-``.

    `tell` is called with a remark if the file contains characters of other programs (see `OTHERS`),
    except ``#``.

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
        is_sample = is_header(first, SAMPLE)
        states = list(_csv(text) if is_sample else parse_states(text))
    if not states:
        raise InputError(f"{path}: no state found")
    remark = "" if is_sample else _remark(text)
    if remark:
        tell(f"{path}: {remark}")
    return states


def _remark(text: str) -> str:
    """Return a remark on the characters of other programs, except ``#``."""
    fields = "".join(line for _, block in _bodies(text) for _, line in block)
    return ", ".join(
        f"{'' if number else 'read '}{'a blank' if other == ' ' else other} as {OTHERS[other]}"
        for number, other in enumerate(x for x in OTHERS if x != "#" and x in fields)
    )


Lines = list[tuple[int, str]]
"""Lines of a text with their numbers."""


def _bodies(text: str) -> Iterator[tuple[tuple[int, str] | None, Lines]]:
    """Yield the lines of each state, preceded by the header line of the state, if any."""
    for block in blocks(text, strip=False):
        for part in _split_at_blanks(block):
            header, body = (part[0], part[1:]) if _is_header(part[0][1]) else (None, part)
            yield header, _joined(body)


def _joined(block: Lines) -> Lines:
    """Return rows without separators; refuse blanks that may be either separators or fields."""
    rows = [split_cells(line) for _, line in block]
    for (number, line), row in zip(block, rows, strict=True):
        if "\t" in line:
            check_symbols(row or (), f"line {number}")
    if not rows or any(row is None or any(len(cell) != 1 for cell in row) for row in rows):
        return block
    lines = [line.strip() for _, line in block]
    widths = {(len(line), len(row or ())) for line, row in zip(lines, rows, strict=True)}
    if not any(mark in line for line in lines for mark in ",\t"):
        if any(length != 2 * fields - 1 for length, fields in widths) or len(widths) > 1:
            return block
        if not set("".join(lines)) - set("012345678 "):
            raise InputError(
                f"line {block[0][0]}: blanks may be fields or separators; write the fields "
                "without separators, and 0 for an empty field"
            )
    return [(number, "".join(row or ())) for (number, _), row in zip(block, rows, strict=True)]


def _is_header(line: str) -> bool:
    return line.strip().lower().startswith(HEADER)


def _split_at_blanks(block: Lines) -> Iterator[Lines]:
    """Yield the parts between blank lines; refuse a line of blanks that may be a row of zeros."""
    filled = [index for index, (_, line) in enumerate(block) if line.strip()]
    rows = [line for _, line in block if line.strip() and not _is_header(line)]
    with_blanks, with_zeros = any(" " in row.rstrip() for row in rows), any("0" in r for r in rows)
    part: Lines = []
    for index, (number, line) in enumerate(block):
        is_row = bool(line.strip())
        if not is_row:
            place = bisect(filled, index)
            before = block[filled[place - 1]][1] if place else ""
            after = block[filled[place]][1] if place < len(filled) else ""
            is_row = _may_be_row(line, before, after)
            if is_row and not _is_header(before):  # rows follow a header
                if with_blanks == with_zeros:
                    raise InputError(
                        f"line {number}: a line of blanks may be a row of zeros, or separate two "
                        "states; write zeros, or leave the line empty"
                    )
                is_row = with_blanks
        if is_row:
            part.append((number, line))
        elif part:
            yield part
            part = []
    if part:
        yield part


def _may_be_row(line: str, before: str, after: str) -> bool:
    rows = [row for row in (before, after) if row and not _is_header(row)]
    return (
        bool(rows)
        and set(line) == {" "}
        and not _is_header(after)
        and all(len(row) == len(line) for row in rows)
    )


def parse_states(text: str) -> Iterator[State]:
    r"""Yield the states of a text.

    Raise `InputError` if a line belongs to no state; the message names the line.

    >>> [str(state) for state in parse_states("mines: 2\n1#\n#F\n\n00\n")]
    ['mines: 2\n1.\n.F', '00']
    """
    return (_state(header, block) for header, block in _bodies(text))


def _state(header: tuple[int, str] | None, block: Lines) -> State:
    mines = None
    if header is not None:
        place, line = header
        given = line.strip()[len(HEADER) :].strip()
        if not (given.isascii() and given.isdecimal() and len(given) < 10):
            raise InputError(
                f"line {place}: the number of mines is {quoted(given)}; expected a whole "
                "number of at most 9 digits"
            )
        mines = int(given)
        if not block:
            raise InputError(f"line {place}: no board follows the number of mines")
    first, width = block[0][0], len(block[0][1])
    with error_context(f"line {first}"):
        check_shape(len(block), width)
        if width > 1 and all(not line[1::2].strip() and line[::2].strip() for _, line in block):
            raise InputError("remove the blanks between fields; write 0 for an empty field")
    for number, line in block:
        check_symbols(line, f"line {number}")
        if len(line) != width:
            raise InputError(
                f"line {number}: {counted(len(line), 'field')}, but the board's first row "
                f"has {width}"
            )
    return State.of([line for _, line in block], mines)


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
    rows = read_rows(path, SAMPLE | {"board": str})
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
