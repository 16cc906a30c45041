"""The audit's figures, drawn from the tables of its experiments."""

from collections.abc import Iterable, Sequence
from math import log
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.audit import linear, searches, solvers
from puzzlesat_studies.floodit.audit.compare import clear

UPPER_LINE: dict[str, Any] = {"label": "$n + k$", "color": style.PALETTE[3], "ls": "--"}
LOWER_LINE: dict[str, Any] = {"label": "$n + k - 5$", "color": style.PALETTE[0], "ls": "-"}


def _panels(titles: Sequence[str], height: float, **options: Any) -> tuple[Figure, list[Axes]]:
    figure, panels = style.panels(titles, min(len(titles), 4), height, 0.4, **options)
    for axes in panels:
        axes.set_xlabel("board size $n$")
    return figure, panels


def _cells_by_k(table: pd.DataFrame) -> dict[int, pd.DataFrame]:
    """Return the rows of each k in increasing order of n."""
    return {k: cells.sort_values("n") for k, cells in table.groupby("k")}


def _k_titles(table: pd.DataFrame) -> list[str]:
    return [f"$k = {k}$ colours" for k in _cells_by_k(table)]


def _draw_quartiles(
    axes: Axes, cells: pd.DataFrame, prefix: str, offset: float, **props: Any
) -> None:
    columns = (f"{prefix}{name}" for name in ("median", "q1", "q3"))
    x, bars = cells["n"] + offset, style.error_bars(cells, *columns)
    axes.errorbar(x, cells[f"{prefix}median"], yerr=bars, lw=0, **props)


def _draw_shares(axes: Axes, table: pd.DataFrame, column: str, ends: str | None) -> None:
    """Draw shares in percent, a series for each k, with intervals from ENDS_low to ENDS_high."""
    for position, cells in enumerate(_cells_by_k(table).values()):
        bars = (
            100 * style.error_bars(cells, column, f"{ends}_low", f"{ends}_high") if ends else None
        )
        x = cells["n"] + style.offset(position, table["k"].nunique(), 0.08)
        axes.errorbar(x, 100 * cells[column], yerr=bars, lw=0.7, **style.series_props(position))


def _k_series(table: pd.DataFrame) -> list[dict[str, Any]]:
    return style.series_lines((f"$k = {k}$" for k in _cells_by_k(table)), 0.7)


def final_state_figure(table: pd.DataFrame) -> Figure:
    """Draw the quartiles of the minima with the last state p and with p+1, and the bounds."""
    corrected = {"color": "0.1", "marker": "o", "ms": 4}
    printed = {"color": style.PALETTE[1], "marker": "s", "mfc": "white", "ms": 4}
    figure, panels = _panels(_k_titles(table), 2.4, sharex=True, sharey=True)
    for axes, cells in zip(panels, _cells_by_k(table).values(), strict=True):
        _draw_quartiles(axes, cells, "", -0.12, elinewidth=1.2, **corrected)
        _draw_quartiles(axes, cells, "printed_", 0.12, elinewidth=1.2, **printed)
        axes.plot(cells["n"], cells["upper"], zorder=0, **UPPER_LINE)
        axes.plot(cells["n"], cells["lower"], zorder=0, **LOWER_LINE)
        axes.set_xticks(cells["n"])
        axes.set_ylabel("minimal number of moves")
        axes.label_outer()
    variants = [{"label": "states 0..p", **corrected}, {"label": "states 0..p+1", **printed}]
    style.legend(figure, [*variants, UPPER_LINE, LOWER_LINE])
    return figure


def conditions_figure(table: pd.DataFrame) -> Figure:
    """Draw the share of boards whose minimum changes when a condition is removed."""
    figure, [[axes]] = style.subplots(1, 1, 3.0)
    axes.bar(
        np.arange(len(table)),
        100 * table["share"],
        yerr=100 * style.error_bars(table, "share"),
        color=np.where(table["changed"] > 0, "0.55", "white"),
        edgecolor="0.15",
        error_kw={"lw": 0.8},
    )
    for i, (top, changed) in enumerate(zip(table["share_high"], table["changed"], strict=True)):
        axes.text(i, 100 * top + 1.5, f"{changed}", ha="center", size=6.5)
    names = [name.replace(" - ", " − ") for name in table["variant"]]
    axes.set_xticks(range(len(names)), names, rotation=90)
    axes.set(ylim=(0, 112), ylabel="boards whose minimum changes (%)")
    axes.set_title(f"{table['boards'].iloc[0]} boards each; error bars are exact 95% intervals")
    sns.despine(figure)
    return figure


