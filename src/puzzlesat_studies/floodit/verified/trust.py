"""A figure of the trusted components at each level of evidence."""

from typing import Any

import click
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from puzzlesat.common.command import outputs_option
from puzzlesat_studies.core import style

LEVELS = (
    ("1  search", "solve"),
    ("2  our checker", "prove --format nogoods"),
    ("3  verified checker", "prove --format lrat"),
)
"""The levels of evidence, each with the command that produces it."""

TRUSTED, PROVED = "has to be trusted", "is proved to be correct"

PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("the search, the SAT solvers of PySAT", (TRUSTED, "", "")),
    ("what writes the proof or the nogoods", ("", "", "")),
    ("our checker of nogoods", ("", TRUSTED, "")),
    ("the machine code of cake_lpr", ("", "", PROVED)),
    ("the hundred lines of C that read files for it", ("", "", TRUSTED)),
    ("the conditions of the formula, and their printing", ("", "", TRUSTED)),
    ("the comparison of two files", ("", "", TRUSTED)),
    ("the referee who replays the moves", (TRUSTED, TRUSTED, TRUSTED)),
    ("Python and its libraries, system, machine", (TRUSTED, TRUSTED, TRUSTED)),
)
"""The components, and the trust that each needs at each of `LEVELS`."""

LOOKS: dict[str, dict[str, Any]] = {
    TRUSTED: {"facecolor": "0.35"},
    PROVED: {"facecolor": "white", "hatch": "//////"},
    "": {"facecolor": "white"},
}
"""The looks of the boxes: without colours, so that the figure can be printed in black."""

NAMES = {**{name: name for name in (TRUSTED, PROVED)}, "": "need not be trusted, or takes no part"}


def trust_figure() -> Figure:
    """Draw the components that must be trusted at each level of evidence for a minimum."""
    figure, [[axes]] = style.subplots(1, 1, 3.0)
    for row, (_, thoughts) in enumerate(PARTS):
        for level, thought in enumerate(thoughts):
            box = Rectangle(
                (level - 0.46, row - 0.4), 0.92, 0.8, edgecolor="0.35", lw=0.6, **LOOKS[thought]
            )
            axes.add_patch(box)
    axes.set_xlim(-0.5, len(LEVELS) - 0.5)
    axes.set_ylim(len(PARTS) - 0.5, -0.5)
    axes.set_xticks(range(len(LEVELS)), [f"{name}\nfloodit {command}" for name, command in LEVELS])
    axes.set_yticks(range(len(PARTS)), [name for name, _ in PARTS])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    keys = [Patch(edgecolor="0.35", lw=0.6, label=NAMES[key], **LOOKS[key]) for key in LOOKS]
    figure.legend(handles=keys, loc="outside lower center", ncols=len(keys))
    return figure


@click.command()
@outputs_option
def trust(outputs: tuple[str, ...]) -> None:
    """Draw the components that must be trusted at each level of evidence for a minimum."""
    style.save(trust_figure(), outputs)
