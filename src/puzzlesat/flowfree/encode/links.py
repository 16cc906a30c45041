"""The encoding `links`: neighbours are linked or not, and flows are binary numbers.

==============  ====================================================================
link(ℓ)         link ℓ is used
code(i, b)      bit b of the number of the flow of cell i
differ(ℓ, b)    implies that the cells of link ℓ differ in bit b
==============  ====================================================================

For a board with marks, *cell* here means a node of the grid.

The published encoding has separate clauses for each flow: about 36 per cell and flow, and one per
cell and pair of flows. In the encoding `links`, flows take four clauses per link and bit, and one
more per link. Each cell has the number of its flow; used links propagate the numbers from the
endpoints.

If flows may touch themselves, unlinked neighbours may carry the same flow (`TOUCHING`). If cells
may stay empty, a free cell has two used links or none (`NUMBERLINK`); the number of an empty cell
has no meaning. Models may then contain cycles as well, but without its cycles, a model is a
solution in which the cells of the cycles are empty. So no method needs to exclude cycles.

Under the strict rule, no solution uses three links of a square of four cells: the four cells would
carry one flow, so the fourth link would be used, too, and close a cycle. `no_square` forbids three
used links in a square, and thus all cycles of four cells. Longer cycles are possible, but rare
(`puzzlesat.flowfree.encode.methods`).
"""

from collections.abc import Callable, Sequence

import numpy as np

from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.encode.rings import rings, squares
from puzzlesat.sat.cardinality import at_least, at_most, grouped
from puzzlesat.sat.formula import Clauses, Formula, clauses_from_columns, static_template


