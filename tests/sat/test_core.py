"""Cores against the enumeration of all subsets."""

from itertools import combinations
from random import Random

from pysat.solvers import Solver

from puzzlesat.sat import core as module
from puzzlesat.sat.core import smallest_core
from tests.sat.test_backbone import all_models, random_formulas


def holds(variables, clauses, assumptions):
    return any(all_models(variables, clauses, assumptions))


def too_late(*_):
    raise TimeoutError


def test_cores_are_minimal_and_smallest(monkeypatch):
    random = Random(1)
    sizes = set()
    for variables, clauses in random_formulas(300, seed=7, most=6):
        if not holds(variables, clauses, ()):
            continue
        assumptions = [random.choice((-1, 1)) * v for v in range(1, variables + 1)]
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            smallest = smallest_core(solver, assumptions)
            with monkeypatch.context() as patch:
                patch.setattr(module, "_correction_set", too_late)
                unproved = smallest_core(solver, assumptions)
        if holds(variables, clauses, assumptions):
            assert unproved is None
            assert smallest is None
            continue
        core, proved = smallest
        assert proved
        minimal, _ = unproved
        for found in (minimal, core):
            assert not holds(variables, clauses, found)
            assert all(holds(variables, clauses, set(found) - {x}) for x in found)
        assert all(
            holds(variables, clauses, part) for part in combinations(assumptions, len(core) - 1)
        )
        sizes.add((len(minimal), len(core)))
    assert any(a > b for a, b in sizes)
    assert len({b for _, b in sizes}) > 2
