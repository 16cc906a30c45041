"""Minima beside the heuristic bounds n+k-5 and n+k (thesis, §4.1, Fig. 4.2)."""

import pandas as pd


def bounds_table(minima: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each (n, k): the box of its minima, and whether the bounds enclose it.

    Parameters
    ----------
    minima : DataFrame
        Columns ``n``, ``k`` and ``minimum``, one row for each board.

    Returns
    -------
    DataFrame
        ``n, k, count``; ``min, whisker_low, q1, median, q3, whisker_high, max``, where quartiles
        are interpolated linearly and whiskers reach the furthest value within 1.5 quartile
        distances of the box, as in the figure; ``mean``; ``lower`` and ``upper``, the bounds;
        ``q1_above_lower`` and ``q3_below_upper``, the thesis's claim, strictly, and
        ``q1_from_lower`` and ``q3_to_upper``, the same with ties allowed; ``inside``, the share of
        boards with lower ≤ minimum ≤ upper.

    Examples
    --------
    >>> minima = pd.DataFrame({"n": 4, "k": 3, "minimum": [2, 3, 4, 4, 8]})
    >>> print(bounds_table(minima)[["q1", "q3", "whisker_high", "lower", "inside"]])
        q1   q3  whisker_high  lower  inside
    0  3.0  4.0             4      2     0.8
    """
    return pd.DataFrame(
        [
            {"n": n, "k": k} | _box(cell["minimum"]) | _against_bounds(cell["minimum"], n, k)
            for (n, k), cell in minima.groupby(["n", "k"])
        ]
    )


def _box(values: pd.Series) -> dict[str, float]:
    q1, median, q3 = values.quantile([0.25, 0.5, 0.75])
    reach = 1.5 * (q3 - q1)
    return {
        "count": len(values),
        "min": values.min(),
        "whisker_low": values[values >= q1 - reach].min(),
        "q1": q1,
        "median": median,
        "q3": q3,
        "whisker_high": values[values <= q3 + reach].max(),
        "max": values.max(),
        "mean": values.mean(),
    }


def _against_bounds(values: pd.Series, n: int, k: int) -> dict[str, float | bool]:
    lower, upper = n + k - 5, n + k
    q1, q3 = values.quantile(0.25), values.quantile(0.75)
    return {
        "lower": lower,
        "upper": upper,
        "q1_above_lower": bool(q1 > lower),
        "q3_below_upper": bool(q3 < upper),
        "q1_from_lower": bool(q1 >= lower),
        "q3_to_upper": bool(q3 <= upper),
        "inside": values.between(lower, upper).mean(),
    }
