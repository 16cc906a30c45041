"""The numbers of clauses (Table 3.1), and the clauses that the extended encoding repeats (§4.2.2).

Each raw row is for one condition and one board at its minimum. It contains numbers of clauses: the
number in Table 3.1, the number in the condition as printed, the number of emitted clauses, and the
number of emitted clauses that repeat earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.thesis import EXTENDED, PRINTED, Condition, Encoder, sizes
from puzzlesat.sat.clause import Clause
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.study import Record, Row, column
from puzzlesat_studies.floodit.audit.study import STUDY, items
from puzzlesat_studies.floodit.boards import BoardKey
from puzzlesat_studies.floodit.measure import boards_of

if TYPE_CHECKING:
    import pandas as pd


class ClauseRow(BoardKey):
    """The clauses of a condition for a board at its minimum."""

    p: int = column("the number of moves: the minimum")
    condition: str = column("the number of the condition")
    table: int = column("number of clauses by Table 3.1; 0 for conditions 11 and 12")
    printed: int = column("clauses of the condition as printed, with tautologies and state p+1")
    misfits: int = column("number of printed clauses whose length Table 3.1 does not list")
    formula: int = column("number of clauses by the corrected expression")
    emitted: int = column("number of emitted clauses")
    repeated: int = column("number of emitted clauses that repeat earlier ones")


class ConditionClauses(Row):
    """A condition's numbers of clauses, summed over all boards, next to Table 3.1."""

    condition: str = column("the number of the condition")
    table_3_1: str = column("the expression in Table 3.1")
    arity: str = column("the numbers of literals in Table 3.1")
    boards: int
    by_table: int = column("number of clauses by Table 3.1")
    printed: int = column("number of clauses of the condition as printed")
    unlike: int = column("boards on which Table 3.1 differs from the clauses as printed")
    misfits: int = column("number of printed clauses whose length Table 3.1 does not list")
    corrected: str = column("the corrected expression; sums are over clusters C")
    by_formula: int = column("number of clauses by the corrected expression")
    emitted: int = column("number of emitted clauses")
    wrong: int = column("boards on which the corrected number differs from that of emitted clauses")
    repeated: int = column("number of emitted clauses that repeat earlier ones")


@dataclass(frozen=True)
class PrintedRow:
    """A row of Table 3.1: the number of clauses and their arity, as printed.

    `number` returns the value of the printed expression for a board and p. The expression for
    condition 8 contains an unbound field f; `number` takes f in the board's largest cluster, which
    gives the largest value. `lengths` returns the printed numbers of literals per clause for a
    board.
    """

    clauses: str
    arity: str
    number: Callable[[Board, int], int]
    lengths: Callable[[Board], set[int]]


def _cluster_sizes(board: Board) -> set[int]:
    return {len(cluster) for cluster in board.clusters}


def _field_count(board: Board) -> int:
    return len(board.fields)


