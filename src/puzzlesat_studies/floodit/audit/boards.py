"""The boards of an experiment, with their minima."""

from collections.abc import Iterator
from functools import cache
from time import thread_time

from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.rows import Read, Row, count, positive
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close

NAME: dict[str, Read] = {"seed": count, "n": positive, "k": positive, "i": count}
"""The columns that identify a board."""

CELL = ["n", "k"]

BOARD = [*NAME]


def sample(seed: int, n: int, k: int, boards: int) -> list[tuple[Row, Board]]:
    """Return the first boards of the sample of (n, k), each with its name.

    >>> [(name["i"], board.text) for name, board in sample(2020, 2, 3, boards=2)]
    [(0, '22/00'), (1, '12/20')]
    """
    return [
        ({"seed": seed, "n": n, "k": k, "i": i}, random_board(seed, n, k, i)) for i in range(boards)
    ]


@cache
def optimum(board: Board) -> tuple[int, ...]:
    """Return a shortest solution of a board, by A*."""
    return tuple(astar(ClusterGraph.of(board)))


def minima(seed: int, n: int, k: int, boards: int) -> Iterator[tuple[Row, Board, int]]:
    """Yield the first boards of the sample of (n, k), each with its name and its minimum."""
    for name, board in sample(seed, n, k, boards):
        yield name, board, len(optimum(board))


def queries(minimum: int) -> list[tuple[int, str]]:
    """Return the minimum and, if it is positive, one move fewer, each with the correct answer.

    >>> queries(3), queries(0)
    ([(3, 'sat'), (2, 'unsat')], [(0, 'sat')])
    """
    return [(p, answer) for p, answer in ((minimum, "sat"), (minimum - 1, "unsat")) if p >= 0]


CONFIRMED = 81
"""The largest number of fields for which A* confirms a minimum."""


def bounds_of(board: Board, timeout: float | None) -> tuple[int, int, float]:
    """Return a lower and an upper bound of the minimum, and the CPU time in seconds.

    The bounds are equal unless the time limit, `timeout` seconds, is reached. They come from the
    exact search, which shares only the board's graph with A*. On boards of at most `CONFIRMED`
    fields, raise `DisagreementError` if the minimum that A* finds is not within the bounds.
    """
    started = thread_time()
    bounds = Bounds(board)
    close(bounds, auto, Limits.of(timeout), "glucose42")
    seconds = thread_time() - started
    if len(board.fields) <= CONFIRMED:
        confirmed = len(optimum(board))
        if not bounds.lower <= confirmed <= bounds.upper:
            raise DisagreementError(
                f"board {board.text}: the minimum is {bounds.upper}, but A* finds {confirmed}"
            )
    return bounds.lower, bounds.upper, seconds
