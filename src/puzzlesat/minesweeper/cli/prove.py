"""The commands that prove what is certain for a verified checker, and have proofs checked."""

from pathlib import Path

import click

from puzzlesat.common.command import number_option, timeout_option
from puzzlesat.common.errors import error_context
from puzzlesat.minesweeper.cli.options import cardinality_option, state_in
from puzzlesat.minesweeper.prove import verified


@click.command()
@click.argument("file")
@number_option("state")
@cardinality_option
@timeout_option("proof and check together")
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="Where to write the files."
)
def prove(file: str, number: int, cardinality: str, timeout: float | None, folder: str) -> None:
    """Prove which fields of a state in FILE are mines or safe, and keep the proof in DIR.

    DIR gets a formula that says that some of these fields is otherwise, a proof that it is
    unsatisfiable, a placement of mines that fits, its model, and a manifest, once cake_lpr has
    accepted the proof. That is a checker whose machine code is proved to be correct.
    """
    state = state_in(file, number)
    with error_context(f"{file}, state {number}"):
        proven = verified.prove(state, Path(folder), cardinality, timeout)
    click.echo(proven.in_words())


@click.command()
@click.argument("folder", metavar="DIR")
@timeout_option("the check")
def verify(folder: str, timeout: float | None) -> None:
    """Verify what minesweeper prove has written to DIR.

    The placement of mines is judged by the rules, its model checked clause by clause, the formula
    written anew from the state and compared with that in DIR byte by byte, and the proof checked by
    cake_lpr.
    """
    click.echo(verified.verify(Path(folder), timeout).in_words())
