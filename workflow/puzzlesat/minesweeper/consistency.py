"""Consistency of the constraint network (thesis, chapter 2).

A constraint is made *generalized arc consistent* by giving up the values of its variables that have
no support: no assignment of its other variables, from their domains, satisfies it. `revise` does
this as the thesis does, by trying assignments one by one, and tells of each; `fixpoint` revises
constraint after constraint until nothing changes. `propagate` gets to the same fixpoint as a
library would, and further: over pairs of constraints, and with the number of all mines.
"""

from collections import deque
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from itertools import product

from puzzlesat.minesweeper.network import Constraint, Network
from puzzlesat.minesweeper.state import ContradictionError

Domains = MutableMapping[int, tuple[int, ...]]
"""For each variable the values that it may still have: (0, 1), (0,) or (1,)."""

Values = dict[int, int]
"""Fields that are decided: 1 for a mine, 0 for none."""


@dataclass(frozen=True)
class Tried:
    """An assignment that was tried as a support.

    Parameters
    ----------
    constraint : int
        The uncovered field whose constraint is revised.
    variable : int
        The field under test.
    value : int
        The value for which a support is sought.
    assignment : tuple of int
        A value for each variable of the constraint's scope, in its order.
    satisfied : bool
        Whether the assignment satisfies the constraint, and so is a support.
    """

    constraint: int
    variable: int
    value: int
    assignment: tuple[int, ...]
    satisfied: bool


def start(network: Network) -> Domains:
    """Return the domains of which nothing is known: {0, 1} for every variable."""
    return dict.fromkeys(network.variables, (0, 1))


def supports(constraint: Constraint, domains: Domains) -> list[tuple[int, ...]]:
    """Return the assignments of the scope, from its domains, that satisfy a constraint.

    Examples
    --------
    >>> supports(Constraint(9, (1, 2, 3), 2), {1: (0, 1), 2: (0, 1), 3: (1,)})
    [(0, 1, 1), (1, 0, 1)]
    """
    assignments = product(*(domains[f] for f in constraint.scope))
    return [values for values in assignments if sum(values) == constraint.mines]


def revise(constraint: Constraint, domains: Domains) -> Iterator[Tried]:
    """Make a constraint generalized arc consistent, and yield every assignment tried.

    Variable by variable and value by value, the assignments of the scope that have the value are
    tried in lexicographic order until one satisfies the constraint. A value for which none does is
    given up at once. Variables with one value left are not tested.

    Parameters
    ----------
    constraint : Constraint
    domains : dict
        Is changed.

    Raises
    ------
    ContradictionError
        If a variable has no value left.

    Examples
    --------
    >>> domains = {1: (0, 1), 2: (0, 1)}
    >>> for tried in revise(Constraint(9, (1, 2), 0), domains):
    ...     print(tried.variable, tried.value, tried.assignment, tried.satisfied)
    1 0 (0, 0) True
    1 1 (1, 0) False
    1 1 (1, 1) False
    2 0 (0, 0) True
    2 1 (0, 1) False
    >>> domains
    {1: (0,), 2: (0,)}
    """
    for variable in constraint.scope:
        if len(domains[variable]) == 1:
            continue
        for value in (0, 1):
            others = ((value,) if f == variable else domains[f] for f in constraint.scope)
            for assignment in product(*others):
                satisfied = sum(assignment) == constraint.mines
                yield Tried(constraint.field, variable, value, assignment, satisfied)
                if satisfied:
                    break
            else:
                domains[variable] = tuple(v for v in domains[variable] if v != value)
        if not domains[variable]:
            raise ContradictionError


def fixpoint(network: Network, domains: Domains) -> Iterator[Tried]:
    """Revise all constraints in turn until a whole turn changes nothing (thesis, chapter 2).

    Constraints whose variables all have one value are left out. Parameters, yields and raises as
    `revise` does.
    """
    changed = True
    while changed:
        changed = False
        for constraint in network.constraints:
            before = [domains[f] for f in constraint.scope]
            if any(len(domain) > 1 for domain in before):
                yield from revise(constraint, domains)
                changed |= before != [domains[f] for f in constraint.scope]
            elif sum(domain[0] for domain in before) != constraint.mines:
                raise ContradictionError


