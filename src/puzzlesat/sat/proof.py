"""Proofs of unsatisfiability, and the two programs of others that read them.

A solver's proof is in the DRAT format. drat-trim adds the reasons and writes it in the LRAT format
(see `lrat`). cake_lpr checks that: its machine code is proved to be correct (Tan, Heule, Myreen,
*cake_lpr: Verified Propagation Redundancy Checking in CakeML*, 2021). Nothing else decides whether
a proof holds.
"""

import os
import re
import resource
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import BLOCK, atomic_write, read_lines
from puzzlesat.common.process import run
from puzzlesat.sat.formula import Clause
from puzzlesat.sat.lrat import renumbered
from puzzlesat.sat.solver import open_solver, solve

VERIFIED, REFUSED, TIMEOUT, MEMORY = "verified", "refused", "timeout", "memory"
"""The outcomes of a check."""

MISSING = "missing"
"""The outcome where the checker is not installed."""

CAKE_LPR, DRAT_TRIM = "cake_lpr", "drat-trim"
"""The verified checker, and the program that makes LRAT of a solver's proof."""

ACCEPTED = "s VERIFIED UNSAT"
"""The line that cake_lpr prints when a proof holds."""

HOMES = {
    CAKE_LPR: "https://github.com/tanyongkiat/cake_lpr",
    DRAT_TRIM: "https://github.com/marijnheule/drat-trim",
}
"""The sources of the two programs."""

FULL = re.compile("CakeML (heap|stack) space exhausted|failed to allocate sufficient CakeML")
"""The messages of cake_lpr when its memory does not suffice."""

DIGITS = bytes(ord("0") if chr(byte).isdecimal() else byte for byte in range(128)) + bytes(128)
"""A table that turns each digit into a 0."""


class Check(NamedTuple):
    """The outcome of a check.

    Parameters
    ----------
    verdict : str
        `VERIFIED`, `REFUSED`, `TIMEOUT` or `MEMORY`.
    reason : str
        The checker's last line before its verdict.
    """

    verdict: str
    reason: str = ""


def is_installed(program: str) -> bool:
    """Return whether a program is on the PATH."""
    return shutil.which(program) is not None


def check_installed(program: str) -> None:
    """Raise `InputError` unless a key of `HOMES` is on the PATH."""
    if not is_installed(program):
        raise InputError(
            f"the program {program} is not installed; get it from {HOMES[program]}, run make and "
            "put it on the PATH"
        )


def check_proof(formula: Path, proof: Path, timeout: float | None = None) -> Check:
    """Have cake_lpr read a formula and a proof that it is unsatisfiable.

    Parameters
    ----------
    formula : Path
        A DIMACS file.
    proof : Path
        An LRAT file, as text.
    timeout : float, optional
        Wall-clock seconds.
    """
    try:
        done = run([CAKE_LPR, str(formula), str(proof)], timeout, _memory())
    except subprocess.TimeoutExpired:
        return Check(TIMEOUT, f"{CAKE_LPR} had no verdict after {timeout:g} s")
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    if ACCEPTED in lines and done.returncode == 0:
        return Check(VERIFIED)
    if FULL.search(done.stderr):
        return Check(MEMORY, "CML_HEAP_SIZE and CML_STACK_SIZE give it more MB")
    said = [line for line in lines if not line.startswith("s ")] or done.stderr.splitlines()
    return Check(REFUSED, said[-1] if said else f"exit status {done.returncode}")


def _memory() -> dict[str, str]:
    """Return the variables that fit cake_lpr into this process's limit on memory, if there is one.

    It reserves heap and stack before it reads anything, four gigabytes each unless told otherwise.
    """
    limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
    if limit == resource.RLIM_INFINITY:
        return {}
    share = str(max(limit >> 20, 4) * 2 // 5)
    return {name: os.environ.get(name, share) for name in ("CML_HEAP_SIZE", "CML_STACK_SIZE")}


def check_numbers(proof: Path, variables: int, clauses: int) -> None:
    """Refuse a proof with a number too large for its formula, before a checker makes room for it.

    Checkers keep arrays by variable and by clause, so that one line with the variable 60,000,000
    would cost gigabytes. A line defines at most one variable and one clause. So no number in an
    honest proof exceeds those of the formula by more than the number of lines. Numbers with as many
    digits as this bound pass, which lets it be checked at the speed of reading.

    Parameters
    ----------
    proof : Path
        An LRAT file, as text.
    variables, clauses : int
        The sizes of the formula.

    Raises
    ------
    InputError
        If there is such a number.
    """
    with proof.open("rb") as file:
        lines = sum(block.count(b"\n") for block in iter(lambda: file.read(BLOCK), b""))
        digits = len(str(max(variables, clauses) + lines + 1))
        file.seek(0)
        rest = b""
        while block := file.read(BLOCK):
            zeros = rest + block.translate(DIGITS)
            if b"0" * (digits + 1) in zeros:
                raise InputError(
                    f"a number has more than {digits} digits, though the formula has only "
                    f"{variables:,} variables and {clauses:,} clauses, and the proof {lines:,} "
                    "lines"
                )
            rest = zeros[-digits:]


def drat_to_lrat(
    formula: Path, clauses: int, proof: Path, path: Path, timeout: float | None = None
) -> None:
    """Have drat-trim add the reasons to a proof.

    Parameters
    ----------
    formula : Path
        A DIMACS file.
    clauses : int
        The number of its clauses.
    proof : Path
        A DRAT file, as text.
    path : Path
        Gets the proof in the LRAT format.
    timeout : float, optional
        Wall-clock seconds.

    Raises
    ------
    TimeoutError
        If time runs out.
    DisagreementError
        If drat-trim does not accept the proof.
    """
    with_gaps = path.with_suffix(".gaps")
    command = [DRAT_TRIM, str(formula), str(proof), "-t", "20000000", "-L", str(with_gaps)]
    try:
        done = run(command, timeout)
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if "s VERIFIED" not in done.stdout.splitlines():
        raise DisagreementError(f"drat-trim does not accept a solver's proof of {formula}")
    with atomic_write(path) as file:
        file.writelines(f"{line}\n" for line in renumbered(read_lines(with_gaps), clauses))
    with_gaps.unlink()


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
