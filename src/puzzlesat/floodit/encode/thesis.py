"""The encoding of "can this board be flooded in p moves?" (thesis, chapter 3 and §4.2.2).

There is one function for each numbered condition, in the thesis's order and notation. There are
p+1 states t = 0..p, and the move at time t < p leads from state t to state t+1 (§3.1).

============  ======================================================================
Fld(t, f)     field f is flooded in state t
TchFld(t, f)  field f touches the flood in state t: one of its neighbours is flooded
Move(t, c)    colour c is chosen at time t
============  ======================================================================

Every function takes a board, the variables and a time t, and returns the clauses for that time.
`Encoder` relies on the fact that these are the same for every t, up to a shift of the variables.
`PRINTED` lists the conditions and the times at which they hold, as printed.

Errors of the printed encoding are corrected in one place, `CORRECTIONS`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import MAX_LISTED_LITERALS, check_literals
from puzzlesat.floodit.board.board import Board
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.formula import Clauses, ClauseTemplate, Formula, arrays_by_length


@dataclass(frozen=True)
class Variables:
    """The numbers of the variables Fld, TchFld and Move (§3.3), state by state.

    An encoding of a user (`own`) may have new variables in each state in addition. All methods
    raise `IndexError` for a field, colour or number that does not exist, since the number would be
    that of another variable.

    >>> v = Variables(fields=4, k=3)
    >>> v.Fld(0, 0), v.TchFld(0, 0), v.Move(0, 0), v.Fld(1, 0)
    (1, 5, 9, 12)
    """

    fields: int
    k: int
    new: int = 0

    @property
    def stride(self) -> int:
        """The difference between a variable's numbers in one state and in the next."""
        return 2 * self.fields + self.k + self.new

    def Fld(self, t: int, f: int) -> int:
        """Return the variable of "field f is flooded in state t"."""
        return self._number("Fld", t, 0, f, self.fields)

    def TchFld(self, t: int, f: int) -> int:
        """Return the variable of "field f touches the flood in state t"."""
        return self._number("TchFld", t, self.fields, f, self.fields)

    def Move(self, t: int, c: int) -> int:
        """Return the variable of "colour c is chosen at time t", 0 ≤ t < p."""
        return self._number("Move", t, 2 * self.fields, c, self.k)

    def New(self, t: int, i: int) -> int:
        """Return the variable i ≥ 0 of state t that an encoding has in addition."""
        if not self.new:
            raise IndexError(
                f"New({t}, {i}), but new_variables(board), which returns the number of these "
                "variables, is not defined or returns 0"
            )
        return self._number("New", t, 2 * self.fields + self.k, i, self.new)

    def _number(self, name: str, t: int, first: int, i: int, count: int) -> int:
        if not 0 <= i < count:
            raise IndexError(f"{name}({t}, {i}), but there are {count}, numbered from 0")
        return t * self.stride + first + i + 1


def condition_1a(board: Board, v: Variables, t: int) -> list[Clause]:
    """The pivot's cluster is flooded at the start (§3.4.1): ⋀_{f ∈ Cluster(0)} Fld(0, f).

    The thesis's pivot is field 0. Another start takes its place in this condition and in 1b.
    """
    return [[v.Fld(t, f)] for f in board.cluster[board.pivot]]


def condition_1b(board: Board, v: Variables, t: int) -> list[Clause]:
    """No other field is flooded at the start (§3.4.1): ⋀_{f ∉ Cluster(0)} ¬Fld(0, f)."""
    return [[-v.Fld(t, f)] for f in board.fields if f not in board.cluster[board.pivot]]


def condition_2(board: Board, v: Variables, t: int) -> list[Clause]:
    """At least one move is made at each time (§3.4.2): ⋁_c Move(t, c)."""
    return [[v.Move(t, c) for c in range(board.k)]]


def condition_3(board: Board, v: Variables, t: int) -> list[Clause]:
    """At most one move is made at each time (§3.4.2): ⋀_{c < d} ¬Move(t, c) ∨ ¬Move(t, d)."""
    return [[-v.Move(t, c), -v.Move(t, d)] for c, d in combinations(range(board.k), 2)]


def condition_4(board: Board, v: Variables, t: int) -> list[Clause]:
    """A flooded field remains flooded (§3.4.3).

    ⋀_f Fld(t, f) ⇒ Fld(t+1, f)  ≡  ¬Fld(t, f) ∨ Fld(t+1, f)
    """
    return [[-v.Fld(t, f), v.Fld(t + 1, f)] for f in board.fields]


