"""The result of a search for a board's minimum, as data and as text."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any

from puzzlesat.common.errors import counted
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.exact import (
    METHODS,
    Bounds,
    Limits,
    Method,
    close_bounds,
    ignore_change,
)

STATUS_TEXTS = {
    "timeout": "time is up",
    "memory": "the search needs more memory",
    "interrupted": "interrupted",
}
"""The text for each status other than ``optimal``."""


@dataclass(frozen=True)
class Answer:
    """The bounds on a board's minimum at the end of a search.

    `status` is a result of `exact.close_bounds`, or ``interrupted``. `interrupt` is the exception
    that ended the search if the caller must raise it again, and otherwise None. `seconds` is the
    wall-clock time of the search.
    """

    bounds: Bounds
    status: str
    seconds: float
    interrupt: KeyboardInterrupt | None = None

    def as_json(self, number: int) -> dict[str, Any]:
        """Return the object that ``floodit solve --json`` prints for the board with this number."""
        board, bounds = self.bounds.board, self.bounds
        return {
            "board": number,
            "rows": board.rows,
            "cols": board.cols,
            "colours": board.k,
            **({"start": list(board.start)} if board.start_text else {}),
            **({"limit": board.limit} if board.limit else {}),
            "status": self.status,
            "minimum": bounds.minimum,
            "lower_bound": bounds.lower,
            "upper_bound": bounds.upper,
            "moves": bounds.colours,
            "seconds": round(self.seconds, 6),
        }

    def in_words(self, label: str) -> str:
        """Return two lines of text for the board with this label, such as ``board 0``."""
        board, bounds = self.bounds.board, self.bounds
        moves = " ".join(str(board.symbols[c]) for c in bounds.moves)
        claim = (
            "the fewest possible"
            if bounds.closed
            else f"and at least {bounds.lower} are needed; {STATUS_TEXTS[self.status]}"
        )
        if board.limit:
            claim += f"; the game allows {board.limit}"
        start = f", {board.start_in_words}" if board.start_text else ""
        return (
            f"{label}, {board.rows}×{board.cols}, {counted(board.k, 'colour')}{start}: "
            f"{counted(bounds.upper, 'move')}, {claim}\n{moves}"
        )


def bounds_and_method(
    board: Board, method: str, watch: Callable[[Bounds], None] = ignore_change
) -> tuple[Bounds, Method]:
    """Return the initial bounds on a board's minimum, and the method that closes them.

    `method` is a key of `exact.METHODS`, or ``thesis:ENCODING`` for an encoding other than the
    minimal one. `watch` is passed to `Bounds`.
    """
    name, _, encoding = method.partition(":")
    options = {"encoding": encoding} if encoding else {}
    return Bounds(board, watch), partial(METHODS[name], **options)


def solve_board(board: Board, *, wall_limit: float | None = None) -> Bounds:
    """Search for a board's minimum by the fastest method, and return the bounds reached.

    Parameters
    ----------
    wall_limit : float, optional
        Limit on the wall-clock time. After a timeout, the bounds may differ from run to run.

    Returns
    -------
    Bounds
        With the best solution found.

    Raises
    ------
    InputError
        If the time is negative.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> solved = solve_board(Board.of(["RGRB", "BBGG"]))
    >>> solved.minimum, solved.colours
    (4, ['B', 'G', 'B', 'R'])
    """
    bounds = Bounds(board)
    close_bounds(bounds, METHODS["auto"], Limits.of(wall_limit), "glucose42")
    return bounds


def find_answer(bounds: Bounds, method: Method, limits: Limits, solver: str) -> Answer:
    """Close the bounds, and return the answer, even if Ctrl-C ends the search.

    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.solve.exact import auto
    >>> bounds = Bounds(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> find_answer(bounds, auto, Limits(), "glucose42").status
    'optimal'
    """
    try:
        status, interrupt = close_bounds(bounds, method, limits, solver), None
    except KeyboardInterrupt as error:
        status, interrupt = "interrupted", error
    return Answer(bounds, status, monotonic() - bounds.started_at, interrupt)


def contradiction(bounds: Bounds) -> str | None:
    """Return how the bounds contradict the minimum in the board's file, or None if they do not.

    >>> from puzzlesat.floodit.board.board import Board
    >>> from dataclasses import replace
    >>> board = Board.of([[0, 1], [1, 1]])
    >>> contradiction(Bounds(replace(board, known_minimum=2)))
    'needs 1 move, not 2'
    >>> contradiction(Bounds(replace(board, known_minimum=1))) is None
    True
    """
    known_minimum = bounds.board.known_minimum
    if not known_minimum or bounds.lower <= known_minimum <= bounds.upper:
        return None
    minimum = f"{bounds.lower}" + ("" if bounds.closed else f" to {bounds.upper}")
    return f"needs {minimum} {'move' if minimum == '1' else 'moves'}, not {known_minimum}"
