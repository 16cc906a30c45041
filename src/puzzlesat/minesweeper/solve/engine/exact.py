"""Consistency and exact counting in compiled code, on the arrays of `solve.arrays`.

`consistency.propagate` and `counting.count` say what is found, and how. Numbers of placements are
kept in words of 64 bits, whose sums and products are right but for a multiple of 2^64: so a number
below 2^63 is exact, whatever happened on the way. A floating-point number tells how many placements
on a component there are; where these are too many, everything is counted anew for some primes,
which leave the numbers divided by each of them.
"""

import numpy as np

from puzzlesat.minesweeper.solve.arrays import (
    BACKWARD,
    BUDGET,
    COMPONENT,
    COMPONENTS,
    CONSTRAINTS,
    COUNTED,
    DECIDED,
    DONE,
    EXPAND,
    FORWARD,
    FREE,
    FREE_VALUE,
    GROUP,
    GROUPS,
    HEAD,
    INDEX,
    LARGE,
    LAYER,
    MASK,
    MINED,
    MINES,
    MODULUS,
    NEEDED_OUT,
    NONE,
    NUMBERS,
    NUMBERS_FULL,
    OUT,
    PAIRS,
    PAUSE,
    PLACE,
    PORTION,
    SCOPE,
    SOURCE,
    STAGE,
    STAMP,
    START,
    STATES,
    STATES_FULL,
    STEPS,
    STEPS_FULL,
    TOO_MANY,
    TOTAL,
    VARIABLES,
    WAITING,
    WIDEST,
    WIDEST_BACK,
    WORDS,
)
from puzzlesat.minesweeper.solve.engine.counting import (
    BITS,
    CHOOSE,
    SLOTS,
    arrange,
    compiled,
    group_of_constraints,
    part,
)

STARTS = 40
"""From how many first groups orders are tried for wide components."""

WAYS = CHOOSE.astype(np.int64)

ROWS = 64
"""Rows of products of numbers below 2^28 that can be added up in a word."""


@compiled
def run(net):
    """Do what is next, and tell what came of it."""
    net.size[BUDGET] = net.size[PORTION]
    if net.size[STAGE] == INDEX:
        most = index(net)
        if most > SCOPE and net.size[COUNTED]:
            return TOO_MANY
        if not propagate(net):
            return NONE
        net.size[STAGE] = GROUP
        if not net.size[COUNTED]:
            return DONE
    if net.size[STAGE] == GROUP:
        group(net)
        part(net)
        arrange(net, STARTS)
        net.size[COMPONENT] = 0
        net.size[OUT] = 0
        net.size[MODULUS] = 0
        net.size[STAGE] = START
    while net.size[COMPONENT] < net.size[COMPONENTS]:
        status = DONE
        stage = net.size[STAGE]
        if stage == START:
            start(net)
        elif stage == EXPAND:
            status = expand(net)
        elif stage == PLACE:
            status = place(net)
        elif stage == FORWARD:
            status = add_forward(net)
        else:
            status = add_backward(net)
        if status != DONE:
            return status
    return DONE


@compiled
def index(net):
    """List the constraints of each variable, and have all looked at.

    Returns the most fields of a constraint, or constraints of a field.
    """
    most = np.int64(0)
    constraints, variables = net.size[CONSTRAINTS], net.size[VARIABLES]
    net.begins[: variables + 1] = 0
    for e in range(net.ends[constraints]):
        net.begins[net.scope[e] + 1] += 1
    for v in range(variables):
        most = max(most, net.begins[v + 1])
        net.begins[v + 1] += net.begins[v]
        net.mark[v] = net.begins[v]
        net.value[v] = -1
    for c in range(constraints):
        net.room[c] = net.ends[c + 1] - net.ends[c]
        most = max(most, net.room[c])
        net.queue[c] = c
        net.waiting[c] = 1
        net.seen[c] = 0
        for e in range(net.ends[c], net.ends[c + 1]):
            v = net.scope[e]
            net.holding[net.mark[v]] = c
            net.mark[v] += 1
    net.mark[:variables] = 0
    net.size[HEAD] = 0
    net.size[WAITING] = constraints
    net.size[DECIDED] = 0
    net.size[MINED] = 0
    net.size[FREE_VALUE] = -1
    return most


