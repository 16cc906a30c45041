"""The commands that make and check an artifact; `make artifact` and `make artifact-check` run them.

They are not among those of `floodit`, as only who publishes or reviews needs them.
"""

import os
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from puzzlesat.common.command import Program
from puzzlesat.common.errors import InputError
from puzzlesat.report.artifact.checking import check
from puzzlesat.report.artifact.making import check_run, committed, make


@click.group(cls=Program, name="artifact")
def main() -> None:
    """Make an archive of code and results, or check one."""
    for module in ("rocrate", "rocrate_validator"):
        if find_spec(module) is None:
            raise InputError("rocrate and roc-validator are not installed; make artifact does that")


@main.command("make")
@click.option("--run", default=".", show_default=True, help="The folder in which Snakemake ran.")
@click.option("-o", "--output", default="dist", show_default=True, help="The archive's folder.")
def make_artifact(run: str, output: str) -> None:
    """Pack the code of this folder as committed, and what a run has made, into one archive."""
    root = Path()
    commit = committed(root)
    check_run(root, Path(run))
    path = make(root, Path(run), Path(output), commit)
    click.echo(f"{path}  {path.stat().st_size / 1e6:.1f} MB")


@main.command("check")
@click.argument("archive")
@click.option("--cores", default=os.cpu_count() or 1, show_default=True, help="For Snakemake.")
def check_artifact(archive: str, cores: int) -> None:
    """Check an ARCHIVE elsewhere: its files, its description, and minima found anew."""
    with TemporaryDirectory(prefix="artifact-") as folder:
        told = check(Path(archive), Path(folder), cores, lambda text: click.echo(f"{text} …"))
    click.echo(told)


if __name__ == "__main__":
    main()
