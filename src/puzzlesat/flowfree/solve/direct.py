"""Search without a SAT solver: for solutions, and for values of links common to all solutions.

The engine (``engine/flowfree/search.hpp``) propagates by rules (``engine/flowfree/pieces.hpp`` and
``propagation.hpp``). Then it tries links at the ends of pieces of flows: a link that
leads to a contradiction is unused. All values found so far hold in every solution. Then the engine
searches depth first, for a limited number of steps, which suffices for most puzzles of up to 1000
cells. If it does not, the engine goes on from the links that are known without guesses by learning
clauses from conflicts (``engine/flowfree/learning.hpp``).
"""

from puzzlesat._engine import flowfree as engine
from puzzlesat.flowfree.board.puzzle import Puzzle, check_filling
from puzzlesat.flowfree.board.solution import Solution, check_solution

UNKNOWN, UNUSED, USED = -1, 0, 1
"""The values of a link: unknown, unused, used."""


def solutions_of(
    puzzle: Puzzle, wanted: int = 2, wall_limit: float | None = None
) -> tuple[list[Solution], bool]:
    """Return solutions of a puzzle, and whether these are all, or as many as `wanted`.

    `wall_limit` limits the wall-clock time, in seconds. Raise `DisagreementError` if the referee
    rejects a solution.

    >>> solutions, complete = solutions_of(Puzzle.of(["AB", "..", "AB"]))
    >>> [solution.lines for solution in solutions], complete
    ([['AB', 'AB', 'AB']], True)
    """
    check_filling(puzzle, "search without a solver is")
    search = engine.search_and_learn(
        puzzle.grid.graph, puzzle.node_flow, puzzle.strict, wanted, wall_limit
    )
    solutions = [Solution(puzzle, tuple(map(tuple, paths))) for paths in search.solutions]
    for solution in solutions:
        check_solution(solution)
    return solutions, search.ended
