"""Times of solvers on formulas for m moves, with m from below the minimum to above it."""

import platform
from collections.abc import Iterator, Sequence

import click

from puzzlesat.common.command import timeout_option
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
from puzzlesat.floodit.board.formats import NAME, SAMPLE, board_of
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close
from puzzlesat.sat.clock import counterbalanced, cpu_seconds
from puzzlesat.sat.solver import check_solver, counters, limited, open_solver, version_of
from puzzlesat_studies.core.steps import Progress, Rows, rows_step


def check_answer(row: Row) -> None:
    """Raise `InputError` if a solver's answer contradicts the minimum."""
    answer = "sat" if row["m"] >= row["minimum"] else "unsat"
    if row["status"] not in (answer, "timeout"):
        raise InputError(f"status is {row['status']}, but {row['minimum']} moves are the minimum")


HARDNESS: Columns = Schema(
    {
        **{"seed": count, "n": positive, "k": positive, "i": count, "minimum": count, "m": count},
        **{"solver": str, "status": one_of("sat", "unsat", "timeout")},
        **{"solve_seconds": duration, "timeout": duration},
    },
    key=[*NAME, "m", "solver"],
    check=check_answer,
    dependent={"minimum": NAME},
)


def hardness_rows(
    rows: Sequence[Row], below: int, above: int, solvers: Sequence[str], timeout: float
) -> Iterator[Row]:
    """Yield the time of every solver for every m around the proven minimum of every board.

    m runs from max(0, minimum - below) to minimum + above. `timeout` is the limit of a solve in
    wall-clock seconds; the yielded times are CPU times. Raise `DisagreementError` if a solver
    contradicts the minimum, or its moves do not flood the board.
    """
    for row in rows:
        bounds = Bounds(board_of(row))
        close(bounds, auto, Limits(), "glucose42")
        p = bounds.upper
        for m in range(max(0, p - below), p + above + 1):
            for _, _, solver in counterbalanced(solvers, 1, m):
                yield (
                    {key: row[key] for key in NAME}
                    | {"minimum": p, "m": m}
                    | _timed(Instance(bounds.board, m), p, solver, timeout)
                )


def _timed(instance: Instance, minimum: int, solver: str, timeout: float) -> Row:
    with open_solver(solver) as oracle:
        oracle.append_formula(instance.formula())
        with limited(oracle, timeout) as decide:
            started = cpu_seconds()
            answer = decide()
            seconds = cpu_seconds() - started
        if answer:
            instance.check(instance.moves(oracle.get_model()))
        counted = counters(oracle)
    if answer is not None and answer != (instance.p >= minimum):
        raise DisagreementError(
            f"board {instance.board.text}: its minimum is {minimum}, but {solver} finds "
            f"{instance.p} moves {'sufficient' if answer else 'insufficient'}"
        )
    return {
        "solver": solver,
        "status": {True: "sat", False: "unsat", None: "timeout"}[answer],
        "solve_seconds": round(seconds, 6),
        **counted,
        "timeout": timeout,
        "version": version_of(solver),
        "host": platform.node(),
    }


@rows_step("solve")
@click.argument("file")
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    required=True,
    help="A SAT solver, by its PySAT name; may be repeated.",
)
@click.option(
    "--below",
    default=5,
    show_default=True,
    type=click.IntRange(0),
    help="Difference between the minimum and the smallest m.",
)
@click.option(
    "--above",
    default=8,
    show_default=True,
    type=click.IntRange(0),
    help="Difference between the largest m and the minimum.",
)
@timeout_option("one solve", required=True)
def hardness(
    file: str, solvers: tuple[str, ...], timeout: float, progress: Progress, **around: int
) -> Rows:
    """Time solvers on the boards of a sample FILE, for numbers of moves m around the minimum."""
    for solver in solvers:
        check_solver(solver, timeout)
    rows = hardness_rows(read_rows(file, SAMPLE), solvers=solvers, timeout=timeout, **around)
    return progress(rows)
