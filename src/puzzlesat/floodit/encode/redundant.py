"""Families of redundant clauses that may be added to the thesis's encoding (§4.2.1).

A family is *sound* if adding it preserves satisfiability for every p. Some families are *implied*:
every play that floods the board satisfies them. Others *break symmetries*: at least one of these
plays satisfies them. The docstring of a family contains the proof. Families are added one at a
time.

In the proofs, S(t) is the set of flooded clusters after t moves of a play. Two facts are used
throughout. *Monotonicity*: if S ⊆ S', the same moves flood at least as much from S' as from S.
*Idling*: any move leaves a flooded board flooded.

A family may use variables in addition to the thesis's; the last argument of its function is the
number of the first free variable.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.encode import own
from puzzlesat.floodit.encode.thesis import ENCODINGS, EXTENDED, MINIMAL, Encoder, Variables
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.formula import ClauseTemplate, Formula, arrays_by_length, with_literal_limit

RedundantFamily = Callable[[Board, Variables, int, int], Iterable[Clause]]
"""Takes a board, the variables, p and the first free variable, and returns clauses."""

REACH_MOVES = 3
"""The number of moves before the end that `reach` covers."""


def distance(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """A field at distance d from the pivot's cluster is not flooded by fewer than d moves.

    ⋀_{t < d(f)} ¬Fld(t, f), where d counts steps from cluster to cluster.

    Implied. A move floods only clusters next to flooded ones. By induction, S(t) has no cluster at
    a distance above t.
    """
    graph = ClusterGraph.of(board)
    for f in board.fields:
        for t in range(p + 1):
            if graph.ball_of_pivot(t) >> board.cluster_of[f] & 1:
                break
            yield [-v.Fld(t, f)]


def touched(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """A field that touches the flood keeps touching it: ¬TchFld(t, f) ∨ TchFld(t+1, f) for t < p.

    Implied, by conditions 4 and 9.
    """
    for t in range(p):
        for f in board.fields:
            yield [-v.TchFld(t, f), v.TchFld(t + 1, f)]


def first(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """The first move is not of the pivot's colour (k ≥ 2): ¬Move(0, Colour(pivot)).

    Breaks a symmetry. Such a move floods nothing. Remove from a play that floods the board all
    moves of the pivot's colour before the first move of another colour, and add as many moves at
    the end; if no move remains, play another colour throughout. By idling the board stays flooded.
    """
    if board.k > 1 and p:
        yield [-v.Move(0, board.colour[board.pivot])]


def gain(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """Each move floods something, unless everything is flooded.

    With new variables New(t, C), "cluster C is newly flooded", and Gain(t), "some cluster is newly
    flooded": New(t, C) → ¬Fld(t, f) ∧ Fld(t+1, f) for a field f of C, Gain(t) → ⋁_C New(t, C), and
    Fld(t, f) ∨ Gain(t) for a field f of each cluster.

    Breaks a symmetry. Remove from a play that floods the board all moves that flood nothing, and
    add as many moves at the end. By idling the play still floods the board, and every move floods
    something until everything is flooded. With their intended meaning, New and Gain satisfy the
    clauses.
    """
    width = len(board.clusters) + 1
    for t in range(p):
        gain_at_t = free + t * width
        newly_flooded = range(gain_at_t + 1, gain_at_t + width)
        yield [-gain_at_t, *newly_flooded]
        for new, (f, *_) in zip(newly_flooded, board.clusters, strict=True):
            yield from ([-new, -v.Fld(t, f)], [-new, v.Fld(t + 1, f)])
            yield [v.Fld(t, f), gain_at_t]


def commute(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """Of two consecutive moves that can be swapped, the lower colour comes first.

    With new variables NewTch(t, C), "cluster C is first touched by the move at time t": for c > d,
    Move(t, c) ∧ Move(t+1, d) → ⋁_{C of colour d} NewTch(t, C), and
    NewTch(t, C) → ⋀_{f ∈ C} (¬TchFld(t, f) ∧ ¬Fld(t, f)) ∧ ⋁_{f ∈ C} TchFld(t+1, f).

    Breaks a symmetry. Take the lexicographically first of the plays of p moves that flood the
    board. Suppose that it chooses c at t and d < c at t+1, and that every cluster of colour d that
    is touched at t+1 was touched or flooded at t. Then every cluster that d floods at t+1 was
    touched at t. So d floods these clusters at t too, and c, played at t+1, floods at least what it
    flooded at t. At t+2 at least as much is flooded in the swapped play. By monotonicity this play
    floods the board, and it precedes the first one: a contradiction. With its intended meaning,
    NewTch satisfies the clauses. There are clauses for each t ≤ p-2; TchFld(t+1, f) exists for
    t+1 ≤ p.
    """
    cluster_count = len(board.clusters)
    for t in range(p - 1):
        first_of_t = free + t * cluster_count
        of_colour: dict[int, list[int]] = {}
        for new, cluster in enumerate(board.clusters, start=first_of_t):
            of_colour.setdefault(board.colour[cluster[0]], []).append(new)
            yield from ([-new, -v.TchFld(t, f)] for f in cluster)
            yield [-new, -v.Fld(t, cluster[0])]
            yield [-new, *(v.TchFld(t + 1, f) for f in cluster)]
        for d, c in combinations(range(board.k), 2):
            yield [-v.Move(t, c), -v.Move(t + 1, d), *of_colour.get(d, [])]


def finish(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """A colour that one move can finish is played at once.

    With new variables Near(t, C), true if C is touched or flooded, and Done(t, c), true only if all
    of colour c is flooded: for each colour c of the board,
    Done(t, c) ∨ ⋁_{C of colour c} ¬Near(t, C) ∨ ⋁_{d ≤ c} Move(t, d), with
    TchFld(t, f) → Near(t, C) and Fld(t, f) → Near(t, C) for f ∈ C, and Done(t, c) → Fld(t, f) for f
    of colour c.

    Breaks a symmetry. Call a colour *ready* at t if some of its clusters are dry, and all dry ones
    are touched. In a play m(0), m(1), … that floods the board, let c be the lowest colour that is
    ready at t. It is chosen at t or later, since a cluster of it is dry. Play c at t, then m(t),
    m(t+1), … without the first c among them. After t all of c is flooded. So up to that c at least
    as much is flooded as in the original play, by monotonicity, and what that c flooded is flooded
    already. The changed play has as many moves, floods the board, and is the same before t.
    Repeating this for t = 0, 1, … leads to a play that chooses the lowest ready colour whenever
    there is one. It satisfies the clauses: for a ready colour c, the chosen colour d is at most c;
    for any other colour, Done is true or some Near is false.
    """
    cluster_count = len(board.clusters)
    of_colour: dict[int, list[int]] = {}
    for number, (f, *_) in enumerate(board.clusters):
        of_colour.setdefault(board.colour[f], []).append(number)
    for t in range(p):
        first_near = free + t * (cluster_count + board.k)
        first_done = first_near + cluster_count
        for near, cluster in enumerate(board.clusters, start=first_near):
            yield from ([-v.TchFld(t, f), near] for f in cluster)
            yield [-v.Fld(t, cluster[0]), near]
        for c, numbers in of_colour.items():
            done = first_done + c
            yield from ([-done, v.Fld(t, board.clusters[number][0])] for number in numbers)
            chosen = [v.Move(t, d) for d in range(c + 1)]
            yield [done, *(-(first_near + number) for number in numbers), *chosen]


def reach(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """With j ≤ 3 moves left, each cluster has a flooded cluster within distance j.

    ⋁_{D: d(C, D) ≤ j} Fld(p-j, f) for each cluster C, where f is a field of D.

    Implied, with condition 10. By induction on j: at p-j, each cluster is flooded within j moves,
    and a move floods only clusters next to flooded ones.
    """
    graph = ClusterGraph.of(board)
    balls = [(j, graph.balls(j)) for j in range(1, min(REACH_MOVES, p) + 1)]
    for centre in range(len(board.clusters)):
        for j, balls_of_radius in balls:
            near = members(balls_of_radius[centre])
            yield [v.Fld(p - j, board.clusters[number][0]) for number in near]


def colours(board: Board, v: Variables, p: int, free: int) -> Iterator[Clause]:
    """With j moves left, at most j colours have dry clusters.

    With new variables Dry(t, c), true if a field of colour c is dry: Fld(p-j, f) ∨ Dry(p-j, c) for
    f of colour c, and ⋁_{c ∈ M} ¬Dry(p-j, c) for each set M of j+1 colours of the board.

    Implied, with condition 10: each colour with dry clusters needs a move of its own.
    """
    shown = sorted(set(board.colour))
    for j in range(min(p + 1, len(shown))):
        t, first_dry = p - j, free + j * board.k
        for f, *_ in board.clusters:
            yield [v.Fld(t, f), first_dry + board.colour[f]]
        yield from ([-(first_dry + c) for c in chosen] for chosen in combinations(shown, j + 1))


REDUNDANT_FAMILIES: dict[str, RedundantFamily] = {
    family.__name__: family
    for family in (distance, touched, first, gain, commute, finish, reach, colours)
}
"""The families by name, except conditions 11 and 12."""

EXTENDED_CONDITIONS = ("11", "12")
"""The names of the conditions that only the extended encoding has."""

ADDABLE = (*EXTENDED_CONDITIONS, *REDUNDANT_FAMILIES)
"""The names of the clauses that can be added to the minimal encoding."""

MINIMAL_PLUS = "minimal+"
"""The prefix of a family's name in the name of an encoding."""


