"""Drawings of boards and solutions as SVG."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from puzzlesat.common.colours import fills, ink_on, short_symbols
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid, flooded_area, grids_of_play

UNIT = 18
"""The side of a field in an SVG drawing, in pixels."""


def board_svg(board: Board) -> str:
    """Return a drawing of a board, with a line around the fields that are flooded at the start."""
    return _drawing(UNIT * board.cols + 2, UNIT * board.rows + 2, 1, 1, _fields(board.grid, board))


def solution_svg(board: Board, moves: Sequence[int]) -> str:
    """Return a drawing of a solution, a board for each state with its move."""
    grids = list(grids_of_play(board.grid, moves, board.start))
    columns = min(len(grids), 6)
    width, height = UNIT * board.cols + 10, UNIT * board.rows + 30
    elements = []
    for t, grid in enumerate(grids):
        title = f"{t}.  move {board.symbols[moves[t - 1]]}" if t else "start"
        x, y = width * (t % columns), height * (t // columns)
        elements += [
            f'<g transform="translate({x + 5} {y + 25})">',
            f'<text x="{UNIT * board.cols / 2:g}" y="-8" font-size="13">{escape(title)}</text>',
            *_fields(grid, board),
            "</g>",
        ]
    return _drawing(width * columns, height * -(-len(grids) // columns), 0, 0, elements)


def _drawing(width: int, height: int, left: int, top: int, elements: Iterable[str]) -> str:
    """Return a drawing of elements, with margins on the left and at the top."""
    text = "\n".join(elements)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-left} {-top} {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" text-anchor="middle">\n'
        f"{text}\n</svg>\n"
    )


def _fields(grid: Grid, board: Board) -> Iterator[str]:
    """Yield the elements of a board: coloured fields with symbols, and the flooded area's edge."""
    area = flooded_area(grid, board.start)
    paints, symbols = fills(board.symbols, board.palette), short_symbols(board.symbols)
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            x, y, fill = UNIT * c, UNIT * r, paints[colour]
            middle = f'x="{x + UNIT / 2:g}" y="{y + UNIT / 2:g}" dominant-baseline="central"'
            weight = ' font-weight="bold"' if (r, c) in area else ""
            yield (
                f'<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="{fill}" '
                'stroke="white" stroke-width="0.6"/>'
                f'<text {middle} font-size="9" fill="{ink_on(fill)}"{weight}>'
                f"{escape(symbols[colour])}</text>"
            )
    if board.start != CORNER:
        r, c = board.start
        yield (
            f'<circle cx="{UNIT * (c + 0.5):g}" cy="{UNIT * (r + 0.5):g}" r="{0.4 * UNIT:g}" '
            'fill="none" stroke="black"/>'
        )
    edges = (
        f"M{UNIT * left} {UNIT * top}L{UNIT * right} {UNIT * bottom}"
        for left, right, top, bottom in sorted(outline(area))
    )
    yield (
        f'<path d="{"".join(edges)}" stroke="black" stroke-width="2" stroke-linecap="square" '
        'fill="none"/>'
    )


def outline(area: set[Coordinates]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the left, right, top and bottom of each edge of an area of fields with side 1."""
    for r, c in area:
        edges = {
            (r - 1, c): (c, c + 1, r, r),
            (r + 1, c): (c, c + 1, r + 1, r + 1),
            (r, c - 1): (c, c, r, r + 1),
            (r, c + 1): (c + 1, c + 1, r, r + 1),
        }
        yield from (edge for beyond, edge in edges.items() if beyond not in area)
