"""Beyond the thesis: the largest boards whose minima each method proves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from puzzlesat_studies.core.params import Count, K, N, Params, Seconds, UniqueList
from puzzlesat_studies.core.study import Item, Record, Row, Study, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.attempts import (
    Outcome,
    check_agreement,
    cost_columns,
    count_proven,
    outcome_rows,
    with_keys,
)
from puzzlesat_studies.floodit.boards import GridPoint, SampledBoard, chunk_items, samples

if TYPE_CHECKING:
    import pandas as pd

Method = Literal["auto", "pdr", "clusters", "clusters-minimal", "thesis", "astar"]


class SizeSample(Params):
    """A board size, and the number of boards of each k."""

    n: N = Field(description="Rows and columns of the boards.")
    boards: Count = Field(description="Boards of each k.")


class Scaling(Params):
    """How large boards each method solves."""

    methods: UniqueList[Method] = Field(
        ["thesis", "clusters-minimal", "clusters", "astar", "pdr"], description="The methods."
    )
    n_values: UniqueList[N] = Field(
        [4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28], description="Rows and columns of the boards."
    )
    boards: Count = Field(4, description="Boards of each (n, k).")
    wall_limit: Seconds = Field(4, description="Wall-clock seconds for a board.")


class Frontier(Params):
    """The largest boards with proven minima."""

    k_values: UniqueList[K] = Field([3, 4, 5, 6, 8, 10], description="Numbers of colours.")
    sizes: list[SizeSample] = Field(
        [
            SizeSample(n=n, boards=boards)
            for n, boards in (
                *((n, 100) for n in (4, 6, 8, 10, 12, 14)),
                *((16, 20), (18, 20), (20, 10), (24, 5), (28, 4), (32, 3), (40, 3)),
            )
        ],
        min_length=1,
        description="Board sizes and numbers of boards.",
    )
    wall_limit: Seconds = Field(
        20,
        description="Wall-clock seconds for a board. After a timeout, the bounds found so far are "
        "used.",
    )
    memory_mb: Count = Field(
        4000, description="Mebibytes of memory for the search; the program needs 200 more."
    )
    scaling: Scaling = Field(
        Scaling(),
        description="The largest size that each method proves. A method stops at the first size "
        "at which it proves no board.",
    )


STUDY = Study(
    "frontier",
    Frontier,
    "Beyond the thesis",
    "`snakemake frontier`: the largest boards with proven minima. It takes at most two hours, as "
    "each job runs alone.",
)


def outcome_items(config: Any) -> list[Item]:
    """Return an item for each grid point (n, k)."""
    section = config.frontier
    return [
        item
        for k, size in product(section.k_values, section.sizes)
        for item in chunk_items([(size.n, k)], size.boards)
    ]


@STUDY.rows(Outcome, items=outcome_items, alone=True, mem_mb=4500, minutes=120)
def outcomes(
    boards: Sequence[SampledBoard], *, wall_limit: float, memory_mb: int
) -> Iterator[Record]:
    """Find and prove minima, for each board in a process of its own with a time limit."""
    return outcome_rows([with_keys(boards)], "pdr", wall_limit, memory_mb << 20)


def scaling_items(config: Any) -> list[Item]:
    """Return an item for each method and k, with boards of all sizes."""
    scaling = config.frontier.scaling
    return [
        Item(
            f"{method}_k{k}",
            {"boards": samples(product(sorted(scaling.n_values), [k]), scaling.boards)},
            {"method": method},
        )
        for method in scaling.methods
        for k in config.frontier.k_values
    ]


@STUDY.rows(Outcome, "scaling-rows", items=scaling_items, alone=True, mem_mb=4500, minutes=120)
def scaling_rows(
    boards: Sequence[SampledBoard], *, method: str, scaling: Scaling, memory_mb: int
) -> Iterator[Record]:
    """Prove minima on boards of growing size with a method, until it proves none of a size."""
    batches = [with_keys(group) for _, group in groupby(boards, lambda row: row.n)]
    return outcome_rows(batches, method, scaling.wall_limit, memory_mb << 20, give_up=True)


class FrontierPoint(GridPoint):
    """A grid point (n, k) of the frontier.

    Quartiles are given for the lower bounds and for the upper bounds. If every minimum is proven,
    both equal the quartiles of the minima.
    """

    boards: int
    proven: int
    q1_lower: float = column("25th percentile of the lower bounds")
    q1_upper: float = column("25th percentile of the upper bounds")
    median_lower: float = column("median of the lower bounds")
    median_upper: float = column("median of the upper bounds")
    q3_lower: float = column("75th percentile of the lower bounds")
    q3_upper: float = column("75th percentile of the upper bounds")
    min_lower: int = column("the lowest lower bound")
    max_upper: int = column("the highest upper bound")
    median_seconds: float
    max_seconds: float
    max_peak_mb: float


def display_frontier(frontier: pd.DataFrame) -> pd.DataFrame:
    """Return the table for reading, with an interval where a quartile is not proven."""
    import pandas as pd

    def between(q: str) -> list[str]:
        pairs = zip(frontier[f"{q}_lower"], frontier[f"{q}_upper"], strict=True)
        return [f"{low:g}" if low == high else f"{low:g}..{high:g}" for low, high in pairs]

    return pd.DataFrame(
        {
            **frontier[["n", "k", "boards", "proven"]],
            "least": frontier["min_lower"],
            "25%": between("q1"),
            "median": between("median"),
            "75%": between("q3"),
            "most": frontier["max_upper"],
            "median s": frontier["median_seconds"].map("{:.2f}".format),
            "longest s": frontier["max_seconds"].map("{:.1f}".format),
            "most MiB": frontier["max_peak_mb"].map("{:.0f}".format),
        }
    )


@STUDY.table(
    FrontierPoint,
    "frontier",
    outcomes=outcomes,
    display=display_frontier,
    label="Proven minima",
    title="Minima of random boards, proven by the property-directed search",
    note="Minima in moves, for each size n and number of colours k. Times are wall-clock "
    "seconds for one board, without the start of Python; memory is the peak of its process in MiB. "
    "Where a minimum was not proven within the limit, its bounds are used (the initial ones if "
    "the process was killed), and a quartile may be an interval.",
)
def frontier(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Summarize one method's bounds on the minima by (n, k), with time and memory."""

    def measure(group: pd.DataFrame) -> Record:
        quartiles = {
            f"{quantile}_{side}": group[f"{side}_bound"].quantile(level)
            for quantile, level in (("q1", 0.25), ("median", 0.5), ("q3", 0.75))
            for side in ("lower", "upper")
        }
        extremes = {
            "min_lower": group["lower_bound"].min(),
            "max_upper": group["upper_bound"].max(),
        }
        return count_proven(group) | quartiles | extremes | cost_columns(group)

    return by_group(outcomes, ["n", "k"], measure)


