"""Solutions that the package finds, in the form in which brute force yields them."""

from itertools import islice

from pysat.solvers import Solver

from puzzlesat_studies.flowfree.cycles import search_of
from puzzlesat_studies.flowfree.tree import TreeSearch

MOST = 40
"""Maximum number of solutions of a puzzle that are compared one by one."""


def laid(solutions, most):
    return {frozenset(map(tuple, solution.cells)) for solution in islice(solutions, most)}


def by_sat(puzzle, method="repair", encoding="links", most=None):
    with search_of(puzzle, encoding, method, "minisat22") as search:
        return laid(iter(search.next, None), most)


def by_tree(puzzle, most=None):
    return laid(TreeSearch(puzzle).solutions(), most)


def models(formula, known):
    """Yield the models as sets of true variables, each choice of the known variables once."""
    with Solver("minisat22", bootstrap_with=list(formula)) as solver:
        while solver.solve():
            model = [x for x in solver.get_model() if abs(x) in known]
            yield frozenset(x for x in model if x > 0)
            solver.add_clause([-x for x in model])


def wrong(found, right):
    """Return whether solutions are wrong; both sets contain at most one more than `MOST`."""
    return len(found) <= MOST if len(right) > MOST else found != right
