"""The figures of the study, and paused traces of both algorithms."""

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from puzzlesat.minesweeper.studies.tables import (
    GROWTH,
    METHOD_NAMES,
    METHODS,
    PROCEDURES,
    SIZE,
    size_name,
)
from puzzlesat.report import style
from puzzlesat.report.tables import Groups

MEASURES = {
    "share": ("certain fields decided", "o", 0),
    "won": ("games won, guessing where a mine is least likely", "D", 1),
    "won_ahead": ("games won, looking a move ahead as well", "P", 4),
    "won_random": ("games won, guessing anywhere", "X", 2),
    "unaided": ("games won without a guess", "v", 3),
}
"""What `methods_figure` shows: the name for readers, the marker, and the colour of the palette."""

FORMULAS = {"numbers": "numbers alone", "total": "with the number of mines"}
"""What readers call the formulas."""

MARKERS = "osD^vPX*<>p"


def methods_figure(methods: pd.DataFrame) -> Figure:
    """Draw what each method decides and what its player wins, a panel for each size.

    Parameters
    ----------
    methods : DataFrame
        A table of `tables.methods_table`.
    """
    style.use()
    names = [name for name in METHOD_NAMES if name in set(methods["method"]) - {"counting"}]
    sizes = methods[SIZE].drop_duplicates()
    figure, panels = plt.subplots(
        1,
        len(sizes),
        figsize=(style.PAGE, 2.5),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for axes, size in zip(panels[0], sizes.itertuples(index=False), strict=True):
        cell = methods[(methods[SIZE] == list(size)).all(axis=1)].set_index("method").reindex(names)
        for place, (measure, (_, marker, colour)) in enumerate(MEASURES.items()):
            aside = (place - 2) * 0.13
            axes.errorbar(
                cell[measure],
                [y + aside for y in range(len(names))],
                xerr=[
                    cell[measure] - cell[f"{measure}_low"],
                    cell[f"{measure}_high"] - cell[measure],
                ],
                fmt=marker,
                ms=4,
                lw=0.8,
                color=style.PALETTE[colour],
            )
        axes.set_title(size_name(*size))
        axes.set_xlabel("share, with its 95% interval")
        axes.set_xlim(-0.03, 1.03)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.grid(axis="x", color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
    panels[0, 0].set_yticks(range(len(names)), [METHOD_NAMES[name] for name in names])
    panels[0, 0].invert_yaxis()
    figure.legend(
        handles=[
            Line2D([], [], color=style.PALETTE[colour], marker=marker, ms=4, lw=0, label=name)
            for name, marker, colour in MEASURES.values()
        ],
        loc="outside lower center",
        ncols=2,
    )
    return figure


def procedures_figure(procedures: pd.DataFrame) -> Figure:
    """Draw the calls and the time of each procedure, on both formulas.

    A procedure that ran out of time on half of the states has no median; it is shown as an open
    triangle on the right edge.

    Parameters
    ----------
    procedures : DataFrame
        A table of `tables.procedures_table`.
    """
    style.use()
    names = list(dict.fromkeys(procedures["procedure"]))
    sizes = list(procedures[SIZE].drop_duplicates().itertuples(index=False))
    figure, panels = plt.subplots(
        len(FORMULAS),
        2,
        figsize=(style.PAGE, 0.2 * len(names) * len(FORMULAS) + 1.2),
        sharex="col",
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    for row, (formula, formula_name) in zip(panels, FORMULAS.items(), strict=True):
        for axes, measure in zip(row, ("calls", "milliseconds"), strict=True):
            for position, size in enumerate(sizes):
                chosen = (procedures[SIZE] == list(size)).all(axis=1)
                cell = procedures[chosen & (procedures["formula"] == formula)]
                values = cell.set_index("procedure")[measure].reindex(names)
                aside = (position - (len(sizes) - 1) / 2) * 0.2
                look = {"color": style.PALETTE[position], "ms": 4, "lw": 0}
                axes.plot(values, [y + aside for y in range(len(names))], MARKERS[position], **look)
                missing = [y + aside for y, value in enumerate(values) if pd.isna(value)]
                [edge] = axes.plot(
                    [1] * len(missing),
                    missing,
                    ">",
                    transform=axes.get_yaxis_transform(),
                    clip_on=False,
                    mfc="white",
                    **look,
                )
                edge.set_in_layout(False)
            axes.set_xscale("log")
            axes.set_title(formula_name)
            axes.grid(axis="x", color="0.92", linewidth=0.5)
            axes.set_axisbelow(True)
    panels[-1, 0].set_xlabel("calls of the solver")
    panels[-1, 1].set_xlabel("milliseconds")
    for axes in panels[:, 0]:
        axes.set_yticks(range(len(names)), names)
    panels[0, 0].invert_yaxis()
    figure.legend(
        handles=[
            *(
                Line2D(
                    [],
                    [],
                    color=style.PALETTE[position],
                    marker=MARKERS[position],
                    ms=4,
                    lw=0,
                    label=size_name(*size),
                )
                for position, size in enumerate(sizes)
            ),
            Line2D([], [], color="0.3", marker=">", mfc="white", ms=4, lw=0, label="out of time"),
        ],
        loc="outside lower center",
        ncols=len(sizes) + 1,
    )
    return figure


def growth_figure(growth: pd.DataFrame) -> Figure:
    """Draw how the time of methods and procedures grows with the board.

    Parameters
    ----------
    growth : DataFrame
        A table of `tables.growth_table`. What ran out of time on half of the states of a size has
        no point there.
    """
    style.use()
    titles = {"method": "methods"} | {kind: f"backbones, {name}" for kind, name in FORMULAS.items()}
    figure, panels = plt.subplots(
        1, len(titles), figsize=(style.PAGE, 3.3), sharex=True, sharey=True, layout="constrained"
    )
    for axes, (kind, title) in zip(panels, titles.items(), strict=True):
        part = growth[growth["kind"] == kind]
        lines: Groups = part.groupby("name", sort=False)
        for position, (name, line) in enumerate(lines):
            axes.plot(
                line["rows"] * line["cols"],
                line["milliseconds"],
                marker=MARKERS[position],
                ms=3.5,
                lw=0.7,
                linestyle="--" if name.startswith("BBScan") else "-",
                color=style.PALETTE[position % len(style.PALETTE)],
                label=METHOD_NAMES.get(name, name),
            )
        axes.set_title(title)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("fields of the board")
        axes.grid(color="0.92", linewidth=0.5)
        axes.set_axisbelow(True)
    panels[0].set_ylabel("milliseconds, median over states")
    panels[0].legend(loc="upper left", fontsize=6)
    figure.legend(
        *panels[1].get_legend_handles_labels(),
        loc="outside lower center",
        ncols=4,
        handlelength=2.6,
    )
    return figure


METHODS_FIGURE = style.Plot(
    METHODS,
    methods_figure,
    help="Draw the table of methods in FILES: what each decides, and what its player wins.",
)

PROCEDURES_FIGURE = style.Plot(
    PROCEDURES,
    procedures_figure,
    help="Draw the table of procedures in FILES: calls of the solver, and times.",
)

GROWTH_FIGURE = style.Plot(
    GROWTH,
    growth_figure,
    help="Draw the table of growth in FILES.",
)
