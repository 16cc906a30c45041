"""Compiled search of all that can happen in a game on a small board.

What a player knows is the set of the placements of mines that fit all numbers seen so far. A
placement is a mask, a bit for each field; a set of them is a part of an array, and whoever
uncovers a field parts it by the number that the field shows. Fields that are a mine in no placement
of the set are uncovered at once: any way to play goes on as well with more known, so this never
hurts. After that, some field is a mine in some of the placements, or there is one left and the game
is won.

From then on the game depends on the undecided fields alone (those that are a mine in some
placements and not in others), on how many mines the numbers next to them still miss, and on how
many there are in all: two sets of which these are the same are won by the same play. They are the
*key* of a set, taken in the smallest of the pictures that the board's symmetries make of it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.compile import compiler

PER_WORD = 15
"""Fields in a word of a key, four bits for each; it has two, so 30 fields are the most."""

KEPT = 4
"""From so many placements on a set is looked up in the table; fewer are as soon searched."""

GUESS = 1 << 32
"""What a guess adds to a player's wins, so that one number tells of both."""

RUNNING, STOPPED, TABLE_FULL, BUFFER_FULL = range(4)
"""What the first number of `Search.status` says: a search ends early for the reasons after it."""

Numbers = NDArray[np.int64]


class Search(NamedTuple):
    """What a search works on.

    Parameters
    ----------
    around : array of int64
        For each field the mask of the fields around it.
    pictures : array of int64, one row for each symmetry that counts
        Where each symmetry of the board takes each field.
    buffer : array of uint32
        Placements: those of the position at hand, and above them those of positions further on.
    keys : array of int64, two columns
        The table's keys; (0, 0) where it is empty. Its length is a power of two.
    found : array of int64, two columns
        What the table knows of each: the most wins as lower and upper bound or, in the second one,
        what `played` returns.
    status : array of int64
        Why it ended, and how many entries the table has. Another thread may stop the search by the
        former.
    symbols : array of int64
        Room for each field.
    order, mined, sizes : arrays of int64, a row for each depth
        Room for each field, for each field, and for each number a field shows, three times.
    """

    around: Numbers
    pictures: Numbers
    buffer: NDArray[np.uint32]
    keys: Numbers
    found: Numbers
    status: Numbers
    symbols: Numbers
    order: Numbers
    mined: Numbers
    sizes: Numbers


compiled = compiler()


