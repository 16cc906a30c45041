"""One look for all figures: a journal's widths, embedded fonts, colours that all can see."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from warnings import catch_warnings, filterwarnings

import click
import matplotlib as mpl
import seaborn as sns

mpl.use("agg")  # figures go to files, also where there is no screen

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

from puzzlesat.common.command import files_params
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.report.rows import Columns
from puzzlesat.report.tables import read_frame

COLUMN, PAGE = 3.4, 7.0
"""Widths in inches of one and of two columns of a journal."""

PALETTE = sns.color_palette("colorblind")
"""Ten colours that people with any colour vision can tell apart."""

FORMATS = (".pdf", ".png", ".svg")

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
    "figure.dpi": 150,
    "savefig.dpi": 300,
    "savefig.bbox": "tight",
    "pdf.fonttype": 42,  # embedded as TrueType, so that text stays text
    "svg.fonttype": "path",
    "svg.hashsalt": "puzzlesat",  # the same figure has the same bytes
}


def use() -> None:
    """Make the look that of all figures drawn from now on.

    It does not depend on a ``matplotlibrc``, which matplotlib reads from the current folder, too.
    """
    mpl.rcdefaults()
    sns.set_theme(context="paper", style="ticks", palette=PALETTE, rc=RC)


def save(figure: Figure, paths: Sequence[str | Path]) -> None:
    """Write a figure to each of the paths, in the format that the ending names, and close it.

    Raises
    ------
    InputError
        If an ending is none of `FORMATS`; then nothing is written.
    """
    for path in paths:
        if Path(path).suffix not in FORMATS:
            raise InputError(
                f"{path}: unknown format of a figure; end the name in {', '.join(FORMATS)}"
            )
    for path in paths:
        with atomic_write(path, binary=True) as file:
            _draw(figure, file, Path(path).suffix)
    plt.close(figure)


def rendered(figure: Figure, ending: str) -> bytes:
    """Return the bytes of a figure in the format of an ending of `FORMATS`, and close it."""
    target = io.BytesIO()
    _draw(figure, target, ending)
    plt.close(figure)
    return target.getvalue()


def _draw(figure: Figure, file: IO[bytes], ending: str) -> None:
    undated = {".pdf": {"CreationDate": None}, ".svg": {"Date": None}}.get(ending)
    with catch_warnings():
        # A name may hold characters that the font lacks; each is drawn as a box.
        filterwarnings("ignore", "Glyph .* missing from font", UserWarning)
        figure.savefig(file, format=ending[1:], metadata=undated)


@dataclass(frozen=True)
class Plot:
    """A figure that a study draws of rows; `common.command.made_command` makes a command of it.

    Parameters
    ----------
    rows : Columns
        The columns of the rows that it is drawn from, often those of a table.
    draw : callable
        Draws it from the data frame of these rows, and from one for each of `others`.
    others : mapping
        The columns of the other files that it needs, by the name of their option.
    help : str
        What its command prints with ``--help``.
    """

    rows: Columns
    draw: Callable[..., Figure]
    others: Mapping[str, Columns] = field(default_factory=dict)
    help: str = field(kw_only=True)

    def params(self) -> list[click.Parameter]:
        """Return the arguments and options of its command."""
        return files_params(self.others)

    def write(
        self, *, files: Sequence[str], outputs: Sequence[str], **others: Sequence[str]
    ) -> None:
        """Draw the figure of the rows in files, and write it as `save` does."""
        frames = (read_frame(others[name], columns) for name, columns in self.others.items())
        save(self.draw(read_frame(files, self.rows), *frames), outputs)
