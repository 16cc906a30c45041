"""Drawings of solutions, move by move (Fig. 2.1)."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle

from puzzlesat.common.colours import fills, ink_on
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid, flooded_area, grids_of_play
from puzzlesat.floodit.show.animation import outline
from puzzlesat_studies.core import style


def solution_figure(
    board: Board, moves: Sequence[int], paints: Sequence[str] = (), size: float = 6
) -> Figure:
    """Return a figure of a solution, move by move, with the flooded area outlined (Fig. 2.1).

    A start other than the corner is marked with a ring. `paints` are the fills of the colours, by
    default those of all outputs; `size` is that of the symbols, in points.
    """
    grids = grids_of_play(board.grid, moves, board.start)
    titles = ["start", *(f"{t}.  move {board.symbols[c]}" for t, c in enumerate(moves, start=1))]
    columns = len(titles) if len(titles) <= 8 else 6
    height = style.PAGE / columns * board.rows / board.cols + 0.25
    figure, panels = style.panels(titles, columns, height, 0)
    paints = paints or fills(board.symbols)
    for axes, grid, title in zip(panels, grids, titles, strict=True):
        draw_board(axes, grid, board.symbols, paints, board.start, size)
        axes.set_title(title, pad=3)
    return figure


def draw_board(
    axes: Axes,
    grid: Grid,
    symbols: Sequence[str | int],
    paints: Sequence[str],
    start: Coordinates,
    size: float = 6,
) -> None:
    """Draw coloured fields with their symbols, and a line around the flooded area."""
    area = flooded_area(grid, start)
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            fill = paints[colour]
            axes.add_patch(Rectangle((c, r), 1, 1, facecolor=fill, edgecolor="white", lw=0.4))
            axes.text(
                c + 0.5,
                r + 0.5,
                str(symbols[colour]),
                ha="center",
                va="center",
                size=size,
                color=ink_on(fill),
                weight="bold" if (r, c) in area else "normal",
            )
    if start != CORNER:
        r, c = start
        axes.add_patch(Circle((c + 0.5, r + 0.5), 0.4, fill=False, edgecolor="black", lw=0.8))
    for left, right, top, bottom in outline(area):
        x, y = (left, right), (top, bottom)
        axes.plot(x, y, color="black", lw=1.6, solid_capstyle="projecting", clip_on=False)
    axes.set(xlim=(0, len(grid[0])), ylim=(len(grid), 0), aspect="equal")
    axes.axis("off")
