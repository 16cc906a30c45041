"""The board's graph as compiled code sees it, greedy play and a lower bound on it.

Clusters are numbered breadth-first from the pivot's, so that what lies near has low numbers: a test
that goes through the words of a set from the first one ends soon.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.pdr.bitset import (
    ONE,
    Bits,
    add,
    common,
    compiled,
    has,
    inlined,
    is_empty,
    last,
    lowest,
    making,
    meets,
    ones,
    put,
    without,
)

MANY = 1 << 30
"""More moves or clusters than any board has."""


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
    fields : array of int, shape (clusters,)
        For each cluster the number of its fields.
    cluster : array of int, shape (clusters,)
        For each number here, the number of the same cluster in the `ClusterGraph`.
    """

    adjacent: Bits
    span: NDArray[np.int64]
    of_colour: Bits
    whole: Bits
    fields: NDArray[np.int64]
    cluster: NDArray[np.int64]


def compiled_graph(board: Board) -> CompiledGraph:
    """Return the graph of a board's clusters as compiled code sees it."""
    colour = np.array(board.colour, dtype=np.int64)
    return CompiledGraph._make(_graph(colour, board.cols, board.k, board.pivot))


@making
def _graph(colour, cols, k, pivot):
    """Return the arrays of a `CompiledGraph`, by the colours of the fields."""
    cluster_of = _cluster_of(colour, cols, pivot)
    clusters = cluster_of.max() + 1
    words = (clusters + 63) // 64
    near = np.zeros((clusters, words), np.uint64)
    for f in range(colour.size):
        for g in (f + 1, f + cols):
            if g < colour.size and (g == f + cols or g % cols > 0):
                x, y = cluster_of[f], cluster_of[g]
                if x != y:
                    add(near[x], y)
                    add(near[y], x)
    order, number = _breadth_first(near)
    adjacent = np.zeros((clusters, words), np.uint64)
    span = np.zeros((clusters, 2), np.int64)
    for i in range(clusters):
        for w in range(words):
            bits = near[order[i], w]
            while bits:
                add(adjacent[i], number[w * 64 + lowest(bits)])
                bits &= bits - ONE
        filled = np.flatnonzero(adjacent[i])
        if filled.size:
            span[i] = filled[0], filled[-1] + 1
    of_colour = np.zeros((k, words), np.uint64)
    whole = np.zeros(words, np.uint64)
    fields = np.zeros(clusters, np.int64)
    for f in range(colour.size):
        i = number[cluster_of[f]]
        add(of_colour[colour[f]], i)
        add(whole, i)
        fields[i] += 1
    return adjacent, span, of_colour, whole, fields, order


@making
def _cluster_of(colour, cols, pivot):
    """Return for each field the number of its cluster, as `Board.cluster_of` counts them."""
    cluster_of = np.full(colour.size, -1)
    reached = np.empty(colour.size, np.int64)
    count = 0
    for field in range(-1, colour.size):
        start = pivot if field < 0 else field
        if cluster_of[start] >= 0:
            continue
        cluster_of[start] = count
        reached[0], n, i = start, 1, 0
        while i < n:
            f = reached[i]
            i += 1
            for g in (f - cols, f - 1, f + 1, f + cols):
                beside = g // cols == f // cols or g % cols == f % cols
                if (
                    0 <= g < colour.size
                    and beside
                    and cluster_of[g] < 0
                    and colour[g] == colour[start]
                ):
                    cluster_of[g] = count
                    reached[n] = g
                    n += 1
        count += 1
    return cluster_of


@making
def _breadth_first(near):
    """Return the clusters by their distance from the first one, and for each its place there."""
    clusters, words = near.shape
    order = np.zeros(clusters, np.int64)
    number = np.full(clusters, -1)
    number[0] = 0
    n = 1
    for i in range(clusters):
        for w in range(words):
            bits = near[order[i], w]
            while bits:
                y = w * 64 + lowest(bits)
                bits &= bits - ONE
                if number[y] < 0:
                    number[y] = n
                    order[n] = y
                    n += 1
    return order, number


@inlined
def spread(packed, s, reached):
    """Put all neighbours of the members of s into a set."""
    for w in range(s.size):
        bits = s[w]
        while bits:
            x = w * 64 + lowest(bits)
            bits &= bits - ONE
            for v in range(packed.span[x, 0], packed.span[x, 1]):
                reached[v] |= packed.adjacent[x, v]


@inlined
def front_of(packed, flooded, front):
    """Set front to the dry clusters next to the flooded ones."""
    front[:] = 0
    spread(packed, flooded, front)
    without(front, flooded, front)


@inlined
def flood(packed, gained, flooded, front):
    """Put clusters of the front among the flooded ones, and what is next to them in the front."""
    spread(packed, gained, front)
    for w in range(front.size):
        flooded[w] |= gained[w]
        front[w] &= ~flooded[w]


@inlined
def can_finish(packed, c, dry, front):
    """Tell whether colour c has dry clusters, and all of them lie at the front."""
    some = np.uint64(0)
    for w in range(dry.size - 1, -1, -1):  # what is far off is what is not at the front
        left = dry[w] & packed.of_colour[c, w]
        if left & ~front[w]:
            return False
        some |= left
    return some != 0


@inlined
def colours_of(packed, s):
    """Return how many colours the clusters of a set have."""
    n = 0
    for c in range(packed.of_colour.shape[0]):
        n += meets(s, packed.of_colour[c])
    return n


