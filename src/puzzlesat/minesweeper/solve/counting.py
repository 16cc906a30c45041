"""The exact probability of a mine, by counting the placements of mines that fit a state.

The thesis proposes model counting for this purpose (§4.2). All placements with the given number of
mines are equally likely. So the probability that a field is a mine is the share of the fitting
placements with a mine there. If the number of mines is unknown, every placement that fits has the
same weight, regardless of its number of mines.

Fields in the same constraints are interchangeable and form a *group*: only the number of mines on
the group matters. The network consists of components that share no constraint. In each component,
the engine counts placements group by group, and merges partial placements that leave the same sums
open (dynamic programming). Components, and the fields in no constraint, interact only through the
total number of mines: on b fields in no constraint, r mines can be placed in C(b, r) ways.

All numbers are integers, so there are no rounding errors, and the probability of a certain value is
exactly 0 or 1. The engine counts in words of 64 bits, which is exact for numbers below 2^64. If
the number of placements on a component may be larger, the engine counts again modulo several primes
and applies the Chinese remainder theorem. The components are combined with Python's integers.
"""

from dataclasses import dataclass
from math import comb, inf
from operator import mul

from puzzlesat.common.deadline import Deadline
from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Network

COUNTING_MEMORY = 2 << 30
"""The default memory limit of counting, in bytes."""


@dataclass(frozen=True)
class Counts:
    """The numbers of placements of mines that fit a network.

    `models` is the number of all placements; `ways` maps each variable to the number of placements
    in which it is a mine.
    """

    models: int
    ways: dict[int, int]

    @property
    def probabilities(self) -> dict[int, float]:
        """The probability of a mine for each variable, correctly rounded."""
        # Interchangeable fields share one number, which may be large, so its identity is the key.
        keys = list(map(id, self.ways.values()))
        each = dict(zip(keys, self.ways.values(), strict=True))
        rounded = {key: ways / self.models for key, ways in each.items()}
        return dict(zip(self.ways, map(rounded.__getitem__, keys), strict=True))

    @property
    def certain(self) -> dict[int, int]:
        """The variables that have the same value in every placement, with this value."""
        models = self.models
        return {f: int(w > 0) for f, w in self.ways.items() if not w or w == models}


def count(network: Network, wall_limit: float = inf, memory: int = COUNTING_MEMORY) -> Counts:
    """Count the placements of mines that fit a network.

    Consistency over pairs is applied first, which makes components small.

    Parameters
    ----------
    network : Network
        Must have no spare fields. A constraint has at most eight fields, and a field is in at most
        eight constraints.
    wall_limit : float
        The limit on wall-clock time, in seconds.
    memory : int
        The limit on memory, in bytes, including the resulting numbers.

    Raises
    ------
    ContradictionError
        If no placement fits.
    TimeoutError, MemoryError
        If time or memory is used up.

    Examples
    --------
    One of the five fields around the 1 is a mine, and so is one of the three others:

    >>> from puzzlesat.minesweeper.encode.network import network
    >>> from puzzlesat.minesweeper.board.state import State
    >>> counts = count(network(State.of([".1.", "...", "..."], mines=2)))
    >>> counts.models, counts.ways[0], counts.ways[8]
    (15, 3, 5)
    """
    deadline = Deadline(wall_limit)
    counted = network.engine.count(max(wall_limit, 0), max(memory, 0))
    if counted is None:
        raise ContradictionError
    known, components = counted
    # The rows of a component are the numbers of its placements, by number of mines above the
    # minimum, and then, for each group, the numbers of placements with a mine on a given field of
    # the group. `before[i]` contains the numbers of placements on all components before i.
    before = [[1]]
    rows = []
    for _, length, _, numbers in components:
        deadline.check()
        rows.append([numbers[at : at + length] for at in range(0, len(numbers), length)])
        before.append(_product(before[-1], rows[-1][0]))
    unconstrained = network.unconstrained
    length = len(before[-1])
    if network.mines is None:
        outside = [2 ** len(unconstrained)] * length
        with_mine = [2 ** max(len(unconstrained) - 1, 0)] * length
    else:
        least = sum([least for least, _, _, _ in components])
        rest = network.mines - sum(known.values()) - least
        outside = _binomials(len(unconstrained), rest, length)
        with_mine = _binomials(len(unconstrained) - 1, rest - 1, length)
    models = sum(map(mul, before[-1], outside))
    if not models:
        raise ContradictionError
    of_value = (0, models)
    ways = {f: of_value[value] for f, value in known.items()}
    ways |= dict.fromkeys(unconstrained, sum(map(mul, before[-1], with_mine)))
    # `outside`: the numbers of placements on all other fields, by the number of
    # mines on components 0 to i.
    for i in reversed(range(len(components))):
        deadline.check()
        weights = _correlation(before[i], outside)
        for fields, placements in zip(components[i][2], rows[i][1:], strict=True):
            ways |= dict.fromkeys(fields, sum(map(mul, placements, weights)))
        outside = _correlation(rows[i][0], outside)
    return Counts(models, ways)


def _product(a: list[int], b: list[int]) -> list[int]:
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def _correlation(a: list[int], b: list[int]) -> list[int]:
    """Return the sums of a[i] · b[i + j] over i, for each j for which all these items exist."""
    return [sum(map(mul, a, b[j : j + len(a)])) for j in range(len(b) - len(a) + 1)]


def _binomials(b: int, r: int, count: int) -> list[int]:
    """Return the first `count` of C(b, r), C(b, r - 1), …; C(b, k) is 0 for k outside 0..b.

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
