"""What is left of a formula, against all assignments."""

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.sat.formula import Formula, falsified, once, stack
from puzzlesat.sat.simplify import simplify_under

VARIABLES = 4
LITERALS = [x for v in range(1, VARIABLES + 1) for x in (v, -v)]
CLAUSES = st.lists(
    st.lists(st.sampled_from(LITERALS), min_size=1, max_size=3, unique_by=abs), min_size=1
)
KNOWN = st.lists(st.sampled_from(LITERALS), unique_by=abs)


def models(formula):
    for signs in product((1, -1), repeat=VARIABLES):
        model = [sign * v for v, sign in enumerate(signs, start=1)]
        if falsified(formula, model) is None:
            yield model


@given(clauses=CLAUSES, known=KNOWN)
def test_simplified_formula_has_the_models_with_the_known_literals(clauses, known):
    formula = Formula(VARIABLES, (once("some", *stack(clauses)),))
    left = simplify_under(formula, np.array(known, dtype=np.int32))
    assert list(models(left)) == [m for m in models(formula) if set(known) <= set(m)]
    assert left.variables == VARIABLES


@given(clauses=CLAUSES, known=KNOWN)
def test_known_literals_occur_only_as_unit_clauses(clauses, known):
    formula = Formula(VARIABLES, (once("some", *stack(clauses)),))
    first, *others = simplify_under(formula, np.array(known, dtype=np.int32)).templates
    assert list(Formula(VARIABLES, (first,))) == [[x] for x in known]
    for clause in Formula(VARIABLES, tuple(others)):
        contradiction = clause in ([1], [-1])
        assert contradiction or not {abs(x) for x in clause} & {abs(x) for x in known}
