"""Templates of clauses, and the formulas made of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.sat.formula import (
    ClauseTemplate,
    Formula,
    arrays_by_length,
    clauses_from_columns,
    static_template,
)

literals = st.integers(1, 20).flatmap(lambda v: st.sampled_from([v, -v]))
clauses = st.lists(st.lists(literals, min_size=1, max_size=4), max_size=6)


def shifted(clause, by):
    return [x + by if x > 0 else x - by for x in clause]


@given(template=clauses, first=st.integers(0, 3), count=st.integers(0, 5), most=st.integers(1, 7))
def test_template_is_shifted_to_every_time_step(template, first, count, most):
    times = range(first, first + count)
    family = ClauseTemplate("family", arrays_by_length(template), times, stride=20)
    expected = [shifted(clause, 20 * t) for clause in template for t in times]
    emitted = [clause for array in family.arrays(most) for clause in array.tolist()]
    assert sorted(emitted) == sorted(expected)
    assert len(family) == len(expected)


@given(template=clauses)
def test_formula_iterates_over_the_clauses_of_its_templates(template):
    family = ClauseTemplate("family", arrays_by_length(template), range(3), stride=20)
    formula = Formula(60, (family, family))
    assert len(formula) == len(list(formula)) == 6 * len(template)
    assert all(type(x) is int for clause in formula for x in clause)  # PySAT takes no other


def test_arrays_have_a_maximum_size():
    family = ClauseTemplate("family", arrays_by_length([[1, -2]] * 10), range(1000), stride=2)
    assert max(len(array) for array in family.arrays(most=100)) == 100
    once_only = ClauseTemplate("once", arrays_by_length([[1, -2]] * 1000), range(1), stride=0)
    assert [len(array) for array in once_only.arrays(most=300)] == [300, 300, 300, 100]
    assert all(array.dtype == np.int32 for array in family.arrays())


def test_columns_broadcasts_its_literals():
    a, b = np.array([[1, 2, 3], [4, 5, 6]]), np.array([[7], [8]])
    assert clauses_from_columns(a, -b).tolist() == [
        [1, -7],
        [2, -7],
        [3, -7],
        [4, -8],
        [5, -8],
        [6, -8],
    ]


def test_a_template_without_clauses_adds_none():
    family = static_template(
        "nothing", np.zeros((0, 3), dtype=np.int32), np.array([[1]], dtype=np.int32)
    )
    assert list(Formula(1, (family,))) == [[1]]
