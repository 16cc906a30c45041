"""Boards in a terminal, with symbols, and with colours if the terminal supports them."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import click

from puzzlesat.common.colours import display_width, short_symbols, terminal_colours
from puzzlesat.common.errors import counted
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid, flooded_area, grids_of_play


def draw(
    grid: Grid,
    symbols: Sequence[str | int],
    start: Coordinates = CORNER,
    palette: tuple[str, ...] = (),
    *,
    styled: bool = True,
) -> list[str]:
    """Return the lines of a board, a symbol for each field.

    The flooded area is bold. A start other than the corner is underlined. Names of colours are
    short. Plain text, without styles and colours, has whole names, and takes a small part of the
    time.

    >>> draw(((0, 1), (2, 2)), "abc", styled=False)
    [' a b', ' c c']
    """
    area = flooded_area(grid, start) if styled else ()
    fields = _fields(tuple(symbols), palette, styled)
    marked = None if start == CORNER else start
    return [
        "".join(fields[colour, (r, c) in area, (r, c) == marked] for c, colour in enumerate(row))
        for r, row in enumerate(grid)
    ]


@lru_cache(maxsize=64)
def _fields(
    symbols: tuple[str | int, ...], palette: tuple[str, ...], styled: bool
) -> dict[tuple[int, bool, bool], str]:
    """Return the text of a field by its colour and by whether it is flooded and the start."""
    shown = list(map(str, _shown(symbols, styled)))
    width = _width(shown)
    colours = terminal_colours(symbols, palette)
    texts = {}
    for colour, flooded, start in product(range(len(symbols)), (False, True), (False, True)):
        text = _padding(shown[colour], width) + shown[colour]
        if styled:
            ink, fill = colours[colour]
            text = click.style(
                text, fg=ink, bg=fill, bold=flooded, underline=True if start else None
            )
        texts[colour, flooded, start] = text
    return texts


def _shown(symbols: Sequence[str | int], styled: bool) -> Sequence[str | int]:
    """Return what fields show."""
    return short_symbols(symbols) if styled else symbols


def _width(symbols: Sequence[str | int]) -> int:
    """Return the number of columns of a field, including the blank before the symbol."""
    return max(display_width(str(symbol)) for symbol in symbols) + 1


def _padding(text: str, width: int) -> str:
    return " " * (width - display_width(text))


def draw_solution(board: Board, moves: Sequence[int], columns: int, *, styled: bool = True) -> str:
    """Return the board before the first and after each move, as many side by side as fit."""
    pictures, titles = [], []
    for t, grid in enumerate(grids_of_play(board.grid, moves, board.start)):
        titles.append("start" if t == 0 else f"{t}: {board.symbols[moves[t - 1]]}")
        pictures.append(draw(grid, board.symbols, board.start, board.palette, styled=styled))
    board_width = _width(_shown(board.symbols, styled)) * board.cols
    width = max(board_width, *map(display_width, titles))
    across = max(1, (columns + 2) // (width + 2))
    blocks = []
    for first in range(0, len(pictures), across):
        block = slice(first, first + across)
        lines = ["  ".join(title + _padding(title, width) for title in titles[block])]
        padding = " " * (width - board_width) + "  "
        lines += [padding.join(parts) for parts in zip(*pictures[block], strict=True)]
        blocks.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(blocks)


def heading(label: str, board: Board) -> str:
    """Return the line that `floodit show` prints above a board.

    >>> heading("board 0", Board.of([[0, 1, 0]], k=3))
    'board 0, 1×3, 3 colours: 0 1 2'
    """
    colours = " ".join(map(str, board.symbols))
    start = f", {board.start_in_words}" if board.start_text else ""
    return f"{label}, {board.rows}×{board.cols}{start}, {counted(board.k, 'colour')}: {colours}"
