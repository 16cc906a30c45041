"""Minesweeper: finding the certain covered fields by constraints, by SAT and by counting.

The names below are the stable public interface; docs/api.md has examples.
"""

from typing import TYPE_CHECKING

from puzzlesat.common.public import lazy

if TYPE_CHECKING:
    from puzzlesat.minesweeper.board.board import Board as Board
    from puzzlesat.minesweeper.board.formats import parse_state as parse_state
    from puzzlesat.minesweeper.board.formats import read_states as read_states
    from puzzlesat.minesweeper.board.state import State as State
    from puzzlesat.minesweeper.encode.network import network as network
    from puzzlesat.minesweeper.solve.deduce import deduce as deduce
    from puzzlesat.minesweeper.solve.finish import finish as finish
    from puzzlesat.minesweeper.solve.reasons import certain as certain
    from puzzlesat.minesweeper.solve.reasons import sentence as sentence
    from puzzlesat.minesweeper.solve.reasons import simplest as simplest

PUBLIC = {
    "Board": "board.board",
    "State": "board.state",
    "certain": "solve.reasons",
    "deduce": "solve.deduce",
    "finish": "solve.finish",
    "network": "encode.network",
    "parse_state": "board.formats",
    "read_states": "board.formats",
    "sentence": "solve.reasons",
    "simplest": "solve.reasons",
}
"""The public names, and the module of this package that defines each of them."""

__all__, __getattr__, __dir__ = lazy(__name__, PUBLIC)
