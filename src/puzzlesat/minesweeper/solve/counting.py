"""The exact probability of a mine, by counting the placements of mines that fit a state.

The thesis proposes it (§4.2), by counting models.

All placements with the given number of mines are equally likely. So the probability that a field is
a mine is the share of the placements that fit and have a mine there. Where the number of mines is
not known, every placement that fits counts alike, however many mines it has.

Fields of which the same constraints speak are interchangeable and form a *group*: all that matters
is how many of them are mines. The network falls into components that share no constraint. In each,
placements are counted group by group, where partial placements that leave the same sums open are
taken together (dynamic programming). Components meet in the number of all mines alone, and so do
the fields that no constraint speaks of: b of them hold r mines in C(b, r) ways.

All numbers are integers, so that nothing is lost to rounding and what is certain comes out as 0 or
1 exactly. A polynomial Σ a_j x^j, where a_j counts the placements with j mines, is kept as one
integer, its value at a power of 2 above all a_j: adding and multiplying polynomials is then adding
and multiplying integers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from operator import mul

from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Constraint, Network, components_of
from puzzlesat.minesweeper.solve.consistency import propagate

Group = tuple[list[int], tuple[int, ...]]
"""Fields, and the positions of the constraints that speak of them."""


@dataclass(frozen=True)
class Counts:
    """How many placements of mines fit a network.

    Parameters
    ----------
    models : int
        All that fit.
    ways : dict
        For each variable those of them in which it is a mine.
    """

    models: int
    ways: dict[int, int]

    @property
    def probabilities(self) -> dict[int, float]:
        """The probability of a mine for each variable, correctly rounded."""
        rounded = {ways: ways / self.models for ways in set(self.ways.values())}
        return {f: rounded[ways] for f, ways in self.ways.items()}

    @property
    def certain(self) -> dict[int, int]:
        """The variables that have the same value in every placement, and that value."""
        value = {0: 0, self.models: 1}
        return {f: value[ways] for f, ways in self.ways.items() if ways in value}


@dataclass(frozen=True)
class Component:
    """The placements of mines on a component of the network, by their numbers of mines.

    Parameters
    ----------
    least : int
        The smallest number of mines.
    models : list of int
        How many placements have `least`, `least` + 1, … mines.
    ways : list of (fields, list of int)
        For each group how many of these placements have a mine on any one of its fields.
    """

    least: int
    models: list[int]
    ways: list[tuple[list[int], list[int]]]


def count(network: Network) -> Counts:
    """Count the placements of mines that fit a network.

    What consistency over pairs decides is decided first, which makes components small.

    Parameters
    ----------
    network : Network
        Without spare fields.

    Raises
    ------
    ContradictionError
        If there is none.

    Examples
    --------
    One of the five fields around the 1 is a mine, and one of the three others:

    >>> from puzzlesat.minesweeper.encode.network import network
    >>> from puzzlesat.minesweeper.board.state import State
    >>> counts = count(network(State.of([".1.", "...", "..."], mines=2)))
    >>> counts.models, counts.ways[0], counts.ways[8]
    (15, 3, 5)
    """
    known = propagate(network, pairs=True)
    left = network.without(known)
    components = [count_component(part) for part in components_of(left.constraints)]
    free = left.unconstrained
    least = sum(component.least for component in components)
    tree = _tree(components)
    # How many ways the free fields have when the components hold `least`, `least` + 1, … mines, and
    # in how many of them a given free field is a mine.
    if left.mines is None:
        outside = [2 ** len(free)] * len(tree.models)
        with_mine = [2 ** max(len(free) - 1, 0)] * len(tree.models)
    else:
        rest = left.mines - least
        outside = _binomials(len(free), rest, len(tree.models))
        with_mine = _binomials(len(free) - 1, rest - 1, len(tree.models))
    models = sum(map(mul, tree.models, outside))
    if not models:
        raise ContradictionError
    ways = {f: models * value for f, value in known.items()}
    ways |= dict.fromkeys(free, sum(map(mul, tree.models, with_mine)))
    for component, weights in _leaves(tree, outside):
        for fields, placements in component.ways:
            ways |= dict.fromkeys(fields, sum(map(mul, placements, weights)))
    return Counts(models, ways)


def _binomials(b: int, r: int, count: int) -> list[int]:
    """Return C(b, r), C(b, r - 1), … , `count` of them; 0 where r is not in 0..b.

    Examples
    --------
    >>> _binomials(4, 5, 4), _binomials(4, 1, 3), _binomials(-1, 0, 1)
    ([0, 1, 4, 6], [4, 1, 0], [0])
    """
    values = []
    value = None
    for k in range(r, r - count, -1):
        if not 0 <= k <= b:
            values.append(0)
            continue
        value = comb(b, k) if value is None else value * (k + 1) // (b - k)
        values.append(value)
    return values


def groups_of(constraints: Sequence[Constraint]) -> list[Group]:
    """Return the variables in groups of which the same constraints speak.

    Examples
    --------
    >>> groups_of([Constraint(9, (1, 2, 3), 1), Constraint(8, (2, 3, 4), 1)])
    [([1], (0,)), ([2, 3], (0, 1)), ([4], (1,))]
    """
    speaking: dict[int, list[int]] = {}
    for c, constraint in enumerate(constraints):
        for f in constraint.scope:
            speaking.setdefault(f, []).append(c)
    groups: dict[tuple[int, ...], list[int]] = {}
    for f, members in speaking.items():
        groups.setdefault(tuple(members), []).append(f)
    return [(fields, members) for members, fields in groups.items()]


def _ordered(groups: list[Group]) -> list[Group]:
    """Return the groups in an order that keeps few constraints open at a time.

    A constraint is open when some, but not all of its groups have been taken. The next group is
    the one that leaves the fewest open, among those of open constraints.
    """
    waiting: dict[int, int] = {}
    holding: dict[int, list[int]] = {}
    for g, (_, members) in enumerate(groups):
        for c in members:
            waiting[c] = waiting.get(c, 0) + 1
            holding.setdefault(c, []).append(g)
    opened: set[int] = set()
    near: set[int] = set()
    taken: list[int] = []
    left = set(range(len(groups)))

    def growth(g: int) -> tuple[int, int, int]:
        members = groups[g][1]
        opens = sum([c not in opened for c in members])
        closes = sum([waiting[c] == 1 for c in members])
        return opens - closes, len(members), g

    while left:
        g = min(near or left, key=growth)
        taken.append(g)
        left.remove(g)
        near.discard(g)
        for c in groups[g][1]:
            waiting[c] -= 1
            if c not in opened:
                opened.add(c)
                near.update(h for h in holding[c] if h in left)
    return [groups[g] for g in taken]


def count_component(constraints: Sequence[Constraint]) -> Component:
    """Count the placements of mines on the variables of some constraints.

    A partial placement is described by the mines that it has given to each open constraint, four
    bits each in one integer. For each description there is a polynomial of partial placements; a
    second pass from the last group to the first counts how they can be completed.

    Raises
    ------
    ContradictionError
        If there is none.

    Examples
    --------
    >>> count_component([Constraint(9, (1, 2, 3), 2), Constraint(8, (3, 4), 1)])
    Component(least=2, models=[2, 1], ways=[([1, 2], [1, 1]), ([3], [2, 0]), ([4], [0, 1])])
    """
    groups = _ordered(groups_of(constraints))
    fields = sum(len(members) for members, _ in groups)
    bits = fields + 1  # no coefficient is above 2^fields
    sums = [constraint.mines for constraint in constraints]
    room = [len(constraint.scope) for constraint in constraints]
    layers: list[dict[int, int]] = [{0: 1}]
    moves: list[list[tuple[int, int, int]]] = []
    for members, speaking in groups:
        size = len(members)
        for c in speaking:
            room[c] -= size
        each = sum(1 << 4 * c for c in speaking)
        closing = sum(sums[c] << 4 * c for c in speaking if not room[c])
        limits = [(4 * c, sums[c], room[c]) for c in speaking]
        layer: dict[int, int] = {}
        steps = []
        for key, polynomial in layers[-1].items():
            low, high = 0, size
            for place, wanted, later in limits:
                missing = wanted - (key >> place & 15)
                high = min(high, missing)
                low = max(low, missing - later)
            for n in range(low, high + 1):
                new = key + n * each - closing
                steps.append((key, n, new))
                layer[new] = layer.get(new, 0) + (polynomial * comb(size, n) << bits * n)
        layers.append(layer)
        moves.append(steps)
    if not layers[-1]:
        raise ContradictionError
    completions = {0: 1}
    ways = []
    for (members, _), layer, steps in zip(
        reversed(groups), reversed(layers[:-1]), reversed(moves), strict=True
    ):
        size = len(members)
        before: dict[int, int] = {}
        with_mine = 0
        for key, n, new in steps:
            rest = completions.get(new)
            if rest is not None:
                rest <<= bits * n
                before[key] = before.get(key, 0) + comb(size, n) * rest
                if n:
                    with_mine += comb(size - 1, n - 1) * layer[key] * rest
        completions = before
        ways.append((members, _coefficients(with_mine, bits)))
    models = _coefficients(layers[-1][0], bits)
    least = next(j for j, number in enumerate(models) if number)
    long = len(models) - least
    return Component(
        least,
        models[least:],
        [(f, (w[least:] + [0] * long)[:long]) for f, w in reversed(ways)],
    )


def _coefficients(polynomial: int, bits: int) -> list[int]:
    """Return a_0, a_1, … of a polynomial that is kept as its value at 2^bits.

    Examples
    --------
    >>> _coefficients(3 + (5 << 8), 4)
    [3, 0, 5]
    """
    mask = (1 << bits) - 1
    return [polynomial >> place & mask for place in range(0, max(polynomial.bit_length(), 1), bits)]


@dataclass(frozen=True)
class _Node:
    """Components taken together; a leaf is one component, and without any there is one placement.

    `models` counts the placements on all of them by the number of mines above the least one.
    """

    models: list[int]
    children: tuple["_Node", ...] = ()
    component: Component | None = None


def _tree(components: Sequence[Component]) -> _Node:
    """Return a balanced binary tree over the components."""
    if not components:
        return _Node([1])
    if len(components) == 1:
        return _Node(components[0].models, component=components[0])
    middle = len(components) // 2
    left, right = _tree(components[:middle]), _tree(components[middle:])
    models = [0] * (len(left.models) + len(right.models) - 1)
    for i, a in enumerate(left.models):
        for j, b in enumerate(right.models):
            models[i + j] += a * b
    return _Node(models, (left, right))


def _leaves(node: _Node, outside: Sequence[int]) -> Iterator[tuple[Component, list[int]]]:
    """Yield each component and in how many ways all else can be, by the component's mines.

    Parameters
    ----------
    node : _Node
    outside : sequence of int
        In how many ways all outside the node can be, by the node's mines above its least.
    """
    if node.component is not None:
        yield node.component, list(outside)
    elif node.children:
        left, right = node.children
        for child, other in ((left, right), (right, left)):
            yield from _leaves(
                child,
                [
                    sum(map(mul, other.models, outside[j : j + len(other.models)]))
                    for j in range(len(child.models))
                ],
            )