def condition_5(board: Board, v: Variables, t: int) -> list[Clause]:
    """A dry field stays dry if no field of its cluster touches the flood (§3.4.3).

    ⋀_f ¬TchFld(t, g₁) ∧ … ∧ ¬TchFld(t, gₖ) ∧ ¬Fld(t, f) ⇒ ¬Fld(t+1, f)
    ≡  TchFld(t, g₁) ∨ … ∨ TchFld(t, gₖ) ∨ Fld(t, f) ∨ ¬Fld(t+1, f), (g₁, …, gₖ) = Cluster(f)
    """
    return [
        [*(v.TchFld(t, g) for g in board.cluster[f]), v.Fld(t, f), -v.Fld(t + 1, f)]
        for f in board.fields
    ]


def condition_6(board: Board, v: Variables, t: int) -> list[Clause]:
    """A field that touches the flood is flooded by a move of its colour (§3.4.3).

    ⋀_f Move(t, c_f) ∧ TchFld(t, f) ⇒ Fld(t+1, f)
    ≡  ¬Move(t, c_f) ∨ ¬TchFld(t, f) ∨ Fld(t+1, f), c_f = Colour(f)
    """
    return [[-v.Move(t, board.colour[f]), -v.TchFld(t, f), v.Fld(t + 1, f)] for f in board.fields]


def condition_7(board: Board, v: Variables, t: int) -> list[Clause]:
    """A dry field stays dry if the move is not of its colour (§3.4.3).

    ⋀_f ¬Fld(t, f) ∧ ¬Move(t, c_f) ⇒ ¬Fld(t+1, f)
    ≡  Fld(t, f) ∨ Move(t, c_f) ∨ ¬Fld(t+1, f), c_f = Colour(f)
    """
    return [[v.Fld(t, f), v.Move(t, board.colour[f]), -v.Fld(t + 1, f)] for f in board.fields]


def condition_8a(board: Board, v: Variables, t: int) -> list[Clause]:
    """A flooded field has a flooded field in its cluster (§3.4.3, condition 8, ⇒).

    ⋀_f ¬Fld(t, f) ∨ Fld(t, g₁) ∨ … ∨ Fld(t, gₖ), (g₁, …, gₖ) = Cluster(f). Each clause is
    a tautology, since Cluster(f) contains f, just as Cluster(0) in condition 1 contains the pivot.
    """
    return [[-v.Fld(t, f), *(v.Fld(t, g) for g in board.cluster[f])] for f in board.fields]


def condition_8b(board: Board, v: Variables, t: int) -> list[Clause]:
    """Every field of a cluster with a flooded field is flooded (§3.4.3, condition 8, ⇐).

    ⋀_f (¬Fld(t, g₁) ∨ Fld(t, f)) ∧ … ∧ (¬Fld(t, gₖ) ∨ Fld(t, f)), (g₁, …, gₖ) = Cluster(f). The
    clause for gᵢ = f is a tautology.
    """
    return [[-v.Fld(t, g), v.Fld(t, f)] for f in board.fields for g in board.cluster[f]]


def condition_9a(board: Board, v: Variables, t: int) -> list[Clause]:
    """A field that touches the flood has a flooded neighbour (§3.4.4, condition 9, ⇒).

    ⋀_f ¬TchFld(t, f) ∨ Fld(t, n₁) ∨ … ∨ Fld(t, nₖ), (n₁, …, nₖ) = Neighbours(f)
    """
    return [[-v.TchFld(t, f), *(v.Fld(t, g) for g in board.neighbours[f])] for f in board.fields]


def condition_9b(board: Board, v: Variables, t: int) -> list[Clause]:
    """A field with a flooded neighbour touches the flood (§3.4.4, condition 9, ⇐).

    ⋀_f (¬Fld(t, n₁) ∨ TchFld(t, f)) ∧ … ∧ (¬Fld(t, nₖ) ∨ TchFld(t, f)),
    (n₁, …, nₖ) = Neighbours(f)
    """
    return [[-v.Fld(t, g), v.TchFld(t, f)] for f in board.fields for g in board.neighbours[f]]


def condition_10(board: Board, v: Variables, t: int) -> list[Clause]:
    """At the end, all fields are flooded (§3.4.5): ⋀_f Fld(t, f)."""
    return [[v.Fld(t, f)] for f in board.fields]


