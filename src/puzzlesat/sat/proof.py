"""Writing and checking proofs of unsatisfiability with solvers, drat-trim and cake_lpr.

A solver writes a proof in the DRAT format. drat-trim adds hints and writes the proof in the LRAT
format (see `lrat`). cake_lpr, whose machine code is proved correct, checks the result (Tan, Heule,
Myreen, *cake_lpr: Verified Propagation Redundancy Checking in CakeML*, 2021). Results rely only on
the verdict of cake_lpr.
"""

import os
import re
import resource
import shutil
import subprocess
from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import NamedTuple

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import DisagreementError, InputError, quoted
from puzzlesat.common.files import BLOCK_BYTES, atomic_write, read_lines
from puzzlesat.common.process import run_program
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.lrat import renumbered
from puzzlesat.sat.solver import decide, load, open_solver

VERIFIED, REFUSED, TIMEOUT, MEMORY = "verified", "refused", "timeout", "memory"
"""The outcomes of a check."""

MISSING = "missing"
"""The outcome if the checker is not installed."""

CAKE_LPR, DRAT_TRIM = "cake_lpr", "drat-trim"
"""The verified checker, and the program that converts DRAT to LRAT."""

ACCEPTED = "s VERIFIED UNSAT"
"""The line that cake_lpr prints when it accepts a proof."""

HOMEPAGES = {
    CAKE_LPR: "https://github.com/tanyongkiat/cake_lpr",
    DRAT_TRIM: "https://github.com/marijnheule/drat-trim",
}
"""The sources of the two programs."""

MEMORY_FULL = re.compile("CakeML (heap|stack) space exhausted|failed to allocate sufficient CakeML")
"""A pattern for the messages of cake_lpr about insufficient memory."""

DIGITS_TO_ZEROS = bytes(ord("0") if chr(byte).isdecimal() else byte for byte in range(256))
"""A translation table that replaces each digit with a 0."""

LRAT_CHARACTERS = b"0123456789-d \t\r\n"
"""The bytes of an LRAT proof as text. Checkers also read a binary format, with other bytes."""


class CheckResult(NamedTuple):
    """The outcome of a check, and the reason if the proof was not verified."""

    verdict: str
    reason: str = ""


def is_installed(program: str) -> bool:
    """Return whether a program is on the PATH."""
    return shutil.which(program) is not None


def check_installed(program: str) -> None:
    """Raise `InputError` unless the program, a key of `HOMEPAGES`, is on the PATH."""
    if not is_installed(program):
        raise InputError(
            f"the program {program} is not installed; get it from {HOMEPAGES[program]}, run make "
            "and put it on the PATH"
        )


def check_proof(formula: Path, proof: Path, wall_limit: float | None = None) -> CheckResult:
    """Check a proof of unsatisfiability with cake_lpr, and return the outcome.

    Parameters
    ----------
    formula : Path
        A DIMACS file.
    proof : Path
        An LRAT file, as text.
    wall_limit : float, optional
        Wall-clock seconds.

    Raises
    ------
    OSError
        If cake_lpr is not installed.
    """
    try:
        completed = run_program([CAKE_LPR, str(formula), str(proof)], wall_limit, _memory())
    except subprocess.TimeoutExpired:
        return CheckResult(TIMEOUT, f"{CAKE_LPR} gave no verdict in {wall_limit:g} s")
    lines = [line.strip() for line in completed.stdout.splitlines() if line.strip()]
    if ACCEPTED in lines and completed.returncode == 0:
        return CheckResult(VERIFIED)
    if MEMORY_FULL.search(completed.stderr):
        return CheckResult(MEMORY, "CML_HEAP_SIZE and CML_STACK_SIZE set its memory in MB")
    printed = [line for line in lines if not line.startswith("s ")] or completed.stderr.splitlines()
    return CheckResult(REFUSED, printed[-1] if printed else f"exit status {completed.returncode}")


