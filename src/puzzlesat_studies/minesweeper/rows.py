"""Measurements of the Minesweeper study, for states.

The fields that a method decides are checked by counting all placements of mines; this count is
checked against the placement from which the state was generated.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from time import perf_counter
from typing import Any

from pysat.examples.bbscan import BBScan
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.common.errors import DisagreementError
from puzzlesat.minesweeper.encode.encoding import Encoding, encode
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.formats.samples import name_of, state_of
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counting import count as count_models
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.sat.backbone import Backbone, iterative_filtering, lifter
from puzzlesat.sat.solver import ctrl_c_later
from puzzlesat_studies.core.measuring import counterbalanced
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.minesweeper.backbones import enumeration, iterative

COMPLETE_METHODS = ("backbone_total", "counting")
"""The methods that decide every certain field."""


def key_columns(row: Record) -> Record:
    """Return the columns that identify the state in a row of a sample."""
    return {key: row[key] for key in ("seed", "rows", "cols", "mines")} | {"board": row["i"]}


def decided_rows(states: Sequence[Any]) -> Iterator[Record]:
    """Yield a row for each method and state: the number of fields that it decides, and its time.

    Each method runs once before it is timed. Raise `DisagreementError` if a method contradicts the
    count of all placements, or if this count contradicts the board.
    """
    for row in (state_row.model_dump() for state_row in states):
        state = state_of(row)
        methods: dict[str, Callable[[Network], Values]] = METHODS | {
            "counting": lambda net: count_models(net).certain
        }
        certain = methods["counting"](network(state))
        _check_board(row, certain)
        for name, decide in methods.items():
            decide(network(state))
            started = perf_counter()
            values = decide(network(state))
            seconds = perf_counter() - started
            is_complete = name in COMPLETE_METHODS
            if values != certain if is_complete else not values.items() <= certain.items():
                raise DisagreementError(f"{name_of(row)}: {name} and counting disagree")
            yield key_columns(row) | {
                "method": name,
                "covered": len(state.covered),
                "certain": len(certain),
                "decided": len(values),
                "seconds": seconds,
            }


def _check_board(row: Record, values: Values) -> None:
    board = row["board"].replace("/", "")
    for f, value in values.items():
        if (board[f] == "*") != value:
            raise DisagreementError(f"{name_of(row)}: field {f} is not {value} on the board")


ProcedureResult = tuple[list[int] | None, int]
"""The literals of a backbone, or None if time ran out, and the number of solver calls."""

Procedure = Callable[[CNF, list[int], str, float], ProcedureResult]
"""A function of a formula, candidate literals, a solver's name and a time limit in seconds."""


class _CountingSolver(Solver):
    """A solver that counts its calls, including those of a procedure that runs out of time."""

    calls = 0

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        self.calls += not expect_interrupt  # otherwise it continues a counted call
        return super().solve_limited(assumptions, expect_interrupt)


def _own_procedure(procedure: Callable[..., Backbone], lifting: bool = False) -> Procedure:
    """Return a `Procedure` that runs a procedure of this project."""

    def run(formula: CNF, candidates: list[int], solver: str, wall_limit: float) -> ProcedureResult:
        options = {"lift": lifter(formula.clauses)} if lifting else {}
        with _CountingSolver(solver) as oracle:
            oracle.append_formula(formula.clauses)
            try:
                with _alarm(wall_limit):
                    return procedure(oracle, candidates, **options).literals, oracle.calls
            except TimeoutError:
                return None, oracle.calls

    return run


def _pysat_procedure(algorithm: str, rotate: bool = False) -> Procedure:
    """Return a `Procedure` that runs an algorithm of PySAT's `BBScan`."""

    def run(formula: CNF, candidates: list[int], solver: str, wall_limit: float) -> ProcedureResult:
        with BBScan(formula, solver=solver, rotate=rotate) as scan:
            try:
                with _alarm(wall_limit), ctrl_c_later():
                    return scan.compute(algorithm, focus_on=candidates), scan.calls
            except TimeoutError:
                return None, scan.calls

    return run


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` when time is up, as soon as the current solver call returns."""

    def ring(*_: object) -> None:
        raise TimeoutError

    previous_handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous_handler)


PROCEDURES: dict[str, Procedure] = {
    "enumeration": _own_procedure(enumeration),
    "iterative": _own_procedure(iterative),
    "filtering": _own_procedure(iterative_filtering),
    "filtering, lifting": _own_procedure(iterative_filtering, lifting=True),
    "BBScan enum": _pysat_procedure("enum"),
    "BBScan iter": _pysat_procedure("iter"),
    "BBScan iter, rotate": _pysat_procedure("iter", rotate=True),
    "BBScan compl": _pysat_procedure("compl"),
    "BBScan chunk": _pysat_procedure("chunk"),
    "BBScan core": _pysat_procedure("core"),
    "BBScan corechunk": _pysat_procedure("corechunk"),
}


def formulas(net: Network, cardinality: str) -> dict[str, Encoding]:
    """Return the two formulas of a state on which backbone procedures are timed.

    ``numbers`` is the thesis's formula: it has a variable for every covered field and ignores the
    total number of mines. ``total`` includes this number and has a single variable for all
    unconstrained fields.
    """
    return {"numbers": encode(net), "total": encode(net.condensed(), cardinality)}


def timing_rows(
    states: Sequence[Any], *, solver: str, cardinality: str, repeats: int, wall_limit: float
) -> Iterator[Record]:
    """Yield the times of all procedures on both formulas of each state, one row per timed run.

    The limit of each run is `wall_limit` seconds (see `_alarm`). Each procedure first has a
    warm-up run; if time runs out, this run gives the procedure's only row. The timed runs of the
    other procedures are counterbalanced. Raise `DisagreementError` if two procedures find different
    backbones.
    """
    provenance = {"solver": solver, "version": version("python-sat")}
    for row in (state_row.model_dump() for state_row in states):
        for kind, formula in formulas(network(state_of(row)), cardinality).items():
            run_procedure = partial(
                _run,
                formula=CNF(from_clauses=formula.clauses),
                candidates=formula.literals,
                solver=solver,
                wall_limit=wall_limit,
            )
            warm_ups = {name: run_procedure(name) for name in PROCEDURES}
            found = {
                name: literals for name, (literals, _) in warm_ups.items() if literals is not None
            }
            if len(set(map(frozenset, found.values()))) > 1:
                raise DisagreementError(
                    f"{name_of(row)}: procedures find different backbones ({kind})"
                )
            columns = key_columns(row) | {"formula": kind} | provenance
            for name, (_, measurements) in warm_ups.items():
                if name not in found:
                    yield columns | {"procedure": name, "repeat": 0} | measurements
            for repeat, _, name in counterbalanced([*found], repeats, row["i"]):
                yield columns | {"procedure": name, "repeat": repeat} | run_procedure(name)[1]


def _run(
    procedure: str, formula: CNF, candidates: list[int], solver: str, wall_limit: float
) -> tuple[list[int] | None, Record]:
    """Return a procedure's backbone, or None if time runs out, and the measurements of the run."""
    started = perf_counter()
    literals, calls = PROCEDURES[procedure](formula, candidates, solver, wall_limit)
    seconds = perf_counter() - started
    return literals, {
        "candidates": len(candidates),
        "found": None if literals is None else len(literals),
        "calls": calls,
        "seconds": seconds,
        "status": "timeout" if literals is None else "done",
    }
