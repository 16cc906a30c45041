"""Interactive pages that play a solution and let a person play the board."""

import json
from importlib.resources import files
from string import Template

from puzzlesat.common.colours import fills, ink_on
from puzzlesat.common.errors import counted
from puzzlesat.common.page import styled
from puzzlesat.floodit.solve.exact import Bounds


def rules() -> str:
    """Return scripts for pages: the rules of the game, and a search for shortest solutions."""
    return files(__package__).joinpath("rules.js").read_text(encoding="utf-8")


def page(bounds: Bounds) -> str:
    """Return a page that plays the solution, and on which a person can play the same board.

    The page is a single file that works offline. A hint is the first move of a shortest solution
    from the player's position. While the player follows a known solution that is proven to be
    shortest, its next move is the hint. Otherwise, an A* search in the page finds a solution, with
    the lower bound of `astar.lower_bound`. If the known solution is not proven to be shortest, the
    page shows the bounds of the minimum.
    """
    board = bounds.board
    p = len(bounds.moves)
    moves = "move" if p == 1 else "moves"
    verdict = (
        f"This board needs {p} {moves}, which is proven to be the minimum"
        + (" over all starts." if bounds.free else ".")
        if bounds.closed
        else f"The best solution known has {p} {moves}; at least {bounds.lower} are needed."
    )
    game = {
        "rows": board.rows,
        "cols": board.cols,
        "symbols": [str(symbol) for symbol in board.symbols],
        "fills": fills(board.symbols),
        "inks": [ink_on(fill) for fill in fills(board.symbols)],
        "colours": list(board.colour),
        "solution": bounds.moves,
        "lower": bounds.lower,
        "start": board.pivot,
    }
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    title = f"{board.rows}×{board.cols}, {counted(board.k, 'colour')}"
    row, column = board.start
    where = (
        f"the field with a ring, in row {row}, column {column}, counted from 0"
        if board.place
        else "the top-left corner"
    )
    return Template(styled(template)).substitute(
        title=title, where=where, verdict=verdict, game=json.dumps(game), rules=rules()
    )
