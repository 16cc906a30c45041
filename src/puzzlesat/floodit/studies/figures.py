"""The thesis's figures: an optimal solution (2.1), the minima (4.2), and Table 4.1 as a picture."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from puzzlesat.floodit.board.board import SYMBOLS
from puzzlesat.floodit.board.referee import Grid, flooded_area, states
from puzzlesat.report import style

CLOCK_NAMES = {
    "solve": "solve",
    "load_solve": "load + solve",
    "encode_load_solve": "encode + load + solve",
}


Law = Callable[..., Any]
"""From n and k to the minimum that is to be expected."""


def bounds_figure(minima: pd.DataFrame, law: Law | None = None) -> Figure:
    """Draw the minima as box plots between the bounds n+k-5 and n+k, a panel for each k (Fig. 4.2).

    Parameters
    ----------
    minima : DataFrame
        Columns ``n``, ``k`` and ``minimum``, one row for each board.
    law : function, optional
        A growth law to be drawn as well.
    """
    style.use()
    sizes, colours = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    columns = 3 if len(colours) in (5, 6) else min(len(colours), 4)
    lines = ceil(len(colours) / columns)
    figure, panels = plt.subplots(
        lines,
        columns,
        figsize=(style.PAGE, 2.6 * lines + 0.3),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for axes, k in zip(panels.flat, colours, strict=False):
        cell = minima[minima["k"] == k]
        sns.boxplot(
            cell,
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
        axes.plot(sizes, [n + k for n in sizes], "--", color=style.PALETTE[3], zorder=3)
        axes.plot(sizes, [n + k - 5 for n in sizes], "-", color=style.PALETTE[0], zorder=3)
        if law is not None:
            axes.plot(sizes, [law(n, k) for n in sizes], ":", color=style.PALETTE[2], zorder=3)
        axes.set_xticks(sizes[:: ceil(len(sizes) / 6)])
        axes.set_title(f"$k = {k}$ colours")
        axes.set_xlabel("board size $n$")
        axes.set_ylabel("minimal number of moves $p$")
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y", color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
        axes.label_outer()
    for axes in panels.flat[len(colours) :]:
        axes.remove()
    figure.legend(
        handles=[
            Line2D([], [], color=style.PALETTE[3], linestyle="--", label="$n + k$"),
            Line2D([], [], color=style.PALETTE[0], label="$n + k - 5$"),
            *(
                [Line2D([], [], color=style.PALETTE[2], linestyle=":", label="fitted law")]
                if law is not None
                else []
            ),
        ],
        loc="outside upper right",
        ncols=3,
    )
    return figure


def frontier_figure(frontier: pd.DataFrame, race: pd.DataFrame, law: Law) -> Figure:
    """Draw how the minimum grows, what proving it takes, and how far each method comes.

    Parameters
    ----------
    frontier : DataFrame
        A table of `frontier.frontier_table`.
    race : DataFrame
        A table of `frontier.race_table`.
    law : function
        The fitted growth law.
    """
    style.use()
    colours = sorted(frontier["k"].unique())
    figure, panels = plt.subplots(2, 2, figsize=(style.PAGE, 5.4), layout="constrained")
    (growth, effort), (reach, beside) = panels
    for position, k in enumerate(colours):
        cell = frontier[frontier["k"] == k].sort_values("n")
        look = {"color": style.PALETTE[position], "marker": "osD^vPX*"[position % 8], "ms": 3}
        middle = (cell["median_lower"] + cell["median_upper"]) / 2
        reaches = (cell["median_upper"] - cell["median_lower"]) / 2
        growth.plot(cell["n"], law(cell["n"], k), ":", color=look["color"], lw=0.8)
        growth.errorbar(cell["n"], middle, yerr=reaches, lw=0, elinewidth=1, capsize=2, **look)
        whole = cell[cell["proven"] == cell["boards"]]
        effort.plot(whole["n"], whole["max_seconds"], lw=0.8, **look, label=f"$k = {k}$")
        some = cell[cell["proven"] < cell["boards"]]
        effort.plot(some["n"], some["max_seconds"], lw=0, **look | {"mfc": "white"})
    growth.set_ylabel("minimal number of moves $p$")
    growth.set_title("median minimum; bars where not all is proven")
    effort.set_ylabel("longest time for a board (s)")
    effort.set_title("property-directed search; hollow: not all proven")
    methods = list(race["method"].unique())
    middle_k = colours[len(colours) // 2]
    for position, method in enumerate(methods):
        look = {"color": style.PALETTE[position], "marker": "osD^vPX*"[position % 8], "ms": 3.5}
        rows = race[race["method"] == method]
        whole = rows[rows["proven"] == rows["boards"]].groupby("k")["n"].max()
        aside = (position - (len(methods) - 1) / 2) * 0.12
        reach.plot(whole.index + aside, whole, lw=0.7, label=method, **look)
        cell = rows[(rows["k"] == middle_k) & (rows["proven"] == rows["boards"])].sort_values("n")
        beside.plot(cell["n"], cell["median_seconds"], lw=0.8, **look)
    reach.set_xlabel("colours $k$")
    reach.set_xticks(colours)
    reach.set_ylabel("largest $n$ with all boards proven")
    reach.set_title("how far each method comes")
    beside.set_ylabel("median time for a board (s)")
    beside.set_title(f"the methods side by side, $k = {middle_k}$")
    for axes in (growth, effort, beside):
        axes.set_xlabel("board size $n$")
    for axes in (effort, beside):
        axes.set_yscale("log")
    for axes in panels.flat:
        axes.grid(axis="y", color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
    for axes in (growth, effort, beside):
        axes.xaxis.get_major_locator().set_params(integer=True)
    for axes in (growth, reach):
        axes.yaxis.get_major_locator().set_params(integer=True)
    figure.legend(*effort.get_legend_handles_labels(), loc="outside upper center", ncols=6)
    figure.legend(*reach.get_legend_handles_labels(), loc="outside lower center", ncols=6)
    return figure


def hardness_figure(rows: pd.DataFrame) -> Figure:
    """Draw the time of every solver against m around the minimum, a panel for each (n, k).

    Parameters
    ----------
    rows : DataFrame
        With the columns of `hardness.HARDNESS`.
    """
    style.use()
    rows = rows.assign(
        distance=rows["m"].astype(int) - rows["minimum"],
        seconds=rows["solve_seconds"]
        .where(rows["status"] != "timeout", rows["timeout"])
        .clip(lower=1e-4),
    )
    cells = list(rows.groupby(["n", "k"]))
    solvers = sorted(rows["solver"].unique())
    columns = min(len(cells), 3)
    lines = ceil(len(cells) / columns)
    figure, panels = plt.subplots(
        lines,
        columns,
        figsize=(style.PAGE, 2.5 * lines + 0.5),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    first, last = rows["distance"].min() - 0.5, rows["distance"].max() + 0.5
    for axes, ((n, k), cell) in zip(panels.flat, cells, strict=False):
        axes.axvspan(first, -0.5, color="0.93", lw=0, zorder=0)
        axes.axhline(cell["timeout"].max(), color="0.5", lw=0.6, ls=":", zorder=1)
        for position, solver in enumerate(solvers):
            look = {"color": style.PALETTE[position], "marker": "osD^vPX*"[position % 8]}
            aside = (position - (len(solvers) - 1) / 2) * 0.16
            mine = cell[cell["solver"] == solver]
            axes.plot(mine["distance"] + aside, mine["seconds"], lw=0, ms=1.6, alpha=0.45, **look)
            middle = mine.groupby("distance")["seconds"].median()
            axes.plot(middle.index + aside, middle, lw=0.9, ms=3, **look)
            late = mine[mine["status"] == "timeout"]
            axes.plot(
                late["distance"] + aside, late["seconds"], lw=0, ms=4, **look | {"mfc": "white"}
            )
        for x, word in ((first, "unsatisfiable"), (-0.5, "satisfiable")):
            axes.annotate(
                word,
                (x, 1),
                (4, -4),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                va="top",
                color="0.35",
            )
        axes.set_title(f"$n = {n}$, $k = {k}$, {cell.groupby('i').ngroups} boards")
        axes.set(yscale="log", xlim=(first, last))
        axes.set_ylim(top=8 * rows["timeout"].max())  # room for the words above the limit
        axes.set_xlabel("moves allowed, $m$, less the minimum")
        axes.set_ylabel("CPU time to solve (s)")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y", color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
        axes.label_outer()
    for axes in panels.flat[len(cells) :]:
        axes.remove()
    figure.legend(
        handles=[
            *(
                Line2D([], [], color=c, marker=m, ms=3, lw=0.9, label=solver)
                for solver, c, m in zip(solvers, style.PALETTE, "osD^vPX*", strict=False)
            ),
            Line2D([], [], color="0.3", marker="o", mfc="white", ms=4, lw=0, label="out of time"),
            Line2D([], [], color="0.5", ls=":", lw=0.6, label="time limit"),
        ],
        loc="outside lower center",
        ncols=len(solvers) + 2,
    )
    return figure


def wins_figure(wins: pd.DataFrame) -> Figure:
    """Draw how often the minimal encoding is the faster one, by each clock, beside the thesis.

    Parameters
    ----------
    wins : DataFrame
        A table of `wins.wins_table`.
    """
    style.use()
    colours = sorted(wins["k"].unique())
    figure, panels = plt.subplots(
        2, 3, figsize=(style.PAGE, 4.4), sharex=True, sharey="row", layout="constrained"
    )
    for column, (clock, name) in enumerate(CLOCK_NAMES.items()):
        top, bottom = panels[:, column]
        top.set_title(name)
        for position, k in enumerate(colours):
            cell = wins[(wins["clock"] == clock) & (wins["k"] == k)].sort_values("n")
            aside = (position - (len(colours) - 1) / 2) * 0.14  # so that k hides no other k
            look = {"color": style.PALETTE[position], "marker": "osD^vPX*"[position % 8], "ms": 3.5}
            share = 100 * cell["minimal"] / (cell["minimal"] + cell["extended"])
            top.plot(cell["n"] + aside, share, lw=0.7, **look)
            top.plot(
                cell["n"] + aside, cell["thesis_minimal"], lw=0, **look | {"mfc": "white", "ms": 3}
            )
            bottom.errorbar(
                cell["n"] + aside,
                cell["ratio"],
                yerr=[cell["ratio"] - cell["ratio_low"], cell["ratio_high"] - cell["ratio"]],
                lw=0.7,
                **look,
            )
        top.axhline(50, color="0.6", lw=0.6, zorder=0)
        bottom.axhline(1, color="0.6", lw=0.6, zorder=0)
        bottom.set_xlabel("board size $n$")
        bottom.set_xticks(sorted(wins["n"].unique()))
    lowest = 100 * (wins["minimal"] / (wins["minimal"] + wins["extended"])).min()
    panels[0, 0].set_ylim(min(40, lowest - 3), 103)
    panels[0, 0].set_ylabel("boards on which the\nminimal encoding wins (%)")
    panels[1, 0].set_ylabel("time of the extended over\nthat of the minimal encoding")
    figure.legend(
        handles=[
            *(
                Line2D([], [], color=c, marker=m, ms=3.5, lw=0.7, label=f"$k = {k}$")
                for k, c, m in zip(colours, style.PALETTE, "osD^vPX*", strict=False)
            ),
            Line2D([], [], color="0.3", marker="o", mfc="white", ms=3, lw=0, label="thesis"),
        ],
        loc="outside lower center",
        ncols=len(colours) + 1,
    )
    return figure


def solution_figure(grid: Grid, moves: Sequence[int]) -> Figure:
    """Draw a solution as a series of boards, the flooded area outlined (Fig. 2.1).

    Parameters
    ----------
    grid : tuple of tuples of int
        The board's colours, row by row.
    moves : sequence of int
        The colours chosen, in order.
    """
    style.use()
    boards = list(states(grid, moves))
    columns = min(len(boards), 6)
    lines = ceil(len(boards) / columns)
    side = style.PAGE / columns
    figure, panels = plt.subplots(
        lines,
        columns,
        figsize=(style.PAGE, lines * (side * len(grid) / len(grid[0]) + 0.25)),
        squeeze=False,
        layout="constrained",
    )
    for t, (axes, board) in enumerate(zip(panels.flat, boards, strict=False)):
        _draw_board(axes, board)
        axes.set_title("start" if t == 0 else f"{t}.  move {SYMBOLS[moves[t - 1]]}", pad=3)
    for axes in panels.flat[len(boards) :]:
        axes.remove()
    return figure


def _draw_board(axes: Axes, grid: Grid) -> None:
    """Draw coloured cells with their symbols, and a line around the flooded area."""
    area = flooded_area(grid)
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            fill = style.PALETTE[colour % len(style.PALETTE)]
            axes.add_patch(Rectangle((c, r), 1, 1, facecolor=fill, edgecolor="white", lw=0.4))
            axes.text(
                c + 0.5,
                r + 0.5,
                SYMBOLS[colour],
                ha="center",
                va="center",
                size=6,
                color=style.ink_on(fill),
                weight="bold" if (r, c) in area else "normal",
            )
    for r, c in area:
        edges = {
            (r - 1, c): ((c, c + 1), (r, r)),
            (r + 1, c): ((c, c + 1), (r + 1, r + 1)),
            (r, c - 1): ((c, c), (r, r + 1)),
            (r, c + 1): ((c + 1, c + 1), (r, r + 1)),
        }
        for beyond, (x, y) in edges.items():
            if beyond not in area:
                axes.plot(x, y, color="black", lw=1.6, solid_capstyle="projecting", clip_on=False)
    axes.set(xlim=(0, len(grid[0])), ylim=(len(grid), 0), aspect="equal")
    axes.axis("off")
