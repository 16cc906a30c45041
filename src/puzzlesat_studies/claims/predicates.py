"""The criteria for verdicts: each predicate judges a claim by the rows of a table.

A predicate takes a data frame and the arguments in the claim's data file. It returns the verdict,
the numbers for the sentence on the measurement, and rows with further numbers. Arguments that
select rows are conditions on columns, such as ``"p < 0.05"`` (`pandas.DataFrame.query`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from puzzlesat_studies.claims.verdicts import FAILS, HOLDS, LIMITS, OPEN, verdict_by_cells
from puzzlesat_studies.core.statistics import (
    SIGNIFICANCE_LEVEL,
    bootstrap_ratio,
    holm,
    share,
    share_with_ties,
    sign_test,
)

if TYPE_CHECKING:
    import pandas as pd


class NoEvidenceError(Exception):
    """The evidence has no rows on a claim."""


@dataclass(frozen=True)
class Judgement:
    """A verdict, with the numbers and the rows that the claim's sentence can name."""

    verdict: str
    numbers: Mapping[str, Any] = field(default_factory=dict)
    rows: pd.DataFrame | None = None


def _by_cells(
    holding: int, failing: int, cells: int, rows: pd.DataFrame | None = None, **numbers: Any
) -> Judgement:
    """Judge by the numbers of cells in which a claim clearly holds and clearly fails."""
    counts = {"holding": holding, "failing": failing, "cells": cells}
    return Judgement(verdict_by_cells(holding, failing, cells), counts | numbers, rows)


def _count(frame: pd.DataFrame, condition: str) -> int:
    return len(frame.query(condition)) if condition else 0