def _memory() -> dict[str, str]:
    """Return environment variables that keep cake_lpr within this process's memory limit, if any.

    By default, cake_lpr reserves four gigabytes each for heap and stack.
    """
    limits = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_DATA, resource.RLIMIT_AS)]
    least = min((limit for limit in limits if limit != resource.RLIM_INFINITY), default=None)
    if least is None:
        return {}
    share = str(max(least >> 20, 4) * 2 // 5)
    return {name: os.environ.get(name, share) for name in ("CML_HEAP_SIZE", "CML_STACK_SIZE")}


def check_numbers(proof: Path, variables: int, clauses: int) -> None:
    """Raise `InputError` if an LRAT proof is not text, or a number is too large for its formula.

    Checkers allocate arrays indexed by variables and by clauses, so a line with the variable
    60,000,000 would need gigabytes of memory. `variables` and `clauses` are the sizes of the
    formula. In a proof of this project, each line defines at most one variable and one clause, and
    both are numbered consecutively. So every number is at most ``max(variables, clauses)`` plus the
    number of lines. Only the number of digits is checked, which is as fast as reading the proof.
    """
    with proof.open("rb") as file:
        lines = sum(block.count(b"\n") for block in iter(lambda: file.read(BLOCK_BYTES), b""))
        digits = len(str(max(variables, clauses) + lines + 1))
        file.seek(0)
        rest = b""
        while block := file.read(BLOCK_BYTES):
            if other := block.translate(None, LRAT_CHARACTERS):
                raise InputError(
                    f"it contains {quoted(chr(other[0]))}; expected an LRAT proof as text: "
                    "numbers, blanks and the letter d"
                )
            zeros = rest + block.translate(DIGITS_TO_ZEROS)
            if b"0" * (digits + 1) in zeros:
                raise InputError(
                    f"a number has more than {digits} digits, though the formula has only "
                    f"{variables:,} variables and {clauses:,} clauses, and the proof {lines:,} "
                    "lines"
                )
            rest = zeros[-digits:]


def drat_to_lrat(
    formula: Path, clauses: int, proof: Path, path: Path, wall_limit: float | None = None
) -> None:
    """Convert a DRAT proof to LRAT with drat-trim, and write it to `path`.

    The formula is a DIMACS file with `clauses` clauses. Both proofs are text. The time limit is in
    wall-clock seconds. Raise `TimeoutError` if time runs out, and `DisagreementError` if drat-trim
    does not accept the proof.
    """
    with_gaps = path.with_suffix(".gaps")
    command = [DRAT_TRIM, str(formula), str(proof), "-t", "20000000", "-L", str(with_gaps)]
    try:
        completed = run_program(command, wall_limit)
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if "s VERIFIED" not in completed.stdout.splitlines():
        raise DisagreementError(f"drat-trim does not accept a solver's proof of {formula}")
    lines = read_lines(with_gaps, max_chars=inf)  # drat-trim deletes most clauses in a single line
    with atomic_write(path) as file:
        file.writelines(f"{line}\n" for line in renumbered(lines, clauses))
    with_gaps.unlink()


def refute(clauses: Iterable[Clause], solver: str, path: Path, deadline: Deadline = NEVER) -> int:
    """Write a DRAT proof that the clauses are unsatisfiable; return the number of its steps.

    `solver` names a PySAT solver that writes proofs, such as ``glucose4``. Raise `TimeoutError`
    after the deadline, and `InputError` if the clauses are satisfiable.
    """
    with open_solver(solver, with_proof=True) as oracle:
        load(oracle, clauses, deadline)
        if decide(oracle, deadline):
            raise InputError("the formula is satisfiable, so there is no proof")
        steps = oracle.get_proof()
    if not steps or steps[-1].split() != ["0"]:
        steps.append("0")  # may be missing if the clauses are refuted while they are read
    with atomic_write(path) as file:
        file.writelines(f"{step}\n" for step in steps)
    return len(steps)