@compiled
def decide(net, v, value):
    """Give a variable its value, and have its constraints looked at."""
    net.value[v] = value
    net.size[DECIDED] += 1
    net.size[MINED] += value
    constraints = net.size[CONSTRAINTS]
    for h in range(net.begins[v], net.begins[v + 1]):
        c = net.holding[h]
        net.room[c] -= 1
        net.need[c] -= value
        if not net.waiting[c]:
            net.waiting[c] = 1
            net.queue[(net.size[HEAD] + net.size[WAITING]) % constraints] = c
            net.size[WAITING] += 1


@compiled
def bound(net, row, count, least, most):
    """Decide variables that hold no mine at all or nothing else; return False if nothing fits."""
    if least > most:
        return False
    if count > 0 and (most == 0 or least == count):
        for k in range(count):
            decide(net, net.part[row, k], np.int64(most > 0))
    return True


@compiled
def revise_one(net, c):
    """Make a constraint consistent; return False if it cannot be."""
    need, room = net.need[c], net.room[c]
    if not 0 <= need <= room:
        return False
    if room > 0 and (need == 0 or need == room):
        for e in range(net.ends[c], net.ends[c + 1]):
            v = net.scope[e]
            if net.value[v] < 0:
                decide(net, v, np.int64(need > 0))
    return True


@compiled
def revise_pair(net, c, d):
    """Make two constraints consistent together; return False if they cannot be."""
    net.size[STAMP] += 1
    stamp = net.size[STAMP]
    for e in range(net.ends[c], net.ends[c + 1]):
        net.mark[net.scope[e]] = stamp
    in_c, in_d, shared = 0, 0, 0
    for e in range(net.ends[d], net.ends[d + 1]):
        v = net.scope[e]
        if net.value[v] < 0:
            if net.mark[v] == stamp:
                net.part[2, shared] = v
                net.mark[v] = 0
                shared += 1
            else:
                net.part[1, in_d] = v
                in_d += 1
    if shared == 0:
        return True
    for e in range(net.ends[c], net.ends[c + 1]):
        v = net.scope[e]
        if net.value[v] < 0 and net.mark[v] == stamp:
            net.part[0, in_c] = v
            in_c += 1
    A, B = net.need[c], net.need[d]
    least = max(0, A - in_c, B - in_d)
    most = min(shared, A, B)
    return (
        bound(net, 2, shared, least, most)
        and bound(net, 0, in_c, A - most, A - least)
        and bound(net, 1, in_d, B - most, B - least)
    )


@compiled
def decide_outside(net, stamp, value):
    """Decide all that is open and not marked."""
    for v in range(net.size[VARIABLES]):
        if net.value[v] < 0 and net.mark[v] != stamp:
            decide(net, v, value)
    if net.size[FREE_VALUE] < 0:
        net.size[FREE_VALUE] = value
        net.size[DECIDED] += net.size[FREE]
        net.size[MINED] += value * net.size[FREE]


@compiled
def revise_all(net):
    """Look at the number of all mines; return False if nothing fits."""
    left = net.size[VARIABLES] + net.size[FREE] - net.size[DECIDED]
    mines = net.size[MINES] - net.size[MINED]
    if not 0 <= mines <= left:
        return False
    net.size[STAMP] += 1
    if left > 0 and (mines == 0 or mines == left):
        decide_outside(net, net.size[STAMP], np.int64(mines > 0))
        return True
    if not net.size[PAIRS]:
        return True
    for c in range(net.size[CONSTRAINTS]):
        rest, outside = left - net.room[c], mines - net.need[c]
        if not 0 <= outside <= rest:
            return False
        if rest > 0 and (outside == 0 or outside == rest):
            net.size[STAMP] += 1
            for e in range(net.ends[c], net.ends[c + 1]):
                net.mark[net.scope[e]] = net.size[STAMP]
            decide_outside(net, net.size[STAMP], np.int64(outside > 0))
            return True
    return True


@compiled
def propagate(net):
    """Decide what consistency decides; return False if nothing fits."""
    while True:
        while net.size[WAITING] > 0:
            c = net.queue[net.size[HEAD]]
            net.size[HEAD] = (net.size[HEAD] + 1) % net.size[CONSTRAINTS]
            net.size[WAITING] -= 1
            net.waiting[c] = 0
            if not revise_one(net, c):
                return False
            if not net.size[PAIRS]:
                continue
            net.size[STAMP] += 1
            net.seen[c] = net.size[STAMP]
            seen = net.size[STAMP]
            for e in range(net.ends[c], net.ends[c + 1]):
                v = net.scope[e]
                for h in range(net.begins[v], net.begins[v + 1]):
                    if net.value[v] >= 0:
                        break
                    d = net.holding[h]
                    if net.seen[d] != seen:
                        net.seen[d] = seen
                        if not revise_pair(net, c, d):
                            return False
        before = net.size[DECIDED]
        if net.size[TOTAL] and not revise_all(net):
            return False
        if net.size[DECIDED] == before:
            return True