@inlined
def relax(packed, dry, front, gained):
    """Flood all colours that can be finished, or else the whole front; tell whether it was that.

    Parameters
    ----------
    dry, front : Bits, shape (words,)
        The dry clusters, and those of them next to flooded ones; both are changed.
    gained : Bits, shape (words,)
        Is set to what is flooded.
    """
    gained[:] = 0
    wave = True
    for c in range(packed.of_colour.shape[0]):
        if can_finish(packed, c, dry, front):
            wave = False
            for w in range(dry.size):
                gained[w] |= dry[w] & packed.of_colour[c, w]
    if wave:
        put(front, gained)
    spread(packed, gained, front)
    for w in range(dry.size):
        dry[w] &= ~gained[w]
        front[w] &= dry[w]
    return wave


@compiled
def lower_bound(packed, flooded, front, enough, scratch):
    """Return the bound of `astar.lower_bound`, or any number above `enough` if it is above that.

    No wave floods the last of a colour, so that every dry colour costs a move of its own: the bound
    is the number of dry colours and waves.

    Parameters
    ----------
    flooded, front : Bits, shape (words,)
        The flooded clusters, and the dry ones next to them.
    enough : int
    scratch : Bits, shape (3 or more, words)
        Is written over.
    """
    dry, reached, gained = scratch[0], scratch[1], scratch[2]
    without(packed.whole, flooded, dry)
    put(front, reached)
    moves = colours_of(packed, dry)
    while moves <= enough and not is_empty(reached):
        moves += relax(packed, dry, reached, gained)
    return moves


@compiled
def witness(packed, flooded, front, r, waves, scratch, z):
    """Set z to some of the dry clusters that by themselves keep the lower bound above r.

    As long as all of them are dry, the bound of a state is above r. The bound of the given state
    must be.

    Of the colours that are dry, q, each costs a move of its own; what is left to show is r+1-q
    waves. The last ones are gone through backwards. Whatever a wave must not reach had no flooded
    neighbour before it, so z grows by its neighbours. And no colour of z may have been finished
    before: one cluster of each must lie in z with all its neighbours. There always is one, for the
    colour could not be finished when the wave came. In the end, each colour that is to be counted
    and is not in z yet adds a cluster.

    Parameters
    ----------
    flooded, front : Bits, shape (words,)
        The flooded clusters, and the dry ones next to them.
    r : int
        Less than the state's lower bound.
    waves : Bits, shape (r+2 or more, words)
        Is written over.
    scratch : Bits, shape (3 or more, words)
        Is written over.
    z : Bits, shape (words,)
    """
    dry, reached, gained = scratch[0], scratch[1], scratch[2]
    without(packed.whole, flooded, dry)
    put(front, reached)
    colours = colours_of(packed, dry)
    needed = max(r + 1 - colours, 0)
    n = 0
    while needed > 0 and not is_empty(reached):
        without(dry, reached, waves[n % (needed + 1)])  # what the next wave does not reach
        n += relax(packed, dry, reached, gained)
    kept, choice = scratch[0], scratch[1]
    z[:] = 0
    for wave in range(n - 1, max(n - 1 - needed, -1), -1):
        beyond = waves[wave % (needed + 1)]
        put(z, kept)
        if is_empty(z):
            root(packed, beyond, z)
        else:
            spread(packed, kept, z)
        growing = True
        while growing:
            growing = False
            for c in range(packed.of_colour.shape[0]):
                if meets(z, packed.of_colour[c]) and not meets(kept, packed.of_colour[c]):
                    common(beyond, packed.of_colour[c], choice)
                    growing |= root(packed, choice, z)
    missing = min(colours, r + 1) - colours_of(packed, z)
    without(packed.whole, flooded, dry)
    for c in range(packed.of_colour.shape[0]):
        common(dry, packed.of_colour[c], choice)
        if missing > 0 and not is_empty(choice) and not meets(z, choice):
            add(z, last(choice))
            missing -= 1


@compiled
def root(packed, choice, z):
    """Have a cluster of `choice` with all its neighbours in z, and tell whether z grew for it.

    It is the one for which z grows the least; of several the last.
    """
    best, fewest = -1, MANY
    for w in range(choice.size):
        bits = choice[w]
        while bits:
            x = w * 64 + lowest(bits)
            bits &= bits - ONE
            more = 0 if has(z, x) else 1
            for v in range(packed.span[x, 0], packed.span[x, 1]):
                more += ones(packed.adjacent[x, v] & ~z[v])
            if more <= fewest:
                best, fewest = x, more
    add(z, best)
    for v in range(packed.span[best, 0], packed.span[best, 1]):
        z[v] |= packed.adjacent[best, v]
    return fewest > 0


def opening(board: Board) -> tuple[int, list[int]]:
    """Return `astar.lower_bound` of a board and the moves of `greedy.greedy`.

    Examples
    --------
    >>> opening(Board.of([[0, 1, 2], [0, 1, 1]]))
    (2, [1, 2])
    """
    bound, moves = bound_and_greedy(compiled_graph(board), 0)
    return bound, moves.tolist()


@making
def bound_and_greedy(packed, pivot):
    """Return what `opening` does, by the graph and any pivot; the moves are an array."""
    words = packed.whole.size
    scratch = np.empty((3, words), np.uint64)
    flooded, front, gained = np.zeros((3, words), np.uint64)
    add(flooded, pivot)
    front_of(packed, flooded, front)
    bound = lower_bound(packed, flooded, front, MANY, scratch)
    moves = np.empty(packed.fields.size, np.int64)
    n = 0
    while not is_empty(front):
        moves[n], most = -1, 0
        for c in range(packed.of_colour.shape[0]):
            common(front, packed.of_colour[c], gained)
            gain = 0
            for w in range(words):
                while gained[w]:
                    gain += packed.fields[w * 64 + lowest(gained[w])]
                    gained[w] &= gained[w] - ONE
            if gain > most:
                moves[n], most = c, gain
        common(front, packed.of_colour[moves[n]], gained)
        flood(packed, gained, flooded, front)
        n += 1
    return bound, moves[:n]
