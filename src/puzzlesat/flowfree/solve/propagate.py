"""What follows from the rules of the game, and what trying adds to it: compiled, no solver.

A *link* joins two neighbouring cells; it is used, or not, or not yet known. The cells that used
links join are a *piece* of a flow, at first each cell by itself. These are the rules, here, in
`puzzlesat.flowfree.solve.reasons` and wherever else they are named, each with the reason why what
it says holds in every solution:

*   `degree`: an endpoint has one link and any other cell two. Once it has them, its other links are
    not used; once it needs all that are left, they are used.
*   `ring`: a link between two cells of one piece is not used.
*   `flows`: a link between pieces of two different flows is not used.

Where no flow may touch itself, neighbours are linked if they belong to one flow, and only then:

*   `flow`: a link between two pieces of one flow is used.
*   `touch`: pieces that are neighbours in two places are not linked in either. (A link between two
    cells of one piece closes a ring if it is used, and if not, its flow touches itself. So that
    cannot come up, and takes the place of `ring`.)

They are *contradicted* where a link would have to be used and not used, or a cell cannot have as
many links as it needs. Whatever follows from less follows from more: so it does not matter in which
order the rules are used (`settle`), and what follows is the same, whatever the numbers of flows and
cells are. Whether a single assumption contradicts the rules (`impossible`, `probe`) depends on the
puzzle alone, too, which `puzzlesat.flowfree.solve.deduction` rests on.

Solving is in more of a hurry (`decide`). When nothing follows any more, links at the ends of pieces
are tried (`try_ends`): what leads to a contradiction is not so. What is known then holds in every
solution. After that, links are guessed and the guesses taken back (`search`), for a number of steps
that is given. Most puzzles are decided long before. If one is not, a SAT solver gets what is known
without guesses, see `puzzlesat.flowfree.solve.answer`.

Pieces are paths. Each cell knows the number of its piece; of two that are joined the smaller one is
renamed, and renamed again when that is taken back.

Everything is said of nodes and links as `Grid` has them: nothing here knows of rows and columns. On
a board with bridges, warps, walls or missing cells, read nodes for cells; neighbours are those that
a link joins.
"""

from puzzlesat.common.compile import compiler
from puzzlesat.flowfree.board.puzzle import FREE
from puzzlesat.flowfree.solve.direct import (
    DECIDED,
    DEPTH,
    DONE,
    FOUND,
    GIVEN_UP,
    LENGTH,
    MADE,
    NOTICED,
    OFF,
    ON,
    UNKNOWN,
)

compiled = compiler(_nrt=False)
"""Compile a function that makes no arrays the first time that it is called, and keep the result."""


@compiled
def say(state, link, value):
    """Note what is known of a link; return False if the opposite is known already."""
    if state.value[link] != UNKNOWN:
        return state.value[link] == value
    state.value[link] = value
    state.trail[state.counted[LENGTH]] = link
    state.counted[LENGTH] += 1
    return True


@compiled
def onward(field, state, x, before):
    """Return the node that follows x on its piece, coming from a node before; -1 at the end."""
    for i in range(field.degree[x] - state.need[x]):
        if state.along[x, i] != before:
            return state.along[x, i]
    return -1


@compiled
def rename(field, state, x, before, piece):
    """Give all nodes of a way to another piece."""
    while x >= 0:
        state.piece[x] = piece
        before, x = x, onward(field, state, x, before)


@compiled
def degree(field, state, x):
    """A free node has two links and an endpoint one; return False if that cannot be.

    So a node that has them has no others, and one that has no more to choose from than it lacks
    gets all of them.
    """
    if state.free[x] < state.need[x]:
        return False
    if state.need[x] == 0 or state.free[x] == state.need[x]:
        value = ON if state.need[x] else OFF
        for d in range(4):
            link = field.link[x, d]
            if link >= 0 and state.value[link] == UNKNOWN:
                say(state, link, value)
    return True