@compiled
def group(net):
    """Put variables of which the same constraints speak into groups."""
    net.c_degree[: net.size[CONSTRAINTS]] = 0
    groups = 0
    for v in range(net.size[VARIABLES]):
        if net.value[v] >= 0:
            continue
        low = net.begins[v]
        degree = net.begins[v + 1] - low
        found = group_of_constraints(net, groups, net.holding, low, degree)
        groups = max(groups, found + 1)
        net.group_of[v] = found
        net.g_size[found] += 1
    net.size[GROUPS] = groups


@compiled
def start(net):
    """Give each constraint of a component a slot in the keys, and begin with no group taken."""
    i = net.size[COMPONENT]
    low, high = net.first[i], net.first[i + 1]
    slots = 0
    for j in range(low, high):
        g = net.order[j]
        for k in range(net.g_degree[g]):
            net.given[net.g_cons[g, k]] = 0
    # `waiting` has been used up: here it tells which slots are taken.
    for j in range(low, high):
        g = net.order[j]
        for k in range(net.g_degree[g]):
            c = net.g_cons[g, k]
            if net.given[c] == 0:
                slot = 0
                while slot < slots and net.waiting[slot]:
                    slot += 1
                slots = max(slots, slot + 1)
                net.waiting[slot] = 1
                net.slot[c] = slot
            net.given[c] += net.g_size[g]
        for k in range(net.g_degree[g]):
            c = net.g_cons[g, k]
            if net.given[c] == net.room[c]:
                net.waiting[net.slot[c]] = 0
    for j in range(low, high):
        g = net.order[j]
        for k in range(net.g_degree[g]):
            net.given[net.g_cons[g, k]] = 0
    words = (slots + SLOTS - 1) // SLOTS
    net.size[WORDS] = words
    net.key[:words] = 0
    net.total[0] = 1.0
    net.least[0] = 0
    net.length[0] = 1
    net.layer[0] = 0
    net.layer[1] = 1
    net.step[0] = 0
    net.size[STATES] = 1
    net.size[STEPS] = 0
    net.size[LAYER] = 0
    net.size[SOURCE] = -1
    net.size[STAGE] = EXPAND


@compiled
def hashed(net, at):
    """Return where the search for a key in the table begins."""
    h = np.int64(0)
    for w in range(net.size[WORDS]):
        h = (h ^ net.key[at + w]) * np.int64(-7046029254386353131)
        h ^= (h >> 29) & 0x7FFFFFFFF
    return h & net.size[MASK]


@compiled
def rehash(net, begin):
    """Enter the layer that begins there into a table of its size."""
    mask = 64
    while mask < 4 * (net.size[STATES] - begin + 2 * SCOPE) and mask < len(net.table):
        mask *= 2
    net.size[MASK] = min(mask, len(net.table)) - 1
    net.size[STAMP] += 1
    for t in range(begin, net.size[STATES]):
        h = hashed(net, t * net.size[WORDS])
        while net.stamp[h] == net.size[STAMP]:
            h = h + 1 & net.size[MASK]
        net.stamp[h] = net.size[STAMP]
        net.table[h] = t


@compiled
def enter(net, g):
    """Prepare the layer of partial placements in which a group has been taken."""
    words = net.size[WORDS]
    net.change[:, :words] = 0
    for k in range(net.g_degree[g]):
        c = net.g_cons[g, k]
        net.given[c] += net.g_size[g]
        word, shift = net.slot[c] // SLOTS, BITS * (net.slot[c] % SLOTS)
        net.local[0, k] = word
        net.local[1, k] = shift
        net.local[2, k] = net.need[c]
        net.local[3, k] = net.room[c] - net.given[c]
        net.change[0, word] += np.int64(1) << shift
        if net.given[c] == net.room[c]:
            net.change[1, word] += net.need[c] << shift
    net.size[MASK] = 0


