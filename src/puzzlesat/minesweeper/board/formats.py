"""The formats of states, `FORMATS`, and of whole boards, `BOARDS`.

A sample is a CSV file written by ``minesweeper generate``, with at least the columns in `SAMPLE`. A
state is one string: its rows, joined by ``/``. The first line of a sample names at least one of its
columns.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks, first_line, lines_of
from puzzlesat.common.limits import check_shape, is_whole
from puzzlesat.common.lists import flat_grids, lists_as_rows, unread_keys_in
from puzzlesat.common.picture import doubts_of, read_fields, remarks_on
from puzzlesat.common.reading import Format, Formats, Reading, line_reader
from puzzlesat.common.rows import CellReader, Row, is_table, parse_rows, read_count, read_positive
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.format_info import BOARD_FORMAT_INFO, FORMAT_INFO
from puzzlesat.minesweeper.board.game_id import ID, game_id_of, parse_id
from puzzlesat.minesweeper.board.mine_maps import read_mine_maps
from puzzlesat.minesweeper.board.rows import HEADERS, MENTION, read_rows
from puzzlesat.minesweeper.board.state import SYMBOLS, State

SAMPLE: dict[str, CellReader] = {
    "seed": read_count,
    "rows": read_positive,
    "cols": read_positive,
    "mines": read_count,
    "i": read_count,
    "state": str,
}
"""The columns of a sample: the parameters of a state, and the state."""


def parse_state(text: str, mines: int | None = None) -> State:
    """Return the only state of a text, which may be its rows joined by ``/``.

    `mines` is the number of mines on the whole board if the text does not give it. Raise
    `InputError` if the text is not a state.

    >>> parse_state("1./F1", 1).lines
    ['1.', 'F1']
    """
    lines = text.split("/")
    if len(lines) > 1 and not re.search(r"[\s,\[]", text):
        check_shape(len(lines), len(lines[0]))
        return State.of(lines, mines)
    state = FORMATS.parse_single(text)
    return state if state.mines is not None else replace(state, mines=mines)


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


SIZE = re.compile(r"(\d{1,7})x(\d{1,7})x(\d{1,7})", re.ASCII)
"""The first line of a state of JSMinesweeper."""


def _is_json(text: str) -> bool:
    return bool(_objects(text)) or lists_as_rows(text) is not None


def _is_mine(text: str) -> bool:
    return SIZE.fullmatch(first_line(text)) is not None


def _is_id(text: str) -> bool:
    return ID.match(text.lstrip()) is not None


def _sample_states(text: str) -> Iterator[State]:
    for line, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {line}"):
            yield state_of(row)


def _read_mine(text: str) -> Reading[State]:
    """Read states of JSMinesweeper, in which a symbol that is not 0-8 or F is a covered field."""
    states: list[State] = []
    others: dict[str, None] = {}
    for block in blocks(text):
        number, line = block[0]
        size = SIZE.fullmatch(line)
        if size is None:
            raise InputError(f"line {number}: expected COLSxROWSxMINES, such as 9x9x10")
        cols, rows, mines = map(int, size.groups())
        with error_context(f"line {number}"):
            check_shape(rows, cols)
            if len(block) != rows + 1:
                raise InputError(f"expected {counted(rows, 'row')} below, not {len(block) - 1}")
        for number, line in block[1:]:
            if len(line) != cols:
                raise InputError(f"line {number}: expected {cols} fields, not {len(line)}")
            others |= dict.fromkeys(s for s in line if s not in "012345678FH")
        lines = [re.sub("[^0-8F]", ".", line) for _, line in block[1:]]
        with error_context(f"line {block[0][0]}"):
            states.append(State.of(lines, mines))
    return Reading(states, [f"read {symbol} as covered" for symbol in others])


def _write_mine(state: State) -> str:
    if state.mines is None:
        raise InputError("this format needs the number of mines; write mines: N above the rows")
    size = f"{state.cols}x{state.rows}x{state.mines}"
    return "\n".join([size, *(line.replace(".", "H") for line in state.lines)])


def _read_json(text: str) -> Reading[State]:
    """Read rows in JSON; an object may also give the number of mines."""
    remarks: list[str] = []
    objects = _objects(text)
    if not objects:
        reading = read_rows(_json_rows(text, remarks), gaps=False)
        return Reading(reading.puzzles, [*remarks, *reading.remarks])
    states: list[State] = []
    for value in objects:
        reading = read_rows(_object_rows(value, remarks), gaps=False)
        states += reading.puzzles
        remarks += reading.remarks
    return Reading(states, list(dict.fromkeys(remarks)))


def _object_rows(value: dict[str, Any], remarks: list[str]) -> str:
    """Return the rows of a JSON object below the number of mines; refuse a list of places."""
    lists = {key: inner for key, inner in value.items() if isinstance(inner, list)}
    for key, inner in lists.items():
        places = all(isinstance(x, list) and len(x) == 2 and all(map(is_whole, x)) for x in inner)
        if MENTION.search(key) and places and len(lists) == 1:
            raise InputError(
                f"{quoted(key)} is a list of places; write the rows of the board, such as "
                '["-*", "--"]'
            )
    grid = next(iter(lists.values())) if len(lists) == 1 and not flat_grids(value) else value
    remarks += [f"ignored {quoted(key)}" for key in unread_keys_in(value) if grid is not value]
    return _mines_in(value) + _json_rows(json.dumps(grid), remarks)


def _numbers_in(value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a JSON object and of those in it that mention mines, and the numbers."""
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from _numbers_in(inner)
        elif MENTION.search(key) and re.fullmatch("[0-9]+", str(inner)):
            yield key, inner


