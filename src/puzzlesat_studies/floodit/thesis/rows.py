"""The thesis's experiments, board by board: minima (§4.1) and times (§4.2).

Rows are dictionaries from column names to values, as in the CSV files. Every result is checked:
solutions are replayed by the rules of the game, and minima are confirmed by a search without SAT.
"""

import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import click

from puzzlesat.common.command import (
    repeats_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import (
    Columns,
    Row,
    Schema,
    count,
    duration,
    one_of,
    positive,
    read_rows,
)
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import NAME, SAMPLE, board_of
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import check_solution, solution_of
from puzzlesat.floodit.encode.redundant import check_encoding, encoder_of
from puzzlesat.floodit.encode.thesis import Encoder
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.minimum import SEARCHES, decider
from puzzlesat.sat.clock import Clock, counterbalanced, gc_disabled
from puzzlesat.sat.solver import check_solver, counters, limited, open_solver, version_of
from puzzlesat_studies.core.steps import Progress, Rows, rows_step


def check_minimum(row: Row) -> None:
    """Raise `InputError` unless a row's moves flood the board and are as many as those of A*."""
    solution_of(row, "minimum")
    if row["astar"] != row["minimum"]:
        raise InputError(f"minimum is {row['minimum']}, but astar is {row['astar']}")


MINIMA: Columns = Schema(
    SAMPLE | {"minimum": count, "moves": str, "astar": count}, key=NAME, check=check_minimum
)

TIMES: Columns = Schema(
    {
        **{"seed": count, "n": positive, "k": positive, "i": count, "p": count, "encoding": str},
        **{"repeat": count, "encode_seconds": duration, "load_seconds": duration},
        **{"solve_seconds": duration, "status": one_of("sat", "timeout")},
    },
    key=[*NAME, "encoding", "repeat"],
    dependent={"p": NAME},
)

STEPS = ("encode", "load", "solve")
"""The timed steps: generating the clauses, loading them into the solver, and solving."""


def minimum_row(row: Row, search: str, encoding: str, solver: str) -> Row:
    """Return a row of `sample_rows` with the minimum of its board.

    The search is a key of `SEARCHES`, the encoding a name that `encoder_of` accepts. Raise
    `DisagreementError` if the moves do not flood the board, or A* finds another minimum.
    """
    board = board_of(row)
    found = SEARCHES[search](board, decider(board, encoding, solver))
    check_solution(board, found.moves, found.p)
    confirmed = len(astar(ClusterGraph.of(board)))
    if confirmed != found.p:
        raise DisagreementError(
            f"board {board.text}: SAT finds the minimum {found.p}, but A* finds {confirmed}"
        )
    return row | {
        "minimum": found.p,
        "moves": board.written(found.moves),
        "queries": " ".join(map(str, found.queries)),
        "astar": confirmed,
    }


def timing_rows(
    rows: Iterable[Row],
    encodings: Sequence[str],
    solver: str,
    repeats: int,
    timeout: float | None,
) -> Iterator[Row]:
    """Yield the times of each encoding at the minima of boards, one row for each solve.

    Every encoding first runs once, untimed, on the first board. On later boards, the first of five
    runs takes 1 to 5% longer than the others, which hardly affects the median over repeats.
    Encodings are interleaved. The time limit of a solve is in wall-clock seconds.
    """
    # only once, since looking up the version takes a fifth of a millisecond
    made_with = {"solver": solver, "version": version_of(solver), "host": platform.node()}
    for number, row in enumerate(rows):
        board, p = board_of(row), row["minimum"]
        if number == 0:
            for name in encodings:
                time_once(board, p, name, solver, timeout)
        for repeat, order, name in counterbalanced(encodings, repeats, row["i"]):
            yield (
                {key: row[key] for key in NAME}
                | {"p": p, "encoding": name, "repeat": repeat, "order": order}
                | time_once(board, p, name, solver, timeout)
                | made_with
            )


def time_once(
    board: Board,
    p: int,
    encoding: str,
    solver: str,
    timeout: float | None,
    expected: str = "sat",
    label: str = "",
) -> Row:
    """Encode, load and solve a board once; return the row of `solve_timed`, and check the answer.

    Raise `DisagreementError` if the answer is not `expected`, or the moves do not flood the board.
    The message contains the name of the encoding, or `label` if given.
    """
    moves, row = solve_timed(partial(encoder_of, board, encoding), p, solver, timeout)
    if row["status"] not in (expected, "timeout"):
        raise DisagreementError(
            f"board {board.text}: with {label or encoding}, {solver} returns {row['status']} for "
            f"{p} moves"
        )
    if moves is not None:
        check_solution(board, moves, p)
    return row


def solve_timed(
    make: Callable[[], Encoder], p: int, solver: str, timeout: float | None
) -> tuple[list[int] | None, Row]:
    """Time a new solver on the query for p moves; return the moves of a model, if any, and a row.

    The row contains the CPU time of each of `STEPS` in seconds, the solver's counters, the
    formula's size, and ``status``: ``sat``, ``unsat`` or ``timeout``. `make` creates the encoder;
    its time counts as encoding. The time limit for solving is in wall-clock seconds.
    """
    clock = Clock(STEPS)
    with gc_disabled(), open_solver(solver) as oracle:
        with clock.step("encode"):
            encoder = make()
            formula = encoder.formula(p)
            clauses = list(formula)
        with clock.step("load"):
            oracle.append_formula(clauses)
        with limited(oracle, timeout) as decide, clock.step("solve"):
            answer = decide()
        model = oracle.get_model()
        counted = counters(oracle)
        del clauses  # before the garbage collector is enabled again
    return (
        encoder.moves(model, p) if answer else None,
        {f"{step}_seconds": seconds for step, seconds in clock.seconds.items()}
        | counted
        | {
            "variables": formula.variables,
            "clauses": len(formula),
            "status": {True: "sat", False: "unsat", None: "timeout"}[answer],
        },
    )


def checked_encoding(
    context: click.Context, parameter: click.Parameter, given: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Return the given names of encodings; raise `InputError` if one does not exist."""
    for name in (given,) if isinstance(given, str) else given:
        check_encoding(name)
    return given


@rows_step("board")
@click.argument("file")
@click.option(
    "--search",
    type=click.Choice(list(SEARCHES)),
    default="bounded",
    show_default=True,
    help="The search of the thesis's Fig. 4.1 (bisection) or Fig. 4.3 (bounded).",
)
@click.option(
    "--encoding",
    callback=checked_encoding,
    default="minimal",
    show_default=True,
    help="minimal, extended, reduced, minimal+NAME, or a Python file with redundant clauses.",
)
@solver_option("minisat22")
def minimum(file: str, progress: Progress, **options: str) -> Rows:
    """Find the minimum of every board in a sample FILE, and confirm it by a replay and by A*."""
    check_solver(options["solver"])
    return (minimum_row(row, **options) for row in progress(read_rows(file, SAMPLE)))


@rows_step("board")
@click.argument("file")
@click.option(
    "--encoding",
    "encodings",
    multiple=True,
    callback=checked_encoding,
    default=("minimal", "extended"),
    show_default=True,
    help="An encoding to time; may be repeated.",
)
@repeats_option(5)
@timeout_option("one solve")
@solver_option("minisat22")
def time(
    file: str,
    encodings: tuple[str, ...],
    repeats: int,
    timeout: float | None,
    solver: str,
    progress: Progress,
) -> Rows:
    """Time the encodings at the minimum of every board in a FILE of minima."""
    check_solver(solver, timeout)
    if len(set(encodings)) < len(encodings):
        raise InputError("duplicate --encoding")
    return timing_rows(progress(read_rows(file, MINIMA)), encodings, solver, repeats, timeout)
