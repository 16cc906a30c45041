"""Generalized arc consistency of the constraint network (Simon 2012, §2.2 and §2.3).

A value of a variable has no *support* in a constraint if no assignment with this value, and with
values of the other variables from their domains, satisfies the constraint. Removing such values
makes the constraint *generalized arc consistent* (Definition 3); equation 2.1 states which values
remain. `propagate` computes the fixpoint of the thesis's procedure
(`puzzlesat_studies.minesweeper.as_printed`) efficiently. As §2.5 suggests, it can also use pairs of
constraints (§2.5.1) and the total number of mines (§2.5.2).
"""

from puzzlesat._engine import minesweeper
from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Network

Values = dict[int, int]
"""The values of decided fields: 1 for a mine, 0 for none."""


def propagate(network: Network, *, pairs: bool = False, total: bool = False) -> Values:
    """Return the variables that consistency decides, and their values (§2.2.1, §2.5).

    If variables with the domain {0, 1} have a given sum, all their values have support unless the
    sum is 0 or the number of variables (§2.5). So the assignments of a constraint need not be
    enumerated, and it is revised again only when one of its variables has been decided.

    With `pairs`, *consistency over pairs* (§2.5.1) is used: a value of a variable remains only if,
    for any two constraints that share undecided variables, some assignment of the variables of both
    includes the value and satisfies both. This is relational path consistency, restricted to the
    values of single variables. Let a ∪ c and b ∪ c be the scopes, c their shared part, and A and B
    the sums. Then the number m of mines in c is any integer from max(0, A - |a|, B - |b|) to
    min(|c|, A, B); a contains the other A - m mines, and b the other B - m. If all fields of a part
    must have the same value, the part is decided.

    With `total`, *the total number of mines* (§2.5.2, equation 2.2) is one more constraint, over
    all variables. With `pairs`, it is paired with each other constraint: since its scope includes
    that of the other constraint, the remaining variables add up to the difference of the two sums.

    The network must have no spare fields. Raise `ContradictionError` if a constraint, or a pair of
    constraints, cannot be satisfied.

    The top row is 1 2 2 1, and the row below is covered. No constraint decides a field on its own:

    >>> from puzzlesat.minesweeper.encode.network import network
    >>> from puzzlesat.minesweeper.board.state import State
    >>> net = network(State.of(["1221", "...."]))
    >>> propagate(net), propagate(net, pairs=True) == {4: 0, 5: 1, 6: 1, 7: 0}
    ({}, True)
    """
    return _propagated(network, pairs, total)[0]


def reduced(network: Network, *, total: bool = False) -> tuple[Values, Network]:
    """Return the variables that consistency over pairs decides, and the remaining network.

    Parameters and exceptions are those of `propagate`.

    >>> from puzzlesat.minesweeper.encode.network import Constraint
    >>> net = Network((1, 2, 3, 4), (Constraint(9, (1, 2), 2), Constraint(8, (2, 3, 4), 2)))
    >>> reduced(net)
    ({1: 1, 2: 1}, Network((3, 4), (Constraint(field=8, scope=(3, 4), mines=1),), None, 0))
    """
    known, left = _propagated(network, True, total)
    return known, network.remaining(known, left)


def _propagated(network: Network, pairs: bool, total: bool) -> tuple[Values, minesweeper.Network]:
    """Return the decided variables, in increasing order, and the remaining constraints."""
    unconstrained = len(network.variables) - len(network.constrained)
    propagated = network.engine.propagate(unconstrained, network.mines if total else None, pairs)
    if propagated is None:
        raise ContradictionError
    known, unconstrained_value, left = propagated
    if unconstrained_value >= 0:
        known |= dict.fromkeys(network.unconstrained, unconstrained_value)
    return known, left
