"""A lower bound for boards of thousands of clusters: a few of them, far apart, must all be flooded.

Moves flood a cluster u if and only if there is a walk from the pivot's cluster to u, from
neighbour to neighbour, whose colours are found among the moves one after the other: a *walker* may
go on to a neighbour of the colour that is chosen, or stay. (If moves flood u, one that is flooded
before it lies next to it, and so back to the pivot's; and where a walker stands is flooded.) So the
fewest moves that flood some clusters, the *targets*, are the shortest way of as many walkers at
once, all of which hear the same moves. For two targets a breadth-first search over all pairs of
clusters finds it. For three and four, A* does, which promises each state what the pair of walkers
needs that is worst off; its tables are made backwards from each pair of targets.

A walker who stands on a cluster may as well have come there with the last move of its colour before
it goes on as with an earlier one. So the search leaves out moves of a colour on which somebody
stands and stays, but at the pivot's cluster, where everybody begins.

From that a bound follows. Of any j colours that are dry at the start, let c be the one that is
finished first, by move t; each of the others is finished by a later move of its own, so that there
are at least t + j-1 moves. After move t all of colour c is flooded, and so are any targets of that
colour. If for each of the j colours they need more than P moves, the board needs at least
P+1 + j-1. A colour whose targets are soon flooded need not be among the j.

Of each colour the two clusters that need most moves together are the first targets. Where the
shortest way of a colour's walkers would not flood all of that colour, the cluster that it leaves
farthest off becomes another one. What is asked next serves those colours that promise to raise the
bound with the fewest states, when each further move takes `GROWTH` times as many as the last.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.solve.lists import Lists, distances
from puzzlesat.floodit.solve.pdr.bitset import compiled
from puzzlesat.floodit.solve.room import Arrays, most

MOST_CLUSTERS = 5_000
"""Of boards with more clusters the tables, of a byte for each pair, would take too much memory."""

FARTHEST = 120
"""The farthest that a cluster may be, so that a pair needs no more moves than a byte can hold."""

MOST_TARGETS = 4
"""How many places a state's number has room for."""

MOST_STATES = 1 << 23
"""After so many states a question is given up; they take 200 MB, and as much again as they grow."""

FIRST_ROOM = 1 << 14
"""For how many states there is room at first, a power of two."""

PAIRS_AT_ONCE = 100_000
"""How many pairs are gone on from between two pauses: about a hundredth of a second's work."""

STATES_AT_ONCE = 10_000
"""How many states are gone on from between two pauses: about a tenth of a second's work."""

GROWTH = 4
"""How many times as many states a question takes that is about one move more."""

CHEAP, LEAP = 100_000, 2
"""A question that took no more states than this took about as long as making its tables; so the
next one is about so many moves more, with one set of tables."""

NEVER = 255
"""In tables: more moves than are of interest."""

FOUND, REFUTED, PAUSED, FULL = range(4)
"""How `search` ends."""

Pause = Callable[[], object]
"""Is called now and then. It may raise an exception to end the search."""


class Ways(NamedTuple):
    """The states of a search: where the walkers stand, 16 bits for each.

    Parameters
    ----------
    state : array of uint64, shape (room,)
    before, then : array of int32, shape (room,)
        The number of the state from which each comes, and of the one in the same stack below it.
    move, made : array of uint8, shape (room,)
        The move that led there, and how many there were; `NEVER` once there is a shorter way.
    place : array of int32, shape (2 · room,)
        The number of the state with a hash, -1 for none.
    stack : array of int32, shape (256,)
        For each number of moves the last of the states that may be on a way of so many.
    count : array of int, shape (3,)
        How many states there are, how many have been gone on from, and the lowest stack in use.
    """

    state: NDArray[np.uint64]
    before: NDArray[np.int32]
    then: NDArray[np.int32]
    move: NDArray[np.uint8]
    made: NDArray[np.uint8]
    place: NDArray[np.int32]
    stack: NDArray[np.int32]
    count: Any  # not NDArray[np.int64], for tuples have a method of that name


