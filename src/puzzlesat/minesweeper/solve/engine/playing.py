"""Whole games of Minesweeper in compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.minesweeper.board.state import neighbours
from puzzlesat.minesweeper.solve.engine.counting import (
    all_backward,
    all_forward,
    arrange,
    build,
    compiled,
    count_all,
    part,
)
from puzzlesat.minesweeper.solve.engine.endgame import (
    FIELDS,
    enumerate_placements,
    play_end,
)

WON, LOST, WRONG = 1, 0, -1
"""How a game ends; it is wrong that a field is called safe which is a mine."""

MINES, UNCOVERED, MARKED, WAITING, MOVES, OVER, LOOKED = range(7)
"""What is counted of a game under way; over is one in which a mine was uncovered. Looked is whether
the field that was chosen was looked at."""

GUESSES, UNCOUNTED, UNSOLVED, LEVELLED = range(4)
"""What is kept of games."""

NEAR, LOOKED_AT, FREE, MORE, PLACEMENTS, WORK, EVEN = range(7)
"""What makes a strategy; see `games.Strategy`."""

LATER, LEFT, DENSITY = 1.157, 0.306, 1.888
"""Who survives a guess wins about this share of games, less so much times the share of free fields
that are still covered, and times the share of mines among unknown fields; see `later`."""

ZERO = 0.14
"""By so much more games are won of those in which the first field shows 0.

