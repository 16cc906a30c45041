"""The figure of the Minesweeper study."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from puzzlesat_studies.core import style
from puzzlesat_studies.core.tables import Groups
from puzzlesat_studies.minesweeper.tables import METHOD_NAMES, SIZE, size_name


def methods_figure(methods: pd.DataFrame) -> Figure:
    """Draw the share of certain fields that each method decides, by size."""
    names = [name for name in METHOD_NAMES if name in set(methods["method"]) - {"counting"}]
    sizes: Groups = methods.groupby(SIZE, sort=False)
    titles = [size_name(*size) for size, _ in sizes]
    figure, panels = style.panels(titles, len(titles), 2.5, 0, sharex=True, sharey=True)
    for axes, (_, rows) in zip(panels, sizes, strict=True):
        cell = rows.set_index("method").reindex(names)
        axes.errorbar(
            cell["share"],
            range(len(names)),
            xerr=style.error_bars(cell, "share"),
            fmt="o",
            ms=4,
            lw=0.8,
            color=style.PALETTE[0],
        )
        axes.set_xlabel("certain fields decided")
        axes.set_xlim(-0.03, 1.03)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        style.grid_lines(axes, "x")
    panels[0].set_yticks(range(len(names)), [METHOD_NAMES[name] for name in names])
    panels[0].invert_yaxis()
    return figure
