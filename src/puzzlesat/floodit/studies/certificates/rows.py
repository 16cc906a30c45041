"""A certificate for every minimum of a sample."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import NAME
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat.floodit.prove.drat import CLAIMS, certify, check_claim
from puzzlesat.report.rows import Columns, Row, Schema, count, duration

CERTIFICATES: Columns = Schema(
    {
        **dict.fromkeys(NAME, count),
        **CLAIMS,
        **{"checker": str, "checker_version": str, "solver": str},
        **{"variables": count, "clauses": count, "cnf_bytes": count, "proof_steps": count},
        **{"proof_bytes": count, "solve_seconds": duration, "check_seconds": duration},
    },
    key=NAME,
    check=check_claim,
)
"""The columns of a file of certificates that others read."""


def stem_of(row: Row) -> str:
    """Return the name of the files of a row's board."""
    return f"board-{row['i']}"


def boards_of(minima: Sequence[Row]) -> dict[str, Board]:
    """Return the boards of a file of minima by the names of their files.

    Raises
    ------
    InputError
        If two have the same name.
    """
    boards: dict[str, Board] = {}
    for row in minima:
        if stem_of(row) in boards:
            raise InputError(
                f"two boards have the number {row['i']}; certify one sample of (n, k) at a time"
            )
        boards[stem_of(row)] = solution_of(row, "minimum")[0]
    return boards


def certificate_row(
    row: Row, folder: Path, solver: str, checker: str, timeout: float | None
) -> Row:
    """Write the certificate of a minimum, and return a row of `CERTIFICATES`.

    Parameters
    ----------
    row : dict
        A row of `reproduction.rows.minimum_row`.
    folder : Path
        Gets formula and proof.
    solver, checker, timeout
        As for `drat.certify`.

    Raises
    ------
    DisagreementError
        If the solution is no shortest one.
    """
    board, moves = solution_of(row, "minimum")
    board = replace(board, origin=", ".join(f"{key} {row[key]}" for key in NAME))
    made = certify(board, moves, folder, stem_of(row), solver, checker, timeout)
    return {key: row[key] for key in NAME} | made
