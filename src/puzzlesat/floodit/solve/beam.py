"""Beam search: good solutions fast, and an upper bound on the minimum."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.solve.pdr.bitset import Bits, compiled, is_empty, pack, size
from puzzlesat.floodit.solve.pdr.compiled import CompiledGraph, front_of, lower_bound, spread


class States(NamedTuple):
    """Sets of flooded clusters after equally many moves.

    Parameters
    ----------
    flooded, front : Bits, shape (states, words)
        The flooded clusters, and the dry ones next to them.
    bound : array of int, shape (states,)
        A lower bound on the moves that are left.
    score : array of int, shape (states,)
        Of two states with the same bound, the one that scores more is preferred.
    key : array of int, shape (states,)
        A hash of the flooded clusters: of states that differ in nothing one is kept.
    parent, move : array of int, shape (states,)
        From which state before, and by which colour.
    """

    flooded: Bits
    front: Bits
    bound: NDArray[np.int64]
    score: NDArray[np.int64]
    key: NDArray[np.uint64]
    parent: NDArray[np.int64]
    move: NDArray[np.int64]

    @classmethod
    def empty(cls, n: int, words: int) -> "States":
        """Return room for n states."""
        rows = np.empty((2, n, words), dtype=np.uint64)
        numbers = np.empty((4, n), dtype=np.int64)
        keys = np.empty(n, dtype=np.uint64)
        return cls(rows[0], rows[1], numbers[0], numbers[1], keys, numbers[2], numbers[3])

    def take(self, chosen: NDArray[np.int64]) -> "States":
        """Return the chosen states, in that order."""
        return States._make(field[chosen] for field in self)


@compiled
def expand(packed, flooded, front, most, children):
    """Fill `children` with all states one move on whose bound is at most `most`; return how many.

    A move that floods nothing is left out.
    """
    scratch = np.empty((4, flooded.shape[1]), np.uint64)
    gained = scratch[3]
    n = 0
    for i in range(flooded.shape[0]):
        for c in range(packed.of_colour.shape[0]):
            for w in range(gained.size):
                gained[w] = front[i, w] & packed.of_colour[c, w]
            if is_empty(gained):
                continue
            after, beyond = children.flooded[n], children.front[n]
            beyond[:] = front[i]
            spread(packed, gained, beyond)
            key = np.uint64(0)
            for w in range(gained.size):
                after[w] = flooded[i, w] | gained[w]
                beyond[w] &= ~after[w]
                key = (key ^ after[w]) * np.uint64(0x9E3779B97F4A7C15)
                key ^= key >> np.uint64(29)
            bound = lower_bound(packed, after, beyond, most, scratch)
            if bound > most:
                continue
            children.bound[n] = bound
            children.score[n] = size(after) + 2 * size(beyond)
            children.key[n] = key
            children.parent[n] = i
            children.move[n] = c
            n += 1
    return n


def beam(
    packed: CompiledGraph, width: int, below: int, pause: Callable[[], object] = lambda: None
) -> list[int] | None:
    """Return a solution of fewer than `below` moves, or None if the beam finds none.

    After each move, the `width` states with the lowest bound are kept, among equals those with the
    most clusters flooded or, counted twice, at the front.

    Parameters
    ----------
    packed : CompiledGraph
    width : int
        At least 1.
    below : int
        States that cannot lead to a shorter solution are dropped.
    pause : function
        Is called before each move. It may raise an exception to end the search.

    Examples
    --------
    >>> from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.board.graph import ClusterGraph
    >>> packed = compiled_graph(ClusterGraph.of(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])))
    >>> len(beam(packed, width=3, below=9)), beam(packed, width=3, below=4)
    (4, None)
    """
    words = packed.whole.size
    k = len(packed.of_colour)
    flooded = pack([0], words)[None]
    front = np.empty_like(flooded)
    front_of(packed, flooded[0], front[0])
    if flooded[0].tolist() == packed.whole.tolist():
        return [] if below > 0 else None
    steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    room = States.empty(width * k, words)
    while True:
        pause()
        n = expand(packed, flooded, front, below - 2 - len(steps), room)
        if n == 0:
            return None
        _, distinct = np.unique(room.key[:n], return_index=True)
        order = np.lexsort((-room.score[distinct], room.bound[distinct]))
        kept = room.take(distinct[order][:width])
        steps.append((kept.parent, kept.move))
        if kept.bound[0] == 0:
            return list(_moves(steps))[::-1]
        flooded, front = kept.flooded, kept.front


def _moves(steps: list[tuple[NDArray[np.int64], NDArray[np.int64]]]) -> Iterator[int]:
    """Yield the moves that led to the first state of the last step, the last one first."""
    i = 0
    for parent, move in reversed(steps):
        yield int(move[i])
        i = int(parent[i])
