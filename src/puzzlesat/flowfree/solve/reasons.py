"""The rules of propagation, each with its reason in one sentence.

A *link* joins two neighbouring cells; it is used, unused or still open. A *piece* of a flow is a
maximal set of cells joined by used links, at first a single cell. The rules hold in every solution:

*   `degree`: an endpoint has one used link, any other cell two. Once a cell has these, its other
    links are unused; if it needs all its open links, they are used.
*   `ring`: an open link between two cells of one piece is unused.
*   `flows`: a link between pieces of two different flows is unused.

Under the strict rule, neighbours are linked if and only if they belong to the same flow:

*   `flow`: a link between two pieces of one flow is used.
*   `touch`: two pieces that are neighbours in several places are linked in none of them. So no
    piece ever has an open link inside, which would close a ring if used, and make the flow touch
    itself if not; `ring` is not needed.

Knowing more links never makes the rules derive fewer, so the result depends neither on the order of
the rules nor on the numbering of flows and cells. On a board with marks, the rules apply to nodes
instead of cells.

The engine (``engine/flowfree/propagation.hpp``) derives the same links without reasons. Here, each
rule is a function that returns its reason or None: `ring`, `flows` and `touch` exclude a link,
`degree` and `flow` force one. A contradiction is a cell with too few open links, or, under the
strict rule, an unused link between two cells of one flow.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, Self

from puzzlesat.flowfree.board.grid import place
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.solve.direct import UNKNOWN, UNUSED, USED


class Step(NamedTuple):
    """A derived link, or a contradiction.

    `rule` is the name of the rule, or ``contradiction``. `link` is None if a contradiction concerns
    a single node; `value` is `USED` or `UNUSED`. The links `closed` become unused as well, since a
    cell of the link needs no further link. `nodes` and `text` give the reason.
    """

    rule: str
    link: int | None
    value: int
    closed: tuple[int, ...]
    nodes: tuple[int, ...]
    text: str


class State:
    """The known links of a puzzle, and the pieces that they form.

    `value` contains `UNKNOWN`, `UNUSED` or `USED` for each link. For each node, `missing` contains
    the number of links that it still needs, `ways` the number of its open links, and `piece` its
    piece. For each piece, `nodes` contains its nodes, `tips` those of them that still need links,
    and `flow` its flow, or `FREE`. `changed_links` and `changed_nodes` must be examined again.

    >>> state = State(Puzzle.of(["A.A"]))
    >>> for step in derive_steps(state):
    ...     print(step.link, step.text)
    0 A ends at row 0, column 0 and has only one way left.
    1 The flow has only one way to continue from row 0, column 1.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        grid = puzzle.grid
        self.puzzle = puzzle
        self.ends: list[list[int]] = grid.links.tolist()
        self.adjacent = [[link for link in row if link >= 0] for row in grid.link.tolist()]
        self.value = [UNKNOWN] * len(self.ends)
        self.missing = [2 if f == FREE else 1 for f in puzzle.node_flow]
        self.ways = [len(links) for links in self.adjacent]
        self.piece = list(range(grid.node_count))
        self.nodes = [[node] for node in range(grid.node_count)]
        self.tips = [[node] for node in range(grid.node_count)]
        self.flow = list(puzzle.node_flow)
        self.changed_links = deque(range(len(self.ends)))
        self.changed_nodes = deque(range(grid.node_count))

    def copy(self) -> Self:
        """Return an independent copy."""
        other = object.__new__(type(self))
        other.puzzle, other.ends, other.adjacent = self.puzzle, self.ends, self.adjacent
        other.value, other.piece = self.value.copy(), self.piece.copy()
        other.missing, other.ways = self.missing.copy(), self.ways.copy()
        other.nodes, other.tips, other.flow = self.nodes.copy(), self.tips.copy(), self.flow.copy()
        other.changed_links = self.changed_links.copy()
        other.changed_nodes = self.changed_nodes.copy()
        return other

    @property
    def open_links(self) -> list[int]:
        """The unknown links."""
        return [link for link, value in enumerate(self.value) if value == UNKNOWN]

    def flow_at(self, node: int) -> int:
        """Return the known flow of a node, or `FREE`."""
        return self.flow[self.piece[node]]

    def beyond(self, node: int, link: int) -> int:
        """Return the node at the other end of a link."""
        one, two = self.ends[link]
        return two if node == one else one

    def set_link(self, link: int, value: int) -> tuple[int, ...]:
        """Set the value of an open link; return the links that are closed as a consequence."""
        if value == UNUSED:
            self._close(link)
            return ()
        self.value[link] = USED
        for node in self.ends[link]:
            self.missing[node] -= 1
            self.ways[node] -= 1
            self.changed_nodes.append(node)
        self._merge(link)
        closed = [
            other
            for node in self.ends[link]
            if self.missing[node] == 0
            for other in self.adjacent[node]
            if self.value[other] == UNKNOWN
        ]
        for other in closed:
            self._close(other)
        return tuple(closed)

    def _close(self, link: int) -> None:
        self.value[link] = UNUSED
        self.changed_links.append(link)
        for node in self.ends[link]:
            self.ways[node] -= 1
            self.changed_nodes.append(node)

    def _merge(self, link: int) -> None:
        pieces = (self.piece[node] for node in self.ends[link])
        small, large = sorted(pieces, key=lambda piece: len(self.nodes[piece]))
        flowless = [piece for piece in (small, large) if self.flow[piece] == FREE]
        gaining = self.nodes[flowless[0]] if len(flowless) == 1 else []
        for node in self.nodes[small]:
            self.piece[node] = large
        self.nodes[large] = self.nodes[large] + self.nodes[small]
        tips = self.tips[large] + self.tips[small]
        self.tips[large] = [node for node in tips if self.missing[node]]
        self.flow[large] = max(self.flow[large], self.flow[small])
        for node in self.tips[large]:
            self.changed_links.extend(x for x in self.adjacent[node] if self.value[x] == UNKNOWN)
        # An unused link of a piece that gets a flow may now lie between two cells of that flow.
        for node in gaining:
            self.changed_links.extend(x for x in self.adjacent[node] if self.value[x] == UNUSED)


