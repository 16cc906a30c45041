"""The style of all figures: a journal's widths, embedded fonts, distinguishable colours."""

import io
from collections.abc import Iterable, Sequence
from math import ceil, log
from pathlib import Path
from typing import Any, Literal
from warnings import catch_warnings, filterwarnings

import matplotlib as mpl
import numpy as np
import pandas as pd
import seaborn as sns

mpl.use("agg")  # figures are written to files and need no screen

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.path import Path as MarkerPath
from matplotlib.ticker import FixedLocator, NullLocator

from puzzlesat.common.files import atomic_write

COLUMN, PAGE = 3.4, 7.0
"""Widths of one column and of two columns of a journal, in inches."""

PALETTE = sns.color_palette("colorblind")
"""Ten colours that are distinguishable with any colour vision."""

RC = {
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 7,
    "legend.frameon": False,
    "axes.linewidth": 0.6,
    "lines.linewidth": 1.0,
    "hatch.linewidth": 0.6,
    "savefig.dpi": 300,
    "savefig.bbox": "tight",
    "pdf.fonttype": 42,  # embedded as TrueType, so that text stays text
    "svg.fonttype": "path",
    "svg.hashsalt": "puzzlesat",  # so that the same figure has the same bytes
}


MARKERS = "osD^vPX*"


def series_props(position: int, size: float = 3.5) -> dict[str, Any]:
    """Return the colour and marker of a series; the colours of series also differ in lightness."""
    return {"color": PALETTE[position % 10], "marker": MARKERS[position % 8], "ms": size}


def props_of_k(k: int) -> dict[str, Any]:
    """Return the colour, darker for more colours of a board, and the marker of a series for k."""
    shade = 0.78 * (1 - log(k / 3) / log(10 / 3))  # lighter ones are faint in print
    colour = sns.color_palette("plasma", as_cmap=True)(shade)
    return {"color": colour, "marker": "osD^<v>ph"[(k - 3) % 9], "ms": 3, "lw": 0.8}


ARROW = [(-0.16, 0), (0.16, 0), (0, 0), (0, 1), (-0.13, 0.6), (0, 1), (0.13, 0.6)]

AT_LEAST = {"marker": MarkerPath(ARROW, [1, 2, 1, 2, 1, 2, 2]), "ms": 18, "mfc": "none", "lw": 0}
"""The marker of a lower bound on a value that is not known: an arrow that starts at the bound."""


def plot_series(axes: Axes, x: pd.Series, y: pd.Series, is_hollow: pd.Series, k: int) -> None:
    """Draw a series for k, some of whose markers are hollow."""
    props = props_of_k(k)
    axes.plot(x, y, **props)
    axes.plot(x[is_hollow], y[is_hollow], **props | {"lw": 0, "mfc": "white"})


FEW = 10
"""Of fewer boards than these, markers are hollow, and bars reach to the extremes."""


def plot_medians(
    axes: Axes, n: pd.Series, rows: pd.DataFrame, name: str, is_known: pd.Series, k: int
) -> None:
    """Draw median_NAME for k, to the first unknown one; of few boards with bars to max_NAME."""
    props, medians, is_few = props_of_k(k), rows[f"median_{name}"], rows["boards"] < FEW
    barred = is_known & is_few
    bars(axes, n[barred], medians[barred], rows.loc[barred, f"max_{name}"])
    is_reached = is_known | is_known.shift(fill_value=True)
    axes.plot(n[is_reached], medians[is_reached], ":", color=props["color"], lw=props["lw"])
    plot_series(axes, n[is_known], medians[is_known], is_few[is_known], k)
    is_bound = is_reached & ~is_known
    axes.plot(n[is_bound], medians[is_bound], **props | AT_LEAST)


def end_label(axes: Axes, end: tuple[float, float], text: str, dy: float = 0, **props: Any) -> None:
    """Label a series beside one of its ends, `dy` points above it."""
    offset = (4 if props.get("ha", "left") == "left" else -4, dy)
    axes.annotate(text, end, offset, textcoords="offset points", va="center", **props)


def subplots(
    rows: int, columns: int, height: float, width: float = PAGE, **options: Any
) -> tuple[Figure, Any]:
    """Return a figure in this style, and its panels row by row.

    `height` and `width` are in inches. The options are those of ``plt.subplots``.
    """
    apply_style()
    size = (width, height)
    return plt.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained", **options)


