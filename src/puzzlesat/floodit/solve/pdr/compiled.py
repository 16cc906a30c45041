"""The board's graph as compiled code sees it, and a lower bound on it.

Clusters are numbered breadth-first from the pivot's, so that what lies near has low numbers: a test
that goes through the words of a set from the first one ends soon.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.solve.pdr.bitset import ONE, Bits, compiled, is_empty, lowest, pack


class CompiledGraph(NamedTuple):
    """A graph of clusters in arrays.

    Parameters
    ----------
    adjacent : Bits, shape (clusters, words)
        For each cluster those next to it.
    span : array of int, shape (clusters, 2)
        For each cluster the first word in which it has neighbours, and the one after the last.
    of_colour : Bits, shape (k, words)
        For each colour its clusters.
    whole : Bits, shape (words,)
        All clusters.
    cluster : array of int, shape (clusters,)
        For each number here, the number of the same cluster in the `ClusterGraph`.
    """

    adjacent: Bits
    span: NDArray[np.int64]
    of_colour: Bits
    whole: Bits
    cluster: NDArray[np.int64]


def compiled_graph(graph: ClusterGraph) -> CompiledGraph:
    """Return a graph as compiled code sees it."""
    order = [0]
    seen = 1
    for x in order:
        fresh = graph.adjacent[x] & ~seen
        order += members(fresh)
        seen |= fresh
    number = {x: i for i, x in enumerate(order)}
    words = (len(order) + 63) // 64

    def row(s: int) -> Bits:
        return pack((number[x] for x in members(s)), words)

    adjacent = np.array([row(graph.adjacent[x]) for x in order])
    filled = [np.flatnonzero(row_) for row_ in adjacent]
    return CompiledGraph(
        adjacent=adjacent,
        span=np.array([(f[0], f[-1] + 1) if f.size else (0, 0) for f in filled], dtype=np.int64),
        of_colour=np.array([row(s) for s in graph.of_colour]),
        whole=row(graph.whole),
        cluster=np.array(order, dtype=np.int64),
    )


@compiled
def spread(packed, s, reached):
    """Put all neighbours of the members of s into a set."""
    for w in range(s.size):
        bits = s[w]
        while bits:
            x = w * 64 + lowest(bits)
            bits &= bits - ONE
            for v in range(packed.span[x, 0], packed.span[x, 1]):
                reached[v] |= packed.adjacent[x, v]


@compiled
def front_of(packed, flooded, front):
    """Set front to the dry clusters next to the flooded ones."""
    front[:] = 0
    spread(packed, flooded, front)
    for w in range(front.size):
        front[w] &= ~flooded[w]


@compiled
def can_finish(packed, c, dry, front):
    """Tell whether colour c has dry clusters, and all of them lie at the front."""
    some = np.uint64(0)
    for w in range(dry.size - 1, -1, -1):  # what is far off is what is not at the front
        left = dry[w] & packed.of_colour[c, w]
        if left & ~front[w]:
            return False
        some |= left
    return some != 0


@compiled
def lower_bound(packed, flooded, front, enough, scratch):
    """Return the bound of `astar.lower_bound`, or any number above `enough` if it is above that.

    Parameters
    ----------
    flooded, front : Bits, shape (words,)
        The flooded clusters, and the dry ones next to them.
    enough : int
    scratch : Bits, shape (3 or more, words)
        Is written over.
    """
    dry, reached, gained = scratch[0], scratch[1], scratch[2]
    for w in range(dry.size):
        dry[w] = packed.whole[w] & ~flooded[w]
        reached[w] = front[w]
    moves = 0
    while moves <= enough and not is_empty(reached):
        gained[:] = 0
        before = moves
        for c in range(packed.of_colour.shape[0]):
            if can_finish(packed, c, dry, reached):
                moves += 1
                for w in range(dry.size):
                    gained[w] |= dry[w] & packed.of_colour[c, w]
        if moves == before:
            moves += 1
            gained[:] = reached
        spread(packed, gained, reached)
        for w in range(dry.size):
            dry[w] &= ~gained[w]
            reached[w] &= dry[w]
    return moves