@compiled
def ring(field, state, p, q):
    """The two ends of a piece of three nodes or more are not linked; return False if they are.

    A flow is no ring.
    """
    for d in range(4):
        if field.beside[p, d] == q and not say(state, field.link[p, d], OFF):
            return False
    return True


@compiled
def flows(field, state, link, f, g):
    """A link joins two nodes of one flow; return False if those of this one have different ones."""
    return f == g or say(state, link, OFF)


@compiled
def flow(field, state, link, f, g):
    """Neighbours of one flow are consecutive on it, by the strict rule; False if they are not."""
    return not field.strict or f != g or say(state, link, ON)


@compiled
def touch(field, state, x, other, before, size):
    """Pieces that are neighbours in two places are not linked in either, by the strict rule.

    The two nodes in the other place would be of one flow, but not consecutive on it, or else the
    flow would be a ring. Return False if such a link is used.

    Parameters
    ----------
    x : int
        One end of a piece that has grown: links at that end are looked at. Of the two pieces that
        it was made of, this was of the one.
    other, before, size : int
        The nearest node of the other piece, the node before that, and its size. Only there can be
        a place that was not seen earlier.
    """
    mine = state.piece[x]
    for d in range(4):
        link, y = field.link[x, d], field.beside[x, d]
        if y < 0 or state.value[link] == OFF or state.need[y] == 0 or state.piece[y] == mine:
            continue
        its = state.piece[y]
        if state.size[its] < size:
            met = beside(field, state, y, -1, mine, link)
        else:
            met = beside(field, state, other, before, its, link)
        if met and not say(state, link, OFF):
            return False
    return True


@compiled
def beside(field, state, x, before, piece, link):
    """Tell whether a way, which starts at x, passes a piece, other than by some link."""
    while x >= 0:
        for d in range(4):
            y = field.beside[x, d]
            if y >= 0 and state.piece[y] == piece and field.link[x, d] != link:
                return True
        before, x = x, onward(field, state, x, before)
    return False


@compiled
def has_flow(field, state, x):
    """Compare a node whose flow is known with its neighbours; return False on a contradiction."""
    mine = state.piece[x]
    f = state.flow[mine]
    for d in range(4):
        y, link = field.beside[x, d], field.link[x, d]
        if y < 0 or state.piece[y] == mine:
            continue
        g = state.flow[state.piece[y]]
        if g == FREE:
            continue
        if not (flows(field, state, link, f, g) and flow(field, state, link, f, g)):
            return False
    return True


@compiled
def joined(field, state, link):
    """Use a link, and draw conclusions; return False on a contradiction.

    That it joins two flows, or by the strict rule pieces that are neighbours elsewhere, has been
    excluded when these pieces came to be.
    """
    u, v = field.ends[link, 0], field.ends[link, 1]
    a, b = state.piece[u], state.piece[v]
    if state.need[u] == 0 or state.need[v] == 0 or a == b:
        return False
    if state.size[a] > state.size[b]:
        u, v, a, b = v, u, b, a
    f, g, m, n = state.flow[a], state.flow[b], state.size[a], state.size[b]
    p, q = state.far[u], state.far[v]
    place = state.counted[DONE]
    state.undo[place, 0], state.undo[place, 1] = u, a
    state.undo[place, 2], state.undo[place, 3] = p, q
    state.undo[place, 4] = g
    state.along[u, field.degree[u] - state.need[u]] = v
    state.along[v, field.degree[v] - state.need[v]] = u
    for x in (u, v):
        state.need[x] -= 1
        state.free[x] -= 1
    rename(field, state, u, v, b)
    state.size[b] = m + n
    if g == FREE:
        state.flow[b] = f
    state.far[p], state.far[q] = q, p
    state.counted[DONE] += 1
    if not (degree(field, state, u) and degree(field, state, v)):
        return False
    if field.strict:
        if not (touch(field, state, p, v, u, n) and touch(field, state, q, u, v, m)):
            return False
    elif m + n > 2 and not ring(field, state, p, q):
        return False
    if (f == FREE) == (g == FREE):
        return True
    before, x = (v, u) if f == FREE else (u, v)  # through all nodes whose flow is known only now
    while x >= 0:
        if not has_flow(field, state, x):
            return False
        before, x = x, onward(field, state, x, before)
    return True


