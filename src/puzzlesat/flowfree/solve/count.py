"""The number of solutions of a puzzle.

Two solutions differ if their sets of links differ. Under the strict rule, the flows of all cells
determine the links. If flows may touch themselves, a flow can pass the same cells in several
orders, and each order is a different solution. Cells that stay empty have no links.

Up to `MAX_LISTED_SOLUTIONS` solutions are listed by search. If there are more, the frontier method
for decision diagrams of paths (`Frontier`) counts them without listing them. Knuth calls this
method Simpath (*The Art of Computer Programming* 4A, section 7.1.4). The engine has a fast version
for rules under which flows may touch themselves (``engine/flowfree/frontier.hpp``). On boards that
are too wide for this method, the number of listed solutions is a lower bound.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, combinations, count
from time import monotonic

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.solve.search import Search

MAX_LISTED_SOLUTIONS = 100
"""Maximum number of solutions that are listed."""

MAX_STATES = 200_000
"""Maximum number of states of a frontier; each takes about a kilobyte on a board of 12×12 cells."""

GONE = -1
"""The number for a path that no longer matters, for example because its flow is complete."""

Ids = tuple[int, ...]
Pairs = frozenset[tuple[int, int]]
State = tuple[Ids, tuple[int, ...], Pairs]
"""The state of the links decided so far, for the nodes of the frontier in order.

It consists of the path of each node, the number of links that each node lacks, and the pairs of
paths that must not become parts of one flow. A path that contains an endpoint has the number of its
flow; other paths are numbered from k on, in the order of the frontier.
"""


@dataclass(frozen=True)
class Step:
    """The change of the frontier when a node is visited.

    The nodes `fresh`, possibly including the visited one, enter the frontier first. The visited
    node is at the position `at`, and leaves the frontier afterwards. `onward` contains the
    positions of the visited node's unvisited neighbours. `adjacent` contains the pairs of
    neighbours in the frontier afterwards, by position.
    """

    fresh: Sequence[int]
    at: int
    onward: Sequence[int]
    adjacent: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Count:
    """The number of solutions, or a lower bound if `exact` is false, and the wall-clock seconds."""

    number: int
    exact: bool
    seconds: float


class Frontier:
    """A method that counts solutions without listing them.

    Nodes are visited in order; a visit decides which links to later nodes are used. The *frontier*
    is the set of unvisited nodes at decided links. A `State` contains all that matters for the
    remaining links; all ways to reach a state are counted together. Under the strict rule, two
    paths with an unused link between them must not become parts of one flow.

    >>> Frontier(Puzzle.of(["A...", "A..."], rule="touching")).count()
    1
    >>> Frontier(Puzzle.of(["A...", "....", "...A"], rule="touching")).count()
    4
    >>> Frontier(Puzzle.of(["A...", "....", "...A"], rule="numberlink")).count()
    38
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.order = min(_orders(puzzle), key=lambda order: _width(puzzle, order))

    def count(self, deadline: Deadline = NEVER) -> int:
        """Return the number of solutions.

        Raise `TimeoutError` after the deadline, and `MemoryError` if a frontier has more than
        `MAX_STATES` states.
        """
        place = {node: i for i, node in enumerate(self.order)}
        frontier: list[int] = []
        ways: dict[State, int] = {((), (), frozenset()): 1}
        for node in self.order:
            later = [w for w in self.puzzle.grid.neighbours[node] if place[w] > place[node]]
            fresh = [w for w in (node, *later) if w not in frontier]
            wide = [*frontier, *fresh]
            frontier = [w for w in wide if w != node]
            step = Step(
                fresh=fresh,
                at=wide.index(node),
                onward=[wide.index(w) for w in later],
                adjacent=self._adjacent(frontier),
            )
            ways = self._visited(ways, step, deadline)
        return sum(ways.values())

    def _adjacent(self, frontier: Sequence[int]) -> list[tuple[int, int]]:
        place = {node: i for i, node in enumerate(frontier)}
        return [
            (i, place[w])
            for node, i in place.items()
            for w in self.puzzle.grid.neighbours[node]
            if place.get(w, -1) > i
        ]

    def _visited(self, ways: dict[State, int], step: Step, deadline: Deadline) -> dict[State, int]:
        """Return the number of ways to reach each state after a visit."""
        ways_after: dict[State, int] = {}
        for number, (state, many) in enumerate(ways.items()):
            if number % 256 == 0:
                deadline.check()
            for new in self._choices(self._widened(state, step.fresh), step):
                ways_after[new] = ways_after.get(new, 0) + many
            if len(ways_after) > MAX_STATES:
                raise MemoryError
        return ways_after

    def _widened(self, state: State, fresh: Sequence[int]) -> State:
        """Return a state with additional nodes, each of which is a path of its own."""
        ids, needs, pairs = state
        unused = count(max((self.puzzle.k, *(i + 1 for i in ids))))
        flows = [self.puzzle.node_flow[w] for w in fresh]
        return (
            ids + tuple(next(unused) if f == FREE else f for f in flows),
            needs + tuple(2 if f == FREE else 1 for f in flows),
            pairs,
        )

    def _choices(self, state: State, step: Step) -> Iterator[State]:
        """Yield the next states, one for each choice of links of the visited node."""
        ids, needs, pairs = state
        at, onward = step.at, step.onward
        able = [w for w in onward if needs[w]]
        # A node that lacks two links is free and on no flow so far, so it may stay empty.
        numbers = [needs[at]] if self.puzzle.filling or needs[at] < 2 else [0, 2]
        for chosen in chain.from_iterable(combinations(able, number) for number in numbers):
            joined = self._joined(ids, pairs, at, chosen)
            if joined is None:
                continue
            new, differ, complete = joined
            if self.puzzle.strict and new[at] != GONE:
                unused = [new[w] for w in onward if w not in chosen]
                if new[at] in unused:
                    continue  # the flow touches itself
                differ = differ | {(min(i, new[at]), max(i, new[at])) for i in unused}
            left = [need - (w in chosen) for w, need in enumerate(needs)]
            del new[at], left[at]
            if not (self.puzzle.strict and self._touching(new, left, step.adjacent)):
                yield self._canonical(new, left, differ, complete)

    def _touching(
        self, ids: Sequence[int], needs: Sequence[int], adjacent: Sequence[tuple[int, int]]
    ) -> bool:
        """Return whether two neighbours on one path make a flow touch itself."""
        # Their link would close a ring, unless they are the ends of two parts of one flow.
        return any(
            ids[i] == ids[j] != GONE and (ids[i] >= self.puzzle.k or not (needs[i] and needs[j]))
            for i, j in adjacent
        )

    def _joined(
        self, ids: Ids, pairs: Pairs, at: int, chosen: Sequence[int]
    ) -> tuple[list[int], Pairs, int] | None:
        """Return paths and pairs after using links, and the completed flow, or None if invalid."""
        new, complete = list(ids), GONE
        for w in chosen:
            low, high = sorted((new[at], new[w]))
            if low == high:
                if low >= self.puzzle.k:
                    return None  # a ring
                complete = low
            elif high < self.puzzle.k or (low, high) in pairs:
                return None  # joins two flows, or paths that must stay apart
            else:
                new = [low if i == high else i for i in new]
                pairs = frozenset(
                    (min(i, low), max(i, low)) if high in (i, j) else (i, j)
                    for i, j in ((j, i) if i == high else (i, j) for i, j in pairs)
                )
        return new, pairs, complete

    def _canonical(
        self, ids: Sequence[int], needs: Sequence[int], pairs: Pairs, complete: int
    ) -> State:
        """Return a state in canonical form, without parts that no longer matter."""
        k = self.puzzle.k
        number = {i: i for i in range(k) if i != complete}
        unused = count(k)
        new = []
        for i, need in zip(ids, needs, strict=True):
            if i in (GONE, complete) or not (need or self.puzzle.strict):
                new.append(GONE)
                continue
            if i not in number:
                number[i] = next(unused)
            new.append(number[i])
        kept_pairs = frozenset(
            (min(number[i], number[j]), max(number[i], number[j]))
            for i, j in pairs
            if i in number and j in number and max(i, j) >= k
        )
        return tuple(new), tuple(needs), kept_pairs


