"""Comparison of exact tables with those of the reference run, line by line."""

from itertools import chain
from pathlib import Path
from typing import NamedTuple

import click

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import read_rows
from puzzlesat_studies.floodit.timing.tables import CROSS, EFFECTS, SIZE

EXACT = {"effects": EFFECTS, "cross": CROSS, "size": SIZE}
"""The tables that are the same on every machine, by name."""


class Comparison(NamedTuple):
    """A summary, and the lines that differ although the version is the same."""

    sentence: str
    wrong: list[str]


def differences(name: str, results: str, reference: str) -> Comparison:
    """Compare two files of a table in `EXACT` line by line, as text.

    Lines made with different versions of a solver may differ. Raise `InputError` if a file is not
    such a table, or no line of one file is on the same boards as a line of the other.
    """
    ours, theirs = (_lines(name, path) for path in (results, reference))
    shared = [key for key in ours if key in theirs]
    if not shared:
        raise InputError(f"{results} and {reference} have no line on the same boards")
    unlike = [key for key in shared if ours[key] != theirs[key]]
    other = [key for key in shared if ours[key].version != theirs[key].version]
    sentence = f"{name}: {len(shared) - len(unlike)} of {len(shared)} shared lines are identical"
    if alone := len(ours) + len(theirs) - 2 * len(shared):
        sentence += f"; {alone} are in one file only"
    for version in sorted({(ours[key].version, theirs[key].version) for key in other}):
        sentence += f"; made with {version[0]} instead of {version[1]}"
    return Comparison(sentence, [ours[key].text for key in unlike if key not in set(other)])


class _Line(NamedTuple):
    text: str
    version: str


def _lines(name: str, path: str) -> dict[tuple[object, ...], _Line]:
    rows = read_rows(path, EXACT[name])
    texts = Path(path).read_text(encoding="utf-8").splitlines()[1:]
    return {
        tuple(row[key] for key in (*EXACT[name].key, "boards")): _Line(text, row.get("version", ""))
        for row, text in zip(rows, texts, strict=True)
    }


@click.command()
@click.argument("results", default="results/timing")
@click.argument("reference", default="reference/timing")
def compare(results: str, reference: str) -> None:
    """Compare the exact tables in RESULTS with those in REFERENCE, byte for byte."""
    found = [
        differences(name, f"{results}/{name}.csv", f"{reference}/{name}.csv") for name in EXACT
    ]
    for comparison in found:
        click.echo(comparison.sentence)
    wrong = list(chain.from_iterable(comparison.wrong for comparison in found))
    for line in wrong:
        click.echo(line)
    if wrong:
        raise DisagreementError(f"{len(wrong)} exact counts differ from the reference")
