"""The figure of an algorithm's trace, and the listing of a constraint network."""

import click

from puzzlesat.common.command import number_option, output_option, outputs_option
from puzzlesat.common.errors import error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.minesweeper.cli.options import state_in
from puzzlesat.minesweeper.encode.definitions import constraint_network, listing
from puzzlesat_studies.core.style import save
from puzzlesat_studies.minesweeper.drawing import backbone_figure, consistency_figure


@click.command()
@click.argument("file")
@click.argument("algorithm", type=click.Choice(["consistency", "backbone"]))
@number_option("state")
@click.option(
    "--step", required=True, type=click.IntRange(1), help="Step at which to pause, counted from 1."
)
@click.option("--lifting", is_flag=True, help="Reduce models to partial models (backbone).")
@outputs_option
def trace(
    file: str, algorithm: str, number: int, step: int, lifting: bool, outputs: tuple[str, ...]
) -> None:
    """Draw an algorithm's run on a state in FILE, paused at a step.

    Each step of consistency tries one assignment; each step of backbone is one call of the solver.
    """
    if lifting and algorithm == "consistency":
        raise click.UsageError("--lifting works only with backbone")
    state = state_in(file, number)
    with error_context(f"{file}: state {number}"):
        if algorithm == "consistency":
            drawn = consistency_figure(state, step)
        else:
            drawn = backbone_figure(state, step, lifting)
    save(drawn, outputs)


@click.command()
@click.argument("file")
@number_option("state")
@output_option
def network(file: str, number: int, output: str) -> None:
    """Write the constraint network of a state in FILE: its variables, domains and constraints."""
    lines = listing(constraint_network(state_in(file, number)))
    with atomic_write(output) as target:
        target.writelines(f"{line}\n" for line in lines)
