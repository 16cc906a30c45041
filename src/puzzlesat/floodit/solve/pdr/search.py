"""Exact minima by property-directed reachability on sets of flooded clusters.

A *state* is the set S of flooded clusters, and opt(S) the fewest moves that flood the rest. The one
fact that everything rests on: opt is monotone. More flooded clusters never need more moves.

A *nogood* (B, r) says opt(B) > r, and so does every state within B. It is kept as the complement Z
of B, which reads as a clause: with r moves left, some cluster of Z is flooded. A state S with at
most r moves left is *blocked* by it if it meets no cluster of Z.

An *obligation* (S, r) is to find r moves that flood the board from S, or a nogood that blocks S.
Every child S_c, reached by a colour c, must be blocked at r-1, else it becomes the next obligation.
Once all are blocked, their nogoods are put together to one for S that speaks of as many other
states as it can (`generalise`). Nogoods speak of moves left and stay true for any number of moves.

The method carries over from model checking (Bradley, *SAT-based model checking without unrolling*,
2011; Eén, Mishchenko, Brayton, *Efficient implementation of property directed reachability*, 2011)
by way of planning (Suda, *Property directed reachability for automated planning*, 2014). The lower
bound, `compiled.lower_bound`, is Puchert's.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.graph import ClusterGraph, Set
from puzzlesat.floodit.solve.pdr.bitset import (
    Bits,
    add,
    compiled,
    first,
    inlined,
    is_empty,
    lowest,
    pack,
    remove,
    size,
    unpack,
)
from puzzlesat.floodit.solve.pdr.compiled import (
    can_finish,
    compiled_graph,
    front_of,
    lower_bound,
    spread,
)

BOUND, MOVES, FINISH = range(3)
"""Why a nogood holds: by the lower bound, since every colour is blocked, or since a colour that can
be finished now is."""

KINDS = ("bound", "moves", "finish")
"""What certificates call them."""

NO_MOVE, OPEN = -2, -1
"""Instead of a child's blocker: the colour floods nothing, or nothing blocks the child yet."""

MANY = 1 << 30
"""More moves than any board needs."""

FIRST_ROOM = 4096
"""For how many nogoods there is room at first."""

SOLVED, REFUTED, PAUSED, FULL = range(4)
"""How `search` ends."""

Pause = Callable[[], list[int] | None]
"""What is to be done now and then: look at the clock, say how it goes, look for a solution."""

WATCH = np.dtype([("word", "u8"), ("next", "i4"), ("low", "i2"), ("size", "i2")])
"""What a look-up needs first of a nogood, 16 bytes side by side.

word, low : the first word of Z that is not empty, and which it is
next : the next nogood that is filed under the same cluster, -1 for none
size : the number of clusters in Z
"""


class Nogoods(NamedTuple):
    """All nogoods learnt, by number, and where they are filed.

    Each is filed by its level r under one cluster of its Z. Who asks whether S is blocked visits
    only what is filed under dry clusters. A nogood that meets S there is filed anew, under the
    first cluster it meets: out of the way for as long as that one is flooded.

    Parameters
    ----------
    z : Bits, shape (room, words)
    watch : array of WATCH, shape (room,)
    level : array of int16, shape (room,)
        r, the moves left that do not suffice.
    kind : array of int8, shape (room,)
        `BOUND`, `MOVES` or `FINISH`.
    reason : array of int32, shape (room, k)
        For each colour the nogood that blocks B with that colour flooded, -1 for none.
    head : array of int32, shape (levels, clusters)
        The first nogood that is filed there, -1 for none.
    filed : Bits, shape (levels, words)
        The clusters under which anything is filed.
    count : array of int64, shape (1,)
        How many nogoods there are.
    """

    z: Bits
    watch: NDArray[np.void]
    level: NDArray[np.int16]
    kind: NDArray[np.int8]
    reason: NDArray[np.int32]
    head: NDArray[np.int32]
    filed: Bits
    count: Any  # not NDArray[np.int64], for tuples have a method of that name