TABLE_3_1 = {
    "1": PrintedRow("n²", "1", lambda b, p: _field_count(b), lambda b: {1}),
    "2": PrintedRow("p", "k", lambda b, p: p, lambda b: {b.k}),
    "3": PrintedRow("p·k(k-1)/2", "2", lambda b, p: p * b.k * (b.k - 1) // 2, lambda b: {2}),
    "4": PrintedRow("p·n²", "2", lambda b, p: p * _field_count(b), lambda b: {2}),
    "5": PrintedRow(
        "(p+1)·n²",
        "|Cluster(f)|+2",
        lambda b, p: (p + 1) * _field_count(b),
        lambda b: {size + 2 for size in _cluster_sizes(b)},
    ),
    "6": PrintedRow("p·n²", "3", lambda b, p: p * _field_count(b), lambda b: {3}),
    "7": PrintedRow("p·n²", "3", lambda b, p: p * _field_count(b), lambda b: {3}),
    "8": PrintedRow(
        "(p+1)·n² + (p+1)·|Cluster(f)|",
        "|Cluster(f)|+1, 2",
        lambda b, p: (p + 1) * (_field_count(b) + max(_cluster_sizes(b))),
        lambda b: {size + 1 for size in _cluster_sizes(b)} | {2},
    ),
    "9": PrintedRow(
        "(p+1)·n² + (p+1)·n²·(4n²-4n)",
        "3 to 5, 2",
        lambda b, p: (p + 1) * _field_count(b) * (1 + 4 * b.n * b.n - 4 * b.n),
        lambda b: {3, 4, 5, 2},
    ),
    "10": PrintedRow("n²", "1", lambda b, p: _field_count(b), lambda b: {1}),
}
"""Table 3.1 as printed, by condition."""


CORRECTED = {
    "1": "n²",
    "2": "p",
    "3": "p·k(k-1)/2",
    "4": "p·n²",
    "5": "p·n²",
    "6": "p·n²",
    "7": "p·n²",
    "8": "(p+1)·Σ|C|(|C|-1)",
    "9": "(p+1)(n² + 4n(n-1))",
    "10": "n²",
    "11": "(p-1)·k",
    "12": "(p+1)·4n(n-1)",
}
"""The numbers of emitted clauses as expressions, by condition; sums are over clusters C."""


def by_condition(
    board: Board, conditions: tuple[Condition, ...], p: int
) -> dict[str, list[Clause]]:
    """Return the clauses by number of the condition; the halves of a condition are combined."""
    clauses_by_condition: dict[str, list[Clause]] = {}
    for family in Encoder(board, conditions).formula(p).templates:
        clauses = [clause for array in family.arrays() for clause in array.tolist()]
        clauses_by_condition.setdefault(family.name.rstrip("ab"), []).extend(clauses)
    return clauses_by_condition


@STUDY.rows(ClauseRow, "clauses", items=items("clauses"), mem_mb=4000)
def rows(*, n: int, seed: int, clauses: Sample) -> Iterator[Record]:
    """Count the clauses of each condition, and the clauses that repeat earlier ones."""
    for key, board, p in boards_of(seed, n, clauses):
        by_formula = clause_counts(board, p)
        printed = by_condition(board, PRINTED, p)
        emitted = {
            condition: [frozenset(clause) for clause in condition_clauses]
            for condition, condition_clauses in by_condition(board, EXTENDED, p).items()
        }
        earlier: set[frozenset[int]] = set()
        for condition, condition_clauses in emitted.items():
            printed_row = TABLE_3_1.get(condition)
            lengths = printed_row.lengths(board) if printed_row else set()
            yield key | {
                "p": p,
                "condition": condition,
                "table": printed_row.number(board, p) if printed_row else 0,
                "printed": len(printed[condition]),
                "misfits": sum(len(c) not in lengths for c in printed[condition])
                if printed_row
                else 0,
                "formula": by_formula[condition],
                "emitted": len(condition_clauses),
                "repeated": len(condition_clauses) - len(set(condition_clauses) - earlier),
            }
            earlier |= set(condition_clauses)


@STUDY.table(ConditionClauses, "counts", rows=rows)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the numbers of clauses with Table 3.1, with a row for each condition."""
    import pandas as pd

    return pd.DataFrame([_counts(rows, condition) for condition in CORRECTED])


def _counts(rows: pd.DataFrame, condition: str) -> Record:
    group = rows[rows["condition"] == condition]
    printed_row = TABLE_3_1.get(condition)
    return {
        "condition": condition,
        "table_3_1": printed_row.clauses if printed_row else "–",
        "arity": printed_row.arity if printed_row else "–",
        "boards": len(group),
        "by_table": group["table"].sum(),
        "printed": group["printed"].sum(),
        "unlike": int((group["table"] != group["printed"]).sum()) if printed_row else 0,
        "misfits": group["misfits"].sum(),
        "corrected": CORRECTED[condition],
        "by_formula": group["formula"].sum(),
        "emitted": group["emitted"].sum(),
        "wrong": int((group["formula"] != group["emitted"]).sum()),
        "repeated": group["repeated"].sum(),
    }


def clause_counts(board: Board, p: int) -> dict[str, int]:
    """Return the number of clauses of each condition, computed as in Table 3.1 (corrected).

    With N = n² fields, D = 4n(n-1) ordered pairs of neighbours and clusters C:

    ====  =====================  ======  =================  ======  ===========
    1     N                      5       Np                 9       (p+1)(N+D)
    2     p                      6       Np                 10      N
    3     pk(k-1)/2              7       Np                 11      k(p-1)
    4     Np                     8       (p+1)Σ|C|(|C|-1)   12      (p+1)D
    ====  =====================  ======  =================  ======  ===========

    On a board of r rows and s columns, N = rs and D = 2(2rs - r - s).

    >>> clause_counts(Board.of([[0, 1], [1, 0]]), p=2)["9"]
    36
    """
    sizes_by_family = sizes(board)
    counts: dict[str, int] = {}
    for condition in EXTENDED:
        number = condition.name.rstrip("ab")
        clauses = sizes_by_family[condition.clauses].clauses * len(condition.times(p))
        counts[number] = counts.get(number, 0) + clauses
    return counts
