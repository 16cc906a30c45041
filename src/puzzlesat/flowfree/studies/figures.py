"""The study's figures: times against size, and puzzles with their flows."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.studies.rows import EXTERNAL, SAT, TREE
from puzzlesat.flowfree.studies.tables import medians, overtaking
from puzzlesat.report import style

MARKERS = dict(zip((*SAT, TREE, EXTERNAL), "opD^vPX*<>sd", strict=True))
"""The marker of each method, so that it can be told in grey."""


def times_figure(times: pd.DataFrame, method: str) -> Figure:
    """Draw times against size: the SAT methods on the left, SAT and tree search on the right.

    Lines are medians over the puzzles of a size, as far as more than half of them were solved in
    time. On the right every puzzle is a mark, a hollow one where time was up before it was solved:
    it stands at the CPU time spent until then.

    Parameters
    ----------
    times : DataFrame
        The columns `experiment.TIMES`, of square puzzles.
    method : str
        The SAT method that is set beside tree search.

    Raises
    ------
    InputError
        If the method was not timed, or a puzzle is no square.
    """
    _check(times, method)
    style.use()
    middle = medians(times)
    sizes = sorted(middle["rows"].unique())
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(style.PAGE, 4.4), sharex=True, sharey=True, layout="constrained"
    )
    look = _looks(middle)
    limits = times["limit"].dropna().unique()
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
        axes.grid(axis="y", color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
    below = {"loc": "upper center", "bbox_to_anchor": (0.5, -0.17), "handlelength": 2.4}
    left.legend(ncols=2, **below)
    right.legend(ncols=1, **below)
    left.set_ylabel("CPU time of encoding, loading and solving (s)")
    left.set_title("SAT: two encodings, and what keeps cycles out")
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
    """Return how each method is drawn: its colour tells the cycles, its line the encoding."""
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
    """Draw each puzzle, methods side by side."""
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
    """Draw a line at the size from which on SAT is faster than tree search."""
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
