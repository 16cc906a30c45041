"""Forced moves, the number of optimal solutions, and the moves that propagation alone finds.

Two methods are compared on every board. The backbone of the formula at the minimum contains
Move(t, c) if and only if every optimal solution chooses c at time t. Independently, the states of
optimal solutions are enumerated without SAT, forwards from the start: every move of an optimal
solution floods a cluster, so the set of flooded clusters grows with each move.

According to the thesis's chapter 5, the Sudokus of an earlier paper could be solved by logic alone,
whereas Flood-It needs search. Here, *logic alone* means unit propagation in the formula at the
minimum.
"""

from collections.abc import Iterator

import pandas as pd

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.sat.backbone import find_backbone
from puzzlesat.sat.solver import open_solver
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.shared import CELL
from puzzlesat_studies.floodit.measure import minima
from puzzlesat_studies.floodit.optimal import all_optimal


def forced_moves(board: Board, minimum: int, solver: str) -> tuple[dict[int, int], int]:
    """Return the moves in the backbone, as colours by time, and the number of solver calls."""
    encoder = Encoder(board, MINIMAL)
    steps = {encoder.variables.Move(t, c): (t, c) for t in range(minimum) for c in range(board.k)}
    found = find_backbone(encoder.formula(minimum), list(steps), solver=solver)
    return dict(steps[literal] for literal in found.literals), found.calls


def propagated_moves(board: Board, minimum: int) -> dict[int, int]:
    """Return the moves that unit propagation finds in the formula at the minimum, by time.

    >>> propagated_moves(Board.of([[0, 1], [1, 1]]), 1)
    {0: 1}
    """
    encoder = Encoder(board, MINIMAL)
    clauses = list(encoder.formula(minimum))
    with open_solver("minisat22", bootstrap_with=[c for c in clauses if len(c) > 1]) as oracle:
        # The literals of unit clauses are assumptions, because PySAT returns only literals that
        # assumptions imply.
        _, literals = oracle.propagate(assumptions=[c[0] for c in clauses if len(c) == 1])
    known = set(literals)
    return {
        t: c
        for t in range(minimum)
        for c in range(board.k)
        if encoder.variables.Move(t, c) in known
    }


def rows(seed: int, n: int, k: int, boards: int, solver: str) -> Iterator[Record]:
    """Find the moves that all optimal solutions share, and count the optimal solutions.

    ``prefix`` is the number of consecutive forced moves at the start, and ``propagated`` the number
    of moves that unit propagation alone finds. Raise `DisagreementError` if the backbone and the
    enumeration disagree, or if propagation finds a move that is not forced.
    """
    for name, board, minimum in minima(seed, n, k, boards):
        forced, calls = forced_moves(board, minimum, solver)
        optimal = all_optimal(ClusterGraph.of(board), minimum)
        alone = {t: next(iter(c)) for t, c in enumerate(optimal.chosen) if len(c) == 1}
        if forced != alone:
            raise DisagreementError(
                f"board {board.text}: the backbone forces {forced}, but counting forces {alone}"
            )
        propagated = propagated_moves(board, minimum)
        if not propagated.items() <= forced.items():
            raise DisagreementError(
                f"board {board.text}: propagation finds {propagated}, but {forced} is forced"
            )
        prefix = next((t for t in range(minimum) if t not in forced), minimum)
        yield name | {
            "minimum": minimum,
            "forced": len(forced),
            "first_forced": 0 in forced,
            "prefix": prefix,
            "propagated": len(propagated),
            "solutions": optimal.solutions,
            "calls": calls,
        }


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compute the shares of forced moves and unique solutions, with a row for each (n, k)."""
    return by_group(rows[rows["minimum"] > 0], CELL, _summary)


def _summary(group: pd.DataFrame) -> Record:
    boards = len(group)
    return {
        "boards": boards,
        "moves": group["minimum"].mean(),
        "forced": group["forced"].sum() / group["minimum"].sum(),
        "propagated": group["propagated"].sum() / group["minimum"].sum(),
        **share(int((group["propagated"] == group["minimum"]).sum()), boards).columns("logic"),
        **share(int(group["first_forced"].sum()), boards).columns("first"),
        **share(int((group["solutions"] == 1).sum()), boards).columns("unique"),
        "solutions_median": group["solutions"].median(),
        "solutions_most": group["solutions"].max(),
    }
