"""Redundant clauses: families that may be added to the thesis's encoding (§4.2.2).

A family is *sound* if adding it changes for no p whether the formula is satisfiable. Some families
are implied: every play satisfies them. Others break symmetries: of the plays that flood the board
they leave at least one. Each docstring proves which. They are meant to be added one at a time.

In the proofs, S(t) is the set of flooded clusters after t moves of a play. Two facts are used
throughout. *Monotony*: if more is flooded, then after the same moves more is flooded. *Idling*: on
a board that is flooded, any move leaves it so.

Besides the thesis's variables a family may use new ones, for which it is given the first free
number.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from puzzlesat.floodit.audit.boards import distances
from puzzlesat.floodit.board import Board
from puzzlesat.floodit.thesis import (
    MINIMAL,
    Condition,
    Encoder,
    Variables,
    condition_11,
    condition_12,
    inner_moves,
    moves,
)
from puzzlesat.sat.formula import Clause, Family, Formula, stack

Redundant = Callable[[Board, Variables, int, int], list[Clause]]
"""Takes a board, the variables, p and the first free variable, and returns clauses."""

REACH = 3
"""How many moves before the end `reach` looks at."""


def distance(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """A field at distance d from the pivot's cluster is not flooded before move d.

    ⋀_{t < d(f)} ¬Fld(f, t), where d counts steps from cluster to cluster.

    Implied. A move floods clusters next to flooded ones only, so that by induction S(t) has no
    cluster of a distance above t.
    """
    far = distances(board, 0)
    return [
        [-v.Fld(f, t)] for f in board.fields for t in range(min(far[board.cluster_of[f]], p + 1))
    ]


def norepeat(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """No colour is chosen twice in a row, nor the pivot's at the start (k ≥ 2).

    ¬Move(Colour(0), 0) and ¬Move(c, t) ∨ ¬Move(c, t+1).

    Breaks a symmetry. All clusters of colour c next to the flooded area are flooded by a move c, so
    that another c just after it floods nothing, and neither does the pivot's colour at the start.
    Leave such moves out of a play that floods the board, until there are none, and add as many in
    the end that differ from the move before them and, if they come first, from the pivot's colour:
    with two colours there always is one. By idling this play floods the board as well.
    """
    if board.k < 2 or p < 1:
        return []
    twice = [[-v.Move(c, t), -v.Move(c, t + 1)] for t in range(p - 1) for c in range(board.k)]
    return [[-v.Move(board.colour[0], 0)], *twice]


def gain(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """A move floods something, unless everything is flooded.

    With new variables N(C, t), "cluster C is newly flooded", and G(t), "something is":
    N(C, t) → ¬Fld(f, t) ∧ Fld(f, t+1) for a field f of C, G(t) → ⋁_C N(C, t), and
    Fld(f, t) ∨ G(t) for a field f of each cluster.

    Breaks a symmetry. Leave out of a play that floods the board all moves that flood nothing, and
    add as many in the end: by idling it still floods the board, and every move floods something
    until everything is flooded. N and G are then what they are called.
    """
    clauses: list[Clause] = []
    width = len(board.clusters) + 1
    for t in range(p):
        something = free + t * width
        new = [something + 1 + C for C in range(len(board.clusters))]
        clauses.append([-something, *new])
        for C, (f, *_) in enumerate(board.clusters):
            clauses += [[-new[C], -v.Fld(f, t)], [-new[C], v.Fld(f, t + 1)]]
            clauses.append([v.Fld(f, t), something])
    return clauses


def commute(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """Of two moves that could be swapped, the lower colour comes first.

    With new variables Y(C, t), "cluster C is first touched by the move at time t": for c > d,
    Move(c, t) ∧ Move(d, t+1) → ⋁_{C of colour d} Y(C, t), and
    Y(C, t) → ⋀_{f ∈ C} (¬TchFld(f, t) ∧ ¬Fld(f, t)) ∧ ⋁_{f ∈ C} TchFld(f, t+1).

    Breaks a symmetry. Of the plays of p moves that flood the board take the one whose moves come
    first in the order of dictionaries. Suppose that it chooses c > d at t and t+1 and that no
    cluster of colour d is touched at t+1 but neither touched nor flooded at t. Then every cluster
    that d floods at t+1 was touched at t, so that d, played at t, floods it too, and c after it
    floods at least what it flooded before. The swapped play is at t+2 where the play was or
    further, by monotony floods the board, and comes before it: a contradiction. Y is what it is
    called. It speaks of the times up to p-2 at which two moves follow each other; TchFld(f, t+1)
    is there for t+1 ≤ p-1.
    """
    clauses: list[Clause] = []
    count = len(board.clusters)
    for t in range(p - 1):
        first = free + t * count
        for C, cluster in enumerate(board.clusters):
            clauses += [[-(first + C), -v.TchFld(f, t)] for f in cluster]
            clauses.append([-(first + C), -v.Fld(cluster[0], t)])
            clauses.append([-(first + C), *(v.TchFld(f, t + 1) for f in cluster)])
        for d, c in combinations(range(board.k), 2):
            touched = [
                first + C for C, (f, *_) in enumerate(board.clusters) if board.colour[f] == d
            ]
            clauses.append([-v.Move(c, t), -v.Move(d, t + 1), *touched])
    return clauses


def finish(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """A colour that one move can finish is played now.

    With new variables T(C, t), true if C is touched or flooded, and A(c, t), true only if all of
    colour c is flooded: for each colour c of the board,
    A(c, t) ∨ ⋁_{C of colour c} ¬T(C, t) ∨ ⋁_{d ≤ c} Move(d, t), with
    TchFld(f, t) → T(C, t) and Fld(f, t) → T(C, t) for f ∈ C, and A(c, t) → Fld(f, t) for f of
    colour c.

    Breaks a symmetry. Call a colour ready at t if some of it is dry and every dry cluster of it is
    touched. In a play m(0), m(1), … that floods the board let c be the lowest colour that is ready
    at t. It is chosen at t or later, since some of it is dry. Play c at t, then m(t), m(t+1), …
    without the first c among them. After t all of c is flooded; so up to that c at least as much is
    flooded as before, by monotony, and what that c flooded is flooded already. The changed play has
    as many moves, floods the board, and is the same before t. Doing so for t = 0, 1, … leads to a
    play that chooses the lowest ready colour whenever there is one. It satisfies the clauses: the
    one for a ready colour c since the chosen d ≤ c; any other since A is true or a T is false.
    """
    clauses: list[Clause] = []
    count = len(board.clusters)
    of_colour: dict[int, list[int]] = {}
    for C, (f, *_) in enumerate(board.clusters):
        of_colour.setdefault(board.colour[f], []).append(C)
    for t in range(p):
        T = free + t * (count + board.k)
        A = T + count
        for C, cluster in enumerate(board.clusters):
            clauses += [[-v.TchFld(f, t), T + C] for f in cluster]
            clauses.append([-v.Fld(cluster[0], t), T + C])
        for c, clusters in of_colour.items():
            clauses += [[-(A + c), v.Fld(board.clusters[C][0], t)] for C in clusters]
            played = [v.Move(d, t) for d in range(c + 1)]
            clauses.append([A + c, *(-(T + C) for C in clusters), *played])
    return clauses


def reach(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """With j moves left, a flooded cluster lies within distance j of every cluster (j ≤ 3).

    ⋁_{D: d(C, D) ≤ j} Fld(D, p-j), where D stands for any of its fields.

    Implied, with condition 10. By induction over j: at p-j, each cluster is flooded within j moves,
    and a move floods clusters next to flooded ones only.
    """
    steps = range(1, min(REACH, p) + 1)
    return [
        [
            v.Fld(board.clusters[D][0], p - j)
            for D, far in enumerate(distances(board, C))
            if far <= j
        ]
        for C in range(len(board.clusters))
        for j in steps
    ]


def colours(board: Board, v: Variables, p: int, free: int) -> list[Clause]:
    """With j moves left, at most j colours are dry somewhere.

    With new variables E(c, t), true if some of colour c is dry: Fld(f, p-j) ∨ E(c, p-j) for f of
    colour c, and ⋁_{c ∈ M} ¬E(c, p-j) for each set M of j+1 colours of the board.

    Implied, with condition 10: a dry colour needs a move of its own.
    """
    clauses: list[Clause] = []
    shown = sorted(set(board.colour))
    for j in range(min(p + 1, len(shown))):
        t, E = p - j, free + j * board.k
        for f, *_ in board.clusters:
            clauses.append([v.Fld(f, t), E + board.colour[f]])
        clauses += [[-(E + c) for c in chosen] for chosen in combinations(shown, j + 1)]
    return clauses


REDUNDANT: dict[str, Redundant] = {
    family.__name__: family
    for family in (distance, norepeat, gain, commute, finish, reach, colours)
}
"""The families by name, conditions 11 and 12 aside."""


@dataclass(frozen=True)
class _Added:
    """What is added to the minimal encoding: conditions of the thesis, or a family."""

    conditions: tuple[Condition, ...] = ()
    family: Redundant | None = None


ADDED = {
    "minimal": _Added(),
    "11": _Added((Condition("11", condition_11, inner_moves),)),
    "12": _Added((Condition("12", condition_12, moves),)),
    **{name: _Added(family=family) for name, family in REDUNDANT.items()},
}
"""What can be added, by name; minimal adds nothing."""


class RedundantEncoder(Encoder):
    """Encodes one board with the minimal encoding and one of `ADDED`.

    Parameters
    ----------
    board : Board
    added : str
        A key of `ADDED`.

    Examples
    --------
    >>> board = Board.of([[0, 1, 2]])
    >>> formula = RedundantEncoder(board, "distance").formula(p=1)
    >>> [family.name for family in formula.families][-1], list(formula)[-3:]
    ('distance', [[-2], [-3], [-12]])
    """

    def __init__(self, board: Board, added: str) -> None:
        self.name = added
        self.added = ADDED[added]
        super().__init__(board, (*MINIMAL, *self.added.conditions))

    def formula(self, p: int) -> Formula:
        """Return the formula that is satisfiable if and only if p moves flood the board."""
        formula = super().formula(p)
        if self.added.family is None:
            return formula
        clauses = self.added.family(self.board, self.variables, p, formula.variables + 1)
        most = max((abs(x) for clause in clauses for x in clause), default=0)
        family = Family(self.name, stack(clauses), range(1), 0)
        return Formula(max(formula.variables, most), (*formula.families, family))
