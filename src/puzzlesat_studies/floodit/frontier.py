"""Beyond the thesis: the largest boards whose minima each method proves, and their growth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.params import Count, K, N, Params, Seconds, UniqueList
from puzzlesat_studies.core.study import Item, Record, Row, Study, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.attempts import (
    PROVEN,
    Outcome,
    check_agreement,
    cost_columns,
    count_proven,
    outcome_rows,
    with_keys,
)
from puzzlesat_studies.floodit.boards import GridPoint, SampledBoard, chunk_items, sample, samples

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Method = Literal["auto", "pdr", "clusters", "clusters-minimal", "thesis", "astar"]


class BoardSize(Params):
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


class Large(Params):
    """The largest boards."""

    n: N = Field(70, description="Rows and columns of the boards.")
    k: K = Field(10, description="Number of colours.")
    boards: Count = Field(3, description="Number of boards.")
    wall_limit: Seconds = Field(60, description="Wall-clock seconds for a board.")


class Frontier(Params):
    """The largest boards with proven minima."""

    k_values: UniqueList[K] = Field([3, 4, 5, 6, 8, 10], description="Numbers of colours.")
    sizes: list[BoardSize] = Field(
        [
            BoardSize(n=n, boards=boards)
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
    large: Large = Field(
        Large(),
        description="Boards of the size of the instances for the SAT Competition: bounds after "
        "`wall_limit` seconds.",
    )


STUDY = Study(
    "frontier",
    Frontier,
    "Beyond the thesis",
    "`snakemake frontier`: the largest boards with proven minima. It takes at most an hour on 2 "
    "cores.",
)


def outcome_items(config: Any) -> list[Item]:
    """Return an item for each cell (n, k)."""
    section = config.frontier
    return [
        item
        for k, size in product(section.k_values, section.sizes)
        for item in chunk_items([(size.n, k)], size.boards)
    ]


@STUDY.rows(Outcome, items=outcome_items, mem_mb=4500, minutes=120)
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


@STUDY.rows(Outcome, "scaling-rows", items=scaling_items, mem_mb=4500, minutes=120)
def scaling_rows(
    boards: Sequence[SampledBoard], *, method: str, scaling: Scaling, memory_mb: int
) -> Iterator[Record]:
    """Prove minima on boards of growing size with a method, until it proves none of a size."""
    batches = [with_keys(group) for _, group in groupby(boards, lambda row: row.n)]
    return outcome_rows(batches, method, scaling.wall_limit, memory_mb << 20, give_up=True)


@STUDY.rows(
    Outcome,
    "large-rows",
    boards=lambda config: sample(
        config.frontier.large.n, config.frontier.large.k, config.frontier.large.boards
    ),
    alone=True,
    mem_mb=4500,
    minutes=120,
)
def large_rows(boards: Sequence[SampledBoard], *, large: Large, memory_mb: int) -> Iterator[Record]:
    """Bound the minima of boards of the SAT Competition's size."""
    return outcome_rows([with_keys(boards)], "pdr", large.wall_limit, memory_mb << 20)


class FrontierPoint(GridPoint):
    """A cell (n, k) of the frontier.

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
    "Where a minimum was not proven within the limit, its bounds are used (0 if the process was "
    "killed), and a quartile may be an interval.",
)
def frontier(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Summarize one method's bounds on the minima by (n, k), with time and memory."""

    def measure(outcomes_of_cell: pd.DataFrame) -> Record:
        quartiles = {
            f"{quantile}_{side}": outcomes_of_cell[f"{side}_bound"].quantile(level)
            for quantile, level in (("q1", 0.25), ("median", 0.5), ("q3", 0.75))
            for side in ("lower", "upper")
        }
        extremes = {
            "min_lower": outcomes_of_cell["lower_bound"].min(),
            "max_upper": outcomes_of_cell["upper_bound"].max(),
        }
        return (
            count_proven(outcomes_of_cell) | quartiles | extremes | cost_columns(outcomes_of_cell)
        )

    return by_group(outcomes, ["n", "k"], measure)


