"""Proofs that a puzzle has no solution, or only one, for a verified checker.

`puzzlesat.proofs.bundle` describes the files. For a puzzle without a solution, the folder contains
a proof that its formula is unsatisfiable. For a single solution, it contains the solution, the
corresponding model of the formula, and a proof that the formula has no model with other links or
direction types. Every model of the formula represents a solution: either the formula excludes
cycles (`EAGER`), or cells may stay empty, and a model is a solution without its cycles.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.limits import check_size
from puzzlesat.flowfree.board.formats import parse_puzzle
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.encode.encoding import Encoding, blocking, traced, true_variables
from puzzlesat.flowfree.encode.instance import WRITTEN
from puzzlesat.flowfree.encode.methods import (
    EAGER,
    ENCODINGS,
    METHODS,
    check_rule,
    decides,
    header,
)
from puzzlesat.flowfree.solve.answer import rule_in_words, solve_puzzle
from puzzlesat.proofs import bundle
from puzzlesat.sat.formula import Formula, once, stack
from puzzlesat.sat.proof import CAKE_LPR, check_installed

FORM = bundle.Form(
    "puzzlesat verified solutions 1",
    {
        "puzzle": {"type": "string"},
        "rule": {"enum": list(RULES)},
        "encoding": {"enum": list(ENCODINGS)},
        "method": {"enum": list(WRITTEN)},
        "solutions": {"type": "integer", "minimum": 0, "maximum": 1},
    },
)
"""The schema of a manifest."""


class Verified(NamedTuple):
    """A puzzle, verified to have no solution or only one, and the lines of the solution, if any.

    The last three fields are the sizes of the formula and the proof in bytes, and the running time
    of cake_lpr in seconds.
    """

    puzzle: Puzzle
    solution: list[str] | None
    formula_bytes: int
    proof_bytes: int
    check_seconds: float

    @property
    def claim(self) -> str:
        """The answer without its puzzle."""
        found = "no solution" if self.solution is None else "exactly one solution"
        return f"{found} {rule_in_words(self.puzzle)}"

    def in_words(self, number: int) -> str:
        """Return the verified result of the puzzle with this number, in words.

        Examples
        --------
        >>> Verified(Puzzle.of(["AB", "BA"]), None, 999, 99, 0.25).in_words(7)
        'puzzle 7 (2 rows, 2 columns, 2 flows) has no solution in which flows fill \
the board and none touches itself, verified by cake_lpr in 0.2 s'
        """
        how = bundle.in_words(self.check_seconds)
        return f"puzzle {number} ({self.puzzle.sizes}) has {self.claim}, {how}"


def prove(
    puzzle: Puzzle,
    folder: Path,
    encoding: str = "links",
    method: str | None = None,
    timeout: float | None = None,
) -> Verified:
    """Prove that a puzzle has no solution, or only one; write the proof and return the result.

    An earlier proof in `folder` is replaced; a folder with anything else is refused. `encoding` is
    a key of `ENCODINGS`, and `method` one of `WRITTEN` that decides the puzzle: by default,
    ``repair`` if cells may stay empty, otherwise ``escape`` if it supports the puzzle, and else
    ``ranks``. `timeout` is in wall-clock seconds.

    Raises
    ------
    InputError
        If there are two solutions, the encoding or the method does not support the puzzle, or
        cake_lpr or drat-trim is not installed.
    UnprovenError
        If time is up.
    DisagreementError
        If a solver or cake_lpr disagrees with the answer.
    """
    if method is None:
        plain = "escape" if puzzle.strict and puzzle.grid.plain else "ranks"
        method = plain if puzzle.filling else "repair"
    _check_decides(puzzle, encoding, method)
    bundle.check_solver_installed()
    check_size(puzzle.rows, puzzle.cols, puzzle.k)
    if "/" in puzzle.symbols:
        raise InputError(
            "an endpoint has the symbol /, which separates rows in the proof; use a letter"
        )
    deadline = None if timeout is None else monotonic() + timeout
    puzzle = replace(puzzle, origin="")
    with bundle.replacing(folder, FORM) as scratch:
        answer = solve_puzzle(puzzle, encoding, timeout=timeout, unique=True, direct=False)
        if answer.status == "timeout" or (answer.solutions and answer.unique is None):
            raise bundle.UnprovenError("timeout", "the number of solutions is unknown")
        if len(answer.solutions) > 1:
            raise InputError("there is nothing to prove: it has two solutions or more")
        base = ENCODINGS[encoding](puzzle)
        formula, lines = METHODS[method].formula(base), None
        if answer.solutions:
            [solution] = answer.solutions
            model = _model_of(solution, formula, base, deadline)
            lines = solution.lines
            bundle.write_lines(lines, scratch / bundle.SOLUTION)
            bundle.write_model(model, scratch / bundle.MODEL)
            formula = without(model, formula, base)
        comments = _comments(puzzle, encoding, method, lines)
        claim = f"a puzzle ({puzzle.sizes}) has no {'other ' if lines else ''}solution"
        seconds = bundle.prove_by_solver(
            scratch, formula, comments, bundle.GENERATOR, deadline, claim
        )
        claimed = {
            "puzzle": puzzle.text,
            "rule": puzzle.rule,
            "encoding": encoding,
            "method": method,
            "solutions": len(answer.solutions),
        }
        manifest = bundle.write_manifest(scratch, FORM, claimed, bundle.GENERATOR)
        return Verified(puzzle, lines, *bundle.sizes(manifest), seconds)


def verify(folder: Path, own: Puzzle | None = None, number: int = 0) -> Verified:
    """Verify the proof in a folder, starting from its manifest, and return the result.

    The referee checks the solution. The model is checked clause by clause and compared with the
    solution. The formula is written again and compared byte by byte, and cake_lpr checks its proof.
    If `own` is given, the proof must apply to a puzzle with the same shape, endpoints and marks;
    `number` is the number of `own` in messages.

    Raises
    ------
    InputError
        If cake_lpr is not installed, or a check fails; the message names the file.
    OSError
        If a file cannot be read.
    """
    check_installed(CAKE_LPR)
    manifest = bundle.read_manifest(folder, FORM, _needed)
    with error_context(folder / bundle.MANIFEST):
        puzzle = parse_puzzle(manifest["puzzle"])
        if puzzle.text != manifest["puzzle"]:
            raise InputError(f"puzzle: it is written as {puzzle.text}")
        check_size(puzzle.rows, puzzle.cols, puzzle.k)
        if own is not None and own.pattern != puzzle.pattern:
            words = f": {puzzle.sizes}, not {own.sizes}" if own.sizes != puzzle.sizes else ""
            raise InputError(f"the evidence is for a puzzle other than puzzle {number}{words}")
        puzzle = replace(puzzle, rule=manifest["rule"])
        encoding, method = manifest["encoding"], manifest["method"]
        _check_decides(puzzle, encoding, method)
        base = ENCODINGS[encoding](puzzle)
        formula, lines = METHODS[method].formula(base), None
    if manifest["solutions"]:
        lines = _check_solution(folder / bundle.SOLUTION, puzzle)
        model = bundle.check_model(folder / bundle.MODEL, formula, "the formula of the puzzle")
        _check_paths(folder / bundle.MODEL, solution_in(model, base), lines)
        formula = without(model, formula, base)
    seconds = bundle.check_refutation(
        folder,
        formula,
        _comments(puzzle, encoding, method, lines),
        manifest["generator"],
        "the puzzle, the solution, the encoding, the method",
    )
    return Verified(puzzle, lines, *bundle.sizes(manifest), seconds)


def _check_decides(puzzle: Puzzle, encoding: str, method: str) -> None:
    """Raise `InputError` unless the formula is satisfiable only if the puzzle has a solution."""
    check_rule(puzzle, encoding, method, WRITTEN)
    if not decides(puzzle, method):
        raise InputError(
            f"the method {method} does not exclude cycles, which is sound only under the rule "
            f"numberlink; with the rule {puzzle.rule}, choose {' or '.join(EAGER)}"
        )


def _model_of(
    solution: Solution, formula: Formula, base: Encoding, deadline: float | None
) -> list[int]:
    """Return a model of a formula; raise `DisagreementError` unless it represents the solution."""
    try:
        model = bundle.find_model(formula, deadline=deadline)
    except TimeoutError:
        raise bundle.UnprovenError("timeout", "no model of the solution") from None
    if model is not None:
        found = solution_in(model, base)
        if found is not None and set(found.paths) == set(solution.paths):
            return model
    raise DisagreementError(
        "the clauses against cycles leave another solution, or none, of a puzzle "
        f"({base.puzzle.sizes})"
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
    another = [clause] if clause else [[1], [-1]]
    return Formula(formula.variables, (*formula.templates, once("another", *stack(another))))


def _needed(manifest: bundle.Manifest) -> Sequence[str]:
    """Return the names of the files that a proof must contain."""
    return bundle.FILES if manifest["solutions"] else (bundle.FORMULA, bundle.PROOF)


def _comments(
    puzzle: Puzzle, encoding: str, method: str, solution: list[str] | None
) -> dict[str, object]:
    """Return the comments of a formula."""
    comments = header(puzzle, encoding, method, "")
    if solution is None:
        return comments
    question = f"does this Flow Free puzzle have another solution than {'/'.join(solution)}?"
    return comments | {"description": question}


def _check_solution(path: Path, puzzle: Puzzle) -> list[str]:
    """Return the lines of a solution; under the strict rule, the referee checks them."""
    lines = bundle.read_short(path).splitlines()
    wrong = fault(puzzle.lines, lines) if puzzle.strict else None
    if wrong:
        raise InputError(f"{path}: {wrong}")
    return lines


def _check_paths(path: Path, found: Solution | None, lines: list[str]) -> None:
    """Raise `InputError` unless a model represents a solution with these lines."""
    if found is None or found.lines != lines:
        raise InputError(f"{path}: the model is a solution other than {bundle.SOLUTION}")
    wrong = path_fault(found.puzzle.lines, found.cells, filling=found.puzzle.filling)
    if wrong:
        raise InputError(f"{path}: {wrong}")
