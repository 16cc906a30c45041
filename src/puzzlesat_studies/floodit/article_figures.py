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
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat_studies.core import style
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.floodit.drawing import draw_board, solution_figure
from puzzlesat_studies.floodit.growth import growth_figure
from puzzlesat_studies.floodit.timing.layout import NUMBERINGS
from puzzlesat_studies.floodit.timing.rows import CORE
from puzzlesat_studies.floodit.timing.tables import by_phases

FONT = "Libertinus Serif"

STAND_IN = "STIXGeneral"
"""The font by which matplotlib, which does not have the article's, measures text."""

WIDTH = 6.38
"""The width of the article's text, in inches."""

RC: Mapping[str, Any] = {
    "font.family": [FONT, STAND_IN],
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


@contextmanager
def typeface() -> Iterator[None]:
    """Draw figures in the article's style within this context."""
    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.ERROR)  # it warns of the font that only Typst has
    kept = dict(style.RC)
    style.RC.update(RC)
    try:
        yield
    finally:
        style.RC.clear()
        style.RC.update(kept)
        log.setLevel(level)
        mpl.rcdefaults()


def drawn(tables: Tables) -> dict[str, bytes]:
    """Return the figures of the article as SVG files, by name."""
    with typeface():
        return {
            name: style.rendered(draw(tables), ".svg").replace(STAND_IN.encode(), FONT.encode())
            for name, draw in FIGURES.items()
        }


def _panels(lines: int, columns: int, height: float, **options: Any) -> tuple[Figure, Any]:
    return style.subplots(lines, columns, height, WIDTH, **options)


def _by_colours(figure: Figure, panels: Any, colours: list[int]) -> None:
    for axes, k in zip(panels, colours, strict=True):
        axes.set_title(f"$k = {k}$")
        axes.set_xlabel("$n$")


def solution(tables: Tables) -> Figure:
    """Draw a shortest solution of the first board of the middle cell of Fig. 4.2."""
    first = tables["minima"].merge(tables["bounds"][["n", "k"]]).query("board == 0")
    chosen = first.sort_values(["n", "k"]).iloc[len(first) // 2 - 3]
    board = random_board(*(int(chosen[key]) for key in ("seed", "n", "k", "board")))
    return solution_figure(board, astar(ClusterGraph.of(board)))


def bounds(tables: Tables) -> Figure:
    """Draw box plots of the minima, with the two bounds as lines of different patterns."""
    minima = tables["minima"].merge(tables["bounds"][["n", "k"]], on=["n", "k"])
    sizes, colours = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    figure, [panels] = _panels(1, len(colours), 2.3, sharex=True, sharey=True)
    _by_colours(figure, panels, colours)
    for axes, k in zip(panels, colours, strict=True):
        own = minima[minima["k"] == k]
        axes.boxplot(
            [own.loc[own["n"] == n, "minimum"] for n in sizes],
            positions=sizes,
            widths=0.55,
            patch_artist=True,
            boxprops={"facecolor": "0.88", "lw": 0.6},
            medianprops={"color": "black", "lw": 1.6},
            whiskerprops={"lw": 0.6},
            capprops={"lw": 0.6},
            flierprops={"ms": 2, "mew": 0.4},
            manage_ticks=False,
        )
        axes.plot(sizes, [n + k for n in sizes], "--", color=style.PALETTE[3])
        axes.plot(sizes, [n + k - 5 for n in sizes], "-", color=style.PALETTE[0])
        axes.set_xticks(sizes)
        style.rule_lines(axes)
        style.whole_ticks(axes.yaxis)
    panels[0].set_ylabel("minimum (moves)")
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[3], "ls": "--", "label": "$n + k$"},
        {"color": style.PALETTE[0], "label": "$n + k - 5$"},
    ]
    style.legend(figure, handles)
    return figure


PRINTED: dict[str, Any] = {"color": "black", "marker": "s", "ms": 3.5, "lw": 1.3}

SHARE = "boards (%)"


