"""Proofs that a puzzle has no solution, or only one, for a verified checker.

`puzzlesat.proofs.bundle` describes the files. For a puzzle without a solution, the folder contains
a proof that its formula is unsatisfiable. For a single solution, it contains the solution, the
corresponding model of the formula, and a proof that the formula has no model with other links or
direction types. Every model of the formula represents a solution: either the formula excludes
cycles (`EAGER`), or cells may stay empty, and a model is a solution without its cycles.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.limits import check_literals, check_proof_size
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.encode.encoding import Encoding, blocking, traced, true_variables
from puzzlesat.flowfree.encode.methods import (
    EAGER,
    ENCODINGS,
    METHODS,
    check_rule,
    decides,
    formula_of,
    header,
    size,
)
from puzzlesat.flowfree.formats.samples import parse_puzzle
from puzzlesat.flowfree.solve.answer import rule_in_words, solve_puzzle
from puzzlesat.proofs import bundle, checks
from puzzlesat.proofs.claim import Claim, Refuted
from puzzlesat.sat.formula import Formula, arrays_by_length, static_template

FORM = bundle.ManifestForm(
    "puzzlesat verified solutions 1",
    {
        "puzzle": checks.text_matching(),
        "rule": checks.one_of(RULES),
        "encoding": checks.one_of(ENCODINGS),
        "method": checks.one_of(METHODS),
        "solutions": checks.whole_number(0, 1),
    },
)
"""The format of a manifest."""


@dataclass(frozen=True)
class Solutions(Claim):
    """The claim that a puzzle has no solution, or only the one with these lines."""

    form = FORM
    noun = "puzzle"
    inputs = "the puzzle, the solution, the encoding, the method"

    puzzle: Puzzle
    encoding: str = "links"
    method: str = "ranks"
    solution: list[str] | None = None

    @property
    def short_answer(self) -> str:
        count = "no solution" if self.solution is None else "exactly one solution"
        return f"{count} {rule_in_words(self.puzzle)}"

    @property
    def answer(self) -> str:
        """The answer as the end of a sentence.

        >>> Solutions(Puzzle.of(["AB", "BA"]), check_seconds=0.25).in_words(7)
        'puzzle 7 (2 rows, 2 columns, 2 flows) has no solution in which flows fill \
the board and none touches itself, verified by cake_lpr in 0.2 s'
        """
        return f" has {self.short_answer}"

    @staticmethod
    def required_files(manifest: bundle.Manifest) -> Sequence[str]:
        return bundle.FILES if manifest["solutions"] else (bundle.FORMULA, bundle.PROOF)

    @classmethod
    def of_manifest(cls, manifest: bundle.Manifest) -> "Solutions":
        puzzle = parse_puzzle(manifest["puzzle"])
        if puzzle.text != manifest["puzzle"]:
            raise InputError(f"puzzle: it is written as {puzzle.text}")
        check_proof_size(puzzle.rows, puzzle.cols, puzzle.k)
        puzzle = replace(puzzle, rule=manifest["rule"])
        claim = cls(puzzle, manifest["encoding"], manifest["method"])
        _check_decides(puzzle, claim.encoding, claim.method)
        check_literals(size(puzzle, claim.encoding, claim.method).literals)
        return claim

    @property
    def entries(self) -> dict[str, Any]:
        return {
            "puzzle": self.puzzle.text,
            "rule": self.puzzle.rule,
            "encoding": self.encoding,
            "method": self.method,
            "solutions": int(self.solution is not None),
        }

    @staticmethod
    def identity(puzzle: Puzzle) -> tuple[object, str]:
        return puzzle.pattern, puzzle.full_size  # any symbols and rule

    def with_solution(self, text: str) -> "Solutions":
        lines = text.splitlines()
        first_fault = fault(self.puzzle.lines, lines) if self.puzzle.strict else None
        if first_fault:
            raise InputError(first_fault)
        return replace(self, solution=lines)

    @cached_property
    def base(self) -> Encoding:
        """The encoding, which may allow cycles."""
        return ENCODINGS[self.encoding](self.puzzle)

    @cached_property
    def formula(self) -> tuple[Formula, str]:
        return formula_of(self.base, self.method), "the formula of the puzzle"

    def check_model(self, model: Sequence[int]) -> None:
        solution = solution_in(model, self.base)
        if solution is None or solution.lines != self.solution:
            raise InputError(f"the model is a solution other than {bundle.SOLUTION}")
        first_fault = path_fault(
            solution.puzzle.lines, solution.cells, filling=solution.puzzle.filling
        )
        if first_fault:
            raise InputError(first_fault)

    def formula_to_refute(self, model: Sequence[int] | None) -> Refuted:
        comments = _comments(self.puzzle, self.encoding, self.method, self.solution)
        formula, _ = self.formula
        return (formula if model is None else without(model, formula, self.base)), comments


verify = Solutions.verify


def prove(
    puzzle: Puzzle,
    folder: Path,
    encoding: str = "links",
    method: str | None = None,
    wall_limit: float | None = None,
) -> Solutions:
    """Prove that a puzzle has no solution, or only one; write the proof and return the result.

    An earlier proof in `folder` is replaced; a folder with anything else is refused. `encoding` is
    a key of `ENCODINGS`, and `method` one of `METHODS` that decides the puzzle: by default,
    ``repair`` if cells may stay empty, otherwise ``escape`` if it supports the puzzle, and else
    ``ranks``. `wall_limit` is in wall-clock seconds. Raise `InputError` if there are two solutions,
    the encoding or the method does not support the puzzle, or cake_lpr or drat-trim is not
    installed; `UnprovenError` if time is up; or `DisagreementError` if a solver or cake_lpr
    disagrees with the answer.
    """
    if method is None:
        filling_method = "escape" if puzzle.strict and puzzle.grid.plain else "ranks"
        method = filling_method if puzzle.filling else "repair"
    _check_decides(puzzle, encoding, method)
    bundle.check_solver_installed()
    check_proof_size(puzzle.rows, puzzle.cols, puzzle.k)
    if "/" in puzzle.symbols:
        raise InputError(
            "an endpoint has the symbol /, which separates rows in the proof; use a letter"
        )
    deadline = Deadline(wall_limit)
    puzzle = replace(puzzle, origin="")
    with bundle.replacing(folder, FORM) as scratch:
        answer = solve_puzzle(puzzle, encoding, wall_limit=wall_limit, unique=True, direct=False)
        if answer.status == "timeout" or (answer.solutions and answer.unique is None):
            raise bundle.UnprovenError("timeout", "the number of solutions is unknown")
        if len(answer.solutions) > 1:
            raise InputError("there is nothing to prove: it has two solutions or more")
        solution = next(iter(answer.solutions), None)
        claim = Solutions(puzzle, encoding, method, None if solution is None else solution.lines)
        model = (
            None
            if solution is None
            else _model_of(solution, claim.formula[0], claim.base, deadline)
        )
        sentence = f"a puzzle ({puzzle.full_size}) has no {'other ' if solution else ''}solution"
        refute = partial(bundle.prove_by_solver, scratch, deadline, sentence, claim.generator)
        return claim.write_bundle(scratch, model, refute)


def _check_decides(puzzle: Puzzle, encoding: str, method: str) -> None:
    """Raise `InputError` unless the formula is satisfiable only if the puzzle has a solution."""
    check_rule(puzzle, encoding, method)
    if not decides(puzzle, method):
        raise InputError(
            f"the method {method} does not exclude cycles, which is sound only under the rule "
            f"numberlink; with the rule {puzzle.rule}, choose {' or '.join(EAGER)}"
        )


def _model_of(
    solution: Solution, formula: Formula, base: Encoding, deadline: Deadline
) -> list[int]:
    """Return a model of a formula; raise `DisagreementError` unless it represents the solution."""
    with bundle.within_limits("no model of the solution"):
        model = bundle.find_model(formula, deadline=deadline)
    if model is not None:
        model_solution = solution_in(model, base)
        if model_solution is not None and set(model_solution.paths) == set(solution.paths):
            return model
    raise DisagreementError(
        "the clauses against cycles leave another solution, or none, of a puzzle "
        f"({base.puzzle.full_size})"
    )


def solution_in(model: Sequence[int], base: Encoding) -> Solution | None:
    """Return the solution of a model, or None if it contains cycles where they are forbidden."""
    paths, cycles = traced(base, _true(model, base))
    return None if cycles and base.puzzle.filling else Solution(base.puzzle, paths)


def _true(model: Sequence[int], base: Encoding) -> NDArray[np.bool_]:
    return true_variables(model, max(base.formula.variables, *map(abs, model)))


def without(model: Sequence[int], formula: Formula, base: Encoding) -> Formula:
    """Return the formula with a clause that excludes the solution of a model.

    If no variable distinguishes solutions, two contradicting clauses are added.
    """
    true = _true(model, base)
    clause = sorted(blocking(base, true, traced(base, true)[0]), reverse=True)
    contradiction = [clause] if clause else [[1], [-1]]
    return Formula(
        formula.variables,
        (*formula.templates, static_template("another", *arrays_by_length(contradiction))),
    )


def _comments(
    puzzle: Puzzle, encoding: str, method: str, solution: list[str] | None
) -> dict[str, object]:
    """Return the comments of a formula."""
    comments = header(puzzle, encoding, method, "")
    if solution is None:
        return comments
    question = f"does this Flow Free puzzle have another solution than {'/'.join(solution)}?"
    return comments | {"description": question}