class Nogood(NamedTuple):
    """A nogood of a proof, as one reads it outside the search.

    Parameters
    ----------
    z : Set
        Clusters, by their numbers in the `ClusterGraph`.
    r : int
        So many moves do not flood the board while all of Z is dry.
    kind : str
        One of `KINDS`.
    reasons : tuple of int or None
        For each colour the number of the nogood in the proof that blocks it, if one is needed.
    """

    z: Set
    r: int
    kind: str
    reasons: tuple[int | None, ...]


class Stack(NamedTuple):
    """The obligations from the start to the current one; with p moves, the one at d has r = p-d.

    Parameters
    ----------
    flooded, front : Bits, shape (depth, words)
    finish : array of int64, shape (depth,)
        A colour that can be finished now, -1 if there is none.
    child, child_front : Bits, shape (depth, k, words)
    bound : array of int64, shape (depth, k)
        The child's lower bound, -1 as long as nobody asked.
    score : array of int64, shape (depth, k)
        Of two children with the same bound, the one that scores more is tried first.
    blocker : array of int64, shape (depth, k)
        The nogood that blocks the child, `OPEN` or `NO_MOVE`.
    chosen : array of int64, shape (depth,)
        The colour that led to the next obligation.
    top : array of int64, shape (2,)
        The current obligation, and how many there were in all.
    """

    flooded: Bits
    front: Bits
    finish: NDArray[np.int64]
    child: Bits
    child_front: Bits
    bound: NDArray[np.int64]
    score: NDArray[np.int64]
    blocker: NDArray[np.int64]
    chosen: NDArray[np.int64]
    top: NDArray[np.int64]


@inlined
def file_under(nogoods, i, x):
    """File nogood i under cluster x."""
    level = nogoods.level[i]
    nogoods.watch[i].next = nogoods.head[level, x]
    nogoods.head[level, x] = i
    add(nogoods.filed[level], x)


@inlined
def take_out(nogoods, i, before, x):
    """Take nogood i, which stands behind `before` (-1 for none), out of the file of cluster x."""
    after = nogoods.watch[i].next
    if before >= 0:
        nogoods.watch[before].next = after
    else:
        level = nogoods.level[i]
        nogoods.head[level, x] = after
        if after < 0:
            remove(nogoods.filed[level], x)


@inlined
def first_met(nogoods, i, s):
    """Return the first cluster of Z that is in s, -1 if there is none."""
    low = nogoods.watch[i].low
    word = nogoods.watch[i].word & s[low]
    if word:
        return low * 64 + lowest(word)
    for w in range(low + 1, s.size):
        word = nogoods.z[i, w] & s[w]
        if word:
            return w * 64 + lowest(word)
    return -1


@inlined
def holds(nogoods, i, j):
    """Tell whether the Z of nogood i holds that of nogood j."""
    for w in range(nogoods.z.shape[1]):  # noqa: SIM110
        if nogoods.z[j, w] & ~nogoods.z[i, w]:
            return False
    return True


@inlined
def goes_before(nogoods, i, j):
    """Tell whether nogood i has a smaller Z than nogood j, or an equally small one and is older."""
    more = nogoods.watch[i].size - nogoods.watch[j].size
    return more < 0 or (more == 0 and i < j)


@compiled
def find_blocker(nogoods, s, r, highest):
    """Return a nogood that blocks s with r moves left, -1 if there is none.

    Of several it is one of the lowest level, there of the smallest Z, and there the oldest. A
    nogood whose Z holds that of another one of its level is of no use and is taken out of the file.

    Parameters
    ----------
    highest : int
        The highest level of any nogood.
    """
    best = -1
    for level in range(r, highest + 1):
        for w in range(s.size):
            dry = nogoods.filed[level, w] & ~s[w]
            while dry:
                x = w * 64 + lowest(dry)
                dry &= dry - np.uint64(1)
                before, i = -1, nogoods.head[level, x]
                while i >= 0:
                    after = nogoods.watch[i].next
                    met = first_met(nogoods, i, s)
                    if met >= 0:
                        take_out(nogoods, i, before, x)
                        file_under(nogoods, i, met)
                    elif best < 0:
                        best = before = i
                    elif nogoods.watch[i].size > nogoods.watch[best].size and holds(
                        nogoods, i, best
                    ):
                        take_out(nogoods, i, before, x)
                    else:
                        if goes_before(nogoods, i, best):
                            best = i
                        before = i
                    i = after
        if best >= 0:
            break
    return best


