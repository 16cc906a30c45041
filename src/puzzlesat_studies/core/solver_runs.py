"""Runs of SAT solvers on a formula: checked answers, CPU and wall-clock times."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Literal

from puzzlesat.common.errors import DisagreementError
from puzzlesat.sat.clock import Clock
from puzzlesat.sat.external import NoAnswerError, WrongModelError
from puzzlesat.sat.solver import counters, is_program, limited, open_solver, version_of
from puzzlesat_studies.core.measuring import counterbalanced, gc_disabled
from puzzlesat_studies.core.study import Record, Row, column

ANSWERS = ("sat", "unsat")
"""The statuses of the runs that decide their formula."""

CheckModel = Callable[[list[int]], None]
"""Raises `DisagreementError` if a model is wrong."""


class SolverRun(Row):
    """A run of a solver on a formula."""

    solver: str
    status: Literal["sat", "unsat", "timeout", "unknown", "error", "wrong"] = column(
        "`sat`, `unsat`, `timeout`, `unknown` (a program gave up before the limit), `error` (it "
        "ended without an answer), or `wrong` (its model violates a clause, or it denies that "
        "there is a model, but another solver has one, or the minimum of the board implies one)"
    )
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

    Each wrong answer is also told on standard error. Raise `DisagreementError` if a solver has a
    model of a formula that should have none.

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
        Is called for each model; a solver with a wrong one gives no answer.
    number : int, optional
        The number of the formula, which decides the order of the solvers (`counterbalanced`).
    expected : str, optional
        The answer that the minimum of the board implies, ``sat`` or ``unsat``, if it is known.
    """
    rows = []
    for _, _, solver in counterbalanced(solvers, 1, number):
        row, model = _run(name, clauses, solver, wall_limit)
        if model is not None:
            try:
                check_model(model)
            except DisagreementError as error:
                print(f"{name}: {solver}: {error}", file=sys.stderr)
                row["status"] = "wrong"
        rows.append(row)
    satisfying = next((row["solver"] for row in rows if row["status"] == "sat"), None)
    if satisfying is not None and expected == "unsat":
        raise DisagreementError(f"{name}: {satisfying} returns sat, but the minimum implies unsat")
    reason = f"{satisfying} has a model" if satisfying else "the minimum implies sat"
    for row in rows:
        if row["status"] == "unsat" and (satisfying or expected == "sat"):
            print(f"{name}: {row['solver']} returns unsat, but {reason}", file=sys.stderr)
            row["status"] = "wrong"
    yield from rows


def start_seconds(solver: str, wall_limit: float) -> float | None:
    """Return the CPU seconds of a solver on a formula of one clause: mostly those of its start.

    Return None if it does not solve the formula.
    """
    row, _ = _run("a formula of one clause", [[1]], solver, wall_limit)
    seconds = round(row["load_seconds"] + row["seconds"], 6)
    return seconds if row["status"] == "sat" else None


def is_solved_in_time(row: Record) -> bool:
    """Return whether a run ended within the time limit, which a solver may exceed."""
    return bool(row["status"] in ANSWERS and row["wall_seconds"] <= row["wall_limit"])


def _run(
    name: str, clauses: Iterable[Sequence[int]], solver: str, wall_limit: float
) -> tuple[Record, list[int] | None]:
    clock = Clock(["load", "solve"])
    with gc_disabled(), open_solver(solver) as oracle:
        with clock.step("load"):
            for clause in clauses:
                oracle.add_clause(clause)
        with limited(oracle, wall_limit) as decide:
            started = monotonic()
            with clock.step("solve"):
                try:
                    answer = decide()
                    status = {True: "sat", False: "unsat", None: "timeout"}[answer]
                except (NoAnswerError, WrongModelError) as error:
                    print(f"{name}: {error}", file=sys.stderr)
                    answer = None
                    status = "error" if isinstance(error, NoAnswerError) else "wrong"
            wall_seconds = monotonic() - started
            if status == "timeout" and is_program(solver) and wall_seconds < wall_limit:
                status = "unknown"
        row = {
            "solver": solver,
            "status": status,
            "load_seconds": round(clock.seconds["load"], 6),
            "seconds": round(clock.seconds["solve"], 6),
            "wall_seconds": round(wall_seconds, 6),
            "wall_limit": wall_limit,
            "version": version_of(solver),
            **counters(oracle),
        }
        return row, list(oracle.get_model()) if answer else None
