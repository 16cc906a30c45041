"""Backbones against the enumeration of all assignments, and against PySAT's `BBScan`."""

from functools import partial
from itertools import product
from random import Random

import pytest
from pysat.examples.bbscan import BBScan
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.sat.backbone import (
    UnsatisfiableError,
    iterative_filtering,
    lifter,
)
from puzzlesat_studies.minesweeper.backbones import enumeration, iterative

ALGORITHM_1 = {
    "filtering": iterative_filtering,
    "lifting": lambda solver, *args, clauses, **options: iterative_filtering(
        solver, *args, lift=lifter(clauses), **options
    ),
}
PROCEDURES = {"enumeration": enumeration, "iterative": iterative, **ALGORITHM_1}
ALGORITHMS = ["enum", "iter", "compl", "chunk", "core", "corechunk"]


def random_formulas(count, seed, most=7):
    random = Random(seed)
    for _ in range(count):
        variables = random.randint(1, most)
        yield (
            variables,
            [
                [random.choice((-1, 1)) * v for v in random.sample(range(1, variables + 1), width)]
                for _ in range(random.randint(1, 3 * variables))
                for width in [min(random.choice((1, 2, 2, 3, 3)), variables)]
            ],
        )


def all_models(variables, clauses, assumptions=()):
    for signs in product((-1, 1), repeat=variables):
        model = {sign * v for v, sign in enumerate(signs, start=1)}
        if all(model & set(clause) for clause in clauses) and model.issuperset(assumptions):
            yield model


def procedure(name, clauses):
    found = PROCEDURES[name]
    return partial(found, clauses=clauses) if name == "lifting" else found


def run(name, clauses, candidates, **options):
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        return procedure(name, clauses)(solver, candidates, **options)


def both_literals(variables):
    return [x for v in range(1, variables + 1) for x in (-v, v)]


@pytest.mark.parametrize("name", PROCEDURES)
def test_backbone_agrees_with_enumeration_of_models(name):
    nonempty = 0
    for variables, clauses in random_formulas(400, seed=1):
        models = list(all_models(variables, clauses))
        candidates = both_literals(variables)
        if models:
            expected = set.intersection(*models)
            found = run(name, clauses, candidates)
            assert set(found.literals) == expected, clauses
            assert found.literals == [x for x in candidates if x in expected]
            nonempty += bool(expected)
        else:
            with pytest.raises(UnsatisfiableError, match="the formula has no model"):
                run(name, clauses, candidates)
    assert nonempty > 100


@pytest.mark.parametrize("name", ALGORITHM_1)
def test_backbone_under_assumptions_leaves_the_solver_unchanged(name):
    random = Random(2)
    for variables, clauses in random_formulas(150, seed=3):
        assumptions = [random.choice((-1, 1)) * random.randint(1, variables)]
        models = list(all_models(variables, clauses, assumptions))
        if not models:
            continue
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            found = procedure(name, clauses)(solver, both_literals(variables), assumptions)
            assert set(found.literals) == set.intersection(*models), (clauses, assumptions)
            for model in all_models(variables, clauses):
                assert solver.solve(assumptions=sorted(model))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_backbone_agrees_with_bbscan(algorithm):
    for variables, clauses in random_formulas(150, seed=4):
        if not any(all_models(variables, clauses)):
            continue
        candidates = both_literals(variables)
        formula = CNF(from_clauses=[*clauses, [variables, -variables]])
        with BBScan(formula, solver="minisat22") as scan:
            theirs = scan.compute(algorithm, focus_on=candidates) or []
        assert set(theirs) == set(run("filtering", clauses, candidates).literals)


def test_lifted_models_satisfy_every_clause():
    dropped_in_all = 0
    for variables, clauses in random_formulas(200, seed=6):
        lift = lifter(clauses)
        for model in all_models(variables, clauses):
            ordered = sorted(model, key=abs)
            dropped = lift(ordered, ordered)
            dropped_in_all += len(dropped)
            kept = model - dropped
            assert all(kept & set(clause) for clause in clauses)
    assert dropped_in_all > 1000


def test_filtering_and_lifting_save_calls():
    clauses = [[v, -(v + 1)] for v in range(1, 10)] + [[1]]
    literals = both_literals(12)
    calls = {name: run(name, clauses, literals).calls for name in ("iterative", "filtering")}
    assert calls["filtering"] < calls["iterative"]
    free = [[1, 2], [3, 4, 5]]
    with_models = run("filtering", free, both_literals(12)).calls
    assert run("lifting", free, both_literals(12)).calls < with_models


@pytest.mark.parametrize("name", ALGORITHM_1)
def test_timeout_raises_timeout_error(name):
    holes = range(1, 11)
    hard = [[10 * p + h for h in holes] for p in range(11)]
    hard += [[-(10 * p + h), -(10 * q + h)] for h in holes for p in range(11) for q in range(p)]
    hard = [[*clause, 200] for clause in hard]
    with pytest.raises(TimeoutError):
        run(name, hard, [200], wall_limit=0.2)


def test_a_clause_with_both_literals_of_a_variable_keeps_no_literal_in_a_lifted_model():
    clauses = [[1, 2, 3], [1, -1, 4], [4, 2, -2], [-1, 4, 1]]
    assert lifter(clauses)([1, 2, 3, -4], [1, 2, 3]) == {1, 2}
