"""Beam search: good solutions fast, and an upper bound on the minimum."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.solve.pdr.bitset import (
    Bits,
    common,
    compiled,
    equal,
    is_empty,
    making,
    pack,
    put,
    size,
    without,
)
from puzzlesat.floodit.solve.pdr.compiled import (
    CompiledGraph,
    can_finish,
    flood,
    front_of,
    lower_bound,
)
from puzzlesat.floodit.solve.room import Arrays, most

STATES_AT_ONCE = 20_000
"""How many states are made between two pauses: about a hundredth of a second's work."""

FOUND, NONE_LEFT, PAUSED = range(3)
"""How `play` ends."""


class Beam(NamedTuple):
    """The states after equally many moves, their children, and where all of them came from.

    Parameters
    ----------
    flooded, front : Bits, shape (width, words)
        The flooded clusters, and the dry ones next to them.
    child, child_front : Bits, shape (width · k, words)
    rank : array of int, shape (width · k,)
        For each child, what orders them: its bound, then how few clusters are flooded or, counted
        twice, at the front, then a hash of the flooded ones.
    parent, colour : array of int, shape (width · k,)
        For each child from which state it comes, and by which colour.
    parents, colours : array of int, shape (moves, width)
        The same of the states that were kept after each move.
    scratch : Bits, shape (4, words)
        Is written over.
    """

    flooded: Bits
    front: Bits
    child: Bits
    child_front: Bits
    rank: NDArray[np.uint64]
    parent: NDArray[np.int32]
    colour: NDArray[np.int32]
    parents: NDArray[np.int32]
    colours: NDArray[np.int32]
    scratch: Bits


@compiled
def expand(packed, beam, states, most):
    """Make all children of so many states whose bound is at most `most`; return how many.

    A move that floods nothing is left out. Where a colour can be finished, a shortest solution may
    go on with it, and its child is the only one.
    """
    dry, gained = beam.scratch[0], beam.scratch[3]
    n = 0
    for i in range(states):
        without(packed.whole, beam.flooded[i], dry)
        finish = -1
        for c in range(packed.of_colour.shape[0]):
            if can_finish(packed, c, dry, beam.front[i]):
                finish = c
                break
        for c in range(packed.of_colour.shape[0]):
            if finish >= 0 and c != finish:
                continue
            common(beam.front[i], packed.of_colour[c], gained)
            if is_empty(gained):
                continue
            child, front = beam.child[n], beam.child_front[n]
            put(beam.flooded[i], child)
            put(beam.front[i], front)
            flood(packed, gained, child, front)
            bound = lower_bound(packed, child, front, most, beam.scratch)
            if bound > most:
                continue
            key = np.uint64(0)
            for w in range(child.size):
                key = (key ^ child[w]) * np.uint64(0x9E3779B97F4A7C15)
                key ^= key >> np.uint64(29)
            poor = np.uint64((1 << 24) - 1 - size(child) - 2 * size(front))
            beam.rank[n] = (
                np.uint64(bound) << np.uint64(48) | poor << np.uint64(24) | key >> np.uint64(40)
            )
            beam.parent[n] = i
            beam.colour[n] = c
            n += 1
    return n


@making
def play(packed, beam, states, made, below, more):
    """Go on by so many moves, or fewer; return how that ended, the states kept, and moves made.

    `FOUND`: the first state is the whole board. `NONE_LEFT`: no state can lead to fewer than
    `below` moves. `PAUSED`: the moves have been made.
    """
    for _ in range(more):
        n = expand(packed, beam, states, below - 2 - made)
        if n == 0:
            return NONE_LEFT, 0, made
        states, rank = 0, np.uint64(0)
        for i in np.argsort(beam.rank[:n]):
            again = states > 0 and beam.rank[i] == rank
            if again and equal(beam.child[i], beam.flooded[states - 1]):
                continue
            put(beam.child[i], beam.flooded[states])
            put(beam.child_front[i], beam.front[states])
            beam.parents[made, states] = beam.parent[i]
            beam.colours[made, states] = beam.colour[i]
            rank = beam.rank[i]
            states += 1
            if states == len(beam.flooded):
                break
        made += 1
        if is_empty(beam.front[0]):
            return FOUND, states, made
    return PAUSED, states, made


def beam(
    packed: CompiledGraph,
    width: int,
    below: int,
    pause: Callable[[], object] = lambda: None,
    memory: int | None = None,
) -> list[int] | None:
    """Return a solution of fewer than `below` moves, or None if the beam finds none or has no room.

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
        Is called now and then. It may raise an exception to end the search.
    memory : int, optional
        Bytes that the beam may take.

    Examples
    --------
    >>> from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
    >>> from puzzlesat.floodit.board.board import Board
    >>> packed = compiled_graph(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> len(beam(packed, width=3, below=9)), beam(packed, width=3, below=4)
    (4, None)
    """
    found = beam_from([0], packed, width, below, pause, memory)
    return None if found is None else found[1]


def beam_from(
    pivots: Sequence[int],
    packed: CompiledGraph,
    width: int,
    below: int,
    pause: Callable[[], object] = lambda: None,
    memory: int | None = None,
) -> tuple[int, list[int]] | None:
    """Do as `beam` does from several clusters at once; return where the solution starts, and it.

    Parameters
    ----------
    pivots : sequence of int
        The clusters, each the first state of a play. At the start all of them are kept, however
        narrow the beam.
    packed, width, below, pause, memory
        As for `beam`.
    """
    if len(packed.cluster) == 1:
        return (0, []) if below > 0 else None
    k, words = packed.of_colour.shape
    below = min(below, len(packed.cluster))  # every move floods a cluster
    width = max(width, len(pivots))

    def with_order(n: int) -> Arrays:
        return *_beam(n, max(below, 1), k, words), np.empty(n * k, np.intp)

    if memory is not None and width > most(with_order, memory):
        return None
    room = _beam(width, max(below, 1), k, words)
    for i, pivot in enumerate(pivots):
        room.flooded[i] = pack([pivot], words)
        front_of(packed, room.flooded[i], room.front[i])
    states, made, outcome = len(pivots), 0, PAUSED
    while outcome == PAUSED:
        pause()
        more = max(1, STATES_AT_ONCE // (width * k))
        outcome, states, made = play(packed, room, states, made, below, more)
    if outcome == NONE_LEFT:
        return None
    moves: list[int] = []
    i = 0
    for d in range(made - 1, -1, -1):
        moves.append(int(room.colours[d, i]))
        i = room.parents[d, i]
    return pivots[i], moves[::-1]


def _beam(width: int, moves: int, k: int, words: int) -> Beam:
    children = width * k
    return Beam(
        flooded=np.zeros((width, words), dtype=np.uint64),
        front=np.zeros((width, words), dtype=np.uint64),
        child=np.empty((children, words), dtype=np.uint64),
        child_front=np.empty((children, words), dtype=np.uint64),
        rank=np.empty(children, dtype=np.uint64),
        parent=np.empty(children, dtype=np.int32),
        colour=np.empty(children, dtype=np.int32),
        parents=np.empty((moves, width), dtype=np.int32),
        colours=np.empty((moves, width), dtype=np.int32),
        scratch=np.empty((4, words), dtype=np.uint64),
    )