class Variables:
    """The numbering of the variables of a puzzle, in the order link, code, differ.

    link(ℓ) has the shape (links,); code(i, b) has the shape (cells, bits), with as few bits as k
    flows need; differ(ℓ, b) has the shape (links, bits), or (links, 0) if flows may touch
    themselves. `adjacent`, of shape (cells, 4), contains the variable link(ℓ) of each cell in each
    direction, or 0. `count`, the number of variables, is at least 1: even without links, a
    contradiction needs a variable.

    >>> v = Variables(Puzzle.of(["AB", "AB"]))
    >>> v.link.tolist(), v.code.ravel().tolist(), v.differ.ravel().tolist(), v.count
    ([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], 12)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.grid = grid = puzzle.grid
        self.flow = np.array(puzzle.node_flow)
        links, bits = len(grid.links), (puzzle.k - 1).bit_length()
        shapes = (links,), (grid.node_count, bits), (links, bits if puzzle.strict else 0)
        sizes = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes)]).tolist()
        numbers = np.arange(1, sizes[-1] + 1, dtype=np.int32)
        self.link, self.code, self.differ = (
            numbers[first:last].reshape(shape)
            for first, last, shape in zip(sizes, sizes[1:], shapes, strict=False)
        )
        self.adjacent = np.append(self.link, np.int32(0))[grid.link]
        self.count = max(sizes[-1], 1)


def degrees(v: Variables) -> list[Clauses]:
    """Return clauses: a free cell has two used links, an endpoint one, Σ link(ℓ) = 2 or 1."""
    clauses = []
    for cells, degree in ((v.flow == FREE, 2), (v.flow != FREE, 1)):
        adjacent = v.adjacent[cells]
        for group in grouped(adjacent, adjacent > 0):
            clauses += [at_least(group, degree), at_most(group, degree)]
    return clauses


def degrees_or_none(v: Variables) -> list[Clauses]:
    """Return clauses: a free cell has two used links or none, an endpoint one."""
    free = v.flow == FREE
    clauses = []
    for group in grouped(v.adjacent[free], v.adjacent[free] > 0):
        clauses.append(at_most(group, 2))
        for side in range(group.shape[1]):  # link(ℓ) → another link is used
            others = np.delete(group, side, axis=1)
            clauses.append(np.concatenate([-group[:, side : side + 1], others], axis=1))
    for group in grouped(v.adjacent[~free], v.adjacent[~free] > 0):
        clauses += [at_least(group, 1), at_most(group, 1)]
    return clauses


def numbers(v: Variables) -> list[Clauses]:
    """Return unit clauses: code(i, b) of an endpoint is bit b of the number of its flow."""
    ends = np.flatnonzero(v.flow != FREE)
    bit_set = (v.flow[ends, None] >> np.arange(v.code.shape[1])) & 1 == 1
    return [np.where(bit_set, v.code[ends], -v.code[ends]).reshape(-1, 1)]


def linked(v: Variables) -> list[Clauses]:
    """Return clauses: linked cells carry one flow, link(ℓ) → (code(i, b) ↔ code(j, b))."""
    link = v.link[:, None]
    i, j = v.code[v.grid.links[:, 0]], v.code[v.grid.links[:, 1]]
    return [clauses_from_columns(-link, -i, j), clauses_from_columns(-link, i, -j)]


def unlinked(v: Variables) -> list[Clauses]:
    """Return clauses: unlinked neighbours carry different flows, link(ℓ) ∨ ⋁_b differ(ℓ, b)."""
    return [np.concatenate([v.link[:, None], v.differ], axis=1)]


def difference(v: Variables) -> list[Clauses]:
    """Return clauses that define differ: differ(ℓ, b) → (code(i, b) ↔ ¬code(j, b))."""
    i, j = v.code[v.grid.links[:, 0]], v.code[v.grid.links[:, 1]]
    return [clauses_from_columns(-v.differ, i, j), clauses_from_columns(-v.differ, -i, -j)]


def no_square(v: Variables) -> list[Clauses]:
    """Return clauses: at most two of the four links of a square of cells are used."""
    return [at_most(v.link[squares(v.grid)], 2)]


Constraint = Callable[[Variables], list[Clauses]]
"""A function that returns the clauses of one constraint for all cells or links."""

CONSTRAINTS: tuple[Constraint, ...] = (degrees, numbers, linked, unlinked, difference, no_square)
"""The constraints under the strict rule."""

TOUCHING: tuple[Constraint, ...] = (degrees, numbers, linked)
"""The constraints if flows may touch themselves and fill the board."""

NUMBERLINK: tuple[Constraint, ...] = (degrees_or_none, numbers, linked)
"""The constraints if flows may touch themselves and cells may stay empty."""

CONSTRAINTS_OF_RULE = {"strict": CONSTRAINTS, "touching": TOUCHING, "numberlink": NUMBERLINK}
"""The constraints under each rule."""


class Links:
    """The encoding by links; `constraints` are by default those of the puzzle's rule.

    `uses`, of shape (links, 1), contains the literal of each link, which is true if and only if the
    link is used. The variables in `choice` distinguish solutions.

    >>> encoding = Links(Puzzle.of(["A..", "A.."]))
    >>> encoding.formula.variables, len(encoding.formula)
    (7, 31)
    """

    name = "links"

    def __init__(self, puzzle: Puzzle, constraints: Sequence[Constraint] | None = None) -> None:
        if constraints is None:
            constraints = CONSTRAINTS_OF_RULE[puzzle.rule]
        self.puzzle = puzzle
        self.variables = v = Variables(puzzle)
        self.formula = Formula(
            v.count, tuple(static_template(make.__name__, *make(v)) for make in constraints)
        )
        self.uses = v.link[:, None]
        self.choice = v.link

    def cut(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return the clause that forbids a cycle of cells: not all its links are used."""
        links = self.puzzle.grid.links_along([*cycle, cycle[0]])
        return [-self.variables.link[links][None]]

    def cuts(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return clauses that forbid a cycle wherever it fits on the board.

        Under the strict rule, a clause contains all links of the cycle except one: if they were
        used, all cells would carry one flow, so the omitted link would be used as well.
        """
        _, links = rings(self.puzzle.grid, cycle)
        return [-self.variables.link[links[:, :-1] if self.puzzle.strict else links]]

    @property
    def squares(self) -> list[Clauses]:
        """Further clauses that exclude squares: none, because of `no_square`."""
        return []

    @property
    def legend(self) -> dict[str, str]:
        """The meaning of the variables."""
        v, grid = self.variables, self.puzzle.grid
        links, bits = v.differ.shape
        across = self.puzzle.rows * (self.puzzle.cols - 1)
        code, differ = links + 1, links + v.code.size + 1
        order = f"first the {across} horizontal ones, then the vertical ones, both row by row"
        geometry = {}
        if not grid.plain:
            order = "from cell to cell in the order of links"
            geometry = {
                "cells": " ".join(f"{i}={r},{c}" for i, (r, c) in enumerate(grid.places))
                + ", their rows and columns from 0; a bridge is two, first from left to right",
                "links": " ".join(f"{i}-{j}" for i, j in grid.links.tolist()),
            }
        differ_meaning = (
            f"{differ} + {bits}*l + b, implies that the cells of link l differ in bit b"
        )
        return {
            **geometry,
            "link(l)": f"l + 1, a flow runs over link l: {order}",
            "code(i,b)": f"{code} + {v.code.shape[1]}*i + b, bit b of the number of the flow in "
            "cell i",
            **({"differ(l,b)": differ_meaning} if self.puzzle.strict else {}),
        }
