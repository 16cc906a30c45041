"""The boards that an experiment works on: those of the sample, with their minima."""

from collections.abc import Iterator
from functools import cache
from time import thread_time

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close
from puzzlesat.report.rows import Read, Row, count, positive

NAME: dict[str, Read] = {"seed": count, "n": positive, "k": positive, "i": count}
"""The columns that name a board."""

CELL = ["n", "k"]
"""The columns that name a cell of the grid."""

BOARD = ["seed", "n", "k", "i"]
"""The keys of `NAME`, by which rows of one board are grouped."""


def sample(seed: int, n: int, k: int, boards: int) -> list[tuple[Row, Board]]:
    """Return the first boards of the sample of (n, k), each with its name.

    Examples
    --------
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


def minima(named: list[tuple[Row, Board]]) -> Iterator[tuple[Row, Board, int]]:
    """Yield every board with its name and its minimum."""
    for name, board in named:
        yield name, board, len(optimum(board))


def questions(minimum: int) -> list[tuple[int, str]]:
    """Return the p's at and just below a minimum, each with what a solver has to answer.

    Examples
    --------
    >>> questions(3), questions(0)
    ([(3, 'sat'), (2, 'unsat')], [(0, 'sat')])
    """
    return [(p, answer) for p, answer in ((minimum, "sat"), (minimum - 1, "unsat")) if p >= 0]


CONFIRMED = 81
"""Fields up to which a minimum is confirmed by A*."""


def interval_of(board: Board, timeout: float | None) -> tuple[int, int, float]:
    """Return a lower and an upper bound of the minimum, and the seconds of CPU time they took.

    The bounds meet unless time runs out. The search is the exact one of the project, which shares
    nothing with A* but the board's graph; that confirms it on small boards.

    Raises
    ------
    DisagreementError
        If A* finds another minimum.
    """
    started = thread_time()
    interval = Bounds(board)
    close(interval, auto, Limits.of(timeout), "glucose42")
    seconds = thread_time() - started
    if len(board.fields) <= CONFIRMED:
        confirmed = len(optimum(board))
        if not interval.lower <= confirmed <= interval.upper:
            raise DisagreementError(
                f"board {board.text}: the minimum is {interval.upper}, A* says {confirmed}"
            )
    return interval.lower, interval.upper, seconds
