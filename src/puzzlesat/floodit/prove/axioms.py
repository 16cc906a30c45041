"""The clauses on which a proof depends, in the formula of each encoding.

The lemmas of a proof refer to clusters and the states t = 0..p. They need only these clauses, for
clusters x other than the pivot's, which is cluster 0, and for colours c and d of such clusters:

============  =================================================  =============================
``keeps``     ¬Fld(t+1, x) ∨ Fld(t, x) ∨ Move(t, colour of x)    x stays dry if the move is of
                                                                 another colour
``grows``     ¬Fld(t+1, x) ∨ Fld(t, x) ∨ ⋁_{y next to x}         x stays dry if no neighbour is
              Fld(t, y), if x is not next to cluster 0           flooded
``one_move``  ¬Move(t, c) ∨ ¬Move(t, d)                          at most one colour is chosen
``start``     ¬Fld(0, x)                                         all x are dry in state 0
``goal``      Fld(p, x)                                          all x are flooded in state p
============  =================================================  =============================

Each class has a method or property of each of these names, which returns the numbers of the
clauses, from 1. Clauses that the formula does not contain are added to the proof. The methods
`flooded_variables` and `move_variable` return the variables Fld(t, x) and Move(t, c). Arrays have
an item for each cluster of the `ClusterGraph`; the item for cluster 0 has no meaning.

Clauses by which moves flood clusters, or by which flooded clusters stay flooded, are not needed to
refute a formula.
"""

from collections.abc import Callable
from functools import cached_property, wraps
from itertools import combinations
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.encode import clusters, thesis
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.sat.formula import ClauseNumbers, Formula
from puzzlesat.sat.lrat import Numbered, Proof

