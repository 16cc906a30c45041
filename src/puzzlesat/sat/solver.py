"""PySAT's solvers and external programs, with time limits and safe interruption."""

import shlex
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import Any

from pysat._utils import MainThread
from pysat.solvers import Solver, SolverNames

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import InputError, quoted
from puzzlesat.common.interrupts import handled_by, handled_later

SOLVERS = {
    alias: aliases[-1]
    for attribute, aliases in vars(SolverNames).items()
    if not attribute.startswith("_")
    for alias in aliases
    if attribute != "cryptosat" or find_spec("pycryptosat")
}
"""For every name and alias of an installed solver, PySAT's long name of this solver."""

NAMES = f"{', '.join(sorted(set(SOLVERS.values())))} (or an alias of PySAT, such as glucose42)"
"""The list of solvers for messages, with one name for each."""

WITHOUT_LIMIT = {"kissat404", "lingeling"}
"""Solvers that PySAT can neither interrupt nor run for a limited number of conflicts."""

SINGLE_CALL = {"kissat404"}
"""Solvers that allow only a single call, without assumptions."""

SLICE = 2_000
"""Number of conflicts between checks of the clock and of signals, if interrupts are impossible."""

COUNTERS = ("conflicts", "decisions", "propagations", "restarts")
"""Solver statistics that do not depend on the machine."""

Decide = Callable[[], bool | None]
"""A function that returns whether a formula is satisfiable, or None if time ran out."""


def is_program(name: str) -> bool:
    """Return whether a solver's name is the path of a program rather than a PySAT name."""
    return "/" in name


def check_solver(name: str, wall_limit: float | None = None) -> None:
    """Raise `InputError` unless the solver exists and supports the time limit, if there is one."""
    if is_program(name):
        from puzzlesat.sat.external import check_program  # slow to import

        check_program(name)
        return
    if name not in SOLVERS:
        raise InputError(
            f"unknown solver {quoted(name)}; choose from {NAMES}, or give the path of a program, "
            "such as ./solver"
        )
    if wall_limit is not None:
        _check_limit(name)


def version_of(name: str) -> str:
    """Return the version of PySAT for one of its solvers, or the `digest` of a program."""
    if is_program(name):
        from puzzlesat.sat.external import digest

        return digest(shlex.split(name)[0])
    from importlib.metadata import version

    return f"PySAT {version('python-sat')}"


def check_incremental(name: str, wall_limit: float | None = None) -> None:
    """Raise `InputError` as `check_solver` does, or if the solver allows only a single call."""
    _refuse_program(name)
    check_solver(name, wall_limit)
    if SOLVERS[name] in SINGLE_CALL:
        raise InputError(f"the solver {name} can be called only once; choose another")


def check_interruptible(name: str) -> None:
    """Raise `InputError` unless the solver exists and can be interrupted.

    MiniSat, Glucose and solvers derived from them can be interrupted.
    """
    _refuse_program(name)
    with open_solver(name) as solver:
        if SOLVERS[name] in WITHOUT_LIMIT or not _clear_interrupt(solver):
            raise InputError(f"the solver {name} cannot be interrupted; choose another")


def _refuse_program(name: str) -> None:
    if is_program(name):
        raise InputError(
            f"the solver {name} is a program, which is called once for each formula; choose "
            f"from {NAMES}"
        )


def _check_limit(name: str) -> None:
    if SOLVERS.get(name) in WITHOUT_LIMIT:
        raise InputError(
            f"the solver {name} (PySAT's {SOLVERS[name]}; a program is given by its path, such as "
            f"./{name}) does not support a time limit; choose another"
        )


class SignalSafeSolver(Solver):
    """A PySAT solver whose construction and deletion are not interrupted by signals.

    PySAT keeps the solver's address in an attribute. An exception during construction or deletion
    could leak the solver or delete it twice.
    """

    solver: Any = None
    """A default, in case a signal arrives before construction."""

    def __init__(self, name: str, **options: object) -> None:
        with handled_later():
            super().__init__(name, **options)

    def delete(self) -> None:
        """Delete the solver, unless it has already been deleted."""
        if self.solver is not None:
            with handled_later():
                super().delete()


def open_solver(name: str, **options: object) -> Solver:
    """Return a new, empty solver, to be used in a ``with`` statement.

    Parameters
    ----------
    name : str
        A PySAT name, such as ``minisat22``, ``glucose42`` or ``cadical195``, or the path of a
        program.
    **options
        Further options of PySAT's solver, such as ``with_proof``.

    Raises
    ------
    InputError
        If there is no such solver.

    Examples
    --------
    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [-1], [-2, 3]])
    ...     solve(solver), solver.get_model()
    (True, [-1, 2, 3])
    """
    check_solver(name)
    if is_program(name):
        from puzzlesat.sat.external import ExternalSolver

        return ExternalSolver(name)
    return SignalSafeSolver(name, **options)


def load(solver: Solver, clauses: Iterable[Sequence[int]], deadline: Deadline = NEVER) -> None:
    """Add clauses to a solver; raise `TimeoutError` after a deadline."""
    has_limit = deadline.remaining is not None
    for clause in clauses:
        if has_limit:  # the clock takes a tenth of the time of a short clause
            deadline.check()
        solver.add_clause(clause)


def decide(solver: Solver, deadline: Deadline = NEVER, assumptions: Sequence[int] = ()) -> bool:
    """Decide the solver's formula as `solve` does, but raise `TimeoutError` after a deadline.

    >>> with open_solver("minisat22") as solver:
    ...     solver.append_formula([[1, 2], [-1]])
    ...     decide(solver), decide(solver, assumptions=[-2])
    (True, False)
    """
    answer = solve(solver, deadline.remaining, assumptions)
    if answer is None:
        raise TimeoutError
    return answer


