"""Backbones: the literals that are true in every model of a formula.

A literal is in the backbone if and only if the formula has no model in which its negation is true.
To decide a variable, pass both of its literals as candidates. Under assumptions, the backbone
contains the candidates that are true in every model that satisfies the assumptions.

S. Simon: CSP- and SAT-based Inference Techniques Applied to Gnomine, Basel 2012, §3.2 and Algorithm
1, the source of the names and symbols.
"""

from collections.abc import Callable, Iterable, Sequence
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
    """The result of a procedure that computes a backbone.

    Parameters
    ----------
    literals : list of int
        The candidates that are in the backbone, in the order given.
    calls : int
        The number of solver calls.
    """

    literals: list[int]
    calls: int


def iterative_filtering(
    solver: Solver,
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    lift: Lift | None = None,
    wall_limit: float | None = None,
    models: list[list[int]] | None = None,
) -> Backbone:
    """Return the backbone by testing the candidates that no model has ruled out (Algorithm 1).

    This is the optimized iterative approach: one solver call for each candidate that remains.

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
    solver : Solver
        Holds the formula.
    candidates : sequence of int
        The literals to decide.
    assumptions : sequence of int
        Literals that are assumed to be true.
    lift : Lift, optional
        The function that selects the literals to omit from a model, such as the result of `lifter`
        for the formula's clauses. By default, models remain total.
    wall_limit : float, optional
        Wall-clock seconds for all calls together.
    models : list of list of int, optional
        A list to which every model is appended.

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
    ...     iterative_filtering(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=3)
    """
    deadline = Deadline(wall_limit)
    assumed = list(assumptions)

    def reduced(untested: Sequence[int]) -> list[int]:
        """Return Λ without the literals that the model makes true or, lifted, leaves unassigned."""
        model = solver.get_model()
        if models is not None:
            models.append(model)
        true = set(model)
        false = [x for x in untested if -x in true]
        unassigned = lift(model, [-x for x in false if -x not in assumed]) if lift else set()
        return [x for x in false if -x not in unassigned]

    if not decide(solver, deadline, assumed):
        raise UnsatisfiableError
    untested = reduced([-candidate for candidate in candidates])
    backbone = []
    calls = 1
    while untested:
        literal, *untested = untested
        calls += 1
        if decide(solver, deadline, [*assumed, literal]):
            untested = reduced(untested)
        else:
            backbone.append(-literal)
            if assumptions:
                assumed.append(-literal)
            else:
                solver.add_clause([-literal])
    return Backbone(backbone, calls)


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

    from puzzlesat.sat.formula import arrays_by_length

    arrays = [array[~_tautologies(array)] for array in arrays_by_length(clauses)]
    numbers_of: dict[int, list[int]] = {}
    number = 0
    for array in arrays:
        for clause in array.tolist():
            for literal in clause:
                numbers_of.setdefault(literal, []).append(number)
            number += 1
    clauses_with = {literal: np.array(numbers) for literal, numbers in numbers_of.items()}
    largest = max(map(abs, numbers_of), default=0)

    def lift(model: Sequence[int], literals: Sequence[int]) -> set[int]:
        # Literals are indices; negative ones count from the end.
        true = np.zeros(2 * max(largest, len(model)) + 1, dtype=np.int64)
        true[list(model)] = 1
        true_counts = np.concatenate(
            [np.zeros(0, np.int64), *(true[array].sum(axis=1) for array in arrays)]
        )
        dropped = set()
        for literal in literals:
            clauses_of_literal = clauses_with.get(literal)
            if clauses_of_literal is None or true_counts[clauses_of_literal].min() > 1:
                dropped.add(literal)
                if clauses_of_literal is not None:
                    true_counts[clauses_of_literal] -= 1
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
    wall_limit: float | None = None,
) -> Backbone:
    """Return the backbone of a formula, computed by `iterative_filtering` with a new solver.

    Parameters and exceptions are those of `iterative_filtering`, with a formula and a solver's name
    instead of a solver.

    >>> find_backbone([[1, 2], [-2, 3]], [2, 3, 4], assumptions=[-1]).literals
    [2, 3]
    """
    with open_solver(solver) as oracle:
        oracle.append_formula(formula)
        return iterative_filtering(oracle, candidates, assumptions, wall_limit=wall_limit)