def decided(domains: Domains) -> Values:
    """Return the variables with one value left, and that value."""
    return {f: domain[0] for f, domain in domains.items() if len(domain) == 1}


def propagate(network: Network, *, pairs: bool = False, total: bool = False) -> Values:
    """Return what consistency decides, found with a queue of constraints.

    A sum of variables from {0, 1} leaves all their values supported unless it is 0 or the number of
    variables. So a constraint need not be enumerated, and is looked at again only when one of its
    variables has been decided.

    *Consistency over pairs.* A value of a variable stays only if, for each two constraints that
    share undecided variables, some assignment of the variables of both has the value and satisfies
    both. This is what path consistency (relational, where constraints are not binary) says of the
    values of single variables; nothing is kept of which values go together. Let the scopes
    be a ∪ c and b ∪ c with c shared, and A and B the sums. Then c may hold from
    max(0, A - |a|, B - |b|) to min(|c|, A, B) mines, every number between being possible, and a and
    b hold the rest: a part all of whose fields must have one value is decided.

    *The number of all mines* is one more constraint, over all variables. With `pairs` it is paired
    with each of the others: as it contains the other's scope, what is left has the difference.

    Parameters
    ----------
    network : Network
        Without spare fields.
    pairs : bool
        Whether two constraints at a time are made consistent.
    total : bool
        Whether the number of all mines is a constraint.

    Raises
    ------
    ContradictionError
        If a constraint, or a pair of them, cannot be satisfied.

    Examples
    --------
    The top row shows 1 2 2 1, below it all is covered. No constraint decides anything by itself:

    >>> from puzzlesat.minesweeper.network import network
    >>> from puzzlesat.minesweeper.state import State
    >>> net = network(State.of(["1221", "...."]))
    >>> propagate(net), propagate(net, pairs=True) == {4: 0, 5: 1, 6: 1, 7: 0}
    ({}, True)
    """
    scopes = [set(constraint.scope) for constraint in network.constraints]
    sums = [constraint.mines for constraint in network.constraints]
    holding: dict[int, list[int]] = {f: [] for f in network.variables}
    for c, scope in enumerate(scopes):
        for f in scope:
            holding[f].append(c)
    values: Values = {}
    queue = deque(range(len(scopes)))
    waiting = [True] * len(scopes)

    def decide(fields: set[int], value: int) -> None:
        for f in sorted(fields):
            values[f] = value
            for c in holding[f]:
                scopes[c].remove(f)
                sums[c] -= value
                if not waiting[c]:
                    waiting[c] = True
                    queue.append(c)

    def bound(fields: set[int], least: int, most: int) -> None:
        """Decide fields that hold no mine at all or nothing else, between least and most mines."""
        if least > most:
            raise ContradictionError
        if fields and (most == 0 or least == len(fields)):
            decide(set(fields), int(most > 0))

    def revise_one(c: int) -> None:
        if not 0 <= sums[c] <= len(scopes[c]):
            raise ContradictionError
        bound(scopes[c], sums[c], sums[c])

    def revise_pair(c: int, d: int) -> None:
        A, B, shared = sums[c], sums[d], scopes[c] & scopes[d]
        a, b = scopes[c] - shared, scopes[d] - shared
        least = max(0, A - len(a), B - len(b))
        most = min(len(shared), A, B)
        bound(shared, least, most)
        bound(a, A - most, A - least)
        bound(b, B - most, B - least)

    def revise_all() -> bool:
        """Revise the number of all mines, and tell whether that decided anything."""
        before = len(values)
        left = {f for f in network.variables if f not in values}
        mines = network.mines - sum(values.values())
        if not 0 <= mines <= len(left):
            raise ContradictionError
        bound(left, mines, mines)
        for scope, inside in zip(scopes, sums, strict=True) if pairs else ():
            outside = mines - inside
            if not 0 <= outside <= len(left) - len(scope):
                raise ContradictionError
            if len(values) == before and outside in (0, len(left) - len(scope)):
                bound(left - scope, outside, outside)
        return len(values) > before

    while True:
        while queue:
            c = queue.popleft()
            waiting[c] = False
            revise_one(c)
            if pairs:
                for d in sorted({d for f in scopes[c] for d in holding[f]} - {c}):
                    if not scopes[c].isdisjoint(scopes[d]):
                        revise_pair(c, d)
        if not (total and network.mines is not None and revise_all()):
            return values
