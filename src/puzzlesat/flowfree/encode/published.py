"""The published encoding, by the flow and the direction type of each cell.

M. Zucker describes it in *Flow Free redux: eating SAT-flavored crow* (2016), section "Reducing
Flow Free to SAT". `CONSTRAINTS` lists its six constraints in the same order, as functions. The
post's N cells and C colours are this project's cells and k flows.

=========  =========================================================
x(i, u)    cell i has colour u, that is, carries flow u
y(i, t)    a flow passes the free cell i by direction type t, 1 to 6
=========  =========================================================

The direction types are, in this order, left-right, top-bottom, top-left, top-right, bottom-left and
bottom-right. A free cell has a variable for each direction type that stays on the board. Indices
begin at 1 in the post, and at 0 in the arrays.

Models may contain cycles of free cells in addition to flows (section "Dealing with cycles").
Methods exclude these cycles (`puzzlesat.flowfree.encode.methods`).
"""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlesat.flowfree.board.grid import BOTTOM, LEFT, RIGHT, TOP
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle, check_plain
from puzzlesat.flowfree.encode.rings import Numbers, rings
from puzzlesat.sat.cardinality import at_least, at_most, grouped
from puzzlesat.sat.formula import Clauses, Formula, clauses_from_columns, static_template

DIRECTION_TYPES = (
    (LEFT, RIGHT),
    (TOP, BOTTOM),
    (TOP, LEFT),
    (TOP, RIGHT),
    (BOTTOM, LEFT),
    (BOTTOM, RIGHT),
)
"""The two directions of each direction type t = 1..6, in the order of the post's table."""

TYPE_OF = {frozenset(pair): t for t, pair in enumerate(DIRECTION_TYPES)}
"""The index of the direction type that joins two directions."""

THROUGH = [[t for t, pair in enumerate(DIRECTION_TYPES) if d in pair] for d in range(4)]
"""The indices of the direction types that lead in each direction."""


def types_of(puzzle: Puzzle) -> NDArray[np.bool_]:
    """Return whether a flow may pass a cell by a direction type; the shape is (cells, 6)."""
    check_plain(puzzle, "the encoding published is", "the encoding links")
    inside = puzzle.grid.neighbour >= 0
    exists = np.stack([inside[:, a] & inside[:, b] for a, b in DIRECTION_TYPES], axis=1)
    return exists & (np.array(puzzle.flow) == FREE)[:, None]


class Variables:
    """The numbering of the variables of a puzzle: x first, then y, both in the order of cells.

    x(i, u) has the shape (cells, k), and y(i, t) the shape (cells, 6), with 0 for no variable.

    >>> v = Variables(Puzzle.of(["A..", "A.."]))
    >>> v.x.ravel().tolist(), v.y[1].tolist(), v.count
    ([1, 2, 3, 4, 5, 6], [7, 0, 0, 0, 8, 9], 14)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        grid = puzzle.grid
        self.neighbour = grid.neighbour
        self.flow = np.array(puzzle.flow)
        self.free = np.flatnonzero(self.flow == FREE)
        self.ends = np.flatnonzero(self.flow != FREE)
        self.x = np.arange(1, grid.cell_count * puzzle.k + 1, dtype=np.int32).reshape(-1, puzzle.k)
        exists = types_of(puzzle)
        self.count = self.x.size + int(exists.sum())
        self.y = np.zeros(exists.shape, dtype=np.int32)
        self.y[exists] = np.arange(self.x.size + 1, self.count + 1)


def one_flow(v: Variables) -> list[Clauses]:
    """Return constraint 1 of 6: every free cell is assigned a single colour.

    ⋁_u x(i, u), and ¬x(i, u) ∨ ¬x(i, v) for u < v: 1 + C(C-1)/2 clauses for each free cell.
    """
    return [at_least(v.x[v.free], 1), at_most(v.x[v.free], 1)]


def endpoints(v: Variables) -> list[Clauses]:
    """Return constraint 2 of 6: the colour u of every endpoint is known.

    x(i, u), and ¬x(i, v) for v ≠ u: C unit clauses for each endpoint, all but one negative.
    """
    is_own_colour = np.arange(v.x.shape[1]) == v.flow[v.ends, None]
    return [np.where(is_own_colour, v.x[v.ends], -v.x[v.ends]).reshape(-1, 1)]


def one_start(v: Variables) -> list[Clauses]:
    """Return constraint 3 of 6: exactly one neighbour of an endpoint has its colour u.

    x(j, u) ∨ x(k, u) ∨ …, and ¬x(j, u) ∨ ¬x(k, u) for every two of its d neighbours:
    1 + d(d-1)/2 clauses for each endpoint.
    """
    neighbour = v.neighbour[v.ends]
    adjacent = grouped(v.x[neighbour, v.flow[v.ends, None]], neighbour >= 0)
    return [clauses for group in adjacent for clauses in (at_least(group, 1), at_most(group, 1))]


def one_type(v: Variables) -> list[Clauses]:
    """Return constraint 4 of 6: every free cell has exactly one direction type.

    ⋁_t y(i, t), and ¬y(i, s) ∨ ¬y(i, t) for every two of the types that stay on the board: one
    clause and up to 15 more for each free cell.
    """
    types = grouped(v.y[v.free], v.y[v.free] > 0)
    return [clauses for group in types for clauses in (at_least(group, 1), at_most(group, 1))]


def along(v: Variables) -> list[Clauses]:
    """Return constraint 5 of 6: neighbours j and k that cell i's type joins have its colour.

    y(i, t) → (x(i, u) ↔ x(j, u)) ∧ (x(i, u) ↔ x(k, u)): four clauses for each type and colour.
    """
    clauses = []
    for t, pair in enumerate(DIRECTION_TYPES):
        cells = np.flatnonzero(v.y[:, t])
        y, x = v.y[cells, t, None], v.x[cells]
        for direction in pair:
            adjacent = v.x[v.neighbour[cells, direction]]
            clauses += [
                clauses_from_columns(-y, -x, adjacent),
                clauses_from_columns(-y, x, -adjacent),
            ]
    return clauses


def aside(v: Variables) -> list[Clauses]:
    """Return constraint 6 of 6: neighbours l that cell i's type does not join differ in colour.

    y(i, t) → ¬(x(i, u) ∧ x(l, u)): one clause for each type, neighbour l and colour. The colours
    of i and l must differ, so no flow touches itself.
    """
    clauses = []
    for t, pair in enumerate(DIRECTION_TYPES):
        for direction in {LEFT, RIGHT, TOP, BOTTOM} - set(pair):
            cells = np.flatnonzero((v.y[:, t] > 0) & (v.neighbour[:, direction] >= 0))
            adjacent = v.x[v.neighbour[cells, direction]]
            clauses.append(clauses_from_columns(-v.y[cells, t, None], -v.x[cells], -adjacent))
    return clauses


Constraint = Callable[[Variables], list[Clauses]]
"""A function that returns the clauses of one constraint for all cells."""

CONSTRAINTS: tuple[Constraint, ...] = (one_flow, endpoints, one_start, one_type, along, aside)
"""The six constraints, in the order of the post's list."""