@compiled
def left(field, state, link):
    """Leave a link unused, and draw conclusions; return False on a contradiction."""
    u, v = field.ends[link, 0], field.ends[link, 1]
    state.free[u] -= 1
    state.free[v] -= 1
    state.counted[DONE] += 1
    return degree(field, state, u) and degree(field, state, v)


@compiled
def settle(field, state):
    """Draw all conclusions; return False on a contradiction, and lay some blame for it."""
    while state.counted[DONE] < state.counted[LENGTH]:
        link = state.trail[state.counted[DONE]]
        state.counted[MADE] += 1
        use = state.value[link] == ON
        if not (joined(field, state, link) if use else left(field, state, link)):
            for i in range(2):
                state.blame[field.ends[link, i]] += 1.0
            return False
    return True


@compiled
def take_back(field, state, length):
    """Make what became known last unknown again, down to a length of the trail."""
    while state.counted[LENGTH] > length:
        state.counted[LENGTH] -= 1
        place = state.counted[LENGTH]
        link = state.trail[place]
        if place < state.counted[DONE]:
            state.counted[DONE] = place
            u, v = field.ends[link, 0], field.ends[link, 1]
            state.free[u] += 1
            state.free[v] += 1
            if state.value[link] == ON:
                if u != state.undo[place, 0]:
                    u, v = v, u
                state.need[u] += 1
                state.need[v] += 1
                state.far[state.undo[place, 2]] = u
                state.far[state.undo[place, 3]] = v
                a, b = state.undo[place, 1], state.piece[v]
                rename(field, state, u, v, a)
                state.size[b] -= state.size[a]
                state.flow[b] = state.undo[place, 4]
        state.value[link] = UNKNOWN
    state.counted[NOTICED] = min(state.counted[NOTICED], length)


@compiled
def begin(field, state):
    """Draw conclusions from all that is known; return False on a contradiction."""
    for x in range(field.degree.size):
        if not degree(field, state, x):
            return False
        if state.flow[x] != FREE and not has_flow(field, state, x):
            return False
    return settle(field, state)


@compiled
def impossible(field, state, link, value):
    """Tell whether it contradicts the rules that a link is used, or that it is not.

    If it does not, nor does anything that follows from it: that is not due to be tried any more.
    """
    length = state.counted[LENGTH]
    say(state, link, value)
    fine = settle(field, state)
    if fine:
        for place in range(length, state.counted[LENGTH]):
            other = state.trail[place]
            state.due[other, state.value[other]] = 0
    take_back(field, state, length)
    return not fine


@compiled
def probe(field, state, found, first, last):
    """Assume each of some open links to be used, and not to be, where that is due.

    Parameters
    ----------
    found : array of int, shape (links,)
        Where it is noted what links must be.
    first, last : int
        Which links are tried.

    Returns
    -------
    int
        1, or 0 if some link can be neither used nor not, or what is known is a contradiction.
    """
    if not begin(field, state):
        return 0
    for link in range(first, last):
        if state.value[link] != UNKNOWN:
            continue
        for value in (OFF, ON):
            if state.due[link, value] and impossible(field, state, link, value):
                if found[link] != UNKNOWN:
                    return 0
                found[link] = ON + OFF - value
    return 1


@compiled
def notice(field, state):
    """Have links tried near which others have become known since this was called last."""
    while state.counted[NOTICED] < state.counted[LENGTH]:
        link = state.trail[state.counted[NOTICED]]
        state.counted[NOTICED] += 1
        for end in range(2):
            x = field.ends[link, end]
            have_tried(field, state, x)
            for d in range(4):
                if field.beside[x, d] >= 0:
                    have_tried(field, state, field.beside[x, d])


