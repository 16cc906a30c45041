"""The minima and their quartiles compared with the bounds n+k-5 and n+k (§4.1.2).

The thesis claims for every grid point (n, k) that the 25th percentile of the minima lies above
n+k-5, and the 75th percentile below n+k. Two sentences later it uses the bounds as n+k-5 ≤ minimum
≤ n+k. So the statement has a strict and a weak form. For the distribution from which boards are
drawn, the two forms are

    strict:  P(minimum ≤ n+k-5) < 1/4    and    P(minimum ≥ n+k) < 1/4,
    weak:    P(minimum < n+k-5) < 1/4    and    P(minimum > n+k) < 1/4,

so an exact binomial test of the share against 1/4 decides each statement. The thesis also claims
that the minimum of a single board lies within the bounds with high likelihood, and that minima
beyond a bound are more likely the closer they are to it. `table` contains the shares of boards.
`offset_table` counts the minima by their distance from the lower bound, with the number of queries
of Fig. 4.3's search.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import create_model

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.minimum import bounds_search, heuristic_bounds
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.statistics import SEED, SIGNIFICANCE_LEVEL, holm, share_between
from puzzlesat_studies.core.study import Files, Record, Row, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.audit.study import STUDY, LimitedSample, items
from puzzlesat_studies.floodit.boards import BOARD, GRID_POINT, BoardKey, GridPoint
from puzzlesat_studies.floodit.measure import keyed_boards, optimum
from puzzlesat_studies.floodit.thesis import THESIS_BOARDS, in_thesis

if TYPE_CHECKING:
    import pandas as pd


class MinimumRow(BoardKey):
    """Bounds on the minimum of a board."""

    lower: int = column("proven lower bound on the minimum")
    upper: int = column("length of the best solution found")
    status: Literal["optimal", "timeout"] = column("`optimal` (equal bounds) or `timeout`")


FORMS = {
    "q1": "minima ≤ n+k−5",
    "q3": "minima ≥ n+k",
    "q1_weak": "minima < n+k−5",
    "q3_weak": "minima > n+k",
}
"""The minima that are counted for each statement, in its strict and its weak form."""


TEST_COLUMNS: dict[str, tuple[Any, str]] = {
    "share": (float, "share of {}"),
    "low": (float, "lower end of the exact 95% interval"),
    "high": (float, "upper end of the exact 95% interval"),
    "p_value": (
        float,
        "p-value of the exact two-sided binomial test against 1/4, corrected by Holm's procedure "
        "over both bounds and the points of the thesis's grid, or those beyond it",
    ),
    "verdict": (
        Literal["yes", "no", "open"],
        "`yes` or `no` if the test is significant, otherwise `open`",
    ),
    "in_100": (
        float,
        "share of samples of 100 boards, drawn with replacement from the grid point's boards, "
        "for which the statement is true, with midpoints as for `q1`",
    ),
}
"""The types and meanings of the columns on the test of a statement."""


MIDPOINTS = "; an unknown one counts as the mean of its bounds"


class QuartileColumns(GridPoint):
    """The quartiles of the minima of a grid point."""

    boards: int
    unresolved: int = column(
        "boards with an unknown minimum; tests assume the least favourable value, and intervals "
        "cover both extremes"
    )
    q1: float = column(f"25th percentile of the minima{MIDPOINTS}")
    median: float = column(f"median of the minima{MIDPOINTS}")
    q3: float = column(f"75th percentile of the minima{MIDPOINTS}")
    mean: float = column(f"mean of the minima{MIDPOINTS}")
    lower: int = column("n+k−5, or 0 if this is negative")
    upper: int = column("n+k")


test_fields: dict[str, Any] = {
    f"{form}_{name}": (type_, column(meaning.format(minima)))
    for form, minima in FORMS.items()
    for name, (type_, meaning) in TEST_COLUMNS.items()
}
QuartileTests = create_model("QuartileTests", __base__=QuartileColumns, **test_fields)


class MinimumQuartiles(QuartileTests):
    """The quartiles of the minima of a grid point, compared with the bounds n+k−5 and n+k."""

    within: float = column(
        "share of boards with n+k−5 ≤ minimum ≤ n+k, with its exact 95% interval"
    )
    within_low: float
    within_high: float


class MinimumOffset(Row):
    """The minima of the thesis's grid at one distance from n+k−5."""

    offset: int = column("minimum minus (n+k−5)")
    boards: int
    share: float = column("share of all boards")
    calls: float = column("mean number of queries of the search of Fig. 4.3")


STRICT, WEAK = ("q1", "q3"), ("q1_weak", "q3_weak")
"""The columns of both statements: the 25th percentile lies above n+k-5, and the 75th below n+k. In
the weak form, a percentile may equal its bound."""

RESAMPLES = 2_000
"""Number of samples, of `THESIS_BOARDS` boards each, that are drawn from each grid point."""


MAX_CONFIRMED_FIELDS = 81
"""The largest number of fields for which A* confirms a minimum."""


def bounds_of(board: Board, wall_limit: float | None) -> tuple[int, int]:
    """Return a lower and an upper bound of the minimum.

    The bounds are equal unless the time limit, `wall_limit` seconds, is reached. They come from the
    exact search, which shares only the board's graph with A*. On boards of at most
    `MAX_CONFIRMED_FIELDS` fields, raise `DisagreementError` if the minimum that A* finds is not
    within the bounds.
    """
    bounds = solve_board(board, wall_limit=wall_limit)
    if len(board.fields) <= MAX_CONFIRMED_FIELDS:
        astar_minimum = len(optimum(board))
        if not bounds.lower <= astar_minimum <= bounds.upper:
            raise DisagreementError(
                f"board {board.text}: the minimum is from {bounds.lower} to {bounds.upper}, but A* "
                f"finds {astar_minimum}"
            )
    return bounds.lower, bounds.upper


