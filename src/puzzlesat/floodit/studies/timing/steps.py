"""Exact counts, verdicts on Table 4.1, and their comparison with a reference."""

from itertools import chain
from typing import Any

import click

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.studies.cells import cell_step
from puzzlesat.floodit.studies.timing.compare import EXACT, differences
from puzzlesat.floodit.studies.timing.program import PROGRAM, VALGRIND
from puzzlesat.floodit.studies.timing.rows import count_rows, instruction_rows, size_rows
from puzzlesat.report.steps import Rows


@cell_step(
    "solve",
    click.option(
        "--crossed",
        type=click.IntRange(0),
        default=0,
        show_default=True,
        help="Boards of each (n, k) on which every layout and solver is tried.",
    ),
    programs=[PROGRAM],
)
def counts(**options: Any) -> Rows:
    """Count MiniSat's conflicts and propagations on both encodings."""
    return count_rows(**options)


@cell_step("formula")
def sizes(**options: Any) -> Rows:
    """Count the clauses and literals of both encodings."""
    return size_rows(**options)


@cell_step("solve", programs=[PROGRAM, VALGRIND])
def instructions(**options: Any) -> Rows:
    """Count the instructions of the program minisat by valgrind, where both are installed."""
    return instruction_rows(**options)


@click.command()
@click.argument("results", default="results/timing")
@click.argument("reference", default="reference/timing")
def compare(results: str, reference: str) -> None:
    """Compare the exact tables in RESULTS with those in REFERENCE, byte for byte."""
    found = [
        differences(name, f"{results}/{name}.csv", f"{reference}/{name}.csv") for name in EXACT
    ]
    for comparison in found:
        click.echo(comparison.sentence)
    wrong = list(chain.from_iterable(comparison.wrong for comparison in found))
    for line in wrong:
        click.echo(line)
    if wrong:
        raise DisagreementError(f"{len(wrong)} exact counts differ from the reference")
