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

What blocks a child of S at r-1 meets no cluster of S, and its level is r-1: were it higher, it
would block S. So all of these are listed when the obligation begins, in one look at the file, and
the list is kept up as long as the obligation lasts. At the start of the board, which no nogood need
have been asked about, higher levels are listed as well.

A level's file holds so many nogoods at most (`MOST_FILED`). When there are more, the half that has
blocked nothing for the longest time is forgotten: it stays true and may be some nogood's reason,
but is not found any more.

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

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import Set
from puzzlesat.floodit.solve.pdr.bitset import (
    ONE,
    Bits,
    add,
    common,
    compiled,
    first,
    inlined,
    is_empty,
    lowest,
    making,
    meets,
    pack,
    put,
    remove,
    size,
    size_without,
    unite,
    unpack,
    without,
)
from puzzlesat.floodit.solve.pdr.compiled import (
    MANY,
    bound_and_greedy,
    can_finish,
    compiled_graph,
    flood,
    front_of,
    lower_bound,
    spread,
    witness,
)

BOUND, MOVES, FINISH = range(3)
"""Why a nogood holds: by the lower bound, since every colour is blocked, or since a colour that can
be finished now is."""

KINDS = ("bound", "moves", "finish")
"""What refutations call them."""

NO_MOVE, OPEN = -2, -1
"""Instead of a child's blocker: the colour floods nothing, or nothing blocks the child yet."""

FIRST_ROOM = 4096
"""For how many nogoods there is room at first."""

MOST_FILED = 4000
"""How many nogoods of a level are kept on file.

Looking them up takes longer the more there are, and most never block anything again.
"""

SOLVED, REFUTED, PAUSED, FULL, CROWDED = range(5)
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
    crowd : array of int64, shape (levels,)
        How many are filed by each level.
    used : array of int64, shape (room,)
        How many nogoods there were when it last blocked a child.
    listed : array of int32, shape (room,)
        For the obligations on the stack, one behind the other, what may block their children.
        Those of each obligation are of a level of their own, so that no nogood is listed twice.
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
    crowd: NDArray[np.int64]
    used: NDArray[np.int64]
    listed: NDArray[np.int32]
    count: Any  # not NDArray[np.int64], for tuples have a method of that name


class Nogood(NamedTuple):
    """A nogood of a refutation, as one reads it outside the search.

    Parameters
    ----------
    z : Set
        Clusters, by their numbers in the `ClusterGraph`.
    r : int
        So many moves do not flood the board while all of Z is dry.
    kind : str
        One of `KINDS`.
    reasons : tuple of int or None
        For each colour the number of the nogood in the refutation that blocks it, if one is needed.
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
    begin, end : array of int64, shape (depth,)
        Where in `Nogoods.listed` those that may block its children begin and end.
    seen : array of int64, shape (depth, k)
        Up to where they have been compared with the child.
    chosen : array of int64, shape (depth,)
        The colour that led to the next obligation.
    top : array of int64, shape (2,)
        The current obligation, and how many there were in all.
    scratch, taken, waves : Bits, shapes (5, words), (k, words) and (depth + 1, words)
        What one step of the search writes over.
    """

    flooded: Bits
    front: Bits
    finish: NDArray[np.int64]
    child: Bits
    child_front: Bits
    bound: NDArray[np.int64]
    score: NDArray[np.int64]
    blocker: NDArray[np.int64]
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    seen: NDArray[np.int64]
    chosen: NDArray[np.int64]
    top: NDArray[np.int64]
    scratch: Bits
    taken: Bits
    waves: Bits


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
def goes_before(nogoods, i, j):
    """Tell whether nogood i has a smaller Z than nogood j, or an equally small one and is older."""
    more = nogoods.watch[i].size - nogoods.watch[j].size
    return more < 0 or (more == 0 and i < j)


@compiled
def list_disjoint(nogoods, s, low, high, begin):
    """List the nogoods of levels low..high that meet no cluster of s; return where the list ends.

    Parameters
    ----------
    begin : int
        Where in `Nogoods.listed` it begins.
    """
    end = begin
    for level in range(low, high + 1):
        for w in range(s.size):
            dry = nogoods.filed[level, w] & ~s[w]
            while dry:
                x = w * 64 + lowest(dry)
                dry &= dry - ONE
                before, i = -1, nogoods.head[level, x]
                while i >= 0:
                    after = nogoods.watch[i].next
                    met = first_met(nogoods, i, s)
                    if met >= 0:
                        take_out(nogoods, i, before, x)
                        file_under(nogoods, i, met)
                    else:
                        nogoods.listed[end] = i
                        end += 1
                        before = i
                    i = after
    return end