@compiled
def spread_pairs(graph, needed, queue, ends, steps):
    """Go on from so many pairs of clusters; tell whether there are more.

    Parameters
    ----------
    needed : array of uint8, shape (clusters, clusters)
        The fewest moves that flood both clusters.
    queue : array of int
        The pairs in the order of their moves, each as one number.
    ends : array of int, shape (2,)
        From how many of the queue's pairs it has been gone on, and how many there are.
    """
    clusters = graph.colour.size
    done, n = ends[0], ends[1]
    last = min(n, done + steps)
    while done < last:
        a, b = queue[done] // clusters, queue[done] % clusters
        done += 1
        moves = needed[a, b] + 1
        for i in range(graph.first[a] - 1, graph.first[a + 1]):
            x = a if i < graph.first[a] else graph.beside[i]
            for j in range(graph.first[b] - 1, graph.first[b + 1]):
                y = b if j < graph.first[b] else graph.beside[j]
                both = x != a and y != b
                if (both and graph.colour[x] != graph.colour[y]) or needed[x, y] != NEVER:
                    continue
                needed[x, y] = needed[y, x] = moves
                queue[n] = x * clusters + y
                n += 1
    ends[0], ends[1] = done, n
    return done < n


@compiled
def spread_back(graph, needed, u, v, p, left, queue):
    """Find how few moves bring two walkers to u and v, where that can be part of p moves.

    Parameters
    ----------
    needed : array of uint8, shape (clusters, clusters)
        As `spread_pairs` makes it.
    left : array of uint8, shape (clusters, clusters)
        For each two clusters the moves that are left for walkers who stand there; `NEVER` if these
        and the moves that brought them there are more than p.
    queue : array of int
        Is written over.
    """
    clusters = graph.colour.size
    for a in range(clusters):
        for b in range(clusters):
            left[a, b] = NEVER
    if needed[u, v] > p:
        return
    left[u, v] = 0
    queue[0], n, done = u * clusters + v, 1, 0
    while done < n:
        a, b = queue[done] // clusters, queue[done] % clusters
        done += 1
        moves = left[a, b] + 1
        for walker in range(2):
            # one of them goes back, or both, if their colours are the same
            if (a if walker == 0 else b) == 0:
                continue
            c = graph.colour[a if walker == 0 else b]
            a_goes, b_goes = a != 0 and graph.colour[a] == c, b != 0 and graph.colour[b] == c
            for i in range(graph.first[a], graph.first[a + 1] if a_goes else graph.first[a] + 1):
                x = graph.beside[i] if a_goes else a
                for j in range(
                    graph.first[b], graph.first[b + 1] if b_goes else graph.first[b] + 1
                ):
                    y = graph.beside[j] if b_goes else b
                    if left[x, y] == NEVER and needed[x, y] + moves <= p:
                        left[x, y] = moves
                        queue[n] = x * clusters + y
                        n += 1