@compiled
def learn(packed, nogoods, b, r, kind):
    """Add the nogood (b, r) and return its number; its reasons are to be filled in."""
    i = nogoods.count[0]
    nogoods.count[0] += 1
    for w in range(b.size):
        nogoods.z[i, w] = packed.whole[w] & ~b[w]
    nogoods.level[i] = r
    nogoods.kind[i] = kind
    nogoods.reason[i] = -1
    x = first(nogoods.z[i])
    nogoods.watch[i].low = x >> 6
    nogoods.watch[i].word = nogoods.z[i, x >> 6]
    nogoods.watch[i].size = size(nogoods.z[i])
    file_under(nogoods, i, x)
    return i


@compiled
def learn_from_bound(packed, nogoods, s, r, scratch):
    """Learn a nogood for a state whose lower bound is above r, and return its number.

    The state is enlarged as long as its bound stays above r, by the clusters nearest to the pivot
    first, many at a time while that goes well and fewer where it does not.
    """
    b, more, front = scratch[3], scratch[4], scratch[5]
    b[:] = s
    dry = np.empty(size(packed.whole) - size(s), np.int64)
    n = 0
    for w in range(s.size):
        bits = packed.whole[w] & ~s[w]
        while bits:
            dry[n] = w * 64 + lowest(bits)
            bits &= bits - np.uint64(1)
            n += 1
    tried, step = 0, n // 2 + 1
    while tried < n:
        step = min(step, n - tried)
        more[:] = b
        for j in range(tried, tried + step):
            add(more, dry[j])
        front_of(packed, more, front)
        if lower_bound(packed, more, front, r, scratch) > r:
            b[:] = more
            tried += step
            step *= 2
        elif step == 1:
            tried += 1
        else:
            step = (step + 1) // 2
    return learn(packed, nogoods, b, r, BOUND)


@compiled
def open_obligation(packed, stack, d):
    """Make the children of the obligation at depth d; return whether one is the flooded board.

    If a colour can be finished now, it is the only child: of the moves of a shortest solution, the
    one that finishes it can be made first, and no state that is reached later shrinks.
    """
    flooded, front = stack.flooded[d], stack.front[d]
    words = flooded.size
    dry = np.empty(words, np.uint64)
    gained = np.empty(words, np.uint64)
    for w in range(words):
        dry[w] = packed.whole[w] & ~flooded[w]
    stack.finish[d] = -1
    stack.blocker[d] = NO_MOVE
    colours = packed.of_colour.shape[0]
    for c in range(colours):
        if can_finish(packed, c, dry, front):
            stack.finish[d] = c
            break
    for c in range(colours):
        if stack.finish[d] >= 0 and c != stack.finish[d]:
            continue
        for w in range(words):
            gained[w] = front[w] & packed.of_colour[c, w]
        if is_empty(gained):
            continue
        child, child_front = stack.child[d, c], stack.child_front[d, c]
        child_front[:] = front
        spread(packed, gained, child_front)
        rest = np.uint64(0)
        for w in range(words):
            child[w] = flooded[w] | gained[w]
            child_front[w] &= ~child[w]
            rest |= packed.whole[w] & ~child[w]
        if not rest:
            stack.chosen[d] = c
            return True
        stack.bound[d, c] = -1
        stack.score[d, c] = size(child) + 2 * size(child_front)
        stack.blocker[d, c] = OPEN
    return False


@compiled
def block_children(packed, stack, nogoods, d, r, highest, scratch):
    """Block what children of the obligation (S, r) at depth d can be; return the next to be tried.

    That is the one with the lowest bound, among equals with the highest score, and -1 if all are
    blocked.
    """
    best = -1
    for c in range(packed.of_colour.shape[0]):
        if stack.blocker[d, c] != OPEN:
            continue
        child = stack.child[d, c]
        i = find_blocker(nogoods, child, r - 1, highest)
        if i < 0:
            if stack.bound[d, c] < 0:
                front = stack.child_front[d, c]
                stack.bound[d, c] = lower_bound(packed, child, front, MANY, scratch)
            if stack.bound[d, c] > r - 1:
                i = learn_from_bound(packed, nogoods, child, r - 1, scratch)
        if i >= 0:
            stack.blocker[d, c] = i
        elif (
            best < 0
            or stack.bound[d, c] < stack.bound[d, best]
            or (
                stack.bound[d, c] == stack.bound[d, best]
                and stack.score[d, c] > stack.score[d, best]
            )
        ):
            best = c
    return best


