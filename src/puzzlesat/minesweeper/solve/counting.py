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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, log2
from operator import itemgetter, mul

from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Constraint, Network, components_of
from puzzlesat.minesweeper.solve.consistency import propagate

Group = tuple[list[int], tuple[int, ...]]
"""Fields, and the positions of the constraints that speak of them."""

Check = Callable[[int], None]
"""Is called now and then with the bytes in use, and raises what is to end the counting."""

FEW = 10.0
"""The logarithm of how many partial placements at a time are not worth another order of groups."""

STARTS = 40
"""From how many first groups orders are tried otherwise."""

PORTION = 4096
"""Partial placements between two checks."""

ENTRY = 300
"""Bytes that a partial placement takes at least: keys, a number and what leads to others."""


def never(_: int) -> None:
    """Let the counting go on."""


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


def count(network: Network, check: Check = never) -> Counts:
    """Count the placements of mines that fit a network.

    What consistency over pairs decides is decided first, which makes components small.

    Parameters
    ----------
    network : Network
        Without spare fields.
    check : function
        What it raises ends the counting.

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
    components = [count_component(part, check) for part in components_of(left.constraints)]
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


def _ordered(groups: list[Group], constraints: Sequence[Constraint]) -> list[Group]:
    """Return the groups in an order in which few partial placements have to be told apart.

    Orders are greedy; a component that is wide has some tried, each with another first group.
    """
    order, bits = _greedily(groups, constraints, 0)
    if bits > FEW:
        step = max(len(groups) // STARTS, 1)
        tried = (_greedily(groups, constraints, g) for g in range(0, len(groups), step))
        order, _ = min(tried, key=itemgetter(1))
    return order


def _greedily(
    groups: list[Group], constraints: Sequence[Constraint], first: int
) -> tuple[list[Group], float]:
    """Return the groups in a greedy order, and the most that it has to tell apart.

    A constraint is open when some, but not all of its groups have been taken. Then these may have
    had some number of mines, within limits. Each next group is the one that leaves the fewest
    combinations of such numbers, among those of open constraints.

    Parameters
    ----------
    groups : list of Group
    constraints : sequence of Constraint
    first : int
        Which group comes first.

    Returns
    -------
    order : list of Group
    bits : float
        The logarithm to base 2 of the largest number of combinations at any time.

    Examples
    --------
    >>> constraints = [Constraint(9, (1, 2, 3), 1), Constraint(8, (2, 3, 4), 1)]
    >>> _greedily(groups_of(constraints), constraints, 0)
    ([([1], (0,)), ([2, 3], (0, 1)), ([4], (1,))], 1.0)
    """
    holding: list[list[int]] = [[] for _ in constraints]
    for g, (_, members) in enumerate(groups):
        for c in members:
            holding[c].append(g)
    after = [_bits(constraint) for constraint in constraints]
    given = [0] * len(constraints)
    left = set(range(len(groups)))
    near = {first}
    order = []
    bits = most = 0.0

    def growth(g: int) -> tuple[float, int]:
        fields, members = groups[g]
        size = len(fields)
        return sum([after[c][given[c] + size] - after[c][given[c]] for c in members]), g

    while left:
        more, g = min(map(growth, near or left))
        fields, members = groups[g]
        order.append(groups[g])
        left.remove(g)
        near.discard(g)
        for c in members:
            if not given[c]:
                near.update(h for h in holding[c] if h in left)
            given[c] += len(fields)
        bits += more
        most = max(most, bits)
    return order, round(most, 6)


def _bits(constraint: Constraint) -> list[float]:
    """Return the logarithms of how many numbers of mines the first 0, 1, … fields can have.

    Examples
    --------
    >>> _bits(Constraint(9, (1, 2, 3, 4), 1))
    [0.0, 1.0, 1.0, 1.0, 0.0]
    """
    wanted, size = constraint.mines, len(constraint.scope)
    numbers = [min(wanted, n) - max(wanted - (size - n), 0) + 1 for n in range(size + 1)]
    return [log2(max(number, 1)) for number in numbers]


def count_component(constraints: Sequence[Constraint], check: Check = never) -> Component:
    """Count the placements of mines on the variables of some constraints.

    A partial placement is described by the mines that it has given to each open constraint, four
    bits each in one integer. For each description there is a polynomial of partial placements; a
    second pass from the last group to the first counts how they can be completed.

    Parameters
    ----------
    constraints : sequence of Constraint
        Of one component.
    check : function
        What it raises ends the counting.

    Raises
    ------
    ContradictionError
        If there is none.

    Examples
    --------
    >>> count_component([Constraint(9, (1, 2, 3), 2), Constraint(8, (3, 4), 1)])
    Component(least=2, models=[2, 1], ways=[([1, 2], [1, 1]), ([3], [2, 0]), ([4], [0, 1])])
    """
    groups = _ordered(groups_of(constraints), constraints)
    fields = sum(len(members) for members, _ in groups)
    bits = fields + 1  # no coefficient is above 2^fields
    sums = [constraint.mines for constraint in constraints]
    room = [len(constraint.scope) for constraint in constraints]
    layers: list[dict[int, int]] = [{0: 1}]
    moves: list[list[tuple[int, int, int]]] = []
    taken = in_use = 0
    for members, speaking in groups:
        size = len(members)
        taken += size
        entry = ENTRY + bits * taken // 8
        for c in speaking:
            room[c] -= size
        each = sum(1 << 4 * c for c in speaking)
        closing = sum(sums[c] << 4 * c for c in speaking if not room[c])
        limits = [(4 * c, sums[c], room[c]) for c in speaking]
        layer: dict[int, int] = {}
        steps = []
        for number, (key, polynomial) in enumerate(layers[-1].items()):
            if not number % PORTION:
                check(in_use + len(layer) * entry)
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
        in_use += len(layer) * entry
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