Reason = tuple[tuple[int, ...], str]
"""The nodes of a reason, and its sentence."""


def ring(state: State, link: int) -> Reason | None:
    """Return the reason to exclude a link that would close a cycle, or None."""
    one, two = state.ends[link]
    if state.piece[one] != state.piece[two]:
        return None
    return tuple(state.nodes[state.piece[one]]), "A link here would close a cycle."


def flows(state: State, link: int) -> Reason | None:
    """Return the reason to exclude a link that would join two flows, or None."""
    f, g = sorted(map(state.flow_at, state.ends[link]))
    if f in (g, FREE):
        return None
    symbols = state.puzzle.symbols
    text = f"A link here would join the flows {symbols[f]} and {symbols[g]}."
    return tuple(state.ends[link]), text


def touch(state: State, link: int) -> Reason | None:
    """Return the reason to exclude a link by which a flow would touch itself, or None.

    The link joins pieces that are also neighbours elsewhere.
    """
    if not state.puzzle.strict:
        return None
    one, two = (state.piece[node] for node in state.ends[link])
    small, large = sorted((one, two), key=lambda piece: len(state.nodes[piece]))
    for node in state.nodes[small]:
        for other in state.adjacent[node]:
            beyond = state.beyond(node, other)
            if other != link and state.piece[beyond] == large:
                f = max(state.flow[one], state.flow[two])
                flow = "the flow" if f == FREE else f"the flow {state.puzzle.symbols[f]}"
                where = f"{_at(state, node)} and {_at(state, beyond)}"
                text = f"With a link here, {flow} would touch itself, at {where}."
                return (node, beyond), text
    return None


def degree(state: State, node: int) -> Reason | None:
    """Return the reason to use an open link of a node that needs all its open links, or None."""
    missing, f = state.missing[node], state.puzzle.node_flow[node]
    if not missing or state.ways[node] != missing:
        return None
    at = _at(state, node)
    if f != FREE:
        return (node,), f"{state.puzzle.symbols[f]} ends at {at} and has only one way left."
    if int(state.puzzle.grid.cell[node]) in state.puzzle.marks.bridges:
        return (node,), f"A flow crosses {at}."
    if missing == 1:
        return (node,), f"The flow has only one way to continue from {at}."
    return (node,), f"The cell at {at} needs both of its open sides."


def flow(state: State, link: int) -> Reason | None:
    """Return the reason to use a link without which a flow would touch itself, or None."""
    one, two = state.ends[link]
    f = state.flow_at(one)
    if not state.puzzle.strict or f == FREE or f != state.flow_at(two):
        return None
    symbol = state.puzzle.symbols[f]
    text = f"Both cells belong to {symbol}, which would touch itself without a link here."
    return (one, two), text


