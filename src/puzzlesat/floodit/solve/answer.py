"""The answer to "how few moves does this board need?", found and printed."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from puzzlesat.floodit.board.board import FREE, Board, written_start
from puzzlesat.floodit.solve.exact import METHODS, Interval, Limits, Method, close, nobody

WHY = {
    "timeout": "time is up",
    "memory": "the search needs more memory",
    "interrupted": "interrupted",
}
"""What a person reads instead of a status other than ``optimal``."""


@dataclass(frozen=True)
class Answer:
    """What is known of a board when the search for its minimum has ended.

    Parameters
    ----------
    interval : Interval
    status : str
        What `exact.close` returned, or ``interrupted``.
    seconds : float
        Wall-clock time since the interval began.
    interrupt : KeyboardInterrupt, optional
        What ended it before its time.
    """

    interval: Interval
    status: str
    seconds: float
    interrupt: KeyboardInterrupt | None = None

    def as_json(self, number: int) -> dict[str, Any]:
        """Return what ``floodit solve --json`` prints of the board with this number in its file."""
        board, interval = self.interval.board, self.interval
        return {
            "board": number,
            "rows": board.rows,
            "cols": board.cols,
            "colours": board.k,
            **({"start": list(board.start)} if board.place or interval.free else {}),
            "status": self.status,
            "minimum": interval.upper if interval.closed else None,
            "lower_bound": interval.lower,
            "upper_bound": interval.upper,
            "moves": [board.symbols[c] for c in interval.moves],
            "seconds": round(self.seconds, 6),
        }

    def in_words(self, number: int) -> str:
        """Return two lines for a person on the board with this number in its file."""
        board, interval = self.interval.board, self.interval
        moves = " ".join(str(board.symbols[c]) for c in interval.moves)
        known = (
            "the minimum" if interval.closed else f"at least {interval.lower}, {WHY[self.status]}"
        )
        start = f", start {board.place}" if board.place else ""
        if interval.free:
            best = "best start" if interval.closed else "best start found"
            start = f", {best} {written_start(board.start)}"
        return (
            f"board {number}, {board.rows}×{board.cols}, k = {board.k}{start}: "
            f"p = {interval.upper} ({known}) in {self.seconds:.3g} s\n{moves}"
        )


def begin(
    board: Board, method: str, watch: Callable[[Interval], None] = nobody
) -> tuple[Interval, Method]:
    """Return the interval in which a board's minimum lies at first, and what closes it.

    Parameters
    ----------
    board : Board
    method : str
        A key of `exact.METHODS`, or `FREE` for the fewest moves over all starts.
    watch : function, optional
        As for `Interval`.
    """
    if method != FREE:
        return Interval(board, watch), METHODS[method]
    # which needs this module's neighbours, and few boards need it
    from puzzlesat.floodit.solve.free import FreeInterval, free

    return FreeInterval(board, watch), free


def solve_board(interval: Interval, method: Method, limits: Limits, solver: str) -> Answer:
    """Close in on a board's minimum, as `exact.close` does, and keep what is known at Ctrl-C.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.solve.exact import auto
    >>> interval = Interval(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> solve_board(interval, auto, Limits(), "glucose42").status
    'optimal'
    """
    try:
        status, interrupt = close(interval, method, limits, solver), None
    except KeyboardInterrupt as error:
        status, interrupt = "interrupted", error
    return Answer(interval, status, monotonic() - interval.begun, interrupt)


def contradiction(interval: Interval) -> str | None:
    """Return in words what speaks against the minimum that a board's file gives, if anything does.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> from dataclasses import replace
    >>> contradiction(Interval(replace(Board.of([[0, 1], [1, 1]]), known=2)))
    'needs 1 move, not 2'
    """
    known = interval.board.known
    if not known or interval.lower <= known <= interval.upper:
        return None
    found = f"{interval.lower}" + ("" if interval.closed else f" to {interval.upper}")
    return f"needs {found} {'move' if found == '1' else 'moves'}, not {known}"
