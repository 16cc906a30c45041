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

NAMES = {
    "board.puzzle": "Puzzle",
    "board.referee": "fault",
    "board.solution": "Solution",
    "formats.formats": "parse read read_puzzles",
    "formats.samples": "parse_puzzle",
    "show.drawing": "puzzle_svg solution_svg",
    "solve.answer": "solve_puzzle",
    "solve.count": "count_solutions",
    "solve.generate": "random_puzzle",
}
"""The public names that each module of this package defines."""

PUBLIC, __all__, __getattr__, __dir__ = lazy(__name__, NAMES)
