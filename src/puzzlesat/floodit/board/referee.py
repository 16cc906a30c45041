"""The rules of Flood-It, played on coloured cells.

This is the referee: it shares no code with the encoders and searches, and knows neither clusters
nor graphs. Every solution that an experiment or a command reports has been replayed here.
"""

from collections.abc import Iterator, Sequence

Grid = tuple[tuple[int, ...], ...]
"""Colours, row by row."""

Cell = tuple[int, int]
"""(row, column), counted from 0."""


CORNER: Cell = (0, 0)
"""The top-left cell, where the thesis's game starts, and any other unless a cell is named."""


def flood(grid: Grid, moves: Sequence[int], start: Cell = CORNER) -> Iterator[list[Cell]]:
    """Yield the cells that are flooded before the first move, and then those that each move adds.

    The flood grows outwards from where it stands: whenever a cell is flooded, its neighbours are
    flooded with it if they have the colour that is played, and wait beside the flood for theirs
    otherwise. Each cell is reached once, so that a play takes time linear in the board.

    Examples
    --------
    >>> list(flood(((0, 1), (2, 1)), [1, 2]))
    [[(0, 0)], [(0, 1), (1, 1)], [(1, 0)]]
    """
    not_reached = {(r, c): colour for r, row in enumerate(grid) for c, colour in enumerate(row)}
    first = not_reached.pop(start)
    beside: dict[int, list[Cell]] = {first: [start]}
    for colour in (first, *moves):
        flooded = beside.pop(colour, [])
        for r, c in flooded:  # which grows meanwhile
            for cell in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if cell in not_reached:
                    other = not_reached.pop(cell)
                    if other == colour:
                        flooded.append(cell)
                    elif other in beside:
                        beside[other].append(cell)
                    else:
                        beside[other] = [cell]
        yield flooded


def floods(grid: Grid, moves: Sequence[int], start: Cell = CORNER) -> bool:
    """Tell whether the moves flood the whole board.

    Examples
    --------
    >>> floods(((0, 1), (2, 2)), [1, 2]), floods(((0, 1), (2, 2)), [1])
    (True, False)
    """
    return sum(map(len, flood(grid, moves, start))) == len(grid) * len(grid[0])


def flooded_area(grid: Grid, start: Cell = CORNER) -> set[Cell]:
    """Return the cells that are joined to the start through cells of its colour.

    Examples
    --------
    >>> sorted(flooded_area(((1, 1), (2, 1))))
    [(0, 0), (0, 1), (1, 1)]
    """
    return set(next(flood(grid, [], start)))


def states(grid: Grid, moves: Sequence[int], start: Cell = CORNER) -> Iterator[Grid]:
    """Yield the grid before the first move and after each, the flooded cells repainted.

    Examples
    --------
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