def rows(seed: int, n: int, grid: Sample, wall_limit: float | None) -> Iterator[Record]:
    """Find minima by the exact search, or bounds if time runs out."""
    for key, board in keyed_boards(seed, n, grid):
        lower, upper = bounds_of(board, wall_limit)
        yield key | {
            "lower": lower,
            "upper": upper,
            "status": "optimal" if lower == upper else "timeout",
        }


@STUDY.rows(MinimumRow, "minima", items=items("minima"), mem_mb=4000)
def minimum_rows(*, n: int, seed: int, minima: Sample) -> Iterator[Record]:
    """Find minima by the exact search."""
    return rows(seed, n, minima, None)


@STUDY.rows(MinimumRow, "large", items=items("large"), mem_mb=4000)
def large_rows(*, n: int, seed: int, large: LimitedSample) -> Iterator[Record]:
    """Find the minima of larger boards, or bounds if time runs out."""
    return rows(seed, n, large, large.wall_limit)


def all_minima(config: Any) -> Files:
    """Return the rows of both experiments on minima."""
    return Files([*minimum_rows.files(config).paths, *large_rows.files(config).paths], MinimumRow)


@STUDY.table(MinimumQuartiles, "quartiles", rows=all_minima)
def table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the quartiles of the minima with the bounds, with a row for each (n, k)."""
    frame = by_group(rows.drop_duplicates(BOARD), GRID_POINT, _summary)
    inside = in_thesis(frame)
    for forms in (STRICT, WEAK):
        of_forms = [f"{form}_p_value" for form in forms]
        for tested in (inside, ~inside):
            p = frame.loc[tested, of_forms].to_numpy()
            frame.loc[tested, of_forms] = holm(p.ravel()).reshape(p.shape)
        for form in forms:
            answers = np.where(frame[f"{form}_share"] < 0.25, "yes", "no")
            is_significant = frame[f"{form}_p_value"] < SIGNIFICANCE_LEVEL
            frame[f"{form}_verdict"] = np.where(is_significant, answers, "open")
    return frame


def _summary(group: pd.DataFrame) -> Record:
    lower, upper = heuristic_bounds(*map(int, group[GRID_POINT].iloc[0]))
    minima = (group["lower"] + group["upper"]) / 2
    quartiles = minima.quantile([0.25, 0.5, 0.75])
    summary = {"boards": len(group), "unresolved": int((group["status"] != "optimal").sum())}
    summary |= dict(zip(("q1", "median", "q3"), quartiles, strict=True))
    summary |= {"mean": minima.mean(), "lower": max(lower, 0), "upper": upper}
    for form, quantile, beyond, bound in (
        ("q1", 0.25, operator.le, lower),
        ("q1_weak", 0.25, operator.lt, lower),
        ("q3", 0.75, operator.ge, upper),
        ("q3_weak", 0.75, operator.gt, upper),
    ):
        least, most = sorted(int(beyond(group[end], bound).sum()) for end in ("lower", "upper"))
        test = _test_against_quarter(least, most, len(group))
        test["in_100"] = _share_of_samples(minima, quantile, beyond, bound)
        summary |= {f"{form}_{key}": value for key, value in test.items()}
    within_surely = (group["lower"] >= lower) & (group["upper"] <= upper)
    within_perhaps = (group["upper"] >= lower) & (group["lower"] <= upper)
    return summary | share_between(
        int(within_surely.sum()), int(within_perhaps.sum()), len(group)
    ).columns("within")


@STUDY.table(MinimumOffset, "offsets", rows=minimum_rows)
def offset_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Count the minima of the thesis's grid by their distance from n+k-5."""
    import pandas as pd

    proven = rows.drop_duplicates(BOARD)
    proven = proven[proven["status"].eq("optimal") & in_thesis(proven)]
    offset = proven["upper"] - heuristic_bounds(proven["n"], proven["k"])[0]
    calls = [
        calls_of_search(n, k, minimum)
        for n, k, minimum in proven[["n", "k", "upper"]].itertuples(index=False)
    ]
    by_offset = pd.DataFrame({"offset": offset, "calls": calls}).groupby("offset", as_index=False)
    offsets = by_offset.agg(boards=("calls", "size"), calls=("calls", "mean"))
    return offsets.assign(share=offsets["boards"] / len(proven))


@cache
def calls_of_search(n: int, k: int, minimum: int) -> int:
    """Return the number of queries that the search of Fig. 4.3 makes for a given minimum.

    >>> [calls_of_search(6, 5, minimum) for minimum in range(5, 13)]
    [5, 4, 3, 2, 3, 3, 3, 4]
    """
    board = Board.of([[0] * n] * n, k)
    return len(bounds_search(board, lambda p: [0] * p if p >= minimum else None).queries)


def _test_against_quarter(least: int, most: int, boards: int) -> Record:
    """Test a share against 1/4, given the smallest and the largest number of hits."""
    from scipy import stats

    interval = share_between(least, most, boards)
    on_same_side = (least < boards / 4) == (most < boards / 4)
    p = max(stats.binomtest(hits, boards, 0.25).pvalue for hits in (least, most))
    return {
        "share": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "p_value": p if on_same_side else 1.0,
    }


def _share_of_samples(
    minima: pd.Series, quantile: float, beyond: Callable[..., Any], bound: int
) -> float:
    """Return the share of samples of `THESIS_BOARDS` boards with a quantile not beyond a bound."""
    samples = np.random.default_rng(SEED).choice(minima.to_numpy(), (RESAMPLES, THESIS_BOARDS))
    return 1 - float(np.mean(beyond(np.quantile(samples, quantile, axis=1), bound)))
