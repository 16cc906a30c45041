"""Pages that show a solution and let a person play the board."""

from typing import Any

from puzzlesat.common.errors import counted
from puzzlesat.common.page import single_page
from puzzlesat.floodit.solve.exact import Bounds


def page(bounds: Bounds) -> str:
    """Return a page that plays the solution, and on which a person can play the same board.

    The page is a single file that works offline (`puzzlesat.common.page`). It begins with these
    bounds, and can continue the search if they are not closed.
    """
    board = bounds.board
    title = f"{board.rows}×{board.cols}, {counted(board.k, 'colour')}"
    return single_page("floodit", title, page_data(bounds))


def page_data(bounds: Bounds) -> dict[str, Any]:
    """Return the object with which the page starts: the board, and the bounds as its steps.

    >>> from puzzlesat.floodit.board.board import Board
    >>> page_data(Bounds(Board.of([["r", "g"], ["g", "b"]])))["steps"]
    {'lower': 2, 'moves': [1, 0]}
    """
    board = bounds.board
    puzzle = {
        "rows": list(map(list, board.grid)),
        "symbols": [str(symbol) for symbol in board.symbols],
        "k": board.k,
        "start": list(board.start),
    }
    if board.palette:
        puzzle["shades"] = list(board.palette)
    if board.limit:
        puzzle["limit"] = board.limit
    return {"puzzle": puzzle, "steps": {"lower": bounds.lower, "moves": bounds.moves}}
