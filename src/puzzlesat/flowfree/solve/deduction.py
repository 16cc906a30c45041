"""What follows from the rules of the game, and then from single assumptions, without search.

The rules are those of `puzzlesat.flowfree.solve.propagate`, whose compiled code does the work.

A *single assumption* is that an open link is used, or that it is not. If it contradicts the rules,
the opposite is known. In a *round* all open links are tried, each by itself, and what comes out of
all is known in the next one.

Whatever follows from less follows from more, so that neither the order in which rules are used nor
the numbers of flows and cells change anything of what is found out.
"""

from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.machine_code import MachineCode
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve import direct
from puzzlesat.flowfree.solve.direct import LENGTH, UNKNOWN, field_of, state_of

PROBE = MachineCode(
    "puzzlesat.flowfree.solve.propagate:probe", direct.__name__, "puzzlesat.flowfree.board.puzzle"
)
"""The compiled function `propagate.probe`."""

CHUNK = 64
"""Links that are tried between two looks at the clock."""


class Deduction:
    """What rules, and then single assumptions, decide of a puzzle that has a solution.

    Parameters
    ----------
    puzzle : Puzzle

    Attributes
    ----------
    rounds : int
        In how many rounds of assumptions something was found out.

    Raises
    ------
    DisagreementError
        Here or later, if the rules are contradicted: then the puzzle has no solution.

    Examples
    --------
    >>> deduction = Deduction(Puzzle.of(["AB", "..", "AB"]))
    >>> deduction.known.tolist(), deduction.share
    ([0, 0, 0, 1, 1, 1, 1], 1.0)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._field = field_of(puzzle)
        self._state = state_of(puzzle, self._field)
        self._found = np.full(len(self.known), UNKNOWN, np.int8)
        self.rounds = 0
        self._probe(0, 0)

    @property
    def known(self) -> NDArray[np.int8]:
        """For each link `ON`, `OFF` or `UNKNOWN`, as `puzzlesat.flowfree.solve.direct` has them."""
        return self._state.value

    @property
    def share(self) -> float:
        """The share of the cells that have no open link."""
        clear = np.ones(len(self._field.degree), np.bool_)
        clear[self._field.ends[self.known == UNKNOWN]] = False
        return float(clear.mean())

    @property
    def open_links(self) -> set[int]:
        """The links that are not decided."""
        return set(np.flatnonzero(self.known == UNKNOWN).tolist())

    def assume(self, most: float = inf, tell: Callable[[], object] = lambda: None) -> None:
        """Make rounds of assumptions until one finds out nothing, or everything is decided.

        Parameters
        ----------
        most : float
            How many rounds there may be, all earlier ones included.
        tell : function
            Is called now and then; may raise an exception to end this.
        """
        links = len(self.known)
        while self.rounds < most and (self.known == UNKNOWN).any():
            self._state.due[:] = 1
            for first in range(0, links, CHUNK):
                tell()
                self._probe(first, min(first + CHUNK, links))
            new = np.flatnonzero(self._found != UNKNOWN)
            if not len(new):
                return
            self.rounds += 1
            self._say(new, self._found[new])
            self._found[new] = UNKNOWN
            self._probe(0, 0)

    def _say(self, links: NDArray[np.intp], values: NDArray[np.int8]) -> None:
        """Note what is known of open links; `_probe` draws the conclusions."""
        state = self._state
        length = state.counted[LENGTH]
        state.value[links] = values
        state.trail[length : length + len(links)] = links
        state.counted[LENGTH] += len(links)

    def _probe(self, first: int, last: int) -> None:
        if not PROBE(self._field, self._state, self._found, first, last):
            raise DisagreementError(
                f"puzzle {self.puzzle.text}: it should have a solution, but contradicts the rules"
            )
