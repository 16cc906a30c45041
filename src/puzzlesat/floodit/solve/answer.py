"""The answer to "how few moves does this board need?", as it is printed."""

from typing import Any

from puzzlesat.floodit.solve.exact import Bounds

WHY = {
    "timeout": "time is up",
    "memory": "memory is used up",
    "interrupted": "interrupted",
}
"""What a person reads instead of a status other than ``optimal``."""


def as_json(bounds: Bounds, status: str, seconds: float, number: int) -> dict[str, Any]:
    """Return the answer as the JSON object that ``floodit solve --json`` prints.

    Parameters
    ----------
    bounds : Bounds
    status : str
        What `exact.close` returned, or ``interrupted``.
    seconds : float
        Wall-clock time that it took.
    number : int
        The board's number in its file.
    """
    board = bounds.board
    return {
        "board": number,
        "rows": board.rows,
        "cols": board.cols,
        "colours": board.k,
        "status": status,
        "minimum": bounds.upper if bounds.closed else None,
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "moves": [board.symbols[c] for c in bounds.moves],
        "seconds": round(seconds, 6),
    }


def in_words(bounds: Bounds, status: str, seconds: float, number: int) -> str:
    """Return the answer as two lines for a person; the parameters are those of `as_json`."""
    board = bounds.board
    verdict = "the minimum" if bounds.closed else f"at least {bounds.lower}, {WHY[status]}"
    return (
        f"board {number}, {board.rows}×{board.cols}, k = {board.k}: p = {bounds.upper} "
        f"({verdict}) in {seconds:.3g} s\n" + " ".join(str(board.symbols[c]) for c in bounds.moves)
    )
