"""A puzzle and its solution as a picture."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puzzlesat.common.colours import fills, ink_on
from puzzlesat.flowfree.board.grid import BOTTOM, LEFT, RIGHT, TOP
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.show.drawing import BEYOND, TOWARD, Point, pieces
from puzzlesat_studies.core import style

MAX_HEIGHT = 8.0
"""Maximum height of a drawing in inches."""

EDGE_COLOUR = "0.45"
"""Grey of the edges of flows and endpoints."""


def puzzle_figure(puzzle: Puzzle, solutions: Sequence[Solution]) -> Figure:
    """Draw a puzzle, and its solutions next to it.

    On a board with marks, walls and borders are thick lines, with gaps and arrows at warps. A
    bridge has rails along the flow on top; missing cells are not drawn.
    """
    panels = 1 + len(solutions)
    side = min(style.PAGE / max(panels, 2), MAX_HEIGHT * puzzle.cols / puzzle.rows)
    height = side * puzzle.rows / puzzle.cols
    figure, [[puzzle_panel, *solution_panels]] = style.subplots(1, panels, height, side * panels)
    _draw_board(puzzle_panel, puzzle, side)
    if not solutions:
        puzzle_panel.set_title("no solution")
    paints = fills(puzzle.symbols)
    for panel, solution in zip(solution_panels, solutions, strict=True):
        _draw_board(panel, puzzle, side)
        for f, path in enumerate(solution.paths):
            _draw_flow(panel, puzzle, path, paints[f], side)
    return figure


def _draw_flow(axes: Axes, puzzle: Puzzle, path: Sequence[int], colour: str, side: float) -> None:
    """Draw a flow, interrupted at warps; draw it again where it passes over a bridge."""
    width = 0.34 * _points(puzzle, side)
    for piece in pieces(puzzle.grid, path):
        # With an edge, because a white or yellow flow is hardly visible on paper.
        for colour_, relative_width, zorder in ((EDGE_COLOUR, 1.15, 1.9), (colour, 1.0, 2)):
            axes.plot(
                *zip(*piece, strict=True),
                color=colour_,
                lw=relative_width * width,
                solid_capstyle="round",
                solid_joinstyle="round",
                zorder=zorder,
            )
    first_over = puzzle.grid.node_count - len(puzzle.marks.bridges)
    for node in path:
        if node >= first_over:
            x, y = _centre(puzzle, node)
            for colour_, relative_width, half_height, zorder in (
                ("white", 1.6, 0.45, 2.1),
                (colour, 1.0, 0.5, 2.2),
            ):
                line_props: dict[str, Any] = {
                    "color": colour_,
                    "lw": relative_width * width,
                    "zorder": zorder,
                }
                axes.plot(
                    [x, x], [y - half_height, y + half_height], **line_props, solid_capstyle="butt"
                )


def _draw_board(axes: Axes, puzzle: Puzzle, side: float) -> None:
    """Draw the cells and the endpoints with their symbols."""
    points = _points(puzzle, side)
    grid_props: dict[str, Any] = {"color": "0.75", "lw": min(0.6, points / 20)}
    if puzzle.grid.plain:
        axes.hlines(range(puzzle.rows + 1), 0, puzzle.cols, **grid_props)
        axes.vlines(range(puzzle.cols + 1), 0, puzzle.rows, **grid_props)
    else:
        _draw_marks(axes, puzzle, points, grid_props)
    paints = fills(puzzle.symbols)
    disc_props: dict[str, Any] = {
        "ms": 0.76 * points,
        "mec": EDGE_COLOUR,
        "mew": 0.02 * points,
        "zorder": 3,
    }
    symbol_props: dict[str, Any] = {
        "ha": "center",
        "va": "center_baseline",
        "size": min(9, 0.5 * points),
    }
    for node, f in enumerate(puzzle.node_flow):
        if f != FREE:
            x, y = _centre(puzzle, node)
            axes.plot(x, y, "o", color=paints[f], **disc_props)
            axes.text(x, y, puzzle.symbols[f], color=ink_on(paints[f]), zorder=4, **symbol_props)
    margin = _margin(puzzle)
    limits = [(-margin, size + margin) for size in (puzzle.cols, puzzle.rows)]
    axes.set(xlim=limits[0], ylim=limits[1][::-1], aspect="equal")
    axes.axis("off")


def _draw_marks(axes: Axes, puzzle: Puzzle, points: float, grid_props: dict[str, Any]) -> None:
    """Draw the sides of all cells, the rails of bridges, and arrows at warps."""
    marks, grid = puzzle.marks, puzzle.grid
    wall_props: dict[str, Any] = {"color": "0.25", "lw": min(3.0, max(1.2, points / 12))}
    for cell in set(range(grid.cell_count)) - marks.missing:
        r, c = divmod(cell, grid.cols)
        for direction, (dx, dy) in TOWARD.items():
            y, x = r + dy, c + dx
            is_on_border = not (0 <= y < grid.rows and 0 <= x < grid.cols)
            beyond = y % grid.rows * grid.cols + x % grid.cols
            side = (cell, direction) if direction in (RIGHT, BOTTOM) else (beyond, direction ^ 1)
            middle = c + 0.5 + dx / 2, r + 0.5 + dy / 2
            if is_on_border and side in marks.warps:
                marker = {LEFT: "<", RIGHT: ">", TOP: "^", BOTTOM: "v"}[direction]
                tip = middle[0] + 0.6 * BEYOND * dx, middle[1] + 0.6 * BEYOND * dy
                axes.plot(*tip, marker, color=wall_props["color"], ms=0.2 * points, mew=0, zorder=3)
                continue
            is_closed = is_on_border or side in marks.walls or beyond in marks.missing
            axes.plot(
                [middle[0] - dy / 2, middle[0] + dy / 2],
                [middle[1] - dx / 2, middle[1] + dx / 2],
                **(wall_props if is_closed else grid_props),
                solid_capstyle="projecting",
                zorder=2.5 if is_closed else 1,
            )
    rail_props: dict[str, Any] = {
        "color": wall_props["color"],
        "lw": min(1.2, max(0.6, points / 25)),
    }
    for cell in marks.bridges:
        r, c = divmod(cell, grid.cols)
        for shift in (0.22, 0.78):
            axes.plot([c + shift, c + shift], [r, r + 1], **rail_props, zorder=2.3)
            for start in (0, 0.78):
                axes.plot(
                    [c + start, c + start + 0.22], [r + shift, r + shift], **rail_props, zorder=1.5
                )


def _centre(puzzle: Puzzle, node: int) -> Point:
    r, c = puzzle.grid.places[node]
    return c + 0.5, r + 0.5


def _margin(puzzle: Puzzle) -> float:
    """Return the margin around the board in cells."""
    return BEYOND + 0.2 if puzzle.marks.warps else 0.05


def _points(puzzle: Puzzle, side: float) -> float:
    """Return the side of a cell in points, for the width of a panel in inches."""
    return 0.94 * 72 * side / (puzzle.cols - 0.1 + 2 * _margin(puzzle))
