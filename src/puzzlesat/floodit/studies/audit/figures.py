"""The audit's figures, each drawn from its experiment's table."""

from collections.abc import Iterable
from math import ceil, log
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from puzzlesat.floodit.studies.audit import (
    ablation,
    final_state,
    forced_moves,
    growth,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat.report import style

MARKERS = "osD^vPX*"


def _look(position: int) -> dict[str, Any]:
    """Return colour and marker of a series, so that it can be told in grey as well."""
    return {"color": style.PALETTE[position % 10], "marker": MARKERS[position % 8], "ms": 3.5}


def _panels(count: int, height: float, **options: Any) -> tuple[Figure, list[Axes]]:
    """Return a figure of so many panels, at most four in a line."""
    style.use()
    columns = min(count, 4)
    lines = ceil(count / columns)
    figure, panels = plt.subplots(
        lines,
        columns,
        figsize=(style.PAGE, height * lines + 0.4),
        squeeze=False,
        layout="constrained",
        **options,
    )
    for axes in panels.flat[count:]:
        axes.remove()
    return figure, list(panels.flat[:count])


def _whiskers(cells: pd.DataFrame, name: str) -> np.ndarray:
    """Return the lengths of error bars down and up."""
    middle = cells[name]
    return np.abs([middle - cells[f"{name}_low"], cells[f"{name}_high"] - middle])


def final_state_figure(table: pd.DataFrame) -> Figure:
    """Draw the quartiles of the minima under both variants between the bounds."""
    colours = sorted(table["k"].unique())
    figure, panels = _panels(len(colours), 2.4, sharex=True, sharey=True)
    for axes, k in zip(panels, colours, strict=True):
        cells = table[table["k"] == k].sort_values("n")
        for prefix, aside, look in (
            ("", -0.12, {"color": "0.1", "marker": "o"}),
            ("printed_", 0.12, {"color": style.PALETTE[1], "marker": "s", "mfc": "white"}),
        ):
            middle = cells[f"{prefix}median"]
            reach = [middle - cells[f"{prefix}q1"], cells[f"{prefix}q3"] - middle]
            axes.errorbar(
                cells["n"] + aside, middle, yerr=reach, lw=0, elinewidth=1.2, ms=4, **look
            )
        axes.plot(cells["n"], cells["upper"], "--", color=style.PALETTE[3], zorder=0)
        axes.plot(cells["n"], cells["lower"], "-", color=style.PALETTE[0], zorder=0)
        axes.set_title(f"$k = {k}$ colours")
        axes.set_xticks(cells["n"])
        axes.set_xlabel("board size $n$")
        axes.set_ylabel("minimal number of moves")
        axes.label_outer()
    figure.legend(
        handles=[
            Line2D([], [], color="0.1", marker="o", ms=4, label="states 0..p"),
            Line2D(
                [], [], color=style.PALETTE[1], marker="s", mfc="white", ms=4, label="states 0..p+1"
            ),
            Line2D([], [], color=style.PALETTE[3], linestyle="--", label="$n + k$"),
            Line2D([], [], color=style.PALETTE[0], label="$n + k - 5$"),
        ],
        loc="outside lower center",
        ncols=4,
    )
    return figure


def ablation_figure(table: pd.DataFrame) -> Figure:
    """Draw on how many boards the minimum changes when a condition is left out."""
    style.use()
    figure, axes = plt.subplots(figsize=(style.PAGE, 3.0), layout="constrained")
    places = np.arange(len(table))
    changing = table["changed"] > 0
    axes.bar(
        places,
        100 * table["share"],
        yerr=100 * _whiskers(table, "share"),
        color=np.where(changing, "0.55", "white"),
        edgecolor="0.15",
        error_kw={"lw": 0.8},
    )
    bars: Iterable[tuple[Any, Any]] = zip(places, table.itertuples(), strict=True)
    for place, row in bars:
        top = 100 * row.share_high
        axes.text(place, top + 1.5, f"{row.changed}", ha="center", size=6.5)
    names = [name.replace(" - ", " − ") for name in table["variant"]]
    axes.set_xticks(places, names, rotation=90)
    axes.set_ylim(0, 112)
    axes.set_ylabel("boards whose minimum changes (%)")
    axes.set_title(f"Each of {table['boards'].iloc[0]} boards; bars are exact 95% intervals")
    sns.despine(figure)
    return figure


def quartiles_figure(table: pd.DataFrame) -> Figure:
    """Draw the shares of minima on or beyond each bound against 1/4."""
    figure, panels = _panels(2, 2.9, sharex=True, sharey=True)
    colours = sorted(table["k"].unique())
    titles = {"q1": "minima $\\leq n + k - 5$", "q3": "minima $\\geq n + k$"}
    for axes, (claim, title) in zip(panels, titles.items(), strict=True):
        for position, k in enumerate(colours):
            cells = table[table["k"] == k].sort_values("n")
            aside = (position - (len(colours) - 1) / 2) * 0.08
            axes.errorbar(
                cells["n"] + aside,
                100 * cells[f"{claim}_share"],
                yerr=100
                * np.abs(
                    [
                        cells[f"{claim}_share"] - cells[f"{claim}_low"],
                        cells[f"{claim}_high"] - cells[f"{claim}_share"],
                    ]
                ),
                lw=0.7,
                **_look(position),
            )
        axes.axhline(25, color="0.3", lw=0.8, ls="--", zorder=0)
        axes.set_title(title)
        axes.set_xlabel("board size $n$")
        axes.set_ylabel("boards (%)")
        axes.set_ylim(-2, 102)
        locator: Any = axes.xaxis.get_major_locator()
        locator.set_params(integer=True)
        axes.label_outer()
    handles = [
        Line2D([], [], lw=0.7, label=f"$k = {k}$", **_look(position))
        for position, k in enumerate(colours)
    ]
    handles.append(Line2D([], [], color="0.3", ls="--", lw=0.8, label="25%"))
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles))
    return figure


