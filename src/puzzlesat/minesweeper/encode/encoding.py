"""The formula φ of a constraint network (Simon 2012, §3.1.1 and §3.4).

A variable is true if its field is a mine. A constraint becomes the clauses of its truth table, one
for each assignment that does not satisfy it. Known fields have no variables, unlike in the formula
of §3.1.1 (`puzzlesat_studies.minesweeper.as_printed`). The truth table for the total number of
mines would have 2^m rows for m fields, so the thesis does not encode this number (§3.4). Here it
becomes a cardinality constraint, as the thesis suggests.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, isqrt
from operator import mul

from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import MAX_LISTED_LITERALS, check_literals
from puzzlesat.minesweeper.encode.network import Network, components
from puzzlesat.sat.clause import Clause

CARDINALITIES = ("seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")
"""PySAT's names of the encodings of "at most k" for any k."""


def _sorting_network_bound(fields: int, mines: int) -> int:
    depth = fields.bit_length()
    return 2 * (depth**2 + 2) << depth


def _modulo_totalizer_bound(fields: int, mines: int) -> int:
    return 9 * fields * (isqrt(fields) + 8) // 2


LITERAL_BOUNDS: dict[str, Callable[[int, int], int]] = {
    "seqcounter": lambda fields, mines: 5 * (mines + 1) * (fields - mines + 1),
    "sortnetwrk": _sorting_network_bound,
    "cardnetwrk": _sorting_network_bound,
    "totalizer": lambda fields, mines: 2 * fields * (fields + 8),
    "mtotalizer": _modulo_totalizer_bound,
    "kmtotalizer": _modulo_totalizer_bound,
}
"""For each encoding, an upper bound on the number of literals of "at most k of n are true".

PySAT does not document these numbers. The bounds were fitted to its formulas of up to 2,000 fields
and compared with others in the tests.
"""


@lru_cache(maxsize=256)
def truth_table(variables: int, mines: int) -> list[tuple[int, ...]]:
    """Return the signs of the clauses of "exactly `mines` variables are true" (§3.1.1).

    Each row of the truth table that does not satisfy this becomes a clause that excludes it: the
    literal of variable i is positive (1) if its value is 0, otherwise negative (-1). Rows are in
    increasing binary order; with more mines than variables, every row is excluded. There are
    2^variables - C(variables, mines) rows.

    >>> truth_table(2, 1)
    [(1, 1), (-1, -1)]
    """
    return [signs for signs in product((1, -1), repeat=variables) if signs.count(-1) != mines]


def _literals(variables: int, mines: int) -> int:
    """Return the number of literals of `number_clauses`."""
    return variables * (2**variables - (comb(variables, mines) if mines >= 0 else 0))


def number_clauses(variables: Sequence[int], mines: int) -> list[Clause]:
    """Return the clauses of "exactly `mines` of the variables are true" (§3.1.1).

    >>> number_clauses([4, 7], 1)
    [[4, 7], [-4, -7]]
    """
    return [list(map(mul, row, variables)) for row in truth_table(len(variables), mines)]


def total_clauses(
    variables: Sequence[int], least: int, most: int, cardinality: str, top: int
) -> list[Clause]:
    """Return the clauses of "between `least` and `most` of the variables are true".

    A bound that every assignment satisfies needs no clause. Auxiliary variables are numbered from
    `top` + 1. Raise `InputError` if `cardinality` is not in `CARDINALITIES`, and `TooLargeError` if
    the clauses need too much memory.

    >>> total_clauses([1, 2], 1, 2, "seqcounter", 2)
    [[1, 2]]
    """
    if cardinality not in CARDINALITIES:
        choices = ", ".join(CARDINALITIES)
        raise InputError(f"unknown cardinality encoding {cardinality!r}; choose from {choices}")
    from pysat.card import CardEnc, EncType  # slow to import

    from puzzlesat.sat.solver import ctrl_c_later

    if least > len(variables) or most < 0:
        return [[]]
    clauses: list[Clause] = []
    literals = 0
    for bound, encode, is_needed in (
        (most, CardEnc.atmost, most < len(variables)),
        (least, CardEnc.atleast, least > 0),
    ):
        if is_needed:
            literals += LITERAL_BOUNDS[cardinality](len(variables), bound)
            check_literals(
                literals, MAX_LISTED_LITERALS, f" in the cardinality encoding {cardinality}"
            )
            with ctrl_c_later():
                clauses += encode(
                    list(variables), bound, top_id=top, encoding=getattr(EncType, cardinality)
                ).clauses
            top = max(top, max(abs(x) for clause in clauses for x in clause))
    return clauses


@dataclass(frozen=True)
class Encoding:
    """The formula of a network.

    `variable` numbers the fields from 1 in the order of the network's variables. `parts` maps the
    field of each constraint to the clauses of the constraint, and None to those of the total number
    of mines.

    >>> from puzzlesat.minesweeper.encode.network import network
    >>> from puzzlesat.minesweeper.board.state import State
    >>> encoding = encode(network(State.of(["1..", "F2."], mines=3)), "seqcounter")
    >>> encoding.variable
    {1: 1, 2: 2, 5: 3}
    >>> encoding.parts[0], encoding.parts[4]
    ([[-1]], [[1, 2, 3], [1, -2, -3], [-1, 2, -3], [-1, -2, 3], [-1, -2, -3]])
    """

    variable: dict[int, int]
    parts: dict[int | None, list[Clause]]

    @property
    def clauses(self) -> list[Clause]:
        """All clauses, and a tautology so that solvers have a variable for every field."""
        last = len(self.variable)
        return [[last, -last]] * bool(last) + [x for part in self.parts.values() for x in part]

    @property
    def literals(self) -> list[int]:
        """Both literals of every field, "no mine" first: the candidates for a backbone."""
        return [x for v in self.variable.values() for x in (-v, v)]

    def values(self, literals: Iterable[int]) -> dict[int, int]:
        """Return the values that literals assign to fields: 1 for a mine, 0 for none."""
        field = {v: f for f, v in self.variable.items()}
        return {field[abs(x)]: int(x > 0) for x in literals}


def encode(network: Network, cardinality: str | None = None) -> Encoding:
    """Return the formula of a network.

    `cardinality`, one of `CARDINALITIES`, names the encoding of the total number of mines; None
    omits this number. Raise `InputError` for any other name if the number is known, and
    `TooLargeError` if the formula needs too much memory.
    """
    check_literals(
        sum(_literals(len(c.scope), c.mines) for c in network.constraints), MAX_LISTED_LITERALS
    )
    variable = {f: v for v, f in enumerate(network.variables, start=1)}
    parts: dict[int | None, list[Clause]] = {
        constraint.field: number_clauses([variable[f] for f in constraint.scope], constraint.mines)
        for constraint in network.constraints
    }
    if cardinality is not None and network.mines is not None:
        least, most = network.mines - network.spare, network.mines
        # The fields of each component are adjacent, so that the solver can learn the number of
        # mines on a component, and add up these numbers.
        joined = (f for part in components(network.constraints) for c in part for f in c.scope)
        ordered = [variable[f] for f in dict.fromkeys([*joined, *network.variables])]
        parts[None] = total_clauses(ordered, least, most, cardinality, len(ordered))
    return Encoding(variable, parts)
