"""Whole games of Minesweeper in compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.minesweeper.board.state import neighbours
from puzzlesat.minesweeper.solve.engine.counting import (
    Net,
    all_backward,
    all_forward,
    arrange,
    build,
    compiled,
    count_all,
    new_net,
    outside,
    part,
)
from puzzlesat.minesweeper.solve.engine.endgame import (
    Endgame,
    enumerate_placements,
    new_endgame,
    play_end,
)

WON, LOST, WRONG = 1, 0, -1


class Board(NamedTuple):
    """A game under way: what the player sees, what it knows, and where the mines are."""

    around: NDArray[np.int64]
    size: NDArray[np.int64]
    """Mines; uncovered; known mines; waiting; moves; lost."""
    mine: NDArray[np.int64]
    number: NDArray[np.int64]
    content: NDArray[np.int64]
    unknown: NDArray[np.bool_]
    mined: NDArray[np.int64]
    hidden: NDArray[np.int64]
    waiting: NDArray[np.int64]
    queued: NDArray[np.bool_]
    moves: NDArray[np.int64]
    touched: NDArray[np.int64]
    list: NDArray[np.int64]
    other: NDArray[np.float64]
    spare: NDArray[np.float64]


def new_board(rows: int, cols: int) -> Board:
    """Return room for games on a board."""
    fields = rows * cols
    around = np.full((fields, 8), -1, np.int64)
    for f, near in enumerate(neighbours(rows, cols)):
        around[f, : len(near)] = near

    def numbers() -> NDArray[np.int64]:
        return np.zeros(fields + 2, np.int64)

    return Board(
        around=around,
        size=np.zeros(8, np.int64),
        mine=numbers(),
        number=numbers(),
        content=numbers(),
        unknown=np.zeros(fields, np.bool_),
        mined=numbers(),
        hidden=numbers(),
        waiting=numbers(),
        queued=np.zeros(fields, np.bool_),
        moves=numbers(),
        touched=numbers(),
        list=numbers(),
        other=np.zeros(fields + 2),
        spare=np.zeros(fields + 2),
    )


@compiled
def begin(board, order, mines, first, start):
    """Lay the mines on the first fields of `order` that may have one.

    `start` is 0 where every field may, 1 where the first one uncovered may not, 2 where the fields
    around it may not, either.
    """
    around = board.around
    fields = len(around)
    board.size[:] = 0
    board.size[0] = mines
    for f in range(fields):
        board.mine[f] = 0
        board.content[f] = -1
        board.unknown[f] = True
        board.mined[f] = 0
        board.queued[f] = False
    laid = 0
    for i in range(fields):
        f = order[i]
        if laid == mines:
            break
        free = start >= 1 and f == first
        if start == 2:
            for j in range(8):
                free = free or around[first, j] == f
        if not free:
            board.mine[f] = 1
            laid += 1
    for f in range(fields):
        board.number[f] = 0
        board.hidden[f] = 0
        for j in range(8):
            x = around[f, j]
            if x < 0:
                break
            board.hidden[f] += 1
            board.number[f] += board.mine[x]


@compiled
def touch(board, f):
    """Have the constraint of a field looked at."""
    if board.content[f] >= 0 and not board.queued[f]:
        board.queued[f] = True
        board.waiting[board.size[3]] = f
        board.size[3] += 1


@compiled
def uncover(board, f):
    """Uncover an unknown field."""
    board.moves[board.size[4]] = f
    board.size[4] += 1
    if board.mine[f]:
        board.size[5] = 1
        return
    board.content[f] = board.number[f]
    board.unknown[f] = False
    board.size[1] += 1
    touch(board, f)
    for j in range(8):
        x = board.around[f, j]
        if x < 0:
            break
        board.hidden[x] -= 1
        touch(board, x)


@compiled
def mark(board, f):
    """Take note that an unknown field is a mine."""
    board.unknown[f] = False
    board.size[2] += 1
    for j in range(8):
        x = board.around[f, j]
        if x < 0:
            break
        board.hidden[x] -= 1
        board.mined[x] += 1
        touch(board, x)


@compiled
def follow(board):
    """Do what single constraints decide, until none decides anything."""
    while board.size[3] > 0 and not board.size[5]:
        board.size[3] -= 1
        f = board.waiting[board.size[3]]
        board.queued[f] = False
        if board.hidden[f] == 0:
            continue
        missing = board.content[f] - board.mined[f]
        if missing == 0:
            for j in range(8):
                x = board.around[f, j]
                if x < 0:
                    break
                if board.unknown[x]:
                    uncover(board, x)
        elif missing == board.hidden[f]:
            for j in range(8):
                x = board.around[f, j]
                if x < 0:
                    break
                if board.unknown[x]:
                    mark(board, x)


@compiled
def analyse(board, net):
    """Count the placements that fit what is seen; -1 where there is no room for it."""
    fields = len(board.around)
    count = 0
    unknown = 0
    for f in range(fields):
        if board.content[f] >= 0:
            if board.hidden[f] > 0:
                board.list[count] = f
                count += 1
        elif board.unknown[f]:
            unknown += 1
    build(net, board.around, board.unknown, board.list, count, board.content, board.mined)
    part(net)
    arrange(net)
    return count_all(net, unknown - net.size[3], board.size[0] - board.size[2])


@compiled
def settle(board, net):
    """Uncover what is certainly safe and mark what is certainly a mine; return what was uncovered."""
    found = 0
    for f in range(len(board.around)):
        if board.unknown[f]:
            g = net.group_of[f]
            if net.mine[g] == 0.0:
                uncover(board, f)
                found += 1
            elif net.clear[g] == 0.0:
                mark(board, f)
    return found


@compiled
def look(board, net, ahead, f, models, free, weights, found):
    """Return what a guess at a field is worth.

    Every number that the field may show is tried, and the placements counted that show it. Set are
    in `found`: the chance that the field is safe, the chance to survive the next guess as well, the
    chance that something is certainly safe then.
    """
    around = board.around
    safe = net.clear[net.group_of[f]] / models
    # The components that the number will join.
    components = net.size[2]
    for i in range(components):
        board.touched[i] = 0
    g = net.group_of[f]
    if g >= 0:
        board.touched[net.g_component[g]] = 1
    for j in range(8):
        x = around[f, j]
        if x < 0:
            break
        if board.unknown[x] and net.group_of[x] >= 0:
            board.touched[net.g_component[net.group_of[x]]] = 1
    count = 0
    inside = 0
    length = 1
    least = 0
    board.other[0] = 1.0
    elsewhere = 0.0 if free == 0 else net.clear[-1]
    for i in range(components):
        if not board.touched[i]:
            for j in range(net.first[i], net.first[i + 1]):
                h = net.order[j]
                inside += net.g_size[h]
                elsewhere = max(elsewhere, net.clear[h])
            last = net.models[i]
            place, size = net.place[last], net.length[last]
            least += net.least[last]
            for m in range(length + size - 1):
                board.spare[m] = 0.0
            for k in range(length):
                for m in range(size):
                    board.spare[k + m] += board.other[k] * net.forward[place + m]
            length += size - 1
            for m in range(length):
                board.other[m] = board.spare[m]
    elsewhere /= models
    for c in range(net.size[0]):
        if board.touched[net.g_component[net.c_groups[c, 0]]]:
            board.list[count] = net.field[c]
            count += 1
    board.list[count] = f
    own = count
    count += 1
    board.unknown[f] = False
    build(ahead, around, board.unknown, board.list, count, board.content, board.mined)
    board.unknown[f] = True
    unknown = len(around) - board.size[1] - board.size[2]
    outer = unknown - 1 - inside - ahead.size[3]
    rest = board.size[0] - board.size[2]
    room = ahead.room[own]
    part(ahead)
    ahead.need[own] = room // 3
    arrange(ahead)
    total = 0.0
    survive = 0.0
    progress = 0.0
    value = 0.0
    first = 0 if room < 8 else 0
    for k in range(first, min(room, 7) + 1):
        ahead.need[own] = k
        ahead.size[4:7] = 0
        sizes = all_forward(ahead)
        if sizes < 0:
            continue
        base = ahead.bounds[0, 0] + least
        # In how many ways all outside can be, over the same factor for each number.
        for m in range(sizes):
            ways = 0.0
            for j in range(length):
                r = rest - base - m - j
                if 0 <= r <= outer:
                    ways += board.other[j] * weights[outer, r]
            ahead.after[ahead.size[2], m] = ways
        found_models = all_backward(ahead, sizes)
        if found_models <= 0.0:
            continue
        best = 0.0
        certain = 0
        for h in range(ahead.size[1]):
            best = max(best, ahead.clear[h])
            if ahead.mine[h] == 0.0:
                certain += ahead.g_size[h]
        total += found_models
        if certain:
            survive += found_models
            progress += found_models
        else:
            survive += found_models * max(best / found_models, elsewhere)
    if total <= 0.0:
        found[0] = safe
        found[1] = safe
        found[2] = 0.0
        return
    found[0] = safe
    found[1] = safe * survive / total
    found[2] = safe * progress / total


@compiled
def guess(board, net, ahead, end, models, weights, how):
    """Return the field to guess at.

    `how` has: the strategy (0 safest, 1 ahead); how much more likely than the least likely a mine
    may be; how many fields are looked at; what progress is worth; how many placements make an end;
    how much work may be done there.
    """
    fields = len(board.around)
    unknown = fields - board.size[1] - board.size[2]
    free = unknown - net.size[3]
    rest = board.size[0] - board.size[2]
    if how[4] > 0 and unknown <= 64:
        base = net.bounds[0, 1]
        exact = models * weights[free, base]
        if exact <= how[4]:
            if enumerate_placements(
                end, net, board.around, board.unknown, board.mined, rest, int(how[4]), 400000
            ):
                won, f = play_end(end, int(how[5]))
                if won >= 0 and f >= 0:
                    return f, won / end.size[1]
    # The safest first; among equals, one with few unknown fields around.
    count = int(how[2])
    fields_near = np.empty(count, np.int64)
    keys = np.empty(count)
    have = 0
    for f in range(fields):
        if not board.unknown[f]:
            continue
        g = net.group_of[f]
        around = 0
        for j in range(8):
            x = board.around[f, j]
            if x >= 0 and board.unknown[x]:
                around += 1
        key = net.mine[g] / models + 1e-9 * around
        if have == count and key >= keys[have - 1]:
            continue
        i = have if have < count else have - 1
        while i > 0 and keys[i - 1] > key:
            if i < count:
                keys[i] = keys[i - 1]
                fields_near[i] = fields_near[i - 1]
            i -= 1
        keys[i] = key
        fields_near[i] = f
        have = min(have + 1, count)
    chosen = fields_near[0]
    if how[0] == 0 or net.size[0] == 0:
        return chosen, -1.0
    most = 0.0
    found = np.empty(3)
    for i in range(have):
        if keys[i] > keys[0] + how[1]:
            break
        if (1.0 - keys[i]) * (1.0 + how[3]) <= most:
            break
        look(board, net, ahead, fields_near[i], models, free, weights, found)
        if how[0] == 1:
            worth = found[0] + how[3] * found[2]
        elif how[0] == 2:
            worth = found[1] + how[3] * found[2]
        else:
            worth = found[1] * (1.0 + how[3] * found[2])
        if worth > most:
            most = worth
            chosen = fields_near[i]
    return chosen, -1.0


@compiled
def play(board, net, ahead, end, weights, order, mines, first, start, how, record):
    """Play a game to its end, and return how it ended."""
    begin(board, order, mines, first, start)
    fields = len(board.around)
    guesses = 0
    uncover(board, first)
    if board.size[5]:
        return LOST
    while True:
        follow(board)
        if board.size[5]:
            return WRONG
        if board.size[1] == fields - mines:
            return WON
        models = analyse(board, net)
        if models == 0.0:
            return WRONG
        if models < 0.0:
            record[3] += 1
            f = 0
            while not board.unknown[f]:
                f += 1
        else:
            if settle(board, net) > 0:
                if board.size[5]:
                    return WRONG
                continue
            if board.size[3] > 0:
                continue
            f, chance = guess(board, net, ahead, end, models, weights, how)
        record[0] += 1
        uncover(board, f)
        if board.size[5]:
            return LOST


@compiled
def play_many(board, net, ahead, end, weights, orders, mines, first, start, how, outcome, record):
    """Play a game for each order."""
    for i in range(len(orders)):
        outcome[i] = play(
            board, net, ahead, end, weights, orders[i], mines, first, start, how, record
        )


def binomials(fields: int, mines: int) -> NDArray[np.float64]:
    """Return C(b, r) for all b up to the fields and r up to the mines."""
    table = np.zeros((fields + 1, mines + 1))
    table[:, 0] = 1.0
    for b in range(1, fields + 1):
        table[b, 1:] = table[b - 1, 1:] + table[b - 1, :-1]
    return table
