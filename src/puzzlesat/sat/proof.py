"""Proofs of unsatisfiability, and other people's programs that check them.

A proof is about a file: a solver is given the clauses, and a checker that shares no code with it
reads the DIMACS file and the proof, in a process of its own. Proofs of solvers are in the DRAT
format. Those in the LRAT format (see `lrat`) are checked by cake_lpr, whose machine code is proved
to be correct (Tan, Heule, Myreen, *cake_lpr: Verified Propagation Redundancy Checking in CakeML*,
2021).
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError, quoted
from puzzlesat.common.files import atomic_write, read_lines
from puzzlesat.common.process import run
from puzzlesat.sat.formula import Clause
from puzzlesat.sat.solver import SOLVERS, check_solver, open_solver, solve

VERIFIED, REFUSED, TIMEOUT, MISSING = "verified", "refused", "timeout", "missing"
"""What comes of a check: missing is a checker that is not installed."""

MEMORY = "memory"
"""What comes of a check for which cake_lpr has too little memory."""

PROVERS = {
    *("cadical103", "cadical153", "cadical195", "cadical300"),
    *("glucose30", "glucose41", "glucose421"),
}
"""PySAT's long names of the solvers that write proofs and keep a time limit."""

STEP = re.compile(r"(d )?(-?[1-9][0-9]{0,9} )*0")
"""A step of a proof in the DRAT format: a clause that is added or, after a d, deleted."""

DRATIFY = """
import sys
from pathlib import Path
import dratify
if sys.argv[1] == "dratify-native":
    import cdclkit_native
    dratify.register_native(cdclkit_native)
engine = "python" if sys.argv[1] == "dratify" else "native"
formula = dratify.parse_dimacs(Path(sys.argv[2]).read_text())
result = dratify.check_proof(formula, Path(sys.argv[3]).read_text(), engine=engine)
print(result.reason)
print("s VERIFIED" if result.ok and result.reached_empty else "s NOT VERIFIED")
"""
"""A program around dratify, which is a library."""


class Checker(NamedTuple):
    """A program that checks proofs.

    Parameters
    ----------
    command : function
        From the files of formula and proof to a command line.
    version : function
        Returns the version, and raises `LookupError` if it is not installed.
    accepts : str
        The line that it prints when a proof holds.
    """

    command: Callable[[str, str], list[str]]
    version: Callable[[], str]
    accepts: str = "s VERIFIED"


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        raise LookupError(package) from None


def _on_path(program: str) -> str:
    if shutil.which(program) is None:
        raise LookupError(program)
    return ""  # such programs tell no version


def _dratify(engine: str) -> Callable[[str, str], list[str]]:
    # -I: a file of a library's name in the current folder must not be run in its place
    return lambda formula, proof: [sys.executable, "-I", "-c", DRATIFY, engine, formula, proof]


DRAT_TRIM = "drat-trim"
"""The program that turns a solver's proof into one in the LRAT format."""

CHECKERS = {
    DRAT_TRIM: Checker(
        lambda formula, proof: [DRAT_TRIM, formula, proof, "-f", "-t", "20000000"],
        lambda: _on_path(DRAT_TRIM),
    ),
    "dratify-native": Checker(
        _dratify("dratify-native"),
        lambda: f"{_installed('dratify')} with cdclkit-native {_installed('cdclkit-native')}",
    ),
    "dratify": Checker(_dratify("dratify"), lambda: _installed("dratify")),
}
"""The checkers by their names, the fastest first."""


CAKE_LPR = "cake_lpr"
"""The name of the verified checker."""

LRAT_CHECKERS = {
    CAKE_LPR: Checker(
        lambda formula, proof: [CAKE_LPR, formula, proof],
        lambda: _on_path(CAKE_LPR),
        accepts="s VERIFIED UNSAT",
    )
}
"""The checkers of proofs in the LRAT format."""

FULL = re.compile("CakeML (heap|stack) space exhausted")
"""What cake_lpr says when its memory does not suffice."""

HOW_TO_GET_CAKE_LPR = (
    "the checker cake_lpr is not installed; get it from https://github.com/tanyongkiat/cake_lpr, "
    "run make and put it on the PATH"
)


HOW_TO_GET_DRAT_TRIM = (
    "drat-trim is not installed; get it from https://github.com/marijnheule/drat-trim, "
    "run make and put it on the PATH"
)


class Check(NamedTuple):
    """What came of a check.

    Parameters
    ----------
    verdict : str
        `VERIFIED`, `REFUSED`, `TIMEOUT`, `MISSING` or `MEMORY`.
    checker : str
        A key of `CHECKERS` or `LRAT_CHECKERS`.
    version : str
        Its version, as far as it has one.
    reason : str
        What the checker said before its verdict, in a line.
    """

    verdict: str
    checker: str
    version: str = ""
    reason: str = ""


