"""The number of solutions of a puzzle.

Two solutions differ if their sets of links differ. Under the strict rule, the flows of all cells
determine the links. If flows may touch themselves, a flow can pass the same cells in several
orders, and each order is a different solution. Cells that stay empty have no links.

The first `MAX_LISTED_SOLUTIONS` solutions are listed by search. If there are more and flows may
touch themselves, the engine counts them without listing them, by the frontier method for decision
diagrams of paths (``engine/flowfree/frontier.hpp``). Knuth calls this method Simpath (*The Art of
Computer Programming* 4A, section 7.1.4). Under the strict rule, and on boards that are too wide for
this method, the number of listed solutions is a lower bound.
"""

from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve.search import Search

MAX_LISTED_SOLUTIONS = 100
"""Number of solutions after which the engine counts, without listing them."""


@dataclass(frozen=True)
class Count:
    """The number of solutions, or a lower bound if `exact` is false, and the wall-clock seconds."""

    number: int
    exact: bool
    seconds: float


def counted_by_frontier(puzzle: Puzzle, wall_limit: float | None = None) -> int | None:
    """Return the number of solutions; None under the strict rule, or if it is 2⁶⁴ - 1 or more.

    Raise `TimeoutError` after `wall_limit` wall-clock seconds, and `MemoryError` if there are too
    many states.

    >>> counted_by_frontier(Puzzle.of(["A...", "....", "...A"], rule="numberlink"))
    38
    """
    if puzzle.strict:
        return None
    grid, filling = puzzle.grid, puzzle.filling
    return engine.count(grid.graph, puzzle.node_flow, filling, wall_limit)


def count_solutions(
    puzzle: Puzzle, limit: int | None = None, wall_limit: float | None = None
) -> Count:
    """Return the number of solutions of a puzzle, or a lower bound.

    Parameters
    ----------
    puzzle : Puzzle
    limit : int, optional
        The number of listed solutions at which to stop.
    wall_limit : float, optional
        Wall-clock seconds.

    Raises
    ------
    DisagreementError
        If the referee rejects a solution, or fewer are counted than were listed.

    Examples
    --------
    >>> count_solutions(Puzzle.of(["A...", "....", "...A"], rule="touching")).number
    4
    """
    started, deadline = monotonic(), Deadline(wall_limit)
    solutions, exact = 0, False
    with Search(puzzle, wall_limit=wall_limit) as search, suppress(TimeoutError):
        for _ in iter(search.next, None):
            solutions += 1
            if solutions == limit:
                break
            if solutions == MAX_LISTED_SOLUTIONS:
                counted = None
                with suppress(MemoryError):
                    counted = counted_by_frontier(puzzle, deadline.remaining)
                if counted is None:
                    if limit is None and wall_limit is None:
                        break
                    continue
                if counted < solutions:
                    raise DisagreementError(
                        f"puzzle {puzzle.text}: {solutions} solutions were listed, but {counted} "
                        "counted"
                    )
                solutions, exact = counted, True
                break
        else:
            exact = True
    return Count(solutions, exact, monotonic() - started)