def quartiles_figure(table: pd.DataFrame) -> Figure:
    """Draw the shares of minima on or beyond each bound, which the claims compare with 1/4."""
    titles = {"q1": "minima $\\leq n + k - 5$", "q3": "minima $\\geq n + k$"}
    quarter_line: dict[str, Any] = {"color": "0.3", "lw": 0.8, "ls": "--"}
    figure, panels = _panels([*titles.values()], 2.9, sharex=True, sharey=True)
    for axes, claim in zip(panels, titles, strict=True):
        _draw_shares(axes, table, f"{claim}_share", claim)
        axes.axhline(25, zorder=0, **quarter_line)
        axes.set(ylabel="boards (%)", ylim=(-2, 102))
        style.integer_ticks(axes.xaxis)
        axes.label_outer()
    style.legend(figure, [*_k_series(table), {"label": "25%", **quarter_line}])
    return figure


def linear_figure(table: pd.DataFrame, fit: pd.DataFrame) -> Figure:
    """Draw the quartiles against n for each k, with the thesis's bounds and the fitted bounds."""
    estimates = dict(zip(fit["quantity"], fit["estimate"], strict=True))
    figure, panels = _panels(_k_titles(table), 2.3, sharex=True)
    for axes, (k, cells) in zip(panels, _cells_by_k(table).items(), strict=True):
        n = np.linspace(cells["n"].min(), cells["n"].max(), 50)
        fitted = sum(
            estimates[name] * term(n, np.full(len(n), k)) for name, term in linear.TERMS.items()
        )
        axes.fill_between(
            n, fitted - estimates["lowered by"], fitted + estimates["raised by"], color="0.85", lw=0
        )
        axes.plot(n, n + k, **UPPER_LINE)
        axes.plot(n, n + k - 5, **LOWER_LINE)
        _draw_quartiles(axes, cells, "", 0, color="0.1", marker="o", ms=2.5, elinewidth=1)
        axes.set_ylabel("minimum")
        axes.tick_params(labelbottom=True)
        style.integer_ticks(axes.xaxis)
    quartile_line = {"label": "median and quartiles", "color": "0.1", "marker": "o", "ms": 3}
    style.legend(
        figure, [quartile_line, UPPER_LINE, LOWER_LINE, Patch(color="0.85", label="fitted bounds")]
    )
    return figure


SEARCH_LABELS = {
    "bisection": "bisection (Fig. 4.1)",
    "bounded": "bounded (Fig. 4.3)",
    "most_clusters": "bisection, other greedy rule",
    "raised": "bisection from a lower bound",
}


def searches_figure(table: pd.DataFrame) -> Figure:
    """Draw the calls and times of the searches against n."""
    table = table[table["against"] == "bisection"]
    figure, panels = style.subplots(2, table["k"].nunique(), 4.2, sharex=True, sharey="row")
    for (top, bottom), (k, cells_of_k) in zip(panels.T, _cells_by_k(table).items(), strict=True):
        for position, search in enumerate(searches.ALL_SEARCHES):
            cells = cells_of_k[cells_of_k["search"] == search]
            props = {"lw": 0.8, **style.series_props(position)}
            top.plot(cells["n"], cells["calls"], **props)
            bars = style.error_bars(cells, "ratio")
            bottom.errorbar(cells["n"], cells["ratio"], yerr=bars, **props)
        top.set_title(f"$k = {k}$ colours")
        bottom.set(xlabel="board size $n$", xticks=sorted(table["n"].unique()))
    panels[0, 0].set_ylabel("solver calls (mean)")
    panels[1, 0].set_ylabel("time over that of\nthe bisection of Fig. 4.1")
    labels = (SEARCH_LABELS.get(name, name) for name in searches.ALL_SEARCHES)
    style.legend(figure, style.series_lines(labels, 0.8), 3)
    return figure


