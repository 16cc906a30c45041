"""The rules, on rows of symbols. Solvers are checked by it, so it shares no code with them.

Where no flow may touch itself, the symbols of all cells tell where the flows run (`fault`). Where
one may, the flows are to be given cell by cell (`path_fault`).
"""

from collections.abc import Sequence
from itertools import pairwise

Rows = Sequence[str]
"""A puzzle or a solution as it is printed, one string for each row."""

Path = Sequence[tuple[int, int]]
"""The cells of a flow one after the other, each a row and a column, counted from 0."""


def fault(puzzle: Rows, solution: Rows) -> str | None:
    """Return what is wrong with a solution, or None if nothing is.

    Every cell must carry the symbol of a flow, and endpoints their own. The cells of a flow must
    form one path from endpoint to endpoint that does not touch itself: whichever two cells of one
    flow share a side are consecutive on it.

    Parameters
    ----------
    puzzle : sequence of str
        The rows; a dot is a free cell, anything else is an endpoint.
    solution : sequence of str
        The rows with a flow's symbol in each cell.

    Examples
    --------
    >>> puzzle = ["A..", "A.B", "..B"]
    >>> fault(puzzle, ["ABB", "AB.", "ABB"])
    'row 2, column 3: . is no flow'
    >>> fault(["A...", "A..."], ["AAAA", "AAAA"])
    'row 1, column 1: the flow A touches itself'
    >>> fault(["A.A"], ["AAA"]) is None
    True
    """
    if [len(row) for row in puzzle] != [len(row) for row in solution]:
        return "the solution has another shape than the puzzle"
    ends: dict[str, list[tuple[int, int]]] = {}
    cells: dict[str, set[tuple[int, int]]] = {}
    for r, row in enumerate(puzzle):
        for c, symbol in enumerate(row):
            if symbol != ".":
                ends.setdefault(symbol, []).append((r, c))
    for r, row in enumerate(solution):
        for c, symbol in enumerate(row):
            if symbol not in ends:
                return f"{_place((r, c))}: {symbol} is no flow"
            if puzzle[r][c] != "." and puzzle[r][c] != symbol:
                return f"{_place((r, c))}: {symbol} stands on the endpoint {puzzle[r][c]}"
            cells.setdefault(symbol, set()).add((r, c))
    for symbol, body in cells.items():
        wrong = _path_fault(symbol, body, ends[symbol])
        if wrong:
            return wrong
    return None


def path_fault(puzzle: Rows, paths: Sequence[Path]) -> str | None:
    """Return what is wrong with the flows of a solution that may touch themselves, None if nothing.

    Each flow must run from one of two equal endpoints to the other, from a cell always to one that
    shares a side with it. All flows together must visit every cell once.

    Parameters
    ----------
    puzzle : sequence of str
        The rows; a dot is a free cell, anything else is an endpoint.
    paths : sequence of paths
        The flows, in any order.

    Examples
    --------
    >>> path_fault(["A..", "A.."], [[(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]]) is None
    True
    >>> path_fault(["A..", "A.."], [[(0, 0), (1, 0)]])
    'row 1, column 2: no flow is there'
    """
    visited: set[tuple[int, int]] = set()
    for path in paths:
        for (r, c), (y, x) in pairwise(path):
            if abs(r - y) + abs(c - x) != 1:
                return f"{_place((r, c))}: the flow jumps to {_place((y, x))}"
        for i, (r, c) in enumerate(path):
            if not (0 <= r < len(puzzle) and 0 <= c < len(puzzle[r])):
                return f"{_place((r, c))}: there is no such cell"
            if (r, c) in visited:
                return f"{_place((r, c))}: two flows are there, or one twice"
            if (puzzle[r][c] == ".") == (i in (0, len(path) - 1)):
                return f"{_place((r, c))}: a flow must begin and end at endpoints, and only there"
            visited.add((r, c))
        (r, c), (y, x) = path[0], path[-1]
        if len(path) < 2 or puzzle[r][c] != puzzle[y][x]:
            return f"{_place((r, c))}: the flow {puzzle[r][c]} does not lead to its other endpoint"
    for r, row in enumerate(puzzle):
        for c in range(len(row)):
            if (r, c) not in visited:
                return f"{_place((r, c))}: no flow is there"
    return None


def _path_fault(symbol: str, body: set[tuple[int, int]], ends: list[tuple[int, int]]) -> str | None:
    """Return why the cells of a flow are not one path between its endpoints, or None if they are.

    Connected, with one neighbour at both endpoints and two everywhere else: that is a path.
    """
    for r, c in sorted(body):
        beside = body & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        most = 1 if (r, c) in ends else 2
        if len(beside) < most:
            return f"{_place((r, c))}: the flow {symbol} breaks off"
        if len(beside) > most:
            return f"{_place((r, c))}: the flow {symbol} touches itself"
    reached, todo = {ends[0]}, [ends[0]]
    while todo:
        r, c = todo.pop()
        for cell in body & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} - reached:
            reached.add(cell)
            todo.append(cell)
    if reached != body:
        return f"{_place(min(body - reached))}: the flow {symbol} has a part of its own, a cycle"
    return None


def _place(cell: tuple[int, int]) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
