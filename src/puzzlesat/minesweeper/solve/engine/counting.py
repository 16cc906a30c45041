"""How probable mines are, counted in arrays by compiled code.

The method is that of `solve.counting`: groups of fields of which the same numbers speak, taken one
after the other, where partial placements that leave the same sums open are taken together. Here the
numbers of placements are floating-point numbers, and the second pass starts with the ways in which
all else can be, so that it needs one number, and no polynomial, for each partial placement and its
number of mines.

Numbers of placements are sums of products of whole numbers that are not negative. So what is
exactly 0 here is 0: a field is certain where the ways for it, or against it, are exactly 0. That
holds as long as nothing is too small or too large for a floating-point number, which boards of up
to `board.sample.LARGEST` fields cannot make it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.compile import compiler

BITS = 3
"""Bits for the mines that an open constraint has been given, 0..7: one that wants all 8 of 8
fields is never open."""

SLOTS = 21
"""Constraints that can be open at a time: so many fit into 64 bits."""

STATES, STEPS, NUMBERS = 1 << 17, 1 << 18, 1 << 20
"""Room for partial placements, for steps between them, and for their numbers. What needs more is
not counted."""

TABLE = 1 << 15
"""Room for finding partial placements again."""

FEW = 10.0
"""The logarithm of how many partial placements at a time are not worth another order of groups."""

STARTS = 8
"""From how many first groups orders are tried otherwise."""

compiled = compiler()

CHOOSE = np.array([[float(_n == 0) for _n in range(10)] for _ in range(10)])
for _size in range(1, 10):
    for _n in range(1, 10):
        CHOOSE[_size, _n] = CHOOSE[_size - 1, _n - 1] + CHOOSE[_size - 1, _n]
"""Binomial coefficients."""

LOGS = np.log2(np.maximum(np.arange(16), 1))


class Net(NamedTuple):
    """A network in arrays, and what is counted of it.

    Constraints c have their field, the mines that they `need` among as many unknown fields as they
    have `room`, and their groups; groups g have their size, their constraints and their component.
    A component's groups stand in `order[first[i]:first[i + 1]]`. Partial placements have their key,
    the least of their numbers of mines, how many such numbers there are, and where the counts of
    each begin; steps lead from a source to a target, taking some mines.
    """

    size: NDArray[np.int64]
    """How many constraints, groups, components, fields of constraints, partial placements, steps,
    numbers; stamp."""
    field: NDArray[np.int64]
    need: NDArray[np.int64]
    room: NDArray[np.int64]
    c_groups: NDArray[np.int64]
    c_degree: NDArray[np.int64]
    c_index: NDArray[np.int64]
    slot: NDArray[np.int64]
    given: NDArray[np.int64]
    fields: NDArray[np.int64]
    group_of: NDArray[np.int64]
    g_size: NDArray[np.int64]
    g_cons: NDArray[np.int64]
    g_degree: NDArray[np.int64]
    g_component: NDArray[np.int64]
    g_taken: NDArray[np.int64]
    order: NDArray[np.int64]
    trial: NDArray[np.int64]
    first: NDArray[np.int64]
    layer: NDArray[np.int64]
    step: NDArray[np.int64]
    key: NDArray[np.int64]
    least: NDArray[np.int64]
    length: NDArray[np.int64]
    place: NDArray[np.int64]
    source: NDArray[np.int64]
    taken: NDArray[np.int64]
    target: NDArray[np.int64]
    forward: NDArray[np.float64]
    backward: NDArray[np.float64]
    table: NDArray[np.int64]
    stamp: NDArray[np.int64]
    models: NDArray[np.int64]
    """For each component its last partial placement, whose numbers are the component's models."""
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    least_mines: NDArray[np.int64]
    """The least number of mines on all components."""
    common: NDArray[np.int64]
    """The r of the C(b, r) that all numbers of placements are over, b the free fields."""
    weight: NDArray[np.float64]
    mine: NDArray[np.float64]
    """For each group the ways in which one of its fields is a mine; at -1 for a free field."""
    clear: NDArray[np.float64]
    """The ways in which it is none."""


