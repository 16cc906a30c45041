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

from puzzlesat.common.command import timeout_option
from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import (
    Columns,
    Row,
    Schema,
    count,
    duration,
    number,
    one_of,
    portion,
    positive,
)
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.minimum import bounded
from puzzlesat_studies.core.claims import (
    LEVEL,
)
from puzzlesat_studies.core.statistics import SEED, Interval, holm, share
from puzzlesat_studies.core.tables import Table, by_group
from puzzlesat_studies.floodit.audit.boards import BOARD, CELL, NAME, bounds_of, sample
from puzzlesat_studies.floodit.cells import cell_step
from puzzlesat_studies.floodit.thesis.bounds import THESIS_BOARDS, in_thesis


def check_interval(row: Row) -> None:
    """Raise `InputError` unless ``lower`` ≤ ``upper``, and ``status`` fits these bounds."""
    lower, upper, status = row["lower"], row["upper"], row["status"]
    if lower > upper:
        raise InputError(f"lower is {lower}, above upper, which is {upper}")
    if (status == "optimal") != (lower == upper):
        raise InputError(f"status is {status}, but lower is {lower} and upper {upper}")


COLUMNS: Columns = Schema(
    NAME
    | {"lower": count, "upper": count, "status": one_of("optimal", "timeout"), "seconds": duration},
    key=[*NAME],
    check=check_interval,
)

STRICT, WEAK = ("q1", "q3"), ("q1_weak", "q3_weak")
"""The columns of both statements: the 25th percentile lies above n+k-5, and the 75th below n+k. In
the weak form, a percentile may equal its bound."""

FORMS = (*STRICT, *WEAK)

TABLE: Columns = Schema(
    {
        **{"n": positive, "k": positive, "boards": count, "open": count},
        **{"q1": number, "median": number, "q3": number, "mean": number, "lower": count},
        **{"upper": count},
        **{
            f"{form}_{key}": str if key == "verdict" else number
            for form in FORMS
            for key in ("share", "low", "high", "p", "verdict", "in_100")
        },
        **{"within": number, "within_low": number, "within_high": number},
    },
    key=["n", "k"],
    ascending=[["q1", "median", "q3"]],
)

OFFSETS: Columns = {"offset": int, "boards": count, "share": portion, "calls": number}


RESAMPLES = 2_000
"""Number of samples, of `THESIS_BOARDS` boards each, that are drawn from each cell."""


def rows(seed: int, n: int, k: int, boards: int, timeout: float | None) -> Iterator[Row]:
    """Find minima by the exact search, or bounds if time runs out."""
    for name, board in sample(seed, n, k, boards):
        lower, upper, seconds = bounds_of(board, timeout)
        yield name | {
            "lower": lower,
            "upper": upper,
            "status": "optimal" if lower == upper else "timeout",
            "seconds": round(seconds, 6),
        }


def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the quartiles of the minima with the bounds, with a row for each (n, k).

    ``q1_share`` is the share of minima ≤ n+k-5, ``q1_weak_share`` of minima < n+k-5, ``q3_share``
    of minima ≥ n+k and ``q3_weak_share`` of minima > n+k. Each has an exact 95% interval, and the
    p-value of the exact two-sided binomial test against 1/4. P-values are corrected by Holm's
    procedure over all cells and both bounds, separately for each form of the statement.
    ``q1_verdict`` is ``yes`` or ``no`` if the test is significant, and otherwise ``open``.
    ``q1_in_100`` is the share of samples of 100 boards, drawn with replacement from the cell's
    boards, for which the statement is true. ``within`` is the share of boards with
    n+k-5 ≤ minimum ≤ n+k, with its exact 95% interval.

    ``open`` counts the boards with an unknown minimum. The test assumes the least favourable of the
    possible values of these minima, and all intervals cover both extremes.
    """
    frame = by_group(rows.drop_duplicates(BOARD), CELL, _summary)
    for forms in (STRICT, WEAK):
        corrected = holm(np.concatenate([frame[f"{form}_p"] for form in forms]))
        for form, p in zip(forms, np.split(corrected, len(forms)), strict=True):
            frame[f"{form}_p"] = p
            clear = np.where(frame[f"{form}_share"] < 0.25, "yes", "no")
            frame[f"{form}_verdict"] = np.where(p < LEVEL, clear, "open")
    return frame[list(TABLE)]


def _summary(group: pd.DataFrame) -> Row:
    upper = int((group["n"] + group["k"]).iloc[0])
    lower = upper - 5
    middle = (group["lower"] + group["upper"]) / 2
    quartiles = middle.quantile([0.25, 0.5, 0.75])
    row = {"boards": len(group), "open": int((group["status"] != "optimal").sum())}
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
    """Count the minima of the thesis's grid by their distance from n+k-5.

    Boards with an unknown minimum are excluded. ``calls`` is the mean number of queries of the
    search of Fig. 4.3.
    """
    known = rows.drop_duplicates(BOARD)
    known = known[known["status"].eq("optimal") & in_thesis(known)]
    offset = known["upper"] - known["n"] - known["k"] + 5
    calls = [
        calls_of_search(n, k, minimum)
        for n, k, minimum in known[["n", "k", "upper"]].itertuples(index=False)
    ]
    by_offset = pd.DataFrame({"offset": offset, "calls": calls}).groupby("offset", as_index=False)
    found = by_offset.agg(boards=("calls", "size"), calls=("calls", "mean"))
    return found.assign(share=found["boards"] / len(known))[list(OFFSETS)]


@cache
def calls_of_search(n: int, k: int, minimum: int) -> int:
    """Return the number of queries that the search of Fig. 4.3 makes for a given minimum.

    >>> [calls_of_search(6, 5, minimum) for minimum in range(5, 13)]
    [5, 4, 3, 2, 3, 3, 3, 4]
    """
    board = Board.of([[0] * n] * n, k)
    return len(bounded(board, lambda p: [0] * p if p >= minimum else None).queries)


def _between(least: int, most: int, boards: int) -> Interval:
    """Return a share with its interval, given the smallest and the largest number of hits."""
    low, high = (share(hits, boards) for hits in (least, most))
    return Interval((low.estimate + high.estimate) / 2, low.low, high.high)


def _against_quarter(least: int, most: int, boards: int) -> Row:
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


STEP = cell_step("board", rows, timeout_option("one board"))

QUARTILES_TABLE = Table(COLUMNS, table)

OFFSETS_TABLE = Table(COLUMNS, offset_table)
