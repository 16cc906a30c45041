"""The figure of the study: times by size."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from puzzlesat_studies.core import style
from puzzlesat_studies.flowfree.tables import medians
from puzzlesat_studies.flowfree.timings import SAT, TREE

MARKERS = dict(zip((*SAT, TREE), "opDh^vPX*H<>s", strict=True))
"""The marker of each method, for greyscale prints."""


def times_figure(times: pd.DataFrame, method: str) -> Figure:
    """Draw times by size: SAT methods on the left, one of them and tree search on the right.

    Lines are medians over the puzzles of a size, if more than half of these were solved in time. On
    the right, there is a marker for each puzzle and method; if the puzzle was not solved, the
    marker is hollow and shows the CPU time spent. The puzzles must be square.
    """
    puzzle_medians = medians(times)
    sizes = sorted(puzzle_medians["rows"].unique())
    figure, [[left, right]] = style.subplots(1, 2, 4.4, sharex=True, sharey=True)
    props = _method_props(puzzle_medians)
    limits = times["wall_limit"].dropna().unique()
    limit = f" in {limits[0]:g} s" if len(limits) == 1 else ""
    for name in [name for name in props if name in SAT]:
        _draw_medians(left, puzzle_medians, name, props[name])
    for name in [name for name in (method, TREE) if name in props]:
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
            "ls": {"links": "-", "published": "--", TREE: "-"}[encoding],
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
    return "tree search" if name == TREE else name.replace("/", ", ")


def _draw_puzzles(
    axes: Axes, puzzle_medians: pd.DataFrame, name: str, props: dict[str, Any], limit: str
) -> None:
    """Draw the markers of a method, slightly offset from those of the other methods."""
    medians_of_method = puzzle_medians[puzzle_medians["method"] == name]
    is_ended = np.isfinite(medians_of_method["seconds"])
    log_shift = 0.012 if name == TREE else -0.012  # of the axis
    factor = (puzzle_medians["rows"].max() / puzzle_medians["rows"].min()) ** log_shift
    small_props = props | {"ls": "none", "ms": 2.5, "mew": 0.6, "zorder": 2}
    ended, unfinished = medians_of_method[is_ended], medians_of_method[~is_ended]
    axes.plot(ended["rows"] * factor, ended["spent"], alpha=0.45, **small_props)
    if len(unfinished):
        hollow = {"mfc": "none", "ms": 3, "label": f"{_label(name)}, not solved{limit}"}
        axes.plot(unfinished["rows"] * factor, unfinished["spent"], **small_props | hollow)