def checker_of(name: str) -> str:
    """Return the name of the checker that is used.

    For ``auto`` that is the first that is installed, or else dratify, which will then be missing.

    Raises
    ------
    InputError
        If there is no such checker.
    """
    if name != "auto":
        if name not in CHECKERS:
            raise InputError(f"unknown checker {name!r}; choose from {', '.join(CHECKERS)}")
        return name
    for known, checker in CHECKERS.items():
        try:
            checker.version()
        except LookupError:
            continue
        return known
    return "dratify"


def check_proof(formula: Path, proof: Path, checker: str, timeout: float | None = None) -> Check:
    """Have a checker read a formula and a proof that it is unsatisfiable.

    Parameters
    ----------
    formula : Path
        A DIMACS file.
    proof : Path
        A DRAT or LRAT file, as text.
    checker : str
        A key of `CHECKERS` or `LRAT_CHECKERS`, for the one format or the other.
    timeout : float, optional
        Wall-clock seconds.

    Returns
    -------
    Check
        Refused is also what the checker fails on.
    """
    program = (CHECKERS | LRAT_CHECKERS)[checker]
    try:
        known = program.version()
    except LookupError as missing:
        return Check(MISSING, checker, reason=f"the checker {missing.args[0]} is not installed")
    if checker in CHECKERS:
        try:
            check_steps(proof)
        except InputError as error:
            return Check(REFUSED, checker, known, str(error))
    try:
        done = run(program.command(str(formula), str(proof)), timeout)
    except subprocess.TimeoutExpired:
        return Check(TIMEOUT, checker, known, f"{checker} had no verdict after {timeout:g} s")
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    if program.accepts in lines and done.returncode == 0:
        return Check(VERIFIED, checker, known)
    if FULL.search(done.stderr):
        return Check(MEMORY, checker, known, "CML_HEAP_SIZE and CML_STACK_SIZE give it more MB")
    said = [line for line in lines if not line.startswith("s ")] or done.stderr.splitlines()
    return Check(REFUSED, checker, known, said[-1] if said else f"exit status {done.returncode}")


def check_drat_trim() -> None:
    """Raise `InputError` unless drat-trim is on the PATH."""
    try:
        CHECKERS[DRAT_TRIM].version()
    except LookupError:
        raise InputError(HOW_TO_GET_DRAT_TRIM) from None


def hinted(formula: Path, proof: Path, path: Path, timeout: float | None = None) -> None:
    """Turn a proof in the DRAT format into one in the LRAT format, which tells the reasons as well.

    Parameters
    ----------
    formula : Path
        A DIMACS file.
    proof : Path
        A DRAT file, as text.
    path : Path
        Where to write.
    timeout : float, optional
        Wall-clock seconds for drat-trim.

    Raises
    ------
    TimeoutError
        If time runs out.
    DisagreementError
        If drat-trim does not accept the proof.
    """
    command = [DRAT_TRIM, str(formula), str(proof), "-t", "20000000", "-L", str(path)]
    try:
        done = run(command, timeout)
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if CHECKERS[DRAT_TRIM].accepts not in done.stdout.splitlines():
        raise DisagreementError(f"drat-trim does not accept a solver's proof of {formula}")


def check_steps(proof: Path) -> None:
    """Raise `InputError` unless every line of a proof is a step of the DRAT format.

    Not every checker says so of a line that it cannot read.
    """
    for number, line in enumerate(read_lines(proof), start=1):
        if not STEP.fullmatch(line):
            raise InputError(f"line {number}: expected literals and a 0, not {quoted(line)}")


def check_prover(solver: str) -> None:
    """Raise `InputError` unless there is a solver of that name that writes proofs."""
    check_solver(solver)
    if SOLVERS[solver] not in PROVERS:
        raise InputError(
            f"the solver {solver} writes no proofs; choose from {', '.join(sorted(PROVERS))}"
        )


def refute(clauses: Iterable[Clause], solver: str, path: Path, timeout: float | None = None) -> int:
    """Write a proof that clauses are unsatisfiable, and return its number of steps.

    The file gets its name only when the proof is complete.

    Parameters
    ----------
    clauses : iterable of Clause
    solver : str
        PySAT's name of a solver that writes proofs, such as ``glucose4``.
    path : Path
    timeout : float, optional
        Wall-clock seconds for the solver.

    Raises
    ------
    TimeoutError
        If time runs out.
    InputError
        If the clauses are satisfiable.
    """
    with open_solver(solver, with_proof=True) as oracle:
        for clause in clauses:
            oracle.add_clause(clause)
        answer = solve(oracle, timeout)
        if answer is None:
            raise TimeoutError
        if answer:
            raise InputError("the formula is satisfiable, so there is no proof")
        steps = oracle.get_proof()
    if not steps or steps[-1].split() != ["0"]:
        steps.append("0")  # a solver that refutes while it reads may leave out the empty clause
    with atomic_write(path) as file:
        file.writelines(f"{step}\n" for step in steps)
    return len(steps)
