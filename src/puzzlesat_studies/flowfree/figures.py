"""The figures of the study: times by size, a puzzle, and difficulty."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.solve.difficulty import LEVELS
from puzzlesat_studies.core import style
from puzzlesat_studies.flowfree.rows import EXTERNAL, SAT, TREE
from puzzlesat_studies.flowfree.tables import medians, overtaking

MARKERS = dict(zip((*SAT, TREE, EXTERNAL), "opDh^vPX*H<>sd", strict=True))
"""The marker of each method, for greyscale prints."""


def times_figure(times: pd.DataFrame, method: str) -> Figure:
    """Draw times by size: SAT methods on the left, one of them and other methods on the right.

    The other methods are tree search and an external program, if these were timed. Lines are
    medians over the puzzles of a size, if more than half of these were solved in time. On the
    right, there is a marker for each puzzle and method; if the puzzle was not solved, the marker is
    hollow and shows the CPU time spent. The puzzles must be square.
    """
    puzzle_medians = medians(times)
    sizes = sorted(puzzle_medians["rows"].unique())
    figure, [[left, right]] = style.subplots(1, 2, 4.4, sharex=True, sharey=True)
    props = _method_props(puzzle_medians)
    limits = times["wall_limit"].dropna().unique()
    limit = f" in {limits[0]:g} s" if len(limits) == 1 else ""
    for name in [name for name in props if name in SAT]:
        _draw_medians(left, puzzle_medians, name, props[name])
    for name in [name for name in (method, TREE, EXTERNAL) if name in props]:
        _draw_medians(right, puzzle_medians, name, props[name])
        _draw_puzzles(right, puzzle_medians, name, props[name], limit)
    for axes in (left, right):
        axes.set(xscale="log", yscale="log", xlabel="board size $n$")
        axes.set_xticks(sizes, [str(n) for n in sizes])
        axes.xaxis.set_minor_locator(NullLocator())
        style.grid_lines(axes)
    legend_place = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.17), "handlelength": 2.4}
    left.legend(ncols=2, **legend_place)
    right.legend(ncols=1, **legend_place)
    left.set_ylabel("CPU time of encoding, loading and solving (s)")
    encodings = {name.split("/")[0] for name in set(times["method"]) & set(SAT)}
    encodings_note = "two encodings, and " if len(encodings) > 1 else ""
    left.set_title(f"SAT: {encodings_note}methods that exclude cycles")
    right.set_title("SAT and tree search, puzzle by puzzle")
    _mark_overtaking(right, puzzle_medians, method)
    return figure


def _method_props(puzzle_medians: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Return styles: the colour shows how a method excludes cycles, the line style its encoding."""
    props_by_method = {}
    for name in dict.fromkeys(puzzle_medians["method"]):
        encoding, _, cycle_method = name.partition("/")
        cycle_methods = [sat_method.partition("/")[2] for sat_method in SAT[: len(SAT) // 2]]
        colour = style.PALETTE[cycle_methods.index(cycle_method)] if cycle_method else "black"
        props_by_method[name] = {
            "color": colour,
            "marker": MARKERS[name],
            "ms": 3.5,
            "ls": {"links": "-", "published": "--", TREE: "-", EXTERNAL: ":"}[encoding],
        }
    return props_by_method


def _draw_medians(
    axes: Axes, puzzle_medians: pd.DataFrame, name: str, props: dict[str, Any]
) -> None:
    median_by_size = (
        puzzle_medians[puzzle_medians["method"] == name].groupby("rows")["seconds"].median()
    )
    axes.plot(
        median_by_size.index,
        median_by_size.replace(np.inf, np.nan),
        label=_label(name),
        zorder=3,
        **props,
    )


def _label(name: str) -> str:
    return {TREE: "tree search", EXTERNAL: "external program"}.get(name, name.replace("/", ", "))


def _draw_puzzles(
    axes: Axes, puzzle_medians: pd.DataFrame, name: str, props: dict[str, Any], limit: str
) -> None:
    """Draw the markers of a method, slightly offset from those of the other methods."""
    medians_of_method = puzzle_medians[puzzle_medians["method"] == name]
    is_ended = np.isfinite(medians_of_method["seconds"])
    log_shift = {TREE: 0.012, EXTERNAL: 0.024}.get(name, -0.012)  # of the axis
    factor = (puzzle_medians["rows"].max() / puzzle_medians["rows"].min()) ** log_shift
    small_props = props | {"ls": "none", "ms": 2.5, "mew": 0.6, "zorder": 2}
    ended, unfinished = medians_of_method[is_ended], medians_of_method[~is_ended]
    axes.plot(ended["rows"] * factor, ended["spent"], alpha=0.45, **small_props)
    if len(unfinished):
        hollow = {"mfc": "none", "ms": 3, "label": f"{_label(name)}, not solved{limit}"}
        axes.plot(unfinished["rows"] * factor, unfinished["spent"], **small_props | hollow)


def _mark_overtaking(axes: Axes, puzzle_medians: pd.DataFrame, method: str) -> None:
    """Draw a line at the size from which SAT is faster than tree search."""
    if TREE not in set(puzzle_medians["method"]):
        return
    n = overtaking(puzzle_medians, method)
    if n is not None:
        rows = puzzle_medians["rows"]
        is_on_right = n**2 > rows.min() * rows.max()  # of a logarithmic axis
        axes.axvline(n, color="0.4", lw=0.7, ls=(0, (1, 2)), zorder=0)
        axes.annotate(
            f"SAT is faster from $n = {n}$ on",
            (n, 0),
            xycoords=("data", "axes fraction"),
            xytext=(-4, 4) if is_on_right else (4, 4),
            textcoords="offset points",
            ha="right" if is_on_right else "left",
            size=7,
            color="0.2",
        )


COLUMN_LABELS = {
    "mean_length": "mean number of cells in a flow",
    "turns": "turns per cell",
    "by_rules": "share of cells decided by rules",
    "difficulty": "difficulty",
}
"""The columns that the figure shows, and their labels."""

SET_MARKERS, SET_COLOURS = "osD^vPX*<>", (0, 1, 2, 4, 7, 9, 5, 8, 3, 6)
"""The markers of the sets, and the indices of their colours in the palette."""

SIZE_TICKS = (5, 7, 10, 14, 20, 28, 40, 60, 80, 100)
"""The possible ticks of the size axis."""


def difficulty_figure(ratings: pd.DataFrame) -> Figure:
    """Draw the lengths and turns of flows and the difficulty of puzzles against board size.

    There is a marker for each puzzle with one solution. The first set has a line through its
    medians. Raise `InputError` if no puzzle has exactly one solution.
    """
    unique = ratings[ratings["solutions"] == "one"]
    if unique.empty:
        raise InputError("no puzzle has one solution")
    unique = unique.assign(side=np.sqrt(unique["rows"] * unique["cols"]))
    sets = list(dict.fromkeys(ratings["set"]))
    figure, panels = style.subplots(2, 2, 5.2, sharex=True)

    def set_props(name: str) -> dict[str, Any]:
        position = sets.index(name)
        colour = style.PALETTE[SET_COLOURS[position % len(SET_COLOURS)]]
        marker = SET_MARKERS[position % len(SET_MARKERS)]
        return {"color": colour, "marker": marker, "ls": "none", "ms": 3, "mew": 0}

    for axes, (column, title) in zip(panels.flat, COLUMN_LABELS.items(), strict=True):
        for position, name in enumerate(sets):
            ratings_of_set = unique[unique["set"] == name]
            factor = 1 + 0.012 * (position - (len(sets) - 1) / 2)
            axes.plot(
                ratings_of_set["side"] * factor,
                ratings_of_set[column],
                alpha=0.5,
                **set_props(name),
            )
        set_medians = unique[unique["set"] == sets[0]].groupby("side")[column].median()
        axes.plot(set_medians, color=set_props(sets[0])["color"], zorder=3)
        axes.set(ylabel=title, xscale="log")
        style.grid_lines(axes)
    panels[1, 1].set_yticks(range(5), [*(f"{i}, {name}" for i, name in enumerate(LEVELS)), "4"])
    sides = [side for side in SIZE_TICKS if unique["side"].min() <= side <= unique["side"].max()]
    for axes in panels[1]:
        axes.set_xticks(sides, [str(side) for side in sides])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("square root of the number of cells")
    style.legend(figure, [{"label": name, **set_props(name)} for name in sets], min(len(sets), 5))
    return figure
