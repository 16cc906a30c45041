"""The command that tells how far a run of the workflow is."""

from datetime import datetime
from pathlib import Path

import click

from puzzlesat.report.progress import progress_lines


@click.command()
@click.argument("folder", default=".")
def progress(folder: str) -> None:
    """Tell how far Snakemake is in FOLDER, how long still, and which jobs are slow.

    By its newest run there, also one that has ended: from another terminal, as often as you like
    (watch -n 60 floodit progress).
    """
    for line in progress_lines(Path(folder), datetime.now()):
        click.echo(line)
