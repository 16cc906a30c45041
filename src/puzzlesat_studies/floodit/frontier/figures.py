"""Figures of minima, times and methods by board size."""

import pandas as pd
from matplotlib.figure import Figure

from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.frontier.rows import OUTCOMES
from puzzlesat_studies.floodit.frontier.tables import SCALING, Law, frontier_table, proven_minima
from puzzlesat_studies.floodit.thesis import figures


def frontier_figure(frontier: pd.DataFrame, scaling: pd.DataFrame, law: figures.Law) -> Figure:
    """Draw minima, proof times and, for each method, the largest size with all minima proven.

    The tables are those of `frontier_table` and `scaling_table`; `law` is the fitted growth law.
    """
    colours = sorted(frontier["k"].unique())
    limited = sorted(frontier.loc[frontier["proven"] < frontier["boards"], "k"].unique())
    figure, panels = style.subplots(2, 2, 5.4)
    (growth, effort), (reach, times) = panels
    for position, k in enumerate(colours):
        cell = frontier[frontier["k"] == k].sort_values("n")
        look = style.look(position, 3)
        middle = (cell["median_lower"] + cell["median_upper"]) / 2
        reaches = (cell["median_upper"] - cell["median_lower"]) / 2
        growth.plot(cell["n"], law(cell["n"], k), ":", color=look["color"], lw=0.8)
        growth.errorbar(cell["n"], middle, yerr=reaches, lw=0, elinewidth=1, capsize=2, **look)
        whole = cell[cell["proven"] == cell["boards"]]
        effort.plot(whole["n"], whole["max_seconds"], lw=0.8, **look, label=f"$k = {k}$")
        some = cell[cell["proven"] < cell["boards"]]
        if k in limited:  # all these points are at the time limit, so they are offset
            aside = style.aside(limited.index(k), len(limited), 1.2)
            open_ = look | {"mfc": "white", "ms": 5, "lw": 0}
            effort.plot(some["n"] + aside, some["max_seconds"], **open_)
    growth.set_ylabel("minimal number of moves $p$")
    growth.set_title("median minimum (bars: between bounds)")
    effort.set_ylabel("longest time for a board (s)")
    effort.set_title("property-directed search")
    methods = list(scaling["method"].unique())
    middle_k = colours[len(colours) // 2]
    for position, method in enumerate(methods):
        look = style.look(position)
        rows = scaling[scaling["method"] == method]
        whole = rows[rows["proven"] == rows["boards"]].groupby("k")["n"].max()
        aside = style.aside(position, len(methods), 0.12)
        reach.plot(whole.index + aside, whole, lw=0.7, label=method, **look)
        cell = rows[(rows["k"] == middle_k) & (rows["proven"] == rows["boards"])].sort_values("n")
        times.plot(cell["n"], cell["median_seconds"], lw=0.8, **look)
    reach.set_xlabel("colours $k$")
    reach.set_xticks(colours)
    reach.set_ylabel("largest $n$ with all boards proven")
    reach.set_title("largest size that each method proves")
    times.set_ylabel("median time for a board (s)")
    times.set_title(f"time of each method, $k = {middle_k}$")
    for axes in (growth, effort, times):
        axes.set_xlabel("board size $n$")
        style.whole_ticks(axes.xaxis)
    for axes in (effort, times):
        axes.set_yscale("log")
    for axes in panels.flat:
        style.rule_lines(axes)
    for axes in (growth, reach):
        style.whole_ticks(axes.yaxis)
    hollow = {"color": "0.3", "marker": "o", "mfc": "white", "ms": 5, "lw": 0}
    handles = [
        *effort.get_legend_handles_labels()[0],
        {"color": "0.3", "ls": ":", "lw": 0.8, "label": "fitted growth law"},
        hollow | {"label": "not all proven"},
    ]
    style.legend(figure, handles, 4, "upper center")
    figure.legend(*reach.get_legend_handles_labels(), loc="outside lower center", ncols=6)
    return figure


def measured_figure(outcomes: pd.DataFrame, scaling: pd.DataFrame) -> Figure:
    """Draw minima, times and, from the table --scaling, the largest size each method proves."""
    return frontier_figure(frontier_table(outcomes), scaling, Law(proven_minima(outcomes)))


def extended_figure(outcomes: pd.DataFrame) -> Figure:
    """Draw Figure 4.2 for all (n, k) with all minima proven, and the law fitted to these minima."""
    minima = proven_minima(outcomes)
    boards = minima.groupby(["n", "k"])["minimum"].transform("size")
    drawn = minima[boards >= min(10, boards.max())]  # a box of fewer boards means little
    return figures.bounds_figure(drawn, Law(minima))


FRONTIER_FIGURE = style.Plot(OUTCOMES, measured_figure, others={"scaling": SCALING})

EXTENDED_FIGURE = style.Plot(OUTCOMES, extended_figure)
