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
    STRATEGY_NAMES,
    WEAKEST_METHOD_NAMES,
    size_name,
)

MEASURES = {
    "share": ("certain fields decided", "o", 0),
    "won": ("games won, guessing where a mine is least likely", "D", 1),
    "won_ahead": ("games won, looking a move ahead as well", "P", 4),
    "won_random": ("games won, guessing anywhere", "X", 2),
    "won_without_guess": ("games won without a guess", "v", 3),
}
"""The label, marker and colour of each measure in `methods_figure`."""

FORMULAS = {"numbers": "numbers alone", "total": "with the number of mines"}

MARKERS = "osD^vPX*<>p"

MAX_MINED = 0.5
"""The largest share of mined fields that `optimum_figure` shows."""


def _colour(position: int) -> Any:
    return style.PALETTE[position % len(style.PALETTE)]


def _handle(label: str, color: Any, marker: str = "", **options: Any) -> dict[str, Any]:
    """Return the options of a legend entry, which has a line only if `lw` is given."""
    return {"color": color, "marker": marker, "label": label, "lw": 0, "ms": 4} | options


def _of_size(table: pd.DataFrame, size: Sequence[Any], **others: Any) -> pd.DataFrame:
    columns = [*SIZE, *others]
    return table[(table[columns] == [*size, *others.values()]).all(axis=1)]


def _sizes(table: pd.DataFrame) -> list[Any]:
    return list(table[SIZE].drop_duplicates().itertuples(index=False))


def methods_figure(methods: pd.DataFrame) -> Figure:
    """Draw the shares of certain fields decided and of games won by each method, by size."""
    names = [name for name in METHOD_NAMES if name in set(methods["method"]) - {"counting"}]
    sizes = _sizes(methods)
    titles = [size_name(*size) for size in sizes]
    figure, panels = style.panels(titles, len(titles), 2.5, 0, sharex=True, sharey=True)
    for axes, size in zip(panels, sizes, strict=True):
        cell = _of_size(methods, size).set_index("method").reindex(names)
        for place, (measure, (_, marker, colour)) in enumerate(MEASURES.items()):
            offset = style.aside(place, len(MEASURES), 0.13)
            axes.errorbar(
                cell[measure],
                [y + offset for y in range(len(names))],
                xerr=style.error_bars(cell, measure),
                fmt=marker,
                ms=4,
                lw=0.8,
                color=style.PALETTE[colour],
            )
        axes.set_xlabel("share, with its 95% interval")
        axes.set_xlim(-0.03, 1.03)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        style.rule_lines(axes, "x")
    panels[0].set_yticks(range(len(names)), [METHOD_NAMES[name] for name in names])
    panels[0].invert_yaxis()
    entries = MEASURES.values()
    style.legend(figure, (_handle(label, style.PALETTE[c], m) for label, m, c in entries), 2)
    return figure


def procedures_figure(procedures: pd.DataFrame) -> Figure:
    """Draw the solver calls and the time of each backbone procedure, by formula.

    A procedure that ran out of time on at least half of the states has no median; an open triangle
    on the right edge marks it.
    """
    names = list(dict.fromkeys(procedures["procedure"]))
    sizes = _sizes(procedures)
    shown = list(product(FORMULAS, ("calls", "milliseconds")))
    titles = [FORMULAS[formula] for formula, _ in shown]
    height = 0.2 * len(names)
    figure, panels = style.panels(titles, 2, height, 1.2, sharex="col", sharey=True)
    for axes, (formula, measure) in zip(panels, shown, strict=True):
        for position, size in enumerate(sizes):
            cell = _of_size(procedures, size, formula=formula)
            values = cell.set_index("procedure")[measure].reindex(names)
            offset = style.aside(position, len(sizes), 0.2)
            look = {"color": style.PALETTE[position], "ms": 4, "lw": 0}
            places = [y + offset for y in range(len(names))]
            axes.plot(values, places, MARKERS[position], **look)
            missing = [y for y, value in zip(places, values, strict=True) if pd.isna(value)]
            [edge] = axes.plot(
                [1] * len(missing),
                missing,
                ">",
                transform=axes.get_yaxis_transform(),
                clip_on=False,
                mfc="white",
                **look,
            )
            edge.set_in_layout(False)
        axes.set_xscale("log")
        style.rule_lines(axes, "x")
    panels[-2].set_xlabel("calls of the solver")
    panels[-1].set_xlabel("milliseconds")
    for axes in panels[::2]:
        axes.set_yticks(range(len(names)), names)
    panels[0].invert_yaxis()
    handles = [
        _handle(size_name(*size), style.PALETTE[position], MARKERS[position])
        for position, size in enumerate(sizes)
    ]
    handles.append(_handle("out of time", "0.3", ">", mfc="white"))
    style.legend(figure, handles)
    return figure


def growth_figure(growth: pd.DataFrame) -> Figure:
    """Draw the times of methods and procedures against the size of the board.

    A procedure that ran out of time on at least half of the states of a size has no point there.
    """
    titles = {"method": "methods"} | {kind: f"backbones, {name}" for kind, name in FORMULAS.items()}
    figure, panels = style.panels([*titles.values()], 3, 3.3, 0, sharex=True, sharey=True)
    for axes, kind in zip(panels, titles, strict=True):
        part = growth[growth["kind"] == kind]
        lines: Groups = part.groupby("name", sort=False)
        for position, (name, line) in enumerate(lines):
            axes.plot(
                line["rows"] * line["cols"],
                line["milliseconds"],
                marker=MARKERS[position],
                ms=3.5,
                lw=0.7,
                linestyle="--" if name.startswith("BBScan") else "-",
                color=_colour(position),
                label=METHOD_NAMES.get(name, name),
            )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("fields of the board")
        style.rule_lines(axes, "both")
    panels[0].set_ylabel("milliseconds, median over states")
    panels[0].legend(loc="upper left", fontsize=6)
    figure.legend(
        *panels[1].get_legend_handles_labels(),
        loc="outside lower center",
        ncols=4,
        handlelength=2.6,
    )
    return figure


