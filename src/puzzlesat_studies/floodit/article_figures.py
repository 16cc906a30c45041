"""The figures of the article, drawn from the recorded tables as vector graphics in its typeface.

Text in a figure stays text, which Typst sets in the font of the article. Lines, markers and
captions carry the meaning, so that every figure is readable without colour; a colour has one
meaning in a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
import numpy as np
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
"""The font by which matplotlib, which does not have the article's, measures and sets text."""

WIDTH = 172 / 25.4
"""The width of the article's text, in inches: Typst hardly scales the figures."""

RC: Mapping[str, Any] = {
    "font.family": METRIC_FONT,
    "mathtext.fontset": "stix",
    "svg.fonttype": "none",
    # one size, that of the captions
    **{name: 8.5 for name in style.RC if name.endswith("size")},
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
    previous_rc = dict(style.RC)
    style.RC.update(RC)
    try:
        yield
    finally:
        style.RC.clear()
        style.RC.update(previous_rc)
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
    figure = solution_figure(board, moves, paints, size=RC["font.size"])
    figure.set_figwidth(WIDTH)
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
    options: dict[str, Any] = {"sharex": True, "sharey": "row", "height_ratios": [1.3, 1, 1]}
    figure, panels = style.subplots(3, len(k_values), 2.7, WIDTH, **options)
    for k, axes, *others in zip(k_values, *panels, strict=True):
        sns.boxplot(minima[minima["k"] == k], x="n", y="minimum", ax=axes, **BOXES)
        axes.set(title=f"$k\\,= {k}$", ylabel="")  # the article's k is wider than matplotlib's
        style.grid_lines(axes)
        for below, (quartile, constant, line) in zip(others, BOUNDS, strict=True):
            axes.plot(n_values, [n + k + constant for n in n_values], **line, zorder=4)
            _draw_shares(below, verdicts[verdicts["k"] == k], quartile, line)
        others[-1].set(xlabel="$n$", xticks=n_values)
    panels[0, 0].set(yticks=[5, 10, 15], ylim=(1.5, None), ylabel="(a) minimum")
    for (axes, *_), (*_, line) in zip(panels[1:], BOUNDS, strict=True):
        # small shares and those near a quarter can be told apart; a little room below 0
        axes.set_yscale("function", functions=(lambda x: np.sign(x) * abs(x) ** 0.5, np.square))
        axes.set(yticks=[0, 5, 25, 50], ylim=(-0.2, 90), ylabel=line["label"])
    figure.supylabel("(b) share (%)", y=0.43, fontsize=RC["font.size"])
    forms = [BLACK | {"marker": "o", "ms": 3, "label": "strict form"}]
    forms += [forms[0] | {"mfc": "white", "label": "weak form"}]
    lines = [line for *_, line in BOUNDS]
    style.legend(figure, [*lines, *forms, *(mark for mark, _ in MARKS)])
    return figure


def _draw_shares(axes: Axes, tests: pd.DataFrame, quartile: str, line: dict[str, Any]) -> None:
    """Draw the share at a bound and the one beyond it side by side, with intervals and verdicts."""
    for form, fill, side in ((quartile, line["color"], -0.13), (f"{quartile}_weak", "white", 0.13)):
        n, color = tests["n"] + side, line["color"]
        low, share, high = (100 * tests[f"{form}_{x}"] for x in ("low", "share", "high"))
        axes.vlines(n, low, high, color=color, lw=0.8)
        axes.plot(n, share, "o", color=color, mfc=fill, ms=2.4, mew=0.7)
        for mark, verdict in MARKS:
            is_marked = tests[f"{form}_verdict"] == verdict
            axes.plot(n[is_marked], 1.15 * high[is_marked] + 5, **mark)
    axes.axhline(25, color="black", lw=0.6, ls=(0, (6, 3)), zorder=1)
    style.grid_lines(axes)


BOXES: dict[str, Any] = (
    {"native_scale": True, "width": 0.55, "linewidth": 0.6, "zorder": 3}
    | {"color": "0.88", "linecolor": "black", "medianprops": {"lw": 1.2}}
    | {"flierprops": {"marker": "o", "ms": 2, "mew": 0.4, "mfc": "white"}}
)
"""The style of the box plots."""

BOUNDS: Sequence[tuple[str, int, dict[str, Any]]] = (
    ("q1", -5, {"color": style.PALETTE[0], "ls": "-", "label": "$n\\,+ k\\,- 5$"}),
    ("q3", 0, {"color": style.PALETTE[3], "ls": "--", "label": "$n\\,+ k$"}),
)
"""The bound on each quartile, without n + k, and the style of its line."""

BLACK: dict[str, Any] = {"color": "black", "lw": 0}

MARKS = (
    (BLACK | {"marker": "x", "ms": 4, "mew": 1, "label": "refuted"}, "no"),
    (BLACK | {"marker": "$?$", "ms": 5, "mew": 0.3, "label": "open (no mark: confirmed)"}, "open"),
)
"""Marks above the share of a form of a bound, for a verdict; those confirmed have none."""


def frontier(tables: Tables) -> Figure:
    """Draw minima and times of the exact search by k; those not known as what bounds allow."""
    figure, [[growth, effort]] = style.subplots(1, 2, 2.1, WIDTH)
    frontier = tables["frontier"].query("n >= 10").sort_values("n")
    limit = frontier["max_seconds"].max()
    for position, (k, group) in enumerate(frontier.groupby("k")):
        n, shift = group["n"], (position + 1) % 3 - 1  # a little apart, so that none hides another
        _draw_medians(growth, n * 1.012**shift, group, k)
        is_known = group["proven"] > group["boards"] // 2
        style.plot_medians(effort, n, group, "seconds", is_known, k)
        last, last_known = group.iloc[-1], group[is_known].iloc[-1]
        boards, proven = last_known[["boards", "proven"]]
        label = f"${k}$" if proven == boards else f"${k}$ ({proven:g} of {boards:g})"
        style.end_label(growth, (last["n"] * 1.02, last["median_upper"] / last["n"]), label)
        style.end_label(effort, tuple(last_known[["n", "median_seconds"]]), label, -4)
    style.log_ticks(effort, y=[0.001, 0.01, 0.1, 1, 10, 100])
    effort.set_ylim(top=10 * limit)
    effort.axhline(limit, ls="--", lw=0.6, color="0.3", zorder=0)
    for axes, label in (growth, "(a) median minimum / $n$"), (effort, "(b) median time (s)"):
        axes.set(xlabel="$n$", ylabel=label)
        axes.margins(x=0.08)  # room for the labels
        style.log_ticks(axes, x=[10, 12, 14, 16, 20, 24, 28, 32, 40])
        style.grid_lines(axes)
    return figure


def _draw_medians(axes: Axes, n: pd.Series, group: pd.DataFrame, k: int) -> None:
    """Draw median minima divided by n, with quartiles, or the least and the largest of few boards.

    Medians of which only bounds are known are drawn as intervals.
    """
    low, high = group["median_lower"] / group["n"], group["median_upper"] / group["n"]
    is_few, color = group["boards"] < style.FEW, style.props_of_k(k)["color"]
    least = group["q1_lower"].mask(is_few, group["min_lower"]) / group["n"]
    largest = group["q3_upper"].mask(is_few, group["max_upper"]) / group["n"]
    style.bars(axes, n, least, largest)
    is_known = low == high
    style.plot_series(axes, n[is_known], high[is_known], is_few[is_known], k)
    axes.vlines(n[~is_known], low[~is_known], high[~is_known], color=color, lw=2.5)


def wins(tables: Tables) -> Figure:
    """Draw the counts of Table 4.1, as printed and by two timing methods, by n for each k."""
    by_k = tables["wins"].sort_values("n").groupby("k")
    figure, [panels] = style.subplots(1, len(by_k), 1.13, WIDTH, sharey=True)
    for axes, (k, group) in zip(panels, by_k, strict=True):
        for phases, count, label, dy, line in COUNTS:
            counts = group[group["timed_phases"] == phases]
            axes.plot(counts["n"], counts[count], ms=2.6, mew=0.7, lw=0.8, **line)
            if axes is panels[-1]:
                style.end_label(axes, tuple(counts.iloc[-1][["n", count]]), label, dy)
        axes.axhline(50, color="0.3", lw=0.6, ls="--", zorder=0)
        axes.text(0.05, 41.5, f"$k\\,= {k}$", transform=axes.get_yaxis_transform())
        axes.set(xlabel="$n$", xticks=[4, 6, 8, 10], ylim=(40, 103))
        style.grid_lines(axes)
    panels[0].set(yticks=[40, 60, 80, 100], ylabel="wins (of 100)")
    return figure


COUNTS: Sequence[tuple[str, str, str, float, dict[str, Any]]] = (
    ("load_solve", "minimal", "with loading", 3, {"color": style.PALETTE[0], "marker": "s"}),
    ("solve", "minimal", "solving alone", -2, {"color": style.PALETTE[3], "marker": "^"}),
    ("solve", "thesis_minimal", "printed", 0, {"color": "black", "marker": "o", "mfc": "white"}),
)
"""Timed phases and columns of the counts; their labels, how far to raise these, and the lines."""


FIGURES: dict[str, Callable[[Tables], Figure]] = {
    "solution-figure": solution,
    "bounds-figure": bounds,
    "wins-figure": wins,
    "proofs-figure": lambda tables: draw_proofs(tables["proofs"], WIDTH, 1.95),
    "frontier-figure": frontier,
    "growth-figure": lambda tables: draw_growth(tables["growth"], WIDTH, 2.15, tables["constants"]),
}
"""The figures by their names in the article."""
