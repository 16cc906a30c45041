"""An encoding on clusters instead of fields, backwards in time from the flooded board.

Clusters are the vertices of the board's graph, and the pivot's cluster, 0, is always flooded. Time
is r, the number of moves left; at r = 0 the board must be flooded. The goal is thus the same for
every number of moves p, so one incremental solver can be used for all p. A different p is only a
different assumption on the start, so learnt clauses remain valid.

============  ======================================================================
Fld(r, x)     cluster x ≥ 1 is flooded when r moves are left
Move(r, c)    colour c is chosen when r ≥ 1 moves are left
Done(r, c)    colour c is finished when r moves are left: all its clusters are flooded
Start(r)      play starts when r moves are left
============  ======================================================================

A model may treat a flooded cluster as dry. This never makes the formula satisfiable if p moves
do not suffice. So no clauses are needed for three rules: that flooded clusters stay flooded, that
a cluster of the chosen colour next to the flood is flooded, and that some colour is chosen. By
induction from the start, playing the colours of a model floods all clusters that are flooded in the
model. Conversely, every play that floods the board gives a model.

There is one function for each family of clauses; those that `redundant` or the thesis also has
have the same names. Each takes the graph, the variables and r (`distance` also p), and returns the
clauses for the state with r moves left and its move.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, ClusterSet, members
from puzzlesat.floodit.encode.thesis import check_variables
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.formula import ClauseTemplate, Formula, arrays_by_length, with_literal_limit


@dataclass(frozen=True)
class Variables:
    """The numbers of the variables, layer by layer from r = 0 on; the pivot's cluster has no Fld.

    >>> v = Variables(clusters=5, k=3)
    >>> v.Fld(0, 1), v.Done(0, 0), v.Move(1, 0), v.Start(1)
    (1, 5, 19, 22)
    """

    clusters: int
    k: int

    @property
    def stride(self) -> int:
        """The difference between a variable's numbers at r+1 and at r."""
        return self.clusters + 2 * self.k

    def Fld(self, r: int, x: int) -> int:
        """Return the variable of "cluster x is flooded when r moves are left"."""
        return r * self.stride + x

    def Done(self, r: int, c: int) -> int:
        """Return the variable of "colour c is finished when r moves are left"."""
        return r * self.stride + self.clusters + c

    def Move(self, r: int, c: int) -> int:
        """Return the variable of "colour c is chosen when r moves are left"."""
        return r * self.stride + self.clusters + self.k + c

    def Start(self, r: int) -> int:
        """Return the variable of "play starts when r moves are left"."""
        return (r + 1) * self.stride

    def count(self, p: int) -> int:
        """Return the number of variables for p moves."""
        return (p + 1) * self.stride


def goal(graph: ClusterGraph, v: Variables, r: int) -> list[Clause]:
    """With no move left, all clusters are flooded: ⋀_x Fld(0, x)."""
    return [[v.Fld(r, x)] for x in graph.dry_at_start]


def support(graph: ClusterGraph, v: Variables, r: int) -> list[Clause]:
    """Only clusters next to flooded ones are newly flooded.

    Fld(r-1, x) → Fld(r, x) ∨ ⋁_{y next to x} Fld(r, y), for every x that is not next to the pivot's
    cluster, which is always flooded.
    """
    return [
        [-v.Fld(r - 1, x), v.Fld(r, x), *(v.Fld(r, y) for y in members(graph.adjacent[x]))]
        for x in graph.dry_at_start
        if not graph.adjacent[x] & 1
    ]


def chosen_colour(graph: ClusterGraph, v: Variables, r: int) -> list[Clause]:
    """Only clusters of the chosen colour are newly flooded.

    Fld(r-1, x) → Fld(r, x) ∨ Move(r, colour of x)
    """
    return [[-v.Fld(r - 1, x), v.Fld(r, x), v.Move(r, graph.colour[x])] for x in graph.dry_at_start]


def one_move(graph: ClusterGraph, v: Variables, r: int) -> list[Clause]:
    """At most one colour is chosen at each time: ⋀_{c < d} ¬(Move(r, c) ∧ Move(r, d))."""
    return [[-v.Move(r, c), -v.Move(r, d)] for c, d in combinations(graph.colours_left, 2)]