@inlined
def find_blocker(nogoods, s, begin, end):
    """Return a nogood that blocks s, of those listed from `begin` to `end`, -1 if there is none.

    Of several it is one of the lowest level, there of the smallest Z, and there the oldest.
    """
    best = -1
    for place in range(begin, end):
        i = nogoods.listed[place]
        if first_met(nogoods, i, s) < 0 and (
            best < 0
            or nogoods.level[i] < nogoods.level[best]
            or (nogoods.level[i] == nogoods.level[best] and goes_before(nogoods, i, best))
        ):
            best = i
    return best


@compiled
def learn(nogoods, z, r, kind):
    """Add the nogood (z, r) and return its number; its reasons are to be filled in."""
    i = nogoods.count[0]
    nogoods.count[0] += 1
    put(z, nogoods.z[i])
    nogoods.level[i] = r
    nogoods.kind[i] = kind
    x = first(nogoods.z[i])
    nogoods.watch[i].low = x >> 6
    nogoods.watch[i].word = nogoods.z[i, x >> 6]
    nogoods.watch[i].size = size(nogoods.z[i])
    nogoods.crowd[r] += 1
    nogoods.used[i] = i
    file_under(nogoods, i, x)
    return i


@making
def forget(nogoods, level):
    """Take the half of a level's nogoods out of the file that has been of no use for longest.

    Of those that were last of use at the same time, the older ones go first.
    """
    filed = np.empty(nogoods.crowd[level], np.int64)
    n = 0
    for x in range(nogoods.head.shape[1]):
        i = nogoods.head[level, x]
        while i >= 0:
            filed[n] = i
            n += 1
            i = nogoods.watch[i].next
    filed.sort()
    order = np.argsort(nogoods.used[filed], kind="mergesort")  # which leaves equals as they are
    nogoods.head[level] = -1
    nogoods.filed[level] = 0
    nogoods.crowd[level] = n - n // 2
    for i in filed[order[n // 2 :]]:
        file_under(nogoods, i, first(nogoods.z[i]))


@inlined
def enlist(stack, nogoods, d, i):
    """List nogood i, just learnt, among those that may block children of the obligation at d."""
    nogoods.listed[stack.end[d]] = i
    stack.end[d] += 1


@compiled
def list_blockers(stack, nogoods, d, low, high):
    """List what may block children of the obligation at depth d: nogoods of levels low..high."""
    begin = stack.end[d - 1] if d > 0 else 0
    stack.begin[d] = begin
    stack.end[d] = list_disjoint(nogoods, stack.flooded[d], low, high, begin)
    stack.seen[d] = begin


@compiled
def open_obligation(packed, stack, d):
    """Make the children of the obligation at depth d; return whether one is the flooded board.

    If a colour can be finished now, it is the only child: of the moves of a shortest solution, the
    one that finishes it can be made first, and no state that is reached later shrinks.
    """
    flooded, front = stack.flooded[d], stack.front[d]
    dry, gained = stack.scratch[0], stack.scratch[1]
    without(packed.whole, flooded, dry)
    stack.finish[d] = -1
    stack.blocker[d] = NO_MOVE
    colours = packed.of_colour.shape[0]
    for c in range(colours):
        if can_finish(packed, c, dry, front):
            stack.finish[d] = c
            break
    for c in range(colours):
        common(front, packed.of_colour[c], gained)
        if is_empty(gained) or (stack.finish[d] >= 0 and c != stack.finish[d]):
            continue
        child, child_front = stack.child[d, c], stack.child_front[d, c]
        put(flooded, child)
        put(front, child_front)
        flood(packed, gained, child, child_front)
        if is_empty(child_front):
            stack.chosen[d] = c
            return True
        stack.bound[d, c] = -1
        stack.score[d, c] = size(child) + 2 * size(child_front)
        stack.blocker[d, c] = OPEN
    return False


@compiled
def block_children(packed, stack, nogoods, d, r):
    """Block what children of the obligation (S, r) at depth d can be; return the next to be tried.

    That is the one with the lowest bound, among equals with the highest score, and -1 if all are
    blocked.
    """
    z = stack.scratch[3]
    best = -1
    for c in range(packed.of_colour.shape[0]):
        if stack.blocker[d, c] != OPEN:
            continue
        child, front = stack.child[d, c], stack.child_front[d, c]
        i = find_blocker(nogoods, child, stack.seen[d, c], stack.end[d])
        stack.seen[d, c] = stack.end[d]
        if i < 0:
            if stack.bound[d, c] < 0:
                stack.bound[d, c] = lower_bound(packed, child, front, MANY, stack.scratch)
            if stack.bound[d, c] > r - 1:
                witness(packed, child, front, r - 1, stack.waves, stack.scratch, z)
                i = learn(nogoods, z, r - 1, BOUND)
                nogoods.reason[i] = -1
                enlist(stack, nogoods, d, i)
        if i >= 0:
            stack.blocker[d, c] = i
            nogoods.used[i] = nogoods.count[0]
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


@inlined
def excluded_by(packed, nogoods, i, c, excluded, scratch):
    """Set `excluded` to what a set must not hold if flooding colour c shall not meet nogood i's Z.

    That is Z itself, and the neighbours of Z's clusters of colour c.
    """
    of_c = scratch[0]
    put(nogoods.z[i], excluded)
    common(excluded, packed.of_colour[c], of_c)
    spread(packed, of_c, excluded)


@compiled
def cheapest_blocker(packed, stack, nogoods, d, c, others, best):
    """Return the nogood that blocks the child by colour c and excludes the fewest clusters.

    What is in `others` does not count, for that is excluded anyway. Among equals it is one of the
    smallest Z, and there the oldest. One that blocks the child is `best`.
    """
    child, scratch = stack.child[d, c], stack.scratch
    excluded = scratch[1]
    excluded_by(packed, nogoods, best, c, excluded, scratch)
    fewest = size_without(excluded, others)
    for place in range(stack.begin[d], stack.end[d]):
        i = nogoods.listed[place]
        if first_met(nogoods, i, child) < 0:
            at_least = size_without(nogoods.z[i], others)
            if at_least < fewest or (at_least == fewest and goes_before(nogoods, i, best)):
                excluded_by(packed, nogoods, i, c, excluded, scratch)
                cost = size_without(excluded, others)
                if cost < fewest or (cost == fewest and goes_before(nogoods, i, best)):
                    best, fewest = i, cost
    return best


@compiled
def generalise_finish(packed, stack, nogoods, d, r):
    """Learn a nogood for an obligation whose only child finishes a colour c; all is blocked.

    B may hold anything that leaves it within the blocked set when c is flooded, but not all
    clusters of colour c: then there would be nothing to finish, and the other colours would count.
    """
    z, left = stack.scratch[3], stack.scratch[4]
    c = stack.finish[d]
    reason = stack.blocker[d, c]
    excluded_by(packed, nogoods, reason, c, z, stack.scratch)
    without(packed.of_colour[c], stack.flooded[d], left)
    if not meets(z, left):
        add(z, first(left))
    i = learn(nogoods, z, r, FINISH)
    nogoods.reason[i] = -1
    nogoods.reason[i, c] = reason


@compiled
def generalise(packed, stack, nogoods, d, r):
    """Learn a nogood (B, r) for an obligation all of whose children are blocked.

    B may hold anything that leaves it, whatever colour c is flooded, within a set that is blocked
    at r-1. For a colour that floods something, that set belongs to one of the child's blockers; of
    several the one that takes least from B, given the others, is chosen. For an unfinished colour
    that floods nothing at S but may at B, it belongs to the blocker of another colour's child.
    """
    blocker, taken, scratch = stack.blocker[d], stack.taken, stack.scratch
    z, excluded = scratch[3], scratch[4]
    reason = nogoods.reason[nogoods.count[0]]
    reason[:] = -1
    taken[:] = 0
    for c in range(reason.size):
        if blocker[c] >= 0:
            excluded_by(packed, nogoods, blocker[c], c, taken[c], scratch)
    for c in range(reason.size):
        if blocker[c] >= 0:
            taken[c] = 0
            unite(taken, z)
            reason[c] = cheapest_blocker(packed, stack, nogoods, d, c, z, blocker[c])
            nogoods.used[reason[c]] = nogoods.count[0]
            excluded_by(packed, nogoods, reason[c], c, taken[c], scratch)
    unite(taken, z)
    for c in range(reason.size):
        without(packed.of_colour[c], stack.flooded[d], excluded)
        if blocker[c] >= 0 or is_empty(excluded):
            continue
        fewest = MANY
        for other in range(reason.size):
            if blocker[other] >= 0 and fewest > 0:
                excluded_by(packed, nogoods, reason[other], c, excluded, scratch)
                if size_without(excluded, z) < fewest:
                    fewest = size_without(excluded, z)
                    reason[c] = reason[other]
        excluded_by(packed, nogoods, reason[c], c, excluded, scratch)
        for w in range(z.size):
            z[w] |= excluded[w]
    learn(nogoods, z, r, MOVES)


@compiled
def search(packed, stack, nogoods, p, steps, most):
    """Go on with the obligations on the stack, for so many steps; return how that ended.

    `SOLVED`: the colours chosen flood the board. `REFUTED`: the start is blocked with p moves left.
    `PAUSED`: the steps are used up. `FULL`: there is no room for what one step may learn.
    `CROWDED`: more than `most` nogoods are on file of the level of the obligation just done with.
    """
    for _ in range(steps):
        if nogoods.count[0] + packed.of_colour.shape[0] + 1 > nogoods.level.size:
            return FULL
        d = stack.top[0]
        c = block_children(packed, stack, nogoods, d, p - d)
        if c >= 0:
            stack.chosen[d] = c
            put(stack.child[d, c], stack.flooded[d + 1])
            put(stack.child_front[d, c], stack.front[d + 1])
            stack.top[0] = d + 1
            stack.top[1] += 1
            if open_obligation(packed, stack, d + 1):
                return SOLVED
            list_blockers(stack, nogoods, d + 1, p - d - 2, p - d - 2)
            continue
        if stack.finish[d] >= 0:
            generalise_finish(packed, stack, nogoods, d, p - d)
        else:
            generalise(packed, stack, nogoods, d, p - d)
        if d == 0:
            return REFUTED
        stack.top[0] = d - 1
        enlist(stack, nogoods, d - 1, nogoods.count[0] - 1)
        if nogoods.crowd[p - d] > most:
            return CROWDED
    return PAUSED


class Search:
    """A search that keeps what it learns from one number of moves to the next.

    Parameters
    ----------
    board : Board
    memory : int, optional
        Bytes that the nogoods may take.
    most : int, optional
        How many nogoods of a level are kept on file.

    Attributes
    ----------
    bound : int
        The lower bound of the start.
    obligations : int
        How many there were so far.

    Examples
    --------
    >>> search = Search(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> search.bound, search.ask(3), search.ask(4)
    (4, None, [1, 0, 1, 2])
    """

    def __init__(self, board: Board, memory: int | None = None, most: int = MOST_FILED) -> None:
        self.packed = compiled_graph(board)
        self.memory = memory
        self.most = most
        self.highest = -1
        self.obligations = 0
        clusters, words = self.packed.adjacent.shape
        self.nogoods = _no_nogoods(clusters, words, len(self.packed.of_colour))
        # loaded with the search, not after it
        self.begin_at(0, bound_and_greedy(self.packed, 0)[0])

    def begin_at(self, pivot: int, bound: int) -> None:
        """Have play start in another cluster from now on; nogoods stay, for they hold for any.

        A nogood (B, r) says of a set B of flooded clusters that r moves do not flood the rest. That
        is a fact of the graph, in which nothing tells one cluster from another: neither opt nor its
        monotony, nor the bound, nor what is derived from them depends on where play started.

        Parameters
        ----------
        pivot : int
            A cluster, numbered as in `packed`; 0 at first.
        bound : int
            Its lower bound.
        """
        self._start = pack([pivot], self.packed.whole.size)
        self._front = np.empty_like(self._start)
        front_of(self.packed, self._start, self._front)
        self.bound = bound

    def is_blocked(self, p: int) -> bool:
        """Tell whether a nogood, perhaps of another start, says that p moves do not suffice."""
        self._make_levels(p)
        return bool(list_disjoint(self.nogoods, self._start, p, self.highest, 0) > 0)

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
        list_blockers(stack, self.nogoods, 0, p - 1, self.highest)
        steps = 100
        while True:
            began = monotonic()
            done = stack.top[1]
            outcome = search(self.packed, stack, self.nogoods, p, steps, self.most)
            self.obligations += int(stack.top[1] - done)
            if outcome == SOLVED:
                return [int(c) for c in stack.chosen[: stack.top[0] + 1]]
            if outcome == REFUTED:
                return None
            if outcome == FULL:
                self._make_room()
            elif outcome == CROWDED:
                forget(self.nogoods, p - 1 - int(stack.top[0]))
            known = pause()
            if known is not None:
                return known
            if outcome == PAUSED:  # all steps were made
                steps = max(10, min(2 * steps, int(steps * 0.1 / (monotonic() - began + 1e-9))))

    def refutation(self, p: int) -> list[Nogood]:
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
            for array in (self.nogoods.head, self.nogoods.filed, self.nogoods.crowd):
                array.resize((p + 1, *array.shape[1:]), refcheck=False)
            self.nogoods.head[levels:] = -1

    def _make_room(self) -> None:
        """Let half as many nogoods more be learnt."""
        arrays = (
            *(self.nogoods.z, self.nogoods.watch, self.nogoods.level),
            *(self.nogoods.kind, self.nogoods.reason),
            *(self.nogoods.used, self.nogoods.listed),
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
        crowd=np.zeros(0, dtype=np.int64),
        used=np.zeros(FIRST_ROOM, dtype=np.int64),
        listed=np.zeros(FIRST_ROOM, dtype=np.int32),
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
        begin=np.zeros(depth, dtype=np.int64),
        end=np.zeros(depth, dtype=np.int64),
        seen=np.zeros((depth, k), dtype=np.int64),
        chosen=np.zeros(depth, dtype=np.int64),
        top=np.zeros(2, dtype=np.int64),
        scratch=np.empty((5, words), dtype=np.uint64),
        taken=np.empty((k, words), dtype=np.uint64),
        waves=np.empty((depth + 1, words), dtype=np.uint64),
    )
