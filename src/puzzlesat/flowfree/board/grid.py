"""The geometry of a board, as a graph.

A *node* of the graph is a place through which exactly one flow passes: an ordinary cell is one
node, a bridge is two nodes, and a missing cell has none. *Links* join the nodes of cells that share
an open side.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import InputError, field_name

if TYPE_CHECKING:  # numpy is slow to import, and needed only for arrays
    import numpy as np
    from numpy.typing import NDArray

LEFT, RIGHT, TOP, BOTTOM = range(4)
"""The four directions, which are also the columns of `Grid.neighbour` and `Grid.link`."""

Side = tuple[int, int]
"""A side of a cell: the cell, and `RIGHT` or `BOTTOM`."""


class Marks(NamedTuple):
    """The marks of a board, whose cells are numbered row by row.

    `missing` cells do not belong to the board. A flow crosses each cell of `bridges` from left to
    right, and the same or another flow crosses the cell from top to bottom. `walls` are sides
    between two cells that no flow crosses. `warps` are open sides on the right or lower border,
    which lead to the other end of the row or column.
    """

    missing: frozenset[int] = frozenset()
    bridges: frozenset[int] = frozenset()
    walls: frozenset[Side] = frozenset()
    warps: frozenset[Side] = frozenset()

    @property
    def lists(self) -> dict[str, list[Any]]:
        """The marks as the engine takes them: the sorted list of each kind."""
        return {kind: sorted(marked) for kind, marked in zip(self._fields, self, strict=True)}


PLAIN = Marks()
"""The marks of a plain board: none."""


class Grid:
    """A board of rows × cols cells, with marks that `check_marks` accepts.

    *Cells* are numbered row by row. *Nodes* are numbered in the order of their cells; the second
    nodes of bridges come last. Flows pass through a bridge's first node from left to right and
    through its second one from top to bottom. On a plain board, nodes are cells.

    A *link* joins two different nodes; at most one link joins any two nodes. (On a board two cells
    wide, a warp between neighbours adds no link.) Links are numbered from 0: first all horizontal
    ones, then all vertical ones, each kind row by row.

    Examples
    --------
    Two rows of three cells have seven links:

    >>> grid = Grid.of(2, 3)
    >>> grid.node_count, grid.links.tolist()
    (6, [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]])
    >>> grid.neighbour[1].tolist(), grid.link[1].tolist()
    ([0, 2, -1, 4], [0, 1, -1, 5])

    Three rows of three cells, with the first cell missing and a bridge in the middle:

    >>> grid = Grid.of(3, 3, Marks(missing=frozenset([0]), bridges=frozenset([4])))
    >>> grid.cell.tolist(), grid.neighbours[3], grid.neighbours[8]
    ([1, 2, 3, 4, 5, 6, 7, 8, 4], [2, 4], [0, 6])
    """

    def __init__(self, rows: int, cols: int, marks: Marks = PLAIN) -> None:
        self.rows, self.cols, self.marks = rows, cols, marks

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, rows: int, cols: int, marks: Marks = PLAIN) -> "Grid":
        """Return the cached grid of a shape and marks."""
        return cls(rows, cols, marks)

    @property
    def cell_count(self) -> int:
        """The number of cells, including missing ones."""
        return self.rows * self.cols

    @property
    def plain(self) -> bool:
        """Whether the board has no marks, so that nodes are cells."""
        return self.marks == PLAIN

    @property
    def node_count(self) -> int:
        """The number of nodes."""
        return self.cell_count - len(self.marks.missing) + len(self.marks.bridges)

    @cached_property
    def graph(self) -> engine.Board:
        """The nodes and links, in the engine's representation."""
        return engine.Board(self.rows, self.cols, **self.marks.lists)

    @cached_property
    def cell(self) -> "NDArray[np.int32]":
        """The cell of each node, shape (nodes,)."""
        return self.graph.cell

    @cached_property
    def node(self) -> "NDArray[np.int32]":
        """The node of each cell, at a bridge the first one, or -1 if missing; shape (cells,)."""
        return self.graph.node

    @cached_property
    def second_node(self) -> "NDArray[np.int32]":
        """The same as `node`, but with the second node of each bridge."""
        return self.graph.down

    @cached_property
    def links(self) -> "NDArray[np.int32]":
        """The two nodes of each link, the smaller number first; shape (links, 2)."""
        return self.graph.links

    @cached_property
    def link(self) -> "NDArray[np.int32]":
        """The link of each node in each direction, -1 if there is none; shape (nodes, 4)."""
        return self.graph.link

    @cached_property
    def neighbour(self) -> "NDArray[np.int32]":
        """The neighbour of each node in each direction, -1 if there is none; shape (nodes, 4)."""
        return self.graph.neighbour

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """The row and column of each node, counted from 0."""
        if self.plain:
            return list(product(range(self.rows), range(self.cols)))
        return [divmod(cell, self.cols) for cell in self.cell.tolist()]

    @cached_property
    def link_between(self) -> dict[tuple[int, int], int]:
        """The link that joins two nodes, in either order."""
        pairs = {(i, j): link for link, (i, j) in enumerate(self.links.tolist())}
        return pairs | {(j, i): link for (i, j), link in pairs.items()}

    def links_along(self, nodes: Iterable[int]) -> list[int]:
        """Return the links that join consecutive nodes of a sequence."""
        return [self.link_between[pair] for pair in pairwise(nodes)]

    def beyond(self, side: Side) -> int:
        """Return the cell beyond a side; at the border, the cell at the other end of the board."""
        r, c = divmod(side[0], self.cols)
        down, right = (0, 1) if side[1] == RIGHT else (1, 0)
        return (r + down) % self.rows * self.cols + (c + right) % self.cols

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The neighbours of each node: the nodes that links join to it."""
        return [[w for w in row if w >= 0] for row in self.neighbour.tolist()]


def check_marks(rows: int, cols: int, marks: Marks) -> None:
    """Raise `InputError` unless the marks of a board are valid.

    A wall must separate two cells, a warp must join two, and a bridge must join two in each
    direction.
    """
    cells = {cell for cell, _ in marks.walls | marks.warps} | marks.missing | marks.bridges
    for cell in sorted(cells):
        if not 0 <= cell < rows * cols:
            raise InputError(f"there is no cell {cell} on a board of {rows}×{cols} cells")
    fault = engine.fault_of_marks(rows, cols, **marks.lists)
    if fault is not None:
        cell, what = fault
        raise InputError(f"{place(cell, cols)}: {what}")


def place(cell: int, cols: int) -> str:
    """Return the name of a cell."""
    return field_name(*divmod(cell, cols))
