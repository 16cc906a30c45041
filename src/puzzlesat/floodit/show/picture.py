"""Solutions as GIF animations and SVG drawings, returned as bytes."""

import io
from collections.abc import Iterator
from html import escape

from PIL import Image, ImageDraw, ImageFont

from puzzlesat.common.colours import fills, ink_on, print_symbols
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid, flooded_area, states
from puzzlesat.floodit.solve.exact import Bounds

UNIT = 18
"""The side of a field in an SVG drawing, in pixels."""

SIDE = 480
"""Maximum length in pixels of a board's longer side in a GIF, for boards of up to 60×60 fields."""

STEP, END = 700, 2500
"""The times in milliseconds for which a GIF shows each state but the last, and the last one."""


def svg(bounds: Bounds) -> bytes:
    """Return a drawing of the solution, a board for each state with its move, as SVG."""
    board = bounds.board
    grids = list(states(board.grid, bounds.moves, board.start))
    columns = min(len(grids), 6)
    width, height = UNIT * board.cols + 10, UNIT * board.rows + 30
    drawn = []
    for t, grid in enumerate(grids):
        title = f"{t}.  move {board.symbols[bounds.moves[t - 1]]}" if t else "start"
        x, y = width * (t % columns), height * (t // columns)
        drawn += [
            f'<g transform="translate({x + 5} {y + 25})">',
            f'<text x="{UNIT * board.cols / 2:g}" y="-8" font-size="13">{escape(title)}</text>',
            *_fields(grid, board),
            "</g>",
        ]
    size = width * columns, height * -(-len(grids) // columns)
    text = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" '
        f'width="{size[0]}" height="{size[1]}" font-family="sans-serif" text-anchor="middle">\n'
        f"{text}\n</svg>\n"
    ).encode()


def _fields(grid: Grid, board: Board) -> Iterator[str]:
    """Yield the elements of a board: coloured fields with symbols, and the flooded area's edge."""
    area = flooded_area(grid, board.start)
    paints = fills(board.symbols)
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            x, y, fill = UNIT * c, UNIT * r, paints[colour]
            middle = f'x="{x + UNIT / 2:g}" y="{y + UNIT / 2:g}" dominant-baseline="central"'
            weight = ' font-weight="bold"' if (r, c) in area else ""
            yield (
                f'<rect x="{x}" y="{y}" width="{UNIT}" height="{UNIT}" fill="{fill}" '
                'stroke="white" stroke-width="0.6"/>'
                f'<text {middle} font-size="9" fill="{ink_on(fill)}"{weight}>'
                f"{escape(str(board.symbols[colour]))}</text>"
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


def gif(bounds: Bounds) -> bytes:
    """Return the solution as an animated GIF that repeats."""
    board = bounds.board
    symbols = print_symbols(board.symbols)
    captions = ["the start"] + [
        f"move {t} of {len(bounds.moves)}: {symbols[colour]}"
        for t, colour in enumerate(bounds.moves, start=1)
    ]
    frames = [
        _frame(grid, board, caption)
        for grid, caption in zip(
            states(board.grid, bounds.moves, board.start), captions, strict=True
        )
    ]
    target = io.BytesIO()
    frames[0].save(
        target,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[STEP] * (len(frames) - 1) + [END],
        loop=0,
        disposal=1,
    )
    return target.getvalue()


def _frame(grid: Grid, board: Board, caption: str) -> Image.Image:
    """Return a picture of a board with symbols, an outline of the flooded area, and a caption."""
    side = max(8, SIDE // max(board.rows, board.cols))
    height = side * board.rows
    image = Image.new("RGB", (max(side * board.cols + 4, 160), height + 30), "white")
    pen = ImageDraw.Draw(image)
    symbols = print_symbols(board.symbols)
    longest = max(map(len, symbols))
    font = ImageFont.load_default(max(6, side // (1 + longest)))
    paints = fills(board.symbols)
    inks = [ink_on(fill) for fill in paints]
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            x, y = 2 + c * side, 2 + r * side
            pen.rectangle((x, y, x + side - 1, y + side - 1), paints[colour], "white")
            middle = (x + side / 2, y + side / 2)
            pen.text(middle, symbols[colour], inks[colour], font, anchor="mm")
    for edge in outline(flooded_area(grid, board.start)):
        left, right, top, bottom = (2 + at * side for at in edge)
        pen.line((left, top, right, bottom), "black", 3)
    if board.start != CORNER:
        r, c = board.start
        x, y = 2 + c * side, 2 + r * side
        pen.ellipse((x + 2, y + 2, x + side - 3, y + side - 3), outline="black", width=2)
    pen.text((4, height + 8), caption, "black", ImageFont.load_default(15))
    return image


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