def growth_figure(table: pd.DataFrame, fit: pd.DataFrame) -> Figure:
    """Draw the quartiles over n for each k, with the thesis's and the fitted bounds."""
    of = dict(zip(fit["quantity"], fit["estimate"], strict=True))
    colours = sorted(table["k"].unique())
    figure, panels = _panels(len(colours), 2.3, sharex=True)
    for axes, k in zip(panels, colours, strict=True):
        cells = table[table["k"] == k].sort_values("n")
        n = np.linspace(cells["n"].min(), cells["n"].max(), 50)
        fitted = sum(of[name] * term(n, np.full(len(n), k)) for name, term in growth.TERMS.items())
        axes.fill_between(
            n, fitted - of["lowered by"], fitted + of["raised by"], color="0.85", lw=0
        )
        axes.plot(n, n + k, "--", color=style.PALETTE[3])
        axes.plot(n, n + k - 5, "-", color=style.PALETTE[0])
        middle = cells["median"]
        axes.errorbar(
            cells["n"],
            middle,
            yerr=[middle - cells["q1"], cells["q3"] - middle],
            color="0.1",
            marker="o",
            ms=2.5,
            lw=0,
            elinewidth=1,
        )
        axes.set_title(f"$k = {k}$ colours")
        axes.set_xlabel("board size $n$")
        axes.set_ylabel("minimum")
        axes.tick_params(labelbottom=True)
        locator: Any = axes.xaxis.get_major_locator()
        locator.set_params(integer=True)
    figure.legend(
        handles=[
            Line2D([], [], color="0.1", marker="o", ms=3, label="median and quartiles"),
            Line2D([], [], color=style.PALETTE[3], linestyle="--", label="$n + k$"),
            Line2D([], [], color=style.PALETTE[0], label="$n + k - 5$"),
            Patch(color="0.85", label="fitted bounds"),
        ],
        loc="outside lower center",
        ncols=4,
    )
    return figure


