"""External SAT solvers: programs that read DIMACS and answer in the SAT Competition's format."""

import hashlib
import shlex
import shutil
import signal
import subprocess
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common import process
from puzzlesat.common.errors import InputError, quoted
from puzzlesat.sat.answer import parse_answer

LITERALS_PER_CHUNK = 1 << 20
"""The number of literals that are written at a time."""


class NoAnswerError(InputError):
    """A program that printed no answer, for example because it crashed."""


class WrongModelError(InputError):
    """A program that printed a model that violates a clause."""


def check_program(name: str) -> None:
    """Raise `InputError` unless a path, which may be followed by arguments, names a program."""
    try:
        path = shlex.split(name)[0]
    except ValueError as error:
        raise InputError(f"the solver {name}: {error}") from None
    if not shutil.which(path):
        fault = "is not an executable program" if Path(path).exists() else "does not exist"
        raise InputError(f"the solver {name}: {Path(path).absolute()} {fault}")


def digest(program: str) -> str:
    """Return a program's name and the start of its SHA-256, or "" if it is not installed."""
    path = shutil.which(program)
    if path is None:
        return ""
    return f"{Path(path).name} {hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]}"


def _end(status: int) -> str:
    """Return how a program with this status, negative for a signal, ended."""
    names = {number.value: number.name for number in signal.Signals}
    if status < 0:
        return f"was killed by {names.get(-status, f'signal {-status}')}"
    return f"ended with status {status}"


def _last_line(stderr: str) -> str:
    """Return an addition to a message: the last line of a program's standard error, if any."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return f"; the last line of its standard error is {quoted(lines[-1], 200)}" if lines else ""


class ExternalSolver:
    r"""A wrapper of an external program, with some of the methods of PySAT's solvers.

    `name` is the program's path, which may be followed by arguments, all separated by blanks. The
    path of the formula is passed as the last argument.

    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "solver")
    ...     _ = path.write_text("#!/bin/sh\necho 's SATISFIABLE'\necho 'v 1 0'\n")
    ...     path.chmod(0o755)
    ...     with ExternalSolver(str(path)) as solver:
    ...         solver.append_formula([[1, 2], [-2]])
    ...         solver.decide(), solver.get_model()
    (True, [1, -2])
    """

    def __init__(self, name: str) -> None:
        check_program(name)
        self.name = name
        self._literals = array("i")  # of all clauses, each with a 0 at its end
        self._clauses = 0
        self._model: list[int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def append_formula(self, formula: Iterable[Sequence[int]], no_return: bool = True) -> None:
        """Add clauses."""
        for clause in formula:
            self.add_clause(clause)

    def add_clause(self, clause: Sequence[int], no_return: bool = True) -> None:
        """Add a clause."""
        self._literals.extend(clause)
        self._literals.append(0)
        self._clauses += 1

    def decide(
        self, wall_limit: float | None = None, assumptions: Sequence[int] = ()
    ) -> bool | None:
        """Return whether the formula is satisfiable, or None if the program does not decide it.

        A program that gives up within a time limit counts as one that reached the limit. Raise
        `InputError` if the program gives up without a limit, cannot be run, or prints a wrong
        model, and `NoAnswerError` if it prints no answer.
        """
        self._model = None
        literals = np.concatenate(
            [np.array(self._literals, dtype=np.int64), *([literal, 0] for literal in assumptions)]
        ).astype(np.int64)
        top = int(np.abs(literals).max(initial=0))
        with TemporaryDirectory() as folder:
            problem = Path(folder, "problem.cnf")
            with problem.open("w", encoding="ascii") as file:
                file.write(f"p cnf {top} {self._clauses + len(assumptions)}\n")
                for first in range(0, len(literals), LITERALS_PER_CHUNK):
                    words = map(str, literals[first : first + LITERALS_PER_CHUNK].tolist())
                    file.write("".join("0\n" if word == "0" else f"{word} " for word in words))
            try:
                completed = process.run_program([*shlex.split(self.name), str(problem)], wall_limit)
            except subprocess.TimeoutExpired:
                return None
            except OSError as error:
                raise InputError(f"the solver {self.name} cannot be run: {error}") from None
        try:
            status, model = parse_answer(completed.stdout)
        except InputError as error:
            raise NoAnswerError(
                f"the solver {self.name} {_end(completed.returncode)} and printed no answer in the "
                f"format of the SAT Competition: {error}{_last_line(completed.stderr)}"
            ) from None
        if status == "unknown":
            if wall_limit is None:
                raise InputError(
                    f"the solver {self.name} gave up (UNKNOWN), although no time limit is set"
                )
            return None
        if status == "sat":
            self._model = self._complete(model, literals, top)
        return status == "sat"

    def _complete(self, model: Sequence[int], literals: NDArray[np.int64], top: int) -> list[int]:
        """Return a total model, in which the variables that the program omits are false."""
        true = np.zeros(top + 1, dtype=bool)
        model_literals = np.array(model, dtype=np.int64)
        true[model_literals[(model_literals > 0) & (model_literals <= top)]] = True
        holds = (true[np.abs(literals)] == (literals > 0)) & (literals != 0)
        ends = np.flatnonzero(literals == 0)
        satisfied = np.cumsum(holds)[ends]  # up to the end of each clause
        (wrong,) = np.nonzero(np.diff(satisfied, prepend=0) == 0)
        if wrong.size:
            first = ends[wrong[0] - 1] + 1 if wrong[0] else 0
            clause = literals[first : ends[wrong[0]]].tolist()
            raise WrongModelError(f"the solver {self.name} returned a model that violates {clause}")
        return [v if true[v] else -v for v in range(1, top + 1)]

    def get_model(self) -> list[int] | None:
        """Return the model that the last call found, or None if it found none."""
        return self._model

    def accum_stats(self) -> dict[str, int]:
        """Return an empty mapping, since external programs provide no statistics."""
        return {}

    def delete(self) -> None:
        """Do nothing, since the program exits after each call."""
