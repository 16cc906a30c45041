"""The exact probability of a mine, by counting the placements of mines that fit a state.

The thesis proposes it (§4.2), by counting models.

All placements with the given number of mines are equally likely. So the probability that a field is
a mine is the share of the placements that fit and have a mine there. Where the number of mines is
not known, every placement that fits counts alike, however many mines it has.

Fields of which the same constraints speak are interchangeable and form a *group*: all that matters
is how many of them are mines. The network falls into components that share no constraint. In each,
placements are counted group by group, where partial placements that leave the same sums open are
taken together (dynamic programming). Components meet in the number of all mines alone, and so do
the fields in no constraint: b of them hold r mines in C(b, r) ways.

All numbers are integers, so that nothing is lost to rounding and what is certain comes out as 0 or
1 exactly. The engine counts components in words of 64 bits, modulo 2^64: that is the number itself
where it is smaller. The number of placements on a component is known beforehand, but for rounding.
If it may be larger, the component is counted again modulo some primes, and the Chinese remainder
theorem gives the numbers. Python's integers put the components together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, inf
from operator import mul

from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Network
from puzzlesat.minesweeper.solve.consistency import Values

MEMORY = 2 << 30
"""Bytes that counting takes at most, unless a limit is given."""


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
        # Fields that are alike share one number, which, as it may be large, is known by its place.
        places = list(map(id, self.ways.values()))
        each = dict(zip(places, self.ways.values(), strict=True))
        rounded = {place: ways / self.models for place, ways in each.items()}
        return dict(zip(self.ways, map(rounded.__getitem__, places), strict=True))

    @property
    def certain(self) -> dict[int, int]:
        """The variables that have the same value in every placement, and that value."""
        models = self.models
        return {f: int(w > 0) for f, w in self.ways.items() if not w or w == models}


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


def count(network: Network, seconds: float = inf, memory: int = MEMORY) -> Counts:
    """Count the placements of mines that fit a network.

    What consistency over pairs decides is decided first, which makes components small.

    Parameters
    ----------
    network : Network
        Without spare fields. A constraint has at most eight fields, and a field
        is in at most eight constraints.
    seconds : float
        Wall-clock time.
    memory : int
        Bytes that counting may take, the numbers included.

    Raises
    ------
    ContradictionError
        If there is none.
    TimeoutError, MemoryError
        If time or memory is used up.

    Examples
    --------
    One of the five fields around the 1 is a mine, and one of the three others:

    >>> from puzzlesat.minesweeper.encode.network import network
    >>> from puzzlesat.minesweeper.board.state import State
    >>> counts = count(network(State.of([".1.", "...", "..."], mines=2)))
    >>> counts.models, counts.ways[0], counts.ways[8]
    (15, 3, 5)
    """
    known, components = _counted(network, seconds, memory)
    free = network.unconstrained
    least = sum([component.least for component in components])
    tree = _tree(components)
    # How many ways the free fields have when the components hold `least`, `least` + 1, … mines, and
    # in how many of them a given free field is a mine.
    if network.mines is None:
        outside = [2 ** len(free)] * len(tree.models)
        with_mine = [2 ** max(len(free) - 1, 0)] * len(tree.models)
    else:
        rest = network.mines - sum(known.values()) - least
        outside = _binomials(len(free), rest, len(tree.models))
        with_mine = _binomials(len(free) - 1, rest - 1, len(tree.models))
    models = sum(map(mul, tree.models, outside))
    if not models:
        raise ContradictionError
    of_value = (0, models)
    ways = {f: of_value[value] for f, value in known.items()}
    ways |= dict.fromkeys(free, sum(map(mul, tree.models, with_mine)))
    for component, weights in _leaves(tree, outside):
        for fields, placements in component.ways:
            ways |= dict.fromkeys(fields, sum(map(mul, placements, weights)))
    return Counts(models, ways)


def _counted(network: Network, seconds: float, memory: int) -> tuple[Values, list[Component]]:
    """Return what consistency over pairs decides, and the components of what is left.

    Parameters and errors are those of `count`.
    """
    found = network.flat.count(max(seconds, 0), max(memory, 0))
    if found is None:
        raise ContradictionError
    known, parts = found
    components = []
    for least, length, groups, numbers in parts:
        rows = [numbers[at : at + length] for at in range(0, len(numbers), length)]
        components.append(Component(least, rows[0], list(zip(groups, rows[1:], strict=True))))
    return known, components


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
