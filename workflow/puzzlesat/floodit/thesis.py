"""The encoding of "can this board be flooded in p moves?" (thesis, chapter 3).

There is one function for each numbered condition, in the thesis's order and symbols. Time runs
through the states t = 0..p, and the move at time t < p leads from state t to state t+1.

============  ======================================================================
Fld(f, t)     field f is flooded in state t
TchFld(f, t)  field f is touched in state t: one of its neighbours is flooded
Move(c, t)    colour c is chosen at time t
============  ======================================================================

How the thesis is read where it leaves a choice is told in docs/thesis.md.

Every function takes a board, the variables and a time t, and returns the clauses that speak of
that time. They are the same for every t but for a shift of the variables, which is what
`Encoder` relies on.

Two slips of the printed text are mended here. The thesis lets conditions 5 and 10 speak of a state
p+1 that no move leads to (§3.4.5); states end at p, as §3.1 says. The first half of condition 8
says nothing when a field belongs to its own cluster, so only its second half remains.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

from puzzlesat.errors import InputError
from puzzlesat.floodit.board import Board
from puzzlesat.sat.formula import Clause, Clauses, Family, Formula, stack


@dataclass(frozen=True)
class Variables:
    """The numbers of the variables Fld, TchFld and Move, state by state.

    Parameters
    ----------
    fields : int
        The number of fields, n² on a square board.
    k : int
        The number of colours.

    Examples
    --------
    >>> v = Variables(fields=4, k=3)
    >>> v.Fld(0, 0), v.TchFld(0, 0), v.Move(0, 0), v.Fld(0, 1), v.count(p=2)
    (1, 5, 9, 12, 26)
    """

    fields: int
    k: int

    @property
    def stride(self) -> int:
        """By how much a variable's number grows from one state to the next."""
        return 2 * self.fields + self.k

    def Fld(self, f: int, t: int) -> int:
        """Return the variable of "field f is flooded in state t", 0 ≤ t ≤ p."""
        return t * self.stride + f + 1

    def TchFld(self, f: int, t: int) -> int:
        """Return the variable of "field f is touched in state t", 0 ≤ t < p."""
        return t * self.stride + self.fields + f + 1

    def Move(self, c: int, t: int) -> int:
        """Return the variable of "colour c is chosen at time t", 0 ≤ t < p."""
        return t * self.stride + 2 * self.fields + c + 1

    def count(self, p: int) -> int:
        """Return the number of variables for p moves: n²(p+1) + n²p + kp."""
        return p * self.stride + self.fields


def condition_1a(board: Board, v: Variables, t: int) -> list[Clause]:
    """At the start the pivot's cluster is flooded: ⋀_{f ∈ Cluster(0)} Fld(f, 0)."""
    return [[v.Fld(f, t)] for f in board.cluster[0]]


def condition_1b(board: Board, v: Variables, t: int) -> list[Clause]:
    """At the start no other field is flooded: ⋀_{f ∉ Cluster(0)} ¬Fld(f, 0)."""
    return [[-v.Fld(f, t)] for f in board.fields if f not in board.cluster[0]]


def condition_2(board: Board, v: Variables, t: int) -> list[Clause]:
    """At least one colour is chosen each time: ⋁_c Move(c, t)."""
    return [[v.Move(c, t) for c in range(board.k)]]


def condition_3(board: Board, v: Variables, t: int) -> list[Clause]:
    """At most one colour is chosen each time: ⋀_{c < d} ¬(Move(c, t) ∧ Move(d, t))."""
    return [[-v.Move(c, t), -v.Move(d, t)] for c, d in combinations(range(board.k), 2)]


def condition_4(board: Board, v: Variables, t: int) -> list[Clause]:
    """What is flooded stays flooded: Fld(f, t) → Fld(f, t+1)."""
    return [[-v.Fld(f, t), v.Fld(f, t + 1)] for f in board.fields]


def condition_5(board: Board, v: Variables, t: int) -> list[Clause]:
    """Only touched clusters are newly flooded (§3.4.5).

    Fld(f, t+1) → Fld(f, t) ∨ ⋁_{g ∈ Cluster(f)} TchFld(g, t)
    """
    return [
        [-v.Fld(f, t + 1), v.Fld(f, t), *(v.TchFld(g, t) for g in board.cluster[f])]
        for f in board.fields
    ]


def condition_6(board: Board, v: Variables, t: int) -> list[Clause]:
    """Only fields of the chosen colour are newly flooded.

    Fld(f, t+1) → Fld(f, t) ∨ Move(Colour(f), t)
    """
    return [[-v.Fld(f, t + 1), v.Fld(f, t), v.Move(board.colour[f], t)] for f in board.fields]