def _orders(puzzle: Puzzle) -> list[list[int]]:
    """Return two orders of visits, row by row and column by column."""
    cell, cols = puzzle.grid.cell.tolist(), puzzle.cols
    nodes = range(puzzle.grid.node_count)
    return [
        sorted(nodes, key=lambda node: cell[node]),
        sorted(nodes, key=lambda node: (cell[node] % cols, cell[node])),
    ]


def _width(puzzle: Puzzle, order: Sequence[int]) -> int:
    place = {node: i for i, node in enumerate(order)}
    frontier: set[int] = set()
    most = 0
    for node in order:
        frontier |= {w for w in puzzle.grid.neighbours[node] if place[w] > place[node]}
        frontier.discard(node)
        most = max(most, len(frontier))
    return most


def counted_by_frontier(puzzle: Puzzle, deadline: Deadline = NEVER) -> int:
    """Return the number of solutions, by the engine if possible; see `Frontier.count`."""
    if not puzzle.strict:
        flow, filling = puzzle.node_flow, puzzle.filling
        number = engine.count(puzzle.grid.graph, puzzle.cols, flow, filling, deadline.remaining)
        if number is not None:
            return number
    return Frontier(puzzle).count(deadline)


def count_solutions(
    puzzle: Puzzle, limit: int | None = None, wall_limit: float | None = None
) -> Count:
    """Return the number of solutions of a puzzle, or a lower bound.

    Parameters
    ----------
    puzzle : Puzzle
    limit : int, optional
        The number of listed solutions at which to stop.
    wall_limit : float, optional
        Wall-clock seconds.

    Raises
    ------
    DisagreementError
        If the referee rejects a solution, or fewer are counted than were listed.

    Examples
    --------
    >>> count_solutions(Puzzle.of(["A...", "....", "...A"], rule="touching")).number
    4
    """
    started, deadline = monotonic(), Deadline(wall_limit)
    solutions, exact = 0, False
    with Search(puzzle, wall_limit=wall_limit) as search, suppress(TimeoutError):
        for _ in iter(search.next, None):
            solutions += 1
            if solutions == limit:
                break
            if solutions == MAX_LISTED_SOLUTIONS:
                try:
                    counted = counted_by_frontier(puzzle, deadline)
                except MemoryError:
                    if limit is None and wall_limit is None:
                        break
                    continue
                if counted < solutions:
                    raise DisagreementError(
                        f"puzzle {puzzle.text}: {solutions} solutions were listed, but {counted} "
                        "counted"
                    )
                solutions, exact = counted, True
                break
        else:
            exact = True
    return Count(solutions, exact, monotonic() - started)
