"""Backbones: the literals that are true in every model of a formula.

A literal is in the backbone if and only if the formula has no model in which its negation is true.
Three procedures find them, from the plain to the frugal:

===========  =====================================================================================
enumeration  the enumeration-based approach: the intersection of all models
iterative    the simple iterative approach: one call of the solver for each candidate
reducing     Algorithm 1, the optimized iterative approach: one call for each candidate that no
             model seen so far has ruled out
===========  =====================================================================================

Each works on one incremental solver, whose formula keeps its models, and takes the candidate
literals of which it is to tell. Who asks for variables gives both literals of each. Where there are
assumptions, the backbone is meant under them: literals that are true in every model in which the
assumptions are.

J. Marques-Silva, M. Janota, I. Lynce: On Computing Backbones of Propositional Theories, ECAI 2010.
S. Simon: CSP- and SAT-based Inference Techniques Applied to Gnomine, Basel 2012, §3.2 and Algorithm
1, from which the names and symbols are.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from puzzlesat.sat.formula import Clause, stack
from puzzlesat.sat.solver import open_solver, solve

Lift = Callable[[Sequence[int], Sequence[int]], set[int]]
"""Takes a model and some of its literals, and returns those that a partial model does without."""


class UnsatisfiableError(ValueError):
    """The formula has no model, so that everything and nothing is in its backbone."""


@dataclass(frozen=True)
class Backbone:
    """What a procedure found.

    Parameters
    ----------
    literals : list of int
        The candidates that are in the backbone, in their order.
    calls : int
        How often the solver was called.
    """

    literals: list[int]
    calls: int


@dataclass(frozen=True)
class Call:
    """A call of the solver, and what the procedure learnt from it.

    Parameters
    ----------
    tested : int or None
        The candidate whose negation was assumed; None where nothing was.
    satisfiable : bool
        What the solver answered. If not, the tested candidate is in the backbone.
    model : tuple of int
        The model's literals of the candidates' variables, empty if there was no model.
    ruled_out : tuple of int
        Candidates that were still open and are false in the model.
    lifted : tuple of int
        Candidates that were still open, are true in the model, and that its partial model does
        without.
    """

    tested: int | None
    satisfiable: bool
    model: tuple[int, ...] = ()
    ruled_out: tuple[int, ...] = ()
    lifted: tuple[int, ...] = ()


class _Oracle:
    """A solver under assumptions and against the clock, which remembers what it was asked."""

    def __init__(
        self,
        solver: Solver,
        candidates: Collection[int],
        assumptions: Iterable[int],
        timeout: float | None,
        trace: list[Call] | None,
    ) -> None:
        self.solver = solver
        self.assumptions = list(assumptions)
        self.conditional = bool(self.assumptions)
        self.variables = {abs(literal) for literal in candidates}
        self.deadline = None if timeout is None else monotonic() + timeout
        self.trace = trace
        self.calls = 0

    def model(self, *assumed: int) -> list[int] | None:
        """Return a model, or None if there is none."""
        self.calls += 1
        left = None if self.deadline is None else self.deadline - monotonic()
        answer = solve(self.solver, left, [*self.assumptions, *assumed])
        if answer is None:
            raise TimeoutError
        return self.solver.get_model() if answer else None

    def learn(self, literal: int) -> None:
        """Keep a literal that is in the backbone: it spares the solver to find it once more."""
        if self.conditional:
            self.assumptions.append(literal)
        else:
            self.solver.add_clause([literal])

    def note(
        self,
        tested: int | None,
        model: Sequence[int] | None,
        ruled_out: Iterable[int] = (),
        lifted: Iterable[int] = (),
    ) -> None:
        """Put a call on record, if there is one."""
        if self.trace is not None:
            seen = () if model is None else (x for x in model if abs(x) in self.variables)
            call = Call(tested, model is not None, tuple(seen), tuple(ruled_out), tuple(lifted))
            self.trace.append(call)


def enumeration(
    solver: Solver,
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    timeout: float | None = None,
    trace: list[Call] | None = None,
) -> Backbone:
    """Return the backbone as the intersection of all models: the enumeration-based approach.

    Every model is barred from coming again, as far as the candidates' variables go, until there is
    none left, or no candidate is true in all that were seen. The clauses that bar them hold under
    a literal of a new variable, which is switched off in the end: the number above those of the
    solver's variables is used up.

    Parameters
    ----------
    solver : Solver
        Holds the formula.
    candidates : sequence of int
        Literals.
    assumptions : sequence of int
        Literals under which the backbone is meant.
    timeout : float, optional
        Wall-clock seconds for all calls together.
    trace : list of Call, optional
        Is appended to, call by call.

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
    oracle = _Oracle(solver, candidates, assumptions, timeout, trace)
    switch = max([0, solver.nof_vars(), *oracle.variables, *map(abs, assumptions)]) + 1
    pending: list[int] | None = None
    try:
        while pending is None or pending:
            model = oracle.model(switch)
            if model is None:
                oracle.note(None, None)
                break
            true = set(model)
            before = candidates if pending is None else pending
            pending = [x for x in before if x in true]
            oracle.note(None, model, (x for x in before if x not in true))
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
    trace: list[Call] | None = None,
) -> Backbone:
    """Return the backbone by testing every candidate: the simple iterative approach.

    Parameters and errors are those of `enumeration`. A candidate whose negation was found to be in
    the backbone is not tested.

    Examples
    --------
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [1, -2], [-1, 2, 3]])
    ...     iterative(solver, [1, -1, 2, -2, 3, -3])
    Backbone(literals=[1], calls=6)
    """
    oracle = _Oracle(solver, candidates, assumptions, timeout, trace)
    model = oracle.model()
    oracle.note(None, model)
    if model is None:
        raise UnsatisfiableError
    found: dict[int, None] = {}
    for literal in candidates:
        if -literal not in found:
            model = oracle.model(-literal)
            oracle.note(literal, model)
            if model is None:
                found[literal] = None
                oracle.learn(literal)
    return Backbone(list(found), oracle.calls)


