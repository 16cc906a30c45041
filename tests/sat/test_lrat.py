"""Proofs line by line, against a checker that shares nothing with what writes them."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from puzzlesat.sat.formula import ClauseTemplate, Formula, arrays_by_length, falsified_clause
from puzzlesat.sat.lrat import Numbered, Proof, propagation

from .lrat_checker import RefusedError, refutes

literals = st.integers(1, 8).flatmap(lambda v: st.sampled_from([v, -v]))
clauses = st.lists(st.lists(literals, min_size=1, max_size=4), min_size=1, max_size=8)


def lines(write, variables=2, count=4):
    file = io.StringIO()
    write(Proof(file, variables, count))
    return file.getvalue().splitlines()


ALL_FOUR = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def refute_all_four(proof):
    unit = proof.add([2], [1, 2])
    proof.delete([1, 2])
    proof.add([], [unit, 3, 4])


def test_a_refutation_is_accepted():
    assert refutes(ALL_FOUR, lines(refute_all_four))


@pytest.mark.parametrize(
    "wrong",
    ["5 2 0 1 3 0", "5 2 0 1 0", "5 2 0 2 1 3 0", "5 1 0 0", "4 2 0 1 2 0", "5 2 0 1 2", "5 3 0"],
)
def test_lines_that_do_not_follow_are_rejected(wrong):
    with pytest.raises(RefusedError):
        refutes(ALL_FOUR, [wrong, *lines(refute_all_four)[1:]])


def test_deleted_clauses_cannot_be_used():
    with pytest.raises(KeyError):
        refutes(ALL_FOUR, ["4 d 1 0", *lines(refute_all_four)])


def test_a_proof_without_the_empty_clause_refutes_nothing():
    assert not refutes(ALL_FOUR, lines(refute_all_four)[:1])


def test_definitions_are_accepted_and_used():
    def write(proof):
        either = proof.variable()
        defined = proof.define(either, if_=[[-1], [-2]], only_if=[[1, 2]])
        first = [Numbered(number, clause) for number, clause in enumerate(ALL_FOUR, start=1)]
        unit = proof.conclude([either], [*defined, *first])
        assert unit.literals == [3]
        two = proof.conclude([2], first)
        proof.conclude([], [two, *first])

    assert refutes(ALL_FOUR, lines(write))


@pytest.mark.parametrize("wrong", ["7 -3 1 0 -5 -6 0", "7 -3 1 2 0 -5 0", "7 -1 0 0"])
def test_wrong_definitions_are_rejected(wrong):
    defined = lines(lambda proof: proof.define(proof.variable(), [[-1], [-2]], [[1, 2]]))
    assert not refutes(ALL_FOUR, defined)
    with pytest.raises(RefusedError):
        refutes(ALL_FOUR, [*defined[:2], wrong])


@given(clauses=clauses, literals=st.lists(literals, max_size=2))
def test_propagation_returns_valid_hints(clauses, literals):
    reasons = [Numbered(number, clause) for number, clause in enumerate(clauses, start=1)]
    try:
        hints = propagation(literals, reasons)
    except ValueError:
        return
    words = [len(clauses) + 1, *literals, 0, *hints, 0]
    assert refutes(clauses, [" ".join(map(str, words))]) == (not literals)


def test_propagation_raises_if_the_clause_does_not_follow():
    with pytest.raises(ValueError, match="does not follow"):
        propagation([], [Numbered(1, [1, 2]), Numbered(2, [-1, -2])])


@given(before=clauses, template=clauses, first=st.integers(0, 3), steps=st.integers(1, 4))
def test_clause_numbers_follow_the_order_of_the_formula(before, template, first, steps):
    times = range(first, first + steps)
    families = (
        ClauseTemplate("before", arrays_by_length(before), range(2), stride=8),
        ClauseTemplate("it", arrays_by_length(template), times, stride=8),
        ClauseTemplate("after", arrays_by_length(before), range(1), stride=8),
    )
    formula = Formula(64, families)
    listed = list(formula)
    numbers = formula.numbers("it", map(len, template))
    for t in times:
        shifted = [[x + 8 * t * (1 if x > 0 else -1) for x in clause] for clause in template]
        assert [listed[number - 1] for number in numbers.at(t)] == shifted
        assert numbers.at(t, 0) == numbers.at(t)[0]


@given(template=clauses, true=st.lists(st.booleans(), min_size=16, max_size=16))
def test_falsified_clause_is_found(template, true):
    formula = Formula(16, (ClauseTemplate("any", arrays_by_length(template), range(2), stride=8),))
    model = [v if value else -v for v, value in enumerate(true, start=1)]
    wrong = [clause for clause in formula if not set(clause) & set(model)]
    found = falsified_clause(formula, model)
    assert (found in wrong) if wrong else found is None


@pytest.mark.parametrize("literal", [3, -3, 0])
def test_model_of_another_formula_is_rejected(literal):
    unit = ClauseTemplate("unit", (np.array([[1], [2]], dtype=np.int32),), range(1), 0)
    with pytest.raises(InputError, match="variable"):
        falsified_clause(Formula(2, (unit,)), [1, 2, literal])
