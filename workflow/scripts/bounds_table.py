"""Compare the quartiles of each grid point's minima with n+k-5 and n+k: Fig. 4.2 in numbers.

Percentiles are interpolated linearly. Whiskers reach the furthest minimum within 1.5 interquartile
ranges of the box.
"""

import pandas as pd

from puzzlesat.floodit.solve.minimum import heuristic_bounds
from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.core.tables import write_table
from puzzlesat_studies.floodit.measure import FoundMinimum
from puzzlesat_studies.floodit.thesis import MinimaBox

log_to(snakemake.log[0])
params = snakemake.params

run = {"seed": params.seed, "solver": params.solver, "search": params.search}
rows = read_results(snakemake.input, FoundMinimum, **run)


def box(n: int, k: int, minima: pd.Series) -> MinimaBox:
    """Return the box of the minima of a grid point, and the share of boards between the bounds."""
    q1, median, q3 = minima.quantile([0.25, 0.5, 0.75])
    reach = 1.5 * (q3 - q1)
    lower, upper = heuristic_bounds(n, k)
    return MinimaBox(
        n=n,
        k=k,
        count=len(minima),
        min=minima.min(),
        whisker_low=min(q1, minima[minima >= q1 - reach].min()),
        q1=q1,
        median=median,
        q3=q3,
        whisker_high=max(q3, minima[minima <= q3 + reach].max()),
        max=minima.max(),
        mean=minima.mean(),
        lower=lower,
        upper=upper,
        q1_above_lower=q1 > lower,
        q3_below_upper=q3 < upper,
        q1_from_lower=q1 >= lower,
        q3_to_upper=q3 <= upper,
        within=minima.between(lower, upper).mean(),
    )


groups = rows.groupby(["n", "k"])["minimum"]
bounds = pd.DataFrame(box(n, k, minima).model_dump() for (n, k), minima in groups)


def verdict(strictly: str, weakly: str) -> list[str]:
    """Return for each grid point whether a percentile is beyond its bound, or equals it: a tie."""
    pairs = zip(bounds[strictly], bounds[weakly], strict=True)
    return ["yes" if strict else "tie" if weak else "no" for strict, weak in pairs]


displayed = pd.DataFrame(
    {
        "n": bounds["n"],
        "k": bounds["k"],
        "boards": bounds["count"],
        "lower whisker": bounds["whisker_low"],
        "25%": bounds["q1"],
        "median": bounds["median"],
        "75%": bounds["q3"],
        "upper whisker": bounds["whisker_high"],
        "n+k-5": bounds["lower"],
        "n+k": bounds["upper"],
        "25% above n+k-5": verdict("q1_above_lower", "q1_from_lower"),
        "75% below n+k": verdict("q3_below_upper", "q3_to_upper"),
        "boards within": bounds["within"].map("{:.0%}".format),
    }
)
write_table(
    bounds,
    snakemake.output,
    displayed,
    title="Fig. 4.2: minima of random boards and the bounds n+k-5 and n+k",
    note="Minima in moves, for each size n and number of colours k. Percentiles are interpolated "
    "linearly. Whiskers reach the furthest minimum within 1.5 interquartile ranges of the box. A "
    "tie is a percentile equal to its bound: the claim then holds in its weak form only. Boards "
    "within: share of boards with n+k-5 ≤ minimum ≤ n+k.",
)