def solve(
    solver: Solver, wall_limit: float | None = None, assumptions: Sequence[int] = ()
) -> bool | None:
    """Decide the solver's formula within a time limit.

    Parameters
    ----------
    solver : Solver
        Holds the formula.
    wall_limit : float, optional
        Wall-clock seconds. For solvers that cannot be interrupted, the clock is checked every
        `SLICE` conflicts.
    assumptions : sequence of int
        Literals that are assumed to be true.

    Returns
    -------
    bool or None
        Whether the formula is satisfiable, or None if time ran out first.

    Raises
    ------
    InputError
        If there is a limit and the solver does not support it.
    """
    with limited(solver, wall_limit, assumptions) as decide_once:
        # An easy formula may be decided before an alarm.
        return None if wall_limit is not None and wall_limit <= 0 else decide_once()


@contextmanager
def limited(
    solver: Solver, wall_limit: float | None, assumptions: Sequence[int] = ()
) -> Iterator[Decide]:
    """Set the alarm for a time limit, and yield a function that decides the formula once.

    Setting the alarm takes as long as deciding a small formula, so only the call of the function
    should be timed. Parameters and exceptions are those of `solve`.
    """
    assumed = list(assumptions)
    if not isinstance(solver, Solver):  # a program
        yield lambda: solver.decide(wall_limit, assumed)
        return
    name = type(solver.solver).__name__.lower()
    if wall_limit is not None:
        _check_limit(name)
    if name in WITHOUT_LIMIT:
        with handled_by(signal.SIG_DFL), ctrl_c_later():  # only the end of the process stops it
            yield lambda: solver.solve(assumptions=assumed)
    elif not _clear_interrupt(solver):
        deadline = Deadline(wall_limit)
        yield lambda: _in_slices(solver, deadline, assumed)
    elif wall_limit is None:
        yield lambda: _without_limit(solver, assumed)
    else:
        deadline = Deadline(wall_limit)
        with ExitStack() as alarm:
            alarm.enter_context(_alarm(solver, wall_limit))
            yield lambda: _within_limit(solver, deadline, assumed, alarm)


def counters(solver: Solver) -> dict[str, int | None]:
    """Return the values of a solver's `COUNTERS`, None for those that it does not provide."""
    try:
        counted = solver.accum_stats()
    except NotImplementedError:
        counted = {}
    return {key: counted.get(key) for key in COUNTERS}


def _clear_interrupt(solver: Solver) -> bool:
    """Let an interrupted solver run again; return False if it is one that cannot be interrupted."""
    try:
        solver.clear_interrupt()
    except NotImplementedError:
        return False
    return True


@contextmanager
def _alarm(solver: Solver, seconds: float | None) -> Iterator[None]:
    """Interrupt the solver when time is up or a signal such as Ctrl-C or SIGTERM arrives.

    Python handles a signal only after the solver returns, but writes to the wakeup socket at once.
    """
    import select
    import socket  # slow to import

    in_main_thread = threading.current_thread() is threading.main_thread()
    receiver, sender = socket.socketpair()
    sender.setblocking(False)

    def wait() -> None:
        select.select([receiver], [], [], None if seconds is None else max(seconds, 0))
        solver.interrupt()

    waiting = threading.Thread(target=wait)
    with handled_later():
        before = signal.set_wakeup_fd(sender.fileno()) if in_main_thread else -1
        waiting.start()
        try:
            yield
        finally:
            sender.send(b"\0")
            waiting.join()
            if in_main_thread:
                signal.set_wakeup_fd(before)
            receiver.close()
            sender.close()


def _within_limit(
    solver: Solver, deadline: Deadline, assumptions: list[int], alarm: ExitStack
) -> bool | None:
    """Decide a formula before the deadline, for which the alarm is set."""
    answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    if answer is None:
        alarm.close()  # handles the signal, if it was one
        answer = _resumed(solver, deadline, assumptions)
    return answer


def _without_limit(solver: Solver, assumptions: list[int]) -> bool | None:
    """Decide a formula; to save time, set the alarm for signals only if the formula is hard."""
    solver.conf_budget(SLICE)
    with ctrl_c_later():
        answer = solver.solve_limited(assumptions=assumptions)
    solver.conf_budget(-1)
    return _resumed(solver, NEVER, assumptions) if answer is None else answer


def _resumed(solver: Solver, deadline: Deadline, assumptions: list[int]) -> bool | None:
    """Resume an undecided solver until the deadline."""
    answer = None
    while answer is None and deadline.seconds_left > 0:
        solver.clear_interrupt()  # the last interrupt was a signal whose handler raised nothing
        with _alarm(solver, deadline.remaining):
            answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
    return answer


def _in_slices(solver: Solver, deadline: Deadline, assumptions: list[int]) -> bool | None:
    while deadline.seconds_left > 0:
        solver.conf_budget(SLICE)
        with ctrl_c_later():
            answer = solver.solve_limited(assumptions=assumptions)
        if answer is not None:
            return answer
    return None


@contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Defer Ctrl-C until a solver returns.

    PySAT would leave the solver by longjmp, which corrupts the solver and sometimes the heap. PySAT
    does so only in the main thread, so during the block its test for the main thread is made to
    fail.
    """
    before = MainThread.check
    MainThread.check = lambda: False
    try:
        yield
    finally:
        MainThread.check = before