def condition_7(board: Board, v: Variables, t: int) -> list[Clause]:
    """Touched fields of the chosen colour are flooded.

    TchFld(f, t) ∧ Move(Colour(f), t) → Fld(f, t+1)
    """
    return [[-v.TchFld(f, t), -v.Move(board.colour[f], t), v.Fld(f, t + 1)] for f in board.fields]


def condition_8(board: Board, v: Variables, t: int) -> list[Clause]:
    """A field is flooded together with its cluster: Fld(f, t) ↔ ⋁_{g ∈ Cluster(f)} Fld(g, t).

    Since f ∈ Cluster(f), the direction → is a tautology, and what remains of ← is
    ⋀_{g ∈ Cluster(f), g ≠ f} Fld(g, t) → Fld(f, t).
    """
    return [
        [-v.Fld(g, t), v.Fld(f, t)]
        for cluster in board.clusters
        for f, g in permutations(cluster, 2)
    ]


def condition_9a(board: Board, v: Variables, t: int) -> list[Clause]:
    """A touched field has a flooded neighbour: TchFld(f, t) → ⋁_{g ∈ Nb(f)} Fld(g, t)."""
    return [[-v.TchFld(f, t), *(v.Fld(g, t) for g in board.neighbours[f])] for f in board.fields]


def condition_9b(board: Board, v: Variables, t: int) -> list[Clause]:
    """A field with a flooded neighbour is touched: ⋀_{g ∈ Nb(f)} Fld(g, t) → TchFld(f, t)."""
    return [[-v.Fld(g, t), v.TchFld(f, t)] for f in board.fields for g in board.neighbours[f]]


def condition_10(board: Board, v: Variables, t: int) -> list[Clause]:
    """In the end all fields are flooded: ⋀_f Fld(f, p)."""
    return [[v.Fld(f, t)] for f in board.fields]


def condition_11(board: Board, v: Variables, t: int) -> list[Clause]:
    """What is touched stays touched: TchFld(f, t) → TchFld(f, t+1) (§4.2.2).

    It follows from conditions 4 and 9.
    """
    return [[-v.TchFld(f, t), v.TchFld(f, t + 1)] for f in board.fields]


def condition_12(board: Board, v: Variables, t: int) -> list[Clause]:
    """A flooded field touches its neighbours: Fld(f, t) → ⋀_{g ∈ Nb(f)} TchFld(g, t) (§4.2.2).

    Clause by clause, this is the second half of condition 9.
    """
    return [[-v.Fld(f, t), v.TchFld(g, t)] for f in board.fields for g in board.neighbours[f]]


MOST_VARIABLES = 2**31 - 1
"""DIMACS files and solvers number variables with 32 bits."""

Times = Callable[[int], range]
"""The times at which a condition holds, given p."""


def start(p: int) -> range:
    """State 0."""
    return range(1)


def moves(p: int) -> range:
    """Every time at which a move is made: 0..p-1."""
    return range(p)


def inner_moves(p: int) -> range:
    """Every time at which a move is made and another follows: 0..p-2."""
    return range(p - 1)


def states(p: int) -> range:
    """Every state: 0..p."""
    return range(p + 1)


def end(p: int) -> range:
    """State p."""
    return range(p, p + 1)


@dataclass(frozen=True)
class Condition:
    """A numbered condition: its name, its clauses at a time, and the times at which it holds."""

    name: str
    clauses: Callable[[Board, Variables, int], list[Clause]]
    times: Times


MINIMAL = (
    Condition("1a", condition_1a, start),
    Condition("1b", condition_1b, start),
    Condition("2", condition_2, moves),
    Condition("3", condition_3, moves),
    Condition("4", condition_4, moves),
    Condition("5", condition_5, moves),
    Condition("6", condition_6, moves),
    Condition("7", condition_7, moves),
    Condition("8", condition_8, states),
    Condition("9a", condition_9a, moves),
    Condition("9b", condition_9b, moves),
    Condition("10", condition_10, end),
)
"""Conditions 1–10, the thesis's minimal encoding."""

EXTENDED = (
    *MINIMAL,
    Condition("11", condition_11, inner_moves),
    Condition("12", condition_12, moves),
)
"""Conditions 1–12, the thesis's extended encoding (§4.2.2)."""

