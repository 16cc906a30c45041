"""Deciding links one after the other by what must be, and trying the rest: compiled, no solver.

A link is used, not used, or not yet known. Whenever one becomes known, rules say which others
follow. Each is a function here, with the reason why what it says holds in every solution:

*   `by_degree`: how many links a node has is known;
*   `by_flow`: different flows are not linked, and by the strict rule parts of one flow are;
*   `no_ring`, `no_square`: no flow closes a ring, and none comes close to one by the strict rule;
*   `joined` and `left` refuse a link that would close a ring, join two flows, or let a flow touch
    itself, and one that is missing where a flow would touch itself without it.

When nothing follows any more, links at the ends of what is laid are tried (`try_ends`): what leads
to a contradiction is not so. What is known then holds in every solution. After that, links are
guessed and the guesses taken back (`search`), for a number of steps that is given. Most puzzles
are decided long before. If one is not, a SAT solver gets what is known without guesses, see
`puzzlesat.flowfree.solve.answer`.

Parts of flows are paths. Their nodes are kept in a union-find structure, without shortcuts, so that
a union can be taken back. Its root knows which flow a path is of, if it holds an endpoint.

Everything is said of nodes and links as `Grid` has them: nothing here knows of rows and columns.
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
def root(state, x):
    """Return the root of a node's path."""
    while state.parent[x] != x:
        x = state.parent[x]
    return x


@compiled
def onward(field, state, x, before):
    """Return the node that follows x on its path, coming from a node before; -1 at the end."""
    for i in range(field.degree[x] - state.need[x]):
        if state.along[x, i] != before:
            return state.along[x, i]
    return -1


@compiled
def by_degree(field, state, x):
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
def by_flow(field, state, x):
    """Compare a node, whose flow is known, with its neighbours; return False on a contradiction.

    A link joins two nodes of one flow, so nodes of different flows are not linked. By the strict
    rule neighbours of one flow are consecutive on it, so they are linked.
    """
    mine = root(state, x)
    for d in range(4):
        y = field.beside[x, d]
        if y < 0:
            continue
        its = root(state, y)
        if its == mine or state.flow[its] == FREE:
            continue
        same = state.flow[its] == state.flow[mine]
        if (field.strict or not same) and not say(state, field.link[x, d], ON if same else OFF):
            return False
    return True


@compiled
def no_ring(field, state, p, q):
    """The two ends of a path of three nodes or more are not linked; return False if they are.

    A flow is no ring.
    """
    for d in range(4):
        if field.beside[p, d] == q and not say(state, field.link[p, d], OFF):
            return False
    return True


@compiled
def no_square(field, state, link):
    """Of the four sides of a square at most two are used, by the strict rule.

    Three would give all four nodes one flow, so that the fourth would have to be used, too, and
    that closes a ring. Return False if there are three.
    """
    for i in range(field.in_square.shape[1]):
        square = field.in_square[link, i]
        if square < 0:
            break
        used = 0
        for side in range(4):
            used += state.value[field.squares[square, side]] == ON
        if used > 2:
            return False
        if used == 2:
            for side in range(4):
                if state.value[field.squares[square, side]] == UNKNOWN:
                    say(state, field.squares[square, side], OFF)
    return True


@compiled
def would_touch(field, state, link, u, v):
    """Tell whether paths that a link from u to v joins are neighbours in another place as well.

    By the strict rule they must not be joined then: the two nodes would be of one flow, but not
    consecutive on it, or else the flow would be a ring.
    """
    its = root(state, v)
    before, x = v, u
    while x >= 0:
        for d in range(4):
            y = field.beside[x, d]
            if y >= 0 and field.link[x, d] != link and root(state, y) == its:
                return True
        before, x = x, onward(field, state, x, before)
    return False


@compiled
def joined(field, state, link):
    """Use a link, and draw conclusions; return False if it cannot be used.

    Both nodes must lack a link. They must be of two paths, since a path is no ring, and these not
    of two flows. By the strict rule the paths must not be neighbours elsewhere (`would_touch`).
    """
    u, v = field.ends[link, 0], field.ends[link, 1]
    if state.need[u] == 0 or state.need[v] == 0:
        return False
    a, b = root(state, u), root(state, v)
    if a == b:
        return False
    if state.size[a] > state.size[b]:
        u, v, a, b = v, u, b, a
    f, g = state.flow[a], state.flow[b]
    if f != FREE and g != FREE and f != g:
        return False
    if field.strict and would_touch(field, state, link, u, v):
        return False
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
    state.parent[a] = b
    state.size[b] += state.size[a]
    if g == FREE:
        state.flow[b] = f
    state.far[p], state.far[q] = q, p
    state.counted[DONE] += 1
    if not (by_degree(field, state, u) and by_degree(field, state, v)):
        return False
    if field.strict:
        if not no_square(field, state, link):
            return False
    elif state.size[b] > 2 and not no_ring(field, state, p, q):
        return False
    if (f == FREE) == (g == FREE):
        return True
    before, x = (v, u) if f == FREE else (u, v)  # through all nodes whose flow is known only now
    while x >= 0:
        if not by_flow(field, state, x):
            return False
        before, x = x, onward(field, state, x, before)
    return True


