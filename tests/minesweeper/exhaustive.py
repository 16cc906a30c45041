"""Answers by trying all placements of mines and all ways to play, without code of the library.

A state is given as lines of text.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random


def placements(lines, mines=None):
    """Yield the mines of every placement that fits, as sets of (row, column); flags are mines."""
    rows, cols = len(lines), len(lines[0])
    covered = [(r, c) for r in range(rows) for c in range(cols) if lines[r][c] == "."]
    flags = {(r, c) for r in range(rows) for c in range(cols) if lines[r][c] == "F"}
    for values in product((0, 1), repeat=len(covered)):
        mined = flags | {field for field, value in zip(covered, values, strict=True) if value}
        if mines is not None and len(mined) != mines:
            continue
        if all(
            sum((r + i, c + j) in mined for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
            == int(lines[r][c])
            for r in range(rows)
            for c in range(cols)
            if lines[r][c].isdigit()
        ):
            yield mined


def numbered_placements(lines, mines=None):
    """Return the mines of every placement that fits, as sets of field numbers."""
    cols = len(lines[0])
    return [frozenset(r * cols + c for r, c in mined) for mined in placements(lines, mines)]


def probabilities(lines, mines=None):
    """Return the probability of a mine for each covered field number, None if nothing fits."""
    cols = len(lines[0])
    fields = [r * cols + c for r, line in enumerate(lines) for c, s in enumerate(line) if s == "."]
    fitting = numbered_placements(lines, mines)
    if not fitting:
        return None
    return {f: Fraction(sum(f in mined for mined in fitting), len(fitting)) for f in fields}


def certain(lines, mines=None):
    """Return the fields with the same value in all placements, None if nothing fits."""
    found = probabilities(lines, mines)
    return None if found is None else {f: int(p) for f, p in found.items() if p in (0, 1)}


def random_states(count, seed, most=12):
    """Yield small states as (lines, mines): half with the numbers of a placement, half with any.

    Some states have flags. `mines` is None for some states.
    """
    random = Random(seed)
    made = 0
    while made < count:
        rows, cols = random.randint(1, 4), random.randint(1, 5)
        mined = {
            (r, c) for r in range(rows) for c in range(cols) if random.random() < random.random()
        }
        true_to_mines = made % 2 == 0
        lines = []
        for r in range(rows):
            line = ""
            for c in range(cols):
                around = sum((r + i, c + j) in mined for i in (-1, 0, 1) for j in (-1, 0, 1)) - (
                    (r, c) in mined
                )
                if (r, c) in mined and true_to_mines:
                    line += random.choice("....F")
                elif random.random() < 0.55:
                    line += "."
                elif not true_to_mines and random.random() < 0.15:
                    line += "F"
                else:
                    line += str(around if true_to_mines else random.randint(0, 4))
            lines.append(line)
        if sum(line.count(".") for line in lines) > most:
            continue
        total = len(mined) if true_to_mines else min(random.randint(0, 6), rows * cols)
        made += 1
        yield lines, random.choice([None, total])


def neighbourhood(rows, cols, f):
    r, c = divmod(f, cols)
    return {
        i * cols + j
        for i in range(max(r - 1, 0), min(r + 2, rows))
        for j in range(max(c - 1, 0), min(c + 2, cols))
    }


def best_play(rows, cols, mines, start):
    """Return the best chance to win, of all ways to play, and the first fields that lead to it.

    Every covered field is tried at every point of the game, and no field is uncovered
    automatically. Points with the same uncovered fields and the same fitting placements are tried
    once.
    """
    fields = range(rows * cols)
    around = [neighbourhood(rows, cols, f) for f in fields]

    @cache
    def wins(uncovered, fitting):
        if len(uncovered) == len(fields) - mines:
            return len(fitting)
        return max(after(f, uncovered, fitting) for f in fields if f not in uncovered)

    def after(f, uncovered, fitting):
        parts = {}
        for mined in fitting:
            if f not in mined:
                parts.setdefault(len(mined & around[f]), set()).add(mined)
        return sum(wins(uncovered | {f}, frozenset(part)) for part in parts.values())

    chances = {}
    for f in fields:
        free = {"unprotected": set(), "safe": {f}, "opening": around[f]}[start]
        drawn = frozenset(
            frozenset(mined) for mined in combinations(fields, mines) if not free & set(mined)
        )
        if drawn:
            chances[f] = Fraction(after(f, frozenset(), drawn), len(drawn))
    best = max(chances.values(), default=None)
    return best, [f for f, chance in chances.items() if chance == best]


def safest_play(rows, cols, possible):
    """Return how many of some placements are won by uncovering the safest field, and the guesses.

    The first field is 0, which is no guess. Ties go to the field with the fewest uncertain fields
    around it, then to the first.
    """
    fields = range(rows * cols)
    around = [neighbourhood(rows, cols, f) for f in fields]

    def after(f, uncovered, possible):
        parts = {}
        for mined in possible:
            if f not in mined:
                parts.setdefault(len(around[f].intersection(mined)), []).append(mined)
        ends = [play(uncovered | {f}, part) for part in parts.values()]
        return sum(won for won, _ in ends), sum(guesses for _, guesses in ends)

    def play(uncovered, possible):
        mined = Counter(f for placed in possible for f in placed)
        left = [f for f in fields if f not in uncovered]
        if len(left) == len(possible[0]):
            return len(possible), 0
        uncertain = {f for f in left if 0 < mined[f] < len(possible)}
        chosen = min(left, key=lambda f: (mined[f], len(uncertain & around[f]), f))
        won, guesses = after(chosen, uncovered, possible)
        return won, guesses + (len(possible) if mined[chosen] else 0)

    return after(0, frozenset(), possible)


def most_won(possible, covered, around):
    """Return how many of some placements perfect play wins, each a set of field numbers.

    A certainly safe field is uncovered at once; otherwise, every covered field is tried.
    """
    near = [sum(1 << g for g in fields) for fields in around]

    @cache
    def best(possible, covered):
        if len(possible) == 1:
            return 1
        safe = [f for f in covered if not any(mined >> f & 1 for mined in possible)]
        return max(after(f, possible, covered) for f in safe[:1] or covered)

    def after(f, possible, covered):
        parts = {}
        for mined in possible:
            if not mined >> f & 1:
                parts.setdefault((mined & near[f]).bit_count(), []).append(mined)
        others = tuple(g for g in covered if g != f)
        return sum(best(tuple(part), others) for part in parts.values())

    return best(tuple(sum(1 << f for f in mined) for mined in possible), tuple(covered))