def panels(
    titles: Sequence[str], columns: int, height: float, legend: float, **options: Any
) -> tuple[Figure, list[Axes]]:
    """Return a figure as wide as a page, with a panel for each title, `columns` to a row.

    `height` is the height of a row, and `legend` the height of the space outside all panels, in
    inches. The options are those of ``plt.subplots``.
    """
    rows = ceil(len(titles) / columns)
    figure, grid = subplots(rows, columns, height * rows + legend, **options)
    for axes in grid.flat[len(titles) :]:
        axes.remove()
    for axes, title in zip(grid.flat, titles, strict=False):
        axes.set_title(title)
    return figure, list(grid.flat[: len(titles)])


def error_bars(rows: pd.DataFrame, middle: str) -> np.ndarray:
    """Return the lengths of error bars around MIDDLE, to MIDDLE_low and MIDDLE_high."""
    return np.abs([rows[middle] - rows[f"{middle}_low"], rows[f"{middle}_high"] - rows[middle]])


def bars(axes: Axes, x: pd.Series, low: pd.Series, high: pd.Series) -> None:
    """Draw thin bars with caps, behind the markers."""
    options: dict[str, Any] = {"ecolor": "0.2", "elinewidth": 0.7, "capsize": 2, "zorder": 1}
    axes.errorbar(x, low, (0 * low, high - low), fmt="none", **options)


def offset(position: int, series: int, distance: float) -> float:
    """Return the offset of a series, such that neighbouring series are `distance` apart."""
    return (position - (series - 1) / 2) * distance


def legend(figure: Figure, handles: Iterable[Any], place: str = "lower center") -> None:
    """Draw a legend outside all panels; a handle is an artist, or the options of a line."""
    artists = [
        Line2D([], [], **handle) if isinstance(handle, dict) else handle for handle in handles
    ]
    location: Any = f"outside {place}"
    figure.legend(handles=artists, loc=location, ncols=len(artists))


def series_lines(names: Iterable[str], lw: float, size: float = 3.5) -> list[dict[str, Any]]:
    """Return the options of a legend's lines, one for each named series."""
    return [{**series_props(i, size), "lw": lw, "label": name} for i, name in enumerate(names)]


def log_ticks(axes: Axes, **ticks: Sequence[float]) -> None:
    """Make x, y or both logarithmic, with ticks at some numbers only."""
    for name, numbers in ticks.items():
        axes.set(**{f"{name}scale": "log"})
        axis: Axis = getattr(axes, f"{name}axis")
        axis.set_major_locator(FixedLocator(numbers))  # which, unlike set_ticks, keeps the limits
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter("{x:g}")


def integer_ticks(axis: Axis) -> None:
    """Place ticks at whole numbers only."""
    locator: Any = axis.get_major_locator()
    locator.set_params(integer=True)


def grid_lines(axes: Axes, axis: Literal["x", "y", "both"] = "y") -> None:
    """Draw faint lines behind the data at the ticks of an axis."""
    axes.grid(axis=axis, color="0.92", linewidth=0.5)
    axes.set_axisbelow(True)


def apply_style() -> None:
    """Set the style of all figures drawn from now on, whatever a ``matplotlibrc`` file says."""
    mpl.rcdefaults()  # matplotlib also reads such a file from the current folder
    sns.set_theme(context="paper", style="ticks", palette=PALETTE, rc=RC)


def save(figure: Figure, paths: Sequence[str | Path]) -> None:
    """Write a figure to each path, in the format of its extension, and close it."""
    for path in paths:
        with atomic_write(path, binary=True) as file:
            file.write(render(figure, Path(path).suffix))


def render(figure: Figure, extension: str) -> bytes:
    """Return the bytes of a figure in the format of an extension, such as .svg, and close it."""
    buffer = io.BytesIO()
    metadata = {".pdf": {"CreationDate": None}, ".svg": {"Date": None}}.get(extension)
    with catch_warnings():
        # A name may contain characters that the font lacks; these are drawn as boxes.
        filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure.savefig(buffer, format=extension[1:], metadata=metadata)
    plt.close(figure)
    return buffer.getvalue()
