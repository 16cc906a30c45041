"""Flood-It: flood a board from its top-left field in as few moves as possible.

The names below are the stable public interface; docs/api.md shows examples. Each module is imported
when one of its names is first used, so a program that only reads boards loads no solver.
"""

from typing import TYPE_CHECKING

from puzzlesat.common.public import lazy

if TYPE_CHECKING:
    from puzzlesat.floodit.board.board import Board as Board
    from puzzlesat.floodit.board.referee import floods as floods
    from puzzlesat.floodit.board.sample import random_board as random_board
    from puzzlesat.floodit.encode.instance import Instance as Instance
    from puzzlesat.floodit.formats.formats import parse as parse
    from puzzlesat.floodit.formats.formats import read as read
    from puzzlesat.floodit.formats.formats import read_boards as read_boards
    from puzzlesat.floodit.formats.text import parse_board as parse_board
    from puzzlesat.floodit.prove.checker import check_refutation as check_refutation
    from puzzlesat.floodit.prove.nogoods import refutation as refutation
    from puzzlesat.floodit.show.drawing import board_svg as board_svg
    from puzzlesat.floodit.show.drawing import solution_svg as solution_svg
    from puzzlesat.floodit.show.page import page as page
    from puzzlesat.floodit.solve.answer import solve_board as solve_board
    from puzzlesat.floodit.solve.exact import Bounds as Bounds
    from puzzlesat.floodit.solve.exact import Limits as Limits
    from puzzlesat.floodit.solve.exact import auto as auto
    from puzzlesat.floodit.solve.exact import close_bounds as close_bounds
    from puzzlesat.floodit.solve.minimum import confirmed_minimum as confirmed_minimum

NAMES = {
    "board.board": "Board",
    "board.referee": "floods",
    "board.sample": "random_board",
    "encode.instance": "Instance",
    "formats.formats": "parse read read_boards",
    "formats.text": "parse_board",
    "prove.checker": "check_refutation",
    "prove.nogoods": "refutation",
    "show.drawing": "board_svg solution_svg",
    "show.page": "page",
    "solve.answer": "solve_board",
    "solve.exact": "Bounds Limits auto close_bounds",
    "solve.minimum": "confirmed_minimum",
}
"""The public names that each module of this package defines."""

PUBLIC, __all__, __getattr__, __dir__ = lazy(__name__, NAMES)