@compiled
def expand(net):
    """List all partial placements of a component that can be told apart, layer by layer."""
    i = net.size[COMPONENT]
    low, high = net.first[i], net.first[i + 1]
    words = net.size[WORDS]
    while net.size[LAYER] < high - low:
        j = net.size[LAYER]
        g = net.order[low + j]
        begin, end = net.layer[j], net.layer[j + 1]
        if net.size[SOURCE] < 0:
            enter(net, g)
            net.size[SOURCE] = begin
        size, degree = net.g_size[g], net.g_degree[g]
        while net.size[SOURCE] < end:
            s = net.size[SOURCE]
            if net.size[BUDGET] < 0:
                return PAUSE
            if (net.size[STATES] + 2 * SCOPE) * words > len(net.key):
                net.size[MASK] = 0
                return STATES_FULL
            if net.size[STEPS] + 2 * SCOPE > len(net.source):
                return STEPS_FULL
            if 2 * (net.size[STATES] - end + 2 * SCOPE) > net.size[MASK]:
                rehash(net, end)
            fewest, most = np.int64(0), size
            for k in range(degree):
                missing = net.local[2, k] - (
                    net.key[s * words + net.local[0, k]] >> net.local[1, k] & 7
                )
                most = min(most, missing)
                fewest = max(fewest, missing - net.local[3, k])
            for n in range(fewest, most + 1):
                step(net, s, n, WAYS[size, n])
            net.size[BUDGET] -= 8
            net.size[SOURCE] += 1
        if net.size[STATES] == end:
            return NONE
        net.layer[j + 2] = net.size[STATES]
        net.step[j + 1] = net.size[STEPS]
        net.size[LAYER] += 1
        net.size[SOURCE] = -1
    net.size[STAGE] = PLACE
    return DONE


@compiled
def step(net, s, n, ways):
    """Have a partial placement followed by one with n more mines, which may be there already."""
    words, found = net.size[WORDS], net.size[STATES]
    at = found * words
    for w in range(words):
        net.key[at + w] = net.key[s * words + w] + n * net.change[0, w] - net.change[1, w]
    h = hashed(net, at)
    while net.stamp[h] == net.size[STAMP]:
        t = net.table[h]
        same = True
        for w in range(words):
            same = same and net.key[t * words + w] == net.key[at + w]
        if same:
            found = t
            break
        h = h + 1 & net.size[MASK]
    least, top = net.least[s] + n, net.least[s] + n + net.length[s]
    if found == net.size[STATES]:
        net.stamp[h] = net.size[STAMP]
        net.table[h] = found
        net.total[found] = 0.0
        net.size[STATES] += 1
    else:
        top = max(top, net.least[found] + net.length[found])
        least = min(least, net.least[found])
    net.least[found] = least
    net.length[found] = top - least
    net.total[found] += ways * net.total[s]
    at = net.size[STEPS]
    net.source[at] = s
    net.taken[at] = n
    net.target[at] = found
    net.size[STEPS] += 1


@compiled
def place(net):
    """Give all numbers their places; the mines that complete a placement are known from the end."""
    i = net.size[COMPONENT]
    layers = net.first[i + 1] - net.first[i]
    numbers, widest, back_widest = 0, 0, 1
    for j in range(layers + 1):
        before = numbers
        for s in range(net.layer[j], net.layer[j + 1]):
            net.place[s] = numbers
            numbers += net.length[s]
            net.back_length[s] = 0
        widest = max(widest, numbers - before)
    last = net.size[STATES] - 1
    net.back_least[last] = 0
    net.back_length[last] = 1
    net.back_place[last] = 0
    for j in range(layers - 1, -1, -1):
        for t in range(net.step[j], net.step[j + 1]):
            s, d = net.source[t], net.target[t]
            if net.back_length[d] == 0:
                continue
            least = net.back_least[d] + net.taken[t]
            top = least + net.back_length[d]
            if net.back_length[s] > 0:
                top = max(top, net.back_least[s] + net.back_length[s])
                least = min(least, net.back_least[s])
            net.back_least[s] = least
            net.back_length[s] = top - least
        places = 0
        for s in range(net.layer[j], net.layer[j + 1]):
            net.back_place[s] = places
            places += net.back_length[s]
        back_widest = max(back_widest, places)
    out = net.size[OUT] + net.length[last] * (layers + 1)
    net.size[NUMBERS] = numbers
    net.size[WIDEST] = widest
    net.size[WIDEST_BACK] = back_widest
    net.size[NEEDED_OUT] = out
    if (
        numbers > len(net.forward)
        or widest > len(net.mixed)
        or 2 * back_widest > len(net.backward)
        or out > len(net.out)
    ):
        return NUMBERS_FULL
    net.out_at[i] = net.size[OUT]
    net.least_of[i] = net.least[last]
    net.size[LAYER] = 0
    net.size[STAGE] = FORWARD
    return DONE


