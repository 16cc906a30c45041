"""The figures of the study: the numbers of Table 4.1 as printed, next to measurements."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from puzzlesat_studies.core import style
from puzzlesat_studies.core.statistics import share_with_ties
from puzzlesat_studies.floodit.timing.layout import NUMBERINGS
from puzzlesat_studies.floodit.timing.tables import (
    by_phases,
    conflicts_at_minimum,
    main_instructions,
)

PRINTED_PROPS: dict[str, Any] = {"color": "black", "marker": "s", "ms": 4, "lw": 1.4}

Series = Mapping[str, tuple[pd.DataFrame, dict[str, Any]]]
"""For each label, the cells with boards, wins and ties, and the style of the lines."""


def _draw_panels(thesis: pd.DataFrame, series: Series) -> Figure:
    measured_cells = [cells[["n", "k"]] for cells, _ in series.values()]
    cells = pd.concat(measured_cells).drop_duplicates().merge(thesis, on=["n", "k"])
    colours = sorted(cells["k"].unique())
    titles = [f"$k = {k}$ colours" for k in colours] or [""]
    figure, panels = style.panels(titles, len(titles), 2.9, 0, sharex=True, sharey=True)
    for axes, k in zip(panels, colours, strict=False):  # empty table: one empty panel
        printed = cells[cells["k"] == k].sort_values("n")
        axes.axhline(50, color="0.75", lw=0.8, zorder=0)
        axes.plot(printed["n"], printed["minimal"], **PRINTED_PROPS, zorder=4)
        for position, (series_cells, props) in enumerate(series.values()):
            measured = series_cells[series_cells["k"] == k].sort_values("n")
            counts = measured[["wins", "ties", "boards"]].itertuples(index=False)
            intervals = [share_with_ties(*row) for row in counts]
            shares = 100 * pd.DataFrame(intervals, columns=["estimate", "low", "high"])
            axes.errorbar(
                measured["n"] + style.offset(position, len(series), 0.11),
                shares["estimate"],
                yerr=style.error_bars(shares, "estimate", "low", "high"),
                elinewidth=0.5,
                **props,
            )
        axes.set_xlabel("board size $n$")
        axes.set_xticks(sorted(cells["n"].unique()))
    panels[0].set_ylabel("boards on which the minimal\nencoding takes less (%)")
    panels[0].set_ylim(-3, 103)
    handles = [
        PRINTED_PROPS | {"label": "printed in Table 4.1 (100 boards)"},
        *({**props, "label": name} for name, (_, props) in series.items()),
    ]
    style.legend(figure, handles, 3)
    return figure


def _series_props(position: int, marker: str, linestyle: str = "-") -> dict[str, Any]:
    colour = style.PALETTE[position]
    return {"color": colour, "marker": marker, "ms": 3, "lw": 0.9, "ls": linestyle}


def search_figure(effects: pd.DataFrame, thesis: pd.DataFrame) -> Figure:
    """Draw how often the minimal encoding needs fewer conflicts than the extended one."""
    at_minimum = conflicts_at_minimum(effects)
    series_props = [
        _series_props(colour_index, marker)
        for colour_index, marker in zip((0, 1, 2, 4), "o^vD", strict=True)
    ]
    series = {
        f"fewer conflicts, {numbering} ({_board_count(at_minimum)})": (
            at_minimum[at_minimum["numbering"] == numbering],
            props,
        )
        for numbering, props in zip(NUMBERINGS, series_props, strict=True)
    }
    return _draw_panels(thesis, series)


def cost_figure(instructions: pd.DataFrame, wins: pd.DataFrame, thesis: pd.DataFrame) -> Figure:
    """Draw how often the minimal encoding is cheaper, in instructions and in seconds."""
    seconds_series = {
        "solve": ("seconds, solving", _series_props(0, "o")),
        "load_solve": ("seconds, loading + solving", _series_props(1, "^")),
        "encode_load_solve": ("seconds, generation + loading + solving", _series_props(2, "v")),
    }
    series = {}
    for phases, cells in by_phases(wins):
        name, props = seconds_series[phases]
        series[f"{name} ({_board_count(cells)})"] = (cells, props)
    program_runs = main_instructions(instructions)
    instruction_series = {"rest": ("instructions, solving", _series_props(4, "D", "--"))} | {
        "total": ("instructions, reading + solving", _series_props(3, "P", "--"))
    }
    for part, (name, props) in instruction_series.items():
        cells = program_runs[program_runs["part"] == part]
        if len(cells):
            series[f"{name} ({_board_count(cells)})"] = (cells, props)
    return _draw_panels(thesis, series)


def _board_count(cells: pd.DataFrame) -> str:
    return f"{cells['boards'].max() if len(cells) else 0} boards"
