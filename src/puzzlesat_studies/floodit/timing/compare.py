"""Comparison of exact tables with those of the reference run, line by line."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat_studies.core.study import read_rows
from puzzlesat_studies.floodit.timing import STUDY

KEY = ("numbering", "order", "tautologies", "solver", "query", "measure", "n", "k", "boards")
"""The columns that identify a line, as far as a table has them."""

EXACT = ("effects", "cross", "size")
"""The tables that are the same on every machine."""


class Comparison(NamedTuple):
    """A summary, and the lines that differ although the version is the same."""

    sentence: str
    wrong: list[str]


def differences(name: str, results: str, reference: str) -> Comparison:
    """Compare two files of one of the tables `EXACT` line by line, as text.

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
    row = STUDY.steps["table", name].row
    assert row is not None
    rows = [each.model_dump() for each in read_rows([path], row)]
    texts = Path(path).read_text(encoding="utf-8").splitlines()[1:]
    return {
        tuple(each.get(key) for key in KEY): _Line(text, each.get("version", ""))
        for each, text in zip(rows, texts, strict=True)
    }


def compare(results: str, reference: str) -> Iterator[str]:
    """Yield sentences that compare the exact tables of a run with the reference, byte for byte.

    Raise `DisagreementError` at the end if a count differs.
    """
    found = [
        differences(name, f"{results}/{name}.csv", f"{reference}/{name}.csv") for name in EXACT
    ]
    yield from (comparison.sentence for comparison in found)
    wrong = [line for comparison in found for line in comparison.wrong]
    yield from wrong
    if wrong:
        raise DisagreementError(f"{len(wrong)} exact counts differ from the reference")
