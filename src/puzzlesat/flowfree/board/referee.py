"""The referee: the rules, applied to rows of symbols. It shares no code with the solvers.

Under the strict rule, the symbols of all cells determine the flows (`fault`). If flows may touch
themselves, the flows are given as lists of cells (`path_fault`), and may have to fill the board.

A board with bridges, warps, walls or missing cells is given as a sketch (docs/flowfree.md). In
each direction, a bridge joins the two cells on opposite sides of it.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

Rows = Sequence[str]
"""A puzzle or a solution as printed: the rows, or the lines of a sketch."""

Cell = tuple[int, int]
"""A row and a column, counted from 0."""

Path = Sequence[Cell]
"""The cells of a flow in order."""

Step = tuple[int, int]
"""A direction, as the step in rows (down) and in columns (to the right)."""

STEPS: tuple[Step, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Board(NamedTuple):
    """A printed board, with cells numbered row by row.

    `symbols` contains the symbol of each cell, or an empty string if the cell is missing.
    `adjacent` contains, for each cell, the cells beyond its open sides. `bridges` maps each bridge
    to the cells beyond its open sides, by direction. `frame` is the text of a sketch without the
    symbols of endpoints and flows.
    """

    height: int
    width: int
    symbols: Sequence[str]
    adjacent: Sequence[Sequence[int]]
    bridges: dict[int, dict[Step, int]]
    frame: str

    def place(self, cell: int) -> str:
        """Return the row and column of a cell in words."""
        return _place(divmod(cell, self.width))


def fault(puzzle: Rows, solution: Rows) -> str | None:
    """Return the first fault of a solution under the strict rule, in words, or None.

    Every cell but bridges must have the symbol of a flow, and each endpoint its own symbol. The
    cells of a flow must form one path that connects its endpoints and does not touch itself: any
    two of its cells that share an open side must be consecutive. A bridge joins the cells to its
    left and right, and those above and below it; the cells of each pair must belong to the same
    flow.

    Parameters
    ----------
    puzzle : sequence of str
        The rows, in which a dot is a free cell and anything else an endpoint; or the lines of a
        sketch.
    solution : sequence of str
        The same lines, with the symbol of a flow in each cell except bridges and missing cells.

    Examples
    --------
    >>> puzzle = ["A..", "A.B", "..B"]
    >>> fault(puzzle, ["ABB", "AB.", "ABB"])
    'row 1, column 2: . is not a flow'
    >>> fault(["A...", "A..."], ["AAAA", "AAAA"])
    'row 0, column 0: the flow A touches itself'
    >>> fault(["A.A"], ["AAA"]) is None
    True
    >>> fault(["+-+-+", "|A|A|", "+ + +", "|. .|", "+-+-+"],
    ...       ["+-+-+", "|A|A|", "+ + +", "|A A|", "+-+-+"]) is None
    True
    """
    if [len(row) for row in puzzle] != [len(row) for row in solution]:
        return "the solution has a different shape from the puzzle"
    asked, found = _read(puzzle), _read(solution)
    if asked.frame != found.frame:
        return "the solution is on a different board from the puzzle"
    ends: dict[str, list[int]] = {}
    cells: dict[str, list[int]] = {}
    bridges = asked.bridges
    for cell, symbol in enumerate(asked.symbols):
        if symbol not in ("", ".") and cell not in bridges:
            ends.setdefault(symbol, []).append(cell)
    for cell, (symbol, given) in enumerate(zip(found.symbols, asked.symbols, strict=True)):
        if not symbol or cell in bridges:
            continue
        if symbol not in ends:
            return f"{found.place(cell)}: {symbol} is not a flow"
        if given not in (".", symbol):
            return f"{found.place(cell)}: {symbol} is on the endpoint {given}"
        cells.setdefault(symbol, []).append(cell)
    joined, wrong = _over_bridges(found)
    if wrong:
        return wrong
    for symbol, body in cells.items():
        wrong = _path_fault(symbol, body, ends[symbol], found, joined)
        if wrong:
            return wrong
    return None


def path_fault(puzzle: Rows, paths: Sequence[Path], *, filling: bool = True) -> str | None:
    """Return the first fault of flows that may touch themselves, in words, or None.

    The order of the flows is arbitrary. Each flow must connect two endpoints with the same symbol,
    over cells that share open sides. Together, the flows must visit each bridge once in each
    direction, and every other cell once. Unless the flows must be `filling`, they may leave out
    bridges and cells without endpoints. `puzzle` has the same form as for `fault`.

    >>> path_fault(["A..", "A.."], [[(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]]) is None
    True
    >>> path_fault(["A..", "A.."], [[(0, 0), (1, 0)]])
    'row 0, column 1: no flow passes here'
    >>> path_fault(["A..", "A.."], [[(0, 0), (1, 0)]], filling=False) is None
    True
    """
    board = _read(puzzle)
    symbols, adjacent, bridges = board.symbols, board.adjacent, board.bridges
    visited: set[int | tuple[int, str]] = set()
    for places in paths:
        path = []
        for r, c in places:
            if not (0 <= r < board.height and 0 <= c < board.width):
                return f"{_place((r, c))}: there is no such cell"
            path.append(r * board.width + c)
        for cell, following in pairwise(path):
            if following not in adjacent[cell]:
                return f"{board.place(cell)}: the flow jumps to {board.place(following)}"
        last = len(path) - 1
        for i, cell in enumerate(path):
            symbol = symbols[cell]
            if not symbol:
                return f"{board.place(cell)}: there is no such cell"
            at_end = i == 0 or i == last
            passed: int | tuple[int, str] = cell
            if cell in bridges and not at_end:
                ends = path[i - 1], path[i + 1]
                there = bridges[cell]
                steps = [s for s in STEPS if (there.get(_back(s)), there.get(s)) == ends]
                if not steps:
                    return f"{board.place(cell)}: the flow turns on a bridge"
                passed = cell, _way(steps[0])
            if passed in visited:
                return f"{board.place(cell)}: two flows pass here, or one twice"
            is_end = symbol != "." and cell not in bridges
            if is_end != at_end:
                return (
                    f"{board.place(cell)}: a flow must begin and end at endpoints, and only there"
                )
            visited.add(passed)
        symbol = symbols[path[0]]
        if len(path) < 2 or symbol != symbols[path[-1]]:
            return f"{board.place(path[0])}: the flow {symbol} does not lead to its other endpoint"
    for cell, symbol in enumerate(symbols):
        if not filling and (symbol == "." or cell in bridges):
            continue
        for how in map(_way, STEPS[1::2]) if cell in bridges else [""]:
            if symbol and ((cell, how) if how else cell) not in visited:
                return f"{board.place(cell)}: no flow passes here{how and f' {how}'}"
    return None


def _read(rows: Rows) -> Board:
    """Parse rows, or a sketch, which is recognised by its corners."""
    if not (len(rows) > 2 and rows[0][:3:2] == "++" and rows[-1][:1] == "+"):
        height, width = len(rows), len(rows[0])
        if any(len(row) != width for row in rows):
            raise ValueError("rows must have the same length")
        return Board(height, width, "".join(rows), _sides(height, width), {}, "")
    height, width = len(rows) // 2, len(rows[0]) // 2
    symbols, bridges, sides = [], {}, []
    for cell in range(height * width):
        r, c = divmod(cell, width)
        symbol = rows[2 * r + 1][2 * c + 1]
        symbols.append({"#": "", " ": "."}.get(symbol, symbol))
        adjacent = {}
        for down, right in STEPS:
            side = rows[2 * r + 1 + down][2 * c + 1 + right]
            y, x = (r + down) % height, (c + right) % width
            if side not in "-|" and rows[2 * y + 1][2 * x + 1] != "#":
                adjacent[down, right] = y * width + x
        sides.append(list(set(adjacent.values())))
        if symbol == "+":
            bridges[cell] = adjacent
    frame = [row[::2] if y % 2 else row for y, row in enumerate(rows)]
    frame += [x if x in "#+" else "." for row in rows[1::2] for x in row[1::2]]
    return Board(height, width, symbols, sides, bridges, "/".join(frame))


@lru_cache(maxsize=16)
def _sides(rows: int, cols: int) -> list[list[int]]:
    """Return the neighbours of each cell of a plain board."""
    inside = {(r, c): r * cols + c for r in range(rows) for c in range(cols)}
    around = [[(r + down, c + right) for down, right in STEPS] for r, c in inside]
    return [[inside[cell] for cell in cells if cell in inside] for cells in around]


def _over_bridges(board: Board) -> tuple[dict[int, list[int]], str | None]:
    """Return the cells that bridges join to each cell, and a fault or None."""
    joined: dict[int, list[int]] = {}
    crossed = set()
    for bridge, sides in board.bridges.items():
        for step, cell in sides.items():
            if cell in board.bridges:
                continue
            here = bridge
            while here in board.bridges:  # a bridge may lead to another one
                crossed.add((here, _way(step)))
                if _back(step) not in board.bridges[here]:
                    return joined, f"{board.place(here)}: the bridge leads nowhere"
                here = board.bridges[here][_back(step)]
            symbol, other = board.symbols[cell], board.symbols[here]
            if symbol != other:
                return joined, f"{board.place(bridge)}: the bridge joins {symbol} and {other}"
            joined.setdefault(cell, []).append(here)
    for bridge in board.bridges:
        for way in map(_way, STEPS[1::2]):
            if (bridge, way) not in crossed:  # bridges form a ring
                return joined, f"{board.place(bridge)}: no flow crosses the bridge {way}"
    return joined, None


def _path_fault(
    symbol: str, body: list[int], ends: list[int], board: Board, joined: dict[int, list[int]]
) -> str | None:
    """Return the reason why the cells of a flow are not one path between its endpoints, or None."""
    symbols, bridges, adjacent = board.symbols, board.bridges, board.adjacent
    near: dict[int, list[int]] = {}
    for cell in body:
        around = [w for w in adjacent[cell] if symbols[w] == symbol and w not in bridges]
        if cell in joined:  # a cell beyond a bridge counts twice if it shares an open side as well
            around += joined[cell]
        near[cell] = around
        if len(around) != 2 or cell in ends:
            most = 1 if cell in ends else 2
            if len(around) < most:
                return f"{board.place(cell)}: the flow {symbol} breaks off"
            if len(around) > most:
                return f"{board.place(cell)}: the flow {symbol} touches itself"
    reached, todo = {ends[0]}, [ends[0]]
    while todo:
        for cell in near[todo.pop()]:
            if cell not in reached:
                reached.add(cell)
                todo.append(cell)
    if len(reached) < len(body):
        cell = min(near.keys() - reached)
        return f"{board.place(cell)}: the flow {symbol} has a separate part, a cycle"
    return None


def _back(step: Step) -> Step:
    return -step[0], -step[1]


def _way(step: Step) -> str:
    return "from left to right" if step[0] == 0 else "from top to bottom"


def _place(cell: Cell) -> str:
    return f"row {cell[0]}, column {cell[1]}"
