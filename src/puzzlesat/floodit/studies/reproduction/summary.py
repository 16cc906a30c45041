"""What a run found, in few words: beside the thesis, and beside the reference run."""

from collections.abc import Iterator

import pandas as pd

from puzzlesat.floodit.board.formats import NAME
from puzzlesat.floodit.studies.reproduction.rows import MINIMA
from puzzlesat.report.rows import Columns, Schema, count
from puzzlesat.report.tables import Table

MINIMUM: Columns = Schema({**dict.fromkeys(NAME, count), "minimum": count}, key=NAME)
"""The columns of `minima_table`."""


def summary(bounds: pd.DataFrame, wins: pd.DataFrame, clock: str) -> list[str]:
    """Return five lines that set the thesis's findings beside ours.

    Parameters
    ----------
    bounds : DataFrame
        A table of `bounds.bounds_table`.
    wins : DataFrame
        A table of `wins.wins_table`.
    clock : str
        The clock that counts in Table 4.1.
    """
    timed = wins[wins["clock"] == clock]
    cells = len(bounds)
    in_thesis = timed[timed["thesis_minimal"].notna()]
    faster = (timed["minimal"] > timed["extended"]).sum()
    least, most = timed["ratio"].min(), timed["ratio"].max()
    return [
        f"Minima: {bounds['count'].sum()} boards in {cells} cells (n, k), every solution replayed "
        "and every minimum confirmed by A*.",
        f"25th percentile above n+k-5: thesis all cells; here {bounds['q1_above_lower'].sum()} of "
        f"{cells}, and {bounds['q1_from_lower'].sum()} with ties.",
        f"75th percentile below n+k: thesis all cells; here {bounds['q3_below_upper'].sum()} of "
        f"{cells}, and {bounds['q3_to_upper'].sum()} with ties.",
        f"Boards on which the minimal encoding is faster ({clock}): thesis "
        f"{in_thesis['thesis_minimal'].sum():.0f} of {100 * len(in_thesis)}; here "
        f"{timed['minimal'].sum()} of {timed['boards'].sum()}.",
        f"The minimal encoding wins most boards: thesis all cells; here {faster} of {len(timed)}, "
        f"the extended one taking {least:.2f} to {most:.2f} times as long.",
    ]


def minima_table(minima: pd.DataFrame) -> pd.DataFrame:
    """Return the minimum of every board, in the order of (n, k, i)."""
    return minima[list(MINIMUM)].sort_values(["n", "k", "i"], ignore_index=True)


MINIMA_TABLE = Table(MINIMA, minima_table)
"""Gather the minima of all boards from FILES of minima."""


def compare_minima(ours: pd.DataFrame, reference: pd.DataFrame) -> tuple[int, list[str]]:
    """Return how many boards two runs share, and a sentence for each whose minima differ."""
    both = ours.merge(reference, on=list(NAME), suffixes=("", "_reference"))
    differing = both[both["minimum"] != both["minimum_reference"]]
    return len(both), [
        f"board {row.i} of n = {row.n}, k = {row.k}, seed {row.seed}: minimum {row.minimum}, but "
        f"{row.minimum_reference} in the reference"
        for row in differing.itertuples()
    ]


def compare_bounds(ours: pd.DataFrame, reference: pd.DataFrame) -> str:
    """Return in how many cells two runs have the same box of minima, as Fig. 4.2 shows it."""
    box = ["count", "min", "whisker_low", "q1", "median", "q3", "whisker_high", "max"]
    both = ours.merge(reference, on=["n", "k"], suffixes=("", "_reference"))
    same = (both[box].to_numpy() == both[[f"{x}_reference" for x in box]].to_numpy()).all(axis=1)
    return f"{same.sum()} of {len(both)} shared boxes are identical"


def compare_wins(ours: pd.DataFrame, reference: pd.DataFrame) -> Iterator[str]:
    """Yield a sentence for each clock: in how many cells the two runs' ratios agree.

    They agree where their 95% intervals overlap. Times depend on the machine, so that this is for
    reading and not for failing.
    """
    both = ours.merge(reference, on=["clock", "n", "k"], suffixes=("", "_reference"))
    overlap = (both["ratio_low"] <= both["ratio_high_reference"]) & (
        both["ratio_high"] >= both["ratio_low_reference"]
    )
    for clock, agreeing in overlap.groupby(both["clock"], sort=False):
        yield f"by {clock}, {agreeing.sum()} of {len(agreeing)} ratios agree (intervals overlap)"
