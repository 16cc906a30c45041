"""Prove minima by the verified checker, and draw what has to be trusted."""

from pathlib import Path

import click

from puzzlesat.common.command import Output, outputs_option, timeout_option
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.encode.instance import WRITTEN
from puzzlesat.floodit.studies.verified.rows import proof_rows
from puzzlesat.floodit.studies.verified.trust import trust_figure
from puzzlesat.report.rows import read_rows
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.report.style import save


@rows_step("board")
@click.argument("file")
@click.option(
    "--encoding",
    type=click.Choice(WRITTEN),
    default="minimal",
    show_default=True,
    help="The encoding of the formula that is refuted.",
)
@timeout_option("one board", required=True)
@click.option(
    "--keep",
    cls=Output,
    metavar="DIR",
    help="Keep the proofs here, each in a folder as floodit prove writes.",
)
def measure_proofs(
    file: str, encoding: str, timeout: float, keep: str | None, progress: Progress
) -> Rows:
    """Prove every board of a sample FILE by the verified checker, and measure it.

    Where cake_lpr is not installed, rows say so.
    """
    boards = progress(read_rows(file, SAMPLE))
    kept = Path(keep) if keep else None
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
    return proof_rows(boards, encoding, timeout, kept)


@click.command()
@outputs_option
def trust(outputs: tuple[str, ...]) -> None:
    """Draw what has to be trusted, at each level of evidence for a minimum."""
    save(trust_figure(), outputs)
