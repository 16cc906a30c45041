"""Cardinality constraints (at least n, at most n) on many groups of literals at once."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzlesat.sat.formula import Clauses


def grouped(literals: Clauses, chosen: NDArray[np.bool_]) -> list[Clauses]:
    """Return the chosen literals of each group, in one array for each number of chosen literals.

    `literals` and `chosen` have the shape (number of groups, size of a group).

    >>> some = np.array([[True, False], [True, True], [False, True]])
    >>> [array.tolist() for array in grouped(np.array([[1, 2], [3, 4], [5, 6]]), some)]
    [[[1], [6]], [[3, 4]]]
    """
    sizes = chosen.sum(axis=1)
    groups = []
    for size in np.unique(sizes).tolist():
        rows = sizes == size
        groups.append(literals[rows][chosen[rows]].reshape(np.count_nonzero(rows), size))
    return groups


def at_least(groups: Clauses, n: int) -> Clauses:
    """Return clauses that require at least n ≥ 1 true literals in each group.

    The shape of `groups` is (number of groups, size). Of any size - n + 1 literals of a group, at
    least one must be true. If the groups have fewer than n literals, the clauses are two
    contradictory unit clauses.

    >>> at_least(np.array([[1, 2, 3]]), 2).tolist()
    [[1, 2], [1, 3], [2, 3]]
    >>> at_least(np.array([[5]]), 2).tolist()
    [[1], [-1]]
    """
    size = groups.shape[1]
    if n > size:
        return np.array([[1], [-1]] if len(groups) else [], dtype=np.int32).reshape(-1, 1)
    return _subsets(groups, size - n + 1)


def at_most(groups: Clauses, n: int) -> Clauses:
    """Return clauses that allow at most n true literals in each group.

    Of any n + 1 literals of a group, at least one must be false.

    >>> at_most(np.array([[1, 2, 3]]), 1).tolist()
    [[-1, -2], [-1, -3], [-2, -3]]
    """
    return -_subsets(groups, n + 1)


def _subsets(groups: Clauses, size: int) -> Clauses:
    """Return the subsets of the given size of all groups, one subset per row."""
    chosen = list(combinations(range(groups.shape[1]), size))
    columns = np.array(chosen, dtype=np.intp).reshape(-1, size)
    return groups[:, columns].reshape(-1, size)
