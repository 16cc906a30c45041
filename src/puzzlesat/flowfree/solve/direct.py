"""Deciding puzzles without a SAT solver, or finding out what every solution has in common.

The engine does it (``engine/flowfree/search.hpp``). It draws conclusions from the rules, see
`puzzlesat.flowfree.solve.reasons`. When nothing follows any more, it tries links at the ends of
pieces: a link that leads to a contradiction is not used. What is known then holds in every
solution. After that, it searches: links are guessed and the guesses taken back, for a given number
of steps. Most puzzles are decided long before. If one is not, a SAT solver gets what is known
without guesses, see `puzzlesat.flowfree.solve.answer`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlesat._engine import flowfree as engine
from puzzlesat.flowfree.board.grid import Numbers
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.encode.links import Variables

UNKNOWN, OFF, ON = -1, 0, 1
"""What is known of a link: nothing, that no flow runs over it, that one does."""


@dataclass(frozen=True)
class Decided:
    """The result of the search.

    Parameters
    ----------
    ended : bool
        Whether the search is complete: these are all solutions, or as many as were wanted.
    solutions : list of Solution
        Each approved by the rules; none if the search did not end.
    value : array of int, shape (links,)
        What is known of each link without guesses, so that it holds in every solution.
    flow : array of int, shape (nodes,)
        What is known of the flow of each node, else `FREE`.
    """

    ended: bool
    solutions: list[Solution]
    value: NDArray[np.int8]
    flow: Numbers


def max_steps(links: int) -> int:
    """Return the number of links that may become known, guesses included, before a solver is used.

    It is so large on boards of up to 1000 cells that hardly any puzzle needs a solver. On larger
    ones, a solver is faster on the puzzles that are not decided soon. A million steps take some
    tenths of a second.
    """
    return 200_000 if links <= 2_000 else min(20 * links, 2_000_000)


def decided(puzzle: Puzzle, wanted: int = 2, most: int | None = None) -> Decided:
    """Decide a puzzle without a solver, or find out what can be found out in a number of steps.

    Parameters
    ----------
    puzzle : Puzzle
    wanted : int
        The number of solutions that is enough.
    most : int, optional
        The number of links that may become known on the way; with 0, conclusions alone are drawn.
        The default depends on the board, see `max_steps`.

    Raises
    ------
    DisagreementError
        If the rules do not approve of a solution.

    Examples
    --------
    >>> found = decided(Puzzle.of(["AB", "..", "AB"]))
    >>> found.ended, [solution.lines for solution in found.solutions]
    (True, [['AB', 'AB', 'AB']])
    """
    grid = puzzle.grid
    steps = max_steps(len(grid.links)) if most is None else most
    graph = engine.Graph(grid.links, grid.link)
    ended, found, value, flow = engine.decide(graph, puzzle.node_flow, puzzle.strict, wanted, steps)
    solutions = [Solution(puzzle, tuple(map(tuple, paths))) for paths in found]
    for solution in solutions:
        check_solution(solution)
    return Decided(ended, solutions, value, flow)


def known_literals(puzzle: Puzzle, found: Decided) -> NDArray[np.int32]:
    """Return the literals of the encoding by links that say what is known.

    Examples
    --------
    >>> puzzle = Puzzle.of(["AB", "AB"])
    >>> known_literals(puzzle, decided(puzzle)).tolist()
    [-1, -2, 3, 4, -5, 6, -7, 8]
    """
    v = Variables(puzzle)
    link = np.where(found.value == ON, v.link, -v.link)[found.value != UNKNOWN]
    bit_set = (found.flow[:, None] >> np.arange(v.code.shape[1])) & 1 == 1
    code = np.where(bit_set, v.code, -v.code)[found.flow != FREE]
    return np.concatenate([link, code.ravel()])