def new_net(fields: int) -> Net:
    """Return room for the network of a board of so many fields."""
    whole = np.int64

    def numbers(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, whole)

    states, steps, coefficients = STATES, STEPS, NUMBERS
    return Net(
        size=numbers(8),
        field=numbers(fields),
        need=numbers(fields),
        room=numbers(fields),
        c_groups=numbers(fields, 8),
        c_degree=numbers(fields),
        c_index=np.full(fields, -1, whole),
        slot=numbers(fields),
        given=numbers(fields),
        fields=numbers(fields),
        group_of=np.full(fields, -1, whole),
        g_size=numbers(fields + 1),
        g_cons=numbers(fields + 1, 8),
        g_degree=numbers(fields + 1),
        g_component=numbers(fields + 1),
        g_taken=numbers(fields + 1),
        order=numbers(fields + 1),
        trial=numbers(fields + 1),
        first=numbers(fields + 2),
        layer=numbers(2 * fields + 4),
        step=numbers(2 * fields + 4),
        key=numbers(states),
        least=numbers(states),
        length=numbers(states),
        place=numbers(states),
        source=numbers(steps),
        taken=numbers(steps),
        target=numbers(steps),
        forward=np.zeros(coefficients),
        backward=np.zeros(coefficients),
        table=numbers(TABLE),
        stamp=numbers(TABLE),
        models=numbers(fields + 1),
        before=np.zeros((fields + 2, fields + 2)),
        after=np.zeros((fields + 2, fields + 2)),
        least_mines=numbers(1),
        common=numbers(1),
        weight=np.zeros(fields + 2),
        mine=np.zeros(fields + 2),
        clear=np.zeros(fields + 2),
    )


@compiled
def group_of_constraints(net, groups, constraints, low, degree):
    """Return the group of which just these constraints speak, which is the next if there is none.

    They stand in rising order from `low` on, as many as `degree`.
    """
    first = constraints[low]
    for k in range(net.c_degree[first]):
        g = net.c_groups[first, k]
        if net.g_degree[g] == degree:
            same = True
            for j in range(degree):
                if net.g_cons[g, j] != constraints[low + j]:
                    same = False
                    break
            if same:
                return g
    net.g_size[groups] = 0
    net.g_degree[groups] = degree
    for j in range(degree):
        c = constraints[low + j]
        net.g_cons[groups, j] = c
        net.c_groups[c, net.c_degree[c]] = groups
        net.c_degree[c] += 1
    return groups


@compiled
def build(net, around, unknown, fields, count, content, mined):
    """Make the network of some uncovered fields: their constraints, and groups of unknown fields.

    `around` has the fields around each field, filled up with -1; `unknown` says which fields may be
    mines or not; `mined` how many mines around a field are known.
    """
    clear(net)
    for c in range(count):
        f = fields[c]
        net.field[c] = f
        net.need[c] = content[f] - mined[f]
        net.room[c] = 0
        net.c_degree[c] = 0
        net.c_index[f] = c
    groups = 0
    members = 0
    speaking = np.empty(8, np.int64)
    for c in range(count):
        for i in range(8):
            x = around[net.field[c], i]
            if x < 0:
                break
            if not unknown[x] or net.group_of[x] >= 0:
                continue
            degree = 0
            for j in range(8):
                y = around[x, j]
                if y < 0:
                    break
                if net.c_index[y] >= 0:
                    speaking[degree] = net.c_index[y]
                    degree += 1
            found = group_of_constraints(net, groups, speaking, 0, degree)
            groups = max(groups, found + 1)
            net.group_of[x] = found
            net.g_size[found] += 1
            net.fields[members] = x
            members += 1
            for j in range(degree):
                net.room[speaking[j]] += 1
    net.size[0] = count
    net.size[1] = groups
    net.size[3] = members


@compiled
def clear(net):
    """Forget the network that was built last."""
    for i in range(net.size[3]):
        net.group_of[net.fields[i]] = -1
    for c in range(net.size[0]):
        net.c_index[net.field[c]] = -1
    net.size[:7] = 0


@compiled
def part(net):
    """Find the components: groups that constraints join."""
    groups = net.size[1]
    net.g_component[:groups] = -1
    done = 0
    components = 0
    net.first[0] = 0
    for start in range(groups):
        if net.g_component[start] >= 0:
            continue
        net.g_component[start] = components
        net.order[done] = start
        i = done
        done += 1
        while i < done:
            g = net.order[i]
            i += 1
            for j in range(net.g_degree[g]):
                c = net.g_cons[g, j]
                for k in range(net.c_degree[c]):
                    h = net.c_groups[c, k]
                    if net.g_component[h] < 0:
                        net.g_component[h] = components
                        net.order[done] = h
                        done += 1
        components += 1
        net.first[components] = done
    net.size[2] = components