def proven_minima(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return the minima of the cells (n, k) in which the minimum of every board is proven.

    In other cells, only the easier boards have proven minima, which would bias the result.
    """
    is_complete = (
        outcomes["status"].isin(PROVEN).groupby([outcomes["n"], outcomes["k"]]).transform("all")
    )
    return outcomes[is_complete].rename(columns={"lower_bound": "minimum"})[["n", "k", "minimum"]]


MIN_BOARDS = 4
"""The smallest number of boards to which a law with three parameters can be fitted."""


class PowerLaw:
    """A growth law of the minimum, p ≈ a·n^b·k^c, fitted by least squares.

    `minima` must have the columns ``n``, ``k`` and ``minimum``, a row for each board, and at least
    two sizes and two numbers of colours. `parameters` are a, b and c. Raise `InputError` if there
    are fewer than `MIN_BOARDS` rows, or fewer than two sizes or numbers of colours.
    """

    def __init__(self, minima: pd.DataFrame) -> None:
        from scipy.optimize import curve_fit

        if len(minima) < MIN_BOARDS:
            raise InputError(
                f"a growth law is fitted to {MIN_BOARDS} proven minima or more, but there are "
                f"{len(minima)}"
            )
        if minima["n"].nunique() < 2 or minima["k"].nunique() < 2:
            raise InputError("a growth law is fitted to at least two sizes and numbers of colours")
        n, k, p = (minima[name].to_numpy(float) for name in ("n", "k", "minimum"))
        values, _ = curve_fit(_law_value, (n, k), p, p0=(0.5, 0.9, 0.8), maxfev=20_000)
        self.parameters = dict(zip("abc", values.tolist(), strict=True))

    def __call__(self, n: Any, k: Any) -> Any:
        """Return the expected minimum."""
        return _law_value((n, k), *self.parameters.values())


def _law_value(x: tuple, a: float, b: float, c: float) -> Any:
    n, k = x
    return a * n**b * k**c


class GrowthLaw(Row):
    """A fitted growth law."""

    law: Literal["common", "line"] = column("`common` (all n and k) or `line` (one k)")
    k: str = column("number of colours of the boards; empty for the common law")
    formula: str = column("the fitted formula")
    slope: str = column("additional moves for each additional row and column")
    slope_error: str = column("standard error of the slope")
    boards: int = column("number of boards in the fit")
    sizes: str = column("the range of n")
    residual_sd: float = column("standard deviation of the residuals, in moves")
    r_squared: float = column("share of the variance explained")


@STUDY.table(
    GrowthLaw,
    "law",
    outcomes=outcomes,
    label="Growth of the minimum",
    title="Growth of the minimum with n and k",
    note="Least-squares fits to the minima of all cells (n, k) in which every minimum is "
    "proven. Residual_sd: standard deviation of the residuals, in moves. R_squared: share of the "
    "variance explained. Slope_error: standard error of the slope.",
)
def law_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Fit the growth of the minimum: a law for all (n, k), and a straight line for each k.

    There is no line for a k with fewer than three sizes.
    """
    import pandas as pd

    minima = proven_minima(outcomes)
    law = PowerLaw(minima)
    a, b, c = law.parameters.values()
    rows: list[Record] = [
        {
            "law": "common",
            "k": "",
            "formula": f"{a:.3f} n^{b:.3f} k^{c:.3f}",
            "slope": "",
            "slope_error": "",
        }
        | _fit_columns(minima, law(minima["n"], minima["k"]))
    ]
    for k, minima_of_k in minima.groupby("k"):
        if minima_of_k["n"].nunique() < 3:
            continue
        (slope, intercept), covariance = np.polyfit(
            minima_of_k["n"], minima_of_k["minimum"], 1, cov=True
        )
        rows.append(
            {
                "law": "line",
                "k": k,
                "formula": f"{slope:.3f} n {intercept:+.2f}",
                "slope": f"{slope:.3f}",
                "slope_error": f"{np.sqrt(covariance[0, 0]):.3f}",
            }
            | _fit_columns(minima_of_k, slope * minima_of_k["n"] + intercept)
        )
    return pd.DataFrame(rows)


def _fit_columns(minima: pd.DataFrame, expected: pd.Series) -> Record:
    residuals = minima["minimum"] - expected
    return {
        "boards": len(minima),
        "sizes": f"{minima['n'].min()}..{minima['n'].max()}",
        "residual_sd": residuals.std(),
        "r_squared": 1 - residuals.var() / minima["minimum"].var(),
    }


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
    attempted = outcomes[~outcomes["status"].isin(["skipped", "missing"])]
    key = ["k", "n", "method"]
    return by_group(
        attempted, key, lambda cell: count_proven(cell) | cost_columns(cell), sort=False
    )


class LargeBoard(GridPoint):
    """The bounds of one of the largest boards."""

    board: int
    lower_bound: int
    lower_by: str
    upper_bound: int
    upper_by: str
    seconds: float
    peak_mb: float


@STUDY.table(
    LargeBoard,
    "large",
    outcomes=large_rows,
    label="The largest boards",
    title="Bounds on the minima of large boards",
    note="Bounds in moves and the method that found each. Wall-clock seconds without "
    "the start of Python, and the peak memory of the process in MiB.",
)
def large_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """List the bounds on the minima of large boards, with the methods that found them."""
    return outcomes


@STUDY.figure(
    "frontier",
    outcomes=outcomes,
    scaling=scaling_table,
    label="The frontier",
    note="Minima by board size (top left; dotted: the fitted law), the time to prove them (top "
    "right), the largest size for which each method proves every minimum (bottom left), "
    "and the time of each method (bottom right).",
)
def frontier_figure(outcomes: pd.DataFrame, scaling: pd.DataFrame) -> Figure:
    """Draw minima, proof times and, for each method, the largest size with all minima proven."""
    from puzzlesat_studies.core import style

    cells, law = frontier(outcomes), PowerLaw(proven_minima(outcomes))
    k_values = sorted(cells["k"].unique())
    incomplete_k = sorted(cells.loc[cells["proven"] < cells["boards"], "k"].unique())
    figure, panels = style.subplots(2, 2, 5.4)
    (growth, effort), (reach, times) = panels
    for position, k in enumerate(k_values):
        group = cells[cells["k"] == k].sort_values("n")
        props = style.series_props(position, 3)
        midpoint = (group["median_lower"] + group["median_upper"]) / 2
        half_widths = (group["median_upper"] - group["median_lower"]) / 2
        growth.plot(group["n"], law(group["n"], k), ":", color=props["color"], lw=0.8)
        growth.errorbar(
            group["n"], midpoint, yerr=half_widths, lw=0, elinewidth=1, capsize=2, **props
        )
        complete = group[group["proven"] == group["boards"]]
        effort.plot(complete["n"], complete["max_seconds"], lw=0.8, **props, label=f"$k = {k}$")
        incomplete = group[group["proven"] < group["boards"]]
        if k in incomplete_k:  # all these points are at the time limit, so they are offset
            shift = style.offset(incomplete_k.index(k), len(incomplete_k), 1.2)
            hollow_props = props | {"mfc": "white", "ms": 5, "lw": 0}
            effort.plot(incomplete["n"] + shift, incomplete["max_seconds"], **hollow_props)
    growth.set(title="median minimum (bars: between bounds)", ylabel="minimal number of moves $p$")
    effort.set(title="property-directed search", ylabel="longest time for a board (s)")
    methods = list(scaling["method"].unique())
    median_k = k_values[len(k_values) // 2]
    for position, method in enumerate(methods):
        props = style.series_props(position)
        rows = scaling[scaling["method"] == method]
        complete = rows[rows["proven"] == rows["boards"]].groupby("k")["n"].max()
        shift = style.offset(position, len(methods), 0.12)
        reach.plot(complete.index + shift, complete, lw=0.7, label=method, **props)
        group = rows[(rows["k"] == median_k) & (rows["proven"] == rows["boards"])].sort_values("n")
        times.plot(group["n"], group["median_seconds"], lw=0.8, **props)
    reach.set(title="largest size that each method proves", xlabel="colours $k$", xticks=k_values)
    reach.set_ylabel("largest $n$ with all boards proven")
    times.set_title(f"time of each method, $k = {median_k}$")
    times.set_ylabel("median time for a board (s)")
    for axes in (growth, effort, times):
        axes.set_xlabel("board size $n$")
        style.integer_ticks(axes.xaxis)
    for axes in (effort, times):
        axes.set_yscale("log")
    for axes in panels.flat:
        style.grid_lines(axes)
    for axes in (growth, reach):
        style.integer_ticks(axes.yaxis)
    handles = [
        *effort.get_legend_handles_labels()[0],
        {"color": "0.3", "ls": ":", "lw": 0.8, "label": "fitted growth law"},
        style.hollow_marker("not all proven", 5),
    ]
    style.legend(figure, handles, 4, "upper center")
    figure.legend(*reach.get_legend_handles_labels(), loc="outside lower center", ncols=6)
    return figure


def boxes_and_law(minima: pd.DataFrame, law: Callable[[int, int], float]) -> Figure:
    """Draw box plots of the minima with the bounds n+k-5 and n+k, and a law, for each k."""
    import seaborn as sns

    from puzzlesat_studies.core import style

    n_values, k_values = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    columns = 3 if len(k_values) in (5, 6) else min(len(k_values), 4)
    titles = [f"$k = {k}$ colours" for k in k_values]
    figure, panels = style.panels(titles, columns, 2.6, 0.3, sharex=True, sharey=True)
    for axes, k in zip(panels, k_values, strict=True):
        sns.boxplot(
            minima[minima["k"] == k],
            x="n",
            y="minimum",
            ax=axes,
            color="0.88",
            linecolor="0.15",
            linewidth=0.7,
            width=0.6,
            fliersize=2,
            medianprops={"linewidth": 1.6},
            flierprops={"zorder": 4},
            native_scale=True,
        )
        axes.plot(n_values, [n + k for n in n_values], "--", color=style.PALETTE[3], zorder=3)
        axes.plot(n_values, [n + k - 5 for n in n_values], "-", color=style.PALETTE[0], zorder=3)
        expected = [law(n, k) for n in n_values]
        axes.plot(n_values, expected, ":", color=style.PALETTE[2], zorder=3)
        axes.set_xticks(n_values[:: ceil(len(n_values) / 6)])
        axes.set(xlabel="board size $n$", ylabel="minimal number of moves $p$")
        style.integer_ticks(axes.yaxis)
        style.grid_lines(axes)
        axes.label_outer()
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[3], "ls": "--", "label": "$n + k$"},
        {"color": style.PALETTE[0], "label": "$n + k - 5$"},
        {"color": style.PALETTE[2], "ls": ":", "label": "fitted law"},
    ]
    style.legend(figure, handles, 3, "upper right")
    return figure


@STUDY.figure(
    "extended",
    outcomes=outcomes,
    label="Fig. 4.2, extended",
    note="Fig. 4.2 for the sizes n and numbers of colours k with at least 10 boards, all of "
    "whose minima are proven, with the thesis's bounds and the growth law, which is fitted "
    "to all (n, k) whose minima are proven.",
)
def extended_figure(outcomes: pd.DataFrame) -> Figure:
    """Draw Fig. 4.2 for all (n, k) with all minima proven, and the law fitted to these minima."""
    minima = proven_minima(outcomes)
    boards_per_cell = minima.groupby(["n", "k"])["minimum"].transform("size")
    # a box of fewer boards means little
    drawn_minima = minima[boards_per_cell >= min(10, boards_per_cell.max())]
    return boxes_and_law(drawn_minima, PowerLaw(minima))