class MethodScaling(Row):
    """The minima that a method proves for a size and number of colours."""

    k: int
    n: int
    method: str
    boards: int
    proven: int
    median_seconds: float
    max_seconds: float
    max_peak_mb: float


def display_scaling(scaling: pd.DataFrame) -> pd.DataFrame:
    """Return the largest n at which each method proved every minimum, by k."""
    complete = scaling[scaling["proven"] == scaling["boards"]]
    table = complete.pivot_table(index="method", columns="k", values="n", aggfunc="max", sort=False)
    table = table.reindex(scaling["method"].unique())
    return table.map(lambda n: "-" if n != n else f"{n:.0f}").reset_index()


@STUDY.table(
    MethodScaling,
    "scaling",
    outcomes=scaling_rows,
    display=display_scaling,
    label="Largest size of each method",
    title="Largest size n at which a method proves the minimum of every board",
    note="Rows are methods, columns numbers of colours k. At this size every minimum was proven "
    "within the time limit.",
)
def scaling_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Count proven minima by (k, n, method), with time and memory.

    Raise `DisagreementError` if two methods contradict each other on a board.
    """
    check_agreement(outcomes)
    attempted = outcomes[outcomes["status"] != "skipped"]
    key = ["k", "n", "method"]
    return by_group(
        attempted, key, lambda cell: count_proven(cell) | cost_columns(cell), sort=False
    )