@compiled
def reduce(net, numbers, low, high):
    """Leave what the modulus leaves of numbers, if there is one."""
    modulus = net.size[MODULUS]
    if modulus > 0:
        for m in range(low, high):
            numbers[m] %= modulus


@compiled
def add_forward(net):
    """Count the partial placements."""
    i = net.size[COMPONENT]
    low, layers = net.first[i], net.first[i + 1] - net.first[i]
    net.forward[0] = 1
    while net.size[LAYER] < layers:
        if net.size[BUDGET] < 0:
            return PAUSE
        j = net.size[LAYER]
        size = net.g_size[net.order[low + j]]
        begin, last = net.place[net.layer[j + 1]], net.layer[j + 2] - 1
        end = net.place[last] + net.length[last]
        net.forward[begin:end] = 0
        for t in range(net.step[j], net.step[j + 1]):
            s, d, n = net.source[t], net.target[t], net.taken[t]
            ways = WAYS[size, n]
            at, to = net.place[s], net.place[d] + net.least[s] + n - net.least[d]
            for m in range(net.length[s]):
                net.forward[to + m] += ways * net.forward[at + m]
            net.size[BUDGET] -= net.length[s]
        reduce(net, net.forward, begin, end)
        net.size[LAYER] += 1
    out = net.size[OUT]
    last = net.size[STATES] - 1
    for m in range(net.length[last]):
        net.out[out + m] = net.forward[net.place[last] + m]
    net.backward[(layers % 2) * net.size[WIDEST_BACK]] = 1
    net.size[STAGE] = BACKWARD
    return DONE


@compiled
def add_backward(net):
    """Count how partial placements can be completed, and how many have a mine in each group."""
    i = net.size[COMPONENT]
    low = net.first[i]
    last = net.size[STATES] - 1
    models, least = net.length[last], net.least[last]
    while net.size[LAYER] > 0:
        if net.size[BUDGET] < 0:
            return PAUSE
        j = net.size[LAYER] - 1
        size = net.g_size[net.order[low + j]]
        here, there = (j % 2) * net.size[WIDEST_BACK], ((j + 1) % 2) * net.size[WIDEST_BACK]
        begin, end = net.layer[j + 1], net.layer[j + 2]
        offset = net.place[begin]
        wide = net.place[end - 1] + net.length[end - 1] - offset
        net.mixed[:wide] = 0
        net.backward[here : here + net.size[WIDEST_BACK]] = 0
        for t in range(net.step[j], net.step[j + 1]):
            s, d, n = net.source[t], net.target[t], net.taken[t]
            if net.back_length[d] == 0:
                continue
            ways = WAYS[size, n]
            at = there + net.back_place[d]
            to = here + net.back_place[s] + net.back_least[d] + n - net.back_least[s]
            for m in range(net.back_length[d]):
                net.backward[to + m] += ways * net.backward[at + m]
            net.size[BUDGET] -= net.back_length[d]
            if n > 0:
                ways = WAYS[size - 1, n - 1]
                at = net.place[s]
                to = net.place[d] - offset + net.least[s] + n - net.least[d]
                for m in range(net.length[s]):
                    net.mixed[to + m] += ways * net.forward[at + m]
                net.size[BUDGET] -= net.length[s]
        reduce(net, net.backward, here, here + net.size[WIDEST_BACK])
        reduce(net, net.mixed, 0, wide)
        out = net.size[OUT] + (j + 1) * models
        net.out[out : out + models] = 0
        for d in range(begin, end):
            multiply(net, d, offset, there, out - least, out, models)
        net.size[LAYER] -= 1
    if net.total[last] >= net.most[0] or net.size[MODULUS] > 0:
        return LARGE
    net.size[OUT] = net.size[NEEDED_OUT]
    net.size[COMPONENT] += 1
    net.size[STAGE] = START
    return DONE


@compiled
def multiply(net, d, offset, there, to, out, models):
    """Add the products of what leads to a partial placement and what completes it."""
    back = net.back_length[d]
    if back == 0:
        return
    to += net.least[d] + net.back_least[d]
    at = there + net.back_place[d]
    for m in range(net.length[d]):
        value = net.mixed[net.place[d] - offset + m]
        if value != 0:
            for k in range(back):
                net.out[to + m + k] += value * net.backward[at + k]
        if m % ROWS == ROWS - 1:
            reduce(net, net.out, out, out + models)
    reduce(net, net.out, out, out + models)
    net.size[BUDGET] -= net.length[d] * back
