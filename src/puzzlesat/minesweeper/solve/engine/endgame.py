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

LOW, HIGH, NAME, VALUE, CHOICE, CANDIDATES, TRIED, NUMBER, PLACE, WINS, POSSIBLE, START = range(12)
"""What is kept of each depth of the search; from `START` on, where the placements of each number
end."""


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
    frame: NDArray[np.int64]
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
        frame=np.zeros((FIELDS + 2, START + 10), np.int64),
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
def recall(end, name):
    """Return where a set of placements is kept, or could be; -1 where all places are taken."""
    at = (name ^ name >> 29) & (len(end.key) - 1)
    for _ in range(8):
        if end.key[at] == name or end.key[at] == 0:
            return at
        at = at + 1 & (len(end.key) - 1)
    return np.int64(-1)


@compiled
def rank(end, depth):
    """Set which fields are to be tried at a depth, and how many they are.

    That is one that is certainly safe and tells something, if there is one.
    """
    frame = end.frame[depth]
    histogram = end.histogram[depth]
    ranked = end.ranked[depth]
    fields = end.size[0]
    for x in range(fields):
        for k in range(10):
            histogram[x, k] = 0
    for i in range(frame[LOW], frame[HIGH]):
        s = end.pool[i]
        for x in range(fields):
            histogram[x, end.shown[s, x]] += 1
    size = frame[HIGH] - frame[LOW]
    candidates = 0
    telling, most = -1, size
    for x in range(fields):
        mines = histogram[x, 9]
        if mines == 0:
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
    if telling >= 0:
        ranked[0] = telling
        candidates = 1
    frame[CANDIDATES] = candidates


@compiled
def sort_out(end, depth):
    """Put the placements in which the field that is tried is safe behind the set, by its number."""
    frame = end.frame[depth]
    histogram = end.histogram[depth]
    low, high = frame[LOW], frame[HIGH]
    x = end.ranked[depth, frame[TRIED]]
    place = high
    for k in range(9):
        frame[START + k] = place
        place += histogram[x, k]
    for i in range(low, high):
        k = end.shown[end.pool[i], x]
        if k < 9:
            end.pool[frame[START + k]] = end.pool[i]
            frame[START + k] += 1
    frame[PLACE] = place
    frame[POSSIBLE] = place - high
    frame[WINS] = 0
    frame[NUMBER] = 0


@compiled
def best(end):
    """Return how many of the placements are won by the best play, -1 if that takes too long.

    The field to choose is kept with it. (Numba cannot keep the code of functions that call
    themselves: so what would be their variables is kept in frames.)
    """
    fields = end.size[0]
    depth = 0
    end.frame[0, LOW] = 0
    end.frame[0, HIGH] = end.size[1]
    entering = True
    answer = np.int64(0)
    while True:
        frame = end.frame[depth]
        size = frame[HIGH] - frame[LOW]
        histogram = end.histogram[depth]
        if entering:
            at = np.int64(-1)
            name = np.int64(0)
            known = size == 1
            answer = np.int64(1)
            if not known:
                for i in range(frame[LOW], frame[HIGH]):
                    name += end.name[end.pool[i]]
                name |= 1
                at = recall(end, name)
                if at >= 0 and end.key[at] == name:
                    known = True
                    answer = end.value[at]
            if not known:
                end.size[2] -= size * fields
                if end.size[2] < 0 or frame[HIGH] + 2 * size >= len(end.pool):
                    return np.int64(-1)
                rank(end, depth)
                frame[NAME] = name
                frame[VALUE] = 0
                frame[CHOICE] = -1
                frame[TRIED] = 0
                sort_out(end, depth)
                entering = False
                continue
        else:
            x = end.ranked[depth, frame[TRIED]]
            while frame[NUMBER] < 9 and histogram[x, frame[NUMBER]] == 0:
                frame[NUMBER] += 1
            if frame[NUMBER] < 9 and frame[POSSIBLE] > frame[VALUE]:
                count = histogram[x, frame[NUMBER]]
                for i in range(count):
                    j = frame[START + frame[NUMBER]] - count + i
                    end.pool[frame[PLACE] + i] = end.pool[j]
                depth += 1
                end.frame[depth, LOW] = frame[PLACE]
                end.frame[depth, HIGH] = frame[PLACE] + count
                entering = True
                continue
            if frame[POSSIBLE] > frame[VALUE]:
                frame[VALUE] = frame[WINS]
                frame[CHOICE] = x
            frame[TRIED] += 1
            if frame[TRIED] < frame[CANDIDATES]:
                x = end.ranked[depth, frame[TRIED]]
                if size - histogram[x, 9] > frame[VALUE]:
                    sort_out(end, depth)
                    continue
            answer = frame[VALUE]
            at = recall(end, frame[NAME])
            if at >= 0:
                end.key[at] = frame[NAME]
                end.value[at] = answer
                end.choice[at] = frame[CHOICE]
        if depth == 0:
            return answer
        # The answer is of a part of the set one level above.
        depth -= 1
        frame = end.frame[depth]
        count = end.histogram[depth, end.ranked[depth, frame[TRIED]], frame[NUMBER]]
        frame[WINS] += answer
        frame[POSSIBLE] -= count - answer
        frame[NUMBER] += 1
        entering = False


@compiled
def play_end(end, budget):
    """Return how many placements are won by the best play, -1 if unknown; and the field for it."""
    for i in range(end.size[1]):
        end.pool[i] = i
    end.key[:] = 0
    end.size[2] = budget
    if end.size[1] == 1:
        for x in range(end.size[0]):
            if not end.mine[0, x]:
                return np.int64(1), end.fields[x]
    won = best(end)
    return won, end.fields[end.frame[0, CHOICE]]
