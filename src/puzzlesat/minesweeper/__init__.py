"""Minesweeper: finding the certain covered fields by constraints, by SAT and by counting.

The names below are the stable public interface; docs/api.md has examples.
"""

from typing import TYPE_CHECKING

from puzzlesat.common.public import lazy

if TYPE_CHECKING:
    from puzzlesat.minesweeper.board.board import Board as Board
    from puzzlesat.minesweeper.board.state import State as State
    from puzzlesat.minesweeper.encode.network import network as network
    from puzzlesat.minesweeper.formats.formats import parse as parse
    from puzzlesat.minesweeper.formats.formats import parse_board as parse_board
    from puzzlesat.minesweeper.formats.formats import read as read
    from puzzlesat.minesweeper.formats.formats import read_board as read_board
    from puzzlesat.minesweeper.formats.formats import read_states as read_states
    from puzzlesat.minesweeper.formats.samples import parse_state as parse_state
    from puzzlesat.minesweeper.show.drawing import board_svg as board_svg
    from puzzlesat.minesweeper.show.drawing import state_svg as state_svg
    from puzzlesat.minesweeper.show.words import sentence as sentence
    from puzzlesat.minesweeper.solve.deduce import deduce as deduce
    from puzzlesat.minesweeper.solve.finish import finish as finish
    from puzzlesat.minesweeper.solve.reasons import certain as certain
    from puzzlesat.minesweeper.solve.reasons import simplest as simplest

NAMES = {
    "board.board": "Board",
    "board.state": "State",
    "encode.network": "network",
    "formats.formats": "parse parse_board read read_board read_states",
    "formats.samples": "parse_state",
    "show.drawing": "board_svg state_svg",
    "show.words": "sentence",
    "solve.deduce": "deduce",
    "solve.finish": "finish",
    "solve.reasons": "certain simplest",
}
"""The public names that each module of this package defines."""

PUBLIC, __all__, __getattr__, __dir__ = lazy(__name__, NAMES)