def wins_figure(rates: pd.DataFrame) -> Figure:
    """Draw the share of games that each player wins, by size and start.

    Filled points are this project's players; the squares are estimates with a control variate.
    """
    starts = [start for start in STARTS if start in set(rates["start"])]
    sizes = _sizes(rates)
    most = rates.groupby([*SIZE, "start"]).size().max()
    shown = list(product(sizes, starts))
    titles = [f"{size_name(*size)}: {START_NAMES[start]}" for size, start in shown]
    figure, panels = style.panels(titles, len(starts), 0.5 + 0.17 * most, 0.3)
    for axes, (size, start) in zip(panels, shown, strict=True):
        cell = _of_size(rates, size, start=start)
        for place, row in enumerate(cell.itertuples(index=False)):
            ours = row.player in STRATEGY_NAMES
            points = [("won", "D", 1, 0.0)]
            if ours:
                points = [("won", "o", 0, -0.12), ("control_variate", "s", 2, 0.2)]
            for name, marker, colour, offset in points:
                value = getattr(row, name)
                low, high = getattr(row, f"{name}_low"), getattr(row, f"{name}_high")
                axes.errorbar(
                    [value],
                    [place + offset],
                    xerr=[[value - low], [high - value]],
                    fmt=marker,
                    ms=3.5,
                    lw=0.9,
                    capsize=2,
                    color=style.PALETTE[colour],
                    mfc=style.PALETTE[colour] if ours else "white",
                )
        names = [STRATEGY_NAMES.get(player, player) for player in cell["player"]]
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.margins(x=0.15)
        axes.title.set_fontsize(7)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=1))
        axes.locator_params(axis="x", nbins=4, steps=[1, 2, 5, 10])
        style.rule_lines(axes, "x")
    for axes in panels[-len(starts) :]:
        axes.set_xlabel("probability of winning, with its 95% interval")
    handles = [
        _handle("games won", style.PALETTE[0], "o", ms=3.5),
        _handle("the same, control variate", style.PALETTE[2], "s", ms=3.5),
        _handle("published", style.PALETTE[1], "D", ms=3.5, mfc="white"),
    ]
    style.legend(figure, handles, 3)
    return figure


def optimum_figure(table: pd.DataFrame) -> Figure:
    """Draw the probability of winning against the density of mines, for each board and start.

    Solid lines show perfect play; dotted lines show the player ``exact``. Where the search reached
    a limit, a bar connects the bounds. Boards on which the share of mined fields exceeds
    `MAX_MINED` are left out, as they are rarely played.
    """
    titles = [START_NAMES[start] for start in STARTS]
    figure, panels = style.panels(titles, len(titles), 2.9, 0, sharex=True, sharey=True)
    table = table[table["density"] <= MAX_MINED]
    boards: Groups = table.groupby(["rows", "cols"], sort=False)
    look: dict[str, Any] = {"ms": 2.8, "lw": 0.8}
    handles = []
    for position, ((rows, cols), board) in enumerate(boards):
        colour, marker = _colour(position), MARKERS[position % len(MARKERS)]
        handles.append(_handle(f"{rows}×{cols}", colour, marker, **look))
        for axes, start in zip(panels, STARTS, strict=True):
            line = board[board["start"] == start].sort_values("mines")
            known = line["status"] == "optimal"
            best = line["chance_low"].where(known)
            axes.plot(line["density"], best, marker=marker, color=colour, **look)
            axes.plot(line["density"], line["player"].where(known), ":", lw=0.8, color=colour)
            open_ = line[line["status"].isin(["timeout", "memory"])]
            axes.vlines(
                open_["density"], open_["chance_low"], open_["chance_high"], color=colour, lw=0.8
            )
    for axes in panels:
        axes.set_xlabel("share of mined fields")
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        style.rule_lines(axes, "both")
    panels[0].set_ylabel("probability of winning")
    handles += [
        _handle("our player", "0.3", ls=":", lw=0.8, ms=4.8),
        _handle("bounds, limit reached", "0.3", "|", ms=4.8),
    ]
    style.legend(figure, handles, min(len(handles), 6))
    return figure


def no_guess_figure(table: pd.DataFrame) -> Figure:
    """Draw the share of boards that need each method, against the density of mines."""
    sizes = list(table.groupby(["rows", "cols"], sort=False))
    shades = sns.color_palette(
        "cividis_r", len(WEAKEST_METHOD_NAMES)
    )  # increasingly dark, also in greyscale
    titles = [f"{rows}×{cols}" for (rows, cols), _ in sizes]
    figure, panels = style.panels(titles, len(titles), 2.6, 0, sharey=True)
    for axes, (_, size) in zip(panels, sizes, strict=True):
        size = size.sort_values("density")
        axes.stackplot(
            size["density"],
            [size[need] for need in WEAKEST_METHOD_NAMES],
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
