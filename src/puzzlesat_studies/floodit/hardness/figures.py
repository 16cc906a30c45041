"""The figure of times by the number of moves, on both sides of the minimum."""

import pandas as pd
from matplotlib.figure import Figure

from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.hardness.rows import HARDNESS
from puzzlesat_studies.floodit.hardness.tables import around


def hardness_figure(rows: pd.DataFrame) -> Figure:
    """Draw the time of every solver against m minus the minimum, with a panel for each (n, k)."""
    rows = around(rows)
    rows["seconds"] = rows["seconds"].clip(lower=1e-4)
    cells = list(rows.groupby(["n", "k"]))
    solvers = sorted(rows["solver"].unique())
    titles = [f"$n = {n}$, $k = {k}$, {of.groupby('i').ngroups} boards" for (n, k), of in cells]
    figure, panels = style.panels(titles, min(len(cells), 3), 2.5, 0.5, sharex=True, sharey=True)
    first, last = rows["distance"].min() - 0.5, rows["distance"].max() + 0.5
    for axes, (_, cell) in zip(panels, cells, strict=True):
        axes.axvspan(first, -0.5, color="0.93", lw=0, zorder=0)
        axes.axhline(cell["timeout"].max(), color="0.5", lw=0.6, ls=":", zorder=1)
        for position, solver in enumerate(solvers):
            look = style.look(position, 3)
            aside = style.aside(position, len(solvers), 0.16)
            mine = cell[cell["solver"] == solver]
            axes.plot(
                mine["distance"] + aside, mine["seconds"], lw=0, alpha=0.45, **look | {"ms": 1.6}
            )
            middle = mine.groupby("distance")["seconds"].median()
            axes.plot(middle.index + aside, middle, lw=0.9, **look)
            late = mine[mine["status"] == "timeout"]
            hollow = look | {"mfc": "white", "ms": 4, "lw": 0}
            axes.plot(late["distance"] + aside, late["seconds"], **hollow)
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
        axes.set(yscale="log", xlim=(first, last))
        axes.set_ylim(top=8 * rows["timeout"].max())  # room for the text above the limit
        axes.set_xlabel("moves $m$ minus the minimum")
        axes.set_ylabel("CPU time to solve (s)")
        style.whole_ticks(axes.xaxis)
        style.rule_lines(axes)
        axes.label_outer()
    handles = [
        {**style.look(position, 3), "lw": 0.9, "label": solver}
        for position, solver in enumerate(solvers)
    ]
    if (rows["status"] == "timeout").any():
        hollow = {"color": "0.3", "marker": "o", "mfc": "white", "ms": 4, "lw": 0}
        handles.append(hollow | {"label": "out of time"})
    handles.append({"color": "0.5", "ls": ":", "lw": 0.6, "label": "time limit"})
    style.legend(figure, handles)
    return figure


HARDNESS_FIGURE = style.Plot(HARDNESS, hardness_figure)
