"""Flow Free: connect every pair of endpoints with a flow, and fill the board with flows.

The names below are the stable public interface; docs/api.md has examples.
"""

from typing import TYPE_CHECKING

from puzzlesat.common.public import lazy

if TYPE_CHECKING:
    from puzzlesat.flowfree.board.puzzle import Puzzle as Puzzle
    from puzzlesat.flowfree.board.referee import fault as fault
    from puzzlesat.flowfree.board.solution import Solution as Solution
    from puzzlesat.flowfree.formats.formats import parse as parse
    from puzzlesat.flowfree.formats.formats import read as read
    from puzzlesat.flowfree.formats.formats import read_puzzles as read_puzzles
    from puzzlesat.flowfree.formats.samples import parse_puzzle as parse_puzzle
    from puzzlesat.flowfree.show.drawing import puzzle_svg as puzzle_svg
    from puzzlesat.flowfree.show.drawing import solution_svg as solution_svg
    from puzzlesat.flowfree.solve.answer import solve_puzzle as solve_puzzle
    from puzzlesat.flowfree.solve.count import count_solutions as count_solutions
    from puzzlesat.flowfree.solve.generate import random_puzzle as random_puzzle

PUBLIC = {
    "Puzzle": "board.puzzle",
    "Solution": "board.solution",
    "count_solutions": "solve.count",
    "fault": "board.referee",
    "parse": "formats.formats",
    "parse_puzzle": "formats.samples",
    "puzzle_svg": "show.drawing",
    "random_puzzle": "solve.generate",
    "read": "formats.formats",
    "read_puzzles": "formats.formats",
    "solution_svg": "show.drawing",
    "solve_puzzle": "solve.answer",
}
"""The public names, and the module of this package that defines each of them."""

__all__, __getattr__, __dir__ = lazy(__name__, PUBLIC)
