"""The figures of the article, drawn from the recorded tables as vector graphics in its typeface.

Text in a figure stays text, which Typst sets in the font of the article. Lines, markers and
captions carry the meaning, so that every figure is readable without colour; a colour has one
meaning in a figure.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puzzlesat.common.colours import fills
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat_studies.core import style
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.floodit.drawing import draw_board, solution_figure
from puzzlesat_studies.floodit.growth import growth_figure
from puzzlesat_studies.floodit.verified import draw_proofs

FONT = "Libertinus Serif"

METRIC_FONT = "STIXGeneral"
"""The font by which matplotlib, which does not have the article's, measures text."""

WIDTH = 6.38
"""The width of the article's text, in inches."""

RC: Mapping[str, Any] = {
    "font.family": [FONT, METRIC_FONT],
    "mathtext.fontset": "stix",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

Tables = Mapping[str, pd.DataFrame]


NUMBERINGS = ("predicates first", "time first", "moves first", "random")
"""The numberings of variables in the recorded table of conflicts."""


def conflicts_at_minimum(effects: pd.DataFrame) -> pd.DataFrame:
    """Return the comparison by the conflicts of MiniSat's core on the formulas at the minimum."""
    return effects.query("solver == 'core' and query == 'minimum' and measure == 'conflicts'")


def main_instructions(instructions: pd.DataFrame) -> pd.DataFrame:
    """Return the comparison by instructions with one numbering, if any were counted."""
    return instructions.query(
        "solver == 'minisat' and numbering == 'predicates first' and boards > 0"
    )


def by_phases(wins: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield each timing method of `thesis.EncodingWins`, with wins, ties and losses by cell.

    Boards on which a run reached the time limit are excluded.
    """
    for name, cells in wins.groupby("timed_phases", sort=False):
        renamed = cells.rename(columns={"minimal": "wins", "extended": "losses"})
        boards = renamed["boards"] - renamed["timeouts"]
        ties = boards - renamed["wins"] - renamed["losses"]
        yield str(name), renamed.assign(boards=boards, ties=ties)


@contextmanager
def typeface() -> Iterator[None]:
    """Draw figures in the article's style within this context."""
    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.ERROR)  # it warns of the font that only Typst has
    previous_rc = dict(style.RC)
    style.RC.update(RC)
    try:
        yield
    finally:
        style.RC.clear()
        style.RC.update(previous_rc)
        log.setLevel(level)
        mpl.rcdefaults()


def draw_figures(tables: Tables) -> dict[str, bytes]:
    """Return the figures of the article as SVG files, by name."""
    with typeface():
        return {
            name: style.render(draw(tables), ".svg").replace(METRIC_FONT.encode(), FONT.encode())
            for name, draw in FIGURES.items()
        }


def _subplots(rows: int, columns: int, height: float, **options: Any) -> tuple[Figure, Any]:
    return style.subplots(rows, columns, height, WIDTH, **options)


def _label_panels(panels: Any, k_values: list[int]) -> None:
    for axes, k in zip(panels, k_values, strict=True):
        axes.set_title(f"$k = {k}$")
        axes.set_xlabel("$n$")


def solution(tables: Tables) -> Figure:
    """Draw a shortest solution of a board near the middle of Fig. 4.2."""
    first_boards = tables["minima"].merge(tables["bounds"][["n", "k"]]).query("board == 0")
    # three places before the middle: among the thesis's 24 sizes, 6×6 with four colours
    row = first_boards.sort_values(["n", "k"]).iloc[len(first_boards) // 2 - 3]
    board = random_board(*(int(row[key]) for key in ("seed", "n", "k", "board")))
    return solution_figure(board, astar(ClusterGraph.of(board)))


def bounds(tables: Tables) -> Figure:
    """Draw box plots of the minima, with the two bounds as lines of different patterns."""
    minima = tables["minima"].merge(tables["bounds"][["n", "k"]], on=["n", "k"])
    n_values, k_values = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    figure, [panels] = _subplots(1, len(k_values), 2.3, sharex=True, sharey=True)
    _label_panels(panels, k_values)
    for axes, k in zip(panels, k_values, strict=True):
        minima_of_k = minima[minima["k"] == k]
        axes.boxplot(
            [minima_of_k.loc[minima_of_k["n"] == n, "minimum"] for n in n_values],
            positions=n_values,
            widths=0.55,
            patch_artist=True,
            boxprops={"facecolor": "0.88", "lw": 0.6},
            medianprops={"color": "black", "lw": 1.6},
            whiskerprops={"lw": 0.6},
            capprops={"lw": 0.6},
            flierprops={"ms": 2, "mew": 0.4},
            manage_ticks=False,
        )
        axes.plot(n_values, [n + k for n in n_values], "--", color=style.PALETTE[3])
        axes.plot(n_values, [n + k - 5 for n in n_values], "-", color=style.PALETTE[0])
        axes.set_xticks(n_values)
        style.grid_lines(axes)
        style.integer_ticks(axes.yaxis)
    panels[0].set_ylabel("minimum (moves)")
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[3], "ls": "--", "label": "$n + k$"},
        {"color": style.PALETTE[0], "label": "$n + k - 5$"},
    ]
    style.legend(figure, handles)
    return figure


