"""Puzzles as formulas in files, and back from another solver's model to a solution.

A file says in its comments all that it was made from, so that it alone is enough to check its
clauses and to replay a model.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.formats import parse_puzzle
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.encode.methods import (
    EAGER,
    ENCODINGS,
    METHODS,
    check_rule,
    header,
    traced,
    true_variables,
)
from puzzlesat.sat.dimacs import Writable, reading_comments, write
from puzzlesat.sat.formula import Formula

WRITTEN = (*EAGER, "repair")
"""The methods by which formulas are written.

All but the last exclude cycles, so that the formula is satisfiable if and only if the puzzle has a
solution. Those of ``restart`` and ``propagator`` are the formulas of ``repair``.
"""


@dataclass(frozen=True)
class Instance:
    """A formula that asks whether a puzzle has a solution.

    Parameters
    ----------
    puzzle : Puzzle
    encoding : str
        A key of `ENCODINGS`.
    method : str
        One of `WRITTEN`.

    Raises
    ------
    InputError
        If there is no such encoding or method, or they do not go with the puzzle's rule.

    Examples
    --------
    >>> instance = Instance(Puzzle.of(["A.A"]))
    >>> instance.solution([1, 2]).lines
    ['AAA']
    """

    puzzle: Puzzle
    encoding: str = "links"
    method: str = "ranks"

    def __post_init__(self) -> None:
        for what, name, known in (
            ("encoding", self.encoding, ENCODINGS),
            ("method", self.method, WRITTEN),
        ):
            if name not in known:
                raise InputError(f"unknown {what} {name!r}; choose from {', '.join(known)}")
        check_rule(self.puzzle, self.encoding, self.method)

    @property
    def subject(self) -> str:
        """What the formula is about."""
        return f"the puzzle, the encoding {self.encoding} and the method {self.method}"

    @property
    def excludes_cycles(self) -> bool:
        """Whether the formula is satisfiable only if the puzzle has a solution."""
        return self.method in EAGER

    def formula(self) -> Formula:
        """Return the formula."""
        return METHODS[self.method].formula(ENCODINGS[self.encoding](self.puzzle))

    def solution(self, model: Iterable[int]) -> Solution | None:
        """Return the solution that a model describes, checked by the referee.

        Returns
        -------
        Solution or None
            None if the model has a cycle, which its formula does not exclude.

        Raises
        ------
        InputError
            If the model has variables that the formula does not have.
        DisagreementError
            If it describes no solution.
        """
        literals, variables = list(model), self.formula().variables
        highest = max(map(abs, literals), default=0)
        if highest > variables:
            raise InputError(f"the model has variable {highest}, but the formula has {variables}")
        true = true_variables(literals, variables)
        paths, cycles = traced(ENCODINGS[self.encoding](self.puzzle), true)
        if cycles and not self.excludes_cycles:
            return None
        found = Solution(self.puzzle, paths)
        check_solution(found)
        return found

    def write(self, command: str, file: Writable) -> None:
        """Write the formula as DIMACS to a binary file, the command line among its comments."""
        write(self.formula(), header(self.puzzle, self.encoding, self.method, command), file)

    @classmethod
    def of_comments(cls, comments: Mapping[str, str]) -> "Instance":
        """Return the instance that a file's comments describe.

        Raises
        ------
        InputError
            If one is missing or damaged.
        """
        with reading_comments():
            rule = comments["rule"].partition(",")[0]
            if rule not in RULES:
                raise InputError(f"unknown rule {rule!r}; choose from {', '.join(RULES)}")
            puzzle = replace(parse_puzzle(comments["puzzle"]), rule=rule)
            return cls(puzzle, comments["encoding"], comments["method"])
