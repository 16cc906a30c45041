"""Formulas of which something is known already."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from puzzlesat.sat.cardinality import grouped
from puzzlesat.sat.formula import Clauses, Formula, once


def simplify_under(formula: Formula, known: NDArray[np.int32]) -> Formula:
    """Return what is left of a formula when some literals are known to be true.

    They become clauses of their own. Clauses that hold one of them are left out, and false literals
    are left out of all others. So it has the models of the formula in which the literals are true.

    Parameters
    ----------
    formula : Formula
    known : array of int
        Literals that do not contradict each other.

    Examples
    --------
    >>> some = once("some", np.array([[1, 2], [-1, 3]]), np.array([[-1, 2, 3], [-1, -2, -3]]))
    >>> list(simplify_under(Formula(3, (some,)), np.array([1, -2])))
    [[1], [-2], [3], [3]]

    What cannot be fulfilled is said by two unit clauses that contradict each other:

    >>> list(simplify_under(Formula(1, (once("one", np.array([[1]])),)), np.array([-1])))
    [[-1], [1], [-1]]
    """
    said = np.zeros(2 * formula.variables + 1, dtype=np.int8)
    said[known], said[-known] = 1, -1  # literal -v stands at the v-th place from the end
    units = once("known", known.reshape(-1, 1))
    templates = (once(f.name, *_left(f.arrays(), said)) for f in formula.templates)
    return Formula(formula.variables, (units, *templates))


def _left(arrays: Iterable[Clauses], said: NDArray[np.int8]) -> Iterable[Clauses]:
    """Yield what is left of clauses, by what is said of each literal: 1 true, -1 false."""
    for clauses in arrays:
        value = said[clauses]
        open_ = (value < 1).all(axis=1)
        for left in grouped(clauses[open_], value[open_] == 0):
            if left.shape[1]:
                yield left
            else:
                yield np.array([[1], [-1]], dtype=np.int32)
