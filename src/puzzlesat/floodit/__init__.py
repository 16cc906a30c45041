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

PUBLIC = {
    "Board": "board.board",
    "Bounds": "solve.exact",
    "Instance": "encode.instance",
    "Limits": "solve.exact",
    "auto": "solve.exact",
    "refutation": "prove.nogoods",
    "check_refutation": "prove.checker",
    "close_bounds": "solve.exact",
    "confirmed_minimum": "solve.minimum",
    "floods": "board.referee",
    "page": "show.page",
    "board_svg": "show.drawing",
    "parse": "formats.formats",
    "parse_board": "formats.text",
    "random_board": "board.sample",
    "read": "formats.formats",
    "read_boards": "formats.formats",
    "solution_svg": "show.drawing",
    "solve_board": "solve.answer",
}
"""The public names, and the module of this package that defines each of them."""


__all__, __getattr__, __dir__ = lazy(__name__, PUBLIC)
