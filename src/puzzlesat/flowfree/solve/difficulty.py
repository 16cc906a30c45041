"""How hard a puzzle is: what rules alone decide, and how much has to be tried.

A puzzle with one solution is on

*   level 0, *easy*, if the rules of `puzzlesat.flowfree.solve.reasons` decide all links;
*   level 1, *medium*, if one round of single assumptions decides the rest: that a link is used, or
    that it is not, contradicts the rules, so that the opposite is known;
*   level 2, *hard*, if further rounds do, in which what the earlier ones found out is known;
*   level 3, *extreme*, if single assumptions do not decide the rest, however many rounds there are.

Its *difficulty* is the level plus the share of the cells that the level before leaves open, those
with an open link: 0 if the rules decide everything; from 1 to 2 by what they leave open, if one
round is enough; from 2 to 3 by what is open after the first round; above 3 by what is open after
all.

That depends on no solver, encoding, machine or chance, and rotating or reflecting a puzzle, or
naming its flows otherwise, changes nothing of it. If rules and single assumptions decide all links,
that also proves that there is no second solution.
"""

from dataclasses import dataclass
from math import inf

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve.deduction import Deduction

LEVELS = ("easy", "medium", "hard", "extreme")
"""What the levels from 0 on are called."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is.

    Parameters
    ----------
    decided : tuple of three floats
        The share of the cells that rules decide; that are decided after one round of assumptions;
        and after all rounds.
    rounds : int
        In how many rounds assumptions found something out.
    """

    decided: tuple[float, float, float]
    rounds: int

    @property
    def level(self) -> int:
        """The number of the first of three means that decides everything, 3 if none does."""
        return [*self.decided, 1].index(1)

    @property
    def number(self) -> float:
        """The level plus the share of the cells that the level before leaves open.

        Examples
        --------
        >>> Difficulty((0.75, 1.0, 1.0), 1).number, Difficulty((1.0, 1.0, 1.0), 0).number
        (1.25, 0.0)
        """
        return self.level + 1 - (1.0, *self.decided)[self.level]


def difficulty(puzzle: Puzzle, timeout: float | None = None) -> Difficulty:
    """Return how hard a puzzle is that has one solution.

    Parameters
    ----------
    puzzle : Puzzle
    timeout : float, optional
        Wall-clock seconds for each of two stages: the first round, and the others.

    Raises
    ------
    TimeoutError
        If time is up.
    DisagreementError
        If it has no solution and the rules find that out. That there are several is not noticed.

    Examples
    --------
    >>> difficulty(Puzzle.of(["AB", "..", "AB"])).level
    0
    """
    deduction = Deduction(puzzle)
    decided = [deduction.share]
    for most in (1, inf):
        deduction.assume(most, timeout)
        decided.append(deduction.share)
    first, second, third = decided
    return Difficulty((first, second, third), deduction.rounds)
