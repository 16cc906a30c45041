"""Refutations: solutions, and nogoods that refute one move less.

A refutation of one board, as `checker` reads it and explains why each line must hold::

    board 012/120
    moves 1 2 0
    nogoods 3
    0 1 bound 18
    1 1 bound 1c
    2 2 moves 1e - 0 1
    end

``board`` gives the colours row by row, rows joined by ``/``, and ``moves`` those of a solution, all
in the symbols of the board's source. The symbols are ordered 0-9, a-z, A-Z. Where a board's are not
the first of these, a line ``symbols`` before it names them in their order; if some of them have
several characters, commas stand between those of a row. Where play does not start from the top-left
cell, a line ``start`` after it gives row and column, counted from 0, as in ``start 9 9``. Each
nogood has a number, counted from 0, the number r of moves left, its kind, and the set Z in
hexadecimal: bit x stands for cluster x, where 0 is the start's, and the others follow in the order
of their first cells. It says that r moves do not flood the board while all of Z is dry. The last
one must speak of the start. A nogood of kind ``moves`` names for each colour, up to the last that
the board shows, an earlier nogood, or ``-``, and one of kind ``finish`` a colour and a nogood.
"""

from collections.abc import Iterator
from typing import IO

from puzzlesat.floodit.solve.exact import Interval, Limits, search_within
from puzzlesat.floodit.solve.pdr.search import Nogood


def refutation(interval: Interval, limits: Limits) -> Iterator[str]:
    """Refute one move less than the minimum, and yield the lines of a refutation.

    Parameters
    ----------
    interval : Interval
        Closed.
    limits : Limits

    Raises
    ------
    TimeoutError, MemoryError
        If the refutation does not come within the limits.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> interval = Interval(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> for line in refutation(interval, Limits()):
    ...     print(line)
    board 0102/2211
    moves 2 1 0 2
    nogoods 1
    0 3 bound 3e
    end
    """
    found: list[Nogood] = []
    if interval.upper > 0:
        search, _ = search_within(interval.board, interval.upper, limits)
        search.ask(interval.upper - 1, limits.check)
        found = search.refutation(interval.upper - 1)
    board = interval.board
    if board.legend:
        yield f"symbols {board.legend}"
    yield f"board {board.text}"
    if board.place:
        yield "start {} {}".format(*board.start)
    yield " ".join(["moves", *(str(board.symbols[c]) for c in interval.moves)])
    yield f"nogoods {len(found)}"
    for number, nogood in enumerate(found):
        reasons = ["-" if reason is None else str(reason) for reason in nogood.reasons]
        if nogood.kind == "moves":
            reasons = reasons[: max(board.colour) + 1]
        elif nogood.kind == "finish":
            [c] = (c for c, reason in enumerate(reasons) if reason != "-")
            reasons = [str(board.symbols[c]), reasons[c]]
        yield " ".join([str(number), str(nogood.r), nogood.kind, f"{nogood.z:x}", *reasons])
    yield "end"


def write_nogoods(interval: Interval, limits: Limits, file: IO[str]) -> str | None:
    """Write a board's `refutation` to a file.

    Returns
    -------
    str or None
        Why there is none, in words; then nothing has been written.
    """
    if not interval.closed:
        return "its minimum is not known"
    try:
        lines = list(refutation(interval, limits))
    except TimeoutError:
        return "time is up"
    except MemoryError:
        return "memory is used up"
    file.writelines(f"{line}\n" for line in lines)
    return None
