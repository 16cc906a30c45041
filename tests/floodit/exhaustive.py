"""Brute force by the rules of the game alone; all other results are checked against it."""

from collections.abc import Sequence
from functools import partial
from itertools import accumulate, product

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid


def flooded_area(grid: Grid, start: Coordinates = CORNER) -> set[Coordinates]:
    """Return the cells joined to the start, by repeated passes over all cells."""
    area = {start}
    own = grid[start[0]][start[1]]
    while True:
        wider = area | {
            (r, c)
            for r, row in enumerate(grid)
            for c, colour in enumerate(row)
            if colour == own and area & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        }
        if wider == area:
            return area
        area = wider


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


def minimum(board: Board) -> int:
    """Return the minimum, by trying all sequences of moves in breadth."""
    reached = {board.grid}
    p = 0
    while not any(len({c for row in grid for c in row}) == 1 for grid in reached):
        reached = {move(grid, c, board.start) for grid in reached for c in range(board.k)}
        p += 1
    return p


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


def flooded_fields(grid: Grid) -> set[int]:
    """Return the flooded fields, numbered row by row."""
    return {r * len(grid[0]) + c for r, c in flooded_area(grid)}