def condition_11(graph: ClusterGraph, v: Variables, r: int) -> list[Clause]:
    """No colour is chosen twice in a row: ¬(Move(r, c) ∧ Move(r-1, c)).

    The second move would flood nothing, so choosing no colour has the same effect.
    """
    return [[-v.Move(r, c), -v.Move(r - 1, c)] for c in graph.colours_left]


def colours(graph: ClusterGraph, v: Variables, r: int) -> Iterator[Clause]:
    """Of any r+1 colours, at least one is finished when r moves are left.

    Each unfinished colour needs a move of its own, so at most r can be unfinished. Done(r, c)
    implies Fld(r, x) for every cluster x of colour c.
    """
    if r >= len(graph.colours_left):
        return
    for c in graph.colours_left:
        for x in members(graph.of_colour[c] & ~1):
            yield [-v.Done(r, c), v.Fld(r, x)]
    for chosen in combinations(graph.colours_left, r + 1):
        yield [v.Done(r, c) for c in chosen]


def reach(graph: ClusterGraph, v: Variables, r: int) -> Iterator[Clause]:
    """When r moves are left, each cluster has a flooded cluster within distance r.

    Each move extends the flood by at most one step, so otherwise the cluster would stay dry.
    """
    if graph.ball_of_pivot(r) == graph.all_clusters:
        return  # all balls contain the pivot's cluster
    without_pivot = (b for b in graph.balls(r) if not b & 1)
    for b in minimal_sets(without_pivot):
        yield [v.Fld(r, x) for x in members(b)]


def minimal_sets(sets: Iterable[ClusterSet]) -> Iterator[ClusterSet]:
    """Yield the sets that are minimal by inclusion, smaller ones first.

    >>> [bin(s) for s in minimal_sets([0b111, 0b011, 0b100])]
    ['0b100', '0b11']
    """
    minimal: list[ClusterSet] = []
    for s in sorted(set(sets), key=lambda s: (s.bit_count(), s)):
        if not any(t & ~s == 0 for t in minimal):
            minimal.append(s)
            yield s


def start(graph: ClusterGraph, v: Variables, r: int) -> list[Clause]:
    """At the start only the pivot's cluster is flooded: Start(r) → ⋀_x ¬Fld(r, x).

    The families in `FAMILIES` do not depend on the start. The assumption Start(p) sets the number
    of moves to p.
    """
    return [[-v.Start(r), -v.Fld(r, x)] for x in graph.dry_at_start]


def distance(graph: ClusterGraph, v: Variables, r: int, p: int) -> list[Clause]:
    """If play starts with p moves left, clusters out of reach of p-r moves are dry: ¬Fld(r, x).

    Only the formula for a single p contains these unit clauses; an incremental solver derives them
    from `start` by unit propagation.
    """
    reached = graph.ball_of_pivot(p - r)
    return [[-v.Fld(r, x)] for x in graph.dry_at_start if not reached >> x & 1]


@dataclass(frozen=True)
class LayerFamily:
    """A family of clauses for the layers r from `first` to `last`; None stands for the last layer.

    `clauses` returns the clauses for one r. The family is `uniform` if these clauses are the same
    for every r, up to a shift of the variables.
    """

    clauses: Callable[[ClusterGraph, Variables, int], Iterable[Clause]]
    first: int
    last: int | None = None
    uniform: bool = False

    def layers(self, p: int) -> range:
        """Return the values of r up to p for which the family has clauses."""
        return range(self.first, (p if self.last is None else min(p, self.last)) + 1)


FAMILIES = (
    LayerFamily(goal, first=0, last=0),
    LayerFamily(support, first=1, uniform=True),
    LayerFamily(chosen_colour, first=1, uniform=True),
    LayerFamily(one_move, first=1, uniform=True),
    LayerFamily(condition_11, first=2, uniform=True),
    LayerFamily(colours, first=0),
    LayerFamily(reach, first=1),
)
"""All families that do not depend on the start."""

