"""The thesis's figures: an optimal solution (2.1), the minima (4.2), and Table 4.1 as a picture."""

from collections.abc import Callable
from math import ceil
from typing import Any

import click
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure

from puzzlesat.common.command import outputs_option
from puzzlesat.common.errors import InputError, counted
from puzzlesat.common.rows import read_rows
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.drawing import solution_figure
from puzzlesat_studies.floodit.thesis.rows import MINIMA
from puzzlesat_studies.floodit.thesis.wins import CLOCKS, WINS

Law = Callable[..., Any]
"""A function that returns the expected minimum for n and k."""


def bounds_figure(minima: pd.DataFrame, law: Law | None = None) -> Figure:
    """Draw Figure 4.2: box plots of the minima with the bounds n+k-5 and n+k, for each k.

    A growth law is drawn as well, if given.
    """
    sizes, colours = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    columns = 3 if len(colours) in (5, 6) else min(len(colours), 4)
    titles = [f"$k = {k}$ colours" for k in colours]
    figure, panels = style.panels(titles, columns, 2.6, 0.3, sharex=True, sharey=True)
    for axes, k in zip(panels, colours, strict=True):
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
        axes.set_xlabel("board size $n$")
        axes.set_ylabel("minimal number of moves $p$")
        style.whole_ticks(axes.yaxis)
        style.rule_lines(axes)
        axes.label_outer()
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[3], "ls": "--", "label": "$n + k$"},
        {"color": style.PALETTE[0], "label": "$n + k - 5$"},
    ]
    if law is not None:
        handles.append({"color": style.PALETTE[2], "ls": ":", "label": "fitted law"})
    style.legend(figure, handles, 3, "upper right")
    figure.supxlabel(_box_note(minima), size="small", color="0.35")
    return figure


def _box_note(minima: pd.DataFrame) -> str:
    """Return the number of boards per box, and the meaning of box, whiskers and circles."""
    boards = minima.groupby(["n", "k"]).size()
    low, high = boards.min(), boards.max()
    number = counted(low, "board") if low == high else f"{low} to {high} boards"
    return (
        f"{number} per box; box: quartiles, line: median, whiskers: 1.5 IQR, circles: minima beyond"
    )


def wins_figure(wins: pd.DataFrame) -> Figure:
    """Draw, for each clock, wins of the minimal encoding, ratios of times, and the printed wins."""
    colours = sorted(wins["k"].unique())
    wins = wins.assign(share=100 * wins["minimal"] / (wins["minimal"] + wins["extended"]))
    figure, panels = style.subplots(2, 3, 4.4, sharex=True, sharey="row")
    for (top, bottom), clock in zip(panels.T, CLOCKS, strict=True):
        top.set_title(clock.replace("_", " + "))
        for position, k in enumerate(colours):
            cell = wins[(wins["clock"] == clock) & (wins["k"] == k)].sort_values("n")
            x = cell["n"] + style.aside(position, len(colours), 0.14)
            look = style.look(position)
            top.plot(x, cell["share"], lw=0.7, **look)
            top.plot(x, cell["thesis_minimal"], lw=0, **look | {"mfc": "white", "ms": 3})
            bars = style.error_bars(cell, "ratio")
            bottom.errorbar(x, cell["ratio"], yerr=bars, lw=0.7, **look)
        top.axhline(50, color="0.6", lw=0.6, zorder=0)
        bottom.axhline(1, color="0.6", lw=0.6, zorder=0)
        bottom.set_xlabel("board size $n$")
        bottom.set_xticks(sorted(wins["n"].unique()))
    panels[0, 0].set_ylim(min(40, wins["share"].min() - 3), 103)
    panels[0, 0].set_ylabel("boards on which the\nminimal encoding wins (%)")
    panels[1, 0].set_ylabel("time of the extended over\nthat of the minimal encoding")
    handles = [
        {**style.look(position), "lw": 0.7, "label": f"$k = {k}$"}
        for position, k in enumerate(colours)
    ]
    hollow = {"color": "0.3", "marker": "o", "mfc": "white", "ms": 3, "lw": 0}
    style.legend(figure, [*handles, hollow | {"label": "thesis"}])
    return figure


BOUNDS_FIGURE = style.Plot(MINIMA, bounds_figure)

WINS_FIGURE = style.Plot(WINS, wins_figure)


@click.command()
@click.argument("file")
@click.option(
    "--board", "i", default=0, show_default=True, help="The board, by its number i in the sample."
)
@outputs_option
def solution(file: str, i: int, outputs: tuple[str, ...]) -> None:
    """Draw a shortest solution of a board in a FILE of minima, move by move (Figure 2.1)."""
    rows = [row for row in read_rows(file, MINIMA) if row["i"] == i]
    if not rows:
        raise InputError(f"{file} has no board {i}")
    board, moves = solution_of(rows[0], "minimum")
    style.save(solution_figure(board, moves), outputs)
