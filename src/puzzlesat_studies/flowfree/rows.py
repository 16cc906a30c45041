"""Running times of the methods on puzzles, one row for each run.

The referee checks all solutions, and the methods must agree on whether there is one.
"""

import platform
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from time import monotonic

import click

from puzzlesat.common.command import repeats_option, solver_option, timeout_option
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, number, one_of, positive
from puzzlesat.flowfree.board.formats import Named, read_all_named
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import check_solution
from puzzlesat.flowfree.encode.methods import ENCODINGS, METHODS, solver_of
from puzzlesat.flowfree.solve import external
from puzzlesat.flowfree.solve.search import STEPS, Search
from puzzlesat.flowfree.solve.tree import TreeSearch
from puzzlesat.sat.clock import Clock, counterbalanced, gc_disabled
from puzzlesat.sat.solver import COUNTERS, check_solver
from puzzlesat_studies.core.steps import Progress, rows_step

SAT = tuple(f"{encoding}/{method}" for encoding in ENCODINGS for method in METHODS)
"""The names of the SAT methods: an encoding, and a method that excludes cycles."""

TREE, EXTERNAL = "tree", "external"
"""The names of tree search and of an external program from the configuration."""

SOLVED, UNSOLVABLE = "solved", "unsolvable"
ENDED = (SOLVED, UNSOLVABLE, "unchecked")
"""The statuses of completed runs."""

STATUS = (SOLVED, UNSOLVABLE, "timeout", "memory", "unchecked", "failed")
"""The statuses of runs; the last two are for an external program (`external.Outcome`)."""

TIMES: Columns = Schema(
    {
        **{"puzzle": str, "rows": positive, "cols": positive, "k": positive},
        **{"method": one_of(*SAT, TREE, EXTERNAL), "repeat": count},
        **{f"{step}_seconds": duration for step in STEPS},
        **{"variables": number, "clauses": number, "repairs": number, "cuts": number},
        **{"nodes": number, **dict.fromkeys(COUNTERS, number)},
        **{"status": one_of(*STATUS), "limit": number},
    },
    key=["puzzle", "method", "repeat"],
    dependent={fact: ["puzzle"] for fact in ("rows", "cols", "k")},
)
"""The columns of times. A column that does not apply to a method is empty."""


@rows_step("puzzle")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    "methods",
    multiple=True,
    default=("links/repair", "tree"),
    show_default=True,
    help="ENCODING/METHOD, tree, or external; may be repeated. Propagators always use cadical195.",
)
@repeats_option(3)
@timeout_option("one run")
@click.option(
    "--external",
    "command",
    default="",
    help="Command line of the external program; {puzzle} stands for the path of the puzzle's file.",
)
@solver_option("minisat22")
def time(
    files: Sequence[str],
    methods: Sequence[str],
    repeats: int,
    timeout: float | None,
    command: str,
    solver: str,
    progress: Progress,
) -> Iterator[Row]:
    """Time methods on the puzzles in FILES."""
    words = external.words_of(command)
    check_methods(methods, solver, timeout, words)
    return (
        row
        for number, named in enumerate(progress(read_all_named(files)))
        for row in timing_rows(named, methods, solver, repeats, timeout, words, number)
    )


