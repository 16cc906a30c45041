"""Solutions that the package finds, in the form in which brute force yields them."""

from itertools import islice

from puzzlesat.flowfree.encode.methods import solver_of
from puzzlesat.flowfree.solve.search import Search
from puzzlesat_studies.flowfree.tree import TreeSearch

MOST = 40
"""Maximum number of solutions of a puzzle that are compared one by one."""


def laid(solutions, most):
    return {frozenset(map(tuple, solution.cells)) for solution in islice(solutions, most)}


def by_sat(puzzle, method="repair", encoding="links", most=None):
    with Search(puzzle, encoding, method, solver_of(method, "minisat22")) as search:
        return laid(iter(search.next, None), most)


def by_tree(puzzle, most=None):
    return laid(TreeSearch(puzzle).solutions(), most)


def wrong(found, right):
    """Return whether solutions are wrong; both sets contain at most one more than `MOST`."""
    return len(found) <= MOST if len(right) > MOST else found != right
