"""Puzzles as JSON objects with a size and endpoints."""

import json
from collections.abc import Iterator
from typing import Any

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import check_shape, is_whole
from puzzlesat.flowfree.board.puzzle import FREE, SYMBOLS, Puzzle

KEYS = {"rows", "cols", "endpoints"}
"""The keys of an object."""

FORM = (
    'write {"rows": 2, "cols": 3, "endpoints": [[[0, 0], [1, 0]], [[0, 2], [1, 2]]]}, with the row '
    "and column of both ends of each flow, counted from 0"
)
"""The end of messages about objects."""


def read_objects(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of objects, one after the other; raise `InputError` for any other text.

    >>> text = '{"rows": 3, "cols": 3, "endpoints": [[[0, 0], [2, 0]], [[0, 1], [2, 2]]]}'
    >>> [puzzle.lines for puzzle in read_objects(text)]
    [['AB.', '...', 'A.B']]
    """
    decoder = json.JSONDecoder(object_pairs_hook=_without_duplicates)
    text = text.strip()
    while text:
        try:
            value, end = decoder.raw_decode(text)
        except InputError:
            raise
        except (ValueError, RecursionError):
            raise InputError(f"{quoted(text)} is not an object of JSON; {FORM}") from None
        yield _puzzle_of(value)
        text = text[end:].lstrip()


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise InputError(f"a key occurs twice; {FORM}")
    return dict(pairs)


def _puzzle_of(value: Any) -> Puzzle:
    if not isinstance(value, dict) or value.keys() != KEYS:
        keys = set(value) if isinstance(value, dict) else set()
        wrong = [*sorted(keys - KEYS), *sorted(KEYS - keys)]
        problem = "the key" if keys - KEYS else "no key"
        raise InputError(
            f"{problem} {quoted(str(wrong[0]))}; {FORM}" if keys else f"no object; {FORM}"
        )
    rows, cols, flows = value["rows"], value["cols"], value["endpoints"]
    if not is_whole(rows) or not is_whole(cols) or not isinstance(flows, list):
        raise InputError(f"no numbers of rows and columns, or no list of endpoints; {FORM}")
    check_shape(rows, cols)
    if len(flows) > len(SYMBOLS):
        raise InputError(f"more than {len(SYMBOLS)} flows")
    flow = [FREE] * (rows * cols)
    for f, ends in enumerate(flows):
        if not isinstance(ends, list) or len(ends) != 2:
            raise InputError(f"flow {f} has not two ends; {FORM}")
        for end in ends:
            if not (isinstance(end, list) and len(end) == 2 and all(map(is_whole, end))):
                raise InputError(f"flow {f}: {quoted(json.dumps(end))} is no cell; {FORM}")
            r, c = end
            if not (0 <= r < rows and 0 <= c < cols):
                raise InputError(f"flow {f}: there is no cell {end} in {rows}×{cols}; {FORM}")
            if flow[r * cols + c] != FREE:
                raise InputError(f"{counted(2, 'endpoint')} at [{r}, {c}]")
            flow[r * cols + c] = f
    return Puzzle(rows, cols, tuple(flow), tuple(SYMBOLS[: len(flows)]))