REDUCED = tuple(c for c in MINIMAL if c.name in {"1b", "3", "5", "6", "9a", "10"})
"""What is left of the minimal encoding when all that can go has gone.

It says no more than that nothing is flooded without a reason. With as many moves as the minimal
encoding it is satisfiable, and its moves flood the board:

Take a model, and let S(t) be what is really flooded after the moves that it chooses before time t
(at most one each time, by condition 3; where it chooses none, nothing happens). Then Fld(f, t)
implies f ∈ S(t), by induction over t. At t = 0 that is condition 1b. If Fld(f, t+1), then either
Fld(f, t), and f ∈ S(t) ⊆ S(t+1); or, by condition 6, the colour of f is chosen, and by conditions 5
and 9a a field of its cluster has a neighbour g with Fld(g, t), so that g ∈ S(t) and the move floods
the whole cluster. By condition 10, S(p) is the whole board.

Conversely, a play of p moves that floods the board is a model of the minimal encoding and thus of
each part of it. A model may leave a time without a move; then fewer than p moves flood the board.
At the minimum it cannot.
"""

ENCODINGS = {"minimal": MINIMAL, "extended": EXTENDED, "reduced": REDUCED}
"""The encodings by the names under which commands and config know them."""


class Encoder:
    """Encodes one board, for any number of moves.

    What the conditions say about a single time does not depend on p. It is worked out once, here,
    and repeated as often as a formula needs.

    Parameters
    ----------
    board : Board
    conditions : iterable of Condition
        What to say: `MINIMAL`, `EXTENDED`, or some of their conditions.

    Examples
    --------
    >>> encoder = Encoder(Board.of([[0, 1], [1, 0]]), MINIMAL)
    >>> formula = encoder.formula(p=2)
    >>> formula.variables, len(formula)
    (24, 68)
    """

    def __init__(self, board: Board, conditions: Iterable[Condition]) -> None:
        self.board = board
        self.conditions = tuple(conditions)
        self.variables = Variables(len(board.fields), board.k)

    @cached_property
    def _templates(self) -> list[tuple[Clauses, ...]]:
        return [stack(c.clauses(self.board, self.variables, 0)) for c in self.conditions]

    def formula(self, p: int) -> Formula:
        """Return the formula that is satisfiable if and only if p moves flood the board."""
        if self.variables.count(p) > MOST_VARIABLES:
            raise InputError(f"{p} moves need more variables than a solver can number")
        families = tuple(
            Family(condition.name, template, condition.times(p), self.variables.stride)
            for condition, template in zip(self.conditions, self._templates, strict=True)
        )
        return Formula(self.variables.count(p), families)

    def moves(self, model: Iterable[int], p: int) -> list[int]:
        """Return the colours that a model of ``formula(p)`` chooses, in the order of time."""
        true = set(model)
        return [
            c for t in range(p) for c in range(self.board.k) if self.variables.Move(c, t) in true
        ]


def variable_map(board: Board, p: int) -> dict[str, str]:
    """Return what the comments of a DIMACS file say about the numbers of the variables."""
    fields, k = len(board.fields), board.k
    stride = Variables(fields, k).stride
    return {
        "Fld(f,t)": f"{stride}*t + f + 1, field f is flooded in state t, 0 <= t <= {p}",
        "TchFld(f,t)": f"{stride}*t + f + {fields + 1}, field f is touched in state t < {p}",
        "Move(c,t)": f"{stride}*t + c + {2 * fields + 1}, colour c is chosen at time t < {p}",
    }


def clause_counts(board: Board, p: int) -> dict[str, int]:
    """Return how many clauses each condition has, by formula alone (Table 3.1, corrected).

    With N = n² fields, D = 4n(n-1) ordered pairs of neighbours and clusters C:

    ====  =====================  ======  =================  ======  ===========
    1     N                      5       Np                 9       p(N + D)
    2     p                      6       Np                 10      N
    3     pk(k-1)/2              7       Np                 11      N(p-1)
    4     Np                     8       (p+1)Σ|C|(|C|-1)   12      pD
    ====  =====================  ======  =================  ======  ===========

    The table as printed has another factor n² in condition 9. On a board of r rows and s columns,
    N = rs and D = 2(2rs - r - s).

    Parameters
    ----------
    board : Board
        Only its shape, its number of colours and the sizes of its clusters matter.
    p : int
        The number of moves, ≥ 0.

    Examples
    --------
    >>> clause_counts(Board.of([[0, 1], [1, 0]]), p=2)["9"]
    24
    """
    N, k = len(board.fields), board.k
    D = 2 * (2 * N - board.rows - board.cols)
    return {
        "1": N,
        "2": p,
        "3": p * k * (k - 1) // 2,
        "4": N * p,
        "5": N * p,
        "6": N * p,
        "7": N * p,
        "8": (p + 1) * sum(len(C) * (len(C) - 1) for C in board.clusters),
        "9": p * (N + D),
        "10": N,
        "11": N * max(p - 1, 0),
        "12": p * D,
    }
