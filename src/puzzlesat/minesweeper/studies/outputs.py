"""Verdicts, and the figure of a trace."""

import click

from puzzlesat.common.command import (
    number_option,
    outputs_option,
)
from puzzlesat.common.errors import error_context
from puzzlesat.minesweeper.cli.options import (
    state_in,
)
from puzzlesat.minesweeper.show.trace import backbone_figure, consistency_figure
from puzzlesat.minesweeper.solve.deduce import SOLVER
from puzzlesat.minesweeper.studies.audit import CONSTRAINTS
from puzzlesat.minesweeper.studies.claims import judged
from puzzlesat.minesweeper.studies.tables import AUDIT
from puzzlesat.report.claims import claims_table
from puzzlesat.report.style import save
from puzzlesat.report.tables import read_frame, write_table


@click.command()
@click.argument("audit_table", metavar="AUDIT")
@click.argument("constraints_table", metavar="CONSTRAINTS")
@outputs_option
def claims(audit_table: str, constraints_table: str, outputs: tuple[str, ...]) -> None:
    """Judge the thesis's claims by the table of the audit and that of the constraints."""
    found = judged(
        read_frame([audit_table], AUDIT),
        read_frame([constraints_table], CONSTRAINTS),
        (audit_table, constraints_table),
    )
    write_table(claims_table(found), outputs)


@click.command()
@click.argument("file")
@click.argument("algorithm", type=click.Choice(["consistency", "backbone"]))
@number_option("state")
@click.option("--step", required=True, type=click.IntRange(1), help="Where to pause, from 1.")
@click.option("--lifting", is_flag=True, help="Reduce models to partial models (backbone).")
@outputs_option
def trace(
    file: str, algorithm: str, number: int, step: int, lifting: bool, outputs: tuple[str, ...]
) -> None:
    """Draw an algorithm on a state in FILE, paused.

    A step of consistency is an assignment that is tried, one of backbone a call of the solver.
    """
    if lifting and algorithm == "consistency":
        raise click.UsageError("--lifting works only with backbone")
    state = state_in(file, number)
    with error_context(f"{file}: state {number}"):
        if algorithm == "consistency":
            drawn = consistency_figure(state, step)
        else:
            drawn = backbone_figure(state, step, SOLVER, lifting)
    save(drawn, outputs)