def searches_figure(table: pd.DataFrame) -> Figure:
    """Draw calls and times of the searches over n."""
    table = table[table["against"] == "bisection"]
    colours = sorted(table["k"].unique())
    style.use()
    figure, panels = plt.subplots(
        2,
        len(colours),
        figsize=(style.PAGE, 4.2),
        sharex=True,
        sharey="row",
        squeeze=False,
        layout="constrained",
    )
    for column, k in enumerate(colours):
        top, bottom = panels[:, column]
        for position, search in enumerate(searches.ALL):
            cells = table[(table["k"] == k) & (table["search"] == search)].sort_values("n")
            top.plot(cells["n"], cells["calls"], lw=0.8, **_look(position))
            spread = _whiskers(cells, "ratio")
            bottom.errorbar(cells["n"], cells["ratio"], yerr=spread, lw=0.8, **_look(position))
        top.set_title(f"$k = {k}$ colours")
        bottom.set_xlabel("board size $n$")
        bottom.set_xticks(sorted(table["n"].unique()))
    panels[0, 0].set_ylabel("solver calls (mean)")
    panels[1, 0].set_ylabel("time over that of\nthe bisection of Fig. 4.1")
    names = {
        "bisection": "bisection (Fig. 4.1)",
        "bounded": "bounded (Fig. 4.3)",
        "most_clusters": "bisection, other greedy rule",
        "raised": "bisection from a lower bound",
    }
    figure.legend(
        handles=[
            Line2D([], [], lw=0.8, label=names.get(search, search), **_look(position))
            for position, search in enumerate(searches.ALL)
        ],
        loc="outside lower center",
        ncols=3,
    )
    return figure


def _heat(
    axes: Axes,
    values: pd.DataFrame,
    clear: pd.DataFrame | None,
    title: str,
    label: str,
    **options: Any,
) -> None:
    """Draw a heat map with its numbers; those that are not clear are set in brackets."""
    texts = values.map(lambda x: "" if pd.isna(x) else f"{x:.2f}")
    if clear is not None:
        texts = texts.where(clear.eq(True) | (texts == ""), "(" + texts + ")")
    sns.heatmap(
        values,
        annot=texts,
        fmt="",
        ax=axes,
        annot_kws={"size": 5},
        linewidths=0.3,
        cbar_kws={"label": label, "shrink": 0.5},
        **options,
    )
    cells: Any = axes.collections[0]
    scale = cells.colorbar.ax
    if isinstance(options.get("norm"), LogNorm):
        low, high = scale.get_ylim()
        marks = [x for x in (0.25, 0.5, 0.75, 1, 1.33, 2, 4) if low <= x <= high]
        scale.set_yticks(marks, [f"{x:g}" for x in marks])
        scale.minorticks_off()
    axes.set_title(title)
    axes.set_xlabel("")
    axes.set_ylabel("")
    axes.tick_params(length=0, labelsize=6)


def _norm(values: Iterable[float]) -> LogNorm:
    """Return a logarithmic scale that has 1 in its middle and clips what is far off."""
    reach = max((abs(log(x)) for x in values if x > 0), default=0)
    edge = float(np.exp(min(max(reach, 0.1), np.log(4))))
    return LogNorm(1 / edge, edge)


def solvers_figure(table: pd.DataFrame) -> Figure:
    """Draw a heat map of wins and one of time ratios, a line for each solver."""
    table = solvers.by_load_solve(table)
    table = table.assign(
        cell=[f"n={n}\nk={k}" for n, k in zip(table["n"], table["k"], strict=True)]
    )
    order = list(dict.fromkeys(table.sort_values(["n", "k"])["cell"]))
    clear = (table["p"] < 0.05) & ((table["ratio_low"] > 1) | (table["ratio_high"] < 1))
    table = table.assign(clear=clear)
    style.use()
    lines = table["solver"].nunique()
    figure, panels = plt.subplots(
        2, 2, figsize=(style.PAGE, 2 * (0.17 * lines + 0.9)), sharey=True, layout="constrained"
    )
    norm = _norm(table["ratio"])
    for column, encoding in enumerate(solvers.COMPARED):
        of = table[table["encoding"] == encoding]

        def wide(name: str, of: pd.DataFrame = of) -> pd.DataFrame:
            return of.pivot(index="solver", columns="cell", values=name).reindex(columns=order)

        top, bottom = panels[:, column]
        _heat(
            top,
            wide("share"),
            None,
            f"{encoding}: share of boards that minimal wins",
            "share",
            cmap="RdBu_r",
            vmin=0,
            vmax=1,
        )
        _heat(
            bottom,
            wide("ratio"),
            wide("clear"),
            f"{encoding}: time over that of minimal",
            "ratio",
            cmap="RdBu_r",
            norm=norm,
        )
    return figure


