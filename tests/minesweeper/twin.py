"""Counting the placements of mines in plain Python, from scratch for each field."""

from collections import Counter
from fractions import Fraction
from math import comb

from puzzlesat.minesweeper.encode.network import Constraint, components


def of_component(constraints, mine=None):
    """Return the numbers of placements on a component by number of mines, with a mine at `mine`."""
    scopes = [set(constraint.scope) for constraint in constraints]
    layer = {tuple(c.mines for c in constraints): Counter({0: 1})}
    left = [len(scope) for scope in scopes]
    for f in dict.fromkeys(f for c in constraints for f in c.scope):
        holding = [c for c, scope in enumerate(scopes) if f in scope]
        for c in holding:
            left[c] -= 1
        after = {}
        for missing, numbers in layer.items():
            for value in (1,) if f == mine else (0, 1):
                key = tuple(m - (value if c in holding else 0) for c, m in enumerate(missing))
                if all(0 <= key[c] <= left[c] for c in holding):
                    found = after.setdefault(key, Counter())
                    for mines, number in numbers.items():
                        found[mines + value] += number
        layer = after
    return sum(layer.values(), Counter())


def times(a, b):
    product = Counter()
    for i, x in a.items():
        for j, y in b.items():
            product[i + j] += x * y
    return product


def outside(net, free, mines):
    """Return the number of ways to place on free fields the mines that are not on other fields."""
    if net.mines is None:
        return 2**free
    return comb(free, net.mines - mines) if net.mines >= mines else 0


def count(net):
    parts = components(net.constraints)
    if any(not c.scope and c.mines for c in net.constraints):
        return 0, {}
    counted = [of_component(part) for part in parts]
    free = len(net.unconstrained)

    def number(polynomials, free=free, more=0):
        product = Counter({more: 1})
        for polynomial in polynomials:
            product = times(product, polynomial)
        return sum(n * outside(net, free, mines) for mines, n in product.items())

    models = number(counted)
    if not models:
        return 0, {}
    found = {}
    for i, part in enumerate(parts):
        others = counted[:i] + counted[i + 1 :]
        for f in {f for c in part for f in c.scope}:
            found[f] = Fraction(number([*others, of_component(part, f)]), models)
    if free:
        found |= dict.fromkeys(net.unconstrained, Fraction(number(counted, free - 1, 1), models))
    return models, found


def lattice(rng, rows, share):
    """Return constraints with a number on every second field of every second row, and a total.

    Each number constrains the eight fields around it.
    """
    mined = {
        (r, c)
        for r in range(rows)
        for c in range(rows)
        if not (r % 2 and c % 2) and rng.random() < share
    }
    constraints = []
    for r in range(1, rows, 2):
        for c in range(1, rows, 2):
            near = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
            near = [place for place in near if max(place) < rows]
            scope = tuple(i * rows + j for i, j in near)
            constraints.append(Constraint(r * rows + c, scope, len(mined.intersection(near))))
    return tuple(constraints), len(mined)
