"""Brute force by the rules of the game alone; all other results are checked against it."""

from collections.abc import Sequence, Set
from functools import partial
from itertools import accumulate, product

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid


def extended(grid: Grid, area: Set[Coordinates], colour: int) -> frozenset[Coordinates]:
    """Return an area with all cells of a colour that are joined to it by cells of this colour."""
    reached, todo = set(area), list(area)
    while todo:
        r, c = todo.pop()
        for cell in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            inside = 0 <= cell[0] < len(grid) and 0 <= cell[1] < len(grid[0])
            if inside and cell not in reached and grid[cell[0]][cell[1]] == colour:
                reached.add(cell)
                todo.append(cell)
    return frozenset(reached)


def flooded_area(grid: Grid, start: Coordinates = CORNER) -> frozenset[Coordinates]:
    """Return the cells joined to the start by cells of its colour."""
    return extended(grid, {start}, grid[start[0]][start[1]])


def move(grid: Grid, colour: int, start: Coordinates = CORNER) -> Grid:
    """Return the grid after one move: the flooded area is repainted, as on a phone."""
    area = flooded_area(grid, start)
    return tuple(
        tuple(colour if (r, c) in area else old for c, old in enumerate(row))
        for r, row in enumerate(grid)
    )


def states(grid: Grid, moves: Sequence[int], start: Coordinates = CORNER) -> list[Grid]:
    """Return the grid before the first move and after each."""
    return list(accumulate(moves, partial(move, start=start), initial=grid))


def minimum_of(grid: Grid, start: Coordinates = CORNER) -> int:
    """Return the minimum, by trying all sequences of moves in breadth."""
    colours = {colour for row in grid for colour in row}
    reached, p = {flooded_area(grid, start)}, 0
    while not any(len(area) == len(grid) * len(grid[0]) for area in reached):
        reached = {extended(grid, area, colour) for area in reached for colour in colours}
        p += 1
    return p


def minimum(board: Board) -> int:
    """Return the minimum of a board."""
    return minimum_of(board.grid, board.start)


def plays(board: Board, p: int) -> list[tuple[tuple[int, ...], list[Grid]]]:
    """Return all sequences of p moves, each with its states."""
    return [
        (moves, states(board.grid, moves, board.start))
        for moves in product(range(board.k), repeat=p)
    ]


def solutions(board: Board, p: int) -> list[tuple[int, ...]]:
    """Return all sequences of p moves that flood the board."""
    return [
        moves for moves, grids in plays(board, p) if len({c for row in grids[-1] for c in row}) == 1
    ]


def floods_with_free_step(board: Board, p: int) -> bool:
    """Return whether some p moves leave only clusters that touch the flooded area."""
    for _, grids in plays(board, p):
        flooded = flooded_fields(grids[-1])
        reached = flooded.union(*(board.neighbours[f] for f in flooded))
        if all(reached & {*cluster} for cluster in board.clusters):
            return True
    return False


def flooded_fields(grid: Grid) -> set[int]:
    """Return the flooded fields, numbered row by row."""
    return {r * len(grid[0]) + c for r, c in flooded_area(grid)}
