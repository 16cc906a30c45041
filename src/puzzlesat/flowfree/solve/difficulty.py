"""The difficulty of a puzzle: the links that rules decide, and the assumptions for the others.

A *single assumption* is that an open link is used, or that it is not. If the rules of
``engine/flowfree/propagation.hpp`` then derive a contradiction, the opposite holds. In a *round*,
both assumptions are tried for every open link, independently of all others; the results are known
from the next round on. A puzzle with one solution is

*   level 0, *easy*, if rules alone decide all links;
*   level 1, *medium*, if one round decides the rest;
*   level 2, *hard*, if further rounds decide the rest;
*   level 3, *extreme*, if single assumptions do not suffice.

The *difficulty* of the puzzle is the level plus, except at level 0, the share of nodes (cells, of
which a bridge counts twice) with a link that the steps of the level below leave open.

The rules are monotone: knowing more links never makes them derive fewer. So the difficulty does not
depend on the order of the rules, the numbering, the solver, the encoding, the machine or chance.
Below level 3, the decided links prove that the puzzle has no second solution.
"""

from dataclasses import dataclass
from math import inf

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle, check_filling

LEVELS = ("easy", "medium", "hard", "extreme")
"""The names of the levels."""


class Deduction(engine.Deduction):
    """The links that rules, and then single assumptions, decide in a puzzle with a solution.

    `known` contains `USED`, `UNUSED` or `UNKNOWN` for each link; see
    `puzzlesat.flowfree.solve.direct`. `open_links` lists the unknown ones. `share` is the share of
    nodes without open links, and `rounds` the number of rounds that decided a link. Raise
    `DisagreementError`, here or in `assume`, if the rules derive a contradiction: then the puzzle
    has no solution.

    >>> deduction = Deduction(Puzzle.of(["AB", "..", "AB"]))
    >>> deduction.known.tolist(), deduction.share
    ([0, 0, 0, 1, 1, 1, 1], 1.0)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        check_filling(puzzle, "difficulty is defined only")
        super().__init__(puzzle.grid.graph, puzzle.node_flow, puzzle.strict)
        self.puzzle = puzzle
        self._check()

    def assume(self, max_rounds: float = inf, wall_limit: float | None = None) -> None:
        """Make rounds of assumptions until a round decides no link, at most `max_rounds` in total.

        Rounds of earlier calls count towards the total. Raise `TimeoutError` after `wall_limit`
        wall-clock seconds.
        """
        super().assume(max_rounds, wall_limit)
        self._check()

    def _check(self) -> None:
        if self.contradicted:
            raise DisagreementError(
                f"puzzle {self.puzzle.text}: it should have a solution, but contradicts the rules"
            )


@dataclass(frozen=True)
class Difficulty:
    """The difficulty of a puzzle.

    `decided` contains three shares of nodes without open links: after the rules alone, after one
    round of assumptions, and after all rounds. `rounds` is the number of rounds that decided a
    link.
    """

    decided: tuple[float, float, float]
    rounds: int

    @property
    def level(self) -> int:
        """The number of the level."""
        return [*self.decided, 1].index(1)

    @property
    def number(self) -> float:
        """The level plus the share of nodes with links that the level below leaves open.

        >>> Difficulty((0.75, 1.0, 1.0), 1).number, Difficulty((1.0, 1.0, 1.0), 0).number
        (1.25, 0.0)
        """
        return self.level + 1 - (1.0, *self.decided)[self.level]


def difficulty(puzzle: Puzzle, wall_limit: float | None = None) -> Difficulty:
    """Return the difficulty of a puzzle with one solution.

    Parameters
    ----------
    puzzle : Puzzle
    wall_limit : float, optional
        Wall-clock seconds.

    Raises
    ------
    TimeoutError
        If time is up.
    DisagreementError
        If the rules derive a contradiction. A second solution is not detected.

    Examples
    --------
    >>> difficulty(Puzzle.of(["AB", "..", "AB"])).level
    0
    """
    deadline = Deadline(wall_limit)
    deduction = Deduction(puzzle)
    by_rules = deduction.share
    deduction.assume(1, deadline.remaining)
    by_one_round = deduction.share
    deduction.assume(wall_limit=deadline.remaining)
    return Difficulty((by_rules, by_one_round, deduction.share), deduction.rounds)