def check_encoding(name: str, *others: str) -> None:
    """Raise `InputError` unless the name is one of `others` or accepted by `encoder_of`."""
    names = [*others, *ENCODINGS, *(f"{MINIMAL_PLUS}{family}" for family in ADDABLE)]
    if name.endswith(own.SUFFIX):
        own.definitions(name)
    elif name not in names:
        raise InputError(
            f"unknown encoding {name!r}; choose from {', '.join(names)}, or give a Python file "
            "that defines conditions"
        )


def encoder_of(board: Board, name: str) -> Encoder:
    """Return the encoder of a board for the encoding with this name.

    The name is one of `ENCODINGS`; ``minimal+NAME``, the minimal encoding with one of `ADDABLE`; or
    a Python file that defines conditions (`own`). Raise `InputError` for any other name.

    >>> board = Board.of([[0, 1, 2]])
    >>> len(encoder_of(board, "minimal").formula(p=1))
    36
    >>> list(encoder_of(board, "minimal+distance").formula(p=1))[-3:]
    [[-2], [-3], [-12]]
    """
    if name.endswith(own.SUFFIX):
        return own.OwnEncoder(board, name)
    check_encoding(name)
    if name in ENCODINGS:
        return Encoder(board, ENCODINGS[name])
    added = name.removeprefix(MINIMAL_PLUS)
    if added in EXTENDED_CONDITIONS:
        return Encoder(board, (*MINIMAL, *(c for c in EXTENDED if c.name == added)))
    return RedundantEncoder(board, added)


class RedundantEncoder(Encoder):
    """An encoder of one board, for the minimal encoding with one of `REDUNDANT_FAMILIES`."""

    def __init__(self, board: Board, name: str) -> None:
        self.name = name
        self.family = REDUNDANT_FAMILIES[name]
        super().__init__(board, MINIMAL)

    def formula(self, p: int) -> Formula:
        """Return the formula of p moves.

        If the family is sound, the formula is satisfiable if and only if p moves flood the board.
        Raise `TooLargeError` if the family has too many clauses.
        """
        formula = super().formula(p)
        family = self.family(self.board, self.variables, p, formula.variables + 1)
        clauses = list(with_literal_limit(family, self.check))
        largest_variable = max((abs(x) for clause in clauses for x in clause), default=0)
        template = ClauseTemplate(self.name, arrays_by_length(clauses), range(1), 0)
        return Formula(max(formula.variables, largest_variable), (*formula.templates, template))

    def size(self, p: int) -> tuple[int | None, int | None]:
        """Return no numbers, since they depend on the clauses of the family."""
        return None, None