def timing_rows(
    named: Named,
    methods: Sequence[str],
    solver: str,
    repeats: int,
    timeout: float | None,
    command: Sequence[str] = (),
    number: int = 0,
) -> Iterator[Row]:
    """Yield the times of all methods on a puzzle, one row for each run.

    Every method, from `SAT`, `TREE` and `EXTERNAL` (run by `command`), first makes a warm-up run.
    If a method does not complete it, the only row of the method is that of the warm-up run.
    Otherwise, the method makes `repeats` ≥ 1 further runs, which give the rows. These
    runs are counterbalanced (`clock.counterbalanced`); `number`, the puzzle's position among all
    puzzles, determines the order. A propagator always uses `PROPAGATING`. `timeout` limits one run,
    in wall-clock seconds.

    The columns are `TIMES`, ``order`` (0 for the first method), the solver, its version and the
    host. Seconds are CPU time.

    Raises `DisagreementError` if the referee rejects a solution, or methods disagree on whether
    there is one.
    """
    name, puzzle = named
    method_of: dict[str, str] = {}

    def run(method: str) -> Row:
        row = time_once(puzzle, method, solver, timeout, command)
        method_of[row["status"]] = method
        if {SOLVED, UNSOLVABLE} <= method_of.keys():
            raise DisagreementError(
                f"puzzle {puzzle.text}: {method_of[SOLVED]} solves it, {method_of[UNSOLVABLE]} "
                "finds that it has no solution"
            )
        return row

    def row_of(method: str, repeat: int, order: int, measured: Row) -> Row:
        return (
            {"puzzle": name, "rows": puzzle.rows, "cols": puzzle.cols, "k": puzzle.k}
            | {"method": method, "repeat": repeat, "order": order}
            | measured
            | {"limit": timeout, "version": version("python-sat"), "host": platform.node()}
        )

    ending = []
    for order, method in enumerate(methods):
        first = run(method)
        if first["status"] in ENDED:
            ending.append(method)
        else:
            yield row_of(method, 0, order, first)
    for repeat, order, method in counterbalanced(ending, repeats, number):
        yield row_of(method, repeat, order, run(method))


def time_once(
    puzzle: Puzzle, method: str, solver: str, timeout: float | None, command: Sequence[str]
) -> Row:
    """Solve a puzzle once, and return the values of its row; the referee checks the solution."""
    empty = dict.fromkeys(("variables", "clauses", "repairs", "cuts", "nodes", *COUNTERS, "solver"))
    with gc_disabled():
        if method == EXTERNAL:
            outcome = external.run(command, puzzle, timeout)
            return _seconds(solve=outcome.seconds) | empty | {"status": outcome.status}
        if method == TREE:
            return empty | time_tree(puzzle, timeout, monotonic)
        return empty | _sat(puzzle, method, solver, timeout)


def check_methods(
    methods: Sequence[str], solver: str, timeout: float | None, command: Sequence[str]
) -> None:
    """Raise `InputError` if a method is unknown or repeated, or `timeout` is not supported."""
    known = (*SAT, TREE, EXTERNAL)
    for method in methods:
        if method not in known:
            raise InputError(f"unknown method {method!r}; choose from {', '.join(known)}")
    if len(set(methods)) < len(methods):
        raise InputError("duplicate --method")
    check_solver(solver, timeout)
    if EXTERNAL in methods:
        external.check_command(command)


def _seconds(encode: float = 0.0, load: float = 0.0, solve: float = 0.0) -> Row:
    return {"encode_seconds": encode, "load_seconds": load, "solve_seconds": solve}


def time_tree(puzzle: Puzzle, timeout: float | None, limited_by: Callable[[], float]) -> Row:
    """Solve a puzzle by tree search, with a limit on wall-clock or CPU time; return the row."""
    clock = Clock(["solve"])
    search = TreeSearch(puzzle, timeout, limited_by)
    with clock.step("solve"):
        try:
            solution = next(search.solutions(), None)
            status = SOLVED if solution else UNSOLVABLE
        except (TimeoutError, MemoryError) as error:
            solution, status = None, "timeout" if isinstance(error, TimeoutError) else "memory"
    if solution:
        check_solution(solution)
    return _seconds(**clock.seconds) | {"nodes": search.expanded, "status": status}


def _sat(puzzle: Puzzle, method: str, solver: str, timeout: float | None) -> Row:
    encoding, cycles = method.split("/")
    solver = solver_of(cycles, solver)
    with Search(puzzle, encoding, cycles, solver, timeout) as search:
        try:
            status = SOLVED if search.next() else UNSOLVABLE
        except TimeoutError:
            status = "timeout"
        counted = search.counters
    return (
        _seconds(**search.clock.seconds)
        | {"variables": search.variables, "clauses": search.clauses}
        | {"repairs": search.repairs, "cuts": search.cuts}
        | counted
        | {"status": status, "solver": solver}
    )