def _mines_in(value: dict[str, Any]) -> str:
    """Return the line with the number of mines that a JSON object gives, or an empty string."""
    number_of_key = dict(_numbers_in(value))
    if len({*map(str, number_of_key.values())}) > 1:
        keys = " and ".join(map(quoted, number_of_key))
        raise InputError(f'{keys} differ; keep only "mines", the number of all mines')
    if not number_of_key:
        return ""
    key, number = next(iter(number_of_key.items()))
    is_header = any(header.fullmatch(f"{key}: {number}") for header in HEADERS)
    return f"{key if is_header else 'mines'}: {number}\n"


def _json_rows(text: str, remarks: list[str]) -> str:
    """Return the rows of JSON; refuse a row of blanks, which would be read as an empty line.

    A remark on other grids, which are ignored, is added.
    """
    rows, remark = lists_as_rows(text) or (text, "")
    if any(line and not line.strip(" ") for line in rows.split("\n")):
        raise InputError("a row consists of blanks; write 0 for an empty field")
    remarks += [remark] if remark else []
    return rows


def _objects(text: str) -> list[dict[str, Any]]:
    """Return the objects of a JSON text, of which there may be one per line, or an empty list."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        try:
            read = [json.loads(line) for line in lines_of(text) if line.strip()]
        except (ValueError, RecursionError):
            return []
    values = read if isinstance(read, list) else [read]
    return values if all(isinstance(value, dict) for value in values) else []


def _write_json(state: State) -> str:
    mines = {} if state.mines is None else {"mines": state.mines}
    return json.dumps(mines | {"state": state.lines})


def _read_screenshot(content: bytes, window: Any) -> tuple[Reading[State], list[str]]:
    picture = read_fields(content, "minesweeper", window)
    symbols = [SYMBOLS[content] for content in picture.fields]
    rows = ["".join(symbols[r * picture.cols :][: picture.cols]) for r in range(picture.rows)]
    notes = ["the number of mines was not read; a line mines: N above the rows gives it"]
    return Reading([State.of(rows)], remarks_on(picture, rows, notes)), doubts_of(picture)


FORMATS: Any = Formats(
    FORMAT_INFO.noun,
    [
        Format(
            FORMAT_INFO["csv"],
            lambda text: is_table(text, SAMPLE),
            lambda text: Reading(_sample_states(text)),
        ),
        Format(FORMAT_INFO["mine"], _is_mine, _read_mine, _write_mine),
        Format(FORMAT_INFO["json"], _is_json, _read_json, _write_json),
        Format(FORMAT_INFO["rows"], lambda _: True, read_rows, str),
    ],
    _read_screenshot,
)
"""The formats of states, in the order in which they are tried."""

read_states = FORMATS.read


BOARD: dict[str, CellReader] = {
    "rows": read_positive,
    "cols": read_positive,
    "mines": read_count,
    "board": str,
}
"""The columns of a sample from which boards are read; start_row and start_col are optional."""


def _read_board_sample(text: str) -> Reading[Board]:
    return Reading(_boards_of_sample(text))


def _boards_of_sample(text: str) -> Iterator[Board]:
    starts = {"start_row": read_count, "start_col": read_count}
    with_start = starts.keys() <= set(first_line(text).split(","))
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


def _read_mine_maps(text: str) -> Reading[Board]:
    if not _is_json(text):
        return Reading(*read_mine_maps(text, gaps=True))
    remarks: list[str] = []
    boards: list[Board] = []
    objects = _objects(text)
    for rows in (
        [_object_rows(value, remarks) for value in objects]
        if objects
        else [_json_rows(text, remarks)]
    ):
        boards_of_sample, remarks_on_boards = read_mine_maps(rows, gaps=False)
        boards += boards_of_sample
        remarks += remarks_on_boards
    return Reading(boards, [*dict.fromkeys(remarks)])


BOARDS: Any = Formats(
    BOARD_FORMAT_INFO.noun,
    [
        Format(BOARD_FORMAT_INFO["id"], _is_id, line_reader(parse_id), game_id_of),
        Format(BOARD_FORMAT_INFO["csv"], lambda text: is_table(text, BOARD), _read_board_sample),
        Format(BOARD_FORMAT_INFO["picture"], lambda _: True, _read_mine_maps, str),
    ],
)
"""The formats of whole boards, in the order in which they are tried."""
