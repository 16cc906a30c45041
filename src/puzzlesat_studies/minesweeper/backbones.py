"""The two approaches to backbones with which Simon's Algorithm 1 is compared (§3.2).

===========  ===================================================================================
enumeration  the enumeration-based approach: the intersection of all models
iterative    the simple iterative approach: one solver call for each candidate
===========  ===================================================================================

Each takes a solver that holds the formula, and the candidate literals to decide, and adds clauses
to the formula. Algorithm 1 is `puzzlesat.sat.backbone.iterative_filtering`.

J. Marques-Silva, M. Janota, I. Lynce: On Computing Backbones of Propositional Theories, ECAI 2010.
"""

from collections.abc import Sequence

from pysat.solvers import Solver

from puzzlesat.sat.backbone import Backbone, UnsatisfiableError
from puzzlesat.sat.solver import decide


def enumeration(solver: Solver, candidates: Sequence[int]) -> Backbone:
    """Return the backbone as the intersection of all models.

    Each model, restricted to the candidates' variables, is blocked by a clause, until there is no
    further model or every candidate is ruled out. Raise `UnsatisfiableError` without a model.

    >>> with Solver("minisat22", bootstrap_with=[[1, 2], [1, -2], [-1, 2, 3]]) as solver:
    ...     enumeration(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=4)
    """
    if not decide(solver):
        raise UnsatisfiableError
    variables = {abs(literal) for literal in candidates}
    remaining = list(candidates)
    calls = 1
    while True:
        model = solver.get_model()
        true = set(model)
        remaining = [x for x in remaining if x in true]
        if not remaining:
            break
        solver.add_clause([-x for x in model if abs(x) in variables])
        calls += 1
        if not decide(solver):
            break
    return Backbone(remaining, calls)


def iterative(solver: Solver, candidates: Sequence[int]) -> Backbone:
    """Return the backbone by testing the candidates one by one.

    A candidate whose negation is in the backbone is not tested. Raise `UnsatisfiableError` without
    a model.

    >>> with Solver("minisat22", bootstrap_with=[[1, 2], [1, -2], [-1, 2, 3]]) as solver:
    ...     iterative(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=6)
    """
    if not decide(solver):
        raise UnsatisfiableError
    backbone_literals: dict[int, None] = {}
    calls = 1
    for literal in candidates:
        if -literal not in backbone_literals:
            calls += 1
            if not decide(solver, assumptions=[-literal]):
                backbone_literals[literal] = None
                solver.add_clause([literal])
    return Backbone(list(backbone_literals), calls)
