"""Random covers of a board by long, winding paths.

A *cover* is a partition of the cells into paths that have at least a given length and do not touch
themselves. The first cover consists of straight lines. The engine
(``engine/flowfree/random_cover.hpp``) makes two kinds of moves: the end of a path takes over all or
part of another path, or a path is split into two. At first, about every second move is a split, so
the straight lines disappear. Then splits become rarer and stop, and whole paths are taken over
until, if possible, there are at most `goal` paths.
"""

from puzzlesat._engine import flowfree as engine
from puzzlesat.flowfree.board.grid import Grid

MIN_FLOW_CELLS = 3
"""Minimum length of a flow in cells: with two cells, the endpoints would be neighbours."""

Paths = list[list[int]]
"""The cells of each path, from end to end."""


def straight_lines(rows: int, cols: int, *, across: bool) -> Paths:
    """Return the cells of each row of a plain board or, if not `across`, of each column."""
    cells = range(rows * cols)
    if across:
        return [list(cells[row * cols : (row + 1) * cols]) for row in range(rows)]
    return [list(cells[col::cols]) for col in range(cols)]


def random_cover(
    grid: Grid,
    least: int,
    goal: int,
    seed: int,
    wall_limit: float | None = None,
    moves: int | None = None,
) -> Paths:
    """Return the paths of a random cover, each as its cells from end to end.

    A path has at least `least` ≥ 2 cells; `goal` is the desired number of paths, but there may be
    more. The board is plain, and a side has at least `least` cells. The seed of the random numbers
    satisfies 0 < `seed` < 2⁶⁴. By default, there are 1,000 moves for each cell. Raise
    `TimeoutError` after `wall_limit` wall-clock seconds.

    >>> random_cover(Grid.of(2, 4), 4, 2, 1, moves=0)
    [[0, 1, 2, 3], [4, 5, 6, 7]]
    """
    lines = straight_lines(grid.rows, grid.cols, across=grid.cols >= least)
    return engine.random_cover(grid.graph, lines, least, goal, seed, moves, wall_limit)
