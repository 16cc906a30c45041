"""Backbones: the literals that are true in every model of a formula.

A literal is in the backbone if and only if the formula has no model in which its negation is true.
Three procedures compute backbones:

===================  =============================================================================
enumeration          the enumeration-based approach: the intersection of all models
iterative            the simple iterative approach: one solver call for each candidate
iterative_filtering  the optimized iterative approach (Simon's Algorithm 1): one solver call for
                     each candidate that no earlier model has ruled out
===================  =============================================================================

Each takes an incremental solver that holds the formula, and the candidate literals to decide. To
decide a variable, pass both of its literals. Under assumptions, the backbone contains the
candidates that are true in every model that satisfies the assumptions.

J. Marques-Silva, M. Janota, I. Lynce: On Computing Backbones of Propositional Theories, ECAI 2010.
S. Simon: CSP- and SAT-based Inference Techniques Applied to Gnomine, Basel 2012, §3.2 and Algorithm
1, the source of the names and symbols.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from puzzlesat.common.deadline import Deadline
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.solver import decide, open_solver

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Lift = Callable[[Sequence[int], Sequence[int]], set[int]]
"""A function of a model and some of its literals; it returns those that a partial model omits."""


class UnsatisfiableError(ValueError):
    """The formula has no model, so its backbone is undefined."""

    def __init__(self) -> None:
        super().__init__(
            "the formula has no model under the assumptions, so its backbone is undefined"
        )


@dataclass(frozen=True)
class Backbone:
    """The result of one of the procedures.

    Parameters
    ----------
    literals : list of int
        The candidates that are in the backbone, in the order given.
    calls : int
        The number of solver calls.
    """

    literals: list[int]
    calls: int


class _Oracle:
    """A solver with assumptions and a deadline, whose calls are counted."""

    def __init__(
        self,
        solver: Solver,
        candidates: Collection[int],
        assumptions: Iterable[int],
        timeout: float | None,
    ) -> None:
        self.solver = solver
        self.assumptions = list(assumptions)
        self.conditional = bool(self.assumptions)
        self.variables = {abs(literal) for literal in candidates}
        self.deadline = Deadline(timeout)
        self.calls = 0

    def model(self, *assumed: int) -> list[int] | None:
        """Return a model under further assumptions, or None if there is none."""
        self.calls += 1
        answer = decide(self.solver, self.deadline, [*self.assumptions, *assumed])
        return self.solver.get_model() if answer else None

    def learn(self, literal: int) -> None:
        """Add a backbone literal to the formula or the assumptions, to make later calls easier."""
        if self.conditional:
            self.assumptions.append(literal)
        else:
            self.solver.add_clause([literal])


def enumeration(
    solver: Solver,
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    timeout: float | None = None,
) -> Backbone:
    """Return the backbone as the intersection of all models (the enumeration-based approach).

    Each model, restricted to the candidates' variables, is blocked by a clause, until there is no
    further model or every candidate is ruled out. The blocking clauses are guarded by a new
    variable, which is set to false at the end, so the solver has one more variable afterwards.

    Parameters
    ----------
    solver : Solver
        Holds the formula.
    candidates : sequence of int
        The literals to decide.
    assumptions : sequence of int
        Literals that are assumed to be true.
    timeout : float, optional
        Wall-clock seconds for all calls together.

    Raises
    ------
    UnsatisfiableError
        If the formula has no model under the assumptions.
    TimeoutError
        If time runs out.

    Examples
    --------
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [1, -2], [-1, 2, 3]])
    ...     enumeration(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=4)
    """
    oracle = _Oracle(solver, candidates, assumptions, timeout)
    switch = max([0, solver.nof_vars(), *oracle.variables, *map(abs, assumptions)]) + 1
    pending: list[int] | None = None
    try:
        while pending is None or pending:
            model = oracle.model(switch)
            if model is None:
                break
            true = set(model)
            before = candidates if pending is None else pending
            pending = [x for x in before if x in true]
            solver.add_clause([-switch, *(-x for x in model if abs(x) in oracle.variables)])
    finally:
        solver.add_clause([-switch])
    if pending is None:
        raise UnsatisfiableError
    return Backbone(pending, oracle.calls)


def iterative(
    solver: Solver,
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    timeout: float | None = None,
) -> Backbone:
    """Return the backbone by testing the candidates one by one: the simple iterative approach.

    A candidate whose negation is in the backbone is not tested. Parameters and exceptions are those
    of `enumeration`.

    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [1, -2], [-1, 2, 3]])
    ...     iterative(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=6)
    """
    oracle = _Oracle(solver, candidates, assumptions, timeout)
    if oracle.model() is None:
        raise UnsatisfiableError
    backbone_literals: dict[int, None] = {}
    for literal in candidates:
        if -literal not in backbone_literals and oracle.model(-literal) is None:
            backbone_literals[literal] = None
            oracle.learn(literal)
    return Backbone(list(backbone_literals), oracle.calls)


def iterative_filtering(
    solver: Solver,
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    lift: Lift | None = None,
    timeout: float | None = None,
    models: list[list[int]] | None = None,
) -> Backbone:
    """Return the backbone by testing the candidates that no model has ruled out (Algorithm 1).

    ::

        Input: CNF formula φ, with variables X
        Result: backbone ν_R
        (sat, ν) ← SAT(φ)
        if sat = false: return ∅
        Λ ← {l | l̄ ∈ ν}
        ν_R ← ∅
        foreach l ∈ Λ:
            (sat, ν) ← SAT(φ ∪ {l})
            if sat = false:
                ν_R ← ν_R ∪ {l̄}
                φ ← φ ∪ {l̄}
            else:
                foreach x ∈ X:
                    if x ∉ ν and x̄ ∉ ν: Λ ← Λ - {x, x̄}
                foreach l_ν ∈ ν:
                    if l_ν ∈ Λ: Λ ← Λ - {l_ν}
        return ν_R

    The implementation differs in three ways: an unsatisfiable formula raises an error instead of
    returning ∅; tested literals are also removed from Λ (`untested`), which does not affect the
    tests; and Λ contains only the negations of the candidates.

    A *partial model* ν assigns some of the variables and satisfies the formula for all values of
    the others, so no literal of an unassigned variable is in the backbone. PySAT's solvers return
    total models. `lift` selects the literals that can be omitted from such a model.

    Parameters
    ----------
    solver, candidates, assumptions, timeout
        As for `enumeration`.
    lift : Lift, optional
        The function that selects the literals to omit from a model, such as the result of `lifter`
        for the formula's clauses. By default, models remain total.
    models : list of list of int, optional
        A list to which every model is appended.

    Raises
    ------
    UnsatisfiableError, TimeoutError
        As for `enumeration`.

    Examples
    --------
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [1, -2], [-1, 2, 3]])
    ...     iterative_filtering(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=3)
    """
    oracle = _Oracle(solver, candidates, assumptions, timeout)
    assumed = set(assumptions)

    def reduced(untested: Sequence[int], model: list[int]) -> list[int]:
        """Return Λ without the literals that are true or, after lifting, unassigned in a model."""
        if models is not None:
            models.append(model)
        true = set(model)
        false = [x for x in untested if -x in true]
        unassigned = lift(model, [-x for x in false if -x not in assumed]) if lift else set()
        return [x for x in false if -x not in unassigned]

    model = oracle.model()
    if model is None:
        raise UnsatisfiableError
    untested = reduced([-candidate for candidate in candidates], model)
    backbone = []
    while untested:
        literal, *untested = untested
        model = oracle.model(literal)
        if model is None:
            backbone.append(-literal)
            oracle.learn(-literal)
        else:
            untested = reduced(untested, model)
    return Backbone(backbone, oracle.calls)


def lifter(clauses: Iterable[Clause]) -> Lift:
    """Return a function that selects the literals to omit from a model of a formula.

    The function omits each given literal in turn if every clause with this literal contains another
    true literal that is still kept. The kept literals satisfy every clause for all values of the
    other variables. The time for a model is linear in the size of the formula. The clauses must be
    the whole formula, and none may repeat a literal; tautologies are ignored.

    >>> lift = lifter([[1, 2], [-1, 3]])
    >>> lift([1, 2, 3, -4], [1, 2, 3, -4])
    {1, -4}
    >>> lift([1, 2, 3, -4], [2, 3])
    {2}
    >>> lifter([[1, -1]])([1], [1])
    {1}
    """
    import numpy as np  # slow to import, as is the module below

    from puzzlesat.sat.formula import stack

    arrays = [array[~_tautologies(array)] for array in stack(clauses)]
    holding: dict[int, list[int]] = {}
    numbered = 0
    for array in arrays:
        for clause in array.tolist():
            for literal in clause:
                holding.setdefault(literal, []).append(numbered)
            numbered += 1
    places = {literal: np.array(numbers) for literal, numbers in holding.items()}
    most = max(map(abs, holding), default=0)

    def lift(model: Sequence[int], literals: Sequence[int]) -> set[int]:
        # Literals are indices; negative ones count from the end.
        true = np.zeros(2 * max(most, len(model)) + 1, dtype=np.int64)
        true[list(model)] = 1
        kept = np.concatenate(
            [np.zeros(0, np.int64), *(true[array].sum(axis=1) for array in arrays)]
        )
        dropped = set()
        for literal in literals:
            where = places.get(literal)
            if where is None or kept[where].min() > 1:
                dropped.add(literal)
                if where is not None:
                    kept[where] -= 1
        return dropped

    return lift


def _tautologies(array: "NDArray[np.int32]") -> "NDArray[np.bool_]":
    """Return a mask of the rows that are tautologies; no row may repeat a literal."""
    import numpy as np

    variables = np.sort(np.abs(array), axis=1)
    return (variables[:, 1:] == variables[:, :-1]).any(axis=1)


def find_backbone(
    formula: Iterable[Clause],
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    solver: str = "minisat22",
    timeout: float | None = None,
) -> Backbone:
    """Return the backbone of a formula, computed by `iterative_filtering` with a new solver.

    Parameters and exceptions are those of `enumeration`, with a formula and a solver's name instead
    of a solver.

    >>> find_backbone([[1, 2], [-2, 3]], [2, 3, 4], assumptions=[-1]).literals
    [2, 3]
    """
    with open_solver(solver) as oracle:
        oracle.append_formula(formula)
        return iterative_filtering(oracle, candidates, assumptions, timeout=timeout)
