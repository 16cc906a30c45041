"""How hard a puzzle is: what rules alone decide, and how much has to be tried.

A puzzle with one solution is on

*   level 0, *easy*, if the rules of `puzzlesat.flowfree.solve.deduction` decide all links;
*   level 1, *medium*, if not, and single assumptions do: that a link is used, or that it is not,
    contradicts the rules, so that the opposite is known, round by round;
*   level 2, *hard*, if neither does.

Its *difficulty* is the level plus the share of the cells that the level before leaves open, those
with an open link: 0 if the rules decide everything; from 1 to 2 if single assumptions are needed;
above 2 by what is open even after these.

That depends on no solver, encoding, machine or chance, and rotating or reflecting a puzzle, or
naming its flows otherwise, changes nothing of it. If rules and single assumptions decide all links,
that also proves that there is no second solution.
"""

from collections.abc import Callable
from dataclasses import dataclass

from puzzlesat.flowfree.board.puzzle import Puzzle

LEVELS = ("easy", "medium", "hard")
"""What the levels 0, 1 and 2 are called."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is.

    Parameters
    ----------
    level : int
        0, 1 or 2.
    by_rules, by_assumptions : float
        The share of the cells that rules decide, and that rules and single assumptions decide.
    rounds : int
        In how many rounds assumptions found something out.
    """

    level: int
    by_rules: float
    by_assumptions: float
    rounds: int

    @property
    def number(self) -> float:
        """The level plus the share of the cells that the level before leaves open.

        Examples
        --------
        >>> Difficulty(1, 0.75, 1.0, 2).number
        1.25
        """
        return self.level + 1 - (1, self.by_rules, self.by_assumptions)[self.level]


def difficulty(puzzle: Puzzle, tell: Callable[[], None] = lambda: None) -> Difficulty:
    """Return how hard a puzzle is that has one solution.

    Parameters
    ----------
    puzzle : Puzzle
    tell : function
        Is called now and then; may raise an exception to end this.

    Raises
    ------
    DisagreementError
        If it has no solution. That it has several is not noticed.

    Examples
    --------
    >>> difficulty(Puzzle.of(["AB", "..", "AB"]))
    Difficulty(level=0, by_rules=1.0, by_assumptions=1.0, rounds=0)
    """
    from puzzlesat.flowfree.solve.deduction import Deduction

    deduction = Deduction(puzzle)
    by_rules = deduction.share
    deduction.assume(tell)
    by_assumptions = deduction.share
    level = 0 if by_rules == 1 else 1 if by_assumptions == 1 else 2
    return Difficulty(level, by_rules, by_assumptions, deduction.rounds)
