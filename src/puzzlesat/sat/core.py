"""Unsatisfiable cores: sets of assumptions that cannot be true together.

A core is *minimal* if it is no longer a core after the removal of any assumption, and *smallest* if
no core has fewer assumptions. There may be many minimal cores; the smallest are the easiest to
read.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from pysat.solvers import Solver

from puzzlesat.common.deadline import Deadline
from puzzlesat.sat.solver import ctrl_c_later, decide, handled_later

if TYPE_CHECKING:
    from pysat.examples.hitman import Hitman

Query = Callable[[Sequence[int]], bool]
"""A function that returns whether the formula is satisfiable under assumptions."""


def _minimal(solver: Solver, assumptions: Sequence[int], query: Query) -> list[int] | None:
    """Return a minimal core: literals are tested for removal from the last to the first."""
    if query(assumptions):
        return None
    used = set(solver.get_core() or ())
    core = [x for x in assumptions if x in used]
    for literal in reversed(core.copy()):
        rest = [x for x in core if x != literal]
        if len(rest) < len(core) and not query(rest):
            used = set(solver.get_core() or ())
            core = [x for x in rest if x in used]
    return core


def smallest_core(
    solver: Solver, assumptions: Sequence[int], wall_limit: float | None = None
) -> tuple[list[int], bool] | None:
    """Return a smallest core of the assumptions, or None if the formula is satisfiable under them.

    Every core contains an assumption from the complement of every satisfiable set of assumptions,
    that is, the core *hits* this complement. So a minimum hitting set of the complements found so
    far is at most as large as a smallest core. If this hitting set is unsatisfiable, it is itself a
    smallest core.

    A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva: Smallest MUS Extraction with Minimal
    Hitting Set Dualization, CP 2015.

    Parameters
    ----------
    solver : Solver
        Holds the formula. If the formula alone is unsatisfiable, the core is empty.
    assumptions : sequence of int
        Literals.
    wall_limit : float, optional
        Wall-clock seconds.

    Returns
    -------
    core : list of int
        In the order of the assumptions.
    proved : bool
        Whether the core is proved to be smallest. If not, time ran out, and it is
        only known to be minimal.

    Raises
    ------
    TimeoutError
        If time runs out before a minimal core is found.

    Examples
    --------
    >>> from puzzlesat.sat.solver import open_solver
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[-1, -2], [-2, -3, -4]])
    ...     smallest_core(solver, [2, 3, 4, 1])
    ([2, 1], True)
    """
    query = partial(decide, solver, Deadline(wall_limit))
    minimal_core = _minimal(solver, assumptions, query)
    if minimal_core is None:
        return None
    if len(minimal_core) == 1:  # no core is smaller: the formula alone has a model
        return minimal_core, True
    with _hitting_sets() as hitman:
        try:
            while True:
                with handled_later(), ctrl_c_later():
                    hitting = set(hitman.get() or ())
                if len(hitting) >= len(minimal_core):
                    return minimal_core, True
                chosen = [x for x in assumptions if x in hitting]
                if not query(chosen):
                    return chosen, True
                hitman.hit(_correction_set(solver, assumptions, query))
        except TimeoutError:
            return minimal_core, False


@contextmanager
def _hitting_sets() -> Iterator["Hitman"]:
    """Yield PySAT's enumerator of hitting sets; its creation and deletion are not interrupted."""
    from pysat.examples.hitman import Hitman  # slow to import, and rarely used

    with handled_later():
        hitman = Hitman(solver="minisat22", htype="sorted")
    try:
        yield hitman
    finally:
        with handled_later():
            hitman.delete()


def _correction_set(solver: Solver, assumptions: Sequence[int], query: Query) -> list[int]:
    """Return the assumptions outside a maximal satisfiable set.

    The set extends the set of the assumptions that are true in the last model.
    """
    satisfied = set(solver.get_model())
    for literal in assumptions:
        together = [x for x in assumptions if x in satisfied]
        if literal not in satisfied and query([*together, literal]):
            satisfied = set(solver.get_model())
    return [x for x in assumptions if x not in satisfied]
