"""Beam search on boards of thousands of clusters, by how far off is what is dry.

On such boards the lower bound tells few states apart: it counts waves, and those that reach the
farthest cluster are the same in number after one move as after another. What tells good states
from bad ones is how far *all* dry clusters are from the flooded ones. Each weighs the square of
twice its distance less one, so that what is far off counts most. Distances are kept with each
state, and a move only lowers some of them, which takes a tenth of the time of finding them anew.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.solve.lists import Lists, distances
from puzzlesat.floodit.solve.pdr.bitset import compiled, making, put
from puzzlesat.floodit.solve.room import Arrays, most

ROOM = 1 << 24
"""Of so many distances at most the states of a beam consist: a beam of 4,000 states on a board of
4,000 clusters, which takes 70 MB."""

WORK_AT_ONCE = 1 << 24
"""How many states are made between two pauses, times clusters: a tenth of a second's work."""

FOUND, NONE_LEFT, PAUSED = range(3)
"""How `play` ends."""


class Room(NamedTuple):
    """The states after equally many moves, their children, and where all of them came from.

    Parameters
    ----------
    far : array of int, shape (2, width, clusters)
        Each cluster's distance from the flooded ones, which is 0 for these; the states after an
        even and after an odd number of moves.
    weight, key : array of int, shape (2, width)
        What the dry clusters of a state weigh together, and a hash of the flooded ones.
    child_weight, child_key, rank : array of int, shape (width · k,)
        The same of the children, and what orders them.
    parent, colour : array of int, shape (width · k,)
        For each child from which state it comes, and by which colour.
    parents, colours : array of int, shape (moves, width)
        The same of the states that were kept after each move.
    queue, before : array of int, shape (clusters,)
        The clusters whose distances a move has changed, and what these were.
    front : array of int, shape (clusters,)
        The dry clusters next to flooded ones.
    dry, gain : array of int, shape (k,)
        For each colour how many of its clusters are dry, and how many of those at the front.
    """

    far: NDArray[np.uint16]
    weight: NDArray[np.int64]
    key: NDArray[np.uint64]
    child_weight: NDArray[np.int64]
    child_key: NDArray[np.uint64]
    rank: NDArray[np.int64]
    parent: NDArray[np.int32]
    colour: NDArray[np.int32]
    parents: NDArray[np.int32]
    colours: NDArray[np.int32]
    queue: NDArray[np.int32]
    before: NDArray[np.uint16]
    front: NDArray[np.int32]
    dry: NDArray[np.int32]
    gain: NDArray[np.int32]


@compiled
def weight_of(distance):
    """Return what a dry cluster at this distance weighs."""
    return (2 * np.int64(distance) - 1) ** 2


@compiled
def move(graph, room, far, front, c):
    """Flood the clusters of a colour at the front, the first so many of `room.front`.

    Return how many distances have changed, by how much all weigh less, and by what the key changes.
    """
    queue, before = room.queue, room.before
    n, less, key = 0, np.int64(0), np.uint64(0)
    for i in range(front):
        x = room.front[i]
        if graph.colour[x] == c:
            queue[n], before[n] = x, 1
            n += 1
            far[x] = 0
            less += weight_of(1)
            word = np.uint64(x + 1) * np.uint64(0x9E3779B97F4A7C15)
            word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            key ^= word ^ (word >> np.uint64(27))
    i = 0
    while i < n:
        d = far[queue[i]] + 1
        for place in range(graph.first[queue[i]], graph.first[queue[i] + 1]):
            y = graph.beside[place]
            if far[y] > d:
                queue[n], before[n] = y, far[y]
                n += 1
                less += weight_of(far[y]) - weight_of(d)
                far[y] = d
        i += 1
    return n, less, key


@compiled
def find_front(graph, room, far):
    """Set `room.front`, and return how many clusters it has."""
    n = 0
    for x in range(far.size):
        if far[x] == 1:
            room.front[n] = x
            n += 1
    return n


@compiled
def children(graph, room, now, i, n):
    """Make the children of state i, from number n on; return the number after the last.

    Where a colour can be finished, a shortest solution may go on with it, and its child is the only
    one.
    """
    far = room.far[now, i]
    front = find_front(graph, room, far)
    dry, gain = room.dry, room.gain
    dry[:] = 0
    gain[:] = 0
    for x in range(far.size):
        if far[x] > 0:
            dry[graph.colour[x]] += 1
    for j in range(front):
        gain[graph.colour[room.front[j]]] += 1
    finish = -1
    for c in range(dry.size):
        if gain[c] > 0 and gain[c] == dry[c]:
            finish = c
    for c in range(dry.size):
        if gain[c] == 0 or (finish >= 0 and c != finish):
            continue
        changed, less, key = move(graph, room, far, front, c)
        for j in range(changed):
            far[room.queue[j]] = room.before[j]
        room.child_weight[n] = room.weight[now, i] - less
        room.child_key[n] = room.key[now, i] ^ key
        room.rank[n] = room.child_weight[n] << 12 | np.int64(room.child_key[n] >> np.uint64(52))
        room.parent[n] = i
        room.colour[n] = c
        n += 1
    return n


