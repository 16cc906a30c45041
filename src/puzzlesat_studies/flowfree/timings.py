"""Running times of the methods on puzzles, one row for each run.

The referee checks all solutions, and the methods must agree on whether there is one.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from time import monotonic

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import check_solution
from puzzlesat.flowfree.encode.methods import ENCODINGS
from puzzlesat.flowfree.formats.formats import NamedPuzzle, read_all_named
from puzzlesat.sat.clock import Clock
from puzzlesat.sat.solver import COUNTERS, check_solver
from puzzlesat_studies.core.measuring import counterbalanced, gc_disabled
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.flowfree.cycles import METHODS, search_of
from puzzlesat_studies.flowfree.tree import TreeSearch

SAT = tuple(f"{encoding}/{method}" for encoding in ENCODINGS for method in METHODS)
"""The names of the SAT methods: an encoding, and a method that excludes cycles."""

TREE = "tree"
"""The name of tree search."""

SOLVED, UNSOLVABLE = "solved", "unsolvable"
ENDED = (SOLVED, UNSOLVABLE)
"""The statuses of completed runs."""


def timing_rows(
    puzzles: Sequence[Path],
    *,
    methods: Sequence[str],
    solver: str,
    repeats: int,
    wall_limit: float | None,
) -> Iterator[Record]:
    """Yield the times of all methods on each puzzle in files, one row for each run."""
    for number, named_puzzle in enumerate(read_all_named(puzzles)):
        yield from times_of(named_puzzle, methods, solver, repeats, wall_limit, number)


def times_of(
    named_puzzle: NamedPuzzle,
    methods: Sequence[str],
    solver: str,
    repeats: int,
    wall_limit: float | None,
    number: int = 0,
) -> Iterator[Record]:
    """Yield the times of all methods on a puzzle, one row for each run.

    Every method, from `SAT` and `TREE`, first makes a warm-up run.
    If a method does not complete it, the only row of the method is that of the warm-up run.
    Otherwise, the method makes `repeats` ≥ 1 further runs, which give the rows. These runs are
    counterbalanced (`core.measuring.counterbalanced`); `number`, the puzzle's position among all
    puzzles, determines the order. A propagator always uses CaDiCaL. `wall_limit` limits one run, in
    wall-clock seconds.

    Seconds are CPU time.

    Raise `DisagreementError` if the referee rejects a solution, or methods disagree on whether
    there is one.
    """
    name, puzzle = named_puzzle
    method_of: dict[str, str] = {}

    def run_method(method: str) -> Record:
        row = time_once(puzzle, method, solver, wall_limit)
        method_of[row["status"]] = method
        if {SOLVED, UNSOLVABLE} <= method_of.keys():
            raise DisagreementError(
                f"puzzle {puzzle.text}: {method_of[SOLVED]} solves it, {method_of[UNSOLVABLE]} "
                "finds that it has no solution"
            )
        return row

    def row_of(method: str, repeat: int, order: int, measured: Record) -> Record:
        return (
            {"puzzle": name, "rows": puzzle.rows, "cols": puzzle.cols, "k": puzzle.k}
            | {"method": method, "repeat": repeat, "order": order}
            | measured
            | {"wall_limit": wall_limit, "version": version("python-sat")}
        )

    ended_methods = []
    for order, method in enumerate(methods):
        warm_up = run_method(method)
        if warm_up["status"] in ENDED:
            ended_methods.append(method)
        else:
            yield row_of(method, 0, order, warm_up)
    for repeat, order, method in counterbalanced(ended_methods, repeats, number):
        yield row_of(method, repeat, order, run_method(method))


def time_once(puzzle: Puzzle, method: str, solver: str, wall_limit: float | None) -> Record:
    """Solve a puzzle once, and return the values of its row; the referee checks the solution."""
    empty = dict.fromkeys(("variables", "clauses", "repairs", "cuts", "nodes", *COUNTERS, "solver"))
    with gc_disabled():
        if method == TREE:
            return empty | time_tree(puzzle, wall_limit, monotonic)
        return empty | _run_sat(puzzle, method, solver, wall_limit)


def check_methods(methods: Sequence[str], solver: str) -> None:
    """Raise `InputError` if a method or the solver is unknown."""
    method_names = (*SAT, TREE)
    for method in methods:
        if method not in method_names:
            raise InputError(f"unknown method {method!r}; choose from {', '.join(method_names)}")
    check_solver(solver)


def _second_columns(encode: float = 0.0, load: float = 0.0, solve: float = 0.0) -> Record:
    return {"encode_seconds": encode, "load_seconds": load, "solve_seconds": solve}


def time_tree(puzzle: Puzzle, time_limit: float | None, limit_clock: Callable[[], float]) -> Record:
    """Solve a puzzle by tree search, with a limit on wall-clock or CPU time; return the row."""
    clock = Clock(["solve"])
    search = TreeSearch(puzzle, time_limit, limit_clock)
    with clock.step("solve"):
        try:
            solution = next(search.solutions(), None)
            status = SOLVED if solution else UNSOLVABLE
        except (TimeoutError, MemoryError) as error:
            solution, status = None, "timeout" if isinstance(error, TimeoutError) else "memory"
    if solution:
        check_solution(solution)
    return _second_columns(**clock.seconds) | {"nodes": search.expanded, "status": status}


def _run_sat(puzzle: Puzzle, method: str, solver: str, wall_limit: float | None) -> Record:
    encoding, cycle_method = method.split("/")
    with search_of(puzzle, encoding, cycle_method, solver, wall_limit) as search:
        try:
            status = SOLVED if search.next() else UNSOLVABLE
        except TimeoutError:
            status = "timeout"
        counts = search.counters
    return (
        _second_columns(**search.clock.seconds)
        | {"variables": search.variables, "clauses": search.clauses}
        | {"repairs": search.repairs, "cuts": search.cuts}
        | counts
        | {"status": status, "solver": search.solver_name}
    )
