"""Cores against the enumeration of all subsets."""

from itertools import combinations
from random import Random

import pytest
from pysat.solvers import Solver

from puzzlesat.sat import core as module
from puzzlesat.sat.core import minimal_core, smallest_core
from tests.sat.test_backbone import all_models, random_formulas


def holds(variables, clauses, assumptions):
    return any(all_models(variables, clauses, assumptions))


def test_cores_are_minimal_and_smallest():
    random = Random(1)
    sizes = set()
    for variables, clauses in random_formulas(300, seed=7, most=6):
        if not holds(variables, clauses, ()):
            continue
        assumptions = [random.choice((-1, 1)) * v for v in range(1, variables + 1)]
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            minimal = minimal_core(solver, assumptions)
            smallest = smallest_core(solver, assumptions)
        if holds(variables, clauses, assumptions):
            assert minimal is None
            assert smallest is None
            continue
        core, proved = smallest
        assert proved
        for found in (minimal, core):
            assert not holds(variables, clauses, found)
            assert all(holds(variables, clauses, set(found) - {x}) for x in found)
        assert all(
            holds(variables, clauses, part) for part in combinations(assumptions, len(core) - 1)
        )
        sizes.add((len(minimal), len(core)))
    assert any(a > b for a, b in sizes)
    assert len({b for _, b in sizes}) > 2


def test_timeout_returns_a_minimal_core_not_proven_smallest(monkeypatch):
    def too_late(*_):
        raise TimeoutError

    clauses = [[-1, -2], [-2, -3, -4]]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        minimal = minimal_core(solver, [2, 3, 4, 1])
        monkeypatch.setattr(module, "_left_out", too_late)
        assert smallest_core(solver, [2, 3, 4, 1]) == (minimal, False)


@pytest.mark.parametrize("find", [minimal_core, smallest_core])
def test_time_limits_raise_but_do_not_change_the_core(find):
    for clauses in ([[-1, -2], [-2, -3, -4]], [[-1, -2, -3, -4], [-5, 1]]):
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            unlimited = find(solver, [2, 3, 4, 1])
            assert unlimited is not None
            assert find(solver, [2, 3, 4, 1], timeout=1000) == unlimited
            with pytest.raises(TimeoutError):
                find(solver, [2, 3, 4, 1], timeout=0)