def _printed(axes: Axes, table: pd.DataFrame, k: int) -> None:
    own = table[table["k"] == k].sort_values("n")
    axes.axhline(50, color="0.8", lw=0.8, zorder=0)
    axes.plot(own["n"], own["minimal"], **PRINTED, zorder=4)
    axes.set_xticks(own["n"][::2])
    axes.set_ylim(0, 104)


def _won(axes: Axes, cells: pd.DataFrame, look: dict[str, Any]) -> None:
    won = (cells["wins"] + cells["ties"] / 2) / cells["boards"]
    axes.plot(cells["n"], 100 * won, **look)


def _widest(axes: Axes, boards: int, place: float, low: float = 14.0) -> None:
    """Draw the widest 95% interval of a share of so many boards, as a scale."""
    half = 100 * (share(boards // 2, boards).high - 0.5)
    axes.errorbar([place], [low], yerr=[half], color="0.35", lw=0.8, capsize=2, zorder=5)
    axes.text(place + 0.3, low, "95%", size=7, color="0.35", va="center")


def search(tables: Tables) -> Figure:
    """Draw the printed counts above the shares of boards with fewer conflicts."""
    effects, printed = tables["effects"], tables["table41"]
    chosen = effects[
        (effects["solver"] == CORE)
        & (effects["query"] == "minimum")
        & (effects["measure"] == "conflicts")
    ]
    colours = sorted(printed["k"].unique())
    figure, [panels] = _panels(1, len(colours), 2.2, sharex=True, sharey=True)
    _by_colours(figure, panels, colours)
    looks = [
        {"color": style.PALETTE[c], "marker": marker, "ms": 3, "lw": 0.8}
        for c, marker in zip((0, 1, 2, 4), "o^vD", strict=True)
    ]
    for axes, k in zip(panels, colours, strict=True):
        _printed(axes, printed, k)
        for name, look in zip(NUMBERINGS, looks, strict=True):
            own = chosen[(chosen["numbering"] == name) & (chosen["k"] == k)].sort_values("n")
            _won(axes, own, look)
    _widest(panels[0], int(chosen["boards"].min()), printed["n"].min() + 0.2)
    panels[0].set_ylabel(SHARE)
    handles = [PRINTED | {"label": "as printed"}]
    handles += [look | {"label": name} for name, look in zip(NUMBERINGS, looks, strict=True)]
    style.legend(figure, handles)
    return figure


SECONDS = {
    "solve": "solving",
    "load_solve": "loading and solving",
    "encode_load_solve": "generation, loading and solving",
}

PARTS = {"parsing": "reading", "total": "reading and solving", "rest": "solving"}


def cost(tables: Tables) -> Figure:
    """Draw the printed counts next to seconds (above) and instructions (below)."""
    printed, spent = tables["table41"], tables["instructions"]
    spent = spent[
        (spent["solver"] == "minisat")
        & (spent["numbering"] == "predicates first")
        & (spent["boards"] > 0)
    ]
    rows: list[tuple[str, dict[str, pd.DataFrame], tuple[int, ...]]] = [
        ("seconds", {SECONDS[name]: cells for name, cells in by_phases(tables["wins"])}, (0, 1, 2)),
        (
            "instructions",
            {label: spent[spent["part"] == part] for part, label in PARTS.items()},
            (5, 3, 4),
        ),
    ]
    colours = sorted(printed["k"].unique())
    figure, grid = _panels(2, len(colours), 4.2, sharex=True, sharey=True)
    _by_colours(figure, grid[0], colours)
    handles: list[dict[str, Any]] = [PRINTED | {"label": "as printed"}]
    for line, (panels, (name, series, palette)) in enumerate(zip(grid, rows, strict=True)):
        for (label, cells), colour, marker in zip(series.items(), palette, "o^v", strict=True):
            ls = "-" if name == "seconds" else "--"
            look = {"color": style.PALETTE[colour], "marker": marker, "ms": 3, "lw": 0.8, "ls": ls}
            handles.append(look | {"label": f"{name}, {label}"})
            for axes, k in zip(panels, colours, strict=True):
                _won(axes, cells[cells["k"] == k].sort_values("n"), look)
        for axes, k in zip(panels, colours, strict=True):
            _printed(axes, printed, k)
            axes.set_xlabel("$n$" if line else "")
        smallest = min(int(cells["boards"].min()) for cells in series.values() if len(cells))
        _widest(panels[0], smallest, printed["n"].min() + 0.2, 20)
        panels[0].set_ylabel(f"{name}: {SHARE}")
    style.legend(figure, handles, 4)
    return figure


def _by_k(position: int) -> dict[str, Any]:
    return style.look(position, 3) | {"lw": 0.8}


def proofs(tables: Tables) -> Figure:
    """Draw the largest proof and the longest check of each cell against n."""
    table = tables["proofs"]
    figure, [[sizes, times]] = _panels(1, 2, 2.5)
    for position, (k, of) in enumerate(table.groupby("k")):
        look = _by_k(position)
        seen = (of[["verified", "max_proof_bytes", "max_check_seconds"]] > 0).all(axis=1)
        done = of[seen].sort_values("n")
        some = done[done["verified"] < done["boards"]]
        for axes, column, unit in (
            (sizes, "max_proof_bytes", 1e6),
            (times, "max_check_seconds", 1.0),
        ):
            axes.plot(done["n"], done[column] / unit, **look, label=f"$k = {k}$")
            axes.plot(some["n"], some[column] / unit, **look | {"mfc": "white", "lw": 0})
    sizes.set_ylabel("largest proof (MB)")
    times.set_ylabel("longest check (s)")
    for axes in (sizes, times):
        axes.set_xlabel("$n$")
        axes.set_yscale("log")
        style.rule_lines(axes)
    handles = [*sizes.get_legend_handles_labels()[0]]
    handles.append({"color": "0.3", "marker": "o", "mfc": "white", "lw": 0, "label": "not all"})
    style.legend(figure, handles)
    return figure


METHODS = {
    "thesis": "thesis",
    "clusters-minimal": "clusters, plain",
    "clusters": "clusters",
    "astar": "A*",
    "pdr": "PDR",
}


def frontier(tables: Tables) -> Figure:
    """Draw minima and times by colours k, and in greys the times of the methods."""
    cells, scaling, [law] = tables["frontier"], tables["scaling"], [tables["law"].iloc[0]]
    a, b, c = (float(part.strip("nk^")) for part in law["formula"].split())
    figure, [[growth, effort, times]] = _panels(1, 3, 2.6)
    colours = sorted(cells["k"].unique())
    for position, k in enumerate(colours):
        of, look = cells[cells["k"] == k].sort_values("n"), _by_k(position)
        low, high = of["median_lower"], of["median_upper"]
        growth.plot(of["n"], a * of["n"] ** b * k**c, ":", color=look["color"], lw=0.8)
        bars = {"yerr": (high - low) / 2, "elinewidth": 0.8, "capsize": 1.5}
        growth.errorbar(of["n"], (low + high) / 2, **bars, **look | {"lw": 0})
        whole, some = of[of["proven"] == of["boards"]], of[of["proven"] < of["boards"]]
        effort.plot(whole["n"], whole["max_seconds"], **look, label=f"$k = {k}$")
        open_ = look | {"mfc": "white", "lw": 0, "ms": 4, "mew": 0.7}
        effort.plot(some["n"] + (position - 4.5) * 0.9, some["max_seconds"], **open_)
    growth.set_ylabel("median minimum (moves)")
    effort.set_ylabel("longest time (s)")
    middle = colours[len(colours) // 2]
    dashes = ("--", "-.", (0, (6, 1.5, 1, 1.5, 1, 1.5)), "-", "-")
    looks = zip(("0.0", "0.3", "0.3", "0.55", "0.0"), dashes, strict=True)
    methods = []
    for (name, label), (grey, ls) in zip(METHODS.items(), looks, strict=True):
        of = scaling[(scaling["method"] == name) & (scaling["k"] == middle)]
        of = of[of["proven"] == of["boards"]].sort_values("n")
        look = {"color": grey, "ls": ls, "lw": 1.6 if name == "pdr" else 0.9, "label": label}
        times.plot(of["n"], of["median_seconds"], **look)
        methods.append(look)
    times.set_ylabel(f"median time (s), $k = {middle}$")
    for axes in (growth, effort, times):
        axes.set_xlabel("$n$")
        style.rule_lines(axes)
    for axes in (effort, times):
        axes.set_yscale("log")
    hollow = {"color": "0.3", "marker": "o", "mfc": "white", "ms": 3, "lw": 0}
    handles = [
        *effort.get_legend_handles_labels()[0],
        {"color": "0.3", "ls": ":", "lw": 0.8, "label": "fit"},
        hollow | {"label": "not all proven"},
        *methods,
    ]
    style.legend(figure, handles, 7)
    return figure


FLOW = {
    "links/repair": "links, repair",
    "links/ranks": "links, cycles excluded by ranks",
    "published/repair": "published, repair",
    "published/ranks": "published, cycles excluded by ranks",
    "published/escape": "published, cycles excluded by escape routes",
    "tree": "tree search",
}


def flow(tables: Tables) -> Figure:
    """Draw the times of four methods for Flow Free against the size of the puzzles."""
    sizes = tables["flow-sizes"].query("rows == cols")
    figure, [[axes]] = _panels(1, 1, 2.4)
    for position, (method, label) in enumerate(FLOW.items()):
        own = sizes[sizes["method"] == method].sort_values("rows")
        done = own[own["ended"] == own["puzzles"]]
        ls = "--" if method.startswith("published") else "-"
        axes.plot(done["rows"], done["seconds"], **_by_k(position), ls=ls, label=label)
    axes.set(xscale="log", yscale="log", xlabel="$n$", ylabel="median CPU time (s)")
    ticks = sorted(sizes["rows"].unique())
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    style.rule_lines(axes)
    style.legend(figure, axes.get_legend_handles_labels()[0], 3)
    return figure


STARTS = {
    "unprotected": ("may be a mine", "o"),
    "safe": ("is safe", "^"),
    "opening": ("shows 0", "D"),
}


def perfect(tables: Tables) -> Figure:
    """Draw the chances of perfect play and of the player, with a panel for each size of board."""
    table = tables["optimum"]
    table = table[table["density"] <= 0.5]
    boards = list(table.groupby(["rows", "cols"]))
    figure, grid = _panels(2, (len(boards) + 1) // 2, 3.6, sharex=True, sharey=True)
    for axes in grid.flat[len(boards) :]:
        axes.remove()
    for axes, ((rows, cols), board) in zip(grid.flat, boards, strict=False):
        axes.set_title(f"{rows}×{cols}")
        for position, (start, (_, marker)) in enumerate(STARTS.items()):
            line = board[board["start"] == start].sort_values("mines")
            known = line["status"] == "optimal"
            look = {"color": style.PALETTE[position], "lw": 0.9}
            best = 100 * line["chance_low"].where(known)
            axes.plot(100 * line["density"], best, marker=marker, ms=2.2, **look)
            axes.plot(100 * line["density"], 100 * line["player"].where(known), ":", **look)
        style.rule_lines(axes)
    for axes in grid[-1]:
        axes.set_xlabel("mined fields (%)")
    for axes in grid[:, 0]:
        axes.set_ylabel("games won (%)")
    handles: list[dict[str, Any]] = [
        {"color": style.PALETTE[i], "marker": marker, "ms": 2.5, "lw": 0.9, "label": label}
        for i, (label, marker) in enumerate(STARTS.values())
    ]
    handles.append({"color": "0.3", "ls": ":", "label": "our player"})
    style.legend(figure, handles)
    return figure


def hardest(tables: Tables) -> Figure:
    """Draw, for each number of colours, the largest board that the local search has found."""
    table = tables["hardest"].query("method == 'local search'")
    boards = [
        parse_board(of.sort_values("n").iloc[-1]["fields"], int(k)) for k, of in table.groupby("k")
    ]
    figure, [panels] = _panels(1, len(boards), 1.9)
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
