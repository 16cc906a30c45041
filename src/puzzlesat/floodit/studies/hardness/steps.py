"""Measure how hard boards are around their minima."""

import click

from puzzlesat.common.command import timeout_option
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.studies.hardness.rows import hardness_rows
from puzzlesat.report.rows import read_rows
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.sat.solver import check_solver


@rows_step("solve")
@click.argument("file")
@click.option(
    "--solver", "solvers", multiple=True, required=True, help="PySAT's name; may be repeated."
)
@click.option(
    "--below",
    default=5,
    show_default=True,
    type=click.IntRange(0),
    help="How far below the minimum m begins.",
)
@click.option(
    "--above",
    default=8,
    show_default=True,
    type=click.IntRange(0),
    help="How far above the minimum m ends.",
)
@timeout_option("one solve", required=True)
def hardness(
    file: str,
    solvers: tuple[str, ...],
    below: int,
    above: int,
    timeout: float,
    progress: Progress,
) -> Rows:
    """Time solvers on the boards of a sample FILE, for m around the minimum."""
    for solver in solvers:
        check_solver(solver, timeout)
    return progress(hardness_rows(read_rows(file, SAMPLE), below, above, solvers, timeout))
