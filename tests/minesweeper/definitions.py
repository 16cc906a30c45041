"""Constraint networks with explicit relations, as in the thesis (§2.1, §2.2, §2.5.1).

A constraint consists of a scope and a relation, which is a set of tuples. Consistency is tested
exactly as defined. The board is padded with a border of fields without mines, so every constraint
has eight variables. Tests compare these definitions with the faster implementations in other
modules, which use sums instead of relations and consider only undecided fields.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from puzzlesat.minesweeper.board.state import COVERED, FLAGGED, State
from puzzlesat_studies.minesweeper.as_printed import NEIGHBOUR_OFFSETS

Place = tuple[int, int]
"""A variable x_(i,j), by row and column; in the padding, these may be -1 or the board's size."""

Domains = Mapping[Place, tuple[int, ...]]
"""The values that each variable may have."""


@dataclass(frozen=True)
class Relation:
    """A constraint C_i = (S_i, R_i) (Definition 1); every tuple adds up to `number`, n_(i,j)."""

    scope: tuple[Place, ...]
    tuples: frozenset[tuple[int, ...]]
    number: int


@dataclass(frozen=True)
class ConstraintNetwork:
    """A network R = (X, D, C) (Definition 1); a constraint's key is the field of its number."""

    variables: tuple[Place, ...]
    domains: Domains
    constraints: dict[Place, Relation]

    @property
    def relevant(self) -> dict[Place, Relation]:
        """The constraints with an undecided variable; the others give no information (§2.1.1)."""
        return {
            place: constraint
            for place, constraint in self.constraints.items()
            if any(len(self.domains[x]) > 1 for x in constraint.scope)
        }

    def is_solved_by(self, values: Mapping[Place, int]) -> bool:
        """Return whether an assignment solves the constraint satisfaction problem (§2.1)."""
        return all(values[x] in self.domains[x] for x in self.variables) and all(
            tuple(values[x] for x in constraint.scope) in constraint.tuples
            for constraint in self.constraints.values()
        )


def constraint_network(state: State) -> ConstraintNetwork:
    """Return the constraint network of a state, padding included (§2.1.1).

    The thesis builds a constraint from every field with the domain {0}, which propagation also
    gives to fields that show no number yet. This function builds constraints from uncovered fields
    only, as the text next to the thesis's formula states.

    Example 2.1.1 has 25 variables and three relevant constraints:

    >>> network = constraint_network(State.of(["01.", "12F", "..."]))
    >>> len(network.variables), list(network.relevant)
    (25, [(0, 1), (1, 0), (1, 1)])
    """
    variables = tuple((i, j) for i in range(-1, state.rows + 1) for j in range(-1, state.cols + 1))
    uncovered: dict[Place, int] = {}
    domains: dict[Place, tuple[int, ...]] = dict.fromkeys(variables, (0,))
    for f, content in enumerate(state.content):
        if content == COVERED:
            domains[state.place(f)] = (0, 1)
        elif content == FLAGGED:
            domains[state.place(f)] = (1,)
        else:
            uncovered[state.place(f)] = content
    constraints = {}
    for (i, j), number in uncovered.items():
        scope = tuple((i + a, j + b) for a, b in NEIGHBOUR_OFFSETS)
        tuples = product(*(domains[x] for x in scope))
        fitting = frozenset(values for values in tuples if sum(values) == number)
        constraints[i, j] = Relation(scope, fitting, number)
    return ConstraintNetwork(variables, domains, constraints)


def is_arc_consistent(constraint: Relation, domains: Domains, x: Place) -> bool:
    """Return whether a variable is arc consistent relative to a constraint (Definition 3).

    Every value of the variable's domain must have a support: a tuple of the relation, within the
    domains, that has this value. With two variables in the scope, this is Definition 2.
    """
    return reduced_domain(constraint, domains, x) == domains[x]


def reduced_domain(constraint: Relation, domains: Domains, x: Place) -> tuple[int, ...]:
    """Return the reduced domain of x by equation 2.1: D_x ∩ π_x(R_S ⋈ D_(S-{x})).

    The join keeps the tuples in which each variable other than x has a value in its domain; the
    projection keeps the values of x in these tuples. In Example 2.2.1, D_(1,2) becomes {1}:

    >>> network = constraint_network(State.of(["02.", "13.", "1F2"]))
    >>> reduced_domain(network.constraints[1, 1], network.domains, (1, 2))
    (1,)
    """
    joined = [
        values
        for values in constraint.tuples
        if all(
            value in domains[y] for y, value in zip(constraint.scope, values, strict=True) if y != x
        )
    ]
    projected = {values[constraint.scope.index(x)] for values in joined}
    return tuple(value for value in domains[x] if value in projected)


def is_path_consistent(
    R_ij: Collection[tuple[int, int]],
    R_ik: Collection[tuple[int, int]],
    R_kj: Collection[tuple[int, int]],
    D_k: Collection[int],
) -> bool:
    """Return whether a binary constraint is path consistent relative to x_k (Definition 4).

    For every pair (a_i, a_j) of the constraint, there must be a value a_k with (a_i, a_k) in R_ik
    and (a_k, a_j) in R_kj. For instance, x_i ≠ x_k and x_k ≠ x_j leave only x_i = x_j:

    >>> differ, any_two = [(0, 1), (1, 0)], [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> is_path_consistent(any_two, differ, differ, (0, 1))
    False
    >>> is_path_consistent([(0, 0), (1, 1)], differ, differ, (0, 1))
    True
    """
    return all(any((a, c) in R_ik and (c, b) in R_kj for c in D_k) for a, b in R_ij)


def is_path_consistent_network(
    domains: Sequence[Collection[int]],
    relations: Mapping[tuple[int, int], Collection[tuple[int, int]]],
) -> bool:
    """Return whether a network of three variables is path consistent (end of Definition 4).

    Each constraint must be path consistent relative to the third variable. This includes universal
    constraints, which hold between variables for which no constraint is given. `relations` maps
    (i, j), i < j, to the pairs of values that the constraint on x_i and x_j allows.

    For instance, x_0 ≠ x_1 and x_1 ≠ x_2 are path consistent together with x_0 = x_2, but not
    without it, since the universal constraint on x_0 and x_2 also allows different values.
    """

    def relation(i: int, j: int) -> Collection[tuple[int, int]]:
        pairs = relations.get((min(i, j), max(i, j)))
        if pairs is None:
            return list(product(domains[i], domains[j]))
        return [pair if i < j else pair[::-1] for pair in pairs]

    return all(
        is_path_consistent(relation(i, j), relation(i, k), relation(k, j), domains[k])
        for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0))
    )
