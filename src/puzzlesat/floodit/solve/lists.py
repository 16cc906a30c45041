"""The graph of clusters as lists of neighbours, for compiled code that follows them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.solve.pdr.bitset import ONE, has, lowest, making
from puzzlesat.floodit.solve.pdr.compiled import CompiledGraph


class Lists(NamedTuple):
    """Who is next to whom, and the clusters' colours; clusters as in the `CompiledGraph`.

    Parameters
    ----------
    first : array of int, shape (clusters + 1,)
        Where in `beside` the neighbours of each cluster begin.
    beside : array of int
        The neighbours, those of a colour one after the other.
    colour : array of int, shape (clusters,)
    """

    first: NDArray[np.int32]
    beside: NDArray[np.int32]
    colour: NDArray[np.int32]


def lists(packed: CompiledGraph) -> Lists:
    """Return the graph as lists.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
    >>> graph = lists(compiled_graph(Board.of([[0, 1], [2, 1]])))
    >>> graph.first.tolist(), graph.beside.tolist(), graph.colour.tolist()
    ([0, 2, 4, 6], [1, 2, 0, 2, 0, 1], [0, 1, 2])
    """
    return Lists._make(_lists(packed))


@making
def _lists(packed):
    """Return the arrays of `Lists`."""
    clusters = packed.adjacent.shape[0]
    colour = np.zeros(clusters, np.int32)
    for x in range(clusters):
        while not has(packed.of_colour[colour[x]], x):
            colour[x] += 1
    first = np.zeros(clusters + 1, np.int32)
    beside = np.empty(64, np.int32)
    n = 0
    for x in range(clusters):
        for c in range(packed.of_colour.shape[0]):
            for w in range(packed.span[x, 0], packed.span[x, 1]):
                bits = packed.adjacent[x, w] & packed.of_colour[c, w]
                while bits:
                    if n == beside.size:
                        beside = np.append(beside, np.empty(n, np.int32))
                    beside[n] = w * 64 + lowest(bits)
                    n += 1
                    bits &= bits - ONE
        first[x + 1] = n
    return first, beside[:n].copy(), colour


@making
def distances(graph, start):
    """Return how many steps from cluster to cluster each is from a cluster."""
    far = np.full(graph.colour.size, -1, np.int32)
    queue = np.empty(graph.colour.size, np.int32)
    far[start] = 0
    queue[0], n, i = start, 1, 0
    while i < n:
        x = queue[i]
        i += 1
        for place in range(graph.first[x], graph.first[x + 1]):
            y = graph.beside[place]
            if far[y] < 0:
                far[y] = far[x] + 1
                queue[n] = y
                n += 1
    return far