@compiled
def ones(mask):
    """Return the number of bits of a mask of 32 bits."""
    x = np.uint32(mask)
    x = x - ((x >> np.uint32(1)) & np.uint32(0x55555555))
    x = (x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333))
    x = (x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    return np.int64(np.uint32(x * np.uint32(0x01010101)) >> np.uint32(24))


@compiled
def place(fields, mines, buffer):
    """Write all placements of mines to the front of the buffer, and return how many they are."""
    if mines == 0:
        buffer[0] = 0
        return 1
    mask, size = (np.int64(1) << mines) - 1, 0
    while mask < np.int64(1) << fields:
        buffer[size] = mask
        size += 1
        lowest = mask & -mask  # on to the next mask of as many bits (Gosper's hack)
        above = mask + lowest
        mask = (((mask ^ above) >> 2) // lowest) | above
    return size


@compiled
def part(search, first, size, top, field, sizes):
    """Copy the placements without a mine in a field to the top, parted by the field's number.

    Writes the sizes of the nine parts, and returns their sum, or -1 if there is no room.
    """
    buffer, around = search.buffer, search.around[field]
    if top + size > len(buffer):
        search.status[0] = BUFFER_FULL
        return -1
    sizes[:9] = 0
    for i in range(first, first + size):
        mask = np.int64(buffer[i])
        if not mask >> field & 1:
            sizes[ones(mask & around)] += 1
    ends = sizes[9:18]
    total = 0
    for number in range(9):
        ends[number] = top + total
        total += sizes[number]
    for i in range(first, first + size):
        mask = np.int64(buffer[i])
        if not mask >> field & 1:
            number = ones(mask & around)
            buffer[ends[number]] = mask
            ends[number] += 1
    return total


@compiled
def field_of(bit):
    """Return the field of a mask that has one."""
    return ones(bit - 1)


@compiled
def settle(search, first, size, top, uncovered, sizes):
    """Uncover fields that are safe until one parts a set of placements, or none is left.

    Returns
    -------
    uncovered, undecided : int
        Masks of fields.
    parted : int
        1 if the set stands parted at the top; 0 if no field is safe; -1 if there is no room.
    """
    buffer = search.buffer
    whole = (np.int64(1) << len(search.around)) - 1
    some, each = np.int64(0), whole
    for i in range(first, first + size):
        some |= np.int64(buffer[i])
        each &= np.int64(buffer[i])
    undecided = some & ~each
    safe = whole & ~some & ~uncovered
    while safe:
        field = field_of(safe & -safe)
        uncovered |= safe & -safe
        safe &= safe - 1
        around = search.around[field]
        number = ones(np.int64(buffer[first]) & around)
        for i in range(first + 1, first + size):
            if ones(np.int64(buffer[i]) & around) != number:
                if part(search, first, size, top, field, sizes) < 0:
                    return uncovered, undecided, -1
                return uncovered, undecided, 1
    return uncovered, undecided, 0


@compiled
def weigh(search, first, size, undecided, mined):
    """Write in how many of a set of placements each undecided field is a mine."""
    buffer = search.buffer
    for field in range(len(search.around)):
        if undecided >> field & 1:
            with_mine = 0
            for i in range(first, first + size):
                with_mine += buffer[i] >> np.uint32(field) & np.uint32(1)
            mined[field] = with_mine


@compiled
def entry(keys, low, high):
    """Return where a table has a key, or has room for it."""
    mixed = np.uint64(low) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed = (mixed + np.uint64(high)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    last = len(keys) - 1
    at = np.int64(mixed & np.uint64(last))
    while (keys[at, 0] or keys[at, 1]) and (keys[at, 0] != low or keys[at, 1] != high):
        at = (at + 1) & last
    return at


@compiled
def move(keys, found, to_keys, to_found):
    """Move all entries of a table to a larger one, which is empty."""
    for i in range(len(keys)):
        if keys[i, 0] or keys[i, 1]:
            at = entry(to_keys, keys[i, 0], keys[i, 1])
            to_keys[at] = keys[i]
            to_found[at] = found[i]


@compiled
def slot(search, placement, undecided, uncovered):
    """Return where the table has a set of placements, which it gets if it has it not.

    Parameters
    ----------
    search : Search
    placement : int
        Any one of the set.
    undecided, uncovered : int
        Masks of fields.
    """
    symbols, keys, status = search.symbols, search.keys, search.status
    fields = len(search.around)
    for field in range(fields):
        near = search.around[field] & undecided
        if undecided >> field & 1:
            symbols[field] = 1
        elif near and uncovered >> field & 1:
            symbols[field] = 2 + ones(placement & near)
        else:
            symbols[field] = 0
    left = ones(placement & undecided)
    low, high = np.int64(-1), np.int64(-1)
    for picture in range(len(search.pictures)):
        a, b = left & 7, left >> 3
        for field in range(fields - 1, -1, -1):
            symbol = symbols[search.pictures[picture, field]]
            if field < PER_WORD:
                a = a << 4 | symbol
            else:
                b = b << 4 | symbol
        if low < 0 or a < low or (a == low and b < high):
            low, high = a, b
    at = entry(keys, low, high)
    if not (keys[at, 0] or keys[at, 1]):
        keys[at, 0], keys[at, 1] = low, high
        status[1] += 1
        if 2 * status[1] > len(keys):
            status[0] = TABLE_FULL
    return at


@compiled
def most_wins(search, first, size, top, uncovered, opener, enough, depth):
    """Return how many of a set of placements perfect play wins.

    Fields are tried by how often they are safe, which bounds what they win. The bound of what
    follows a field is, for each number it may show, how often the next guess is safe at best.

    Parameters
    ----------
    search : Search
    first, size : int
        Where the set stands in the buffer.
    top : int
        From where on the buffer is free.
    uncovered : int
        The mask of the uncovered fields.
    opener : int
        The field to uncover next, or -1 for the best.
    enough : int
        If no more than these can be won, an upper bound that is no more will do.
    depth : int
        How many calls this one is in.

    Returns
    -------
    int
        The most wins if that is more than enough, else an upper bound that is not. If the search
        has ended early, as its status says, any upper bound.
    """
    if size == 1 and opener < 0:
        return 1
    buffer, status = search.buffer, search.status
    order, mined, sizes = search.order[depth], search.mined[depth], search.sizes[depth]
    at, many = np.int64(-1), 1
    if opener >= 0:
        order[0] = opener
        weigh(search, first, size, np.int64(1) << opener, mined)
        most = size - mined[opener]
    else:
        uncovered, undecided, parted = settle(search, first, size, top, uncovered, sizes)
        if parted < 0 or status[0]:
            return size
        if parted:
            wins, rest, start = 0, size, top
            for number in range(9):
                here = sizes[number]
                if here:
                    rest -= here
                    wins += most_wins(
                        *(search, start, here, top + size, uncovered, np.int64(-1)),
                        *(enough - wins - rest, depth + 1),
                    )
                    if status[0] or wins + rest <= enough:
                        break
                    start += here
            return wins + rest
        if size == 2:
            return 1
        weigh(search, first, size, undecided, mined)
        many = sort(len(search.around), undecided, mined, order)
        most = size - mined[order[0]]
        if most <= enough:
            return most
        if size >= KEPT:
            at = slot(search, np.int64(buffer[first]), undecided, uncovered)
            low, high = search.found[at, 0], search.found[at, 1]
            if high and (low == high or high <= enough):
                return high
            most = min(most, high) if high else most
    best, bound = max(enough, 0), np.int64(0)
    limits = sizes[18:27]
    for j in range(many):
        field = order[j]
        safe = size - mined[field]
        if safe <= best:
            bound = max(bound, safe)
            break
        if part(search, first, size, top, field, sizes) < 0:
            return most
        start, above, inside = top, top + safe, uncovered | np.int64(1) << field
        wins, rest = 0, safe
        for number in range(9):
            here = sizes[number]
            if here:
                limits[number] = most_wins(
                    search, start, here, above, inside, np.int64(-1), here, depth + 1
                )
                rest -= here - limits[number]
                start += here
        start = top
        for number in range(9):
            here = sizes[number]
            if wins + rest <= best or status[0]:
                break
            if here:
                rest -= limits[number]
                wins += most_wins(
                    *(search, start, here, above, inside, np.int64(-1)),
                    *(best - wins - rest, depth + 1),
                )
                start += here
        bound = max(bound, wins + rest)
        if status[0]:
            return min(most, bound) if opener >= 0 else most
        best = max(best, wins + rest)
        if best == most:
            break
    if best > enough:
        bound = best
    if at >= 0:
        search.found[at, 0] = best if best > enough else 0
        search.found[at, 1] = bound
    return bound


@compiled
def sort(fields, undecided, mined, order):
    """Write the undecided fields, the safest first, and return how many they are."""
    many = 0
    for field in range(fields):
        if undecided >> field & 1:
            j = many
            while j and mined[order[j - 1]] > mined[field]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = field
            many += 1
    return many


@compiled
def played(search, first, size, top, uncovered, opener, depth):
    """Return how many of a set of placements the player ``exact`` wins, and its guesses in all.

    It guesses as `player.guess_exact` does: the field that is least often a mine, of these the one
    with the fewest undecided fields around it, of these the first.

    Parameters
    ----------
    search : Search
        With one picture only, as the player tells pictures of a set apart.
    first, size, top, uncovered, opener, depth : int
        As in `most_wins`; a field to uncover next is no guess.

    Returns
    -------
    int
        The wins, and the guesses times `GUESS`. If the search has ended early, any number.
    """
    if size == 1 and opener < 0:
        return 1
    status = search.status
    mined, sizes = search.mined[depth], search.sizes[depth]
    at, safe, tally = np.int64(-1), size, np.int64(0)
    if opener >= 0:
        uncovered |= np.int64(1) << opener
        safe = part(search, first, size, top, opener, sizes)
    else:
        uncovered, undecided, parted = settle(search, first, size, top, uncovered, sizes)
        if parted < 0 or status[0]:
            return 0
        if not parted:
            if size >= KEPT:
                at = slot(search, np.int64(search.buffer[first]), undecided, uncovered)
                if search.found[at, 1]:
                    return search.found[at, 1]
            weigh(search, first, size, undecided, mined)
            field, least = -1, np.int64(0)
            for other in range(len(search.around)):
                if undecided >> other & 1:
                    weight = 9 * mined[other] + ones(undecided & search.around[other])
                    if field < 0 or weight < least:
                        field, least = other, weight
            uncovered |= np.int64(1) << field
            safe = part(search, first, size, top, field, sizes)
            tally = size * GUESS
    start = top
    for number in range(9):
        here = sizes[number]
        if safe < 0 or status[0]:
            return 0
        if here:
            tally += played(search, start, here, top + safe, uncovered, np.int64(-1), depth + 1)
            start += here
    if at >= 0 and not status[0]:
        search.found[at, 1] = tally
    return tally
