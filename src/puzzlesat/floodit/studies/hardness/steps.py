"""Measure how hard boards are around their minima."""

import click

from puzzlesat.common.command import (
    output_option,
    progress,
    timeout_option,
)
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.studies.hardness.rows import (
    hardness_rows,
)
from puzzlesat.report.rows import read_rows, write_rows
from puzzlesat.sat.solver import check_solver


@click.command()
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
@output_option
def hardness(
    file: str, solvers: tuple[str, ...], below: int, above: int, timeout: float, output: str
) -> None:
    """Time solvers on the boards of a sample FILE, for m around the minimum."""
    for solver in solvers:
        check_solver(solver, timeout)
    rows = hardness_rows(read_rows(file, SAMPLE), below, above, solvers, timeout)
    write_rows(progress(rows, unit="solve"), output)
