"""Searches for the smallest p such that p moves flood a board (thesis, chapter 4).

A search queries one p after another: do p moves suffice? `decider` returns a function that decides
this with a SAT solver; the searches accept any function of that type.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.limits import check_literals
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.redundant import encoder_of
from puzzlesat.floodit.encode.thesis import Condition, Encoder
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.sat.solver import decide as decide_formula
from puzzlesat.sat.solver import load, open_solver

Moves = list[int]
"""Colours 0..k-1, in the order in which they are chosen."""

Decide = Callable[[int], Moves | None]
"""Returns at most p moves that flood the board, or None if p moves do not suffice."""


@dataclass(frozen=True)
class Minimum:
    """The result of a search: the smallest number p of moves that flood the board, and a solution.

    `queries` lists the values of p that were queried, in order.
    """

    p: int
    moves: Moves
    queries: list[int]


def decider(
    board: Board,
    encoding: str | Iterable[Condition],
    solver: str,
    wall_limit: float | None = None,
) -> Decide:
    """Return a function that decides with a SAT solver whether p moves suffice.

    The encoding is a name that `encoder_of` accepts, or conditions, such as `thesis.MINIMAL`. Each
    query uses a new solver. The function raises `TimeoutError` once `wall_limit` seconds have
    passed since it was returned, and `TooLargeError` if the formula needs too much memory.

    >>> from puzzlesat.floodit.encode.thesis import MINIMAL
    >>> decide = decider(Board.of([[0, 1], [1, 2]]), MINIMAL, "minisat22")
    >>> decide(1), decide(2)
    (None, [1, 2])
    """
    encoder = encoder_of(board, encoding) if isinstance(encoding, str) else Encoder(board, encoding)
    deadline = Deadline(wall_limit)
    encoder.check = deadline.check

    def decide(p: int) -> Moves | None:
        formula = encoder.formula(p)
        check_literals(formula.literals)
        with open_solver(solver) as oracle:
            load(oracle, formula, deadline)
            suffices = decide_formula(oracle, deadline)
            return encoder.moves(oracle.get_model(), p) if suffices else None

    return decide


def bisection(board: Board, decide: Decide, low: int = 0, solution: Moves | None = None) -> Minimum:
    """Find the minimum by bisection between a lower bound and the length of greedy play (Fig. 4.1).

    The lower bound is `low`; each answer halves the range. `solution` is used instead of greedy
    play.

    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> bisection(board, decide=lambda p: [2, 1, 0, 2][:p] if p >= 4 else None)
    Minimum(p=4, moves=[2, 1, 0, 2], queries=[2, 3])
    """
    best = greedy(ClusterGraph.of(board)) if solution is None else solution
    high = len(best)
    queries = []
    while low < high:
        middle = (low + high) // 2
        queries.append(middle)
        moves = decide(middle)
        if moves is None:
            low = middle + 1
        else:
            best, high = moves, middle
    return Minimum(high, best, queries)


def heuristic_bounds(n: int, k: int) -> tuple[int, int]:
    """Return the bounds n+k-5 and n+k, between which most minima lie (§4.1.2)."""
    return n + k - 5, n + k


def bounds_search(board: Board, decide: Decide) -> Minimum:
    """Find the minimum by bisection between the heuristic bounds n+k-5 and n+k (Fig. 4.3).

    The bounds hold for most boards only. If bisection ends at one of them, the search continues
    from there one move at a time: from the upper bound to larger p, until p moves suffice, or from
    the lower bound to smaller p, until p moves do not suffice. Unlike the thesis's loop, the search
    never queries fewer than 0 moves, even for a board that is flooded from the start.

    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> bounds_search(board, decide=lambda p: [2, 1, 0, 2][:p] if p >= 4 else None)
    Minimum(p=4, moves=[2, 1, 0, 2], queries=[4, 3])
    """
    lower, high = heuristic_bounds(board.n, board.k)
    lower_bound = low = max(0, lower)
    best: Moves | None = None
    queries = []

    def query(p: int) -> Moves | None:
        queries.append(p)
        return decide(p)

    while low < high:
        middle = (low + high) // 2
        moves = query(middle)
        if moves is None:
            low = middle + 1
        else:
            best, high = moves, middle
    while best is None:  # all p below the upper bound are refuted
        best = query(high)
        high += best is None
    while high == lower_bound > 0:  # no p below the lower bound has been queried
        moves = query(high - 1)
        if moves is None:
            break
        best, high, lower_bound = moves, high - 1, lower_bound - 1
    return Minimum(high, best, queries)


SEARCHES: dict[str, Callable[[Board, Decide], Minimum]] = {
    "bisection": bisection,
    "bounded": bounds_search,
}
"""The searches by their names in commands and the configuration."""


def confirmed_minimum(board: Board, search: str, encoding: str, solver: str) -> Minimum:
    """Find the minimum of a board with SAT, replay its solution, and confirm it with A*.

    Parameters
    ----------
    board : Board
        The board.
    search : str
        The search, ``bounded`` (Fig. 4.3) or ``bisection`` (Fig. 4.1).
    encoding : str
        The encoding, such as ``minimal``; all names that `encoder_of` accepts.
    solver : str
        The SAT solver: its PySAT name, or the path of a program.

    Raises
    ------
    InputError
        If there is no such search, encoding or solver.
    DisagreementError
        If the moves do not flood the board, if greedy play needs no more moves than are refuted, or
        if A*, which uses no SAT, finds another minimum.

    Examples
    --------
    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> confirmed_minimum(board, "bounded", "minimal", "minisat22").p
    4
    """
    if search not in SEARCHES:
        raise InputError(f"unknown search {search!r}; choose from {', '.join(SEARCHES)}")
    decide, enough = decider(board, encoding, solver), len(greedy(ClusterGraph.of(board)))

    def believable(p: int) -> Moves | None:
        moves = decide(p)
        if moves is None and p >= enough:  # the search would never end
            raise DisagreementError(
                f"board {board.text}: the solver and the encoding find no solution of {p} moves, "
                f"but greedy play needs {enough}; one of them is wrong"
            )
        return moves

    found = SEARCHES[search](board, believable)
    check_solution(board, found.moves, found.p)
    shortest = len(astar(ClusterGraph.of(board)))
    if shortest != found.p:
        raise DisagreementError(
            f"board {board.text}: SAT finds the minimum {found.p}, but A* finds {shortest}"
        )
    return found