def condition_11(board: Board, v: Variables, t: int) -> list[Clause]:
    """The next move is of another colour (§4.2.2).

    ⋀_c Move(t, c) ⇒ ¬Move(t+1, c)  ≡  ¬Move(t, c) ∨ ¬Move(t+1, c)

    With two colours or more, every board that p moves flood is also flooded by p moves without two
    equal ones in a row: remove each move that repeats the one before it, since it floods nothing,
    and add as many moves at the end, again without repetitions. With one colour, the condition
    excludes a second move.
    """
    return [[-v.Move(t, c), -v.Move(t + 1, c)] for c in range(board.k)]


def condition_12(board: Board, v: Variables, t: int) -> list[Clause]:
    """The neighbours of a flooded field touch the flood (§4.2.2).

    ⋀_f Fld(t, f) ⇒ TchFld(t, n₁) ∧ … ∧ TchFld(t, nₖ)
    ≡  (¬Fld(t, f) ∨ TchFld(t, n₁)) ∧ … ∧ (¬Fld(t, f) ∨ TchFld(t, nₖ)),
    (n₁, …, nₖ) = Neighbours(f)

    The clauses are those of the second half of condition 9, in another order.
    """
    return [[-v.Fld(t, f), v.TchFld(t, g)] for f in board.fields for g in board.neighbours[f]]


MAX_VARIABLES = 2**31 - 1
"""Maximum number of variables: DIMACS files and solvers number them with 32 bits."""


def check_variables(count: int, p: int) -> None:
    """Raise `InputError` if a formula of p moves has more variables than a solver can number."""
    if count > MAX_VARIABLES:
        raise InputError(
            f"{p} moves need more variables than a solver can number; allow fewer moves"
        )


ClauseFunction = Callable[[Board, Variables, int], list[Clause]]
"""A condition: a function that returns its clauses at a time."""

Times = Callable[[int], range]
"""The times at which a condition holds, given p."""


def start(p: int) -> range:
    """Return the time of state 0."""
    return range(1)


def moves(p: int) -> range:
    """Return the times of all moves, 0..p-1."""
    return range(p)


def inner_moves(p: int) -> range:
    """Return the times of all moves but the last, 0..p-2."""
    return range(p - 1)


def states(p: int) -> range:
    """Return the times of all states, 0..p."""
    return range(p + 1)


def end(p: int) -> range:
    """Return the time of the state after the last move, p."""
    return range(p, p + 1)


def beyond(p: int) -> range:
    """Return the time of state p+1, to which no move leads."""
    return range(p + 1, p + 2)


@dataclass(frozen=True)
class Condition:
    """A numbered condition: its name, its clauses at a time, and the times at which it holds."""

    name: str
    clauses: ClauseFunction
    times: Times


PRINTED = (
    Condition("1a", condition_1a, start),
    Condition("1b", condition_1b, start),
    Condition("2", condition_2, moves),
    Condition("3", condition_3, moves),
    Condition("4", condition_4, moves),
    Condition("5", condition_5, states),
    Condition("6", condition_6, moves),
    Condition("7", condition_7, moves),
    Condition("8a", condition_8a, states),
    Condition("8b", condition_8b, states),
    Condition("9a", condition_9a, states),
    Condition("9b", condition_9b, states),
    Condition("10", condition_10, beyond),
    Condition("11", condition_11, inner_moves),
    Condition("12", condition_12, states),
)
"""Conditions 1–12 exactly as printed, tautologies and state p+1 included."""


def condition_8(board: Board, v: Variables, t: int) -> list[Clause]:
    """Condition 8 without its tautologies: ⋀_f ⋀_{g ∈ Cluster(f), g ≠ f} ¬Fld(t, g) ∨ Fld(t, f)."""
    return [clause for clause in condition_8b(board, v, t) if -clause[0] != clause[1]]


def condition_11_of_several_colours(board: Board, v: Variables, t: int) -> list[Clause]:
    """Condition 11, if there is another colour to choose: ⋀_c ¬Move(t, c) ∨ ¬Move(t+1, c)."""
    return condition_11(board, v, t) if board.k > 1 else []


