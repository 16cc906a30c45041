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

from puzzlesat.common.errors import field_name

Rows = Sequence[str]
"""A puzzle or a solution as printed: the rows, or the lines of a sketch."""

Cell = tuple[int, int]
"""A row and a column, counted from 0."""

Path = Sequence[Cell]
"""The cells of a flow in order."""

Direction = tuple[int, int]
"""A direction, as the step in rows (down) and in columns (to the right)."""

DIRECTIONS: tuple[Direction, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))


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
    bridges: dict[int, dict[Direction, int]]
    frame: str

    def place(self, cell: int) -> str:
        """Return the row and column of a cell in words."""
        return field_name(*divmod(cell, self.width))


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
    'C2: . is not a flow'
    >>> fault(["A...", "A..."], ["AAAA", "AAAA"])
    'A1: the flow A touches itself'
    >>> fault(["A.A"], ["AAA"]) is None
    True
    >>> fault(["+-+-+", "|A|A|", "+ + +", "|. .|", "+-+-+"],
    ...       ["+-+-+", "|A|A|", "+ + +", "|A A|", "+-+-+"]) is None
    True
    """
    if [len(row) for row in puzzle] != [len(row) for row in solution]:
        return "the solution has a different shape from the puzzle"
    puzzle_board, solution_board = _read(puzzle), _read(solution)
    if puzzle_board.frame != solution_board.frame:
        return "the solution is on a different board from the puzzle"
    ends: dict[str, list[int]] = {}
    cells: dict[str, list[int]] = {}
    bridges = puzzle_board.bridges
    for cell, symbol in enumerate(puzzle_board.symbols):
        if symbol not in ("", ".") and cell not in bridges:
            ends.setdefault(symbol, []).append(cell)
    for cell, (symbol, puzzle_symbol) in enumerate(
        zip(solution_board.symbols, puzzle_board.symbols, strict=True)
    ):
        if not symbol or cell in bridges:
            continue
        if symbol not in ends:
            return f"{solution_board.place(cell)}: {symbol} is not a flow"
        if puzzle_symbol not in (".", symbol):
            return f"{solution_board.place(cell)}: {symbol} is on the endpoint {puzzle_symbol}"
        cells.setdefault(symbol, []).append(cell)
    bridged, first_fault = _over_bridges(solution_board)
    if first_fault:
        return first_fault
    for symbol, flow_cells in cells.items():
        first_fault = _flow_fault(symbol, flow_cells, ends[symbol], solution_board, bridged)
        if first_fault:
            return first_fault
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
    'B1: no flow passes here'
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
                return f"{field_name(r, c)}: there is no such cell"
            path.append(r * board.width + c)
        for cell, next_cell in pairwise(path):
            if next_cell not in adjacent[cell]:
                return f"{board.place(cell)}: the flow jumps to {board.place(next_cell)}"
        last = len(path) - 1
        for i, cell in enumerate(path):
            symbol = symbols[cell]
            if not symbol:
                return f"{board.place(cell)}: there is no such cell"
            at_path_end = i == 0 or i == last
            visit: int | tuple[int, str] = cell
            if cell in bridges and not at_path_end:
                ends = path[i - 1], path[i + 1]
                cell_beyond = bridges[cell]
                steps = [
                    s for s in DIRECTIONS if (cell_beyond.get(_back(s)), cell_beyond.get(s)) == ends
                ]
                if not steps:
                    return f"{board.place(cell)}: the flow turns on a bridge"
                visit = cell, _way(steps[0])
            if visit in visited:
                return f"{board.place(cell)}: two flows pass here, or one twice"
            is_endpoint = symbol != "." and cell not in bridges
            if is_endpoint != at_path_end:
                return (
                    f"{board.place(cell)}: a flow must begin and end at endpoints, and only there"
                )
            visited.add(visit)
        symbol = symbols[path[0]]
        if len(path) < 2 or symbol != symbols[path[-1]]:
            return f"{board.place(path[0])}: the flow {symbol} does not lead to its other endpoint"
    for cell, symbol in enumerate(symbols):
        if not filling and (symbol == "." or cell in bridges):
            continue
        for way in map(_way, DIRECTIONS[1::2]) if cell in bridges else [""]:
            if symbol and ((cell, way) if way else cell) not in visited:
                return f"{board.place(cell)}: no flow passes here{way and f' {way}'}"
    return None


def _read(rows: Rows) -> Board:
    """Parse rows, or a sketch, which is recognised by its corners."""
    if not (len(rows) > 2 and rows[0][:3:2] == "++" and rows[-1][:1] == "+"):
        height, width = len(rows), len(rows[0])
        if any(len(row) != width for row in rows):
            raise ValueError("rows must have the same length")
        return Board(height, width, "".join(rows), _sides(height, width), {}, "")
    height, width = len(rows) // 2, len(rows[0]) // 2
    symbols, bridges, adjacent = [], {}, []
    for cell in range(height * width):
        r, c = divmod(cell, width)
        symbol = rows[2 * r + 1][2 * c + 1]
        symbols.append({"#": "", " ": "."}.get(symbol, symbol))
        cell_beyond = {}
        for down, right in DIRECTIONS:
            side = rows[2 * r + 1 + down][2 * c + 1 + right]
            y, x = (r + down) % height, (c + right) % width
            if side not in "-|" and rows[2 * y + 1][2 * x + 1] != "#":
                cell_beyond[down, right] = y * width + x
        adjacent.append(list(set(cell_beyond.values())))
        if symbol == "+":
            bridges[cell] = cell_beyond
    frame = [row[::2] if y % 2 else row for y, row in enumerate(rows)]
    frame += [x if x in "#+" else "." for row in rows[1::2] for x in row[1::2]]
    return Board(height, width, symbols, adjacent, bridges, "/".join(frame))


@lru_cache(maxsize=16)
def _sides(rows: int, cols: int) -> list[list[int]]:
    """Return the neighbours of each cell of a plain board."""
    inside = {(r, c): r * cols + c for r in range(rows) for c in range(cols)}
    around = [[(r + down, c + right) for down, right in DIRECTIONS] for r, c in inside]
    return [[inside[cell] for cell in cells if cell in inside] for cells in around]


def _over_bridges(board: Board) -> tuple[dict[int, list[int]], str | None]:
    """Return the cells that bridges join to each cell, and a fault or None."""
    bridged: dict[int, list[int]] = {}
    crossed = set()
    for bridge, sides in board.bridges.items():
        for step, cell in sides.items():
            if cell in board.bridges:
                continue
            far_cell = bridge
            while far_cell in board.bridges:  # a bridge may lead to another one
                crossed.add((far_cell, _way(step)))
                if _back(step) not in board.bridges[far_cell]:
                    return bridged, f"{board.place(far_cell)}: the bridge leads nowhere"
                far_cell = board.bridges[far_cell][_back(step)]
            symbol, far_symbol = board.symbols[cell], board.symbols[far_cell]
            if symbol != far_symbol:
                return bridged, f"{board.place(bridge)}: the bridge joins {symbol} and {far_symbol}"
            bridged.setdefault(cell, []).append(far_cell)
    for bridge in board.bridges:
        for way in map(_way, DIRECTIONS[1::2]):
            if (bridge, way) not in crossed:  # bridges form a ring
                return bridged, f"{board.place(bridge)}: no flow crosses the bridge {way}"
    return bridged, None


def _flow_fault(
    symbol: str, flow_cells: list[int], ends: list[int], board: Board, bridged: dict[int, list[int]]
) -> str | None:
    """Return the reason why the cells of a flow are not one path between its endpoints, or None."""
    symbols, bridges, adjacent = board.symbols, board.bridges, board.adjacent
    neighbours: dict[int, list[int]] = {}
    for cell in flow_cells:
        linked = [w for w in adjacent[cell] if symbols[w] == symbol and w not in bridges]
        if cell in bridged:  # a cell beyond a bridge counts twice if it shares an open side as well
            linked += bridged[cell]
        neighbours[cell] = linked
        if len(linked) != 2 or cell in ends:
            degree = 1 if cell in ends else 2
            if len(linked) < degree:
                return f"{board.place(cell)}: the flow {symbol} breaks off"
            if len(linked) > degree:
                return f"{board.place(cell)}: the flow {symbol} touches itself"
    reached, stack = {ends[0]}, [ends[0]]
    while stack:
        for cell in neighbours[stack.pop()]:
            if cell not in reached:
                reached.add(cell)
                stack.append(cell)
    if len(reached) < len(flow_cells):
        cell = min(neighbours.keys() - reached)
        return f"{board.place(cell)}: the flow {symbol} has a separate part, a cycle"
    return None


def _back(direction: Direction) -> Direction:
    return -direction[0], -direction[1]


def _way(direction: Direction) -> str:
    return "from left to right" if direction[0] == 0 else "from top to bottom"
