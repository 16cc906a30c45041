"""Answers by trying all placements of mines, without code of the library.

A state is given as lines of text.
"""

from fractions import Fraction
from itertools import product
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
