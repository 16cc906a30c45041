"""The command that explains a state."""

from pathlib import Path

import click

from puzzlesat.common.command import number_option, output_option
from puzzlesat.common.errors import error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.minesweeper.cli.options import solver_options, state_in
from puzzlesat.minesweeper.show.explain import page
from puzzlesat.sat.solver import check_incremental


@click.command()
@click.argument("file")
@number_option("state")
@solver_options
@output_option
def explain(file: str, number: int, solver: str, cardinality: str, output: str) -> None:
    """Write a page that steps through propagation and backbones on a state in FILE.

    The page is one file, needs no network, and is opened with a browser.
    """
    check_incremental(solver)
    state = state_in(file, number)
    name = f"state {number} of {Path(file).name if file != '-' else 'standard input'}"
    with error_context(f"{file}: state {number}"):
        text = page(state, name, solver, cardinality)
    with atomic_write(output) as target:
        target.write(text)