@compiled
def excluded_by(packed, nogoods, i, c, excluded, scratch):
    """Set `excluded` to what a set must not hold if flooding colour c shall not meet nogood i's Z.

    That is Z itself, and the neighbours of Z's clusters of colour c.
    """
    of_c = scratch[0]
    for w in range(excluded.size):
        excluded[w] = nogoods.z[i, w]
        of_c[w] = nogoods.z[i, w] & packed.of_colour[c, w]
    spread(packed, of_c, excluded)


@compiled
def cheapest_blocker(packed, nogoods, s, r, highest, c, room, scratch):
    """Return the nogood that blocks s with r moves left and excludes the fewest clusters of `room`.

    Among equals it is one of the smallest Z, and there the oldest. There must be one.
    """
    excluded = scratch[1]
    best, fewest = -1, 0
    for level in range(r, highest + 1):
        for w in range(s.size):
            dry = nogoods.filed[level, w] & ~s[w]
            while dry:
                x = w * 64 + lowest(dry)
                dry &= dry - np.uint64(1)
                i = nogoods.head[level, x]
                while i >= 0:
                    if first_met(nogoods, i, s) < 0:
                        excluded_by(packed, nogoods, i, c, excluded, scratch)
                        for v in range(s.size):
                            excluded[v] &= room[v]
                        cost = size(excluded)
                        if (
                            best < 0
                            or cost < fewest
                            or (cost == fewest and goes_before(nogoods, i, best))
                        ):
                            best, fewest = i, cost
                    i = nogoods.watch[i].next
    return best


@compiled
def generalise_finish(packed, stack, nogoods, d, r, scratch):
    """Learn a nogood for an obligation whose only child finishes a colour c; all is blocked.

    B may hold anything that leaves it within the blocked set when c is flooded, but not all
    clusters of colour c: then there would be nothing to finish, and the other colours would count.
    """
    b, excluded = scratch[3], scratch[4]
    c = stack.finish[d]
    reason = stack.blocker[d, c]
    excluded_by(packed, nogoods, reason, c, excluded, scratch)
    left = -1
    all_in = True
    for w in range(b.size):
        b[w] = packed.whole[w] & ~excluded[w]
        dry = packed.of_colour[c, w] & ~stack.flooded[d, w]
        if dry and left < 0:
            left = w * 64 + lowest(dry)
        if dry & ~b[w]:
            all_in = False
    if all_in:
        remove(b, left)
    i = learn(packed, nogoods, b, r, FINISH)
    nogoods.reason[i, c] = reason


@compiled
def generalise(packed, stack, nogoods, d, r, highest, scratch):
    """Learn a nogood (B, r) for an obligation all of whose children are blocked.

    B may hold anything that leaves it, whatever colour c is flooded, within a set that is blocked
    at r-1. For a colour that floods something, that set belongs to one of the child's blockers; of
    several the one that takes least from B, given the others, is chosen. For an unfinished colour
    that floods nothing at S but may at B, it belongs to the blocker of another colour's child.
    """
    b, excluded, trial = scratch[3], scratch[4], scratch[5]
    colours = packed.of_colour.shape[0]
    words = b.size
    taken = np.zeros((colours, words), np.uint64)
    reason = np.full(colours, -1, np.int64)
    for c in range(colours):
        if stack.blocker[d, c] >= 0:
            excluded_by(packed, nogoods, stack.blocker[d, c], c, taken[c], scratch)
    for c in range(colours):
        if stack.blocker[d, c] >= 0:
            for w in range(words):
                others = np.uint64(0)
                for other in range(colours):
                    if other != c:
                        others |= taken[other, w]
                b[w] = packed.whole[w] & ~others
            reason[c] = cheapest_blocker(
                packed, nogoods, stack.child[d, c], r - 1, highest, c, b, scratch
            )
            excluded_by(packed, nogoods, reason[c], c, taken[c], scratch)
    for w in range(words):
        others = np.uint64(0)
        for c in range(colours):
            others |= taken[c, w]
        b[w] = packed.whole[w] & ~others
    for c in range(colours):
        for w in range(words):
            trial[w] = packed.of_colour[c, w] & ~stack.flooded[d, w]
        if stack.blocker[d, c] >= 0 or is_empty(trial):
            continue
        most = -1
        for other in range(colours):
            if stack.blocker[d, other] >= 0:
                excluded_by(packed, nogoods, reason[other], c, excluded, scratch)
                for w in range(words):
                    trial[w] = b[w] & ~excluded[w]
                if size(trial) > most:
                    most = size(trial)
                    reason[c] = reason[other]
        excluded_by(packed, nogoods, reason[c], c, excluded, scratch)
        for w in range(words):
            b[w] &= ~excluded[w]
    i = learn(packed, nogoods, b, r, MOVES)
    for c in range(colours):
        nogoods.reason[i, c] = reason[c]


