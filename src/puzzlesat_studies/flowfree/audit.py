"""Measurements for the claims of Zucker's post: formula sizes, repairs and times for each puzzle.

As in the post's program, several SAT solvers are applied to the published encoding in rounds: each
round starts a new solver, with one more clause for each cycle found so far. These *repairs* are
compared with two methods that exclude cycles with additional variables, `acyclic.ranks` and
`cycles.rooted`, and with tree search. The post's solver, PicoSAT, is included if the library
pycosat is installed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, thread_time

from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import FILLING, FREE, Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.encode.encoding import traced, true_variables
from puzzlesat.flowfree.encode.methods import formula_of
from puzzlesat.flowfree.encode.published import Published, endpoints, one_flow, one_start
from puzzlesat.flowfree.formats.formats import NamedPuzzle, read_all_named
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.search import STEPS
from puzzlesat.sat.solver import open_solver, solve
from puzzlesat_studies.core.measuring import gc_disabled
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.flowfree.cycles import rooted_formula
from puzzlesat_studies.flowfree.timings import SOLVED, TREE, time_once, time_tree

PICOSAT = "picosat"
"""The post's solver, from pycosat."""

MAX_PROPAGATIONS = 100_000_000
"""The limit on the propagations of PicoSAT, which supports no time limit."""

TIMEOUT = "timeout"

MISSING = "missing"
"""The status of a solver that is not installed."""

CYCLE_METHODS = ("restart", "ranks", "rooted")
"""The methods: the post's repairs, and two with additional variables."""

COUNT_LIMIT = 60.0
"""The limit, in wall-clock seconds, for counting solutions or models; this time is not measured."""


def audit_rows(
    puzzles: Sequence[Path], *, solvers: Sequence[str], cpu_limit: float
) -> Iterator[Record]:
    """Yield the runs of the published encoding and of tree search on each puzzle in files."""
    for named_puzzle in read_all_named(puzzles):
        yield from runs_of(named_puzzle, solvers, cpu_limit)


def runs_of(
    named_puzzle: NamedPuzzle, solvers: Sequence[str], cpu_limit: float
) -> Iterator[Record]:
    """Yield the runs of the published encoding and of tree search on a puzzle.

    `solvers` are PySAT's names, or `PICOSAT`. `cpu_limit` limits one run in CPU seconds, so that
    other work on the machine changes no status; `PICOSAT` is limited by `MAX_PROPAGATIONS` instead.

    Seconds are CPU time of encoding, loading and solving. The formula has ``models`` models, of
    which ``cyclic_models`` contain a cycle, with ``cycles`` different cycles in total, so no solver
    needs more than ``cycles`` repairs. ``strict`` and ``touching`` say whether there is none, one
    or several solutions under each rule. A value is empty if its computation ran out of time.

    Raises `DisagreementError` if the referee rejects a solution, or runs disagree on whether there
    is one.
    """
    name, puzzle = named_puzzle
    encoding = Published(puzzle)
    families = {family.name: len(family) for family in encoding.formula.templates}
    puzzle_columns = {
        "puzzle": name,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "k": puzzle.k,
        "free": puzzle.flow.count(FREE),
        "direction_variables": len(encoding.choice),
        "colour_clauses": sum(families[x.__name__] for x in (one_flow, endpoints, one_start)),
        **_count_models(encoding),
        **{rule: _solution_count(replace(puzzle, rule=rule)) for rule in FILLING},
    }
    statuses = set()
    for solver in solvers:
        for cycle_method in CYCLE_METHODS:
            run = (
                _run_picosat(puzzle, cycle_method)
                if solver == PICOSAT
                else _run_pysat(puzzle, cycle_method, solver, cpu_limit)
            )
            statuses.add(run["status"])
            yield _row(puzzle_columns, cycle_method, solver, run, cpu_limit)
    with gc_disabled():
        run = time_tree(puzzle, cpu_limit, thread_time)
    statuses.add(run["status"])
    if {SOLVED, "unsolvable"} <= statuses:
        raise DisagreementError(
            f"puzzle {puzzle.text}: some runs solve it, others find that it has no solution"
        )
    yield _row(puzzle_columns, TREE, "", run | {"seconds": run["solve_seconds"]}, cpu_limit)


