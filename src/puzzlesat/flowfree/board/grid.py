"""The geometry of a board: cells, the links between them, and the corners where four cells meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]

LEFT, RIGHT, TOP, BOTTOM = range(4)
"""The four directions, and the columns of `Grid.neighbour` and `Grid.link`."""


@dataclass(frozen=True)
class Grid:
    """A board of rows × cols cells.

    Cells are numbered row by row. A *link* joins two cells that share a side; links are numbered
    from 0, the horizontal ones first, each kind row by row. A *corner* is a point where four cells
    meet, numbered row by row.

    Parameters
    ----------
    rows, cols : int
        The shape, each at least 1.

    Examples
    --------
    Two rows of three cells have seven links and two corners:

    >>> grid = Grid.of(2, 3)
    >>> grid.cells, grid.links.tolist()
    (6, [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]])
    >>> grid.neighbour[1].tolist(), grid.link[1].tolist()
    ([0, 2, -1, 4], [0, 1, -1, 5])
    >>> grid.around.tolist()
    [[4, 5, 0, 2], [5, 6, 1, 3]]
    """

    rows: int
    cols: int

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, rows: int, cols: int) -> "Grid":
        """Return the grid of a shape, made once."""
        return cls(rows, cols)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @cached_property
    def links(self) -> Numbers:
        """The two cells of each link, shape (links, 2)."""
        cell = np.arange(self.cells, dtype=np.int32).reshape(self.rows, self.cols)
        across = np.stack([cell[:, :-1], cell[:, 1:]], axis=-1).reshape(-1, 2)
        down = np.stack([cell[:-1], cell[1:]], axis=-1).reshape(-1, 2)
        return np.concatenate([across, down])

    @cached_property
    def _across(self) -> Numbers:
        """The horizontal links, shape (rows, cols - 1)."""
        count = self.rows * (self.cols - 1)
        return np.arange(count, dtype=np.int32).reshape(self.rows, self.cols - 1)

    @cached_property
    def _down(self) -> Numbers:
        """The vertical links, shape (rows - 1, cols)."""
        first, count = self.rows * (self.cols - 1), (self.rows - 1) * self.cols
        return np.arange(first, first + count, dtype=np.int32).reshape(self.rows - 1, self.cols)

    @cached_property
    def link(self) -> Numbers:
        """For each cell the link in each direction, -1 at the border; shape (cells, 4)."""
        found = np.full((self.rows, self.cols, 4), -1, dtype=np.int32)
        found[:, 1:, LEFT] = self._across
        found[:, :-1, RIGHT] = self._across
        found[1:, :, TOP] = self._down
        found[:-1, :, BOTTOM] = self._down
        return found.reshape(-1, 4)

    @cached_property
    def neighbour(self) -> Numbers:
        """For each cell the cell in each direction, -1 at the border; shape (cells, 4)."""
        cell = np.arange(self.cells, dtype=np.int32)[:, None]
        beyond = cell + np.array([-1, 1, -self.cols, self.cols], dtype=np.int32)
        return np.where(self.link >= 0, beyond, np.int32(-1))

    @cached_property
    def link_between(self) -> dict[tuple[int, int], int]:
        """The link that joins two cells, in either order."""
        pairs = {(i, j): link for link, (i, j) in enumerate(self.links.tolist())}
        return pairs | {(j, i): link for (i, j), link in pairs.items()}

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """For each cell those that share a side with it."""
        return [[w for w in row if w >= 0] for row in self.neighbour.tolist()]

    @cached_property
    def around(self) -> Numbers:
        """For each corner the links left, right, above and below it; shape (corners, 4).

        These are the sides of the square of four cells that meet in the corner: its left and right
        ones are vertical, the ones above and below horizontal.
        """
        sides = [self._down[:, :-1], self._down[:, 1:], self._across[:-1], self._across[1:]]
        return np.stack(sides, axis=-1).reshape(-1, 4)

    def moved(self, cells: Sequence[int]) -> Numbers:
        """Return some cells wherever they fit on the board as they lie to each other.

        Parameters
        ----------
        cells : sequence of int
            At least one.

        Returns
        -------
        array of int, shape (places, len(cells))

        Examples
        --------
        >>> Grid.of(2, 3).moved([0, 1]).tolist()
        [[0, 1], [1, 2], [3, 4], [4, 5]]
        """
        r, c = np.divmod(np.array(cells, dtype=np.int32), self.cols)
        r, c = r - r.min(), c - c.min()
        down = np.arange(self.rows - r.max(), dtype=np.int32)[:, None, None]
        right = np.arange(self.cols - c.max(), dtype=np.int32)[:, None]
        return ((r + down) * self.cols + c + right).reshape(-1, len(cells))