Object = TypeVar("Object")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def memoize(
    method: Callable[Concatenate[Object, Arguments], Result],
) -> Callable[Concatenate[Object, Arguments], Result]:
    """Return a method that computes each of its values once, and stores it in the object."""

    @wraps(method)
    def stored(self: Object, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        values = vars(self).setdefault(f"_values_of_{method.__name__}", {})
        key = args, *kwargs.items()
        if key not in values:
            values[key] = method(self, *args, **kwargs)
        return values[key]

    return stored


class MinimalAxioms:
    """The axioms in the thesis's minimal or extended encoding.

    By condition 8 the fields of a cluster are flooded together, so the first one represents the
    cluster. `formula` is the formula of the instance.
    """

    def __init__(self, instance: Instance, formula: Formula, proof: Proof) -> None:
        self.board, self.p = instance.board, instance.p
        self.formula = formula
        self.proof = proof
        self.variables = thesis.Variables(len(self.board.fields), self.board.k)
        self.first_fields = np.array([cluster[0] for cluster in self.board.clusters])
        self._conditions = {condition.name: condition for condition in thesis.EXTENDED}

    def flooded_variables(self, t: int) -> NDArray[np.int64]:
        """Return Fld(t, f) for the first field f of each cluster."""
        return self.variables.Fld(t, 0) + self.first_fields

    def move_variable(self, t: int, c: int) -> int:
        """Return Move(t, c)."""
        return self.variables.Move(t, c)

    def keeps(self, t: int) -> NDArray[np.int64]:
        """Return clauses of condition 7."""
        return self.clause_numbers("7").at(t, self.first_fields)

    @memoize
    def grows(self, t: int, x: int) -> int:
        """Derive the clause, and return its number."""
        neighbours = sorted({self.board.cluster_of[g] for g in self.adjacent_fields(x)})
        literals = [-self.flooded_variables(t + 1)[x], *self.flooded_variables(t)[[x, *neighbours]]]
        return self.proof.add(literals, self.dry_hints(t, x))

    def dry_hints(self, t: int, x: int) -> list[int]:
        """Return the hints for "x stays dry", from conditions 8, 9a and 5."""
        fields = self.board.clusters[x]
        others = [g for g in [*fields, *self.adjacent_fields(x)] if g != self.board.cluster[g][0]]
        positions = [self._same_cluster_positions[g, self.board.cluster[g][0]] for g in others]
        hints = [
            *self.clause_numbers("8").at(t, positions),
            *self.clause_numbers("9a").at(t, list(fields)),
        ]
        return [*hints, self.clause_numbers("5").at(t, fields[0])]

    def adjacent_fields(self, x: int) -> list[int]:
        """Return the fields next to a cluster."""
        fields = self.board.clusters[x]
        return sorted({g for f in fields for g in self.board.neighbours[f]}.difference(fields))

    def one_move(self, t: int, c: int, d: int) -> int:
        """Return a clause of condition 3."""
        return self.clause_numbers("3").at(t, self._pair_positions[min(c, d), max(c, d)])

    @cached_property
    def start(self) -> NDArray[np.int64]:
        """Clauses of condition 1b."""
        dry = self.dry_positions(self.first_fields[1:])
        return np.concatenate([[0], self.clause_numbers("1b").at(0, dry)])

    @cached_property
    def goal(self) -> NDArray[np.int64]:
        """Clauses of condition 10."""
        return self.clause_numbers("10").at(self.p, self.first_fields)

    @memoize
    def clause_numbers(self, name: str) -> ClauseNumbers:
        """Return the numbers of a condition's clauses, in the order of `Condition.clauses`."""
        clauses = self._conditions[name].clauses(self.board, self.variables, 0)
        return self.formula.numbers(name, map(len, clauses))

    def dry_positions(self, fields: Any) -> NDArray[np.intp]:
        """Return the positions of fields among those outside the pivot's cluster."""
        return np.searchsorted(np.flatnonzero(self.board.cluster_of), fields)

    @cached_property
    def _pair_positions(self) -> dict[tuple[int, int], int]:
        """The position of the clause for colours c < d in condition 3."""
        return {pair: at for at, pair in enumerate(combinations(range(self.board.k), 2))}

    @cached_property
    def _same_cluster_positions(self) -> dict[tuple[int, int], int]:
        """The position of ¬Fld(t, f) ∨ Fld(t, g) in condition 8, for fields f, g of a cluster."""
        clauses = thesis.condition_8(self.board, self.variables, 0)
        return {(-f - 1, g - 1): position for position, (f, g) in enumerate(clauses)}


class ReducedAxioms(MinimalAxioms):
    """The axioms in the reduced encoding, where the fields of a cluster may have different values.

    So Fld(t, x) is a new variable, which is true if some field of cluster x is flooded.
    """

    def flooded_variables(self, t: int) -> NDArray[np.int64]:
        """Return the new variables Fld(t, x)."""
        return np.array([new for new, _ in self._cluster_variables(t)])

    @memoize
    def _cluster_variables(self, t: int) -> list[tuple[int, list[Numbered]]]:
        """Return the variable of each cluster, and the clauses that define the variable."""
        return [self._define(t, cluster) for cluster in self.board.clusters]

    def _define(self, t: int, cluster: tuple[int, ...]) -> tuple[int, list[Numbered]]:
        fields = [self.variables.Fld(t, f) for f in cluster]
        new = self.proof.variable()
        return new, self.proof.define(new, [[-f] for f in fields], [fields])

    @memoize
    def keeps(self, t: int) -> NDArray[np.int64]:
        """Return clauses derived from condition 7, each for the fields of a cluster."""
        return np.array([self._derive_keeps(t, x) for x in range(len(self.first_fields))])

    def _derive_keeps(self, t: int, x: int) -> int:
        now, dry = self._cluster_variables(t)[x]
        then, flooded = self._cluster_variables(t + 1)[x]
        fields = self.board.clusters[x]
        hints = [clause.number for clause in dry[:-1]]
        hints += [*self.clause_numbers("7").at(t, list(fields)), flooded[-1].number]
        move = self.move_variable(t, self.board.colour[fields[0]])
        return self.proof.add([-then, now, move], hints)

    def dry_hints(self, t: int, x: int) -> list[int]:
        """Return the hints for "x stays dry", from conditions 9a and 5."""
        fields = list(self.board.clusters[x])
        clusters = self._cluster_variables(t)
        with_neighbours = sorted({x, *(self.board.cluster_of[g] for g in self.adjacent_fields(x))})
        hints = [clause.number for y in with_neighbours for clause in clusters[y][1][:-1]]
        hints += [*self.clause_numbers("9a").at(t, fields), *self.clause_numbers("5").at(t, fields)]
        return [*hints, self._cluster_variables(t + 1)[x][1][-1].number]

    @cached_property
    def start(self) -> NDArray[np.int64]:
        """Clauses derived from condition 1b."""
        return np.array([0] + [self._derive_start(x) for x in range(1, len(self.first_fields))])

    def _derive_start(self, x: int) -> int:
        new, definition = self._cluster_variables(0)[x]
        units = self.clause_numbers("1b").at(0, self.dry_positions(self.board.clusters[x]))
        return self.proof.add([-new], [*units, definition[-1].number])

    @cached_property
    def goal(self) -> NDArray[np.int64]:
        """Clauses derived from condition 10, for one field of each cluster."""
        units = self.clause_numbers("10").at(self.p, self.first_fields)
        clusters = self._cluster_variables(self.p)
        return np.array(
            [
                self.proof.add([new], [unit, definition[0].number])
                for unit, (new, definition) in zip(units, clusters, strict=True)
            ]
        )


class ClusterAxioms:
    """The axioms in the encoding ``clusters``: clauses of the instance's formula, with r = p-t.

    The proof is left unchanged.
    """

    def __init__(self, instance: Instance, formula: Formula, proof: Proof) -> None:
        self.graph = ClusterGraph.of(instance.board)
        self.p = instance.p
        self.formula = formula
        self.variables = clusters.Variables(len(self.graph.adjacent), len(self.graph.of_colour))
        distant = [x for x in self.graph.dry_at_start if not self.graph.adjacent[x] & 1]
        self._support_positions = {x: position for position, x in enumerate(distant)}
        pairs = combinations(self.graph.colours_left, 2)
        self._pair_positions = {pair: position for position, pair in enumerate(pairs)}

    def flooded_variables(self, t: int) -> NDArray[np.int64]:
        """Return Fld(p-t, x)."""
        return self.variables.Fld(self.p - t, 0) + np.arange(len(self.graph.adjacent))

    def move_variable(self, t: int, c: int) -> int:
        """Return Move(p-t, c)."""
        return self.variables.Move(self.p - t, c)

    def keeps(self, t: int) -> NDArray[np.int64]:
        """Return the clauses of the family ``chosen_colour``."""
        return self._after_zero(self._numbers(clusters.chosen_colour).at(self.p - t - 1))

    def grows(self, t: int, x: int) -> int:
        """Return the clause of the family ``support``."""
        return self._numbers(clusters.support).at(self.p - t - 1, self._support_positions[x])

    def one_move(self, t: int, c: int, d: int) -> int:
        """Return the clause of the family ``one_move``."""
        position = self._pair_positions[min(c, d), max(c, d)]
        return self._numbers(clusters.one_move).at(self.p - t - 1, position)

    @cached_property
    def start(self) -> NDArray[np.int64]:
        """The last clauses of the formula, since ``distance`` ends with r = p."""
        last = len(self.formula)
        return self._after_zero(np.arange(last - len(self.graph.dry_at_start), last) + 1)

    @cached_property
    def goal(self) -> NDArray[np.int64]:
        """The clauses of the family ``goal``."""
        return self._after_zero(self._numbers(clusters.goal).at(0))

    @memoize
    def _numbers(self, family: Any) -> ClauseNumbers:
        """Return the numbers of a family's clauses; step 0 is the lowest r of the family."""
        clauses = family(self.graph, self.variables, 1)  # as many clauses as at every other r
        return self.formula.numbers(family.__name__, map(len, clauses))

    @staticmethod
    def _after_zero(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers for all clusters but the pivot's, after a placeholder for that one."""
        return np.concatenate([[0], numbers])


Axioms = MinimalAxioms | ClusterAxioms

AXIOMS: dict[str, type[Axioms]] = {
    "minimal": MinimalAxioms,
    "extended": MinimalAxioms,
    "reduced": ReducedAxioms,
    "clusters": ClusterAxioms,
}
"""The class of axioms for each encoding, by the name of the encoding."""
