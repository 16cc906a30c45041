"""What an experiment says about a claim."""

from dataclasses import dataclass

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
    where : str
        Where it stands in the thesis.
    measured : str
        What was measured, with sample size, interval and test.
    verdict : str
        One of `VERDICTS`.
    """

    claim: str
    where: str
    measured: str
    verdict: str

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"{self.verdict!r} is no verdict")


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
