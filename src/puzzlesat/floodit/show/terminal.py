"""Boards in a terminal, with symbols, and with colours if the terminal supports them."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

import click

from puzzlesat.common.colours import terminal_colours
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid, flooded_area, states


def draw(grid: Grid, symbols: Sequence[str | int], start: Coordinates = CORNER) -> list[str]:
    """Return the lines of a board, a symbol for each field.

    The flooded area is bold. A start other than the corner is underlined.

    >>> [click.unstyle(line) for line in draw(((0, 1), (2, 2)), "abc")]
    [' a b', ' c c']
    """
    area = flooded_area(grid, start)
    width = max(len(str(symbol)) for symbol in symbols) + 1
    colours = terminal_colours(tuple(symbols))
    return [
        "".join(
            click.style(
                f"{symbols[colour]:>{width}}",
                fg=colours[colour][0],
                bg=colours[colour][1],
                bold=(r, c) in area,
                underline=True if (r, c) == start != CORNER else None,
            )
            for c, colour in enumerate(row)
        )
        for r, row in enumerate(grid)
    ]


def draw_solution(board: Board, moves: Sequence[int], columns: int) -> str:
    """Return the board before the first and after each move, as many side by side as fit."""
    pictures = []
    for t, grid in enumerate(states(board.grid, moves, board.start)):
        title = "start" if t == 0 else f"{t}: {board.symbols[moves[t - 1]]}"
        pictures.append([title, *draw(grid, board.symbols, board.start)])
    width = max(len(click.unstyle(line)) for picture in pictures for line in picture)
    across = max(1, (columns + 2) // (width + 2))
    return "\n\n".join(
        _side_by_side(pictures[first : first + across], width)
        for first in range(0, len(pictures), across)
    )


def _side_by_side(pictures: Iterable[Sequence[str]], width: int) -> str:
    return "\n".join(
        "  ".join(line + " " * (width - len(click.unstyle(line))) for line in lines).rstrip()
        for lines in zip_longest(*pictures, fillvalue="")
    )