def _draw_heat_map(
    axes: Axes, cells: pd.DataFrame, row_labels: pd.Index, value: str, title: str, **options: Any
) -> None:
    """Draw a heat map of a value with its numbers; ratios that are not clear are in parentheses."""

    def pivot(name: str) -> pd.DataFrame:
        table = cells.pivot(index=row_labels.name, columns="cell", values=name)
        return table.reindex(index=row_labels, columns=cells["cell"].cat.categories)

    values = pivot(value)
    texts = values.map(lambda x: "" if pd.isna(x) else f"{x:.2f}")
    if value == "ratio":
        texts = texts.where(pivot("clear").eq(True) | (texts == ""), "(" + texts + ")")
    sns.heatmap(
        values,
        annot=texts,
        fmt="",
        ax=axes,
        annot_kws={"size": 5},
        linewidths=0.3,
        cbar_kws={"label": value, "shrink": 0.5},
        cmap="RdBu_r",
        **options,
    )
    if value == "ratio":
        mesh: Any = axes.collections[0]
        colorbar_axes = mesh.colorbar.ax
        low, high = colorbar_axes.get_ylim()
        ticks = [x for x in (0.25, 0.5, 0.75, 1, 1.33, 2, 4) if low <= x <= high]
        colorbar_axes.set_yticks(ticks, [f"{x:g}" for x in ticks])
        colorbar_axes.minorticks_off()
    axes.set(title=title, xlabel="", ylabel="")
    axes.tick_params(length=0, labelsize=6)


def _clear_cells(table: pd.DataFrame, order: list[str]) -> pd.DataFrame:
    """Return the ``load_solve`` rows with labels of cells, and whether each ratio is clear."""
    timed = table[table["timed_phases"] == "load_solve"].sort_values(order)
    below, above = clear(timed)
    labels = [f"n={n}\nk={k}" for n, k in zip(timed["n"], timed["k"], strict=True)]
    return timed.assign(cell=pd.Categorical(labels, dict.fromkeys(labels)), clear=below | above)


def _ratio_norm(values: Iterable[float]) -> LogNorm:
    max_log = max((abs(log(x)) for x in values if x > 0), default=0)
    limit = float(np.exp(min(max(max_log, 0.1), np.log(4))))
    return LogNorm(1 / limit, limit)


def solvers_figure(table: pd.DataFrame) -> Figure:
    """Draw heat maps of wins and of time ratios by encoding, with a row for each solver."""
    timed = _clear_cells(table, ["n", "k"])
    solver_names = pd.Index(sorted(timed["solver"].unique()), name="solver")
    figure, panels = style.subplots(2, 2, 2 * (0.17 * len(solver_names) + 0.9), sharey=True)
    norm = _ratio_norm(timed["ratio"])
    for (top, bottom), encoding in zip(panels.T, solvers.COMPARED_ENCODINGS, strict=True):
        cells = timed[timed["encoding"] == encoding]
        title = f"{encoding}: share of boards that minimal wins"
        _draw_heat_map(top, cells, solver_names, "share", title, vmin=0, vmax=1)
        title = f"{encoding}: time over that of minimal"
        _draw_heat_map(bottom, cells, solver_names, "ratio", title, norm=norm)
    return figure


def redundant_figure(table: pd.DataFrame) -> Figure:
    """Draw a heat map of time ratios, with a panel for each solver and a row for each family."""
    timed = _clear_cells(table, ["k", "n"])
    families = pd.Index(table["family"].unique(), name="family")
    solver_names = table["solver"].unique()
    height = len(solver_names) * (0.2 * len(families) + 0.7)
    figure, panels = style.subplots(len(solver_names), 1, height, style.PAGE * 0.8)
    norm = _ratio_norm(timed["ratio"])
    for axes, solver in zip(panels.flat, solver_names, strict=True):
        title = f"{solver}: time over that of the minimal encoding"
        _draw_heat_map(axes, timed[timed["solver"] == solver], families, "ratio", title, norm=norm)
        axes.tick_params(axis="y", rotation=0)
    return figure


def forced_moves_figure(table: pd.DataFrame) -> Figure:
    """Draw the shares of forced moves, forced first moves and single solutions against n."""
    share_titles = {
        "first": "first move forced (%)",
        "unique": "one optimal solution (%)",
        "forced": "share of forced moves (%)",
    }
    titles = [*share_titles.values(), "optimal solutions, median"]
    figure, panels = _panels(titles, 2.3, sharex=True)
    for axes, name in zip(panels[:-1], share_titles, strict=True):
        _draw_shares(axes, table, name, None if name == "forced" else name)
        axes.set_ylim(-3, 103)
    for position, cells in enumerate(_cells_by_k(table).values()):
        x = cells["n"] + style.offset(position, table["k"].nunique(), 0.08)
        panels[-1].plot(x, cells["solutions_median"], lw=0.7, **style.series_props(position))
    panels[-1].set_yscale("log")
    for axes in panels:
        axes.title.set_fontsize(7)
        axes.set_xticks(sorted(table["n"].unique()))
    style.legend(figure, _k_series(table))
    return figure
