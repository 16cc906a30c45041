"""Verdicts on claims of the source texts."""

from collections.abc import Iterable

HOLDS = "holds"
LIMITS = "holds with limits"
FAILS = "does not hold"
OPEN = "cannot be decided"

VERDICTS = (HOLDS, LIMITS, FAILS, OPEN)


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


def verdict_by_cells(holding: int, failing: int, cells: int) -> str:
    """Return the verdict on a claim, given the numbers of cells in which it clearly holds or fails.

    It holds if it holds in all cells. Otherwise, it holds with limits if `failing` is smaller than
    `holding`, and does not hold if it is not. If both are 0, the claim cannot be decided.

    >>> verdict_by_cells(24, 0, 24), verdict_by_cells(21, 3, 24)
    ('holds', 'holds with limits')
    >>> verdict_by_cells(1, 8, 24), verdict_by_cells(0, 0, 24)
    ('does not hold', 'cannot be decided')
    """
    if cells and holding == cells:
        return HOLDS
    if failing and failing >= holding:
        return FAILS
    return LIMITS if holding else OPEN
