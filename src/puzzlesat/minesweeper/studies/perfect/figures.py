"""The figures of perfect play, and of how much logic boards need."""

import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.studies.perfect.tables import NEED_NAMES, NO_GUESS, OPTIMUM
from puzzlesat.report import style
from puzzlesat.report.tables import Groups

START_NAMES = {
    "unprotected": "first field unprotected",
    "safe": "first field safe",
    "opening": "first field an opening",
}
"""What readers call the starts."""

MARKERS = "osD^vPX*<>"


MAX_MINED = 0.5
"""Up to which share of mined fields chances are drawn."""


def optimum_figure(table: pd.DataFrame) -> Figure:
    """Draw the chance to win by the density of mines, a line for each board.

    Beside perfect play stands our player. A bar is between bounds, where the chance is not known.
    Boards more than half of whose fields are mines are in the table alone: few of them are played.

    Parameters
    ----------
    table : DataFrame
        A table of `tables.optimum_table`.
    """
    style.use()
    figure, panels = plt.subplots(
        1, len(STARTS), figsize=(style.PAGE, 2.9), sharex=True, sharey=True, layout="constrained"
    )
    table = table[table["density"] <= MAX_MINED]
    boards: Groups = table.groupby(["rows", "cols"], sort=False)
    names = [f"{rows}×{cols}" for (rows, cols), _ in boards]
    for axes, start in zip(panels, STARTS, strict=True):
        for position, (_, board) in enumerate(boards):
            line = board[board["start"] == start].sort_values("mines")
            colour = style.PALETTE[position % len(style.PALETTE)]
            known = line["status"] == "optimal"
            axes.plot(
                line["density"],
                line["chance_low"].where(known),
                marker=MARKERS[position % len(MARKERS)],
                ms=2.8,
                lw=0.8,
                color=colour,
            )
            axes.plot(line["density"], line["player"].where(known), ":", lw=0.8, color=colour)
            open_ = line[line["status"].isin(["timeout", "memory"])]
            axes.vlines(
                open_["density"], open_["chance_low"], open_["chance_high"], color=colour, lw=0.8
            )
        axes.set_title(START_NAMES[start])
        axes.set_xlabel("share of mined fields")
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        axes.grid(color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
    panels[0].set_ylabel("chance to win")
    handles = [
        Line2D(
            *([], []),
            color=style.PALETTE[position % len(style.PALETTE)],
            marker=MARKERS[position % len(MARKERS)],
            ms=2.8,
            lw=0.8,
            label=name,
        )
        for position, name in enumerate(names)
    ]
    handles += [
        Line2D([], [], color="0.3", ls=":", lw=0.8, label="our player"),
        Line2D([], [], color="0.3", marker="|", lw=0, label="bounds, out of time"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=min(len(handles), 6))
    return figure


def no_guess_figure(table: pd.DataFrame) -> Figure:
    """Draw the shares of boards by what they need, over the density of mines.

    Parameters
    ----------
    table : DataFrame
        A table of `tables.no_guess_table`.
    """
    style.use()
    sizes = list(table.groupby(["rows", "cols"], sort=False))
    shades = sns.color_palette("cividis_r", len(NEED_NAMES))  # ever darker, also in grey
    figure, panels = plt.subplots(
        1,
        len(sizes),
        figsize=(style.PAGE, 2.6),
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for axes, ((rows, cols), size) in zip(panels[0], sizes, strict=True):
        size = size.sort_values("density")
        axes.stackplot(
            size["density"],
            [size[need] for need in NEED_NAMES],
            colors=shades,
            labels=list(NEED_NAMES.values()),
            edgecolor="white",
            linewidth=0.6,
        )
        axes.set_title(f"{rows}×{cols}")
        axes.set_xlabel("share of mined fields")
        axes.set_ylim(0, 1)
        axes.margins(x=0)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
    panels[0, 0].set_ylabel("share of boards that need")
    figure.legend(
        *panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=len(shades)
    )
    return figure


OPTIMUM_FIGURE = style.Plot(
    OPTIMUM,
    optimum_figure,
    help="Draw the table of optima in FILES: the chance to win by the density of mines.",
)

NO_GUESS_FIGURE = style.Plot(
    NO_GUESS,
    no_guess_figure,
    help="Draw the table of what boards need in FILES: the shares of boards by the density of "
    "mines.",
)
