"""Times against the number of moves, on both sides of the minimum."""

from math import ceil

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from puzzlesat.floodit.studies.hardness.rows import HARDNESS
from puzzlesat.report import style


def hardness_figure(rows: pd.DataFrame) -> Figure:
    """Draw the time of every solver against m around the minimum, a panel for each (n, k).

    Parameters
    ----------
    rows : DataFrame
        With the columns of `rows.HARDNESS`.
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
        for word, side, aside in (("unsatisfiable", "right", -4), ("satisfiable", "left", 4)):
            axes.annotate(
                word,
                (-0.5, 1),
                (aside, -4),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                ha=side,
                va="top",
                size="small",
                color="0.35",
            )
        axes.set_title(f"$n = {n}$, $k = {k}$, {cell.groupby('i').ngroups} boards")
        axes.set(yscale="log", xlim=(first, last))
        axes.set_ylim(top=8 * rows["timeout"].max())  # room for the words above the limit
        axes.set_xlabel("moves $m$, less the minimum")
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


HARDNESS_FIGURE = style.Plot(
    HARDNESS,
    hardness_figure,
    help="Draw the solvers' times in FILES of rows of hardness, for m around the minimum.",
)
