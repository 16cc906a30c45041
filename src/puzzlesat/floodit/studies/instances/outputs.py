"""The table and the description of instances."""

import click

from puzzlesat.common.command import (
    output_option,
    outputs_option,
)
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.studies.instances.rows import (
    ATTEMPTED,
    ATTEMPTS,
    INSTANCES,
)
from puzzlesat.floodit.studies.instances.tables import (
    description,
    instances_printed,
    instances_table,
)
from puzzlesat.report.provenance import environment
from puzzlesat.report.tables import read_frame, write_table


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--attempt", "attempts", multiple=True, metavar="FILE", help="A solver's attempts; repeatable."
)
@outputs_option
def instances(files: tuple[str, ...], attempts: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Gather the instances in FILES of rows, and what a solver made of them."""
    table = instances_table(read_frame(files, INSTANCES), read_frame(attempts, ATTEMPTS))
    write_table(table, outputs, printed=instances_printed(table))


@click.command()
@click.argument("table")
@output_option
def describe(table: str, output: str) -> None:
    """Describe the instances in a TABLE of instances on a page, as the competitions ask for."""
    described = read_frame([table], ATTEMPTED).replace({"status": {"": None}})
    with atomic_write(output) as file:
        file.write(description(described, environment()))