PRINTED_PROPS: dict[str, Any] = {"color": "black", "marker": "s", "ms": 3.5, "lw": 1.3}

SHARE_LABEL = "boards (%)"


def _draw_printed(axes: Axes, table: pd.DataFrame, k: int) -> None:
    printed_cells = table[table["k"] == k].sort_values("n")
    axes.axhline(50, color="0.8", lw=0.8, zorder=0)
    axes.plot(printed_cells["n"], printed_cells["minimal"], **PRINTED_PROPS, zorder=4)
    axes.set_xticks(printed_cells["n"][::2])
    axes.set_ylim(0, 104)


def _draw_wins(axes: Axes, cells: pd.DataFrame, props: dict[str, Any]) -> None:
    win_share = (cells["wins"] + cells["ties"] / 2) / cells["boards"]
    axes.plot(cells["n"], 100 * win_share, **props)


def _draw_interval_scale(axes: Axes, boards: int, x: float, y: float = 14.0) -> None:
    """Draw the widest 95% interval of a share of so many boards, as a scale."""
    half_width = 100 * (share(boards // 2, boards).high - 0.5)
    axes.errorbar([x], [y], yerr=[half_width], color="0.35", lw=0.8, capsize=2, zorder=5)
    axes.text(x + 0.3, y, "95%", size=7, color="0.35", va="center")


def search(tables: Tables) -> Figure:
    """Draw the printed counts above the shares of boards with fewer conflicts."""
    printed, at_minimum = tables["table41"], conflicts_at_minimum(tables["effects"])
    k_values = sorted(printed["k"].unique())
    figure, [panels] = _subplots(1, len(k_values), 2.2, sharex=True, sharey=True)
    _label_panels(panels, k_values)
    series_props = [
        {"color": style.PALETTE[c], "marker": marker, "ms": 3, "lw": 0.8}
        for c, marker in zip((0, 1, 2, 4), "o^vD", strict=True)
    ]
    for axes, k in zip(panels, k_values, strict=True):
        _draw_printed(axes, printed, k)
        for numbering, props in zip(NUMBERINGS, series_props, strict=True):
            cells = at_minimum[
                (at_minimum["numbering"] == numbering) & (at_minimum["k"] == k)
            ].sort_values("n")
            _draw_wins(axes, cells, props)
    _draw_interval_scale(panels[0], int(at_minimum["boards"].min()), printed["n"].min() + 0.2)
    panels[0].set_ylabel(SHARE_LABEL)
    handles = [PRINTED_PROPS | {"label": "as printed"}]
    handles += [
        props | {"label": numbering}
        for numbering, props in zip(NUMBERINGS, series_props, strict=True)
    ]
    style.legend(figure, handles)
    return figure


SECONDS_LABELS = {
    "solve": "solving",
    "load_solve": "loading and solving",
    "encode_load_solve": "generation, loading and solving",
}

PART_LABELS = {"parsing": "reading", "total": "reading and solving", "rest": "solving"}


def cost(tables: Tables) -> Figure:
    """Draw the printed counts next to seconds (above) and instructions (below)."""
    printed, instructions = tables["table41"], main_instructions(tables["instructions"])
    seconds = {SECONDS_LABELS[name]: cells for name, cells in by_phases(tables["wins"])}
    parts = {
        label: instructions[instructions["part"] == part] for part, label in PART_LABELS.items()
    }
    k_values = sorted(printed["k"].unique())
    figure, grid = _subplots(2, len(k_values), 4.2, sharex=True, sharey=True)
    _label_panels(grid[0], k_values)
    handles: list[dict[str, Any]] = [PRINTED_PROPS | {"label": "as printed"}]
    rows = (("seconds", seconds, (0, 1, 2), "-"), ("instructions", parts, (5, 3, 4), "--"))
    for panels, (name, series, palette, ls) in zip(grid, rows, strict=True):
        for (label, cells), colour, marker in zip(series.items(), palette, "o^v", strict=True):
            props = {"color": style.PALETTE[colour], "marker": marker, "ms": 3, "lw": 0.8, "ls": ls}
            handles.append(props | {"label": f"{name}, {label}"})
            for axes, k in zip(panels, k_values, strict=True):
                _draw_wins(axes, cells[cells["k"] == k].sort_values("n"), props)
        for axes, k in zip(panels, k_values, strict=True):
            _draw_printed(axes, printed, k)
            axes.set_xlabel("" if name == "seconds" else "$n$")
        smallest = min(int(cells["boards"].min()) for cells in series.values() if len(cells))
        _draw_interval_scale(panels[0], smallest, printed["n"].min() + 0.2, 20)
        panels[0].set_ylabel(f"{name}: {SHARE_LABEL}")
    style.legend(figure, handles, 4)
    return figure


def _k_props(position: int) -> dict[str, Any]:
    return style.series_props(position, 3) | {"lw": 0.8}


def proofs(tables: Tables) -> Figure:
    """Draw the largest proof and the longest check of each cell against n."""
    figure, [[sizes, times]] = _subplots(1, 2, 2.5)
    draw_proofs(sizes, times, tables["proofs"])
    for axes in (sizes, times):
        axes.set_xlabel("$n$")
    handles = [*sizes.get_legend_handles_labels()[0]]
    handles.append({"color": "0.3", "marker": "o", "mfc": "white", "lw": 0, "label": "not all"})
    style.legend(figure, handles)
    return figure


METHOD_LABELS = {
    "thesis": "thesis",
    "clusters-minimal": "clusters, plain",
    "clusters": "clusters",
    "astar": "A*",
    "pdr": "PDR",
}


def frontier(tables: Tables) -> Figure:
    """Draw minima and times by colours k, and in greys the times of the methods."""
    frontier_cells, scaling = tables["frontier"], tables["scaling"]
    a, b, c = (float(part.strip("nk^")) for part in tables["law"]["formula"].iloc[0].split())
    figure, [[growth, effort, times]] = _subplots(1, 3, 2.6)
    k_values = sorted(frontier_cells["k"].unique())
    for position, k in enumerate(k_values):
        group, props = frontier_cells[frontier_cells["k"] == k].sort_values("n"), _k_props(position)
        low, high = group["median_lower"], group["median_upper"]
        growth.plot(group["n"], a * group["n"] ** b * k**c, ":", color=props["color"], lw=0.8)
        bars = {"yerr": (high - low) / 2, "elinewidth": 0.8, "capsize": 1.5}
        growth.errorbar(group["n"], (low + high) / 2, **bars, **props | {"lw": 0})
        complete = group[group["proven"] == group["boards"]]
        effort.plot(complete["n"], complete["max_seconds"], **props, label=f"$k = {k}$")
        incomplete = group[group["proven"] < group["boards"]]
        x, hollow = incomplete["n"] + (position - 4.5) * 0.9, {"mfc": "white", "ms": 4, "mew": 0.7}
        effort.plot(x, incomplete["max_seconds"], **props | hollow | {"lw": 0})
    growth.set_ylabel("median minimum (moves)")
    effort.set_ylabel("longest time (s)")
    middle = k_values[len(k_values) // 2]
    dashes = ("--", "-.", (0, (6, 1.5, 1, 1.5, 1, 1.5)), "-", "-")
    line_looks = zip(("0.0", "0.3", "0.3", "0.55", "0.0"), dashes, strict=True)
    methods = []
    for (name, label), (grey, ls) in zip(METHOD_LABELS.items(), line_looks, strict=True):
        group = scaling[(scaling["method"] == name) & (scaling["k"] == middle)]
        group = group[group["proven"] == group["boards"]].sort_values("n")
        props = {"color": grey, "ls": ls, "lw": 1.6 if name == "pdr" else 0.9, "label": label}
        times.plot(group["n"], group["median_seconds"], **props)
        methods.append(props)
    times.set_ylabel(f"median time (s), $k = {middle}$")
    for axes in (growth, effort, times):
        axes.set_xlabel("$n$")
        style.grid_lines(axes)
    for axes in (effort, times):
        axes.set_yscale("log")
    handles = [
        *effort.get_legend_handles_labels()[0],
        {"color": "0.3", "ls": ":", "lw": 0.8, "label": "fit"},
        style.hollow_marker("not all proven"),
        *methods,
    ]
    style.legend(figure, handles, 7)
    return figure


FLOW_METHOD_LABELS = {
    "links/repair": "links, repair",
    "links/ranks": "links, cycles excluded by ranks",
    "published/repair": "published, repair",
    "published/ranks": "published, cycles excluded by ranks",
    "published/escape": "published, cycles excluded by escape routes",
    "tree": "tree search",
}


def flow(tables: Tables) -> Figure:
    """Draw the times of methods for Flow Free against the size of the puzzles."""
    sizes = tables["flow-sizes"].query("rows == cols")
    figure, [[axes]] = _subplots(1, 1, 2.4)
    for position, (method, label) in enumerate(FLOW_METHOD_LABELS.items()):
        cells = sizes[sizes["method"] == method].sort_values("rows")
        solved = cells[cells["ended"] == cells["puzzles"]]
        ls = "--" if method.startswith("published") else "-"
        axes.plot(solved["rows"], solved["seconds"], **_k_props(position), ls=ls, label=label)
    axes.set(xscale="log", yscale="log", xlabel="$n$", ylabel="median CPU time (s)")
    ticks = sorted(sizes["rows"].unique())
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    style.grid_lines(axes)
    style.legend(figure, axes.get_legend_handles_labels()[0], 3)
    return figure


START_MARKERS = {
    "unprotected": ("may be a mine", "o"),
    "safe": ("is safe", "^"),
    "opening": ("shows 0", "D"),
}


def perfect(tables: Tables) -> Figure:
    """Draw the chances of perfect play and of the player, with a panel for each size of board."""
    table = tables["optimum"]
    table = table[table["density"] <= 0.5]
    boards = list(table.groupby(["rows", "cols"]))
    figure, grid = _subplots(2, (len(boards) + 1) // 2, 3.6, sharex=True, sharey=True)
    for axes in grid.flat[len(boards) :]:
        axes.remove()
    for axes, ((rows, cols), board) in zip(grid.flat, boards, strict=False):
        axes.set_title(f"{rows}×{cols}")
        for position, (start, (_, marker)) in enumerate(START_MARKERS.items()):
            chances = board[board["start"] == start].sort_values("mines")
            is_optimal = chances["status"] == "optimal"
            props = {"color": style.PALETTE[position], "lw": 0.9}
            optimum = 100 * chances["chance_low"].where(is_optimal)
            axes.plot(100 * chances["density"], optimum, marker=marker, ms=2.2, **props)
            axes.plot(
                100 * chances["density"], 100 * chances["player"].where(is_optimal), ":", **props
            )
        style.grid_lines(axes)
    for axes in grid[-1]:
        axes.set_xlabel("mined fields (%)")
    for axes in grid[:, 0]:
        axes.set_ylabel("games won (%)")
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[i], "marker": marker, "ms": 2.5, "lw": 0.9, "label": label}
        for i, (label, marker) in enumerate(START_MARKERS.values())
    ]
    handles.append({"color": "0.3", "ls": ":", "label": "our player"})
    style.legend(figure, handles)
    return figure


def hardest(tables: Tables) -> Figure:
    """Draw, for each number of colours, the largest board that the local search has found."""
    table = tables["hardest"].query("method == 'local search'")
    boards = [
        parse_board(group.sort_values("n").iloc[-1]["fields"], int(k))
        for k, group in table.groupby("k")
    ]
    figure, [panels] = _subplots(1, len(boards), 1.9)
    for axes, board in zip(panels, boards, strict=True):
        draw_board(axes, board.grid, board.symbols, fills(board.symbols), board.start)
    return figure


FIGURES: dict[str, Callable[[Tables], Figure]] = {
    "solution-figure": solution,
    "bounds-figure": bounds,
    "search-figure": search,
    "cost-figure": cost,
    "proofs-figure": proofs,
    "frontier-figure": frontier,
    "flow-figure": flow,
    "perfect-figure": perfect,
    "hardest-figure": hardest,
    "growth-figure": lambda tables: growth_figure(tables["growth"], tables["fits"]),
}
"""The figures by their names in the article."""