@compiled
def slot(ways, state):
    """Return where the number of a state stands, or should stand."""
    word = (state ^ (state >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    i = np.int64((word ^ (word >> np.uint64(29))) & np.uint64(ways.place.size - 1))
    while ways.place[i] >= 0 and ways.state[ways.place[i]] != state:
        i = (i + 1) & (ways.place.size - 1)
    return i


@compiled
def enter(ways, state, before, move, made, promise):
    """Take note of a state, unless it is known with as few moves."""
    i = slot(ways, state)
    known = ways.place[i]
    if known >= 0:
        if ways.made[known] <= made:
            return
        ways.made[known] = NEVER
    n = ways.count[0]
    ways.state[n], ways.before[n], ways.move[n], ways.made[n] = state, before, move, made
    ways.then[n] = ways.stack[made + promise]
    ways.stack[made + promise] = n
    ways.place[i] = n
    ways.count[0] += 1
    ways.count[2] = min(ways.count[2], made + promise)


@compiled
def search(graph, left, targets, p, ways, walk, steps):
    """Look for p moves that flood all targets, for so many states; return how that ended.

    `FOUND`: the state that was entered into `ways` as number `ways.stack[-1]` has all walkers at
    their targets. `REFUTED`: there are no such moves. `PAUSED`: it has been gone on from so many
    states. `FULL`: there may not be enough room for what comes from one state.

    Parameters
    ----------
    left : array of uint8, shape (pairs, clusters, clusters)
        As `spread_back` makes it, for targets 0 and 1, 0 and 2, 1 and 2, 0 and 3, and so on.
    targets : array of int, shape (m,)
    walk : array of int, shape (5, m + 1)
        Is written over.
    """
    m = targets.size
    here, begin, choices, chosen, promise = walk[0], walk[1], walk[2], walk[3], walk[4]
    for _ in range(steps):
        while ways.count[2] <= p and ways.stack[ways.count[2]] < 0:
            ways.count[2] += 1
        if ways.count[2] > p:
            return REFUTED
        number = ways.stack[ways.count[2]]
        at_targets, most = True, 1
        for i in range(m):
            here[i] = np.int64(ways.state[number] >> np.uint64(16 * i)) & 0xFFFF
            at_targets &= here[i] == targets[i]
            begin[i] = graph.first[here[i]]
            most *= graph.first[here[i] + 1] - begin[i] + 1
        if ways.count[0] + most > ways.state.size:
            return FULL
        ways.stack[ways.count[2]] = ways.then[number]
        if ways.made[number] == NEVER:
            continue
        if at_targets:
            ways.stack[-1] = number
            return FOUND
        ways.count[1] += 1
        made = np.int64(ways.made[number]) + 1
        while True:
            c = NEVER  # the next colour that lets a walker go on
            for i in range(m):
                if begin[i] < graph.first[here[i] + 1]:
                    c = min(c, graph.colour[graph.beside[begin[i]]])
            if c == NEVER:
                break
            for i in range(m):
                choices[i] = 0
                end = graph.first[here[i] + 1]
                while begin[i] < end and graph.colour[graph.beside[begin[i]]] == c:
                    begin[i] += 1
                    choices[i] += 1
            somebody_stays = False
            for i in range(m):
                somebody_stays |= here[i] != 0 and graph.colour[here[i]] == c
            if somebody_stays:
                continue
            # all choices to stay or to go on to one of the neighbours, the first walker's first
            i = 0
            chosen[:] = -1
            while i >= 0:
                choice = chosen[i] + 1
                chosen[i] = choice
                if choice > choices[i]:
                    chosen[i] = -1
                    i -= 1
                    continue
                x = here[i] if choice == 0 else graph.beside[begin[i] - choice]
                worst = promise[i]
                for j in range(i):
                    y = here[j] if chosen[j] == 0 else graph.beside[begin[j] - chosen[j]]
                    worst = max(worst, np.int64(left[i * (i - 1) // 2 + j, y, x]))
                if made + worst > p:
                    continue
                promise[i + 1] = worst
                if i < m - 1:
                    i += 1
                    continue
                state = np.uint64(0)
                for j in range(m):
                    y = here[j] if chosen[j] == 0 else graph.beside[begin[j] - chosen[j]]
                    state |= np.uint64(y) << np.uint64(16 * j)
                enter(ways, state, number, c, made, worst)
    return PAUSED


@compiled
def file_again(ways):
    """File all states anew, in a table that is empty."""
    for number in range(ways.count[0]):
        if ways.made[number] != NEVER:
            ways.place[slot(ways, ways.state[number])] = number


class Answer(NamedTuple):
    """What is known after a question about some targets.

    Parameters
    ----------
    refuted : int
        So many moves do not flood all of them.
    moves : list of int or None
        The fewest moves that do, if they were found: one more than are refuted.
    spent : int
        How many states it has taken, 1 if the tables alone tell.
    """

    refuted: int
    moves: list[int] | None
    spent: int


class Targets:
    """The bound of a board, which rises from call to call.

    Parameters
    ----------
    graph : Lists
        Of more than one cluster.
    pause : function, optional
        Is called now and then. It may raise an exception to end the search.
    memory : int, optional
        Bytes that tables and states may take. What takes more is not asked.

    Attributes
    ----------
    pairs : int
        How many moves the two clusters need that need most.
    refuted : dict of int to int
        For each colour that is dry the most moves of which it is known that they do not flood all
        of it.
    targets : dict of int to list of int
        For each colour the clusters that show it.
    spent : dict of int to int
        For each colour how many states the last question took, at least, infinite once there is
        nothing more to ask.
    ended : bool
        Whether there is nothing more to ask, with any number of states.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.solve.lists import lists
    >>> from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
    >>> targets = Targets(lists(compiled_graph(Board.of([[1, 2, 0, 1, 2]]))))
    >>> targets.bound, targets.refuted
    (4, {0: 1, 1: 2, 2: 3})
    """

    def __init__(
        self, graph: Lists, pause: Pause = lambda: None, memory: int | None = None
    ) -> None:
        self.graph = graph
        self._memory = memory
        clusters = len(graph.colour)
        self._needed = np.full((clusters, clusters), NEVER, np.uint8)
        self._needed[0, 0] = 0
        self._queue = np.empty(clusters * clusters, np.int32)
        self._queue[0] = 0
        ends = np.array([0, 1])
        while spread_pairs(graph, self._needed, self._queue, ends, PAIRS_AT_ONCE):
            pause()
        self._left = np.empty((0, clusters, clusters), np.uint8)
        self.pairs = int(self._needed.max())
        self.refuted: dict[int, int] = {}
        self.targets: dict[int, list[int]] = {}
        self.spent: dict[int, float] = {}
        for c in np.unique(graph.colour[1:]).tolist():
            dry = 1 + np.flatnonzero(graph.colour[1:] == c)
            together = self._needed[np.ix_(dry, dry)]
            u, v = np.unravel_index(together.argmax(), together.shape)
            self.refuted[c] = int(together[u, v]) - 1
            self.targets[c] = [int(dry[u]), int(dry[v])]
            self.spent[c] = 1

    @staticmethod
    def suit(graph: Lists, memory: int | None = None) -> bool:
        """Tell whether a board is such that its tables can be made, within so many bytes."""
        clusters = len(graph.colour)
        fit = memory is None or _table_bytes(clusters, pairs=0) <= memory
        return fit and 1 < clusters <= MOST_CLUSTERS and int(distances(graph, 0).max()) <= FARTHEST

    @property
    def tables(self) -> Arrays:
        """What is kept from question to question."""
        return self._needed, self._queue, self._left

    @property
    def bound(self) -> int:
        """Fewer moves do not flood the board."""
        falling = sorted(self.refuted.values(), reverse=True)
        return max(self.pairs, *(p + j for j, p in enumerate(falling, 1)))

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to ask."""
        return self._next() is None

    def go_on(self, states: int, pause: Pause = lambda: None) -> None:
        """Try to raise the bound, for about so many states, or twice as many.

        A question that is not answered within them is put off, and asked anew by a later call: who
        calls again should give more of them. Tables, and the first `STATES_AT_ONCE`, are not
        counted.
        """
        spent = 0
        while spent < states and (c := self._next()) is not None:
            p = self.refuted[c] + (LEAP if self.spent[c] <= CHEAP else 1)
            room = self._room(len(self.targets[c]))
            answer = self.ask(self.targets[c], p, min(states, room), pause)
            spent += answer.spent
            self.refuted[c] = max(self.refuted[c], answer.refuted)
            self.spent[c] = answer.spent
            if answer.moves is not None:
                dry = farthest(self.graph, answer.moves, c)
                if dry is None or len(self.targets[c]) == MOST_TARGETS:
                    self.spent[c] = inf
                else:
                    self.targets[c].append(dry)
            elif answer.refuted < p:
                if states < room:
                    self.spent[c] = max(answer.spent, states)
                    return
                self.spent[c] = inf

    def _next(self) -> int | None:
        """Return the colour whose question is next, None if the bound can be raised no further."""
        best, fewest, goal = None, inf, self.bound + 1
        for j in range(1, len(self.refuted) + 1):
            missing = {c: goal - j - p for c, p in self.refuted.items()}
            states = {c: self._price(c, moves) for c, moves in missing.items()}
            chosen = sorted(states, key=states.__getitem__)[:j]
            if (price := sum(states[c] for c in chosen)) < fewest:
                best, fewest = max(chosen, key=missing.__getitem__), price
        return best

    def _price(self, c: int, moves: int) -> float:
        """Return how many states it may take to refute so many moves more for a colour."""
        if moves <= 0:
            return 0
        room = self.refuted[c] + LEAP < NEVER and self._room(len(self.targets[c])) > 0
        return self.spent[c] * GROWTH**moves if room else inf

    def _room(self, targets: int) -> int:
        """Return how many states a question about so many targets may take, 0 if it has no room."""
        if self._memory is None:
            return MOST_STATES
        pairs = max(targets * (targets - 1) // 2, len(self._left))
        left = self._memory - _table_bytes(len(self.graph.colour), pairs)
        room = most(_ways, left // 3)  # with twice as many beside them when they get more room
        return min(room, MOST_STATES) if room >= FIRST_ROOM else 0

    def ask(self, targets: list[int], p: int, states: int, pause: Pause = lambda: None) -> Answer:
        """Ask whether p moves flood some clusters, two to four, within about so many states."""
        pairs = [(u, v) for i, v in enumerate(targets) for u in targets[:i]]
        clusters = len(self.graph.colour)
        if len(self._left) < len(pairs):
            self._left = np.empty((len(pairs), clusters, clusters), np.uint8)
        for (u, v), left in zip(pairs, self._left, strict=False):
            pause()
            spread_back(self.graph, self._needed, u, v, p, left, self._queue)
        promise = max(int(left[0, 0]) for left in self._left[: len(pairs)])
        if promise > p:
            return Answer(p, None, 1)
        ways = _ways(FIRST_ROOM)
        enter(ways, np.uint64(0), -1, 0, 0, promise)
        ends, walk = np.array(targets), np.zeros((5, len(targets) + 1), np.int64)
        outcome = PAUSED
        while outcome in (PAUSED, FULL):
            pause()
            if ways.count[0] > states or (outcome == FULL and len(ways.state) >= states):
                break
            if outcome == FULL:
                ways = _wider(ways)
            outcome = search(self.graph, self._left, ends, p, ways, walk, STATES_AT_ONCE)
        spent, refuted = int(ways.count[0]), int(ways.count[2]) - 1
        if outcome != FOUND:
            return Answer(refuted, None, spent)
        moves = []
        number = int(ways.stack[-1])
        while number > 0:
            moves.append(int(ways.move[number]))
            number = int(ways.before[number])
        return Answer(refuted, moves[::-1], spent)


def farthest(graph: Lists, moves: list[int], c: int) -> int | None:
    """Return, of the clusters of a colour that some moves leave dry, the farthest from the flooded.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> from puzzlesat.floodit.solve.lists import lists
    >>> from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
    >>> graph = lists(compiled_graph(Board.of([[0, 1, 0, 1, 0]])))
    >>> farthest(graph, [1], 1), farthest(graph, [1, 0, 1], 1)
    (3, None)
    """
    first, beside, colour = (array.tolist() for array in graph)
    flooded = {0}
    for move in moves:
        flooded |= {
            y for x in flooded for y in beside[first[x] : first[x + 1]] if colour[y] == move
        }
    reached, last = list(flooded), None
    seen = set(flooded)
    for x in reached:  # which grows meanwhile
        if colour[x] == c and x not in flooded:
            last = x
        more = [y for y in beside[first[x] : first[x + 1]] if y not in seen]
        reached += more
        seen.update(more)
    return last


def _table_bytes(clusters: int, pairs: int) -> int:
    """Return what `Targets.tables` take with those of so many pairs of targets."""
    return clusters**2 * (1 + 4 + pairs)


def _ways(room: int) -> Ways:
    return Ways(
        state=np.zeros(room, np.uint64),
        before=np.zeros(room, np.int32),
        then=np.zeros(room, np.int32),
        move=np.zeros(room, np.uint8),
        made=np.zeros(room, np.uint8),
        place=np.full(2 * room, -1, np.int32),
        stack=np.full(257, -1, np.int32),
        count=np.array([0, 0, NEVER], np.int64),
    )


def _wider(ways: Ways) -> Ways:
    """Return the same states with twice the room."""
    wider = _ways(2 * len(ways.state))
    for old, new in (
        (ways.state, wider.state),
        (ways.before, wider.before),
        (ways.then, wider.then),
        (ways.move, wider.move),
        (ways.made, wider.made),
    ):
        new[: len(old)] = old
    wider.stack[:], wider.count[:] = ways.stack, ways.count
    file_again(wider)
    return wider