@compiled
def keep(graph, room, now, made, order):
    """Make states of the best children, no two of which are the same; return how many."""
    then, states, last = 1 - now, 0, -1
    for i in order:
        if (
            states > 0
            and room.rank[i] == room.rank[last]
            and room.child_key[i] == room.child_key[last]
        ):
            continue
        last = i
        far = room.far[then, states]
        put(room.far[now, room.parent[i]], far)
        move(graph, room, far, find_front(graph, room, far), room.colour[i])
        room.weight[then, states] = room.child_weight[i]
        room.key[then, states] = room.child_key[i]
        room.parents[made, states] = room.parent[i]
        room.colours[made, states] = room.colour[i]
        states += 1
        if states == room.weight.shape[1]:
            break
    return states


@making
def play(graph, room, progress, steps):
    """Make the children of so many states; return how that ended.

    `FOUND`: the first state is the whole board. `NONE_LEFT`: there is no room for more moves.
    `PAUSED`: the children have been made. `progress` holds how many moves have been made, how many
    states there are after them, how many of these have children yet, and how many children.
    """
    made, states, done, n = progress
    for _ in range(steps):
        n = children(graph, room, made & 1, done, n)
        done += 1
        if done < states:
            continue
        states = keep(graph, room, made & 1, made, np.argsort(room.rank[:n]))
        made, done, n = made + 1, 0, 0
        if room.weight[made & 1, 0] == 0 or made == len(room.parents):
            break
    progress[:] = made, states, done, n
    if done == 0 and room.weight[made & 1, 0] == 0:
        return FOUND
    return NONE_LEFT if made == len(room.parents) else PAUSED


def wide_beam(
    graph: Lists,
    width: int,
    below: int,
    pause: Callable[[], object] = lambda: None,
    memory: int | None = None,
) -> list[int] | None:
    """Return a solution of fewer than `below` moves, or None if the beam finds none or has no room.

    After each move, the `width` states are kept whose dry clusters weigh the least, or fewer where
    the board is so large that they would take more than `ROOM`.

    Parameters
    ----------
    graph : Lists
    width : int
        At least 1.
    below : int
    pause : function
        Is called now and then. It may raise an exception to end the search.
    memory : int, optional
        Bytes that the beam may take.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.solve.lists import lists
    >>> from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
    >>> graph = lists(compiled_graph(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])))
    >>> len(wide_beam(graph, width=3, below=9)), wide_beam(graph, width=3, below=4)
    (4, None)
    """
    clusters = len(graph.colour)
    if clusters == 1 or below < 2:
        return [] if clusters == 1 and below > 0 else None
    moves = min(below - 1, clusters)  # every move floods a cluster
    width, k = max(1, min(width, ROOM // clusters)), int(graph.colour.max()) + 1

    def with_order(n: int) -> Arrays:
        return *_room(n, moves, k, clusters), np.empty(n * k, np.intp)

    if memory is not None and width > most(with_order, memory):
        return None
    room = _room(width, moves, k, clusters)
    far = distances(graph, 0)
    room.far[0, 0] = far
    room.weight[0, 0] = sum((2 * d - 1) ** 2 for d in far.tolist() if d)
    progress = np.array([0, 1, 0, 0], np.int64)
    steps = max(1, WORK_AT_ONCE // (clusters * len(room.dry)))
    outcome = PAUSED
    while outcome == PAUSED:
        pause()
        outcome = play(graph, room, progress, steps)
    if outcome == NONE_LEFT:
        return None
    found: list[int] = []
    i = 0
    for d in range(int(progress[0]) - 1, -1, -1):
        found.append(int(room.colours[d, i]))
        i = room.parents[d, i]
    return found[::-1]


def _room(width: int, moves: int, k: int, clusters: int) -> Room:
    return Room(
        far=np.zeros((2, width, clusters), np.uint16),
        weight=np.zeros((2, width), np.int64),
        key=np.zeros((2, width), np.uint64),
        child_weight=np.zeros(width * k, np.int64),
        child_key=np.zeros(width * k, np.uint64),
        rank=np.zeros(width * k, np.int64),
        parent=np.zeros(width * k, np.int32),
        colour=np.zeros(width * k, np.int32),
        parents=np.zeros((moves, width), np.int32),
        colours=np.zeros((moves, width), np.int32),
        queue=np.zeros(clusters, np.int32),
        before=np.zeros(clusters, np.uint16),
        front=np.zeros(clusters, np.int32),
        dry=np.zeros(k, np.int32),
        gain=np.zeros(k, np.int32),
    )
