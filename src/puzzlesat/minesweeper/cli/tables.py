"""The command that judges claims, which needs two tables."""

import click

from puzzlesat.common.command import outputs_option
from puzzlesat.minesweeper.studies.audit import CONSTRAINTS
from puzzlesat.minesweeper.studies.claims import judged
from puzzlesat.minesweeper.studies.tables import AUDIT
from puzzlesat.report.claims import claims_table
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
