"""Cycles on a board: squares of four nodes, and rings wherever they fit."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from puzzlesat.flowfree.board.grid import BOTTOM, RIGHT, Grid

Numbers = NDArray[np.int32]
"""Variables, links or nodes, of any shape."""


@lru_cache(maxsize=64)  # as many as Grid.of keeps; the search on a board with marks is slow
def squares(grid: Grid) -> Numbers:
    """Return the links of each ring of four nodes, shape (squares, 4); the first two share no node.

    On a plain board, these are the links left, right, above and below each *corner*, a point where
    four cells meet, row by row.

    >>> squares(Grid.of(2, 3)).tolist()
    [[4, 5, 0, 2], [5, 6, 1, 3]]
    """
    if grid.plain:
        down, right = grid.link[:, BOTTOM], grid.link[:, RIGHT]
        down, right = down.reshape(grid.rows, grid.cols), right.reshape(grid.rows, grid.cols)
        sides = [down[:-1, :-1], down[:-1, 1:], right[:-1, :-1], right[1:, :-1]]
        return np.stack(sides, axis=-1).reshape(-1, 4)
    adjacent, between = [set(row) for row in grid.neighbours], grid.link_between
    square_links = [
        [between[i, j], between[far, k], between[i, k], between[far, j]]
        for i, around_i in enumerate(adjacent)
        for j in sorted(around_i)
        for k in sorted(around_i)
        for far in sorted(adjacent[j] & adjacent[k])
        if i < far and i < j < k
    ]
    return np.array(square_links, dtype=np.int32).reshape(-1, 4)


def rings(grid: Grid, ring: Sequence[int]) -> tuple[Numbers, Numbers]:
    """Return the nodes and links of a ring at all positions where it fits on the board.

    Each node of `ring` is adjacent to the next, and the last one to the first. Both arrays have
    the shape (positions, len(ring)); the link at an index leads from the node there to the next.

    >>> nodes, links = rings(Grid.of(2, 3), [1, 2, 5, 4])
    >>> nodes.tolist(), links.tolist()
    ([[0, 1, 4, 3], [1, 2, 5, 4]], [[0, 5, 2, 4], [1, 6, 3, 5]])
    """
    toward = [grid.neighbour[i].tolist().index(j) for i, j in pairwise([*ring, ring[0]])]
    start = np.arange(grid.node_count, dtype=np.int32)
    nodes, links = [start], []
    for direction in toward:
        # The index -1 continues from the last node; such walks are discarded at the end.
        links.append(grid.link[nodes[-1], direction])
        nodes.append(grid.neighbour[nodes[-1], direction])
    walks, crossed = np.stack(nodes, axis=1), np.stack(links, axis=1)
    fits = (crossed >= 0).all(axis=1) & (walks[:, 0] == walks[:, -1])
    walks, crossed = walks[fits, :-1], crossed[fits]
    ordered = np.sort(walks, axis=1)
    simple = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
    return walks[simple], crossed[simple]
