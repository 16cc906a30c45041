"""What the experiments on boards share."""

from time import thread_time

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close_bounds
from puzzlesat_studies.floodit.measure import optimum

CELL = ["n", "k"]


def queries(minimum: int) -> list[tuple[int, str]]:
    """Return the minimum and, if it is positive, one move fewer, each with the correct answer.

    >>> queries(3), queries(0)
    ([(3, 'sat'), (2, 'unsat')], [(0, 'sat')])
    """
    return [(p, answer) for p, answer in ((minimum, "sat"), (minimum - 1, "unsat")) if p >= 0]


CONFIRMED = 81
"""The largest number of fields for which A* confirms a minimum."""


def bounds_of(board: Board, wall_limit: float | None) -> tuple[int, int, float]:
    """Return a lower and an upper bound of the minimum, and the CPU time in seconds.

    The bounds are equal unless the time limit, `wall_limit` seconds, is reached. They come from the
    exact search, which shares only the board's graph with A*. On boards of at most `CONFIRMED`
    fields, raise `DisagreementError` if the minimum that A* finds is not within the bounds.
    """
    started = thread_time()
    bounds = Bounds(board)
    close_bounds(bounds, auto, Limits.of(wall_limit), "glucose42")
    seconds = thread_time() - started
    if len(board.fields) <= CONFIRMED:
        confirmed = len(optimum(board))
        if not bounds.lower <= confirmed <= bounds.upper:
            raise DisagreementError(
                f"board {board.text}: the minimum is {bounds.upper}, but A* finds {confirmed}"
            )
    return bounds.lower, bounds.upper, seconds
