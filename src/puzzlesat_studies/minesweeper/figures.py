"""The figures of the Minesweeper study."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from puzzlesat_studies.core import style
from puzzlesat_studies.minesweeper.tables import (
    METHOD_NAMES,
    SIZE,
    size_name,
)

FORMULA_TITLES = {"numbers": "numbers alone", "total": "with the number of mines"}

MARKERS = "osD^vPX*<>p"


def _legend_entry(label: str, color: Any, marker: str = "", **options: Any) -> dict[str, Any]:
    """Return the options of a legend entry, which has a line only if `lw` is given."""
    return {"color": color, "marker": marker, "label": label, "lw": 0, "ms": 4} | options


def _rows_of_size(table: pd.DataFrame, size: Sequence[Any], **conditions: Any) -> pd.DataFrame:
    columns = [*SIZE, *conditions]
    return table[(table[columns] == [*size, *conditions.values()]).all(axis=1)]


def _sizes(table: pd.DataFrame) -> list[Any]:
    return list(table[SIZE].drop_duplicates().itertuples(index=False))


def methods_figure(methods: pd.DataFrame) -> Figure:
    """Draw the share of certain fields that each method decides, by size."""
    names = [name for name in METHOD_NAMES if name in set(methods["method"]) - {"counting"}]
    sizes = _sizes(methods)
    titles = [size_name(*size) for size in sizes]
    figure, panels = style.panels(titles, len(titles), 2.5, 0, sharex=True, sharey=True)
    for axes, size in zip(panels, sizes, strict=True):
        cell = _rows_of_size(methods, size).set_index("method").reindex(names)
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


def procedures_figure(procedures: pd.DataFrame) -> Figure:
    """Draw the solver calls and the time of each backbone procedure, by formula.

    A procedure that ran out of time on at least half of the states has no median; an open triangle
    on the right edge marks it.
    """
    names = list(dict.fromkeys(procedures["procedure"]))
    sizes = _sizes(procedures)
    panel_keys = list(product(FORMULA_TITLES, ("calls", "milliseconds")))
    titles = [FORMULA_TITLES[formula] for formula, _ in panel_keys]
    height = 0.2 * len(names)
    figure, panels = style.panels(titles, 2, height, 1.2, sharex="col", sharey=True)
    for axes, (formula, measure) in zip(panels, panel_keys, strict=True):
        for position, size in enumerate(sizes):
            cell = _rows_of_size(procedures, size, formula=formula)
            values = cell.set_index("procedure")[measure].reindex(names)
            offset = style.offset(position, len(sizes), 0.2)
            props = {"color": style.PALETTE[position], "ms": 4, "lw": 0}
            heights = [y + offset for y in range(len(names))]
            axes.plot(values, heights, MARKERS[position], **props)
            missing_heights = [
                y for y, value in zip(heights, values, strict=True) if pd.isna(value)
            ]
            [edge] = axes.plot(
                [1] * len(missing_heights),
                missing_heights,
                ">",
                transform=axes.get_yaxis_transform(),
                clip_on=False,
                mfc="white",
                **props,
            )
            edge.set_in_layout(False)
        axes.set_xscale("log")
        style.grid_lines(axes, "x")
    panels[-2].set_xlabel("calls of the solver")
    panels[-1].set_xlabel("milliseconds")
    for axes in panels[::2]:
        axes.set_yticks(range(len(names)), names)
    panels[0].invert_yaxis()
    handles = [
        _legend_entry(size_name(*size), style.PALETTE[position], MARKERS[position])
        for position, size in enumerate(sizes)
    ]
    handles.append(_legend_entry("out of time", "0.3", ">", mfc="white"))
    style.legend(figure, handles)
    return figure