EXCLUDING: tuple[Callable[[State, int], Reason | None], ...] = (ring, flows, touch)
"""The rules that exclude an open link."""


def too_few_links(state: State, node: int) -> Reason | None:
    """Return the contradiction that a node has fewer open links than it needs, or None."""
    missing, ways, f = state.missing[node], state.ways[node], state.puzzle.node_flow[node]
    if ways >= missing:
        return None
    at, left = _at(state, node), "no way" if ways == 0 else "one way"
    if f != FREE:
        return (node,), f"{state.puzzle.symbols[f]} ends at {at} and has no way left."
    if missing == 1:
        return (node,), f"The flow cannot continue from {at}."
    return (node,), f"The cell at {at} needs two links and has {left} left."


def self_contact(state: State, link: int) -> Reason | None:
    """Return the contradiction that a flow touches itself at an unused link, or None."""
    if not state.puzzle.strict:
        return None
    one, two = state.ends[link]
    f = state.flow_at(one)
    if state.piece[one] != state.piece[two] and (f == FREE or f != state.flow_at(two)):
        return None
    flow = "One flow" if f == FREE else f"The flow {state.puzzle.symbols[f]}"
    where = f"{_at(state, one)} and {_at(state, two)}"
    return (one, two), f"{flow} touches itself, at {where}."


def derive_steps(state: State) -> Iterator[Step]:
    """Apply the rules until they derive nothing more; yield each step.

    Links are excluded first, so a forced link violates no rule. The last step may be a
    contradiction.
    """
    flow_candidates = deque[int]()
    while True:
        if state.changed_links:
            link = state.changed_links.popleft()
            flow_candidates.append(link)
            step = _excluded(state, link)
        elif state.changed_nodes:
            step = _linked_by_degree(state, state.changed_nodes.popleft())
        elif flow_candidates:
            step = _linked_by_flow(state, flow_candidates.popleft())
        else:
            return
        if step is not None:
            yield step
            if step.rule == "contradiction":
                return


def _excluded(state: State, link: int) -> Step | None:
    if state.value[link] == UNUSED:
        reason = self_contact(state, link)
        if reason:
            return Step("contradiction", link, UNUSED, (), *reason)
        for node in state.ends[link]:
            reason = too_few_links(state, node)
            if reason:
                return Step("contradiction", None, UNUSED, (), *reason)
    if state.value[link] == UNKNOWN:
        for rule in EXCLUDING:
            reason = rule(state, link)
            if reason:
                return Step(rule.__name__, link, UNUSED, state.set_link(link, UNUSED), *reason)
    return None


def _linked_by_degree(state: State, node: int) -> Step | None:
    reason = too_few_links(state, node)
    if reason:
        return Step("contradiction", None, UNUSED, (), *reason)
    reason = degree(state, node)
    if not reason:
        return None
    link = next(link for link in state.adjacent[node] if state.value[link] == UNKNOWN)
    state.changed_nodes.appendleft(node)
    return Step("degree", link, USED, state.set_link(link, USED), *reason)


def _linked_by_flow(state: State, link: int) -> Step | None:
    reason = flow(state, link) if state.value[link] == UNKNOWN else None
    return Step("flow", link, USED, state.set_link(link, USED), *reason) if reason else None


def _at(state: State, node: int) -> str:
    grid = state.puzzle.grid
    cell = int(grid.cell[node])
    if cell not in grid.marks.bridges:
        return place(cell, grid.cols)
    way = "from left to right" if grid.node[cell] == node else "from top to bottom"
    return f"the bridge at {place(cell, grid.cols)} {way}"


def between(puzzle: Puzzle, link: int) -> str:
    """Return the position of a link, in words.

    >>> puzzle = Puzzle.of(["A.B", "A.B"])
    >>> between(puzzle, 1), between(puzzle, 4)
    ('row 0, columns 1 and 2', 'column 0, rows 0 and 1')
    """
    grid = puzzle.grid
    (r, c), (y, x) = (
        divmod(cell, grid.cols) for cell in sorted(grid.cell[grid.links[link]].tolist())
    )
    warp = " (warp)" if abs(r - y) + abs(c - x) > 1 else ""
    if r == y:
        return f"row {r}, columns {c} and {x}{warp}"
    return f"column {c}, rows {r} and {y}{warp}"
