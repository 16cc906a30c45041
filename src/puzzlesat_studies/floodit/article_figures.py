"""The figures of the article, drawn from the recorded tables as vector graphics in its typeface.

Text in a figure stays text, which Typst sets in the font of the article. Lines, markers and
captions carry the meaning, so that every figure is readable without colour; a colour has one
meaning in a figure.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.referee import flooded_area, grids_of_play
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.drawing import solution_figure
from puzzlesat_studies.floodit.growth import draw_growth
from puzzlesat_studies.floodit.verified import draw_proofs

FONT = "Libertinus Serif"

METRIC_FONT = "STIXGeneral"
"""The font by which matplotlib, which does not have the article's, measures text."""

WIDTH = 6.46
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
    "legend.borderaxespad": 0.1,
    "savefig.pad_inches": 0.02,
    "axes.labelpad": 1,
    "xtick.major.size": 3,
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


def solution(tables: Tables) -> Figure:
    """Draw a shortest solution of a small board of Fig. 4.2, with the size of the flood."""
    board = example(tables)
    moves = astar(ClusterGraph.of(board))
    # light fills, which differ in print without colours, too
    paints = sns.color_palette("YlGnBu", board.k + 3).as_hex()
    figure = solution_figure(board, moves, paints, size=10)
    for axes, grid in zip(figure.axes, grids_of_play(board.grid, moves), strict=False):
        axes.set_title(f"{axes.get_title()} ({len(flooded_area(grid))})", pad=3)
    return figure


