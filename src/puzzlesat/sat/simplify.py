"""Simplification of formulas under known literals."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from puzzlesat.sat.cardinality import grouped
from puzzlesat.sat.formula import Clauses, Formula, once


def simplify_under(formula: Formula, known: NDArray[np.int32]) -> Formula:
    """Return a formula simplified under a consistent set of literals known to be true.

    The known literals become unit clauses. Clauses with a true literal are removed, and false
    literals are removed from the others. The models of the result are those models of the given
    formula in which the known literals are true.

    >>> some = once("some", np.array([[1, 2], [-1, 3]]), np.array([[-1, 2, 3], [-1, -2, -3]]))
    >>> list(simplify_under(Formula(3, (some,)), np.array([1, -2])))
    [[1], [-2], [3], [3]]

    A falsified clause becomes two contradictory unit clauses:

    >>> list(simplify_under(Formula(1, (once("one", np.array([[1]])),)), np.array([-1])))
    [[-1], [1], [-1]]
    """
    values = np.zeros(2 * formula.variables + 1, dtype=np.int8)
    values[known], values[-known] = 1, -1  # index -v is the v-th item from the end
    units = once("known", known.reshape(-1, 1))
    templates = (once(f.name, *_simplified(f.arrays(), values)) for f in formula.templates)
    return Formula(formula.variables, (units, *templates))


def _simplified(arrays: Iterable[Clauses], values: NDArray[np.int8]) -> Iterable[Clauses]:
    """Yield simplified clauses, given each literal's value: 1 (true), -1 (false), 0 (unknown)."""
    for clauses in arrays:
        value = values[clauses]
        open_ = (value < 1).all(axis=1)
        for left in grouped(clauses[open_], value[open_] == 0):
            if left.shape[1]:
                yield left
            else:
                yield np.array([[1], [-1]], dtype=np.int32)