@compiled
def log_numbers(need, room, given):
    """Return the logarithm of how many mines the first fields of a constraint can have."""
    most = min(need, given)
    fewest = max(need - (room - given), 0)
    return LOGS[max(most - fewest + 1, 1)]


@compiled
def greedy(net, low, high, start):
    """Put the groups of a component into `trial`, a group after the other that leaves little open.

    Returns the logarithm of the most partial placements that there can be at a time.
    """
    for i in range(low, high):
        g = net.order[i]
        net.g_taken[g] = 0
        for j in range(net.g_degree[g]):
            net.given[net.g_cons[g, j]] = 0
    bits = 0.0
    most = 0.0
    near = low  # trial[low:done] is taken, near groups wait in trial[done:end]
    end = low + 1
    net.trial[low] = net.order[start]
    net.g_taken[net.order[start]] = 1
    while near < end:
        best = near
        least = np.inf
        for i in range(near, end):
            g = net.trial[i]
            growth = 0.0
            for j in range(net.g_degree[g]):
                c = net.g_cons[g, j]
                given = net.given[c]
                growth += log_numbers(net.need[c], net.room[c], given + net.g_size[g])
                growth -= log_numbers(net.need[c], net.room[c], given)
            if growth < least - 1e-9 or (growth < least + 1e-9 and g < net.trial[best]):
                best, least = i, growth
        g = net.trial[best]
        net.trial[best] = net.trial[near]
        net.trial[near] = g
        near += 1
        for j in range(net.g_degree[g]):
            c = net.g_cons[g, j]
            if net.given[c] == 0:
                for k in range(net.c_degree[c]):
                    h = net.c_groups[c, k]
                    if net.g_taken[h] == 0:
                        net.g_taken[h] = 1
                        net.trial[end] = h
                        end += 1
            net.given[c] += net.g_size[g]
        bits += least
        most = max(most, bits)
    return most


