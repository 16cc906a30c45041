"""Solutions as GIF animations and SVG drawings."""

import io

from PIL import Image, ImageDraw, ImageFont

from puzzlesat.common.colours import fills, ink_on, picture_symbols, short_symbols
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Grid, flooded_area, grids_of_play
from puzzlesat.floodit.show.drawing import outline, solution_svg
from puzzlesat.floodit.solve.exact import Bounds

MAX_SIDE = 480
"""Maximum length in pixels of a board's longer side in a GIF, for boards of up to 60×60 fields."""

STATE_DURATION, END_DURATION = 700, 2500
"""The times in milliseconds for which a GIF shows each state but the last, and the last one."""


def svg(bounds: Bounds) -> str:
    """Return a drawing of the solution, a board for each state with its move, as SVG."""
    return solution_svg(bounds.board, bounds.moves)


def gif(bounds: Bounds) -> bytes:
    """Return the solution as an animated GIF that repeats."""
    board = bounds.board
    symbols = picture_symbols(board.symbols)
    captions = ["the start"] + [
        f"move {t} of {len(bounds.moves)}: {symbols[colour]}"
        for t, colour in enumerate(bounds.moves, start=1)
    ]
    frames = [
        _frame(grid, board, caption)
        for grid, caption in zip(
            grids_of_play(board.grid, bounds.moves, board.start), captions, strict=True
        )
    ]
    target = io.BytesIO()
    frames[0].save(
        target,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[STATE_DURATION] * (len(frames) - 1) + [END_DURATION],
        loop=0,
        disposal=1,
    )
    return target.getvalue()


def _frame(grid: Grid, board: Board, caption: str) -> Image.Image:
    """Return a picture of a board with symbols, an outline of the flooded area, and a caption."""
    side = max(8, MAX_SIDE // max(board.rows, board.cols))
    height = side * board.rows
    image = Image.new("RGB", (max(side * board.cols + 4, 160), height + 30), "white")
    pen = ImageDraw.Draw(image)
    symbols = picture_symbols(short_symbols(board.symbols))
    longest = max(map(len, symbols))
    font = ImageFont.load_default(max(6, side // (1 + longest)))
    paints = fills(board.symbols, board.palette)
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
