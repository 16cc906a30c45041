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
exactly 0 or 1. The engine counts (`engine/minesweeper/counts.cpp`), in words of 64 bits if the
numbers of a component certainly fit, and otherwise in as many words as the largest one may need.
"""

from dataclasses import dataclass
from math import inf

from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Network

COUNTING_MEMORY = 2 << 30
"""The default memory limit of counting, in bytes."""


@dataclass(frozen=True)
class Counts:
    """The numbers of placements of mines that fit a network.

    `placements` is the number of all placements; `with_mine` maps each variable to the number of
    placements in which it is a mine.
    """

    placements: int
    with_mine: dict[int, int]

    @property
    def probabilities(self) -> dict[int, float]:
        """The probability of a mine for each variable, correctly rounded."""
        # Interchangeable fields share one number, which may be large, so its identity is the key.
        keys = list(map(id, self.with_mine.values()))
        each = dict(zip(keys, self.with_mine.values(), strict=True))
        rounded = {key: number / self.placements for key, number in each.items()}
        return dict(zip(self.with_mine, map(rounded.__getitem__, keys), strict=True))

    @property
    def certain(self) -> dict[int, int]:
        """The variables that have the same value in every placement, with this value."""
        same = 0, self.placements
        return {f: int(n > 0) for f, n in self.with_mine.items() if n in same}


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
    >>> counts.placements, counts.with_mine[0], counts.with_mine[8]
    (15, 3, 5)
    """
    counted = network.engine.count(
        network.unconstrained, network.mines, max(wall_limit, 0), max(memory, 0)
    )
    if counted is None:
        raise ContradictionError
    placements, groups = counted
    return Counts(placements, {f: number for fields, number in groups for f in fields})
