"""Refutations by the engine's property-directed search, as lists of nogoods."""

from math import inf
from typing import NamedTuple

from puzzlesat._engine.floodit import Graph, Search
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterSet


class Nogood(NamedTuple):
    """A nogood of a refutation: r moves flood the board from no state in which all of z is dry.

    The set z contains clusters of the `ClusterGraph`. There are three kinds. ``bound``: the lower
    bound exceeds r. ``moves``: every colour leads to a state that another nogood covers.
    ``finish``: a colour that one move can finish leads to such a state. `reasons` contains for each
    colour the number of the nogood that covers the state to which the colour leads, or None if none
    is needed; it is empty for ``bound``.
    """

    z: ClusterSet
    r: int
    kind: str
    reasons: tuple[int | None, ...]


def graph_of(board: Board) -> Graph:
    """Return the engine's graph of a board's clusters."""
    return Graph(board.colour, board.cols, board.k, board.pivot)


def refuting_nogoods(
    board: Board, p: int, wall_limit: float | None = None, memory: int | None = None
) -> list[Nogood] | None:
    """Return nogoods, each after its reasons, that refute p ≥ 0 moves; None if p moves suffice.

    `wall_limit` limits the wall-clock time, and `memory` the bytes of the graph and the nogoods.
    Raise `TimeoutError` or `MemoryError` if there is no answer within the limits.

    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> refuting_nogoods(board, 4), refuting_nogoods(board, 3)
    (None, [Nogood(z=62, r=3, kind='bound', reasons=())])
    """
    search = Search(graph_of(board), memory_bytes=memory)
    if search.solve(p, inf if wall_limit is None else wall_limit) is not None:
        return None
    return nogoods_of(search, p)


def nogoods_of(search: Search, p: int) -> list[Nogood]:
    """Return the nogoods of a search whose last query, for p moves, was refuted."""
    return [
        Nogood(
            z=int.from_bytes(z, "little"),
            r=r,
            kind=kind,
            reasons=()
            if kind == "bound"
            else tuple(None if reason < 0 else reason for reason in reasons),
        )
        for z, r, kind, reasons in search.refutation(p)
    ]
