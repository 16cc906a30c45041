"""Time other programs and ours on the same files, interleaved, as ratios with their spread.

    python benchmarks/peers.py FOLDER [--repeats 5]

``FOLDER/peers.toml`` lists what is compared. A command runs in FOLDER, without a
shell; one with a slash is a program there::

    [[work]]
    name = "14x14x6, 1000 boards"
    program = "ColorFill"
    theirs = "colorfill 14x14x6.txt"
    ours = "floodit solve 14x14x6.txt --json --quiet"

Both commands run once to warm up. Then they alternate, and which runs first alternates as well. A
ratio is the wall-clock time of the other program divided by ours, in the same repeat: the table has
the median and the range. A program that is not installed, or fails, has a row with the reason.
"""

import shlex
import shutil
import statistics
import subprocess
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

import click


class Work(NamedTuple):
    """Two commands that do the same."""

    name: str
    program: str
    theirs: str
    ours: str


class AbsentError(Exception):
    """Why a command cannot be timed."""


def read_work(folder: Path) -> list[Work]:
    """Return what the folder's ``peers.toml`` lists."""
    file = folder / "peers.toml"
    try:
        entries = tomllib.loads(file.read_text())["work"]
        return [Work(**entry) for entry in entries]
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise click.ClickException(
            f"{file}: each [[work]] needs {', '.join(Work._fields)} ({error})"
        ) from None


def seconds(command: str, folder: Path) -> float:
    """Run a command, and return the wall-clock time."""
    words = shlex.split(command)
    words[0] = str(folder.resolve() / words[0]) if "/" in words[0] else words[0]
    if shutil.which(words[0]) is None:
        raise AbsentError(f"{words[0]} is not installed")
    started = time.perf_counter()
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise AbsentError(f"{words[0]}: {error.strerror}") from None
    if done.returncode:
        raise AbsentError(f"{words[0]} exits with status {done.returncode}")
    return time.perf_counter() - started


def interleaved(work: Work, folder: Path, repeats: int) -> list[tuple[float, float]]:
    """Return pairs of their time and ours."""
    pairs = []
    for repeat in range(repeats + 1):
        if repeat % 2:
            own = seconds(work.ours, folder)
            other = seconds(work.theirs, folder)
        else:
            other = seconds(work.theirs, folder)
            own = seconds(work.ours, folder)
        pairs.append((other, own))
    return pairs[1:]


def row(work: Work, folder: Path, repeats: int) -> str:
    """Return the row of a table in Markdown."""
    try:
        pairs = interleaved(work, folder, repeats)
    except AbsentError as error:
        return f"| {work.name} | {work.program} | | | {error} |"
    ratios = [other / own for other, own in pairs]
    other, own = (statistics.median(times) for times in zip(*pairs, strict=True))
    spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    return f"| {work.name} | {work.program} | {other:.3g} | {own:.3g} | {spread} |"


@click.command(help=__doc__.splitlines()[0])
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--repeats", type=click.IntRange(1), default=5, show_default=True)
def main(folder: Path, repeats: int) -> None:
    """Print the table."""
    click.echo("| work | program | its s | our s | ratio, median (range) |")
    click.echo("|---|---|---|---|---|")
    for work in read_work(folder):
        click.echo(row(work, folder, repeats))


if __name__ == "__main__":
    main()
