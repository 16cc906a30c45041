"""The board's graph as compiled code sees it, greedy play and a lower bound on it.

Clusters are numbered breadth-first from the pivot's, so that what lies near has low numbers: a test
that goes through the words of a set from the first one ends soon.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import MOST_CLUSTERS
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
    """Return the graph of a board's clusters as compiled code sees it.

    Raises
    ------
    MemoryError
        If there are more than `MOST_CLUSTERS`.
    """
    colour = np.array(board.colour, dtype=np.int64)
    return CompiledGraph._make(_graph(colour, board.cols, board.k, board.pivot))


@making
def _graph(colour, cols, k, pivot):
    """Return the arrays of a `CompiledGraph`, by the colours of the fields."""
    cluster_of = _cluster_of(colour, cols, pivot)
    clusters = cluster_of.max() + 1
    if clusters > MOST_CLUSTERS:
        raise MemoryError
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
    """Return `astar.lower_bound` of a board and the moves of `greedy.greedy`, in linear time.

    Examples
    --------
    >>> opening(Board.of([[0, 1, 2], [0, 1, 1]]))
    (2, [1, 2])
    """
    bound, moves = _opening(np.array(board.colour, np.int64), board.cols, board.k, board.pivot)
    return bound, moves.tolist()


@making
def _opening(colour, cols, k, pivot):
    """Return what `opening` does, the moves as an array."""
    cluster_of = _cluster_of(colour, cols, pivot)
    first, beside = _beside(cluster_of, cols)
    colour_of, fields = np.zeros(first.size - 1, np.int64), np.zeros(first.size - 1, np.int64)
    for f in range(colour.size):
        colour_of[cluster_of[f]] = colour[f]
        fields[cluster_of[f]] += 1
    return _bound(first, beside, colour_of, k), _greedy(first, beside, colour_of, fields, k)


@making
def _beside(cluster_of, cols):
    """Return where the clusters next to each begin, and these, some of them more than once."""
    first = np.zeros(cluster_of.max() + 2, np.int64)
    place = first
    beside = np.empty(0, np.int64)
    for is_filling in (False, True):
        for f in range(cluster_of.size):
            for g in (f + 1, f + cols):
                if g >= cluster_of.size or (g == f + 1 and g % cols == 0 and cols > 1):
                    continue
                for x, y in ((cluster_of[f], cluster_of[g]), (cluster_of[g], cluster_of[f])):
                    if x == y:
                        continue
                    if is_filling:
                        beside[place[x]] = y
                        place[x] += 1
                    else:
                        first[x + 1] += 1
        if not is_filling:
            first = first.cumsum()
            place = first.copy()
            beside = np.empty(first[-1], np.int64)
    return first, beside


@making
def _bound(first, beside, colour_of, k):
    """Return `astar.lower_bound`.

    The front is a chain of clusters for each colour: `head` has the first ones, `behind` what comes
    after each, and `gain` how many there are.
    """
    dry = np.zeros(k, np.int64)
    for x in range(1, colour_of.size):
        dry[colour_of[x]] += 1
    weight = np.ones(colour_of.size, np.int64)
    reached, head, behind, gain = _at_first(first, beside, colour_of, weight, k)
    moves = 0
    while True:
        chosen = (gain > 0) & (gain == dry)
        moves += chosen.sum()
        if not chosen.any():
            chosen = gain > 0
            moves += 1
        if not chosen.any():
            return moves - 1
        chains = head.copy()
        dry[chosen] -= gain[chosen]
        gain[chosen] = 0
        head[chosen] = -1
        for c in range(k):
            if chosen[c]:
                x = chains[c]
                while x >= 0:
                    after = behind[x]
                    _reach(x, first, beside, colour_of, weight, reached, head, behind, gain)
                    x = after


@making
def _greedy(first, beside, colour_of, fields, k):
    """Return the moves of `greedy.greedy`; `gain` is counted in fields."""
    reached, head, behind, gain = _at_first(first, beside, colour_of, fields, k)
    moves = np.empty(colour_of.size, np.int64)
    n = 0
    while gain.max() > 0:
        c = gain.argmax()
        x, head[c], gain[c] = head[c], -1, 0
        while x >= 0:
            after = behind[x]
            _reach(x, first, beside, colour_of, fields, reached, head, behind, gain)
            x = after
        moves[n] = c
        n += 1
    return moves[:n]


@making
def _at_first(first, beside, colour_of, weight, k):
    """Return what is reached, and the front, when nothing but the pivot's cluster is flooded."""
    reached = np.zeros(colour_of.size, np.bool_)
    behind = np.full(colour_of.size, -1)
    head, gain = np.full(k, -1), np.zeros(k, np.int64)
    reached[0] = True
    _reach(0, first, beside, colour_of, weight, reached, head, behind, gain)
    return reached, head, behind, gain


@making
def _reach(x, first, beside, colour_of, weight, reached, head, behind, gain):
    """Put those next to a cluster that is flooded in the front, if they are not reached yet."""
    for place in range(first[x], first[x + 1]):
        y = beside[place]
        if not reached[y]:
            reached[y] = True
            c = colour_of[y]
            behind[y] = head[c]
            head[c] = y
            gain[c] += weight[y]


@making
def bound_and_greedy(packed, pivot):
    """Return what `opening` does for a graph and any pivot; the moves are an array."""
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