def _row(puzzle_columns: Record, method: str, solver: str, run: Record, cpu_limit: float) -> Record:
    return (
        puzzle_columns
        | {"method": method, "solver": solver}
        | {key: run.get(key) for key in ("variables", "clauses", "repairs", "cuts", "seconds")}
        | {"status": run["status"], "cpu_limit": cpu_limit, "version": version("python-sat")}
    )


def _count_models(encoding: Published) -> Record:
    """Count the models of the published encoding, and the cycles in them, by enumeration."""
    formula = encoding.formula
    cycles_by_model: list[frozenset[frozenset[int]]] = []
    with open_solver("glucose42") as oracle:
        oracle.append_formula(formula)
        deadline = monotonic() + COUNT_LIMIT
        while answer := solve(oracle, deadline - monotonic()):
            model = oracle.get_model()
            _, cycles = traced(encoding, true_variables(model, formula.variables))
            cycles_by_model.append(frozenset(frozenset(cycle) for cycle in cycles))
            oracle.add_clause([-literal for literal in model])
    if answer is None:
        return dict.fromkeys(("cycles", "cyclic_models", "models"))
    return {
        "cycles": len(frozenset().union(*cycles_by_model)),
        "cyclic_models": sum(map(bool, cycles_by_model)),
        "models": len(cycles_by_model),
    }


def _solution_count(puzzle: Puzzle) -> str:
    """Return none, one or several, the solutions under the puzzle's rule; empty after a timeout."""
    answer = solve_puzzle(
        puzzle,
        method="ranks",
        solver="glucose42",
        wall_limit=COUNT_LIMIT,
        unique=True,
        direct=False,
    )
    if answer.status == "unsolvable":
        return "none"
    return {True: "one", False: "several", None: ""}[answer.unique]


def _run_pysat(puzzle: Puzzle, cycle_method: str, solver: str, cpu_limit: float) -> Record:
    def run(limit: float) -> Record:
        row = time_once(puzzle, f"published/{cycle_method}", solver, limit)
        return row | {"seconds": sum(row[f"{step}_seconds"] for step in STEPS)}

    return within_cpu(run, cpu_limit)


def within_cpu(run: Callable[[float], Record], cpu_limit: float) -> Record:
    """Return the row of a run, with status timeout if and only if it exceeds the CPU limit.

    `run` takes a limit of wall-clock seconds, and returns a row with CPU seconds and a status. A
    run that the wall clock ends early is repeated with twice the time.
    """
    wall_limit = cpu_limit
    while (row := run(wall_limit))["status"] == TIMEOUT and row["seconds"] < cpu_limit:
        wall_limit *= 2
    return row if row["seconds"] <= cpu_limit else row | {"status": TIMEOUT}


def _run_picosat(puzzle: Puzzle, cycle_method: str) -> Record:
    """Solve a puzzle with the method and the solver of the post's program."""
    if find_spec("pycosat") is None:
        return {"status": MISSING}
    import pycosat

    repairs = cuts = 0
    with gc_disabled():
        started = thread_time()
        encoding = Published(puzzle)
        is_rooted = cycle_method == "rooted"
        formula = rooted_formula(encoding) if is_rooted else formula_of(encoding, cycle_method)
        clauses = list(formula)
        while True:
            model = pycosat.solve(clauses, prop_limit=MAX_PROPAGATIONS)
            if isinstance(model, str):
                break
            paths, cycles = traced(encoding, true_variables(model, formula.variables))
            if not cycles:
                break
            repairs += 1
            cuts += len(cycles)
            for cycle in cycles:
                clauses += [clause for array in encoding.cut(cycle) for clause in array.tolist()]
        seconds = thread_time() - started
    if isinstance(model, str):
        status = {"UNSAT": "unsolvable"}.get(model, TIMEOUT)
    else:
        check_solution(Solution(puzzle, paths))
        status = SOLVED
    return {
        "variables": formula.variables,
        "clauses": len(formula),
        "repairs": repairs,
        "cuts": cuts,
        "seconds": seconds,
        "status": status,
    }
