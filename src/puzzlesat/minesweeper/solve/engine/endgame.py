"""The best play at the end of a game, where few placements of mines are left.

What is known is the set of the placements that are still possible. A field that is safe in all of
them is uncovered for nothing, and its number leaves some of them. Otherwise a field has to be
chosen; each number that it can show leaves some, and a mine none. The chance to win is the share of
the placements that are won, at best. Fields that are safe in more placements are tried first, and
no field is tried that is safe in fewer than another wins.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.minesweeper.solve.engine.counting import compiled

PLACEMENTS = 4096
"""Room for placements."""

FIELDS = 64
"""Room for unknown fields."""

MEMORY = 1 << 14
"""Room for sets of placements that were looked at."""


class Endgame(NamedTuple):
    """What is known of the end of a game, in arrays."""

    size: NDArray[np.int64]
    """Fields; placements; work left; fields' and placements' stamp."""
    fields: NDArray[np.int64]
    mine: NDArray[np.int8]
    shown: NDArray[np.int8]
    pool: NDArray[np.int64]
    name: NDArray[np.int64]
    histogram: NDArray[np.int64]
    ranked: NDArray[np.int64]
    key: NDArray[np.int64]
    value: NDArray[np.int64]
    choice: NDArray[np.int64]


def new_endgame() -> Endgame:
    """Return room for an end of a game."""
    random = np.random.default_rng(0)
    return Endgame(
        size=np.zeros(8, np.int64),
        fields=np.zeros(FIELDS, np.int64),
        mine=np.zeros((PLACEMENTS, FIELDS), np.int8),
        shown=np.zeros((PLACEMENTS, FIELDS), np.int8),
        pool=np.zeros(PLACEMENTS * (FIELDS + 2), np.int64),
        name=random.integers(np.iinfo(np.int64).max, size=PLACEMENTS),
        histogram=np.zeros((FIELDS + 2, FIELDS, 10), np.int64),
        ranked=np.zeros((FIELDS + 2, FIELDS), np.int64),
        key=np.zeros(MEMORY, np.int64),
        value=np.zeros(MEMORY, np.int64),
        choice=np.zeros(MEMORY, np.int64),
    )


@compiled
def enumerate_placements(end, net, around, unknown, mined, rest, most, steps):
    """List all placements that fit; return whether there was room for them."""
    count = 0
    for i in range(net.first[net.size[2]]):
        g = net.order[i]
        for k in range(net.size[3]):
            if net.group_of[net.fields[k]] == g:
                if count == FIELDS:
                    return False
                end.fields[count] = net.fields[k]
                count += 1
    inside = count
    for f in range(len(unknown)):
        if unknown[f] and net.group_of[f] < 0:
            if count == FIELDS:
                return False
            end.fields[count] = f
            count += 1
    need = net.need.copy()
    room = net.room.copy()
    value = np.full(FIELDS + 1, -1, np.int64)
    place = np.full(len(unknown), -1, np.int64)
    for i in range(count):
        place[end.fields[i]] = i
    found = 0
    d = 0
    left = rest
    while d >= 0:
        if d == count:
            if found == most:
                return False
            for i in range(count):
                end.mine[found, i] = value[i]
            found += 1
            d -= 1
            continue
        steps -= 1
        if steps < 0:
            return False
        g = net.group_of[end.fields[d]]
        degree = 0 if d >= inside else net.g_degree[g]
        if value[d] >= 0:  # take it back
            left += value[d]
            for j in range(degree):
                need[net.g_cons[g, j]] += value[d]
                room[net.g_cons[g, j]] += 1
        value[d] += 1
        if value[d] == 2:
            value[d] = -1
            d -= 1
            continue
        left -= value[d]
        fits = 0 <= left <= count - d - 1
        for j in range(degree):
            c = net.g_cons[g, j]
            need[c] -= value[d]
            room[c] -= 1
            if not 0 <= need[c] <= room[c]:
                fits = False
        if fits:
            d += 1
    for s in range(found):
        for i in range(count):
            if end.mine[s, i]:
                end.shown[s, i] = 9
                continue
            f = end.fields[i]
            number = mined[f]
            for j in range(8):
                x = around[f, j]
                if x < 0:
                    break
                if place[x] >= 0:
                    number += end.mine[s, place[x]]
            end.shown[s, i] = number
    end.size[0] = count
    end.size[1] = found
    return True


@compiled
def best(end, low, high, depth):
    """Return how many of the placements pool[low:high] are won by the best play, -1 if time is up.

    The field to choose is kept with it.
    """
    size = high - low
    if size == 1:
        return np.int64(1)
    name = np.int64(0)
    for i in range(low, high):
        name += end.name[end.pool[i]]
    if name == 0:
        name = 1
    at = (name ^ name >> 29) & (len(end.key) - 1)
    for probe in range(8):
        if end.key[at] == name:
            return end.value[at]
        if end.key[at] == 0:
            break
        at = at + 1 & (len(end.key) - 1)
    fields = end.size[0]
    end.size[2] -= size * fields
    if end.size[2] < 0:
        return np.int64(-1)
    histogram = end.histogram[depth]
    for x in range(fields):
        for k in range(10):
            histogram[x, k] = 0
    for i in range(low, high):
        s = end.pool[i]
        for x in range(fields):
            histogram[x, end.shown[s, x]] += 1
    ranked = end.ranked[depth]
    candidates = 0
    telling = -1
    most = size
    for x in range(fields):
        mines = histogram[x, 9]
        if mines == 0:
            # Certainly safe. What tells most is uncovered.
            largest = 0
            for k in range(9):
                largest = max(largest, histogram[x, k])
            if largest < most:
                telling, most = x, largest
        elif mines < size:
            i = candidates
            while i > 0 and histogram[ranked[i - 1], 9] > mines:
                ranked[i] = ranked[i - 1]
                i -= 1
            ranked[i] = x
            candidates += 1
    value = np.int64(0)
    choice = np.int64(-1)
    if telling >= 0:
        ranked[0] = telling
        candidates = 1
    start = np.zeros(10, np.int64)
    for i in range(candidates):
        x = ranked[i]
        possible = size - histogram[x, 9]
        if possible <= value:
            break
        place = high
        for k in range(9):
            start[k] = place
            place += histogram[x, k]
        if place + size >= len(end.pool):
            end.size[2] = -1
            return np.int64(-1)
        for j in range(low, high):
            s = end.pool[j]
            k = end.shown[s, x]
            if k < 9:
                end.pool[start[k]] = s
                start[k] += 1
        # What follows uses the pool behind `place`, where each part is copied to.
        won = np.int64(0)
        for k in range(9):
            part = histogram[x, k]
            if part == 0:
                continue
            for j in range(part):
                end.pool[place + j] = end.pool[start[k] - part + j]
            found = best(end, place, place + part, depth + 1)
            if found < 0:
                return np.int64(-1)
            won += found
            possible -= part - found
            if possible <= value:
                break
        if possible > value:
            value, choice = won, x
    if probe < 7:
        end.key[at] = name
        end.value[at] = value
        end.choice[at] = choice
    return value


@compiled
def play_end(end, budget):
    """Return how many placements are won by the best play, and the field to choose; -1 if unknown."""
    for i in range(end.size[1]):
        end.pool[i] = i
    end.key[:] = 0
    end.size[2] = budget
    won = best(end, 0, end.size[1], 0)
    if won < 0:
        return won, np.int64(-1)
    if end.size[1] == 1:
        for x in range(end.size[0]):
            if not end.mine[0, x]:
                return won, end.fields[x]
        return won, np.int64(-1)
    name = np.int64(0)
    for i in range(end.size[1]):
        name += end.name[i]
    if name == 0:
        name = 1
    at = (name ^ name >> 29) & (len(end.key) - 1)
    while end.key[at] != name:
        at = at + 1 & (len(end.key) - 1)
        if end.key[at] == 0:
            return won, np.int64(-1)
    return won, end.fields[end.choice[at]]
