"""The command that writes constraint networks."""

import click

from puzzlesat.common.command import number_option, output_option
from puzzlesat.common.files import atomic_write
from puzzlesat.minesweeper.cli.options import state_in
from puzzlesat.minesweeper.encode.definitions import constraint_network, listing


@click.command()
@click.argument("file")
@number_option("state")
@output_option
def network(file: str, number: int, output: str) -> None:
    """Write the constraint network of a state in FILE: variables, domains, constraints."""
    lines = listing(constraint_network(state_in(file, number)))
    with atomic_write(output) as target:
        target.writelines(f"{line}\n" for line in lines)
