"""Forced moves, the number of optimal solutions, and the moves that propagation alone finds.

Two methods are compared on every board. The backbone of the formula at the minimum contains
Move(t, c) if and only if every optimal solution chooses c at time t. Independently, the states of
optimal solutions are enumerated without SAT, forwards from the start: every move of an optimal
solution floods a cluster, so the set of flooded clusters grows with each move.

According to the thesis's chapter 5, the Sudokus of an earlier paper could be solved by logic alone,
whereas Flood-It needs search. Here, *logic alone* means unit propagation in the formula at the
minimum.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.sat.backbone import find_backbone
from puzzlesat.sat.solver import open_solver
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.core.study import Record, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.study import STUDY, items
from puzzlesat_studies.floodit.boards import GRID_POINT, BoardKey, GridPoint
from puzzlesat_studies.floodit.measure import boards_of
from puzzlesat_studies.floodit.optimal import optimal_solutions

if TYPE_CHECKING:
    import pandas as pd


class ForcedRow(BoardKey):
    """The forced moves of a board, and its optimal solutions."""

    minimum: int
    forced: int = column("number of moves that all optimal solutions share")
    first_forced: bool = column("whether the first move is forced")
    prefix: int = column("number of consecutive forced moves at the start")
    propagated: int = column("number of moves that unit propagation alone finds")
    solutions: int = column("number of optimal solutions, counted without SAT")
    calls: int = column("number of solver calls for the backbone")


class ForcedMoves(GridPoint):
    """Forced moves and unique solutions on the boards of a grid point (n, k) that need a move."""

    boards: int
    mean_minimum: float = column("mean minimum")
    forced: float = column("share of moves that are forced")
    propagated: float = column("share of moves that propagation alone finds")
    logic: float = column(
        "share of boards on which propagation finds all moves, with its exact 95% interval"
    )
    logic_low: float
    logic_high: float
    first: float = column("share of boards on which the first move is forced, with its interval")
    first_low: float
    first_high: float
    unique: float = column("share of boards with a single optimal solution, with its interval")
    unique_low: float
    unique_high: float
    solutions_median: float = column("median number of optimal solutions")
    solutions_most: int = column("largest number of optimal solutions")


def backbone_moves(board: Board, minimum: int, solver: str) -> tuple[dict[int, int], int]:
    """Return the moves in the backbone, as colours by time, and the number of solver calls."""
    encoder = Encoder(board, MINIMAL)
    move_variables = {
        encoder.variables.Move(t, c): (t, c) for t in range(minimum) for c in range(board.k)
    }
    backbone = find_backbone(encoder.formula(minimum), list(move_variables), solver=solver)
    return dict(move_variables[literal] for literal in backbone.literals), backbone.calls


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
    implied = set(literals)
    return {
        t: c
        for t in range(minimum)
        for c in range(board.k)
        if encoder.variables.Move(t, c) in implied
    }


@STUDY.rows(ForcedRow, "forced-moves", items=items("forced_moves"), mem_mb=4000)
def rows(*, n: int, seed: int, solver: str, forced_moves: Sample) -> Iterator[Record]:
    """Find the moves that all optimal solutions share, and count the optimal solutions.

    Raise `DisagreementError` if the backbone and the enumeration disagree, or if propagation finds
    a move that is not forced.
    """
    for key, board, minimum in boards_of(seed, n, forced_moves):
        forced, calls = backbone_moves(board, minimum, solver)
        optimal = optimal_solutions(ClusterGraph.of(board), minimum)
        single_choices = {t: next(iter(c)) for t, c in enumerate(optimal.colours) if len(c) == 1}
        if forced != single_choices:
            raise DisagreementError(
                f"board {board.text}: the backbone forces {forced}, but counting "
                f"forces {single_choices}"
            )
        propagated = propagated_moves(board, minimum)
        if not propagated.items() <= forced.items():
            raise DisagreementError(
                f"board {board.text}: propagation finds {propagated}, but {forced} is forced"
            )
        prefix = next((t for t in range(minimum) if t not in forced), minimum)
        yield key | {
            "minimum": minimum,
            "forced": len(forced),
            "first_forced": 0 in forced,
            "prefix": prefix,
            "propagated": len(propagated),
            "solutions": optimal.solutions,
            "calls": calls,
        }


@STUDY.table(ForcedMoves, "forced-moves", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compute the shares of forced moves and unique solutions, with a row for each (n, k)."""
    return by_group(rows[rows["minimum"] > 0], GRID_POINT, _summary)


def _summary(group: pd.DataFrame) -> Record:
    boards = len(group)
    return {
        "boards": boards,
        "mean_minimum": group["minimum"].mean(),
        "forced": group["forced"].sum() / group["minimum"].sum(),
        "propagated": group["propagated"].sum() / group["minimum"].sum(),
        **share(int((group["propagated"] == group["minimum"]).sum()), boards).columns("logic"),
        **share(int(group["first_forced"].sum()), boards).columns("first"),
        **share(int((group["solutions"] == 1).sum()), boards).columns("unique"),
        "solutions_median": group["solutions"].median(),
        "solutions_most": group["solutions"].max(),
    }