@compiled
def left(field, state, link):
    """Leave a link unused, and draw conclusions; return False if it cannot be left.

    Each of its nodes must have enough others. By the strict rule its nodes must not be of one flow:
    they are neighbours, and would not be consecutive on it.
    """
    u, v = field.ends[link, 0], field.ends[link, 1]
    if state.free[u] == state.need[u] or state.free[v] == state.need[v]:
        return False
    if field.strict:
        a, b = root(state, u), root(state, v)
        if a == b or (state.flow[a] != FREE and state.flow[a] == state.flow[b]):
            return False
    state.free[u] -= 1
    state.free[v] -= 1
    state.counted[DONE] += 1
    return by_degree(field, state, u) and by_degree(field, state, v)


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
                a = state.undo[place, 1]
                b = state.parent[a]
                state.parent[a] = a
                state.size[b] -= state.size[a]
                state.flow[b] = state.undo[place, 4]
        state.value[link] = UNKNOWN
    state.counted[NOTICED] = min(state.counted[NOTICED], length)


@compiled
def begin(field, state):
    """Draw conclusions from endpoints and border alone; return False on a contradiction."""
    for x in range(field.degree.size):
        if not by_degree(field, state, x):
            return False
        if state.flow[x] != FREE and not by_flow(field, state, x):
            return False
    return settle(field, state)


@compiled
def impossible(field, state, link, value):
    """Tell whether it comes to a contradiction if a link is used, or is not."""
    length = state.counted[LENGTH]
    say(state, link, value)
    fine = settle(field, state)
    take_back(field, state, length)
    return not fine


@compiled
def notice(field, state):
    """Have the nodes tried near which links have become known since this was called last."""
    while state.counted[NOTICED] < state.counted[LENGTH]:
        link = state.trail[state.counted[NOTICED]]
        state.counted[NOTICED] += 1
        for end in range(2):
            x = field.ends[link, end]
            state.due[x] = 1
            for d in range(4):
                if field.beside[x, d] >= 0:
                    state.due[field.beside[x, d]] = 1


@compiled
def try_ends(field, state, most):
    """Use the links at ends of paths on trial, until that leads to no contradiction any more.

    What does is not so: the link is not used in any solution. Return False if it has to be all the
    same. An end is tried again when something near it has become known. Nothing is tried after
    `most` steps.
    """
    again = True
    while again:
        again = False
        notice(field, state)
        for x in range(field.degree.size):
            if state.due[x] == 0 or state.counted[MADE] > most:
                continue
            state.due[x] = 0
            for d in range(4):
                link = field.link[x, d]
                if state.need[x] != 1 or link < 0 or state.value[link] != UNKNOWN:
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

    It is at an end of a path with few ways to go, of a known flow rather than not, where
    contradictions came up lately.
    """
    best, most = -1, -1.0
    for x in range(field.degree.size):
        if state.need[x] == 0:
            continue
        worth = state.blame[x]
        if state.need[x] == 1:
            worth += 4.0 - state.free[x]
            if state.flow[root(state, x)] != FREE:
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
def decide(field, state, found, flow, most):
    """Do all of it: conclusions, trials at ends, guesses; return what `search` does.

    What is known in the end is known without guesses.

    Parameters
    ----------
    found : array of int, shape (solutions, links)
        Gets the values of the links in each solution.
    flow : array of int, shape (nodes,)
        Is set to the flow of each node, where it is known.
    most : int
        For `try_ends` and `search`.
    """
    end = DECIDED
    if begin(field, state) and try_ends(field, state, most):
        end = search(field, state, found, most)
        if state.counted[DEPTH] > 0:
            take_back(field, state, state.guess[0, 0])
    for x in range(flow.size):
        flow[x] = state.flow[root(state, x)]
    return end
