"""Certificates of minima that other people's programs check.

That p moves suffice is shown by p moves, replayed. That p-1 do not is shown by a proof in the DRAT
format that the thesis's formula for p-1 moves is unsatisfiable. The formula is written from the
board, and the checker reads that file. (`certificate` has another proof of the same, in the terms
of the game, with a checker of this project.)
"""

import hashlib
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.board import SYMBOLS, Board
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.report.rows import Read, Row, count, number
from puzzlesat.sat.proof import REFUSED, VERIFIED, check_proof, refute

TRIVIAL = "trivial"
"""The verdict on a board that is flooded from the start, which needs no proof."""

UNPROVED = "unproved"
"""The verdict where the solver had no proof in time."""

CERTIFICATES: dict[str, Read] = {
    **{"seed": count, "n": count, "k": count, "i": count, "p": count, "verdict": str},
    **{"reason": str, "checker": str, "checker_version": str, "solver": str},
    **{"variables": count, "clauses": count, "cnf_bytes": count, "proof_steps": count},
    **{"proof_bytes": count, "solve_seconds": number, "check_seconds": number},
}
"""The columns of a file of certificates that others read."""


def certify(
    board: Board,
    moves: Sequence[int],
    folder: Path,
    stem: str,
    solver: str,
    checker: str,
    timeout: float | None = None,
) -> Row:
    """Write the certificate of a minimum, have it checked, and return what came of it.

    Parameters
    ----------
    board : Board
    moves : sequence of int
        A solution that is said to be a shortest one.
    folder : Path
        Gets the formula for one move less, ``STEM.cnf``, and the proof: ``STEM.drat`` once it is
        verified, ``STEM.drat.unchecked`` or ``STEM.drat.refused`` otherwise.
    stem : str
    solver : str
        PySAT's name of a solver that writes proofs.
    checker : str
        A key of `sat.proof.CHECKERS`.
    timeout : float, optional
        Wall-clock seconds for the solver, and again for the checker.

    Returns
    -------
    dict
        The cells of a row of `CERTIFICATES`, the board's name aside; the moves, the digests of
        both files and the host.

    Raises
    ------
    DisagreementError
        If the moves do not flood the board, or one less suffices.
    """
    p = len(moves)
    check_solution(board, moves, p)
    row: Row = {
        **{"p": p, "verdict": TRIVIAL, "reason": "", "checker": checker, "checker_version": ""},
        **{"solver": solver, "variables": 0, "clauses": 0, "cnf_bytes": 0, "proof_steps": 0},
        **{"proof_bytes": 0, "solve_seconds": 0.0, "check_seconds": 0.0},
        "moves": "".join(SYMBOLS[c] for c in moves) if board.k <= len(SYMBOLS) else str(moves),
        **{"cnf_sha256": "", "proof_sha256": "", "version": version("python-sat")},
        "host": platform.node(),
    }
    cnf, proof = folder / f"{stem}.cnf", folder / f"{stem}.drat"
    unchecked, refused = (folder / f"{stem}.drat.{state}" for state in ("unchecked", REFUSED))
    for old in (cnf, proof, unchecked, refused):
        old.unlink(missing_ok=True)
    if p == 0:
        return row
    below = Instance(board, p - 1)
    formula = below.formula()
    with atomic_write(cnf, binary=True) as file:
        below.write(f"floodit encode - --moves {p - 1}, given the rows of the board", file)
    row |= {"variables": formula.variables, "clauses": len(formula)}
    row |= {"cnf_bytes": cnf.stat().st_size, "cnf_sha256": _digest(cnf)}
    started = monotonic()
    try:
        row["proof_steps"] = refute(formula, solver, unchecked, timeout)
    except TimeoutError:
        row |= {"verdict": UNPROVED, "reason": f"{solver} had no proof after {timeout:g} s"}
        return row | {"solve_seconds": _since(started)}
    except InputError:
        raise DisagreementError(
            f"board {board.text}: {p} is said to be its minimum, but {solver} does with {p - 1}"
        ) from None
    row["solve_seconds"] = _since(started)
    row |= {"proof_bytes": unchecked.stat().st_size, "proof_sha256": _digest(unchecked)}
    started = monotonic()
    checked = check_proof(cnf, unchecked, checker, timeout)
    row["check_seconds"] = _since(started)
    if checked.verdict == VERIFIED:
        unchecked.replace(proof)
    elif checked.verdict == REFUSED:
        unchecked.replace(refused)
    return row | {
        "verdict": checked.verdict,
        "reason": checked.reason,
        "checker_version": checked.version,
    }


def _since(started: float) -> float:
    return round(monotonic() - started, 4)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def holds(row: Row) -> bool:
    """Tell whether a row is that of a certificate that was checked, or that needs no check."""
    return row["verdict"] in (VERIFIED, TRIVIAL)


NAME = tuple(key for key in SAMPLE if key != "board")
"""The columns that name a board of a sample."""
