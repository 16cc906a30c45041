"""Minimality of the encoding: the effect of removing each condition (§4.2.1).

The thesis says that removing a condition ("rule") breaks the encoding, but does not define
*breaking*. Two interpretations are tested: without the condition, a minimum changes, or the set of
models changes.

Each condition, and each half of conditions 1 and 9, is removed in turn, and the smallest p for
which the formula is satisfiable is determined again. (One half of condition 8 is a tautology and
has no clauses.) Then all conditions that affect no minimum are removed together, which gives the
encoding ``reduced``; the documentation of `thesis.REDUCED` proves that this changes no minimum.
Finally, each remaining condition is removed from ``reduced`` in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import MINIMAL, REDUCED, Condition, Encoder
from puzzlesat.floodit.solve.minimum import decider
from puzzlesat.sat.solver import open_solver, solve
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.core.study import Record, Row, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.study import STUDY, items
from puzzlesat_studies.floodit.boards import BoardKey
from puzzlesat_studies.floodit.measure import boards_of

if TYPE_CHECKING:
    import pandas as pd


class OmissionRow(BoardKey):
    """The minimum of a board by a weakened encoding."""

    variant: str = column(
        "the weakened encoding: `ENCODING - CONDITION`, or `reduced` (all conditions that affect "
        "no minimum are removed together)"
    )
    minimum: int
    weakened: int = column("the smallest p for which the weakened encoding has a model")
    other_models: bool = column(
        "whether the weakened encoding, for one move more than the minimum, has a model that "
        "violates a removed condition"
    )
    clauses: float = column("number of clauses divided by that of the minimal encoding")


class WeakenedEncoding(Row):
    """The boards whose minimum changes in a weakened encoding."""

    variant: str = column("the weakened encoding: `ENCODING - CONDITION` or `reduced`")
    boards: int
    changed: int = column("boards whose minimum changes")
    share: float = column("share of these boards, with its exact 95% interval")
    share_low: float
    share_high: float
    largest_drop: int = column("the largest difference of minima")
    other_models: int = column(
        "boards on which the weakened encoding, for one move more than the minimum, has a model "
        "that violates a removed condition"
    )
    clauses: float = column("clauses divided by the minimal encoding's, mean over boards")


def _remove(conditions: tuple[Condition, ...], *names: str) -> tuple[Condition, ...]:
    return tuple(c for c in conditions if c.name not in names)


VARIANTS = {
    **{f"minimal - {c.name}": _remove(MINIMAL, c.name) for c in MINIMAL},
    "minimal - 1": _remove(MINIMAL, "1a", "1b"),
    "minimal - 9": _remove(MINIMAL, "9a", "9b"),
    "reduced": REDUCED,
    **{f"reduced - {c.name}": _remove(REDUCED, c.name) for c in REDUCED},
}
"""The conditions of each weakened encoding, by name: ``ENCODING - CONDITION`` or ``reduced``."""


@STUDY.rows(OmissionRow, "conditions", items=items("conditions"), mem_mb=4000)
def rows(*, n: int, seed: int, solver: str, conditions: Sample) -> Iterator[Record]:
    """Find the minima with each condition removed in turn.

    The search goes from 0 upwards, since a weakened encoding can be satisfiable for p but not for
    p+1. Raise `DisagreementError` if a weakened encoding is unsatisfiable at the minimum, or if the
    moves of the reduced encoding at the minimum do not flood the board.
    """
    for key, board, minimum in boards_of(seed, n, conditions):
        minimal_clauses = len(Encoder(board, MINIMAL).formula(minimum))
        for variant, remaining in VARIANTS.items():
            decide = decider(board, remaining, solver)
            weakened, moves = 0, decide(0)
            while moves is None:
                if weakened == minimum:
                    raise DisagreementError(
                        f"board {board.text}: {variant} finds no {minimum} moves, but A* does"
                    )
                weakened += 1
                moves = decide(weakened)
            if variant == "reduced" and weakened == minimum:
                check_solution(board, moves, minimum)
            removed = tuple(c for c in MINIMAL if c not in remaining)
            clause_share = (
                len(Encoder(board, remaining).formula(minimum)) / minimal_clauses
                if minimal_clauses
                else 1.0
            )
            yield key | {
                "variant": variant,
                "minimum": minimum,
                "weakened": weakened,
                "other_models": has_other_model(board, remaining, removed, minimum + 1, solver),
                "clauses": round(clause_share, 6),
            }


def has_other_model(
    board: Board,
    remaining: tuple[Condition, ...],
    removed: tuple[Condition, ...],
    p: int,
    solver: str,
) -> bool:
    """Return whether `remaining` has a model of p moves that a condition in `removed` excludes.

    >>> board, remaining = Board.of([[0, 1], [1, 2]]), _remove(MINIMAL, "4")
    >>> has_other_model(board, remaining, (MINIMAL[4],), 3, "minisat22")
    True
    >>> has_other_model(board, MINIMAL, (MINIMAL[4],), 3, "minisat22")
    False
    """
    with open_solver(solver) as oracle:
        oracle.append_formula(Encoder(board, remaining).formula(p))
        return any(
            solve(oracle, assumptions=[-literal for literal in clause])
            for clause in Encoder(board, removed).formula(p)
        )


@STUDY.table(WeakenedEncoding, "conditions", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Count the boards whose minimum changes, with a row for each weakened encoding."""
    return by_group(rows, ["variant"], _summary, sort=False)


def _summary(group: pd.DataFrame) -> Record:
    changed = int((group["weakened"] != group["minimum"]).sum())
    return {
        "boards": len(group),
        "changed": changed,
        **share(changed, len(group)).columns("share"),
        "largest_drop": int((group["minimum"] - group["weakened"]).max()),
        "other_models": int(group["other_models"].sum()),
        "clauses": group["clauses"].mean(),
    }
