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
    hollow and shows the CPU time spent.

    Raise `InputError` if the method was not timed, or a puzzle is
    not square.
    """
    _check(times, method)
    middle = medians(times)
    sizes = sorted(middle["rows"].unique())
    figure, [[left, right]] = style.subplots(1, 2, 4.4, sharex=True, sharey=True)
    look = _looks(middle)
    limits = times["wall_limit"].dropna().unique()
    limit = f" in {limits[0]:g} s" if len(limits) == 1 else ""
    for name in [name for name in look if name in SAT]:
        _line(left, middle, name, look[name])
    for name in [name for name in (method, TREE, EXTERNAL) if name in look]:
        _line(right, middle, name, look[name])
        _marks(right, middle, name, look[name], limit)
    for axes in (left, right):
        axes.set(xscale="log", yscale="log", xlabel="board size $n$")
        axes.set_xticks(sizes, [str(n) for n in sizes])
        axes.xaxis.set_minor_locator(NullLocator())
        style.rule_lines(axes)
    below = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.17), "handlelength": 2.4}
    left.legend(ncols=2, **below)
    right.legend(ncols=1, **below)
    left.set_ylabel("CPU time of encoding, loading and solving (s)")
    encodings = {name.split("/")[0] for name in set(times["method"]) & set(SAT)}
    several = "two encodings, and " if len(encodings) > 1 else ""
    left.set_title(f"SAT: {several}methods that exclude cycles")
    right.set_title("SAT and tree search, puzzle by puzzle")
    _mark_overtaking(right, times, method)
    return figure


def _check(times: pd.DataFrame, method: str) -> None:
    if method not in set(times["method"]):
        raise InputError(f"no times of the method {method}")
    other = times[times["rows"] != times["cols"]]
    if len(other):
        raise InputError(f"the puzzle {other.iloc[0]['puzzle']} is not square")


def _looks(middle: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """Return styles: the colour shows how a method excludes cycles, the line style its encoding."""
    found = {}
    for name in dict.fromkeys(middle["method"]):
        encoding, _, cycles = name.partition("/")
        ways = [other.partition("/")[2] for other in SAT[: len(SAT) // 2]]
        colour = style.PALETTE[ways.index(cycles)] if cycles else "black"
        found[name] = {
            **{"color": colour, "marker": MARKERS[name], "ms": 3.5},
            "ls": {"links": "-", "published": "--", TREE: "-", EXTERNAL: ":"}[encoding],
        }
    return found


def _line(axes: Axes, middle: pd.DataFrame, name: str, look: dict[str, Any]) -> None:
    line = middle[middle["method"] == name].groupby("rows")["seconds"].median()
    axes.plot(line.index, line.replace(np.inf, np.nan), label=_label(name), zorder=3, **look)


def _label(name: str) -> str:
    return {TREE: "tree search", EXTERNAL: "external program"}.get(name, name.replace("/", ", "))


def _marks(axes: Axes, middle: pd.DataFrame, name: str, look: dict[str, Any], limit: str) -> None:
    """Draw the markers of a method, slightly offset from those of the other methods."""
    mine = middle[middle["method"] == name]
    ended = np.isfinite(mine["seconds"])
    share = {TREE: 0.012, EXTERNAL: 0.024}.get(name, -0.012)  # of the axis
    aside = (middle["rows"].max() / middle["rows"].min()) ** share
    small = look | {"ls": "none", "ms": 2.5, "mew": 0.6, "zorder": 2}
    axes.plot(mine[ended]["rows"] * aside, mine[ended]["spent"], alpha=0.45, **small)
    if not ended.all():
        late = f"{_label(name)}, not solved{limit}"
        hollow = small | {"mfc": "none", "ms": 3, "label": late}
        axes.plot(mine[~ended]["rows"] * aside, mine[~ended]["spent"], **hollow)


def _mark_overtaking(axes: Axes, times: pd.DataFrame, method: str) -> None:
    """Draw a line at the size from which SAT is faster than tree search."""
    if TREE not in set(times["method"]):
        return
    first = overtaking(times, method)
    if first is not None:
        n = int(first.partition("×")[0])
        on_the_right = n**2 > times["rows"].min() * times["rows"].max()  # of a logarithmic axis
        axes.axvline(n, color="0.4", lw=0.7, ls=(0, (1, 2)), zorder=0)
        axes.annotate(
            f"SAT is faster from $n = {n}$ on",
            (n, 0),
            xycoords=("data", "axes fraction"),
            xytext=(-4, 4) if on_the_right else (4, 4),
            textcoords="offset points",
            ha="right" if on_the_right else "left",
            size=7,
            color="0.2",
        )


PANELS = {
    "mean_length": "mean number of cells in a flow",
    "turns": "turns per cell",
    "by_rules": "share of cells decided by rules",
    "difficulty": "difficulty",
}
"""The columns that the figure shows, and their labels."""

MARKS, HUES = "osD^vPX*<>", (0, 1, 2, 4, 7, 9, 5, 8, 3, 6)
"""The markers of the sets, and the indices of their colours in the palette."""

SIDES = (5, 7, 10, 14, 20, 28, 40, 60, 80, 100)
"""The possible ticks of the size axis."""


def difficulty_figure(ratings: pd.DataFrame) -> Figure:
    """Draw the lengths and turns of flows and the difficulty of puzzles against board size.

    There is a marker for each puzzle with one solution. The first
    set has a line through its medians. Raise `InputError` if no puzzle has exactly one
    solution.
    """
    one = ratings[ratings["solutions"] == "one"]
    if one.empty:
        raise InputError("no puzzle has one solution")
    one = one.assign(side=np.sqrt(one["rows"] * one["cols"]))
    sets = list(dict.fromkeys(ratings["set"]))
    figure, panels = style.subplots(2, 2, 5.2, sharex=True)

    def look(name: str) -> dict[str, Any]:
        place = sets.index(name)
        colour, mark = style.PALETTE[HUES[place % len(HUES)]], MARKS[place % len(MARKS)]
        return {"color": colour, "marker": mark, "ls": "none", "ms": 3, "mew": 0}

    for axes, (column, title) in zip(panels.flat, PANELS.items(), strict=True):
        for place, name in enumerate(sets):
            mine = one[one["set"] == name]
            aside = 1 + 0.012 * (place - (len(sets) - 1) / 2)
            axes.plot(mine["side"] * aside, mine[column], alpha=0.5, **look(name))
        first = one[one["set"] == sets[0]].groupby("side")[column].median()
        axes.plot(first, color=look(sets[0])["color"], zorder=3)
        axes.set(ylabel=title, xscale="log")
        style.rule_lines(axes)
    panels[1, 1].set_yticks(range(5), [*(f"{i}, {name}" for i, name in enumerate(LEVELS)), "4"])
    sides = [side for side in SIDES if one["side"].min() <= side <= one["side"].max()]
    for axes in panels[1]:
        axes.set_xticks(sides, [str(side) for side in sides])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlabel("square root of the number of cells")
    style.legend(figure, [{"label": name, **look(name)} for name in sets], min(len(sets), 5))
    return figure