CORRECTIONS: dict[str, tuple[Condition, ...]] = {
    "5": (Condition("5", condition_5, moves),),
    "8a": (),
    "8b": (Condition("8", condition_8, states),),
    "10": (Condition("10", condition_10, end),),
    "11": (Condition("11", condition_11_of_several_colours, inner_moves),),
}
"""The corrections: for the name of each corrected condition, the conditions that replace it.

- Condition 5 is printed for t = 0..p and condition 10 for t = p+1 (§3.4.3, §3.4.5). But there are
  p+1 states, all but the last are followed by a move (§3.1), and no move leads to a state p+1. As
  printed, every cluster that touches the flood in state p is flooded for free. The corrected
  condition 5 ends at t = p-1, and condition 10 holds at t = p.
- In condition 8 a field belongs to its own cluster. So the whole first half, and one clause of the
  second half for each field, are tautologies. They are left out.
- If there is only one colour, condition 11 allows at most one move (§4.2.2), though any number of
  moves leaves such a board flooded. In that case, the condition is left out.
"""


def with_corrections(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return the given conditions, with those in `CORRECTIONS` replaced."""
    return tuple(valid for c in conditions for valid in CORRECTIONS.get(c.name, (c,)))


def minimal_conditions(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Return the conditions of the minimal encoding, 1–10, from conditions 1–12."""
    return tuple(c for c in conditions if c.name not in {"11", "12"})


EXTENDED = with_corrections(PRINTED)
"""Conditions 1–12, the thesis's extended encoding (§4.2.2)."""

MINIMAL = minimal_conditions(EXTENDED)
"""Conditions 1–10, the thesis's minimal encoding (chapter 3)."""

REDUCED = tuple(
    replace(c, times=moves) if c.name == "9a" else c
    for c in MINIMAL
    if c.name in {"1b", "3", "5", "7", "9a", "10"}
)
"""The minimal encoding, reduced to the conditions that are needed.

Apart from condition 10, the conditions that are kept only ensure that each flooded field has a
reason. Condition 9a is needed only in states that a move follows. The reduced encoding is
satisfiable for the same p as the minimal one, and the moves of a model flood the board.

Proof: Take a model, and let S(t) be the set of fields that are flooded once its moves before time t
have been played. There is at most one move at each time, by condition 3; a time without a move
changes nothing. Then Fld(t, f) implies f ∈ S(t), by induction on t. At t = 0 this is condition 1b.
If Fld(t+1, f), there are two cases. Either Fld(t, f), and f ∈ S(t) ⊆ S(t+1). Or the colour of f is
chosen, by condition 7, and a field of its cluster has a neighbour g with Fld(t, g), by conditions 5
and 9a. So g ∈ S(t), and the move floods the whole cluster. By condition 10, S(p) is the whole
board.

Conversely, a play of p moves that floods the board gives a model of the minimal encoding, and thus
of each part of it. A model of the reduced encoding can have a time without a move; then fewer than
p moves flood the board. At the minimum this is impossible.
"""

ENCODINGS = {"minimal": MINIMAL, "extended": EXTENDED, "reduced": REDUCED}
"""The encodings by the names that commands and the configuration use."""

PRINTED_ENCODINGS = {"minimal": minimal_conditions(PRINTED), "extended": PRINTED}
"""The thesis's encodings exactly as printed, by the same names."""


class Size(NamedTuple):
    """The number of clauses of a condition at a single time, and of their literals."""

    clauses: int
    literals: int


def sizes(board: Board) -> dict[ClauseFunction, Size]:
    """Return the size of each condition at a single time, computed without its clauses.

    The long clauses are those of conditions 5 and 8, which are quadratic in the size of clusters.

    >>> sizes(Board.of([[0, 1], [1, 0]]))[condition_9b]
    Size(clauses=8, literals=16)
    """
    N, k = len(board.fields), board.k
    D = 2 * (2 * N - board.rows - board.cols)  # ordered pairs of neighbours
    C = sum(len(cluster) ** 2 for cluster in board.clusters)  # ordered pairs within a cluster
    start_fields = len(board.cluster[board.pivot])
    repetitions = Size(k, 2 * k)
    return {
        condition_1a: Size(start_fields, start_fields),
        condition_1b: Size(N - start_fields, N - start_fields),
        condition_2: Size(1, k),
        condition_3: Size(k * (k - 1) // 2, k * (k - 1)),
        condition_4: Size(N, 2 * N),
        condition_5: Size(N, C + 2 * N),
        condition_6: Size(N, 3 * N),
        condition_7: Size(N, 3 * N),
        condition_8a: Size(N, C + N),
        condition_8b: Size(C, 2 * C),
        condition_8: Size(C - N, 2 * (C - N)),
        condition_9a: Size(N, N + D),
        condition_9b: Size(D, 2 * D),
        condition_10: Size(N, N),
        condition_11: repetitions,
        condition_11_of_several_colours: repetitions if k > 1 else Size(0, 0),
        condition_12: Size(D, 2 * D),
    }


class Encoder:
    """An encoder of one board, for any number of moves.

    The clauses for a single time do not depend on p. They are computed once, as templates, which a
    formula repeats for all its times. The conditions are those of an encoding in `ENCODINGS` or
    `PRINTED_ENCODINGS`, or a part of them.

    >>> encoder = Encoder(Board.of([[0, 1], [1, 0]]), MINIMAL)
    >>> formula = encoder.formula(p=2)
    >>> formula.variables, len(formula)
    (28, 80)
    """

    check: Callable[[], None] = staticmethod(lambda: None)
    """Called now and then while clauses are computed; it may raise `TimeoutError`."""

    def __init__(self, board: Board, conditions: Iterable[Condition], new: int = 0) -> None:
        self.board = board
        self.conditions = tuple(conditions)
        self.variables = Variables(len(board.fields), board.k, new)

    def clause_count(self, p: int) -> int:
        """Return the number of clauses for p moves without computing them."""
        return sum(self._sizes[c.clauses].clauses * len(c.times(p)) for c in self.conditions)

    def size(self, p: int) -> tuple[int | None, int | None]:
        """Return the numbers of variables and clauses for p moves, without computing them.

        A number is None if it is unknown. The conditions include 10 and 9a, whose last states have
        the largest variables.
        """
        fields, stride = self.variables.fields, self.variables.stride
        last = {c.name: max(c.times(p), default=-1) for c in self.conditions}
        variables = max(last["10"] * stride + fields, last["9a"] * stride + 2 * fields)
        return variables, self.clause_count(p)

    @cached_property
    def _sizes(self) -> dict[ClauseFunction, Size]:
        return sizes(self.board)

    @cached_property
    def _templates(self) -> list[tuple[Clauses, ...]]:
        known = (self._sizes[c.clauses] for c in self.conditions if c.clauses in self._sizes)
        literals = sum(size.literals for size in known)
        check_literals(
            literals,
            MAX_LISTED_LITERALS,
            " for each move, since clusters of the board have many fields",
        )
        templates = []
        for condition in self.conditions:
            self.check()
            templates.append(arrays_by_length(condition.clauses(self.board, self.variables, 0)))
        return templates

    @cached_property
    def _largest(self) -> list[int]:
        """The largest variable of each template."""
        return [
            max((int(abs(x).max(initial=0)) for x in template), default=0)
            for template in self._templates
        ]

    def formula(self, p: int) -> Formula:
        """Return the formula of p moves.

        With an encoding of `ENCODINGS`, it is satisfiable if and only if p moves flood the board.
        Raise `InputError` if it has more variables than a solver can number.
        """
        stride = self.variables.stride
        times = [condition.times(p) for condition in self.conditions]
        variables = max(
            (x + at[-1] * stride for x, at in zip(self._largest, times, strict=True) if at),
            default=0,
        )
        check_variables(variables, p)
        templates = tuple(
            ClauseTemplate(condition.name, template, at, stride)
            for condition, template, at in zip(self.conditions, self._templates, times, strict=True)
        )
        return Formula(variables, templates)

    def move_literals(self, moves: Iterable[int], p: int) -> list[int]:
        """Return the literals of ``formula(p)`` that choose these colours, one after the other."""
        return [self.variables.Move(t, c) for t, c in enumerate(moves)]

    def moves(self, model: Iterable[int], p: int) -> list[int]:
        """Return the colours that a model of ``formula(p)`` chooses, in the order of time."""
        chosen = set(model)
        return [
            c for t in range(p) for c in range(self.board.k) if self.variables.Move(t, c) in chosen
        ]

    def variable_map(self, p: int) -> dict[str, str]:
        """Return comments that describe the numbers of the variables."""
        fields, k, stride = self.variables.fields, self.variables.k, self.variables.stride
        last = max(p, *(max(condition.times(p), default=0) for condition in self.conditions))
        new = self.variables.new
        return {
            "Fld(t,f)": f"{stride}*t + f + 1, field f is flooded in state t, 0 <= t <= {last}",
            "TchFld(t,f)": f"{stride}*t + f + {fields + 1}, "
            f"field f touches flood in state t <= {p}",
            "Move(t,c)": f"{stride}*t + c + {2 * fields + 1}, colour c is chosen at time t < {p}",
            **(
                {"New(t,i)": f"{stride}*t + i + {2 * fields + k + 1}, 0 <= i < {new}"}
                if new
                else {}
            ),
        }