All of these were fitted to expert games that are not among those of any table. What `LEVELLED` is
in the mean does not depend on them, its variance does."""


class Board(NamedTuple):
    """A game under way: what the player sees, what it knows, and where the mines are."""

    around: NDArray[np.int64]
    size: NDArray[np.int64]
    """Mines, uncovered, marked, …"""
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
    chance: NDArray[np.float64]
    """In how many placements the field that was looked at last, or is chosen, shows each number."""
    worth: NDArray[np.float64]
    """What that is worth."""


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
        chance=np.zeros((2, 8)),
        worth=np.zeros((2, 8)),
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
    board.size[MINES] = mines
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
        board.waiting[board.size[WAITING]] = f
        board.size[WAITING] += 1


@compiled
def uncover(board, f):
    """Uncover an unknown field."""
    board.moves[board.size[MOVES]] = f
    board.size[MOVES] += 1
    if board.mine[f]:
        board.size[OVER] = 1
        return
    board.content[f] = board.number[f]
    board.unknown[f] = False
    board.size[UNCOVERED] += 1
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
    board.size[MARKED] += 1
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
    while board.size[WAITING] > 0 and not board.size[OVER]:
        board.size[WAITING] -= 1
        f = board.waiting[board.size[WAITING]]
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
    return count_all(net, unknown - net.size[3], board.size[MINES] - board.size[MARKED])


@compiled
def settle(board, net):
    """Uncover what is certainly safe, mark what is certainly a mine; return how many were safe."""
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
def look(board, net, ahead, f, models, weights, how):
    """Return what a field that turns out to be safe is worth.

    That is 1 if its number tells at once that another one is safe, and how[MORE] is added for each
    time that their number doubles. Otherwise it is the chance that the safest field then is safe.
    Every number that the field may show is tried, and the placements counted that show it, on the
    components that the number joins; `weights` has C(b, r), in how many ways r mines lie on b
    fields that no number speaks of. Numbers' placements and worths are kept on the board.
    """
    around = board.around
    components = net.size[2]
    touched = board.touched
    touched[:components] = 0
    if net.group_of[f] >= 0:
        touched[net.g_component[net.group_of[f]]] = 1
    for j in range(8):
        x = around[f, j]
        if x >= 0 and board.unknown[x] and net.group_of[x] >= 0:
            touched[net.g_component[net.group_of[x]]] = 1
    # The other components' placements, by their number of mines above the least one.
    inside = 0
    least = 0
    length = 1
    elsewhere = net.clear[-1] / models
    other, spare = board.other, board.spare
    other[0] = 1.0
    for i in range(components):
        if touched[i]:
            continue
        for j in range(net.first[i], net.first[i + 1]):
            inside += net.g_size[net.order[j]]
            elsewhere = max(elsewhere, net.clear[net.order[j]] / models)
        last = net.models[i]
        place, size = net.place[last], net.length[last]
        least += net.least[last]
        spare[: length + size - 1] = 0.0
        for k in range(length):
            for m in range(size):
                spare[k + m] += other[k] * net.forward[place + m]
        length += size - 1
        other[:length] = spare[:length]
    own = 0
    for c in range(net.size[0]):
        if touched[net.g_component[net.c_groups[c, 0]]]:
            board.list[own] = net.field[c]
            own += 1
    board.list[own] = f
    board.unknown[f] = False
    build(ahead, around, board.unknown, board.list, own + 1, board.content, board.mined)
    board.unknown[f] = True
    room = ahead.room[own]
    ahead.need[own] = room // 3
    part(ahead)
    arrange(ahead)
    free = len(around) - board.size[UNCOVERED] - board.size[MARKED] - 1 - inside - ahead.size[3]
    rest = board.size[MINES] - board.size[MARKED] - least
    total = 0.0
    value = 0.0
    board.chance[0] = 0.0
    for number in range(min(room, 7) + 1):  # 8 mines around a field are not worth a thought
        ahead.need[own] = number
        ahead.size[4:7] = 0
        sizes = all_forward(ahead)
        if sizes < 0:
            continue
        for m in range(sizes):
            ways = 0.0
            for j in range(length):
                r = rest - ahead.least_mines[0] - m - j
                if 0 <= r <= free:
                    ways += other[j] * weights[free, r]
            ahead.after[ahead.size[2], m] = ways
        shown = all_backward(ahead, sizes)
        if shown <= 0.0:
            continue
        total += shown
        best = elsewhere * shown
        safe = 0
        for g in range(ahead.size[1]):
            best = max(best, ahead.clear[g])
            if ahead.mine[g] == 0.0:
                safe += ahead.g_size[g]
        board.chance[0, number] = shown
        board.worth[0, number] = 1.0 + how[MORE] * np.log2(safe) if safe > 0 else best / shown
        value += shown * board.worth[0, number]
    return value / total if total > 0.0 else 0.0


@compiled
def is_sealed(board, f, g):
    """Return whether all unknown fields around f are around g as well, or g itself."""
    for j in range(8):
        x = board.around[f, j]
        if x < 0:
            break
        if board.unknown[x] and x != g:
            beside = False
            for k in range(8):
                beside = beside or board.around[g, k] == x
            if not beside:
                return False
    return True


@compiled
def even(board, net):
    """Return a field of two that hold one mine and that nothing will ever tell apart, or -1.

    Each field that is still unknown is around both or around none. So the guess cannot be avoided,
    and what the field shows may help elsewhere.
    """
    for c in range(net.size[0]):
        if net.room[c] == 2 and net.need[c] == 1 and net.c_degree[c] == 1:
            f, g = np.int64(-1), np.int64(-1)
            for j in range(8):
                x = board.around[net.field[c], j]
                if x >= 0 and board.unknown[x]:
                    g = f
                    f = x
            if is_sealed(board, f, g) and is_sealed(board, g, f):
                return f
    return np.int64(-1)


@compiled
def candidates(board, net, models, most, near, risk):
    """List the safest fields, those with few unknown fields around first among equals.

    Most fields that no number speaks of are alike, and would crowd the others out. At most so many
    are listed, and those around which no number speaks of any field only once for each number of
    unknown fields around.
    """
    count = len(near)
    listed = 0
    for hidden in range(9):
        far_listed = False
        for f in range(len(board.around)):
            if not board.unknown[f] or board.hidden[f] != hidden:
                continue
            g = net.group_of[f]
            if g < 0:
                far = True
                for j in range(8):
                    x = board.around[f, j]
                    far = far and (x < 0 or not board.unknown[x] or net.group_of[x] < 0)
                if listed == most or (far and far_listed):
                    continue
                far_listed = far_listed or far
                listed += 1
            own = net.mine[g] / models
            if own >= risk[count - 1] - 1e-9:
                continue
            i = count - 1
            while i > 0 and risk[i - 1] > own + 1e-9:
                risk[i] = risk[i - 1]
                near[i] = near[i - 1]
                i -= 1
            risk[i] = own
            near[i] = f


@compiled
def guess(board, net, ahead, end, models, weights, how):
    """Return the field to guess at, and the chance to win the game if that is known, else -1."""
    fields = len(board.around)
    unknown = fields - board.size[UNCOVERED] - board.size[MARKED]
    if how[PLACEMENTS] > 0 and unknown <= FIELDS:
        # `models` is over C(free, r), which is now multiplied in.
        exact = models * weights[unknown - net.size[3], net.common[0]]
        rest = board.size[MINES] - board.size[MARKED]
        if exact < how[PLACEMENTS] + 0.5 and enumerate_placements(
            end,
            net,
            board.around,
            board.unknown,
            board.mined,
            rest,
            int(how[PLACEMENTS]),
            int(how[WORK]),
        ):
            won, f = play_end(end, int(how[WORK]))
            if won >= 0:
                return f, won / end.size[1]
    if how[EVEN] > 0:
        f = even(board, net)
        if f >= 0:
            return f, -1.0
    count = int(how[LOOKED_AT])
    near = np.zeros(count, np.int64)
    risk = np.full(count, np.inf)
    candidates(board, net, models, how[FREE], near, risk)
    chosen = near[0]
    if count == 1 or net.size[0] == 0:
        return chosen, -1.0
    most = 0.0
    for i in range(count):
        safe = 1.0 - risk[i]
        # Four safe fields are more than what most numbers tell.
        if risk[i] > risk[0] + how[NEAR] or safe * (1.0 + 2.0 * how[MORE]) <= most:
            break
        worth = safe * look(board, net, ahead, near[i], models, weights, how)
        if worth > most:
            most, chosen = worth, near[i]
            board.chance[1] = board.chance[0]
            board.worth[1] = board.worth[0]
            board.size[LOOKED] = 1
    return chosen, -1.0


@compiled
def first_luck(board, first, mines):
    """Return the luck of the first field's number, where that field cannot be a mine."""
    zero = 1.0
    others = len(board.around) - 1.0
    for j in range(8):
        if board.around[first, j] >= 0:
            zero *= max(1.0 - mines / others, 0.0)
            others -= 1.0
    return ZERO * ((board.number[first] == 0) - zero)


