"""Level packs of the game, and JSON objects with endpoints.

A level of a pack is a line ``SIZE,0,NUMBER,FLOWS;PATH;PATH;…``. SIZE is the width, or ``W:H``; it
may be followed by ``+B``, which draws the border. A path lists its cells, which are numbered row by
row. After the number of flows, the first part may list bridges, missing cells and walls (``a|b``),
each separated by colons.

A JSON object has its endpoints in the cells of a grid, or as a list of pairs of cells.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import blocks, first_line
from puzzlesat.common.limits import MAX_FIELDS, check_shape, is_whole, parse_whole_number
from puzzlesat.common.lists import shape_in, unread_keys_in
from puzzlesat.common.reading import Reading
from puzzlesat.flowfree.board.grid import BOTTOM, PLAIN, RIGHT, Marks, Side
from puzzlesat.flowfree.board.puzzle import FREE, SYMBOLS, Puzzle

PACK = re.compile(r"\d+(?::\d+)?(?:\+B)?,\d+,\d+,\d+(?:,[\d:|]*)*(?:;\d+(?:,\d+)*)+;?")
"""A level."""

Cell = tuple[int, int]


def is_pack(text: str) -> bool:
    """Return whether the first line of a text is a level."""
    return PACK.fullmatch(first_line(text)) is not None


def read_pack(text: str) -> Reading[Puzzle]:
    """Return the levels of a pack, each with its solution as `Puzzle.given`.

    >>> [puzzle] = read_pack("3,0,1,2;0,3,6;1,2,5,4,7,8").puzzles
    >>> puzzle.lines, puzzle.given[0]
    (['AB.', '...', 'A.B'], ((0, 0), (1, 0), (2, 0)))
    """
    return Reading(_levels(text))


def _levels(text: str) -> Iterator[Puzzle]:
    for block in blocks(text):
        for number, line in block:
            with error_context(f"line {number}"):
                if not PACK.fullmatch(line):
                    raise InputError(
                        f"{quoted(line)} is not a level such as 3,0,1,2;0,3,6;1,2,5,4,7,8"
                    )
                yield _level(line)


def _level(line: str) -> Puzzle:
    head, *path_texts = line.rstrip(";").split(";")
    size, _, number, flows, *mark_lists = head.split(",")
    width, _, height = size.removesuffix("+B").partition(":")
    cols, rows = _number(width), _number(height or width)
    check_shape(rows, cols)
    paths = [[_cell(word, rows * cols) for word in path.split(",")] for path in path_texts]
    if len(paths) != _number(flows):
        raise InputError(f"{counted(len(paths), 'path')}, but {counted(_number(flows), 'flow')}")
    marks = _marks(mark_lists, rows, cols)
    flow = [FREE] * (rows * cols)
    for f, path in enumerate(paths):
        for end in {path[0], path[-1]}:
            if flow[end] != FREE:
                raise InputError(f"two paths end in cell {end}")
            flow[end] = f
    if len(paths) > len(SYMBOLS):
        raise InputError(f"more than {len(SYMBOLS)} flows")
    given = tuple(tuple(divmod(cell, cols) for cell in path) for path in paths)
    symbols = tuple(SYMBOLS[: len(paths)])
    puzzle = Puzzle(rows, cols, tuple(flow), symbols, f"level {number}", marks=marks)
    return replace(puzzle, given=given)


def _number(word: str) -> int:
    number = parse_whole_number(word, 0, MAX_FIELDS)
    if number is None:
        raise InputError(f"{quoted(word)} is too large")
    return number


def _cell(word: str, cells: int) -> int:
    number = _number(word)
    if number >= cells:
        raise InputError(f"there is no cell {number}; the last is {cells - 1}")
    return number


def _marks(mark_lists: Sequence[str], rows: int, cols: int) -> Marks:
    """Return the marks that the first part of a level lists: bridges, missing cells and walls."""
    if len(mark_lists) > 3 or any("|" in part for part in mark_lists[:2]):
        raise InputError("the first part has more than bridges, missing cells and walls")
    lists = [[word for word in part.split(":") if word] for part in mark_lists]
    bridges, missing, walls = [*lists, [], [], []][:3]
    if not any((bridges, missing, walls)):
        return PLAIN
    sides: set[Side] = set()
    for wall in walls:
        pair = [word for word in wall.split("|") if word]
        if len(pair) != 2:
            raise InputError(f"the wall {wall} is not two cells, such as 0|1")
        i, j = sorted(_cell(word, rows * cols) for word in pair)
        if j - i not in (1, cols):
            raise InputError(f"the cells of the wall {wall} have no common side")
        sides.add((i, BOTTOM if j - i == cols else RIGHT))
    return Marks(
        missing=frozenset(_cell(word, rows * cols) for word in missing),
        bridges=frozenset(_cell(word, rows * cols) for word in bridges),
        walls=frozenset(sides),
    )


ENDPOINT_KEYS = {"colors", "colours", "connections", "dots", "endpoints", "flows", "nodes", "pairs",
        "points", "terminals"}  # fmt: skip
"""Keys of a list of endpoints."""

PAIR_KEYS = (("start", "end"), ("from", "to"), ("source", "target"), ("a", "b"), ("p1", "p2"),
             ("first", "second"), ("start", "goal"), ("start", "finish"))  # fmt: skip
"""Keys of the two endpoints of a flow."""

MISSING_TYPES = {"block", "blocked", "hole", "missing", "wall"}
"""Types of cells that do not belong to the board."""


def objects(text: str) -> list[Any]:
    """Return the JSON objects of a text with endpoints, or an empty list for another text."""
    if not text.lstrip().startswith(("{", "[")):
        return []
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        return []
    levels = parsed if isinstance(parsed, list) else [parsed]
    nested = next(
        (value for level in levels if isinstance(level, dict) for value in level.values()
         if isinstance(value, list) and value
         and all(isinstance(x, dict) and _is_level(x) for x in value)),
        levels,
    )  # fmt: skip
    puzzle_objects = (
        nested if nested and all(isinstance(x, dict) and _is_level(x) for x in nested) else []
    )
    return list(puzzle_objects)


def _is_level(level: Mapping[str, Any]) -> bool:
    return _cells_in(level) is not None or bool(_named_endpoints(level))


def read_objects(text: str) -> Reading[Puzzle]:
    """Return the puzzles of JSON objects.

    >>> text = '{"size": 3, "endpoints": [[[0, 0], [2, 0]], [[0, 1], [2, 2]]]}'
    >>> puzzles, remarks = read_objects(text)
    >>> [puzzle.lines for puzzle in puzzles], remarks
    ([['AB.', '...', 'A.B']], ['read [r, c] as row and column, counted from 0'])
    """
    remarks: list[str] = []
    puzzles = []
    for number, level in enumerate(objects(text)):
        with error_context(f"puzzle {number}"):
            puzzles.append(_of_object(level, remarks))
        remarks += [f"ignored {quoted(key)}" for key in unread_keys_in(level)]
    return Reading(puzzles, [*dict.fromkeys(remarks)])


def _of_object(level: Mapping[str, Any], remarks: list[str]) -> Puzzle:
    cells = _cells_in(level)
    if cells is not None:
        return _of_cells(cells)
    rows, cols = _shape(level)
    ends = _named_endpoints(level)
    first = 0
    as_lists = any(not isinstance(end, dict) for _, pair in ends for end in pair)
    places = [[_place(end) for end in pair] for _, pair in ends]
    all_places = [place for pair in places for place in pair]
    out_of_range = any(r >= rows or c >= cols for r, c in all_places)
    if out_of_range and all(1 <= r <= rows and 1 <= c <= cols for r, c in all_places):
        first = 1
    if as_lists or first:
        meaning = "[r, c] as row and column" if as_lists else "rows and columns"
        remarks.append(f"read {meaning}, counted from {first}")
    flow = [FREE] * (rows * cols)
    for f, pair in enumerate(places):
        for r, c in pair:
            if not (first <= r < rows + first and first <= c < cols + first):
                raise InputError(f"there is no cell in row {r}, column {c} of {rows}×{cols}")
            flow[(r - first) * cols + c - first] = f
    return Puzzle(rows, cols, tuple(flow), _symbols([name for name, _ in ends]))


def _symbols(names: Sequence[str]) -> tuple[str, ...]:
    """Return a symbol for each flow: its name if it is one character, and each is different."""
    fine = all(len(x) == 1 and x.isalnum() and x != "0" for x in names)
    if fine and len({*names}) == len(names):
        return tuple(names)
    if len(names) > len(SYMBOLS):
        raise InputError(f"more than {len(SYMBOLS)} flows")
    return tuple(SYMBOLS[: len(names)])


def _shape(level: Mapping[str, Any]) -> Cell:
    """Return the numbers of rows and columns of an object."""
    sizes: Any = level.get("size", level.get("n", level.get("dimensions")))
    candidates = [level, *(x for x in level.values() if isinstance(x, dict))]
    for candidate in candidates:
        shape = shape_in(candidate)
        if all(map(is_whole, shape)):
            sizes = shape
            break
    if is_whole(sizes):
        sizes = [sizes, sizes]
    if isinstance(sizes, list) and len(sizes) == 2 and all(map(is_whole, sizes)):
        check_shape(*sizes)
        return sizes[0], sizes[1]
    raise InputError('the JSON object needs its size, such as "rows": 5, "cols": 5')


def _named_endpoints(level: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    """Return the name of each flow with its two endpoints, or an empty list."""
    for key, value in level.items():
        if key.lower() not in ENDPOINT_KEYS or not isinstance(value, list | dict):
            continue
        items = [*(value.items() if isinstance(value, dict) else ((None, item) for item in value))]
        if grouped := _grouped([item for _, item in items]):
            return grouped
        pairs = [_pair(item) for _, item in items]
        if items and all(len(pair) == 2 and all(map(_is_place, pair)) for pair in pairs):
            names = [_name(key, item) for key, item in items]
            return [*zip(names, pairs, strict=True)]
    return []


def _grouped(items: Sequence[Any]) -> list[tuple[str, list[Any]]]:
    """Return the endpoints of a list in which each has a colour, by colour; or an empty list."""
    if not all(isinstance(item, dict) and _is_place(item) for item in items):
        return []
    pairs: dict[str, list[Any]] = {}
    for item in items:
        pairs.setdefault(_name(None, item), []).append(item)
    return list(pairs.items()) if all(len(pair) == 2 for pair in pairs.values()) else []


def _name(key: Any, item: Any) -> str:
    """Return the name of the flow of an item of a list or an object."""
    if isinstance(item, dict):
        key = next((item[k] for k in ("color", "colour", "name", "id") if k in item), key)
    return "" if key is None else str(key)


def _pair(item: Any) -> list[Any]:
    """Return the endpoints in an item of a list: a pair, or the values of its keys."""
    if isinstance(item, dict):
        for first, last in PAIR_KEYS:
            if first in item and last in item:
                return [item[first], item[last]]
        lists = [x for x in item.values() if isinstance(x, list) and len(x) == 2]
        return lists[0] if len(lists) == 1 else []
    if isinstance(item, list) and len(item) == 4 and all(map(is_whole, item)):
        return [item[:2], item[2:]]
    return item if isinstance(item, list) else []


def _is_place(end: Any) -> bool:
    with suppress(InputError):
        _place(end)
        return True
    return False


def _place(end: Any) -> Cell:
    """Return the row and column of an endpoint."""
    pair: Any = None
    if isinstance(end, dict):
        for row_key, col_key in (("row", "col"), ("row", "column"), ("r", "c"), ("y", "x")):
            if row_key in end and col_key in end:
                pair = [end[row_key], end[col_key]]
                break
    elif isinstance(end, list):
        pair = end
    if isinstance(pair, list) and len(pair) == 2 and all(map(is_whole, pair)):
        return pair[0], pair[1]
    raise InputError("an endpoint is not a cell")


def _cells_in(level: Mapping[str, Any]) -> list[list[dict[str, Any]]] | None:
    """Return the grid of an object whose cells are objects, or None."""
    for value in level.values():
        rows = value if isinstance(value, list) and value else []
        if (
            all(isinstance(row, list) and row for row in rows)
            and all(isinstance(cell, dict) for row in rows for cell in row)
            and rows
        ):
            return rows
    return None


def _of_cells(grid: list[list[dict[str, Any]]]) -> Puzzle:
    """Return the puzzle of a grid of cells with a colour and whether they are endpoints."""
    rows, cols = len(grid), len(grid[0])
    if any(len(row) != cols for row in grid):
        raise InputError("the rows of the grid differ in length")
    check_shape(rows, cols)
    flow_numbers: dict[Any, int] = {}
    flow: list[int] = []
    missing, bridges = set[int](), set[int]()
    for i, cell in enumerate(cell for row in grid for cell in row):
        colour = cell.get("color", cell.get("colour", cell.get("value")))
        is_endpoint = cell.get("isEndpoint", cell.get("is_endpoint", cell.get("endpoint", colour)))
        kind = str(cell.get("type", "normal")).lower()
        if kind in MISSING_TYPES or kind == "bridge":
            (missing if kind in MISSING_TYPES else bridges).add(i)
            is_endpoint = False
        if isinstance(colour, list | dict) or (is_endpoint and colour in (None, "")):
            raise InputError(f"cell {i} has no colour")
        flow.append(flow_numbers.setdefault(colour, len(flow_numbers)) if is_endpoint else FREE)
    symbols = _symbols([str(name) for name in flow_numbers])
    marks = Marks(frozenset(missing), frozenset(bridges))
    return Puzzle(rows, cols, tuple(flow), symbols, marks=marks)
