"""Drawings of states and boards as SVG."""

from collections.abc import Sequence

from puzzlesat.common.colours import COLOURS
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.state import State

OPEN_COLOUR, COVERED_COLOUR = "#dcdcdc", "#b4bfca"
"""The colours of uncovered and of covered fields."""

INK = ("", "#0000c8", "#006400", "#b40000", "#00006e", "#6e0000", "#005f5f", "#000000", "#4b4b4b")
"""The colour of each number, as in most programs, but dark enough to read on `OPEN_COLOUR`."""

UNIT = 20
"""The side of a field, in pixels."""

MAX_DRAWN_FIELDS = 10_000
"""Maximum number of fields of a drawing."""


def state_svg(state: State) -> str | None:
    """Return the drawing of a state, or None if it has more than `MAX_DRAWN_FIELDS` fields."""
    return _draw(state.rows, state.cols, "".join(state.lines))


def board_svg(board: Board) -> str | None:
    """Return the drawing of a board, or None if it has more than `MAX_DRAWN_FIELDS` fields."""
    fields = range(board.rows * board.cols)
    symbols = ["*" if f in board.mined else str(board.number(f)) for f in fields]
    return _draw(board.rows, board.cols, symbols, board.first)


def _draw(rows: int, cols: int, fields: Sequence[str], first: int | None = None) -> str | None:
    """Return a drawing, or None if there are more than `MAX_DRAWN_FIELDS` fields.

    A field is a symbol: a number, ``.`` if it is covered, ``F`` if it has a flag, or ``*`` for a
    mine. The field `first` has a frame.
    """
    if rows * cols > MAX_DRAWN_FIELDS:
        return None
    drawn = []
    for f, symbol in enumerate(fields):
        x, y = UNIT * (f % cols), UNIT * (f // cols)
        fill = COVERED_COLOUR if symbol in ".F" else OPEN_COLOUR
        edge = 'stroke="black" stroke-width="2"' if f == first else 'stroke="white"'
        drawn.append(
            f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{UNIT - 1}" height="{UNIT - 1}" '
            f'fill="{fill}" {edge}/>'
        )
        if symbol not in ".0":
            ink = INK[int(symbol)] if symbol.isdigit() else COLOURS["red"]
            drawn.append(
                f'<text x="{x + UNIT / 2:g}" y="{y + UNIT / 2:g}" fill="{ink}">{symbol}</text>'
            )
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{UNIT * cols}" height="{UNIT * rows}" '
        f'viewBox="0 0 {UNIT * cols} {UNIT * rows}" font-family="sans-serif" font-size="13" '
        'font-weight="bold" text-anchor="middle" dominant-baseline="central">\n'
        f"{body}\n</svg>\n"
    )