@compiled
def luck(board, f, safe):
    """Return the luck of a guess at a field that is safe with some chance.

    That is by how much what the field turns out to be is worth more than the mean over what it may
    turn out to be: a mine, or one of the numbers if it was looked at.
    """
    mines = board.size[MINES] - board.size[MARKED]
    goal = len(board.around) - board.size[MINES]
    left = goal - board.size[UNCOVERED]
    later = min(max(LATER - LEFT * left / goal - DENSITY * mines / (left + mines), 0.1), 0.9)
    mean = 1.0
    number = 0.0
    if board.size[LOOKED]:
        mean = (board.chance[1] * board.worth[1]).sum() / board.chance[1].sum()
        missing = board.number[f] - board.mined[f]
        if not board.mine[f] and missing < 8:
            number = board.worth[1, missing] - mean
    return later * ((1.0 - board.mine[f] - safe) * mean + number)


@compiled
def play(board, net, ahead, end, weights, order, mines, first, start, how, record):
    """Play a game to its end, and return how it ended.

    In `record` are counted the guesses, the states that there was no room to count, and the games
    whose end was solved and then not solved any more, which should not be. Last in it stands the
    result with luck taken out: from 1 for a game that is won, or 0, is taken the luck of each
    guess, and of the first field's number where that is no mine in any case; and a game that is
    solved counts as its chance to be won. The mean is the chance to win.
    """
    begin(board, order, mines, first, start)
    goal = len(board.around) - mines
    record[LEVELLED] = 0.0
    solved = -1.0
    uncover(board, first)
    if board.size[OVER]:
        return LOST
    if start == 1:
        record[LEVELLED] -= first_luck(board, first, mines)
    while True:
        follow(board)
        if board.size[OVER]:
            return WRONG
        if board.size[UNCOVERED] == goal:
            record[LEVELLED] += solved if solved >= 0.0 else 1.0
            return WON
        models = analyse(board, net)
        if models == 0.0:
            return WRONG
        if models < 0.0:
            record[UNCOUNTED] += 1
            f = 0
            while not board.unknown[f]:
                f += 1
        else:
            if settle(board, net) > 0:
                if board.size[OVER]:
                    return WRONG
                continue
            if board.size[WAITING] > 0:
                continue
            board.size[LOOKED] = 0
            f, chance = guess(board, net, ahead, end, models, weights, how)
            if solved < 0.0:
                solved = chance
            elif chance < 0.0:
                record[UNSOLVED] += 1
            if solved < 0.0:
                safe = net.clear[net.group_of[f]] / models
                record[LEVELLED] -= luck(board, f, safe)
        record[GUESSES] += 1
        uncover(board, f)
        if board.size[OVER]:
            if solved >= 0.0:
                record[LEVELLED] += solved
            return LOST


@compiled
def play_all(
    board, net, ahead, end, weights, orders, mines, first, start, how, record, won, levelled
):
    """Play a game for each order of the fields."""
    for i in range(len(orders)):
        won[i] = play(board, net, ahead, end, weights, orders[i], mines, first, start, how, record)
        levelled[i] = record[LEVELLED]


def binomials(fields: int, mines: int) -> NDArray[np.float64]:
    """Return C(b, r) for all b up to the fields and r up to the mines."""
    table = np.zeros((fields + 1, mines + 1))
    table[:, 0] = 1.0
    for b in range(1, fields + 1):
        table[b, 1:] = table[b - 1, 1:] + table[b - 1, :-1]
    return table
