"""Any SAT solver that PySAT ships, with a time limit where the solver can keep one."""

from collections.abc import Sequence
from threading import Timer
from time import monotonic

from pysat.solvers import Solver, SolverNames

from puzzlesat.errors import InputError

SOLVERS = {
    alias: aliases[-1]
    for attribute, aliases in vars(SolverNames).items()
    if not attribute.startswith("_")
    for alias in aliases
}
"""PySAT's long name of a solver by each of the names that PySAT knows it under."""

WITHOUT_LIMIT = {"Kissat404", "Lingeling"}
"""PySAT's classes of solvers that can be neither interrupted nor called a second time."""

SLICE = 2_000
"""Conflicts between two looks at the clock, for solvers that cannot be interrupted."""

COUNTERS = ("conflicts", "decisions", "propagations", "restarts")
"""What solvers count: these numbers do not depend on the machine."""


def open_solver(name: str) -> Solver:
    """Return a new, empty solver, to be used in a ``with`` statement.

    Parameters
    ----------
    name : str
        A name of PySAT's, such as ``minisat22``, ``glucose42`` or ``cadical195``.

    Raises
    ------
    InputError
        If there is no such solver, or it is not installed.

    Examples
    --------
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [-1], [-2, 3]])
    ...     solve(solver), solver.get_model()
    (True, [-1, 2, 3])
    """
    check_solver(name)
    try:
        return Solver(name)
    except (AssertionError, ImportError) as error:
        raise InputError(f"the solver {name} is not installed: {error}") from None


def check_solver(name: str) -> None:
    """Raise `InputError` unless PySAT knows a solver of that name."""
    if name not in SOLVERS:
        known = ", ".join(sorted(set(SOLVERS.values())))
        raise InputError(f"unknown solver {name!r}; there are {known}")


def solve(
    solver: Solver, timeout: float | None = None, assumptions: Sequence[int] = ()
) -> bool | None:
    """Decide the solver's formula, and give up in time.

    Parameters
    ----------
    solver : Solver
    timeout : float, optional
        Wall-clock seconds. A solver that can be interrupted is, on time; one that can only count
        conflicts looks at the clock every `SLICE` of them.
    assumptions : sequence of int
        Literals to be taken for true.

    Returns
    -------
    bool or None
        Whether the formula is satisfiable, None if time ran out first.

    Raises
    ------
    InputError
        If there is a time limit and the solver has no way to keep it.
    """
    if timeout is None:
        return solver.solve(assumptions=list(assumptions))
    kind = type(solver.solver).__name__
    if kind in WITHOUT_LIMIT:
        raise InputError(f"{kind} cannot keep a time limit; name another solver or set none")
    try:
        solver.clear_interrupt()
    except NotImplementedError:
        return _solve_in_slices(solver, monotonic() + timeout, list(assumptions))
    alarm = Timer(max(timeout, 0), solver.interrupt)
    alarm.start()
    try:
        return solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
    finally:
        alarm.cancel()


def _solve_in_slices(solver: Solver, deadline: float, assumptions: list[int]) -> bool | None:
    while monotonic() < deadline:
        solver.conf_budget(SLICE)
        answer = solver.solve_limited(assumptions=assumptions)
        if answer is not None:
            return answer
    return None


def counters(solver: Solver) -> dict[str, int | None]:
    """Return what a solver counted so far, None for what it does not tell."""
    try:
        counted = solver.accum_stats()
    except NotImplementedError:
        counted = {}
    return {key: counted.get(key) for key in COUNTERS}