class Published:
    """The published encoding of a puzzle on a plain board, with `CONSTRAINTS` or some of them.

    `uses`, of shape (links, 3), contains the literals of each link, or 0; the link is used if and
    only if one of them is true. The variables in `choice` distinguish solutions. Raise `InputError`
    if the board has bridges, warps, walls or missing cells.

    >>> encoding = Published(Puzzle.of(["A..", "A.."]))
    >>> encoding.formula.variables, len(encoding.formula)
    (14, 58)
    """

    name = "published"

    def __init__(self, puzzle: Puzzle, constraints: Sequence[Constraint] = CONSTRAINTS) -> None:
        self.puzzle = puzzle
        self.variables = v = Variables(puzzle)
        self.formula = Formula(
            v.count, tuple(static_template(make.__name__, *make(v)) for make in constraints)
        )
        self.choice = v.y[v.y > 0]

    @cached_property
    def uses(self) -> Numbers:
        """The literals of each link, one of which is true if and only if the link is used."""
        v, grid = self.variables, self.puzzle.grid
        i, j = grid.links.T
        is_horizontal = (np.arange(len(i)) < grid.rows * (grid.cols - 1))[:, None]
        from_i = np.where(is_horizontal, v.y[i][:, THROUGH[RIGHT]], v.y[i][:, THROUGH[BOTTOM]])
        from_j = np.where(is_horizontal, v.y[j][:, THROUGH[LEFT]], v.y[j][:, THROUGH[TOP]])
        uses = np.where((v.flow[i] == FREE)[:, None], from_i, from_j)
        # Adjacent endpoints of one flow are linked; no direction type expresses that.
        is_linked_pair = (v.flow[i] != FREE) & (v.flow[i] == v.flow[j])
        uses[is_linked_pair, 0] = v.x[i[is_linked_pair], v.flow[i[is_linked_pair]]]
        return uses

    def cut(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return the post's clause for a cycle: not all its cells have these direction types."""
        return [-self.variables.y[list(cycle), self._types(cycle)][None]]

    def cuts(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return clauses that forbid a cycle wherever it fits on the board.

        A clause contains the direction types of only every second cell, since these imply all
        links.
        """
        nodes, _ = rings(self.puzzle.grid, cycle)
        y = self.variables.y[nodes, self._types(cycle)]
        y = y[(y > 0).all(axis=1)]
        return [-y[:, ::2], -y[:, 1::2]]

    def _types(self, cycle: Sequence[int]) -> list[int]:
        """Return the index of the direction type of each cell of a cycle."""
        neighbour = self.puzzle.grid.neighbour[list(cycle)].tolist()
        before, after = [cycle[-1], *cycle[:-1]], [*cycle[1:], cycle[0]]
        return [
            TYPE_OF[frozenset((adjacent.index(i), adjacent.index(j)))]
            for adjacent, i, j in zip(neighbour, before, after, strict=True)
        ]

    @property
    def squares(self) -> list[Clauses]:
        """Clauses that exclude all squares of four cells."""
        grid = self.puzzle.grid
        if grid.rows < 2 or grid.cols < 2:
            return []
        return self.cuts([0, 1, grid.cols + 1, grid.cols])

    @property
    def legend(self) -> dict[str, str]:
        """The meaning of the variables."""
        v, k = self.variables, self.puzzle.k
        names = ["left-right", "top-bottom", "top-left", "top-right", "bottom-left", "bottom-right"]
        return {
            "x(i,u)": f"{k}*i + u + 1, cell i carries flow u, 0 <= u < {k}",
            "y(i,t)": f"{v.x.size + 1}..{v.count}, a flow passes free cell i by direction type t; "
            f"cell by cell, the types that stay on the board in the order {', '.join(names)}",
        }
