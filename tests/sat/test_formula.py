"""Templates of clauses, and the formulas made of them."""

from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.sat.formula import (
    ClauseTemplate,
    arrays_by_length,
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