@compiled
def search(packed, stack, nogoods, p, highest, steps):
    """Go on with the obligations on the stack, for so many steps; return how that ended.

    `SOLVED`: the colours chosen flood the board. `REFUTED`: the start is blocked with p moves left.
    `PAUSED`: the steps are used up. `FULL`: there is no room for what one step may learn.
    """
    scratch = np.empty((6, packed.whole.size), np.uint64)
    for _ in range(steps):
        if nogoods.count[0] + packed.of_colour.shape[0] + 1 > nogoods.level.size:
            return FULL
        d = stack.top[0]
        c = block_children(packed, stack, nogoods, d, p - d, highest, scratch)
        if c >= 0:
            stack.chosen[d] = c
            stack.flooded[d + 1] = stack.child[d, c]
            stack.front[d + 1] = stack.child_front[d, c]
            stack.top[0] = d + 1
            stack.top[1] += 1
            if open_obligation(packed, stack, d + 1):
                return SOLVED
            continue
        if stack.finish[d] >= 0:
            generalise_finish(packed, stack, nogoods, d, p - d, scratch)
        else:
            generalise(packed, stack, nogoods, d, p - d, highest, scratch)
        if d == 0:
            return REFUTED
        stack.top[0] = d - 1
    return PAUSED


class Search:
    """A search that keeps what it learns from one number of moves to the next.

    Parameters
    ----------
    graph : ClusterGraph
    memory : int, optional
        Bytes that the nogoods may take.

    Attributes
    ----------
    bound : int
        The lower bound of the start.
    obligations : int
        How many there were so far.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> search = Search(ClusterGraph.of(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])))
    >>> search.bound, search.ask(3), search.ask(4)
    (4, None, [1, 0, 1, 2])
    """

    def __init__(self, graph: ClusterGraph, memory: int | None = None) -> None:
        self.packed = compiled_graph(graph)
        self.memory = memory
        self.highest = -1
        self.obligations = 0
        clusters, words = self.packed.adjacent.shape
        self.nogoods = _no_nogoods(clusters, words, len(self.packed.of_colour))
        self._start = pack([0], words)
        self._front = np.empty_like(self._start)
        front_of(self.packed, self._start, self._front)
        scratch = np.empty((3, words), dtype=np.uint64)
        self.bound = int(lower_bound(self.packed, self._start, self._front, MANY, scratch))

    def ask(self, p: int, pause: Pause = lambda: None) -> list[int] | None:
        """Answer "can it be done in p moves?" with such moves, or with None if it cannot.

        They may be fewer than p where that suffices.

        Parameters
        ----------
        p : int
            At least 0.
        pause : function
            Is called about ten times a second. It may raise an exception to end the search, or
            return p moves or fewer that it knows of.

        Raises
        ------
        MemoryError
            When the nogoods would take more than `memory`, or than there is.
        """
        if p < self.bound:
            return None
        if self.bound == 0:
            return []
        self._make_levels(p)
        stack = _stack(p + 1, len(self.packed.of_colour), self._start.size)
        stack.flooded[0], stack.front[0] = self._start, self._front
        if open_obligation(self.packed, stack, 0):
            return [int(stack.chosen[0])]
        steps = 100
        while True:
            began = monotonic()
            done = stack.top[1]
            outcome = search(self.packed, stack, self.nogoods, p, self.highest, steps)
            self.obligations += int(stack.top[1] - done)
            if outcome == SOLVED:
                return [int(c) for c in stack.chosen[: stack.top[0] + 1]]
            if outcome == REFUTED:
                return None
            if outcome == FULL:
                self._make_room()
            known = pause()
            if known is not None:
                return known
            steps = max(10, min(2 * steps, int(steps * 0.1 / (monotonic() - began + 1e-9))))

    def proof(self, p: int) -> list[Nogood]:
        """Return the nogoods on which the refutation of p moves rests, reasons first.

        Parameters
        ----------
        p : int
            `ask` has just answered that p moves do not suffice.
        """
        if p < self.bound:
            z = sum(1 << x for x in range(1, self.packed.cluster.size))
            return [Nogood(z, p, "bound", ())]
        learnt = self.nogoods
        used = {int(learnt.count[0]) - 1}
        for i in range(learnt.count[0] - 1, -1, -1):  # what is learnt later is nobody's reason
            if i in used:
                used.update(j for j in learnt.reason[i].tolist() if j >= 0)
        number = {i: place for place, i in enumerate(sorted(used))}
        cluster = self.packed.cluster.tolist()
        return [
            Nogood(
                z=sum(1 << cluster[x] for x in unpack(learnt.z[i])),
                r=int(learnt.level[i]),
                kind=KINDS[learnt.kind[i]],
                reasons=tuple(number.get(j) for j in learnt.reason[i].tolist())
                if learnt.kind[i] != BOUND
                else (),
            )
            for i in number
        ]

    def _make_levels(self, p: int) -> None:
        """Let nogoods be filed up to level p."""
        self.highest = max(self.highest, p)
        levels = len(self.nogoods.head)
        if levels <= p:
            for array in (self.nogoods.head, self.nogoods.filed):
                array.resize((p + 1, array.shape[1]), refcheck=False)
            self.nogoods.head[levels:] = -1

    def _make_room(self) -> None:
        """Let half as many nogoods more be learnt."""
        arrays = (
            *(self.nogoods.z, self.nogoods.watch, self.nogoods.level),
            *(self.nogoods.kind, self.nogoods.reason),
        )
        room = len(self.nogoods.level) * 3 // 2
        taken = room * sum(array.nbytes // len(array) for array in arrays)
        if self.memory is not None and taken > self.memory:
            raise MemoryError(f"the nogoods would take {taken >> 20} MiB")
        for array in arrays:
            array.resize((room, *array.shape[1:]), refcheck=False)


def _no_nogoods(clusters: int, words: int, k: int) -> Nogoods:
    return Nogoods(
        z=np.zeros((FIRST_ROOM, words), dtype=np.uint64),
        watch=np.zeros(FIRST_ROOM, dtype=WATCH),
        level=np.zeros(FIRST_ROOM, dtype=np.int16),
        kind=np.zeros(FIRST_ROOM, dtype=np.int8),
        reason=np.zeros((FIRST_ROOM, k), dtype=np.int32),
        head=np.empty((0, clusters), dtype=np.int32),
        filed=np.empty((0, words), dtype=np.uint64),
        count=np.zeros(1, dtype=np.int64),
    )


def _stack(depth: int, k: int, words: int) -> Stack:
    return Stack(
        flooded=np.zeros((depth, words), dtype=np.uint64),
        front=np.zeros((depth, words), dtype=np.uint64),
        finish=np.zeros(depth, dtype=np.int64),
        child=np.zeros((depth, k, words), dtype=np.uint64),
        child_front=np.zeros((depth, k, words), dtype=np.uint64),
        bound=np.zeros((depth, k), dtype=np.int64),
        score=np.zeros((depth, k), dtype=np.int64),
        blocker=np.zeros((depth, k), dtype=np.int64),
        chosen=np.zeros(depth, dtype=np.int64),
        top=np.zeros(2, dtype=np.int64),
    )
