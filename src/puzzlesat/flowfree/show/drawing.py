"""Puzzles and solutions as SVG."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from puzzlesat.common.colours import fills, ink_on
from puzzlesat.flowfree.board.grid import BOTTOM, LEFT, RIGHT, TOP, Grid
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution

CELL = 32
"""The width of a cell, in pixels."""

MAX_DRAWN_CELLS = 10_000
"""Maximum number of cells of a drawing."""

BEYOND = 0.3
"""The distance by which a flow extends beyond the border at a warp, in cells."""

Point = tuple[float, float]
"""A column and a row; a cell has width 1."""

TOWARD: dict[int, Point] = {LEFT: (-1, 0), RIGHT: (1, 0), TOP: (0, -1), BOTTOM: (0, 1)}
"""The step in columns and rows in each direction."""


def puzzle_svg(puzzle: Puzzle) -> str | None:
    """Return the drawing of a puzzle, or None if it has more than `MAX_DRAWN_CELLS` cells."""
    return _picture(puzzle, [])


def solution_svg(solution: Solution) -> str | None:
    """Return the drawing of a solution, or None if it has more than `MAX_DRAWN_CELLS` cells."""
    puzzle = solution.puzzle
    return _picture(puzzle, solution.paths)


def _picture(puzzle: Puzzle, paths: Sequence[Sequence[int]]) -> str | None:
    """Return the drawing of a puzzle, or None if it has more than `MAX_DRAWN_CELLS` cells.

    `paths` contains the nodes of each flow of a solution, if there is one.
    """
    grid, symbols = puzzle.grid, puzzle.symbols
    if grid.cell_count > MAX_DRAWN_CELLS:
        return None
    colours = fills(symbols, puzzle.palette)
    parts = [_board(grid)]
    for f, path in enumerate(paths):
        parts += [_line(piece, colours[f]) for piece in pieces(grid, path)]
    for f, pair in enumerate(puzzle.endpoints):
        for node in pair:
            x, y = (CELL * coordinate for coordinate in _centre(grid, node))
            parts.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{0.38 * CELL:g}" fill="{colours[f]}" '
                f'stroke="#777"/><text x="{x:g}" y="{y:g}" fill="{ink_on(colours[f])}" '
                f'dy=".35em">{_escaped(symbols[f])}</text>'
            )
    margin = BEYOND * CELL if grid.marks.warps else 2
    width, height = (size * CELL + 2 * margin for size in (grid.cols, grid.rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="{-margin:g} {-margin:g} {width:g} {height:g}" font-family="sans-serif" '
        f'font-size="{CELL // 2}" text-anchor="middle">{"".join(parts)}</svg>'
    )


def _escaped(symbol: str) -> str:
    return {"&": "&amp;", "<": "&lt;", ">": "&gt;"}.get(symbol, symbol)


def _centre(grid: Grid, node: int) -> Point:
    r, c = grid.places[node]
    return c + 0.5, r + 0.5


def _board(grid: Grid) -> str:
    """Return the cells that are not missing, the bridges and the walls."""
    parts = []
    for cell in range(grid.cell_count):
        r, c = divmod(cell, grid.cols)
        if cell in grid.marks.missing:
            continue
        fill = "#ddd" if cell in grid.marks.bridges else "white"
        parts.append(
            f'<rect x="{c * CELL}" y="{r * CELL}" width="{CELL}" height="{CELL}" fill="{fill}" '
            'stroke="#bbb"/>'
        )
    for cell, side in sorted(grid.marks.walls):
        r, c = divmod(cell, grid.cols)
        x, y = (c + 1, r) if side == RIGHT else (c, r + 1)
        dx, dy = (0, CELL) if side == RIGHT else (CELL, 0)
        parts.append(
            f'<path d="M{x * CELL} {y * CELL}l{dx} {dy}" stroke="black" stroke-width="4"/>'
        )
    return "".join(parts)


def pieces(grid: Grid, path: Sequence[int]) -> Iterator[list[Point]]:
    """Yield the points of each piece of a flow between warps."""
    piece = [_centre(grid, path[0])]
    for node, next_node in pairwise(path):
        (x, y), (to_x, to_y) = piece[-1], _centre(grid, next_node)
        dx, dy = TOWARD[grid.neighbour[node].tolist().index(next_node)]
        if (x + dx, y + dy) != (to_x, to_y):
            overhang = 0.5 + BEYOND
            yield [*piece, (x + overhang * dx, y + overhang * dy)]
            piece = [(to_x - overhang * dx, to_y - overhang * dy)]
        piece.append((to_x, to_y))
    yield piece


def _line(points: Sequence[Point], colour: str) -> str:
    coordinates = " ".join(f"{x * CELL:g},{y * CELL:g}" for x, y in points)
    return (
        f'<polyline points="{coordinates}" fill="none" stroke="{colour}" '
        f'stroke-width="{0.34 * CELL:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )
