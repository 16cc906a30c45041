"""The same formula written in different ways: numbering of variables and order of clauses.

A SAT solver breaks ties by the numbering of variables and the order of clauses. The thesis gives
neither for its program. The functions here are pure. They rename variables and reorder clauses, so
the set of models stays the same up to renaming.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.thesis import EXTENDED, PRINTED, Condition, Times, Variables, states
from puzzlesat.sat.clause import Clause

Integers = NDArray[np.int32]


@dataclass(frozen=True)
class Listing:
    """Clauses in a fixed order, in one array.

    `literals` contains the literals of all clauses, one clause after the other, and `lengths` the
    number of literals in each clause.

    >>> listing = Listing.of(2, [[1, -2], [2]])
    >>> len(listing), listing.clauses()
    (2, [[1, -2], [2]])
    """

    variables: int
    literals: Integers
    lengths: Integers

    @classmethod
    def of(cls, variables: int, clauses: list[Clause]) -> "Listing":
        """Return the listing of clauses that are given as lists."""
        flat = [literal for clause in clauses for literal in clause]
        lengths = [len(clause) for clause in clauses]
        return cls(variables, np.array(flat, dtype=np.int32), np.array(lengths, dtype=np.int32))

    def __len__(self) -> int:
        """Return the number of clauses."""
        return len(self.lengths)

    def clauses(self) -> list[list[int]]:
        """Return the clauses as lists of Python integers."""
        literals, ends = self.literals.tolist(), np.cumsum(self.lengths).tolist()
        return [literals[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    def dimacs(self) -> str:
        r"""Return the clauses as DIMACS CNF, one line each.

        >>> Listing.of(2, [[1, -2], [2]]).dimacs()
        'p cnf 2 2\n1 -2 0\n2 0\n'
        """
        terminated = np.insert(self.literals, np.cumsum(self.lengths), 0).tolist()
        text = " ".join(map(str, terminated)).replace(" 0 ", " 0\n")  # no literal is 0
        return f"p cnf {self.variables} {len(self)}\n{text}\n"


def renumber(listing: Listing, numbers: Integers) -> Listing:
    """Return the same clauses with variable v renamed to ``numbers[v - 1]``, for a permutation.

    >>> renumber(Listing.of(2, [[1, -2]]), np.array([2, 1], dtype=np.int32)).clauses()
    [[2, -1]]
    """
    new = np.sign(listing.literals) * numbers[np.abs(listing.literals) - 1]
    return replace(listing, literals=new.astype(np.int32))


def inverse_numbering(numbers: Integers) -> Integers:
    """Return the numbering that undoes another one.

    >>> inverse_numbering(np.array([3, 1, 2], dtype=np.int32)).tolist()
    [2, 3, 1]
    """
    inverse = np.empty_like(numbers)
    inverse[numbers - 1] = np.arange(1, len(numbers) + 1)
    return inverse


def reorder(listing: Listing, order: NDArray[np.intp]) -> Listing:
    """Return the clauses in another order: clause ``order[i]`` moves to position i.

    >>> reorder(Listing.of(2, [[1, -2], [2]]), np.array([1, 0])).clauses()
    [[2], [1, -2]]
    """
    lengths = listing.lengths[order]
    starts = (np.cumsum(listing.lengths) - listing.lengths)[order]
    # the position of each literal: the start of its clause plus its index in the clause
    index_in_clause = np.arange(len(listing.literals)) - np.repeat(
        np.cumsum(lengths) - lengths, lengths
    )
    positions = np.repeat(starts, lengths) + index_in_clause
    return replace(listing, literals=listing.literals[positions], lengths=lengths)


NUMBERINGS = ("predicates first", "time first", "moves first", "random")

ORDERS = ("text", "reversed", "shuffled")
"""The orders of clauses: as in the text, reversed, or random."""


def numbering(name: str, fields: int, k: int, p: int, seed: list[int]) -> Integers:
    """Return the numbers of the variables of a formula of p moves, in the order of `Variables`.

    The name is one of `NUMBERINGS`; the seed is for the random numbering.

    ================  ==========================================================================
    predicates first  all Fld(t, f), then all TchFld(t, f), then all Move(t, c), each by time
    time first        state by state: Fld, TchFld and Move of state 0, then those of state 1, …
    moves first       all Move(t, c) by time, then state by state Fld and TchFld
    random            a permutation that depends on the seed alone
    ================  ==========================================================================

    With one field, one colour and one move, Variables has Fld(0), TchFld(0), Move(0), Fld(1) and
    TchFld(1), in this order:

    >>> numbering("predicates first", 1, 1, 1, []).tolist()
    [1, 3, 5, 2, 4]
    >>> numbering("moves first", 1, 1, 1, []).tolist()
    [2, 3, 1, 4, 5]
    """
    variables = Variables(fields, k).stride * (p + 1) - k  # state p has no move
    if name == "time first":
        return np.arange(1, variables + 1, dtype=np.int32)
    if name == "random":
        return np.random.default_rng(seed).permutation(variables).astype(np.int32) + 1
    time, place = np.divmod(np.arange(variables), 2 * fields + k)
    predicate = np.digitize(place, [fields, 2 * fields])  # Fld, TchFld, Move
    block = predicate if name == "predicates first" else predicate < 2
    by_block = np.lexsort((place, time, block))  # the last key is the primary one
    return inverse_numbering(by_block.astype(np.int32) + 1)


def clause_order(name: str, clauses: int, seed: list[int]) -> NDArray[np.intp]:
    """Return the order of clauses for a name of `ORDERS`, as an argument of `reorder`."""
    if name == "shuffled":
        return np.random.default_rng(seed).permutation(clauses)
    order = np.arange(clauses)
    return order[::-1] if name == "reversed" else order


class TextEncoder:
    """An encoder that lists the clauses of a board's formulas in the order of the thesis's text.

    Conditions follow one another; each is a conjunction over times and, within a time, over fields,
    as printed (§3.4, §4.2.2). State p is the last one, as in `puzzlesat.floodit.encode.thesis`. If
    `tautologies` is true, the tautological clauses of condition 8 are kept, as printed.
    """

    def __init__(self, board: Board, tautologies: bool) -> None:
        self.board = board
        self.variables = Variables(len(board.fields), board.k)
        self._templates = [
            (number, times, Listing.of(self.variables.stride * 2, clauses))
            for number, times, clauses in _conditions(board, self.variables, tautologies)
        ]

    def listing(self, encoding: str, p: int) -> Listing:
        """Return the formula of p moves, with variables numbered state by state.

        The encoding is ``minimal`` (conditions 1–10) or ``extended`` (conditions 1–12).
        """
        last_condition = {"minimal": 10, "extended": 12}[encoding]
        stride = self.variables.stride
        literals, lengths = [], []
        for number, times, template in self._templates:
            shifts = np.asarray(times(p), dtype=np.int32) * stride
            if number <= last_condition:
                signs = np.sign(template.literals)
                literals.append((template.literals + shifts[:, None] * signs).ravel())
                lengths.append(np.tile(template.lengths, len(shifts)))
        variables = stride * (p + 1) - self.board.k
        return Listing(variables, np.concatenate(literals), np.concatenate(lengths))

    def moves(self, model: list[int], numbers: Integers, p: int) -> list[int]:
        """Return the colours that a model of a renumbered formula chooses, in the order of time."""
        true = {int(v) for v in inverse_numbering(numbers)[[x - 1 for x in model if x > 0]]}
        return [
            c for t in range(p) for c in range(self.board.k) if self.variables.Move(t, c) in true
        ]


def _conditions(
    board: Board, v: Variables, tautologies: bool
) -> list[tuple[int, Times, list[Clause]]]:
    """Return number, times and clauses at t = 0 of conditions 1–12 in the order of the text."""
    corrected = {c.name: c for c in EXTENDED}
    printed = {c.name: c for c in PRINTED}

    def merge_halves(a: str, b: str) -> tuple[Times, list[Clause]]:
        """Merge two halves by field: that of the first literal in `a`, of the last in `b`."""
        halves = [(abs(c[0]), c) for c in printed[a].clauses(board, v, 0)]
        halves += [(abs(c[-1]), c) for c in printed[b].clauses(board, v, 0)]
        return printed[a].times, [clause for _, clause in sorted(halves, key=lambda x: x[0])]

    def clauses_of(condition: Condition) -> tuple[Times, list[Clause]]:
        return condition.times, condition.clauses(board, v, 0)

    conditions: dict[int, Any] = {1: merge_halves("1a", "1b"), 9: merge_halves("9a", "9b")}
    conditions |= {
        number: clauses_of(corrected[str(number)]) for number in (2, 3, 4, 5, 6, 7, 10, 11, 12)
    }
    conditions[8] = (
        (states, merge_halves("8a", "8b")[1]) if tautologies else clauses_of(corrected["8"])
    )
    return [(number, *conditions[number]) for number in sorted(conditions)]
