"""The figures of the study: the numbers of Table 4.1 as printed, next to measurements."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from puzzlesat_studies.core import style
from puzzlesat_studies.core.statistics import share_with_ties
from puzzlesat_studies.floodit.timing.layout import NUMBERINGS
from puzzlesat_studies.floodit.timing.rows import CORE
from puzzlesat_studies.floodit.timing.tables import by_phases

PRINTED: dict[str, Any] = {"color": "black", "marker": "s", "ms": 4, "lw": 1.4}

Series = Mapping[str, tuple[pd.DataFrame, dict[str, Any]]]
"""For each label, the cells with boards, wins and ties, and the style of the lines."""


def _panels(thesis: pd.DataFrame, series: Series) -> Figure:
    drawn = [cells[["n", "k"]] for cells, _ in series.values()]
    cells = pd.concat(drawn).drop_duplicates().merge(thesis, on=["n", "k"])
    colours = sorted(cells["k"].unique())
    titles = [f"$k = {k}$ colours" for k in colours] or [""]
    figure, panels = style.panels(titles, len(titles), 2.9, 0, sharex=True, sharey=True)
    for axes, k in zip(panels, colours, strict=False):  # empty table: one empty panel
        printed = cells[cells["k"] == k].sort_values("n")
        axes.axhline(50, color="0.75", lw=0.8, zorder=0)
        axes.plot(printed["n"], printed["minimal"], **PRINTED, zorder=4)
        for place, (of, look) in enumerate(series.values()):
            measured = of[of["k"] == k].sort_values("n")
            counted = measured[["wins", "ties", "boards"]].itertuples(index=False)
            won = [share_with_ties(*row) for row in counted]
            shares = 100 * pd.DataFrame(won, columns=["estimate", "low", "high"])
            axes.errorbar(
                measured["n"] + style.offset(place, len(series), 0.11),
                shares["estimate"],
                yerr=style.error_bars(shares, "estimate", "low", "high"),
                elinewidth=0.5,
                **look,
            )
        axes.set_xlabel("board size $n$")
        axes.set_xticks(sorted(cells["n"].unique()))
    panels[0].set_ylabel("boards on which the minimal\nencoding takes less (%)")
    panels[0].set_ylim(-3, 103)
    handles = [
        PRINTED | {"label": "printed in Table 4.1 (100 boards)"},
        *({**look, "label": name} for name, (_, look) in series.items()),
    ]
    style.legend(figure, handles, 3)
    return figure


def _look(position: int, marker: str, line: str = "-") -> dict[str, Any]:
    colour = style.PALETTE[position]
    return {"color": colour, "marker": marker, "ms": 3, "lw": 0.9, "ls": line}


def search_figure(effects: pd.DataFrame, thesis: pd.DataFrame) -> Figure:
    """Draw how often the minimal encoding needs fewer conflicts than the extended one."""
    chosen = effects[
        (effects["solver"] == CORE)
        & (effects["query"] == "minimum")
        & (effects["measure"] == "conflicts")
    ]
    looks = [_look(place, marker) for place, marker in zip((0, 1, 2, 4), "o^vD", strict=True)]
    series = {
        f"fewer conflicts, {name} ({_boards(chosen)})": (chosen[chosen["numbering"] == name], look)
        for name, look in zip(NUMBERINGS, looks, strict=True)
    }
    return _panels(thesis, series)


def cost_figure(instructions: pd.DataFrame, wins: pd.DataFrame, thesis: pd.DataFrame) -> Figure:
    """Draw how often the minimal encoding is cheaper, in instructions and in seconds."""
    names = {
        "solve": ("seconds, solving", _look(0, "o")),
        "load_solve": ("seconds, loading + solving", _look(1, "^")),
        "encode_load_solve": ("seconds, generation + loading + solving", _look(2, "v")),
    }
    series = {}
    for phases, cells in by_phases(wins):
        name, look = names[phases]
        series[f"{name} ({_boards(cells)})"] = (cells, look)
    program = instructions[
        (instructions["solver"] == "minisat")
        & (instructions["numbering"] == "predicates first")
        & (instructions["boards"] > 0)
    ]
    parts = {"rest": ("instructions, solving", _look(4, "D", "--"))} | {
        "total": ("instructions, reading + solving", _look(3, "P", "--"))
    }
    for part, (name, look) in parts.items():
        cells = program[program["part"] == part]
        if len(cells):
            series[f"{name} ({_boards(cells)})"] = (cells, look)
    return _panels(thesis, series)


def _boards(cells: pd.DataFrame) -> str:
    return f"{cells['boards'].max() if len(cells) else 0} boards"