def plain(value: Any) -> Any:
    """Return a whole number as int, since a column with missing values contains floats."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _total(frame: pd.DataFrame, column: str) -> Any:
    """Return the sum of a column or of an expression of columns; of a condition, its rows."""
    return plain(frame.eval(column).sum())


def fixed(frame: pd.DataFrame | None, *, verdict: str, because: str) -> Judgement:
    """Return a verdict that no measurement decides: by a theorem, or because nothing was run."""
    return Judgement(verdict, {"because": because})


def criteria(
    frame: pd.DataFrame | None,
    *,
    values: Mapping[str, Any],
    holds: str = "",
    limits: str = "",
    fails: str = "",
    otherwise: str = FAILS,
) -> Judgement:
    """Judge by conditions on single numbers, in the order *fails*, *holds*, *holds with limits*."""
    import pandas as pd

    row = pd.DataFrame([values])
    for condition, verdict in ((fails, FAILS), (holds, HOLDS), (limits, LIMITS)):
        if _count(row, condition):
            return Judgement(verdict, values)
    if row.isna().any(axis=None):
        raise NoEvidenceError
    return Judgement(otherwise, values)


def exceptions(
    frame: pd.DataFrame, *, count: str, of: str = "", mild: str = "", below: float = 0.0
) -> Judgement:
    """Judge a claim about all cases by the number of exceptions.

    The claim holds with limits if there are only `mild` exceptions, or if the share of the others
    is smaller than `below`.
    """
    others, mild_exceptions = _total(frame, count), _total(frame, mild) if mild else 0
    total = _total(frame, of) if of else len(frame)
    numbers = {
        "exceptions": others,
        "mild": mild_exceptions,
        "whole": total,
        "right": total - others,
    }
    if not total:
        raise NoEvidenceError
    if not others:
        return Judgement(LIMITS if mild_exceptions else HOLDS, numbers)
    return Judgement(LIMITS if others < below * total else FAILS, numbers)


def cells(frame: pd.DataFrame, *, holds: str, fails: str, limited: str = "") -> Judgement:
    """Judge by the numbers of cells in which the claim clearly holds and clearly fails.

    If a cell satisfies `limited`, the claim holds at most with limits.
    """
    holding, failing = _count(frame, holds), _count(frame, fails)
    judgement = _by_cells(holding, failing, len(frame), unclear=len(frame) - holding - failing)
    if judgement.verdict == HOLDS and _count(frame, limited):
        return replace(judgement, verdict=LIMITS)
    return judgement


def shares(
    frame: pd.DataFrame,
    *,
    hits: str,
    of: str,
    above: float,
    ties: str = "0",
    pooled: bool = False,
) -> Judgement:
    """Judge whether a share is larger than `above`, by its exact 95% interval in each row."""
    import pandas as pd

    counts = pd.DataFrame(
        {"hits": frame.eval(hits), "ties": frame.eval(ties), "of": frame.eval(of)}
    )
    counts = counts.astype(int)
    total = counts.sum()
    if not total["of"]:
        raise NoEvidenceError
    trials = [total] if pooled else counts.to_numpy()
    intervals = [share_with_ties(*map(int, row)).columns("share") for row in trials]
    rows = pd.DataFrame(intervals).rename(columns={"share_low": "low", "share_high": "high"})
    above_count, below_count = int((rows["low"] > above).sum()), int((rows["high"] < above).sum())
    pooled_share = share_with_ties(*map(int, total))
    numbers = {"hits": int(total["hits"]), "whole": int(total["of"]), "threshold": above}
    numbers |= {"share": pooled_share.estimate, "low": pooled_share.low, "high": pooled_share.high}
    numbers |= {"above": above_count, "below": below_count, "cells": len(rows)}
    if not pooled:
        rows = pd.concat([frame.drop(columns=rows.columns, errors="ignore"), rows], axis=1)
    return Judgement(verdict_by_cells(above_count, below_count, len(rows)), numbers, rows)


def indispensable(frame: pd.DataFrame, *, spare: str, boards: str, convincing: float) -> Judgement:
    """Judge the claim that nothing can be left out.

    A `spare` row is a variant whose omission affected none of its boards. It refutes the claim if
    the exact 95% interval of the share of affected boards ends at `convincing` or below, so the
    spare row with the most boards decides.
    """
    spare_rows = frame.query(spare)
    tested = int(frame[boards].min() if spare_rows.empty else spare_rows[boards].max())
    high = share(0, tested).high
    verdict = HOLDS if spare_rows.empty else FAILS if high <= convincing else OPEN
    return Judgement(
        verdict, {"spare": len(spare_rows), "tested": tested, "high": high}, spare_rows
    )


def signs(frame: pd.DataFrame, *, more: str, less: str) -> Judgement:
    """Judge by the sign test whether one condition is true in more rows than another."""
    more_count, less_count = _count(frame, more), _count(frame, less)
    p = sign_test(more_count, less_count)
    verdict = OPEN if p >= SIGNIFICANCE_LEVEL else HOLDS if more_count > less_count else FAILS
    return Judgement(verdict, {"more": more_count, "less": less_count, "whole": len(frame), "p": p})


def trends(frame: pd.DataFrame, *, value: str, axes: Sequence[str], by: str = "") -> Judgement:
    """Judge whether a value grows with the axes, by Spearman's correlation with Holm's correction.

    Each axis is a cell. With `by`, each of its groups is a cell: the claim clearly holds in it if
    the value grows with an axis and falls with none.
    """
    import pandas as pd
    from scipy import stats

    correlations = []
    for name, group in frame.groupby(by, sort=False) if by else [("", frame)]:
        values = group.eval(value)
        for axis in axes:
            usable = len(group) > 2 and values.std() > 0 and group[axis].std() > 0
            test = stats.spearmanr(values, group[axis]) if usable else (np.nan, np.nan)
            correlations.append((name if by else axis, axis, *map(float, test)))
    rows = pd.DataFrame(correlations, columns=["cell", "axis", "correlation", "p"])
    clear = holm(rows["p"]) < SIGNIFICANCE_LEVEL
    rows["up"], rows["down"] = clear & (rows["correlation"] > 0), clear & (rows["correlation"] < 0)
    by_cell = rows.groupby("cell", sort=False)[["up", "down"]].any()
    holding, failing = int((by_cell["up"] & ~by_cell["down"]).sum()), int(by_cell["down"].sum())
    return _by_cells(holding, failing, len(by_cell), rows)


def monotone(frame: pd.DataFrame, *, key: str, value: str, rising: str, falling: str) -> Judgement:
    """Judge whether a value rises with the key in some rows and falls in others; it may stay equal.

    The claim is open unless both sets have at least two rows.
    """
    ordered = frame.sort_values(key)
    low, high = ordered.query(rising)[value], ordered.query(falling)[value]
    if min(len(low), len(high)) < 2:
        return Judgement(OPEN)
    monotone_count = low.is_monotonic_increasing + high.is_monotonic_decreasing
    return Judgement({2: HOLDS, 1: LIMITS, 0: FAILS}[monotone_count])


def near_best(
    frame: pd.DataFrame, *, over: str, chosen: str, by: Sequence[str], value: str, factor: float
) -> Judgement:
    """Judge in each cell whether the chosen one needs at most `factor` times the best one's value.

    `over` is the column with the names that are compared within the cells given by `by`.
    """
    best = frame.groupby(list(by))[value].transform("min")
    rows = frame.assign(ratio=frame[value] / best, best=best)[frame[over] == chosen]
    holding, failing = int((rows["ratio"] <= factor).sum()), int((rows["ratio"] > factor).sum())
    return _by_cells(holding, failing, len(rows), rows, factor=factor)


def spread(
    frame: pd.DataFrame,
    *,
    by: Sequence[str],
    over: str,
    value: str,
    clear: float,
    nothing: float,
    near: int,
) -> Judgement:
    """Judge whether a value depends strongly on `over`, by its largest over its smallest value.

    A ratio of at least `clear` confirms this in a cell, and one below `nothing` refutes it. `near`
    is the largest distance from 0 at which the largest value counts as near 0.
    """
    groups = frame.groupby(list(by))
    ratios = groups[value].max() / groups[value].min()
    peak_positions = frame.loc[groups[value].idxmax(), over].abs()
    holding, failing = int((ratios >= clear).sum()), int((ratios < nothing).sum())
    near_count = int((peak_positions <= near).sum())
    return _by_cells(
        holding, failing, len(ratios), least=ratios.min(), most=ratios.max(), near=near_count
    )


def ratios(frame: pd.DataFrame, *, ratio: str, by: str, chosen: str, above: float) -> Judgement:
    """Judge whether the geometric mean of a ratio is above a number, by its bootstrap interval.

    No interval refutes the claim. Each group of `by` has its own mean, and `chosen` decides.
    """
    import pandas as pd

    rows = pd.DataFrame(
        {by: name, "rows": len(group)} | bootstrap_ratio(group.eval(ratio)).columns("ratio")
        for name, group in frame.groupby(by, sort=False)
    )
    low = rows.loc[rows[by] == chosen, "ratio_low"]
    return Judgement(HOLDS if (low > above).any() else OPEN, {"threshold": above}, rows)


PREDICATES: dict[str, Callable[..., Judgement]] = {
    predicate.__name__: predicate
    for predicate in (
        *(fixed, criteria, exceptions, cells, shares, indispensable, signs),
        *(trends, monotone, near_best, spread, ratios),
    )
}
"""The predicates that a data file can name."""
