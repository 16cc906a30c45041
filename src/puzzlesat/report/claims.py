"""Claims of the sources, and what became of them when they were put to the test."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from puzzlesat.report.rows import Columns

THESIS = "Flood-It thesis"
PAPER = "competition paper"
POST = "Flow Free post"
GNOMINE = "Gnomine thesis"

SOURCES = (THESIS, PAPER, POST, GNOMINE)
"""The texts that claims are taken from, in the order of docs/sources.md."""

HOLDS = "holds"
LIMITS = "holds with limits"
FAILS = "does not hold"
OPEN = "cannot be decided"

VERDICTS = (HOLDS, LIMITS, FAILS, OPEN)
"""All that a verdict can be."""

LEVEL = 0.05
"""The level of every test; Holm's correction holds it over all tests of a table."""


@dataclass(frozen=True)
class Verdict:
    """A claim and what became of it.

    Parameters
    ----------
    claim : str
        The claim, in a sentence.
    section : str
        Where it stands in its source.
    measured : str
        What was measured, with sample size, interval and test.
    verdict : str
        One of `VERDICTS`.
    source : str
        One of `SOURCES`.
    """

    claim: str
    section: str
    measured: str
    verdict: str
    source: str = THESIS

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is no verdict")
        if self.source not in SOURCES:
            raise ValueError(f"{self.source!r} is no source")


CLAIMS: Columns = {
    **{"source": str, "section": str, "claim": str, "measured": str, "verdict": str},
    "evidence": str,
}
"""The columns of `claims_table`."""


def claims_table(judged: Iterable[tuple[Verdict, str]]) -> pd.DataFrame:
    """Return a row for each claim: what was measured, the verdict, and the file that it rests on.

    Parameters
    ----------
    judged : iterable of (Verdict, str)
        Each verdict with the path of the table that it is a function of.
    """
    return pd.DataFrame(
        [
            {
                "source": verdict.source,
                "section": verdict.section,
                "claim": verdict.claim,
                "measured": verdict.measured,
                "verdict": verdict.verdict,
                "evidence": evidence,
            }
            for verdict, evidence in judged
        ],
        columns=list(CLAIMS),
    )


def by_cells(holding: int, failing: int, cells: int) -> str:
    """Return the verdict on a claim about all cells, of which some clearly hold and some fail.

    It holds where all cells clearly do, and does not where at least as many clearly fail; with
    limits where more hold than fail. Where nothing is clear, it is open.

    Examples
    --------
    >>> by_cells(24, 0, 24), by_cells(21, 3, 24), by_cells(1, 8, 24), by_cells(0, 0, 24)
    ('holds', 'holds with limits', 'does not hold', 'cannot be decided')
    """
    if cells and holding == cells:
        return HOLDS
    if failing and failing >= holding:
        return FAILS
    return LIMITS if holding else OPEN
