"""Best-first tree search without SAT, similar to the one that Zucker's post compares with SAT.

In a search node, each flow runs from its first endpoint to a *head*; its other endpoint is the
*goal*. A branch moves one head to an adjacent free cell or to its goal. A* first expands the search
node with the smallest sum of branches and free cells. Forced moves do not count as branches:

*   a head that can move to a single cell moves there;
*   a free cell with two open neighbours, one of which is a head, is entered by that head.

A cell is *open* if it is free, a head or a goal. A search node is pruned

*   at a *dead end*: a head that cannot move, a goal without an open neighbour, or a free cell with
    fewer than two open neighbours;
*   if it is *stranded*: for some region of free cells, no flow has both its head and its goal next
    to the region; or the head and the goal of an unfinished flow are not neighbours and have no
    common region next to them.

The same flow is moved until it is finished; then the flow with the fewest possible moves is next.
So no two sequences of branches lead to the same board, and the search is complete. On a board with
marks, each *cell* is a node of the board's grid.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from time import monotonic

from puzzlesat.flowfree.board.puzzle import FREE, Puzzle, check_filling
from puzzlesat.flowfree.board.solution import Solution

MAX_NODES = 1_000_000
"""Maximum number of unexpanded nodes; each takes about 3 kilobytes on a board of 10×10 cells."""


@dataclass(slots=True)
class Node:
    """A board with partial flows.

    `flow` contains the flow of each cell, or `FREE`; goals belong to their flow. `is_open` is true
    for a free cell, and for the head and the goal of an unfinished flow. `head` contains the head
    of each flow; that of a finished flow is its goal. `before` contains, for each cell of a flow,
    the previous cell. The flow `active` was moved last.
    """

    flow: list[int]
    is_open: list[bool]
    head: list[int]
    before: list[int]
    active: int

    def copy(self) -> "Node":
        """Return an independent copy."""
        lists = self.flow.copy(), self.is_open.copy(), self.head.copy(), self.before.copy()
        return Node(*lists, self.active)


class TreeSearch:
    """A search for the solutions of a puzzle.

    `time_limit` limits the whole search, in seconds from the construction, by `clock`:
    ``monotonic`` for wall-clock time, ``thread_time`` for CPU time. `expanded` counts expanded
    nodes. Forced moves solve this puzzle:

    >>> search = TreeSearch(Puzzle.of(["AB", "..", "AB"]))
    >>> [solution.lines for solution in search.solutions()], search.expanded
    ([['AB', 'AB', 'AB']], 0)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        time_limit: float | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        check_filling(puzzle, "tree search is")
        self.clock = clock
        self.deadline = None if time_limit is None else clock() + time_limit
        self.puzzle = puzzle
        self.adjacent = puzzle.grid.neighbours
        self.goal = [last for _, last in puzzle.endpoints]
        self.expanded = 0

    def solutions(self) -> Iterator[Solution]:
        """Yield each solution once.

        Raise `TimeoutError` if time is up, and `MemoryError` if more than `MAX_NODES` nodes are
        unexpanded.
        """
        root = self._root()
        waiting: list[tuple[int, int, int, int, Node]] = []
        number = count()

        def push(node: Node, branches: int) -> None:
            free = node.flow.count(FREE)
            heappush(waiting, (branches + free, free, next(number), branches, node))

        if root is not None:
            push(root, 0)
        while waiting:
            if self.deadline is not None and self.clock() > self.deadline:
                raise TimeoutError
            if len(waiting) > MAX_NODES:
                raise MemoryError
            *_, branches, node = heappop(waiting)
            if node.head == self.goal:
                yield self._solution(node)
                continue
            self.expanded += 1
            f = self._next_flow(node)
            for cell in self._next_cells(node, f):
                child = node.copy()
                child.active = f
                if self._make_forced_moves(
                    child, self._move(child, f, cell)
                ) and not self._is_stranded(child):
                    push(child, branches + 1)

    def _root(self) -> Node | None:
        """Return the board after all forced moves, or None if it cannot be solved."""
        heads = [ends[0] for ends in self.puzzle.endpoints]
        size = len(self.puzzle.node_flow)
        root = Node(list(self.puzzle.node_flow), [True] * size, heads, [FREE] * size, 0)
        for f, cell in enumerate(heads):
            if self.puzzle.strict and self.goal[f] in self.adjacent[cell]:
                self._join_to_goal(root, f)
        cells = list(range(len(root.flow)))
        return (
            root if self._make_forced_moves(root, cells) and not self._is_stranded(root) else None
        )

    def _next_flow(self, node: Node) -> int:
        """Return the flow to move: the active one, or the one with the fewest possible moves."""
        if node.head[node.active] != self.goal[node.active]:
            return node.active
        unfinished = (f for f, goal in enumerate(self.goal) if node.head[f] != goal)
        return min(unfinished, key=lambda f: len(self._next_cells(node, f)))

    def _next_cells(self, node: Node, f: int) -> list[int]:
        """Return the cells to which a head can move under the rule."""
        flow, head, goal = node.flow, node.head[f], self.goal[f]
        if not self.puzzle.strict:
            return [cell for cell in self.adjacent[head] if flow[cell] == FREE or cell == goal]
        return [
            cell
            for cell in self.adjacent[head]
            if flow[cell] == FREE
            and all(
                flow[neighbour] != f or neighbour in (head, goal)
                for neighbour in self.adjacent[cell]
            )
        ]

    def _move(self, node: Node, f: int, cell: int) -> list[int]:
        """Move a head to a cell, and on to its goal if forced; return the affected cells."""
        old = node.head[f]
        if cell == self.goal[f]:
            self._join_to_goal(node, f)
            return [*self.adjacent[old], *self.adjacent[cell]]
        node.before[cell] = old
        node.flow[cell] = f
        node.head[f] = cell
        node.is_open[old] = False
        touched = [cell, *self.adjacent[old], *self.adjacent[cell]]
        if self.puzzle.strict and self.goal[f] in self.adjacent[cell]:
            self._join_to_goal(node, f)
            touched += self.adjacent[self.goal[f]]
        return touched

    def _join_to_goal(self, node: Node, f: int) -> None:
        """Join a head to its goal, which is adjacent."""
        node.is_open[node.head[f]] = node.is_open[self.goal[f]] = False
        node.before[self.goal[f]] = node.head[f]
        node.head[f] = self.goal[f]

    def _make_forced_moves(self, node: Node, touched: list[int]) -> bool:
        """Make the forced moves at the touched cells; return False at a dead end."""
        flow, is_open, head, goal = node.flow, node.is_open, node.head, self.goal
        while touched:
            cell = touched.pop()
            if not is_open[cell]:
                continue
            f = flow[cell]
            if f != FREE and cell == head[f]:
                next_cells = self._next_cells(node, f)
                if not next_cells:
                    return False
                if len(next_cells) == 1:
                    touched += self._move(node, f, next_cells[0])
                continue
            next_cells = [neighbour for neighbour in self.adjacent[cell] if is_open[neighbour]]
            if len(next_cells) < (2 if f == FREE else 1):
                return False
            if f == FREE and len(next_cells) == 2:
                for neighbour in next_cells:
                    g = flow[neighbour]
                    if g != FREE and neighbour == head[g]:
                        if cell not in self._next_cells(node, g):
                            return False
                        touched += self._move(node, g, cell)
                        touched.append(goal[g])
                        break
        return True

    def _is_stranded(self, node: Node) -> bool:
        """Return whether a region of free cells or a flow is stranded."""
        flow = node.flow
        region = [-1] * len(flow)
        regions = 0
        for start, f in enumerate(flow):
            if f == FREE and region[start] < 0:
                region[start] = regions
                pending = [start]
                for cell in pending:
                    for neighbour in self.adjacent[cell]:
                        if flow[neighbour] == FREE and region[neighbour] < 0:
                            region[neighbour] = regions
                            pending.append(neighbour)
                regions += 1
        served_regions: set[int] = set()
        for head, goal in zip(node.head, self.goal, strict=True):
            if head != goal:
                common_regions = {region[neighbour] for neighbour in self.adjacent[head]} & {
                    region[neighbour] for neighbour in self.adjacent[goal]
                }
                common_regions.discard(-1)
                if not common_regions and (self.puzzle.strict or goal not in self.adjacent[head]):
                    return True
                served_regions |= common_regions
        return len(served_regions) < regions

    def _solution(self, node: Node) -> Solution:
        paths = []
        for first, last in self.puzzle.endpoints:
            path = [last]
            while path[-1] != first:
                path.append(node.before[path[-1]])
            paths.append(tuple(reversed(path)))
        return Solution(self.puzzle, tuple(paths))
