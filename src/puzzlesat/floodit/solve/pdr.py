"""Refutations by the engine's property-directed search, as lists of nogoods."""

from math import inf
from typing import NamedTuple

from puzzlesat._engine.floodit import Graph, Search
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import Set


class Nogood(NamedTuple):
    """A nogood of a refutation.

    Parameters
    ----------
    z : Set
        Clusters, by their numbers in the `ClusterGraph`.
    r : int
        Number of moves that do not flood the board from any state in which all of Z is dry.
    kind : str
        The reason: ``bound``, by the lower bound; ``moves``, since every colour is blocked;
        ``finish``, since a colour that can be finished now is blocked.
    reasons : tuple of int or None
        For each colour the number of the nogood in the refutation that blocks it, if one is needed.
    """

    z: Set
    r: int
    kind: str
    reasons: tuple[int | None, ...]


def graph_of(board: Board) -> Graph:
    """Return the engine's graph of a board's clusters."""
    return Graph(board.colour, board.cols, board.k, board.pivot)


def refuting_nogoods(
    board: Board,
    p: int,
    seconds: float | None = None,
    memory: int | None = None,
    threads: int = 1,
) -> list[Nogood] | None:
    """Return the nogoods that refute p ≥ 0 moves, reasons first; None if p moves suffice.

    Time is wall-clock seconds, and memory the bytes of graph and nogoods. With more than one
    thread, the nogoods depend on timing, and memory must not be limited. Raise `TimeoutError` or
    `MemoryError` if there is no answer within the limits.

    >>> board = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])
    >>> refuting_nogoods(board, 4), refuting_nogoods(board, 3)
    (None, [Nogood(z=62, r=3, kind='bound', reasons=())])
    """
    search = Search(graph_of(board), memory=memory, threads=threads)
    if search.solve(p, inf if seconds is None else seconds) is not None:
        return None
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
