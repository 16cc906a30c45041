"""Brute force by the rules of the game alone, which all else is checked against."""

from itertools import product

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import Grid, flooded_area, move, states


def minimum(board: Board) -> int:
    """Return the minimum, by trying all sequences of moves in breadth."""
    reached = {board.grid}
    p = 0
    while not any(len({c for row in grid for c in row}) == 1 for grid in reached):
        reached = {move(grid, c) for grid in reached for c in range(board.k)}
        p += 1
    return p


def plays(board: Board, p: int) -> list[tuple[tuple[int, ...], list[Grid]]]:
    """Return all sequences of p moves, each with the states it runs through."""
    return [(moves, list(states(board.grid, moves))) for moves in product(range(board.k), repeat=p)]


def flooded_fields(grid: Grid) -> set[int]:
    """Return the flooded fields, numbered row by row."""
    return {r * len(grid[0]) + c for r, c in flooded_area(grid)}
