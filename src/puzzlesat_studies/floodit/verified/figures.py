"""The figure of proof sizes and times of the verified checker by board size."""

from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from puzzlesat_studies.core import style
from puzzlesat_studies.floodit.verified.tables import SIZES


def proofs_figure(table: pd.DataFrame) -> Figure:
    """Draw the largest proof and the longest check of each (n, k) against n."""
    figure, [[sizes, times]] = style.subplots(1, 2, 2.8)
    for position, (k, cell) in enumerate(table.groupby("k")):
        look = style.look(position, 3)
        seen = (cell[["verified", "max_proof_bytes", "max_check_seconds"]] > 0).all(axis=1)
        done = cell[seen].sort_values("n")
        sizes.plot(done["n"], done["max_proof_bytes"] / 1e6, lw=0.8, **look, label=f"$k = {k}$")
        times.plot(done["n"], done["max_check_seconds"], lw=0.8, **look)
        some = done[done["verified"] < done["boards"]]
        hollow = look | {"mfc": "white", "lw": 0}
        sizes.plot(some["n"], some["max_proof_bytes"] / 1e6, **hollow)
        times.plot(some["n"], some["max_check_seconds"], **hollow)
    sizes.set_ylabel("largest proof (MB)")
    times.set_ylabel("longest check (s)")
    for axes in (sizes, times):
        axes.set_yscale("log")
        axes.set_xlabel("board size $n$")
        style.whole_ticks(axes.xaxis)
        style.rule_lines(axes)
    handles: list[Any] = sizes.get_legend_handles_labels()[0]
    if (table["verified"].between(1, table["boards"] - 1)).any():
        hollow = {"color": "0.3", "marker": "o", "ms": 3, "mfc": "white", "lw": 0}
        handles.append(hollow | {"label": "not all boards verified"})
    style.legend(figure, handles, 8, "upper center")
    return figure


PROOFS_FIGURE = style.Plot(SIZES, proofs_figure)
