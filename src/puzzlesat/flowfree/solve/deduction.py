"""What follows from the rules of the game, and then from single assumptions, without search.

`puzzlesat.flowfree.solve.reasons` states the rules; the engine applies them faster.

A *single assumption* is that an open link is used, or that it is not. If it contradicts the rules,
the opposite is known. In a *round* all open links are tried, each by itself, and what comes out of
all is known in the next one.

Whatever follows from less follows from more, so that neither the order in which rules are used nor
the numbers of flows and cells change anything of what is found out.
"""

from math import inf

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle


class Deduction(engine.Deduction):
    """What rules, and then single assumptions, decide of a puzzle that has a solution.

    Parameters
    ----------
    puzzle : Puzzle

    Attributes
    ----------
    known : array of int, shape (links,)
        `ON`, `OFF` or `UNKNOWN`, as `puzzlesat.flowfree.solve.direct` has them.
    open_links : list of int
        The links that are unknown.
    share : float
        The share of the nodes that have no open link.
    rounds : int
        The number of rounds of assumptions in which something was found out.

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
        graph = engine.Graph(puzzle.grid.links, puzzle.grid.link)
        super().__init__(graph, puzzle.node_flow, puzzle.strict)
        self.puzzle = puzzle
        self._check()

    def assume(self, max_rounds: float = inf, timeout: float | None = None) -> None:
        """Make rounds of assumptions until one finds out nothing, or everything is decided.

        Parameters
        ----------
        max_rounds : float
            The most rounds, all earlier ones included.
        timeout : float, optional
            Wall-clock seconds.

        Raises
        ------
        TimeoutError
            If time is up.
        """
        super().assume(max_rounds, timeout)
        self._check()

    def _check(self) -> None:
        if self.contradicted:
            raise DisagreementError(
                f"puzzle {self.puzzle.text}: it should have a solution, but contradicts the rules"
            )