def example(tables: Tables) -> Board:
    """Return board 0 of the size at the lower quartile: of the thesis's 24, 5×5 with k = 4."""
    first_boards = tables["minima"].merge(tables["bounds"][["n", "k"]]).query("board == 0")
    row = first_boards.sort_values(["n", "k"]).iloc[(len(first_boards) - 1) // 4]
    return random_board(*(int(row[key]) for key in ("seed", "n", "k", "board")))


def bounds(tables: Tables) -> Figure:
    """Draw box plots of the minima with the two bounds and verdicts, and the tested shares."""
    verdicts = tables["quartiles"].merge(tables["bounds"][["n", "k"]])
    minima = tables["minima"].merge(tables["bounds"][["n", "k"]], on=["n", "k"])
    n_values, k_values = sorted(minima["n"].unique()), sorted(minima["k"].unique())
    options: dict[str, Any] = {"sharex": True, "sharey": "row", "height_ratios": [1.6, 1]}
    figure, panels = style.subplots(2, len(k_values), 2.6, WIDTH, **options)
    for axes, below, k in zip(*panels, k_values, strict=True):
        axes.set_title(f"$k = {k}$")
        below.set_xlabel("$n$")
        minima_of_k = minima[minima["k"] == k]
        axes.boxplot(
            [minima_of_k.loc[minima_of_k["n"] == n, "minimum"] for n in n_values],
            positions=n_values,
            widths=0.55,
            patch_artist=True,
            boxprops={"facecolor": "0.88", "lw": 0.6},
            medianprops={"color": "black", "lw": 1.2},
            whiskerprops={"lw": 0.6},
            capprops={"lw": 0.6},
            flierprops={"ms": 2, "mew": 0.4, "mfc": "white"},
            manage_ticks=False,
            zorder=3,
        )
        tests = verdicts[verdicts["k"] == k]
        for quartile, constant, line in BOUNDS:
            axes.plot(n_values, [n + k + constant for n in n_values], **line)
            forms = tests.filter(regex=f"^{quartile}.*verdict")
            for mark, verdict in MARKS:
                sizes = tests.loc[(forms == verdict).any(axis=1), "n"]
                axes.plot(sizes, sizes + k + constant, **mark, zorder=4)
            for form, fill, shift in ((quartile, None, 0), (f"{quartile}_weak", "white", 0.17)):
                bars = 100 * style.error_bars(tests, f"{form}_share", f"{form}_low", f"{form}_high")
                place = tests["n"] + shift - (0.3 if quartile == "q1" else -0.13)
                point = {"color": line["color"], "mfc": fill or line["color"], "ls": "none"}
                point |= {"marker": line["marker"], "ms": 2.5, "mew": 0.7, "elinewidth": 0.7}
                below.errorbar(place, 100 * tests[f"{form}_share"], bars, **point)
        below.axhline(25, color="black", lw=0.6, ls=(0, (6, 3)), zorder=0)
        below.set_xticks(n_values)
        style.grid_lines(axes)
        style.integer_ticks(axes.yaxis)
    panels[0, 0].set_ylim(bottom=1.5)
    panels[0, 0].set_ylabel("(a) minimum (moves)")
    panels[1, 0].set_ylabel("(b) share (%)")
    names = ("$n + k - 5$", "$n + k$")
    lines = [line | {"ms": 3, "label": x} for (*_, line), x in zip(BOUNDS, names, strict=True)]
    style.legend(figure, [*lines[::-1], *(mark for mark, _ in MARKS)])
    return figure


BOUNDS: Sequence[tuple[str, int, dict[str, Any]]] = (
    ("q1", -5, {"color": style.PALETTE[0], "ls": "-", "marker": "o", "ms": 0}),
    ("q3", 0, {"color": style.PALETTE[3], "ls": "--", "marker": "^", "ms": 0}),
)
"""The bound on each quartile, without n + k, with the style of its line and of its shares."""

BLACK: dict[str, Any] = {"color": "black", "mfc": "none", "lw": 0}

MARKS = [
    (BLACK | {"marker": "x", "ms": 4.5, "mew": 1.3, "label": "strict form refuted"}, "no"),
    (BLACK | {"marker": "s", "ms": 6, "label": "one form open"}, "open"),
]
"""Marks on a bound at a size, for verdicts on one of its forms."""


def proofs(tables: Tables) -> Figure:
    """Draw medians of proofs and checks against n; bars, of few boards, to the largest."""
    figure, [[sizes, times]] = style.subplots(1, 2, 1.9, WIDTH)
    draw_proofs(sizes, times, tables["proofs"])
    few = tables["proofs"].query("boards < 100 and verified > 1")
    sizes.set_title("(a) median proof (MB)", loc="left")
    times.set_title("(b) median check (s)", loc="left")
    for axes, name, unit in ((sizes, "proof_bytes", 1e6), (times, "check_seconds", 1)):
        medians = few[f"median_{name}"] / unit
        _bars(axes, few["n"], medians, medians, few[f"max_{name}"] / unit)
        axes.set(xlabel="$n$", ylabel="")
    return figure


def _bars(axes: Axes, n: Any, middles: Any, low: Any, high: Any) -> None:
    """Draw thin bars with caps, behind the markers."""
    style_of_bars: dict[str, Any] = {"ecolor": "0.2", "elinewidth": 0.7, "capsize": 2, "zorder": 1}
    axes.errorbar(n, middles, (middles - low, high - middles), fmt="none", **style_of_bars)


def frontier(tables: Tables) -> Figure:
    """Draw minima and times of the exact search by k; hollow if not all boards are proven."""
    cells = tables["frontier"].query("n >= 10")
    figure, [[growth, effort]] = style.subplots(1, 2, 2.0, WIDTH)
    for position, (k, group) in enumerate(cells.groupby("k")):
        group, props = group.sort_values("n"), style.ordered_props(position, cells["k"].nunique())
        low, high = group["median_lower"] / group["n"], group["median_upper"] / group["n"]
        is_proven = group["proven"] == group["boards"]
        # side by side, so that none hides another
        sizes = group["n"] + (0.15 if position % 2 else -0.15)
        has_few = group["boards"] < 10
        least = group["q1_lower"].mask(has_few, group["min_lower"]) / group["n"]
        largest = group["q3_upper"].mask(has_few, group["max_upper"]) / group["n"]
        _bars(growth, sizes, (low + high) / 2, least, largest)
        growth.plot(sizes, (low + high) / 2, **props | {"mfc": "white"})
        growth.plot(sizes[is_proven], high[is_proven], **props | {"lw": 0}, zorder=4)
        start = (sizes.iloc[0], high.iloc[0])
        style.end_label(growth, start, f"${k}$", color=props["color"], ha="right")
        medians, first_open = group["median_seconds"], (~is_proven).cumsum()
        # up to the first size with a run that was stopped at the limit
        is_drawn = first_open + is_proven < 2
        few = is_drawn & has_few
        _bars(effort, sizes[few], medians[few], medians[few], group["max_seconds"][few])
        effort.plot(sizes[is_drawn], medians[is_drawn], **props | {"mfc": "white"})
        effort.plot(sizes[is_proven], medians[is_proven], **props | {"lw": 0})
        end = (sizes[first_open == 0].iloc[-1], medians[first_open == 0].iloc[-1])
        side = "left" if all(is_proven) else "right"
        style.end_label(effort, end, f"${k}$", color=props["color"], ha=side)
    growth.margins(x=0.08)
    growth.set_title("(a) median minimum / $n$", loc="left")
    effort.set_title("(b) median time (s)", loc="left")
    effort.set_yscale("log")
    effort.minorticks_off()
    effort.axhline(cells["max_seconds"].max(), ls="--", lw=0.6, color="0.3", zorder=0)
    for axes in (growth, effort):
        axes.set_xlabel("$n$")
        style.grid_lines(axes)
    return figure


def growth(tables: Tables) -> Figure:
    """Draw mean minima with the time constants, their share of distances, and their gap."""
    return draw_growth(tables["growth"], tables["fits"], WIDTH, 2.1, tables["constants"])


FIGURES: dict[str, Callable[[Tables], Figure]] = {
    "solution-figure": solution,
    "bounds-figure": bounds,
    "proofs-figure": proofs,
    "frontier-figure": frontier,
    "growth-figure": growth,
}
"""The figures by their names in the article."""
