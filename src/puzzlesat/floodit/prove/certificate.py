"""Certificates of minima: solutions, and nogoods that refute one move less.

A certificate of one board, as `checker` reads it and explains why each line must hold::

    board 012/120
    moves 1 2 0
    nogoods 3
    0 1 bound 18
    1 1 bound 1c
    2 2 moves 1e - 0 1
    end

``board`` gives the colours row by row, a symbol each, as samples do, and ``moves`` colours by
number. Each nogood has a number, counted from 0, the number r of moves left, its kind, and the set
Z in hexadecimal: bit x stands for the x-th cluster, ordered by their first cells. It says that r
moves do not flood the board while all of Z is dry. The last one must speak of the start. A nogood
of kind ``moves`` names for each colour an earlier nogood, or ``-``, and one of kind ``finish`` a
colour and a nogood.
"""

from collections.abc import Iterator

from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat.floodit.solve.pdr.search import Nogood, Search


def certificate(bounds: Bounds, limits: Limits) -> Iterator[str]:
    """Refute one move less than the minimum, and yield the lines of a certificate.

    Parameters
    ----------
    bounds : Bounds
        Closed.
    limits : Limits

    Raises
    ------
    TimeoutError, MemoryError
        If the refutation does not come within the limits.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> bounds = Bounds(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> for line in certificate(bounds, Limits()):
    ...     print(line)
    board 0102/2211
    moves 2 1 0 2
    nogoods 1
    0 3 bound 3e
    end
    """
    proof: list[Nogood] = []
    if bounds.upper > 0:
        search = Search(bounds.graph, limits.memory)
        search.ask(bounds.upper - 1, limits.check)
        proof = search.proof(bounds.upper - 1)
    yield f"board {bounds.board.text}"
    yield " ".join(map(str, ["moves", *bounds.moves]))
    yield f"nogoods {len(proof)}"
    for number, nogood in enumerate(proof):
        reasons = ["-" if reason is None else reason for reason in nogood.reasons]
        if nogood.kind == "finish":
            reasons = next([c, reason] for c, reason in enumerate(reasons) if reason != "-")
        line = [number, nogood.r, nogood.kind, f"{nogood.z:x}", *reasons]
        yield " ".join(map(str, line))
    yield "end"
