"""The rules of Flood-It, played on coloured cells.

This is the referee. It shares no code with the encoders and searches, and uses neither clusters
nor graphs. Every solution that an experiment or a command reports is replayed here.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

Grid = tuple[tuple[int, ...], ...]
"""Colours, row by row."""

Cell = tuple[int, int]
"""(row, column), counted from 0."""


CORNER: Cell = (0, 0)
"""The top-left cell, where play starts by default, as in the thesis."""


def flood(grid: Grid, moves: Sequence[int], start: Cell = CORNER) -> Iterator[list[Cell]]:
    """Yield the cells that are flooded before the first move, then those that each move adds.

    >>> list(flood(((0, 1), (2, 1)), [1, 2]))
    [[(0, 0)], [(0, 1), (1, 1)], [(1, 0)]]
    """
    width = len(grid[0]) + 1
    for added in _flood(grid, moves, start):
        yield [divmod(cell, width) for cell in added]


def floods(grid: Grid, moves: Sequence[int], start: Cell = CORNER) -> bool:
    """Return whether the moves flood the whole board.

    Examples
    --------
    >>> floods(((0, 1), (2, 2)), [1, 2]), floods(((0, 1), (2, 2)), [1])
    (True, False)
    """
    return sum(map(len, _flood(grid, moves, start))) == len(grid) * len(grid[0])


def _flood(grid: Grid, moves: Sequence[int], start: Cell) -> Iterator[list[int]]:
    """Yield the cells that `flood` yields, numbered row by row, with a padding cell after each row.

    Cells next to the flooded ones wait in `adjacent`, grouped by colour. Each cell is reached once,
    so the time for all moves is linear in the number of cells.
    """
    # None is a cell that was reached, or the edge: the extra number of each row, and a row
    # below the last, which is also above the first by negative indices
    width = len(grid[0]) + 1
    not_reached = [colour for row in grid for colour in (*row, None)] + [None] * width
    pivot = start[0] * width + start[1]
    first = not_reached[pivot]
    not_reached[pivot] = None
    adjacent = defaultdict(list, {first: [pivot]})
    for colour in (first, *moves):
        flooded = adjacent[colour]
        for cell in flooded:  # the list grows in the loop, by neighbours of the same colour
            for neighbour in (cell - width, cell + width, cell - 1, cell + 1):
                if (other := not_reached[neighbour]) is not None:
                    not_reached[neighbour] = None
                    adjacent[other].append(neighbour)
        yield adjacent.pop(colour)


def flooded_area(grid: Grid, start: Cell = CORNER) -> set[Cell]:
    """Return the cells that are connected to the start by cells of its colour.

    >>> sorted(flooded_area(((1, 1), (2, 1))))
    [(0, 0), (0, 1), (1, 1)]
    """
    return set(next(flood(grid, [], start)))


def states(grid: Grid, moves: Sequence[int], start: Cell = CORNER) -> Iterator[Grid]:
    """Yield the grid before the first move and after each, with the flooded cells repainted.

    >>> list(states(((1, 1), (2, 1)), [2]))
    [((1, 1), (2, 1)), ((2, 2), (2, 2))]
    """
    cells = [list(row) for row in grid]
    area: list[Cell] = []
    colours = (grid[start[0]][start[1]], *moves)
    for colour, added in zip(colours, flood(grid, moves, start), strict=True):
        area += added
        for r, c in area:
            cells[r][c] = colour
        yield tuple(map(tuple, cells))