@compiled
def arrange(net, starts=STARTS):
    """Put the groups of each component into an order in which they are taken.

    A component that is wide has some tried, from so many first groups.
    """
    for i in range(net.size[2]):
        low, high = net.first[i], net.first[i + 1]
        best = greedy(net, low, high, low)
        chosen = low
        if best > FEW:
            stride = max((high - low) // starts, 1)
            for start in range(low + stride, high, stride):
                bits = greedy(net, low, high, start)
                if bits < best - 1e-9:
                    best, chosen = bits, start
            greedy(net, low, high, chosen)
        for j in range(low, high):  # a slice would be copied, which takes memory of Numba's
            net.order[j] = net.trial[j]


@compiled
def count_forward(net, i):
    """Count the partial placements of a component; return whether there was room for all."""
    low, high = net.first[i], net.first[i + 1]
    states, steps, numbers = net.size[4], net.size[5], net.size[6]
    for j in range(low, high):
        g = net.order[j]
        for k in range(net.g_degree[g]):
            c = net.g_cons[g, k]
            net.given[c] = 0
    free = (np.int64(1) << SLOTS) - 1
    if states + 1 >= len(net.key) or numbers + 1 >= len(net.forward):
        return False
    base = low + i  # one layer more than groups
    net.layer[base] = states
    net.key[states] = 0
    net.least[states] = 0
    net.length[states] = 1
    net.place[states] = numbers
    net.forward[numbers] = 1.0
    states += 1
    numbers += 1
    from_slot = np.empty(8, np.int64)
    wanted = np.empty(8, np.int64)
    later = np.empty(8, np.int64)
    for j in range(low, high):
        g = net.order[j]
        size = net.g_size[g]
        degree = net.g_degree[g]
        each = np.int64(0)
        closing = np.int64(0)
        closed = np.int64(0)
        for k in range(degree):
            c = net.g_cons[g, k]
            if net.given[c] == 0:
                if free == 0:
                    return False
                slot = 0
                while not free >> slot & 1:
                    slot += 1
                free ^= np.int64(1) << slot
                net.slot[c] = BITS * slot
            net.given[c] += size
            shift = net.slot[c]
            from_slot[k] = shift
            wanted[k] = net.need[c]
            later[k] = net.room[c] - net.given[c]
            each += np.int64(1) << shift
            if later[k] == 0:
                closing += net.need[c] << shift
                closed |= np.int64(1) << (shift // BITS)
        free |= closed
        begin, end = net.layer[base + j - low], states
        net.step[base + j - low] = steps
        mask = 64
        while mask < 4 * (end - begin):
            mask *= 2
        mask = min(mask, TABLE) - 1
        net.size[7] += 1
        stamp = net.size[7]
        layer = states
        net.layer[base + j - low + 1] = layer
        for s in range(begin, end):
            key = net.key[s]
            fewest, most = np.int64(0), size
            for k in range(degree):
                missing = wanted[k] - (key >> from_slot[k] & 7)
                most = min(most, missing)
                fewest = max(fewest, missing - later[k])
            for n in range(fewest, most + 1):
                new = key + n * each - closing
                h = (new * np.int64(-7046029254386353131)) >> 20 & mask
                found = -1
                while net.stamp[h] == stamp:
                    if net.key[net.table[h]] == new:
                        found = net.table[h]
                        break
                    h = h + 1 & mask
                if found < 0:
                    if states - layer >= mask // 2 and mask + 1 < TABLE:
                        # Make the table larger: enter all of the layer's anew.
                        mask = min(4 * (mask + 1), TABLE) - 1
                        net.size[7] += 1
                        stamp = net.size[7]
                        for t in range(layer, states):
                            h = (net.key[t] * np.int64(-7046029254386353131)) >> 20 & mask
                            while net.stamp[h] == stamp:
                                h = h + 1 & mask
                            net.stamp[h] = stamp
                            net.table[h] = t
                        h = (new * np.int64(-7046029254386353131)) >> 20 & mask
                        while net.stamp[h] == stamp:
                            h = h + 1 & mask
                    if states + 1 >= len(net.key) or states - layer >= TABLE - 2:
                        return False
                    found = states
                    net.stamp[h] = stamp
                    net.table[h] = found
                    net.key[found] = new
                    net.least[found] = net.least[s] + n
                    net.length[found] = net.length[s]
                    states += 1
                else:
                    top = max(
                        net.least[found] + net.length[found], net.least[s] + net.length[s] + n
                    )
                    net.least[found] = min(net.least[found], net.least[s] + n)
                    net.length[found] = top - net.least[found]
                if steps + 1 >= len(net.source):
                    return False
                net.source[steps] = s
                net.taken[steps] = n
                net.target[steps] = found
                steps += 1
        if states == layer:
            return False
        for s in range(layer, states):
            net.place[s] = numbers
            numbers += net.length[s]
            if numbers + 1 >= len(net.forward):
                return False
        net.forward[net.place[layer] : numbers] = 0.0
        for t in range(net.step[base + j - low], steps):
            s, d, n = net.source[t], net.target[t], net.taken[t]
            to = net.place[d] + net.least[s] + n - net.least[d]
            ways = CHOOSE[size, n]
            for m in range(net.length[s]):
                net.forward[to + m] += ways * net.forward[net.place[s] + m]
    net.step[base + high - low] = steps
    net.layer[base + high - low + 1] = states
    net.models[i] = states - 1
    net.size[4], net.size[5], net.size[6] = states, steps, numbers
    return True


@compiled
def count_backward(net, i):
    """Count in how many ways partial placements can be completed, and where mines are.

    `weight` has in how many ways all outside the component can be, by its number of mines above the
    least one.
    """
    low, high = net.first[i], net.first[i + 1]
    base = low + i
    last = net.models[i]
    for m in range(net.length[last]):
        net.backward[net.place[last] + m] = net.weight[m]
    for j in range(high - 1, low - 1, -1):
        g = net.order[j]
        size = net.g_size[g]
        at = base + j - low
        begin, end = net.layer[at], net.layer[at + 1]
        net.backward[net.place[begin] : net.place[end - 1] + net.length[end - 1]] = 0.0
        mine = 0.0
        clear = 0.0
        for t in range(net.step[at], net.step[at + 1]):
            s, d, n = net.source[t], net.target[t], net.taken[t]
            at_d = net.place[d] + net.least[s] + n - net.least[d]
            at_s = net.place[s]
            ways = CHOOSE[size, n]
            both = 0.0
            for m in range(net.length[s]):
                back = net.backward[at_d + m]
                net.backward[at_s + m] += ways * back
                both += net.forward[at_s + m] * back
            if n > 0:
                mine += CHOOSE[size - 1, n - 1] * both
            if n < size:
                clear += CHOOSE[size - 1, n] * both
        net.mine[g] = mine
        net.clear[g] = clear


@compiled
def outside(free, rest, count, result):
    """Set result[m] to C(free, rest - m) over one of them that is not 0.

    Returns the r of that one, or -1 where all are 0.
    """
    for m in range(count):
        result[m] = 0.0
    first = max(rest - free, 0)  # fewest mines that the components can have
    last = min(rest, count - 1)
    if first > last:
        return -1
    middle = min(max(count // 2, first), last)
    result[middle] = 1.0
    for m in range(middle + 1, last + 1):
        r = rest - m + 1  # C(b, r - 1) = C(b, r) r / (b - r + 1)
        result[m] = result[m - 1] * r / (free - r + 1)
    for m in range(middle - 1, first - 1, -1):
        r = rest - m - 1  # C(b, r + 1) = C(b, r) (b - r) / (r + 1)
        result[m] = result[m + 1] * (free - r) / (r + 1)
    return rest - middle


@compiled
def count_all(net, free, rest):
    """Count everything: return the number of placements that fit, over a common factor.

    `free` fields are in no constraint, and `rest` mines are left for all unknown fields. Afterwards
    `mine` and `clear` tell of each group, and at index -1 of a free field, in how many placements a
    field is a mine, and in how many it is none. Returns -1 where there is no room.
    """
    length = all_forward(net)
    if length < 0:
        return -1.0
    components = net.size[2]
    least = net.least_mines[0]
    r = outside(free, rest - least, length, net.after[components])
    if r < 0:
        return 0.0
    net.common[0] = r
    models = all_backward(net, length)
    mine = 0.0
    clear = 0.0
    if free > 0 and models > 0.0:
        for m in range(length):
            # Of C(b, r) placements on the free fields r / b have a mine on a given one.
            left = rest - least - m
            if 0 <= left <= free:
                both = net.before[components, m] * net.after[components, m]
                mine += both * left / free
                clear += both * (free - left) / free
    net.mine[-1] = mine
    net.clear[-1] = clear
    return models


@compiled
def all_forward(net):
    """Count the placements on each component; return how many numbers of mines they can have.

    The least of these is kept. Returns -1 where there is no room.
    """
    least = 0
    length = 1
    for i in range(net.size[2]):
        if not count_forward(net, i):
            return -1
        last = net.models[i]
        least += net.least[last]
        length += net.length[last] - 1
    net.least_mines[0] = least
    return length


@compiled
def all_backward(net, length):
    """Count how placements on components can be completed; return the number of all placements.

    The last of `after` has in how many ways all outside the components can be, by their mines
    above the least number. The others are filled: after[i][m] has the ways of components i, i + 1,
    … and of what is outside, where the components before have m mines above their least number.
    """
    components = net.size[2]
    for i in range(components - 1, -1, -1):
        last = net.models[i]
        place, size = net.place[last], net.length[last]
        length -= size - 1
        for m in range(length):
            total = 0.0
            for k in range(size):
                total += net.forward[place + k] * net.after[i + 1, m + k]
            net.after[i, m] = total
    models = net.after[0, 0]
    if models == 0.0:
        return 0.0
    length = 1
    net.before[0, 0] = 1.0
    for i in range(components):
        last = net.models[i]
        place, size = net.place[last], net.length[last]
        for m in range(size):
            total = 0.0
            for k in range(length):
                total += net.before[i, k] * net.after[i + 1, m + k]
            net.weight[m] = total
        count_backward(net, i)
        for m in range(length + size - 1):
            net.before[i + 1, m] = 0.0
        for k in range(length):
            for m in range(size):
                net.before[i + 1, k + m] += net.before[i, k] * net.forward[place + m]
        length += size - 1
    return models
