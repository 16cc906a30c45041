"""The rules of Flood-It, played on coloured cells.

This is the referee: it shares no code with the encoders and searches, knows neither clusters nor
graphs, and repaints cells as the game on a phone does. Every solution that an experiment or a
command reports has been replayed here.
"""

from collections.abc import Iterator, Sequence

Grid = tuple[tuple[int, ...], ...]
"""Colours, row by row."""

Cell = tuple[int, int]
"""(row, column), counted from 0."""


def flooded_area(grid: Grid) -> set[Cell]:
    """Return the cells that are joined to the top-left one through cells of its colour.

    Examples
    --------
    >>> sorted(flooded_area(((1, 1), (2, 1))))
    [(0, 0), (0, 1), (1, 1)]
    """
    area: set[Cell] = set()
    waiting = [(0, 0)]
    while waiting:
        row, column = waiting.pop()
        on_board = 0 <= row < len(grid) and 0 <= column < len(grid[0])
        if on_board and (row, column) not in area and grid[row][column] == grid[0][0]:
            area.add((row, column))
            waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return area


def move(grid: Grid, colour: int) -> Grid:
    """Return the grid after one move: the flooded area takes the colour.

    Examples
    --------
    >>> move(((1, 1), (2, 1)), 2)
    ((2, 2), (2, 2))
    """
    area = flooded_area(grid)
    return tuple(
        tuple(colour if (r, c) in area else old for c, old in enumerate(row))
        for r, row in enumerate(grid)
    )


def states(grid: Grid, moves: Sequence[int]) -> Iterator[Grid]:
    """Yield the grid before the first move and after each."""
    yield grid
    for colour in moves:
        grid = move(grid, colour)
        yield grid


def floods(grid: Grid, moves: Sequence[int]) -> bool:
    """Tell whether the moves leave the whole board in one colour.

    Examples
    --------
    >>> floods(((0, 1), (2, 2)), [1, 2]), floods(((0, 1), (2, 2)), [1])
    (True, False)
    """
    *_, last = states(grid, moves)
    return len({colour for row in last for colour in row}) == 1
