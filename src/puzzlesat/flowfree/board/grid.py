"""The geometry of a board, as a graph.

Its *nodes* are the places through which one flow passes: an ordinary cell is one node, a bridge is
two, and a missing cell is none. Its *links* join the nodes of cells that share an open side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import InputError

Numbers = NDArray[np.int32]

LEFT, RIGHT, TOP, BOTTOM = range(4)
"""The four directions, and the columns of `Grid.neighbour` and `Grid.link`."""

Side = tuple[int, int]
"""A side of a cell: the cell, and `RIGHT` or `BOTTOM`."""


@dataclass(frozen=True)
class Marks:
    """The marks of a board, by cells numbered row by row and their sides.

    `missing` cells do not belong to the board. One flow crosses a cell of `bridges` from left to
    right, and one, perhaps the same, from top to bottom. No flow crosses `walls`, sides between two
    cells. `warps` are open sides on the right or lower border, which lead to the other end of the
    row or column.
    """

    missing: frozenset[int] = frozenset()
    bridges: frozenset[int] = frozenset()
    walls: frozenset[Side] = frozenset()
    warps: frozenset[Side] = frozenset()


PLAIN = Marks()
"""The marks of an ordinary board: none."""


@dataclass(frozen=True)
class Grid:
    """A board of rows × cols cells, with marks that are valid by `check_marks`.

    *Cells* are numbered row by row. *Nodes* are numbered like cells, without missing ones, followed
    by the second nodes of bridges: flows pass a bridge's first node from left to right and its
    second one from top to bottom. On a plain board nodes are cells.

    A *link* joins two different nodes; at most one link joins any two nodes. (On a board two cells
    wide, a warp between neighbours adds no link.) Links are numbered from 0: first the horizontal,
    then the vertical ones, both row by row. A *corner* is a point where four cells of a plain board
    meet.

    Examples
    --------
    Two rows of three cells have seven links and two corners:

    >>> grid = Grid.of(2, 3)
    >>> grid.nodes, grid.links.tolist()
    (6, [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]])
    >>> grid.neighbour[1].tolist(), grid.link[1].tolist()
    ([0, 2, -1, 4], [0, 1, -1, 5])
    >>> grid.around.tolist()
    [[4, 5, 0, 2], [5, 6, 1, 3]]

    With a bridge in the middle of three rows of three cells, whose first one is missing:

    >>> grid = Grid.of(3, 3, Marks(missing=frozenset([0]), bridges=frozenset([4])))
    >>> grid.cell.tolist(), grid.neighbours[3], grid.neighbours[8]
    ([1, 2, 3, 4, 5, 6, 7, 8, 4], [2, 4], [0, 6])
    """

    rows: int
    cols: int
    marks: Marks = PLAIN

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, rows: int, cols: int, marks: Marks = PLAIN) -> "Grid":
        """Return the cached grid of a shape and marks."""
        return cls(rows, cols, marks)

    @property
    def cells(self) -> int:
        """The number of cells, including missing ones."""
        return self.rows * self.cols

    @property
    def plain(self) -> bool:
        """Whether the board has no marks, so that nodes are cells."""
        return self.marks == PLAIN

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self.cells - len(self.marks.missing) + len(self.marks.bridges)

    @cached_property
    def cell(self) -> Numbers:
        """The cell of each node, shape (nodes,)."""
        there = [cell for cell in range(self.cells) if cell not in self.marks.missing]
        return np.array(there + sorted(self.marks.bridges), dtype=np.int32)

    @cached_property
    def node(self) -> Numbers:
        """The (first) node of each cell, -1 if missing; shape (cells,)."""
        first = self.nodes - len(self.marks.bridges)
        found = np.full(self.cells, -1, dtype=np.int32)
        found[self.cell[:first]] = np.arange(first, dtype=np.int32)
        return found

    @cached_property
    def down(self) -> Numbers:
        """The node of each cell from top to bottom: a bridge's second one."""
        found = self.node.copy()
        first = self.nodes - len(self.marks.bridges)
        found[self.cell[first:]] = np.arange(first, self.nodes, dtype=np.int32)
        return found

    @cached_property
    def _joined(self) -> list[Numbers]:
        """The pairs of nodes of horizontal links, and those of vertical ones."""
        return [self._pairs(1, self.node, RIGHT), self._pairs(0, self.down, BOTTOM)]

    def _pairs(self, axis: int, nodes: Numbers, direction: int) -> Numbers:
        """Return the pairs of nodes that are linked along an axis, cyclically."""
        here = nodes.reshape(self.rows, self.cols)
        pairs = np.stack([here, np.roll(here, -1, axis=axis)], axis=-1)
        is_open = (pairs[..., 0] >= 0) & (pairs[..., 1] >= 0)
        last = np.moveaxis(is_open, axis, 0)[-1]
        warps = np.isin(np.arange(self.cells), _cells(self.marks.warps, direction))
        last &= np.moveaxis(warps.reshape(here.shape), axis, 0)[-1]
        is_open.reshape(-1)[_cells(self.marks.walls, direction)] = False
        if here.shape[axis] == 2:  # both links would join the same cells
            last &= ~np.take(is_open, 0, axis)
        return pairs[is_open & (pairs[..., 0] != pairs[..., 1])]

    @cached_property
    def links(self) -> Numbers:
        """The two nodes of each link, the lower one first; shape (links, 2)."""
        return np.sort(np.concatenate(self._joined), axis=1)

    @cached_property
    def link(self) -> Numbers:
        """The link of each node in each direction, -1 if there is none; shape (nodes, 4)."""
        found = np.full((self.nodes, 4), -1, dtype=np.int32)
        number = 0
        for pairs, forth, back in zip(self._joined, (RIGHT, BOTTOM), (LEFT, TOP), strict=True):
            links = np.arange(number, number + len(pairs), dtype=np.int32)
            found[pairs[:, 0], forth] = found[pairs[:, 1], back] = links
            number += len(pairs)
        return found

    @cached_property
    def neighbour(self) -> Numbers:
        """The neighbour of each node in each direction, -1 if there is none; shape (nodes, 4)."""
        if not len(self.links):
            return self.link
        both = self.links[self.link]
        node = np.arange(self.nodes, dtype=np.int32)[:, None]
        return np.where(self.link >= 0, both.sum(axis=-1, dtype=np.int32) - node, np.int32(-1))

    @cached_property
    def link_between(self) -> dict[tuple[int, int], int]:
        """The link that joins two nodes, in either order."""
        pairs = {(i, j): link for link, (i, j) in enumerate(self.links.tolist())}
        return pairs | {(j, i): link for (i, j), link in pairs.items()}

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The neighbours of each node: those that a link joins to it."""
        return [[w for w in row if w >= 0] for row in self.neighbour.tolist()]

    @cached_property
    def around(self) -> Numbers:
        """The links left, right, above and below each corner of a plain board; shape (corners, 4).

        These are the sides of the square of four cells that meet in the corner.
        """
        down, right = self.link[:, BOTTOM], self.link[:, RIGHT]
        down, right = down.reshape(self.rows, self.cols), right.reshape(self.rows, self.cols)
        sides = [down[:-1, :-1], down[:-1, 1:], right[:-1, :-1], right[1:, :-1]]
        return np.stack(sides, axis=-1).reshape(-1, 4)

    @cached_property
    def squares(self) -> Numbers:
        """The links of each ring of four nodes; the first two share no node; shape (squares, 4).

        On a plain board these are the squares around its corners, as in `around`.
        """
        if self.plain:
            return self.around
        adjacent, between = [set(row) for row in self.neighbours], self.link_between
        found = [
            [between[i, j], between[far, k], between[i, k], between[far, j]]
            for i, near in enumerate(adjacent)
            for j in sorted(near)
            for k in sorted(near)
            for far in sorted(adjacent[j] & adjacent[k])
            if i < far and i < j < k
        ]
        return np.array(found, dtype=np.int32).reshape(-1, 4)

    def rings(self, ring: Sequence[int]) -> tuple[Numbers, Numbers]:
        """Return the nodes and links of a ring at all positions where it fits on the board.

        Each node of `ring` is adjacent to the next, and the last one to the first. Both arrays have
        the shape (positions, len(ring)); a link leads from a node to the next.

        >>> nodes, links = Grid.of(2, 3).rings([1, 2, 5, 4])
        >>> nodes.tolist(), links.tolist()
        ([[0, 1, 4, 3], [1, 2, 5, 4]], [[0, 5, 2, 4], [1, 6, 3, 5]])
        """
        toward = [self.neighbour[i].tolist().index(j) for i, j in pairwise([*ring, ring[0]])]
        start = np.arange(self.nodes, dtype=np.int32)
        nodes, links = [start], []
        for direction in toward:
            # The index -1 continues from the last node; such walks are discarded at the end.
            links.append(self.link[nodes[-1], direction])
            nodes.append(self.neighbour[nodes[-1], direction])
        walks, crossed = np.stack(nodes, axis=1), np.stack(links, axis=1)
        fits = (crossed >= 0).all(axis=1) & (walks[:, 0] == walks[:, -1])
        walks, crossed = walks[fits, :-1], crossed[fits]
        ordered = np.sort(walks, axis=1)
        simple = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        return walks[simple], crossed[simple]


def check_marks(rows: int, cols: int, marks: Marks) -> None:
    """Raise `InputError` unless the marks of a board are valid.

    A wall separates two cells, a warp joins two, and a bridge joins two in both directions.
    """
    shape = (rows, cols)
    sided = {cell for cell, _ in marks.walls | marks.warps}
    for cell in sorted(marks.missing | marks.bridges | sided):
        if not 0 <= cell < rows * cols:
            raise InputError(f"there is no cell {cell} on a board of {rows}×{cols} cells")
    for what, sides in (("wall", marks.walls), ("warp", marks.warps)):
        for cell, direction in sorted(sides):
            at = np.array(divmod(cell, cols))
            axis = 1 if direction == RIGHT else 0
            on_border = at[axis] == shape[axis] - 1
            at[axis] = (at[axis] + 1) % shape[axis]
            beyond = int(at[0] * cols + at[1])
            if on_border != (what == "warp"):
                where = "on the border" if on_border else "between two cells"
                raise InputError(f"{place(cell, cols)}: a {what} cannot be {where}")
            if beyond == cell:
                raise InputError(f"{place(cell, cols)}: a warp leads from the cell to itself")
            for end in (cell, beyond):
                if end in marks.missing:
                    raise InputError(f"{place(end, cols)}: a {what} is at a missing cell")
    grid = Grid.of(rows, cols, marks)
    for cell in sorted(marks.bridges):
        if cell in marks.missing:
            raise InputError(f"{place(cell, cols)}: a bridge is on a missing cell")
        for node, way in ((grid.node[cell], "left to right"), (grid.down[cell], "top to bottom")):
            if len(grid.neighbours[node]) < 2:
                raise InputError(
                    f"{place(cell, cols)}: a bridge must lead on in all four directions, but this "
                    f"one does not lead from one cell to another from {way}"
                )


def place(cell: int, cols: int) -> str:
    """Return row and column of a cell in words, counted from 0."""
    r, c = divmod(cell, cols)
    return f"row {r}, column {c}"


def _cells(sides: frozenset[Side], direction: int) -> list[int]:
    """Return the cells of the sides in a direction."""
    return [cell for cell, toward in sides if toward == direction]