def reducing(
    solver: Solver,
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    lift: Lift | None = None,
    timeout: float | None = None,
    trace: list[Call] | None = None,
    models: list[list[int]] | None = None,
) -> Backbone:
    """Return the backbone by testing what no model has ruled out: Algorithm 1.

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

    An unsatisfiable formula raises an error in place of the empty set, which would say that nothing
    is in its backbone. Literals that have been tested leave Λ as well, which changes no test. Where
    candidates are given that are not all literals, Λ has negations of candidates alone.

    A *partial model* ν is a part of a model that satisfies the formula whatever the other variables
    are, so that these are not in the backbone. Solvers of PySAT return models of all variables, in
    which nothing is unassigned; with `lift` partial ones are obtained from them.

    Parameters
    ----------
    solver, candidates, assumptions, timeout, trace
        As for `enumeration`.
    lift : Lift, optional
        Such as a `lifter` of the formula's clauses.
    models : list of list of int, optional
        Every model that is seen is appended to it.

    Raises
    ------
    UnsatisfiableError, TimeoutError
        As `enumeration` does.

    Examples
    --------
    >>> trace = []
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [1, -2], [-1, 2, 3]])
    ...     reducing(solver, [1, -1, 2, -2, 3, -3], trace=trace)
    Backbone(literals=[1], calls=3)
    >>> [(call.tested, call.satisfiable) for call in trace]
    [(None, True), (1, False), (2, True)]
    """
    φ = _Oracle(solver, candidates, assumptions, timeout, trace)
    assumed = set(assumptions)

    def reduce(Λ: Sequence[int], tested: int | None, ν: list[int]) -> list[int]:
        """Return Λ without literals true in a model, and without variables it does not assign."""
        if models is not None:
            models.append(ν)
        true = set(ν)
        false = [l for l in Λ if -l in true]
        unassigned = lift(ν, [-l for l in false if -l not in assumed]) if lift else set()
        ruled_out = (-l for l in Λ if -l not in true)
        φ.note(tested, ν, ruled_out, (-l for l in false if -l in unassigned))
        return [l for l in false if -l not in unassigned]

    ν = φ.model()
    if ν is None:
        φ.note(None, None)
        raise UnsatisfiableError
    Λ = reduce([-candidate for candidate in candidates], None, ν)
    ν_R = []
    while Λ:
        l, *Λ = Λ
        ν = φ.model(l)
        if ν is None:
            φ.note(-l, None)
            ν_R.append(-l)
            φ.learn(-l)
        else:
            Λ = reduce(Λ, -l, ν)
    return Backbone(ν_R, φ.calls)


def lifter(clauses: Iterable[Clause]) -> Lift:
    """Return a function that lifts models of some clauses to partial models.

    Of the literals that it is asked about, it drops one after the other whose clauses all have
    another true literal that is still kept. What is kept satisfies every clause, whatever the
    variables of the dropped literals are. This takes time linear in the clauses for each model.

    A truth table says of each assignment alone that it is wrong, so its models differ in more than
    one variable from each other, and nothing can be dropped from them; only variables of other
    clauses, or of none, can.

    Parameters
    ----------
    clauses : iterable of Clause
        The whole formula. No clause has a literal twice. Tautologies ask for nothing.

    Examples
    --------
    >>> lift = lifter([[1, 2], [-1, 3]])
    >>> lift([1, 2, 3, -4], [1, 2, 3, -4])
    {1, -4}
    >>> lift([1, 2, 3, -4], [2, 3])
    {2}
    >>> lifter([[1, -1]])([1], [1])
    {1}
    """
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
        # A literal is an index: the negative ones count from the end.
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


def _tautologies(array: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return which rows, clauses without repeated literals, hold a literal and its negation."""
    variables = np.sort(np.abs(array), axis=1)
    return (variables[:, 1:] == variables[:, :-1]).any(axis=1)


def backbone(
    formula: Iterable[Clause],
    candidates: Sequence[int],
    assumptions: Sequence[int] = (),
    *,
    solver: str = "minisat22",
    timeout: float | None = None,
) -> Backbone:
    """Return which candidates are in the backbone of a formula.

    Parameters
    ----------
    formula : iterable of Clause
    candidates : sequence of int
        Literals.
    assumptions : sequence of int
        Literals under which the backbone is meant.
    solver : str
        PySAT's name of the solver.
    timeout : float, optional
        Wall-clock seconds.

    Raises
    ------
    UnsatisfiableError
        If the formula has no model under the assumptions.
    TimeoutError
        If time runs out.

    Examples
    --------
    >>> backbone([[1, 2], [-2, 3]], [2, 3, 4], assumptions=[-1]).literals
    [2, 3]
    """
    with open_solver(solver) as oracle:
        oracle.append_formula(formula)
        return reducing(oracle, candidates, assumptions, timeout=timeout)