def redundant_figure(table: pd.DataFrame) -> Figure:
    """Draw a heat map of time ratios, a panel for each solver and a line for each family."""
    table = table[table["clock"] == "load_solve"]
    table = table.assign(
        cell=[f"n={n}\nk={k}" for n, k in zip(table["n"], table["k"], strict=True)],
        clear=(table["p"] < 0.05) & ((table["ratio_low"] > 1) | (table["ratio_high"] < 1)),
    )
    order = list(dict.fromkeys(table.sort_values(["k", "n"])["cell"]))
    families = list(dict.fromkeys(table["family"]))
    names = list(dict.fromkeys(table["solver"]))
    style.use()
    figure, panels = plt.subplots(
        len(names),
        1,
        figsize=(style.PAGE * 0.8, len(names) * (0.2 * len(families) + 0.7)),
        squeeze=False,
        layout="constrained",
    )
    norm = _norm(table["ratio"])
    for axes, solver in zip(panels.flat, names, strict=True):
        of = table[table["solver"] == solver]
        values, clear = (
            of.pivot(index="family", columns="cell", values=name).reindex(families, columns=order)
            for name in ("ratio", "clear")
        )
        title = f"{solver}: time over that of the minimal encoding"
        _heat(axes, values, clear, title, "ratio", cmap="RdBu_r", norm=norm)
        axes.tick_params(axis="y", rotation=0)
    return figure


def forced_moves_figure(table: pd.DataFrame) -> Figure:
    """Draw the shares of forced moves, first moves and single solutions over n."""
    titles = {
        "first": "first move forced",
        "unique": "one optimal solution",
        "forced": "share of forced moves",
        "solutions_median": "optimal solutions, median",
    }
    figure, panels = _panels(len(titles), 2.3, sharex=True)
    colours = sorted(table["k"].unique())
    for axes, (name, title) in zip(panels, titles.items(), strict=True):
        for position, k in enumerate(colours):
            cells = table[table["k"] == k].sort_values("n")
            x = cells["n"] + (position - (len(colours) - 1) / 2) * 0.08
            if name == "solutions_median":
                axes.plot(x, cells[name], lw=0.7, **_look(position))
                axes.set_yscale("log")
                continue
            spread = 100 * _whiskers(cells, name) if name != "forced" else None
            axes.errorbar(x, 100 * cells[name], yerr=spread, lw=0.7, **_look(position))
            axes.set_ylim(-3, 103)
        axes.set_title(title + ("" if name == "solutions_median" else " (%)"), size=7)
        axes.set_xlabel("board size $n$")
        axes.set_xticks(sorted(table["n"].unique()))
    figure.legend(
        handles=[
            Line2D([], [], lw=0.7, label=f"$k = {k}$", **_look(position))
            for position, k in enumerate(colours)
        ],
        loc="outside lower center",
        ncols=len(colours),
    )
    return figure


FINAL_STATE_FIGURE = style.Plot(
    final_state.TABLE,
    final_state_figure,
    help="Draw the quartiles of the minima in the table FILES, under both variants of the last"
    " state.",
)

ABLATION_FIGURE = style.Plot(
    ablation.TABLE,
    ablation_figure,
    help="Draw from the table FILES on how many boards each left-out condition changes the "
    "minimum.",
)

QUARTILES_FIGURE = style.Plot(
    quartiles.TABLE,
    quartiles_figure,
    help="Draw from the table FILES the shares of boards on or beyond each bound.",
)

SEARCHES_FIGURE = style.Plot(
    searches.TABLE,
    searches_figure,
    help="Draw calls and times of the searches in the table FILES.",
)

SOLVERS_FIGURE = style.Plot(
    solvers.TABLE,
    solvers_figure,
    help="Draw a heat map of the table FILES, a line for each solver.",
)

REDUNDANT_FIGURE = style.Plot(
    redundant.TABLE,
    redundant_figure,
    help="Draw a heat map of the table FILES, a line for each family of redundant clauses.",
)

FORCED_MOVES_FIGURE = style.Plot(
    forced_moves.TABLE,
    forced_moves_figure,
    help="Draw from the table FILES the shares of forced moves and of single solutions.",
)
