"""Verdicts on claims of the source texts, and the criteria that several claims share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlesat_studies.core.statistics import share_with_ties

if TYPE_CHECKING:
    from pandas import DataFrame, Series

HOLDS = "holds"
LIMITS = "holds with limits"
FAILS = "does not hold"
OPEN = "cannot be decided"

VERDICTS = (HOLDS, LIMITS, FAILS, OPEN)


class NoEvidenceError(Exception):
    """The evidence has no rows on a claim."""


def select(frame: DataFrame, condition: Series) -> DataFrame:
    """Return the rows that satisfy a condition; without any, the claim cannot be decided."""
    rows = frame[condition]
    if rows.empty:
        raise NoEvidenceError
    return rows


def combine_readings(verdicts: Iterable[str]) -> str:
    """Return the verdict on a claim with several interpretations, given the verdict on each.

    If all verdicts are equal, this verdict is returned. Otherwise, the claim holds with limits if
    one of the verdicts is *holds* or *holds with limits*, and cannot be decided if none is.

    >>> combine_readings([HOLDS, FAILS]), combine_readings([FAILS, OPEN])
    ('holds with limits', 'cannot be decided')
    """
    distinct = set(verdicts)
    if len(distinct) == 1:
        return distinct.pop()
    return LIMITS if distinct & {HOLDS, LIMITS} else OPEN


def verdict_by_cases(holding: int, failing: int, total: int) -> str:
    """Return the verdict on a claim, given the numbers of cases in which it clearly holds or fails.

    It holds if it holds in all cases. Otherwise, it holds with limits if `failing` is smaller than
    `holding`, and does not hold if it is not. If both are 0, the claim cannot be decided.

    >>> verdict_by_cases(24, 0, 24), verdict_by_cases(21, 3, 24)
    ('holds', 'holds with limits')
    >>> verdict_by_cases(1, 8, 24), verdict_by_cases(0, 0, 24)
    ('does not hold', 'cannot be decided')
    """
    if total and holding == total:
        return HOLDS
    if failing and failing >= holding:
        return FAILS
    return LIMITS if holding else OPEN


@dataclass(frozen=True)
class Cases:
    """The numbers of cases in which a claim clearly holds and clearly fails, and of all cases."""

    holding: int
    failing: int
    total: int

    @classmethod
    def count(cls, *, holds: Series, fails: Series) -> Cases:
        """Count the rows, which are cases, in which each of two conditions is true."""
        return cls(int(holds.sum()), int(fails.sum()), len(holds))

    @classmethod
    def above(cls, threshold: float, rows: DataFrame) -> Cases:
        """Count the rows of `shares` whose interval is above a threshold, and those below it."""
        return cls.count(holds=rows.share_low > threshold, fails=rows.share_high < threshold)

    @property
    def unclear(self) -> int:
        """The number of cases in which the claim neither clearly holds nor clearly fails."""
        return self.total - self.holding - self.failing

    @property
    def verdict(self) -> str:
        """The verdict by these cases."""
        return verdict_by_cases(self.holding, self.failing, self.total)


def verdict_by_exceptions(exceptions: int, cases: int, below: float = 0.0) -> str:
    """Return the verdict on a claim about all cases.

    It holds with limits if there are exceptions, but their share is smaller than `below`.

    >>> verdict_by_exceptions(0, 20), verdict_by_exceptions(1, 20)
    ('holds', 'does not hold')
    >>> verdict_by_exceptions(1, 20, below=0.5)
    'holds with limits'
    """
    if not cases:
        raise NoEvidenceError
    if not exceptions:
        return HOLDS
    return LIMITS if exceptions < below * cases else FAILS


def shares(hits: Series, trials: Series, ties: Series | int = 0) -> DataFrame:
    """Return the share of hits in each row, with its exact 95% interval; a tie is half a hit.

    The columns are ``share``, ``share_low`` and ``share_high``.
    """
    import pandas as pd

    counts = zip(hits, 0 * hits + ties, trials, strict=True)
    intervals = [share_with_ties(*map(int, row)).columns("share") for row in counts]
    return pd.DataFrame(intervals, index=hits.index)
