"""Claims of the source texts, and verdicts on them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field

import click
import pandas as pd

from puzzlesat.common.rows import Columns, Schema, one_of
from puzzlesat_studies.core.tables import read_frame, summary, write_table

THESIS = "Flood-It thesis"
PAPER = "competition paper"
POST = "Flow Free post"
GNOMINE = "Gnomine thesis"

SOURCES = (THESIS, PAPER, POST, GNOMINE)
"""The sources of the claims, in the order of docs/sources.md."""

HOLDS = "holds"
LIMITS = "holds with limits"
FAILS = "does not hold"
OPEN = "cannot be decided"

VERDICTS = (HOLDS, LIMITS, FAILS, OPEN)

TEXT, EXTENSION = ORIGINS = ("text", "extension")
"""The origins of a claim: the source text, or this project, which extends a claim of the text."""

LEVEL = 0.05
"""The significance level; with Holm's correction, it applies to all tests of a table together."""


@dataclass(frozen=True)
class Verdict:
    """A claim, in one sentence, and its verdict, one of `VERDICTS`.

    `source` is one of `SOURCES`, and `section` is the claim's place in it. `measured` describes the
    measurement in full sentences, with sample size, confidence interval and test.
    docs/sources.md refers to the claim by its `name`, which is unique within the source.
    `origin` is one of `ORIGINS`.
    """

    claim: str
    section: str
    measured: str
    verdict: str
    source: str = THESIS
    name: str = field(kw_only=True)
    origin: str = field(default=TEXT, kw_only=True)

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is not a verdict")
        if self.source not in SOURCES:
            raise ValueError(f"{self.source!r} is not a source")
        if self.origin not in ORIGINS:
            raise ValueError(f"{self.origin!r} is not an origin")


CLAIMS: Columns = Schema(
    {
        **{"source": str, "origin": one_of(*ORIGINS), "name": str, "section": str, "claim": str},
        **{"measured": str, "verdict": one_of(*VERDICTS), "evidence": str},
    },
    key=["source", "name"],
)
"""The columns of `claims_table`."""


def claims_table(judged: Iterable[tuple[Verdict, str]]) -> pd.DataFrame:
    """Return a row for each claim, given verdicts with the paths of their `evidence`.

    Raise `ValueError` if two claims of a source have the same name.
    """
    judged = list(judged)
    names = Counter((verdict.source, verdict.name) for verdict, _ in judged)
    if twice := [name for name, number in names.items() if number > 1]:
        raise ValueError(f"two claims have the name {twice[0]}")
    return pd.DataFrame(
        [asdict(verdict) | {"evidence": evidence} for verdict, evidence in judged],
        columns=list(CLAIMS),
    )


AND = "; "
"""The separator of the files of evidence for a claim; the strongest evidence comes first."""


def evidence(names: str | Sequence[str], files: Mapping[str, str]) -> str:
    """Return the paths of the evidence, joined by `AND`, given names of tables or other paths.

    >>> evidence(("a", "docs/b.md"), {"a": "results/a.csv"})
    'results/a.csv; docs/b.md'
    """
    several = [names] if isinstance(names, str) else names
    return AND.join(files.get(name, name) for name in several)


@dataclass(frozen=True)
class Claims:
    """The claims of a text and the tables by which they are judged.

    `common.command.made_command` makes the command that writes the verdicts.

    Parameters
    ----------
    tables : mapping
        The columns of each table, by its name, in the order of the command's arguments.
    judge : callable
        A function whose keyword arguments are the data frames of the tables. It returns verdicts,
        each with its evidence: the name of a table, the path of another file, or a sequence of
        these, with the strongest evidence first.
    """

    tables: Mapping[str, Columns]
    judge: Callable[..., Iterable[tuple[Verdict, str | Sequence[str]]]]

    @property
    def help(self) -> str:
        """The text of ``--help``: the first line of the docstring of `judge`."""
        return summary(self.judge)

    def params(self) -> list[click.Parameter]:
        """Return the arguments of the command, a file for each table."""
        return [click.Argument([name]) for name in self.tables]

    def write(self, *, outputs: Sequence[str], **files: str) -> None:
        """Judge the claims by the tables in `files`, and write them with `write_table`."""
        frames = {name: read_frame([files[name]], of) for name, of in self.tables.items()}
        judged = [(verdict, evidence(names, files)) for verdict, names in self.judge(**frames)]
        write_table(claims_table(judged), outputs)


def over_readings(verdicts: Iterable[str]) -> str:
    """Return the verdict on a claim with several interpretations, given the verdict on each.

    If all verdicts are equal, this verdict is returned. Otherwise, the claim holds with limits if
    one of the verdicts is *holds* or *holds with limits*, and cannot be decided if none is.

    >>> over_readings([HOLDS, HOLDS]), over_readings([HOLDS, FAILS]), over_readings([FAILS, OPEN])
    ('holds', 'holds with limits', 'cannot be decided')
    """
    found = set(verdicts)
    if len(found) == 1:
        return found.pop()
    return LIMITS if found & {HOLDS, LIMITS} else OPEN


def by_cells(holding: int, failing: int, cells: int) -> str:
    """Return the verdict on a claim about all cells.

    `holding` and `failing` are the numbers of cells in which the claim clearly holds and clearly
    fails. If both numbers are 0, the claim cannot be decided. The claim holds if it clearly holds
    in all cells. Otherwise, it holds with limits if `failing` is smaller than `holding`, and does
    not hold if it is not.

    >>> by_cells(24, 0, 24), by_cells(21, 3, 24), by_cells(1, 8, 24), by_cells(0, 0, 24)
    ('holds', 'holds with limits', 'does not hold', 'cannot be decided')
    """
    if cells and holding == cells:
        return HOLDS
    if failing and failing >= holding:
        return FAILS
    return LIMITS if holding else OPEN
