"""Runs of SAT solvers on a formula: checked answers, CPU and wall-clock times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Literal

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.sat.clock import Clock
from puzzlesat.sat.solver import counters, is_program, limited, open_solver, version_of
from puzzlesat_studies.core.measuring import counterbalanced, gc_disabled
from puzzlesat_studies.core.study import Record, Row, column

CheckModel = Callable[[list[int]], None]
"""Raises `DisagreementError` if a model is wrong."""


class SolverRun(Row):
    """A run of a solver on a formula."""

    solver: str
    status: Literal["sat", "unsat", "timeout"]
    load_seconds: float = column("CPU time to load the clauses into the solver")
    seconds: float = column(
        "CPU time of the solver; of a program, with its start and the reading of the formula"
    )
    wall_seconds: float = column("wall-clock time of the solver")
    wall_limit: float = column("limit on `wall_seconds`")
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    restarts: int | None
    version: str
    host: str


def solver_runs(
    name: str,
    clauses: Iterable[Sequence[int]],
    solvers: Sequence[str],
    wall_limit: float,
    check_model: CheckModel,
    number: int = 0,
    expected: str = "",
) -> Iterator[Record]:
    """Yield the columns of `SolverRun` for a run of each solver on a formula.

    Raise `DisagreementError` if an answer is not `expected` or a model is wrong, and `InputError`
    if a program ends or gives up without an answer.

    Parameters
    ----------
    name : str
        The name of the formula, for messages.
    clauses : iterable
        The formula; its clauses are generated anew for each solver.
    solvers : sequence of str
        PySAT names, or paths of programs.
    wall_limit : float
        Wall-clock seconds for a run, without loading. CaDiCaL checks the limit only every 2,000
        conflicts (`puzzlesat.sat.solver.SLICE`).
    check_model : callable
        Is called for each model.
    number : int, optional
        The number of the formula, which decides the order of the solvers (`counterbalanced`).
    expected : str, optional
        The answer that the minimum of the board implies, ``sat`` or ``unsat``, if it is known.
    """
    for _, _, solver in counterbalanced(solvers, 1, number):
        row, model = _run(name, clauses, solver, wall_limit)
        if expected and row["status"] not in (expected, "timeout"):
            raise DisagreementError(
                f"{name}: {solver} returns {row['status']}, but the minimum implies {expected}"
            )
        if model is not None:
            check_model(model)
        yield row


def is_solved_in_time(row: Record) -> bool:
    """Return whether a run ended within the time limit, which a solver may exceed."""
    return bool(row["status"] != "timeout" and row["wall_seconds"] <= row["wall_limit"])


def _run(
    name: str, clauses: Iterable[Sequence[int]], solver: str, wall_limit: float
) -> tuple[Record, list[int] | None]:
    clock = Clock(["load", "solve"])
    with error_context(name), gc_disabled(), open_solver(solver) as oracle:
        with clock.step("load"):
            for clause in clauses:
                oracle.add_clause(clause)
        with limited(oracle, wall_limit) as decide:
            started = monotonic()
            with clock.step("solve"):
                answer = decide()
            wall_seconds = monotonic() - started
        if answer is None and is_program(solver) and wall_seconds < wall_limit:
            raise InputError(f"{solver} gave up before the time limit")
        row = {
            "solver": solver,
            "status": {True: "sat", False: "unsat", None: "timeout"}[answer],
            "load_seconds": round(clock.seconds["load"], 6),
            "seconds": round(clock.seconds["solve"], 6),
            "wall_seconds": round(wall_seconds, 6),
            "wall_limit": wall_limit,
            "version": version_of(solver),
            **counters(oracle),
        }
        return row, list(oracle.get_model()) if answer else None
