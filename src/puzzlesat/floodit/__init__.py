"""Flood-It: flood a board from its top-left cell in as few moves as possible.

The names below are the public interface, and stable; docs/api.md shows them at work. They are
loaded when they are first used, so that a program which reads a board does not wait for a solver.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzlesat.floodit.board.board import Board as Board
    from puzzlesat.floodit.board.formats import parse_board as parse_board
    from puzzlesat.floodit.board.formats import read_boards as read_boards
    from puzzlesat.floodit.board.referee import floods as floods
    from puzzlesat.floodit.encode.instance import Instance as Instance
    from puzzlesat.floodit.prove.checker import check as check
    from puzzlesat.floodit.prove.nogoods import refutation as refutation
    from puzzlesat.floodit.show.page import page as page
    from puzzlesat.floodit.solve.exact import Bounds as Bounds
    from puzzlesat.floodit.solve.exact import Limits as Limits
    from puzzlesat.floodit.solve.exact import auto as auto
    from puzzlesat.floodit.solve.exact import close as close

PUBLIC = {
    "Board": "board.board",
    "Bounds": "solve.exact",
    "Instance": "encode.instance",
    "Limits": "solve.exact",
    "auto": "solve.exact",
    "refutation": "prove.nogoods",
    "check": "prove.checker",
    "close": "solve.exact",
    "floods": "board.referee",
    "page": "show.page",
    "parse_board": "board.formats",
    "read_boards": "board.formats",
}
"""The public names, and the module of this package that each of them comes from."""


def __getattr__(name: str) -> Any:
    if name not in PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *PUBLIC})
