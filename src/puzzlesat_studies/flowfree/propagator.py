"""A propagator that excludes cycles during the search, through the interface IPASIR-UP."""

from pysat.engines import Propagator
from pysat.solvers import Solver

from puzzlesat.flowfree.encode.encoding import Encoding


class NoCycle(Propagator):
    """A union-find structure over nodes that excludes links that would close a cycle.

    Assigned literals join nodes into trees, and backtracking separates the trees. If a literal
    joins two nodes of one tree, the solver learns a clause: this literal and those on the path
    between the nodes in the tree are not all true.
    """

    def __init__(self, encoding: Encoding) -> None:
        super().__init__()
        pairs = encoding.puzzle.grid.links.tolist()
        self.joins: dict[int, list[list[int]]] = {}
        for pair, literals in zip(pairs, encoding.uses.tolist(), strict=True):
            for literal in literals:
                if literal:
                    self.joins.setdefault(literal, []).append(pair)
        self.parent = list(range(encoding.puzzle.grid.node_count))
        self.size = [1] * len(self.parent)
        self.adjacent: list[dict[int, int]] = [{} for _ in self.parent]
        self.joined: list[tuple[int, int, int]] = []
        self.levels: list[int] = []
        self.pending_clauses: list[list[int]] = []
        self.fixed: set[int] = set()

    def attach(self, solver: Solver) -> None:
        """Connect to a CaDiCaL solver, and observe all literals that join nodes."""
        solver.connect_propagator(self)
        for literal in self.joins:
            solver.observe(literal)

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Join the nodes of a literal, or store the clause that excludes it."""
        if fixed:
            self.fixed.add(lit)
        self._join(lit)

    def _join(self, lit: int) -> None:
        for i, j in self.joins.get(lit, ()):
            if j in self.adjacent[i]:
                continue  # two literals may use one link
            low, high = self._root(i), self._root(j)
            if low == high:
                self.pending_clauses.append([-lit, *(-x for x in self._between(i, j))])
            else:
                if self.size[low] > self.size[high]:
                    low, high = high, low
                self.parent[low] = high
                self.size[high] += self.size[low]
                self.adjacent[i][j] = self.adjacent[j][i] = lit
                self.joined.append((i, j, low))

    def on_new_level(self) -> None:
        """Start a decision level."""
        self.levels.append(len(self.joined))

    def on_backtrack(self, to: int) -> None:
        """Undo later joins, except fixed ones, which the solver does not report again."""
        if to < len(self.levels):
            stay = []
            for i, j, low in reversed(self.joined[self.levels[to] :]):
                self.size[self.parent[low]] -= self.size[low]
                self.parent[low] = low
                if self.adjacent[i][j] in self.fixed:
                    stay.append(self.adjacent[i][j])
                del self.adjacent[i][j], self.adjacent[j][i]
            del self.joined[self.levels[to] :], self.levels[to:]
            for lit in reversed(stay):
                self._join(lit)

    def check_model(self, model: list[int]) -> bool:
        """Return whether a model is accepted, that is, whether no clause is pending."""
        return not self.pending_clauses

    def has_clause(self) -> bool:
        """Return whether a clause is pending."""
        return bool(self.pending_clauses)

    def add_clause(self) -> list[int]:
        """Return a clause that excludes a cycle."""
        return self.pending_clauses.pop()

    def _root(self, node: int) -> int:
        while self.parent[node] != node:
            node = self.parent[node]
        return node

    def _between(self, i: int, j: int) -> set[int]:
        """Return the literals on the path from i to j in their tree."""
        previous: dict[int, int] = {i: i}
        todo = [i]
        for node in todo:
            for neighbour in self.adjacent[node]:
                if neighbour not in previous:
                    previous[neighbour] = node
                    todo.append(neighbour)
        path_links = set()
        while j != i:
            path_links.add(self.adjacent[j][previous[j]])
            j = previous[j]
        return path_links
