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

from collections.abc import Iterator

import pandas as pd

from puzzlesat.common.command import solver_option
from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.rows import Columns, Row, Schema, count, number, portion, truth
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import MINIMAL, REDUCED, Condition, Encoder
from puzzlesat.floodit.solve.minimum import decider
from puzzlesat.sat.solver import open_solver, solve
from puzzlesat_studies.core.claims import FAILS, HOLDS, OPEN, Verdict, over_readings
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.floodit.audit.boards import NAME, minima
from puzzlesat_studies.floodit.audit.experiments import JudgedTable
from puzzlesat_studies.floodit.cells import cell_step


def _without(conditions: tuple[Condition, ...], *names: str) -> tuple[Condition, ...]:
    return tuple(c for c in conditions if c.name not in names)


VARIANTS = {
    **{f"minimal - {c.name}": _without(MINIMAL, c.name) for c in MINIMAL},
    "minimal - 1": _without(MINIMAL, "1a", "1b"),
    "minimal - 9": _without(MINIMAL, "9a", "9b"),
    "reduced": REDUCED,
    **{f"reduced - {c.name}": _without(REDUCED, c.name) for c in REDUCED},
}
"""The conditions of each weakened encoding, by name: ``ENCODING - CONDITION`` or ``reduced``."""

COLUMNS: Columns = Schema(
    NAME
    | {"variant": str, "minimum": count, "weakened": count, "other_models": truth}
    | {"clauses": number},
    key=[*NAME, "variant"],
    dependent={"minimum": [*NAME]},
    complete={"variant": VARIANTS},
    groups=[*NAME],
)

TABLE: Columns = Schema(
    {
        **{"variant": str, "boards": count, "changed": count},
        **{"share": portion, "share_low": portion, "share_high": portion},
        **{"largest_drop": count, "other_models": count, "clauses": number},
    },
    key=["variant"],
    complete={"variant": VARIANTS},
)


def rows(seed: int, n: int, k: int, boards: int, solver: str) -> Iterator[Row]:
    """Find the minima with each condition removed in turn.

    The search goes from 0 upwards, since a weakened encoding can be satisfiable for p but not for
    p+1. Raise `DisagreementError` if a weakened encoding is unsatisfiable at the minimum, or if the
    moves of the reduced encoding at the minimum do not flood the board.
    """
    for name, board, minimum in minima(seed, n, k, boards):
        whole = len(Encoder(board, MINIMAL).formula(minimum))
        for variant, conditions in VARIANTS.items():
            decide = decider(board, conditions, solver)
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
            removed = tuple(c for c in MINIMAL if c not in conditions)
            left = len(Encoder(board, conditions).formula(minimum)) / whole if whole else 1.0
            yield name | {
                "variant": variant,
                "minimum": minimum,
                "weakened": weakened,
                "other_models": has_other_model(board, conditions, removed, minimum + 1, solver),
                "clauses": round(left, 6),
            }


def has_other_model(
    board: Board,
    kept: tuple[Condition, ...],
    removed: tuple[Condition, ...],
    p: int,
    solver: str,
) -> bool:
    """Return whether `kept` has a model of p moves that a condition in `removed` excludes.

    >>> board, kept = Board.of([[0, 1], [1, 2]]), _without(MINIMAL, "4")
    >>> has_other_model(board, kept, (MINIMAL[4],), 3, "minisat22")
    True
    >>> has_other_model(board, MINIMAL, (MINIMAL[4],), 3, "minisat22")
    False
    """
    with open_solver(solver) as oracle:
        oracle.append_formula(Encoder(board, kept).formula(p))
        return any(
            solve(oracle, assumptions=[-literal for literal in clause])
            for clause in Encoder(board, removed).formula(p)
        )


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Count the boards whose minimum changes, with a row for each weakened encoding.

    ``share`` is the share of these boards, with its exact 95% interval. ``other_models`` counts the
    boards on which the weakened encoding, for one move more than the minimum, has a model that
    violates a removed condition. ``clauses`` is the weakened encoding's number of clauses divided
    by the minimal encoding's, as a mean over boards.
    """
    return pd.DataFrame([_summary(rows, variant) for variant in VARIANTS])[list(TABLE)]


def _summary(rows: pd.DataFrame, variant: str) -> Row:
    group = rows[rows["variant"] == variant]
    changed = int((group["weakened"] != group["minimum"]).sum())
    return {
        "variant": variant,
        "boards": len(group),
        "changed": changed,
        **share(changed, len(group)).columns("share"),
        "largest_drop": int((group["minimum"] - group["weakened"]).max()),
        "other_models": int(group["other_models"].sum()),
        "clauses": group["clauses"].mean(),
    }


CONVINCING = 0.05
"""A condition counts as unnecessary if its removal affects no tested board, and the 95% interval of
the share of affected boards ends at or below this value."""

HALVES = ("minimal - 1a", "minimal - 1b", "minimal - 9a", "minimal - 9b")

RULES = tuple(f"minimal - {number}" for number in range(1, 11))
"""The variants in which one of the thesis's ten conditions is removed as a whole."""


