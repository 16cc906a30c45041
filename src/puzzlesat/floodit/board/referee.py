"""The rules of Flood-It, applied to coloured fields.

This is the referee. It shares no code with the encoders and searches, and uses neither clusters
nor graphs. Every solution that an experiment or a command reports is replayed, here or, if a search
has found it, by a faster compiled version (``engine/floodit/referee.cpp``).
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

Grid = tuple[tuple[int, ...], ...]
"""The colours of a board, row by row."""

Coordinates = tuple[int, int]
"""Row and column of a field, counted from 0."""

CORNER: Coordinates = (0, 0)
"""The top-left field, where play starts by default, as in the thesis."""


def newly_flooded(
    grid: Grid, moves: Sequence[int], start: Coordinates = CORNER
) -> Iterator[list[Coordinates]]:
    """Yield the fields that are flooded before the first move, then those that each move adds.

    >>> list(newly_flooded(((0, 1), (2, 1)), [1, 2]))
    [[(0, 0)], [(0, 1), (1, 1)], [(1, 0)]]
    """
    width = len(grid[0]) + 1
    for added in _newly_flooded(grid, moves, start):
        yield [divmod(field, width) for field in added]


def floods(grid: Grid, moves: Sequence[int], start: Coordinates = CORNER) -> bool:
    """Return whether the moves flood the whole board.

    Examples
    --------
    >>> floods(((0, 1), (2, 2)), [1, 2]), floods(((0, 1), (2, 2)), [1])
    (True, False)
    """
    return sum(map(len, _newly_flooded(grid, moves, start))) == len(grid) * len(grid[0])


def _newly_flooded(grid: Grid, moves: Sequence[int], start: Coordinates) -> Iterator[list[int]]:
    """Yield these fields as numbers, counted row by row, with a gap of one after each row."""
    # Each field is reached once, so the time for all moves is linear in the number of fields. None
    # marks the fields already reached, and the edge of the board: the gap after each row, and one
    # more row at the end, to which negative indices from the first row lead, too
    width = len(grid[0]) + 1
    not_reached = [colour for row in grid for colour in (*row, None)] + [None] * width
    pivot = start[0] * width + start[1]
    first = not_reached[pivot]
    not_reached[pivot] = None
    adjacent = defaultdict(list, {first: [pivot]})  # the fields next to flooded ones, by colour
    for colour in (first, *moves):
        flooded = adjacent[colour]
        for field in flooded:  # the list grows in the loop, by neighbours of the same colour
            for neighbour in (field - width, field + width, field - 1, field + 1):
                if (other := not_reached[neighbour]) is not None:
                    not_reached[neighbour] = None
                    adjacent[other].append(neighbour)
        yield adjacent.pop(colour)


def flooded_area(grid: Grid, start: Coordinates = CORNER) -> set[Coordinates]:
    """Return the fields that are connected to the start by fields of its colour.

    >>> sorted(flooded_area(((1, 1), (2, 1))))
    [(0, 0), (0, 1), (1, 1)]
    """
    return set(next(newly_flooded(grid, [], start)))


def grids_of_play(grid: Grid, moves: Sequence[int], start: Coordinates = CORNER) -> Iterator[Grid]:
    """Yield the grid before the first move and after each move, with the flooded fields repainted.

    >>> list(grids_of_play(((1, 1), (2, 1)), [2]))
    [((1, 1), (2, 1)), ((2, 2), (2, 2))]
    """
    rows = [list(row) for row in grid]
    area: list[Coordinates] = []
    colours = (grid[start[0]][start[1]], *moves)
    for colour, added in zip(colours, newly_flooded(grid, moves, start), strict=True):
        area += added
        for r, c in area:
            rows[r][c] = colour
        yield tuple(map(tuple, rows))
