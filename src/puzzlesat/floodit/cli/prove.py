"""The commands that prove minima for a verified checker, and have such proofs checked."""

from pathlib import Path

import click

from puzzlesat.common.command import Output, number_option, quiet_option, timeout_option
from puzzlesat.common.errors import InputError, error_context, item_at
from puzzlesat.floodit.cli.check import held_minima
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.encode.instance import WRITTEN, read_instance
from puzzlesat.floodit.prove import drat, verified
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.sat.evidence import MANIFEST, in_words


@click.command()
@click.argument("file")
@format_option
@start_option()
@number_option("board")
@click.option(
    "--encoding",
    type=click.Choice(WRITTEN),
    default="minimal",
    show_default=True,
    help="The encoding of the formula that is refuted.",
)
@timeout_option("search and check together")
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="Where to write the files."
)
def prove(
    file: str,
    format_: str,
    start: Start | None,
    number: int,
    encoding: str,
    timeout: float | None,
    folder: str,
) -> None:
    """Prove the minimum of a board in FILE, and keep the proof in DIR.

    DIR gets the formula for one move less, a proof that it is unsatisfiable, a shortest solution, a
    model of the formula for the minimum, and a manifest, once cake_lpr has accepted the proof. That
    is a checker whose machine code is proved to be correct.
    """
    board = item_at(boards_in(file, format_, start), number, file, "board")
    with error_context(f"{file}, board {number}"):
        proven = verified.prove(board, Path(folder), encoding, Limits.of(timeout))
    click.echo(proven.in_words())


@click.command()
@click.argument("folder", metavar="DIR")
@timeout_option("each check")
@quiet_option
def verify(folder: str, timeout: float | None, quiet: bool) -> None:
    """Verify the minima in DIR, which floodit prove, solve --certificate or certify has written.

    Solutions are replayed, formulas are written anew from the boards and compared with those in DIR
    byte by byte, and proofs are checked by another program: cake_lpr for what floodit prove has
    written, where the solution's model is checked clause by clause as well.
    """
    manifest, table = Path(folder, MANIFEST), Path(folder, drat.TABLE)
    if manifest.exists() and table.exists():
        raise InputError(
            f"{folder} holds both {manifest.name} and {table.name}; move the files of one of them "
            "to a folder of their own"
        )
    if manifest.exists():
        click.echo(verified.verify(Path(folder), Limits.of(timeout)).in_words())
        return
    names = []
    for name, board, minimum in drat.verify(Path(folder), timeout):
        names.append(name)
        if not quiet:
            click.echo(f"{name}, {board.subject} needs {minimum} moves")
    click.echo(f"{held_minima(len(names))}, by certificate")


@click.command()
@click.argument("file")
@timeout_option("search and check together")
@click.option(
    "-o",
    "--output",
    cls=Output,
    required=True,
    metavar="FILE",
    help="Where to write the proof; one that ends in .gz or .xz is compressed.",
)
def refute(file: str, timeout: float | None, output: str) -> None:
    """Prove that the instance in FILE is unsatisfiable, for cake_lpr, the verified checker.

    The proof, in the LRAT format, is kept once cake_lpr has accepted it. No SAT solver takes part.
    """
    instance = read_instance(file)
    with error_context(file):
        refuted = verified.refute(instance, Path(output), Limits.of(timeout))
    click.echo(f"unsatisfiable, {in_words(refuted.seconds)}")