MINIMAL_FAMILIES = FAMILIES[:4]
"""The families for the rules of the game; the others are redundant."""


class LayeredEncoder:
    """An encoder of one graph, layer by layer for an incremental solver or as a formula for one p.

    `families` is `FAMILIES`, or `MINIMAL_FAMILIES` with any of the other families.

    >>> encoder = LayeredEncoder(ClusterGraph.of(Board.of([[0, 1], [1, 2]])))
    >>> len(encoder.formula(p=2)), len(list(encoder.layer(1)))
    (29, 13)
    """

    def __init__(self, graph: ClusterGraph, families: Iterable[LayerFamily] = FAMILIES) -> None:
        self.graph = graph
        self.families = tuple(families)
        self.variables = Variables(len(graph.adjacent), len(graph.of_colour))

    def layer(self, r: int) -> Iterator[Clause]:
        """Yield the clauses in which r is the largest number of moves left."""
        for family in self.families:
            if r in family.layers(r):
                yield from family.clauses(self.graph, self.variables, r)
        yield from start(self.graph, self.variables, r)

    def formula(self, p: int) -> Formula:
        """Return the formula that is satisfiable if and only if p moves can flood the board.

        Raise `InputError` if it has more variables than a solver can number, or `TooLargeError` if
        a family needs too much memory.
        """
        check_variables(self.variables.count(p), p)
        templates = [self._clause_template(family, p) for family in self.families]
        graph, v = self.graph, self.variables
        dry = (clause for r in range(p + 1) for clause in distance(graph, v, r, p))
        templates.append(
            ClauseTemplate("distance", arrays_by_length(with_literal_limit(dry)), range(1), 0)
        )
        return Formula(self.variables.count(p), tuple(templates))

    def _clause_template(self, family: LayerFamily, p: int) -> ClauseTemplate:
        name, layers = family.clauses.__name__, family.layers(p)
        if family.uniform:
            template = arrays_by_length(family.clauses(self.graph, self.variables, family.first))
            return ClauseTemplate(name, template, range(len(layers)), self.variables.stride)
        clauses = (c for r in layers for c in family.clauses(self.graph, self.variables, r))
        return ClauseTemplate(name, arrays_by_length(with_literal_limit(clauses)), range(1), 0)

    def move_literals(self, moves: Iterable[int], p: int) -> list[int]:
        """Return the literals of ``formula(p)`` that choose these colours, one after the other."""
        return [self.variables.Move(p - t, c) for t, c in enumerate(moves)]

    def moves(self, model: Iterable[int], p: int) -> list[int]:
        """Return the colours that a model chooses with p, p-1, …, 1 moves left.

        There are fewer than p colours if the model chooses no colour at some time. A colour that
        only the pivot's cluster has is unconstrained and floods nothing, so it is not returned.
        """
        chosen = set(model)
        colours = self.graph.colours_left
        return [c for r in range(p, 0, -1) for c in colours if self.variables.Move(r, c) in chosen]


class ClustersEncoder(LayeredEncoder):
    """An encoder of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        super().__init__(ClusterGraph.of(board))

    def size(self, p: int) -> tuple[int | None, int | None]:
        """Return the number of variables for p moves; that of the clauses is unknown."""
        return self.variables.count(p), None

    def variable_map(self, p: int) -> dict[str, str]:
        """Return comments that describe the numbers of the variables."""
        clusters, k, stride = self.variables.clusters, self.variables.k, self.variables.stride
        in_order = self.board.cluster_of[0] == 0
        when_left = "when r moves are left"
        return {
            "clusters": "numbered from 0 in the order of their first fields, row by row"
            + ("" if in_order else ", after the start's, which is 0"),
            "Fld(r,x)": f"{stride}*r + x, cluster x >= 1 is flooded {when_left}, 0 <= r <= {p}",
            "Done(r,c)": f"{stride}*r + c + {clusters}, colour c is finished {when_left}",
            "Move(r,c)": f"{stride}*r + c + {clusters + k}, colour c is chosen {when_left}, r >= 1",
            "Start(r)": f"{stride}*r + {stride}, play starts {when_left}",
        }