@compiled
def have_tried(field, state, x):
    """Have it tried to use the links of a node."""
    for d in range(4):
        if field.link[x, d] >= 0:
            state.due[field.link[x, d], ON] = 1


@compiled
def try_ends(field, state, most):
    """Use the links at ends of pieces on trial, until that leads to no contradiction any more.

    What does is not so: the link is not used in any solution. Return False if it has to be all the
    same. A link is tried again when something near it has become known. Nothing is tried after
    `most` steps.
    """
    again = True
    while again:
        again = False
        notice(field, state)
        for x in range(field.degree.size):
            for d in range(4):
                if state.need[x] != 1 or state.counted[MADE] > most:
                    break
                link = field.link[x, d]
                if link < 0 or state.value[link] != UNKNOWN or not state.due[link, ON]:
                    continue
                if impossible(field, state, link, ON):
                    say(state, link, OFF)
                    if not settle(field, state):
                        return False
                    notice(field, state)
                    again = True
    return True


@compiled
def choice(field, state):
    """Return the link that is to be guessed, -1 if all are known.

    It is at an end of a piece with few ways to go, of a known flow rather than not, where
    contradictions came up lately.
    """
    best, most = -1, -1.0
    for x in range(field.degree.size):
        if state.need[x] == 0:
            continue
        worth = state.blame[x]
        if state.need[x] == 1:
            worth += 4.0 - state.free[x]
            if state.flow[state.piece[x]] != FREE:
                worth += 1.0
        if worth > most:
            best, most = x, worth
    if best < 0:
        return -1
    for d in range(4):
        link = field.link[best, d]
        if link >= 0 and state.value[link] == UNKNOWN:
            return link
    return -1


@compiled
def turn(field, state):
    """Take back guesses up to one that was not turned yet, and turn it; False if there is none."""
    while state.counted[DEPTH] > 0:
        depth = state.counted[DEPTH] - 1
        length = state.guess[depth, 0]
        link = state.trail[length]
        value = state.value[link]
        take_back(field, state, length)
        if not state.guess[depth, 1]:
            state.guess[depth, 1] = 1
            say(state, link, ON + OFF - value)
            return True
        state.counted[DEPTH] = depth
    return False


@compiled
def search(field, state, found, most):
    """Look for as many solutions as there is room for, in about so many steps.

    Parameters
    ----------
    found : array of int, shape (solutions, links)
        Gets the values of the links.
    most : int
        Steps, all that were made before included.

    Returns
    -------
    int
        `DECIDED` if these are all solutions, or there is no more room; else `GIVEN_UP`.
    """
    while True:
        fine = settle(field, state) and try_ends(field, state, most)
        if fine:
            if state.counted[MADE] > most:
                return GIVEN_UP
            link = choice(field, state)
            if link >= 0:
                depth = state.counted[DEPTH]
                state.guess[depth, 0], state.guess[depth, 1] = state.counted[LENGTH], 0
                state.counted[DEPTH] += 1
                say(state, link, ON)
                continue
            for link in range(state.value.size):
                found[state.counted[FOUND], link] = state.value[link]
            state.counted[FOUND] += 1
            if state.counted[FOUND] == found.shape[0]:
                return DECIDED
        for x in range(state.blame.size):
            state.blame[x] *= 0.95
        if not turn(field, state):
            return DECIDED


@compiled
def decide(field, state, found, carried, most):
    """Do all of it: conclusions, trials at ends, guesses; return what `search` does.

    What is known in the end is known without guesses.

    Parameters
    ----------
    found : array of int, shape (solutions, links)
        Gets the values of the links in each solution.
    carried : array of int, shape (nodes,)
        Is set to the flow of each node, where it is known.
    most : int
        For `try_ends` and `search`.
    """
    end = DECIDED
    if begin(field, state) and try_ends(field, state, most):
        end = search(field, state, found, most)
        if state.counted[DEPTH] > 0:
            take_back(field, state, state.guess[0, 0])
    for x in range(carried.size):
        carried[x] = state.flow[state.piece[x]]
    return end
