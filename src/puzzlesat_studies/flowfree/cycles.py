"""Methods that exclude cycles in addition to those of `flowfree solve`, for the studies only.

*   ``restart``: as in the program of Zucker's post, each *round*, that is, each search for a model,
    starts a new solver, with one more clause for each cycle found so far. A cycle is forbidden only
    at its position (`Encoding.cut`).
*   ``rooted``: a variable for each cell and each number of steps means that the cell is reached
    from the start of its flow in at most this many steps. These are the O(N²) "rootedness"
    variables that the post mentions without giving clauses.
*   ``propagator``: during the search, a user propagator excludes links that would close a cycle.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Cells
from puzzlesat.flowfree.encode.acyclic import arcs, longest
from puzzlesat.flowfree.encode.encoding import Encoding
from puzzlesat.flowfree.solve.search import Search
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.formula import (
    Clauses,
    ClauseTemplate,
    Formula,
    clauses_from_columns,
    static_template,
)
from puzzlesat.sat.solver import COUNTERS, open_solver
from puzzlesat_studies.flowfree.propagator import NoCycle

PROPAGATOR_SOLVER = "cadical195"
"""The only solver of PySAT that accepts a propagator."""


def rooted(encoding: Encoding) -> tuple[int, list[ClauseTemplate]]:
    """Return the number of variables, including those of the roots, and the clauses.

    =============  =================================================================
    arc(ℓ, d)      as in `arcs`
    root(i, s)     cell i is reached from the start of its flow in at most s steps
    =============  =================================================================

    Every cell is reached in at most `longest` steps, and only starts in 0 steps. If an arc leads to
    a cell that is reached in at most s + 1 steps, it comes from a cell that is reached in at most s
    steps. A cycle, followed backwards, would lead to a cell that is reached in 0 steps but is not a
    start.
    """
    puzzle, grid = encoding.puzzle, encoding.puzzle.grid
    arc, templates = arcs(encoding)
    steps = longest(puzzle)
    first = int(arc.max(initial=encoding.formula.variables)) + 1
    last = first + grid.node_count * (steps + 1)
    root = np.arange(first, last, dtype=np.int32).reshape(grid.node_count, -1)
    starts = np.isin(np.arange(grid.node_count), [start for start, _ in puzzle.endpoints])
    step_clauses = []
    for d, (tail, head) in enumerate((grid.links.T, grid.links.T[::-1])):
        leads = np.repeat(-arc[:, d, None], steps, axis=1)
        step_clauses.append(
            clauses_from_columns(
                *(x.reshape(-1, 1) for x in (leads, -root[head, 1:], root[tail, :-1]))
            )
        )
    return last - 1, [
        *templates,
        static_template("reached in no step", np.where(starts, root[:, 0], -root[:, 0])[:, None]),
        static_template("reached in the end", root[:, -1:]),
        static_template("reached one step later", *step_clauses),
    ]


class RestartedSearch(Search):
    """A search in which each round starts a new solver; counters are summed over all rounds."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        self._earlier = dict.fromkeys(COUNTERS, 0)
        self._stored_clauses: list[Clause] = []
        super().__init__(*arguments, **keywords)

    @property
    def counters(self) -> dict[str, int | None]:
        """The counters, summed over the solvers of all rounds; None for counters not reported."""
        now = super().counters
        return {key: None if x is None else x + self._earlier[key] for key, x in now.items()}

    def _chunks(self) -> Iterator[list[Clause]]:
        if self._stored_clauses:
            yield self._stored_clauses
            return
        for chunk in super()._chunks():
            self._stored_clauses += chunk
            yield chunk

    def _cuts(self, cycle: Cells) -> list[Clauses]:
        return self.encoding.cut(cycle)

    def _go_on(self, clauses: list[Clause]) -> None:
        self._earlier = {key: x or 0 for key, x in self.counters.items()}
        self._solver.delete()
        self._stored_clauses += clauses
        self._solver = open_solver(self.solver_name)
        self._load()

    def _add(self, clauses: list[Clause]) -> None:
        self._stored_clauses += clauses
        super()._add(clauses)


class RootedSearch(Search):
    """A search with the clauses of `rooted`."""

    def _first_formula(self, method: str) -> Formula:
        self.excludes_cycles = True
        return rooted_formula(self.encoding)


class PropagatedSearch(Search):
    """A search with a propagator; the solver must be `PROPAGATOR_SOLVER`."""

    def _load(self) -> None:
        self.excludes_cycles = True
        super()._load()
        with self.clock.step("load"):
            NoCycle(self.encoding).attach(self._solver)


def rooted_formula(encoding: Encoding) -> Formula:
    """Return the formula of an encoding with the clauses of `rooted`."""
    variables, templates = rooted(encoding)
    return Formula(variables, (*encoding.formula.templates, *templates))


SEARCHES = {"restart": RestartedSearch, "rooted": RootedSearch, "propagator": PropagatedSearch}
"""The searches by the methods of this module."""

METHODS = ("repair", "restart", "ranks", "rooted", "escape", "propagator")
"""All methods of the studies."""


def search_of(
    puzzle: Puzzle, encoding: str, method: str, solver: str, wall_limit: float | None = None
) -> Search:
    """Return a search by one of `METHODS`; a propagator always uses `PROPAGATOR_SOLVER`."""
    if method == "propagator":
        solver = PROPAGATOR_SOLVER
    if method in SEARCHES:
        return SEARCHES[method](puzzle, encoding, solver=solver, wall_limit=wall_limit)
    return Search(puzzle, encoding, method, solver, wall_limit)
