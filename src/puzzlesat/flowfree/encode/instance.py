"""Formulas in DIMACS files, and solutions from the models of external solvers.

The comments of a file describe its puzzle, encoding and method. The file alone thus suffices to
check its clauses and to replay a model.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.encode.encoding import traced, true_variables
from puzzlesat.flowfree.encode.methods import (
    ENCODINGS,
    check_rule,
    decides,
    formula_of,
    header,
    size,
)
from puzzlesat.flowfree.formats.samples import parse_puzzle
from puzzlesat.sat.dimacs import Writable, reading_comments, write
from puzzlesat.sat.formula import Formula, check_variables


@dataclass(frozen=True)
class Instance:
    """A formula that is satisfiable if a puzzle has a solution.

    The converse holds if it `decides` the puzzle. `encoding` is a key of `ENCODINGS`, `method` one
    of `METHODS`. Raise `InputError` if either is unknown or does not support the rule.

    >>> instance = Instance(Puzzle.of(["A.A"]))
    >>> instance.solution([1, 2]).lines
    ['AAA']
    """

    puzzle: Puzzle
    encoding: str = "links"
    method: str = "ranks"

    def __post_init__(self) -> None:
        check_rule(self.puzzle, self.encoding, self.method)

    @property
    def subject(self) -> str:
        """The puzzle and options that determine the formula, for messages."""
        return f"the puzzle, the encoding {self.encoding} and the method {self.method}"

    @property
    def decides(self) -> bool:
        """Whether the formula is satisfiable only if the puzzle has a solution."""
        return decides(self.puzzle, self.method)

    @property
    def size(self) -> tuple[int, None]:
        """The number of variables, and None for that of clauses, which only the formula tells."""
        return size(self.puzzle, self.encoding, self.method).variables, None

    def formula(self) -> Formula:
        """Return the formula."""
        return formula_of(ENCODINGS[self.encoding](self.puzzle), self.method)

    def solution(self, model: Iterable[int]) -> Solution | None:
        """Return the solution of a model, checked by the referee, or None if a cycle spoils it.

        Raise `InputError` if the model has unknown variables, and `DisagreementError` if the
        referee rejects the solution.
        """
        literals, variables = np.fromiter(model, dtype=np.int64), self.formula().variables
        check_variables(literals, variables)
        true = true_variables(literals, variables)
        paths, cycles = traced(ENCODINGS[self.encoding](self.puzzle), true)
        if cycles and not self.decides:
            return None
        solution = Solution(self.puzzle, paths)
        check_solution(solution)
        return solution

    def write(self, command: str, file: Writable) -> None:
        """Write the formula as DIMACS to a binary file, with the command line in a comment."""
        write(self.formula(), header(self.puzzle, self.encoding, self.method, command), file)

    @classmethod
    def of_comments(cls, comments: Mapping[str, str]) -> "Instance":
        """Return the instance that comments describe; raise `InputError` if they are invalid."""
        with reading_comments():
            rule = comments["rule"].partition(",")[0]
            puzzle = replace(parse_puzzle(comments["puzzle"]), rule=rule)
            return cls(puzzle, comments["encoding"], comments["method"])
