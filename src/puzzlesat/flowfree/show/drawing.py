"""A puzzle and its solution as a picture."""

from collections.abc import Sequence
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.report import style

HIGHEST = 8.0
"""Inches that a drawing of a puzzle may be high."""


def puzzle_figure(puzzle: Puzzle, solutions: Sequence[Solution]) -> Figure:
    """Draw a puzzle, and beside it each of some solutions with its flows.

    Parameters
    ----------
    puzzle : Puzzle
    solutions : sequence of Solution
        Empty for a puzzle that has none; then the figure says so.
    """
    style.use()
    panels = 1 + len(solutions)
    side = min(style.PAGE / max(panels, 2), HIGHEST * puzzle.cols / puzzle.rows)
    figure, axes = plt.subplots(
        1,
        panels,
        figsize=(side * panels, side * puzzle.rows / puzzle.cols),
        squeeze=False,
        layout="constrained",
    )
    _draw_board(axes[0, 0], puzzle, side)
    if not solutions:
        axes[0, 0].set_title("no solution")
    for panel, solution in zip(axes[0, 1:], solutions, strict=True):
        _draw_board(panel, puzzle, side)
        for f, path in enumerate(solution.paths):
            rows, cols = np.divmod(path, puzzle.cols)
            panel.plot(
                cols + 0.5,
                rows + 0.5,
                color=_colour(f),
                lw=0.34 * _points(puzzle, side),
                solid_capstyle="round",
                solid_joinstyle="round",
                zorder=2,
            )
    return figure


def _draw_board(axes: Axes, puzzle: Puzzle, side: float) -> None:
    """Draw the cells and the endpoints with their symbols."""
    points = _points(puzzle, side)
    rules: dict[str, Any] = {"color": "0.75", "lw": min(0.6, points / 20)}
    axes.hlines(range(puzzle.rows + 1), 0, puzzle.cols, **rules)
    axes.vlines(range(puzzle.cols + 1), 0, puzzle.rows, **rules)
    for cell, f in enumerate(puzzle.flow):
        if f != FREE:
            r, c = divmod(cell, puzzle.cols)
            fill = _colour(f)
            axes.plot(c + 0.5, r + 0.5, "o", color=fill, ms=0.76 * points, mew=0, zorder=3)
            axes.text(
                c + 0.5,
                r + 0.5,
                puzzle.symbols[f],
                ha="center",
                va="center_baseline",
                size=min(9, 0.5 * points),
                color=style.ink_on(fill),
                zorder=4,
            )
    axes.set(xlim=(-0.05, puzzle.cols + 0.05), ylim=(puzzle.rows + 0.05, -0.05), aspect="equal")
    axes.axis("off")


def _points(puzzle: Puzzle, side: float) -> float:
    """Return the side of a cell in points, in a panel some inches wide."""
    return 0.94 * 72 * side / puzzle.cols


def _colour(f: int) -> tuple[float, float, float]:
    """Return a flow's colour: those of the palette in turn, darker and paler ones after them."""
    colour, turn = style.PALETTE[f % len(style.PALETTE)], f // len(style.PALETTE) % 3
    if turn == 1:
        return tuple(0.6 * x for x in colour)
    return colour if turn == 0 else tuple(0.5 + 0.5 * x for x in colour)
