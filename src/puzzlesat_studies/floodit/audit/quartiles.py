"""The minima and their quartiles compared with the bounds n+k-5 and n+k (§4.1.2).

The thesis claims for every cell (n, k) that the 25th percentile of the minima lies above n+k-5, and
the 75th percentile below n+k. Two sentences later it uses the bounds as n+k-5 ≤ minimum ≤ n+k. So
the statement has a strict and a weak form. For the distribution from which boards are drawn, the
two forms are

    strict:  P(minimum ≤ n+k-5) < 1/4    and    P(minimum ≥ n+k) < 1/4,
    weak:    P(minimum < n+k-5) < 1/4    and    P(minimum > n+k) < 1/4,

so an exact binomial test of the share against 1/4 decides each statement. The thesis also claims
that the minimum of a single board lies within the bounds with high likelihood, and that minima
beyond a bound are more likely the closer they are to it. `table` contains the shares of boards.
`offset_table` counts the minima by their distance from the lower bound, with the number of queries
of Fig. 4.3's search.
"""

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.minimum import bounds_search
from puzzlesat_studies.core.statistics import LEVEL, SEED, Interval, holm, share
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.shared import CELL, bounds_of
from puzzlesat_studies.floodit.boards import BOARD
from puzzlesat_studies.floodit.thesis import THESIS_BOARDS, in_thesis

STRICT, WEAK = ("q1", "q3"), ("q1_weak", "q3_weak")
"""The columns of both statements: the 25th percentile lies above n+k-5, and the 75th below n+k. In
the weak form, a percentile may equal its bound."""

FORMS = (*STRICT, *WEAK)

RESAMPLES = 2_000
"""Number of samples, of `THESIS_BOARDS` boards each, that are drawn from each cell."""


def rows(seed: int, n: int, k: int, boards: int, wall_limit: float | None) -> Iterator[Record]:
    """Find minima by the exact search, or bounds if time runs out."""
    for i in range(boards):
        board = random_board(seed, n, k, i)
        lower, upper, seconds = bounds_of(board, wall_limit)
        yield {
            **{"seed": seed, "n": n, "k": k, "board": i},
            "lower": lower,
            "upper": upper,
            "status": "optimal" if lower == upper else "timeout",
            "seconds": round(seconds, 6),
        }


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the quartiles of the minima with the bounds, with a row for each (n, k)."""
    frame = by_group(rows.drop_duplicates(BOARD), CELL, _summary)
    for forms in (STRICT, WEAK):
        corrected = holm(np.concatenate([frame[f"{form}_p"] for form in forms]))
        for form, p in zip(forms, np.split(corrected, len(forms)), strict=True):
            frame[f"{form}_p"] = p
            clear = np.where(frame[f"{form}_share"] < 0.25, "yes", "no")
            frame[f"{form}_verdict"] = np.where(p < LEVEL, clear, "open")
    return frame


def _summary(group: pd.DataFrame) -> Record:
    upper = int((group["n"] + group["k"]).iloc[0])
    lower = upper - 5
    middle = (group["lower"] + group["upper"]) / 2
    quartiles = middle.quantile([0.25, 0.5, 0.75])
    row = {"boards": len(group), "unresolved": int((group["status"] != "optimal").sum())}
    row |= dict(zip(("q1", "median", "q3"), quartiles, strict=True))
    row |= {"mean": middle.mean(), "lower": max(lower, 0), "upper": upper}
    for form, quantile, beyond, bound in (
        ("q1", 0.25, operator.le, lower),
        ("q1_weak", 0.25, operator.lt, lower),
        ("q3", 0.75, operator.ge, upper),
        ("q3_weak", 0.75, operator.gt, upper),
    ):
        least, most = sorted(int(beyond(group[end], bound).sum()) for end in ("lower", "upper"))
        tested = _against_quarter(least, most, len(group))
        tested["in_100"] = _share_of_samples(middle, quantile, beyond, bound)
        row |= {f"{form}_{key}": value for key, value in tested.items()}
    surely = (group["lower"] >= lower) & (group["upper"] <= upper)
    perhaps = (group["upper"] >= lower) & (group["lower"] <= upper)
    return row | _between(int(surely.sum()), int(perhaps.sum()), len(group)).columns("within")


def offset_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Count the minima of the thesis's grid by their distance from n+k-5."""
    known = rows.drop_duplicates(BOARD)
    known = known[known["status"].eq("optimal") & in_thesis(known)]
    offset = known["upper"] - known["n"] - known["k"] + 5
    calls = [
        calls_of_search(n, k, minimum)
        for n, k, minimum in known[["n", "k", "upper"]].itertuples(index=False)
    ]
    by_offset = pd.DataFrame({"offset": offset, "calls": calls}).groupby("offset", as_index=False)
    found = by_offset.agg(boards=("calls", "size"), calls=("calls", "mean"))
    return found.assign(share=found["boards"] / len(known))


@cache
def calls_of_search(n: int, k: int, minimum: int) -> int:
    """Return the number of queries that the search of Fig. 4.3 makes for a given minimum.

    >>> [calls_of_search(6, 5, minimum) for minimum in range(5, 13)]
    [5, 4, 3, 2, 3, 3, 3, 4]
    """
    board = Board.of([[0] * n] * n, k)
    return len(bounds_search(board, lambda p: [0] * p if p >= minimum else None).queries)


def _between(least: int, most: int, boards: int) -> Interval:
    """Return a share with its interval, given the smallest and the largest number of hits."""
    low, high = (share(hits, boards) for hits in (least, most))
    return Interval((low.estimate + high.estimate) / 2, low.low, high.high)


def _against_quarter(least: int, most: int, boards: int) -> Record:
    """Test a share against 1/4, given the smallest and the largest number of hits."""
    between = _between(least, most, boards)
    same_side = (least < boards / 4) == (most < boards / 4)
    p = max(stats.binomtest(hits, boards, 0.25).pvalue for hits in (least, most))
    return {
        "share": between.estimate,
        "low": between.low,
        "high": between.high,
        "p": p if same_side else 1.0,
    }


def _share_of_samples(
    minima: pd.Series, quantile: float, beyond: Callable[..., Any], bound: int
) -> float:
    """Return the share of samples of `THESIS_BOARDS` boards with a quantile not beyond a bound."""
    draws = np.random.default_rng(SEED).choice(minima.to_numpy(), (RESAMPLES, THESIS_BOARDS))
    return 1 - float(np.mean(beyond(np.quantile(draws, quantile, axis=1), bound)))