def _unless_any(spare: pd.DataFrame) -> str:
    """Return the verdict on "nothing can be removed", given the rows in which something can be."""
    if spare.empty:
        return HOLDS
    return FAILS if share(0, int(spare["boards"].min())).high <= CONVINCING else OPEN


def verdicts(table: pd.DataFrame) -> list[Verdict]:
    """Judge whether any condition can be removed, and whether its removal saves clauses."""
    single = table[table["variant"].isin(RULES)]
    reduced = table[table["variant"] == "reduced"]
    boards = int(single["boards"].min())
    unneeded = {key: single[single[key] == 0] for key in ("changed", "other_models")}

    def removable(key: str) -> str:
        names = unneeded[key]["variant"].str.removeprefix("minimal - ")
        plural = "s" if len(names) > 1 else ""
        return f"condition{plural} {', '.join(names)}" if len(names) else "no condition"

    halves = table[table["variant"].isin(HALVES)]
    spare = halves[(halves["changed"] == 0) & (halves["other_models"] == 0)]
    smaller = spare[spare["clauses"] < 1].sort_values("clauses", kind="stable")
    names = [*smaller["variant"].str.removeprefix("minimal - ")]
    by_minima = reduced[(reduced["changed"] == 0) & (reduced["clauses"] < 1)]
    reduced = reduced.iloc[0]
    return [
        Verdict(
            "The encoding is minimal: no rule may be removed without breaking it",
            "§4.2.1, ch. 6",
            f"Each of the ten conditions was removed in turn on {boards:,} boards. By the "
            f"criterion that no minimum changes, {removable('changed')} can be removed"
            + (
                " (exact 95% interval of the share of boards with a changed minimum: "
                f"0–{share(0, boards).high:.1%})"
                if len(unneeded["changed"])
                else ""
            )
            + ". By the criterion that the set of models does not change, "
            f"{removable('other_models')} can be removed: whichever condition is removed, the "
            "formula for one move more than the minimum has additional models on at least "
            f"{single['other_models'].min():,} of {boards:,} boards."
            + (
                f" By both criteria, half of a condition can be removed: {', '.join(names)}."
                if names
                else ""
            ),
            over_readings(map(_unless_any, unneeded.values())),
            name="minimal",
        ),
        Verdict(
            "The minimality of the encoding gives it the lowest construction time",
            "§4.2.1",
            "Judged by the number of clauses, not by seconds. The encoding *reduced*, in which "
            "all conditions without effect on the minima are removed together, and condition 9a is "
            "kept only in states that a move follows, has on average "
            f"{reduced['clauses']:.0%} of the clauses of the minimal encoding and changes "
            f"{reduced['changed']:,} of {reduced['boards']:,} minima. "
            + (
                f"Without half {names[0]} of condition {names[0].rstrip('ab')}, the encoding has "
                f"on average {smaller['clauses'].iloc[0]:.2%} of the clauses, and no additional "
                f"models on any of {smaller['boards'].iloc[0]:,} boards."
                if len(smaller)
                else "No smaller encoding with the same models was found."
            )
            + " As printed, condition 8 also contains tautologies, which can be removed "
            "(Table 3.1).",
            over_readings(map(_unless_any, (by_minima, smaller))),
            name="construction",
        ),
    ]


STEP = cell_step("row", rows, solver_option("minisat22"))

ABLATION_TABLE = JudgedTable(COLUMNS, table, columns=TABLE, verdicts=verdicts)
