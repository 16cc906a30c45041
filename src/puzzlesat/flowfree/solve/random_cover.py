"""Random covers of a board by long, winding paths.

A *cover* is a partition of the cells into paths that have at least a given length and do not touch
themselves. The first cover consists of straight lines, or is given. The engine
(``engine/flowfree/random_cover.hpp``) makes two kinds of moves: the end of a path takes over all or
part of another path, or a path is split into two. At first, about every second move is a split, so
the straight lines disappear. Then splits become rarer and stop, and whole paths are taken over
until, if possible, there are at most `goal` paths.

On a board with marks, paths consist of nodes instead of cells. Moves keep the links of bridges,
where no path can end, and of warps. At the start, most paths are single nodes, which take over
others until no path is too short (`lengthened`).
"""

from collections.abc import Sequence

import numpy as np

from puzzlesat._engine import flowfree as engine
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.solve.marking import Paths, kept_links

MOVES_PER_CELL = 4000
"""The default number of moves per cell."""

MAX_LENGTHENING_MOVES_PER_CELL = 4000
"""Maximum number of moves per cell to lengthen paths that are too short."""


def _lines(grid: Grid, least: int) -> Paths:
    """Return the rows of a plain board, or the columns if rows are too short."""
    cells = np.arange(grid.cell_count).reshape(grid.rows, grid.cols)
    lines: Paths = (cells if grid.cols >= least else cells.T).tolist()
    return lines


def lengthened(
    grid: Grid,
    paths: Sequence[Sequence[int]],
    least: int,
    seed: int,
    wall_limit: float | None = None,
) -> Paths | None:
    """Lengthen paths by random moves until none is too short; return them, or None on failure.

    `paths` must contain every node once, and the links of all bridges. Raise `TimeoutError` if time
    is up. The other arguments are those of `random_cover`.

    >>> sorted(map(sorted, lengthened(Grid.of(1, 6), [[0], [1], [2], [3], [4], [5]], 3, 1)))
    [[0, 1, 2], [3, 4, 5]]
    """
    moves = MAX_LENGTHENING_MOVES_PER_CELL * grid.node_count
    return engine.lengthened(
        grid.graph, sorted(kept_links(grid)), paths, least, seed, moves, wall_limit
    )


def random_cover(
    grid: Grid,
    least: int,
    goal: int,
    seed: int,
    wall_limit: float | None = None,
    moves: int | None = None,
    start: Sequence[Sequence[int]] | None = None,
) -> Paths:
    """Return the paths of a random cover, each as its cells from end to end.

    A path has at least `least` ≥ 2 cells; `goal` is the desired number of paths, but there may be
    more. The seed of the random numbers satisfies 0 < `seed` < 2⁶⁴. By default, there are
    `MOVES_PER_CELL` moves for each cell, and the cover `start` consists of straight lines, which
    requires a plain board with a side of at least `least` cells. Raise `TimeoutError` after
    `wall_limit` wall-clock seconds.

    >>> random_cover(Grid.of(2, 4), 4, 2, 1, moves=0)
    [[0, 1, 2, 3], [4, 5, 6, 7]]
    """
    kept = sorted(kept_links(grid))
    paths = _lines(grid, least) if start is None else start
    moves = MOVES_PER_CELL * grid.node_count if moves is None else moves
    return engine.random_cover(grid.graph, kept, paths, least, goal, seed, moves, wall_limit)
