"""Measure methods and other programs on public sets of boards."""

import click

from puzzlesat.common.command import solver_option
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.studies.baselines.rows import set_rows
from puzzlesat.floodit.studies.frontier.steps import contender_options, contenders_of
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.sat.solver import check_solver


@rows_step("board")
@click.argument("file")
@format_option
@start_option()
@click.option("--name", required=True, help="What rows call the set.")
@click.option(
    "--published",
    type=click.IntRange(0),
    default=0,
    metavar="TOTAL",
    help="The total of the minima as it was published.",
)
@contender_options
@solver_option("glucose42")
def measure_set(
    file: str,
    format_: str,
    start: Start | None,
    name: str,
    published: int,
    methods: tuple[str, ...],
    programs: tuple[tuple[str, str, str, str], ...],
    timeout: float,
    memory: int,
    solver: str,
    progress: Progress,
) -> Rows:
    """Measure what methods prove about the boards in FILE, a public set, and at what cost.

    A program whose COMMAND has {set} instead of {file} is given all boards at once; {start} in it
    is the row and column from which play starts.
    """
    check_solver(solver, timeout)
    contenders = contenders_of(methods, programs)
    boards = boards_in(file, format_, start)
    rows = (
        row
        for method in contenders
        for row in set_rows(name, boards, published, method, timeout, memory << 20, solver)
    )
    return progress(rows, total=len(contenders) * len(boards))
