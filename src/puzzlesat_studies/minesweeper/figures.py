"""The figures of the Minesweeper study."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat_studies.core import style
from puzzlesat_studies.core.tables import Groups
from puzzlesat_studies.minesweeper.tables import (
    METHOD_NAMES,
    SIZE,
    START_NAMES,
    WEAKEST_METHOD_NAMES,
    size_name,
)

FORMULA_TITLES = {"numbers": "numbers alone", "total": "with the number of mines"}

MARKERS = "osD^vPX*<>p"

MAX_DENSITY = 0.5
"""The largest share of mined fields that `optimum_figure` shows."""


def _palette_colour(position: int) -> Any:
    return style.PALETTE[position % len(style.PALETTE)]


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


def growth_figure(growth: pd.DataFrame) -> Figure:
    """Draw the times of methods and procedures against the size of the board.

    A procedure that ran out of time on at least half of the states of a size has no point there.
    """
    titles = {"method": "methods"} | {
        kind: f"backbones, {name}" for kind, name in FORMULA_TITLES.items()
    }
    figure, panels = style.panels([*titles.values()], 3, 3.3, 0, sharex=True, sharey=True)
    for axes, kind in zip(panels, titles, strict=True):
        growth_of_kind = growth[growth["kind"] == kind]
        lines: Groups = growth_of_kind.groupby("name", sort=False)
        for position, (name, line) in enumerate(lines):
            axes.plot(
                line["rows"] * line["cols"],
                line["milliseconds"],
                marker=MARKERS[position],
                ms=3.5,
                lw=0.7,
                linestyle="--" if name.startswith("BBScan") else "-",
                color=_palette_colour(position),
                label=METHOD_NAMES.get(name, name),
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("fields of the board")
        style.grid_lines(axes, "both")
    panels[0].set_ylabel("milliseconds, median over states")
    panels[0].legend(loc="upper left", fontsize=6)
    figure.legend(
        *panels[1].get_legend_handles_labels(),
        loc="outside lower center",
        ncols=4,
        handlelength=2.6,
    )
    return figure


def optimum_figure(table: pd.DataFrame) -> Figure:
    """Draw the probability of winning against the density of mines, for each board and start.

    Solid lines show perfect play; dotted lines show the player ``exact``. Where the search reached
    a limit, a bar connects the bounds. Boards on which the share of mined fields exceeds
    `MAX_DENSITY` are left out, as they are rarely played.
    """
    titles = [START_NAMES[start] for start in STARTS]
    figure, panels = style.panels(titles, len(titles), 2.9, 0, sharex=True, sharey=True)
    table = table[table["density"] <= MAX_DENSITY]
    boards: Groups = table.groupby(["rows", "cols"], sort=False)
    props: dict[str, Any] = {"ms": 2.8, "lw": 0.8}
    handles = []
    for position, ((rows, cols), board) in enumerate(boards):
        colour, marker = _palette_colour(position), MARKERS[position % len(MARKERS)]
        handles.append(_legend_entry(f"{rows}×{cols}", colour, marker, **props))
        for axes, start in zip(panels, STARTS, strict=True):
            chances = board[board["start"] == start].sort_values("mines")
            is_optimal = chances["status"] == "optimal"
            optimum = chances["chance_low"].where(is_optimal)
            axes.plot(chances["density"], optimum, marker=marker, color=colour, **props)
            axes.plot(
                chances["density"], chances["player"].where(is_optimal), ":", lw=0.8, color=colour
            )
            bounded = chances[chances["status"].isin(["timeout", "memory"])]
            axes.vlines(
                bounded["density"],
                bounded["chance_low"],
                bounded["chance_high"],
                color=colour,
                lw=0.8,
            )
    for axes in panels:
        axes.set_xlabel("share of mined fields")
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        style.grid_lines(axes, "both")
    panels[0].set_ylabel("probability of winning")
    handles += [
        _legend_entry("our player", "0.3", ls=":", lw=0.8, ms=4.8),
        _legend_entry("bounds, limit reached", "0.3", "|", ms=4.8),
    ]
    style.legend(figure, handles, min(len(handles), 6))
    return figure


def no_guess_figure(table: pd.DataFrame) -> Figure:
    """Draw the share of boards that need each method, against the density of mines."""
    sizes = list(table.groupby(["rows", "cols"], sort=False))
    # increasingly dark, also in greyscale
    shades = sns.color_palette("cividis_r", len(WEAKEST_METHOD_NAMES))
    titles = [f"{rows}×{cols}" for (rows, cols), _ in sizes]
    figure, panels = style.panels(titles, len(titles), 2.6, 0, sharey=True)
    for axes, (_, boards_of_size) in zip(panels, sizes, strict=True):
        boards_of_size = boards_of_size.sort_values("density")
        axes.stackplot(
            boards_of_size["density"],
            [boards_of_size[method] for method in WEAKEST_METHOD_NAMES],
            colors=shades,
            labels=list(WEAKEST_METHOD_NAMES.values()),
            edgecolor="white",
            linewidth=0.6,
        )
        axes.set_xlabel("share of mined fields")
        axes.set_ylim(0, 1)
        axes.margins(x=0)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
    panels[0].set_ylabel("share of boards that need")
    style.legend(figure, panels[0].get_legend_handles_labels()[0], len(shades))
    return figure
