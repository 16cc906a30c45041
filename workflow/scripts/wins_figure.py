"""Draw Table 4.1: wins of the minimal encoding, and ratios of times, by three timing methods."""

import pandas as pd

from puzzlesat_studies.core import style
from puzzlesat_studies.core.script import log_to

log_to(snakemake.log[0])

wins = pd.read_csv(snakemake.input[0])
wins["share"] = 100 * wins["minimal"] / (wins["minimal"] + wins["extended"])
k_values = sorted(wins["k"].unique())
figure, panels = style.subplots(2, 3, 4.4, sharex=True, sharey="row")
for (top, bottom), (method, rows) in zip(
    panels.T, wins.groupby("timed_phases", sort=False), strict=True
):
    top.set_title(method.replace("_", " + "))
    for position, k in enumerate(k_values):
        group = rows[rows["k"] == k].sort_values("n")
        x = group["n"] + style.offset(position, len(k_values), 0.14)
        props = style.series_props(position)
        top.plot(x, group["share"], lw=0.7, **props)
        top.plot(x, group["thesis_minimal"], lw=0, **props | {"mfc": "white", "ms": 3})
        bottom.errorbar(x, group["ratio"], yerr=style.error_bars(group, "ratio"), lw=0.7, **props)
    top.axhline(50, color="0.6", lw=0.6, zorder=0)
    bottom.axhline(1, color="0.6", lw=0.6, zorder=0)
    bottom.set(xlabel="board size $n$", xticks=sorted(wins["n"].unique()))
panels[0, 0].set_ylim(min(40, wins["share"].min() - 3), 103)
panels[0, 0].set_ylabel("boards on which the\nminimal encoding wins (%)")
panels[1, 0].set_ylabel("time of the extended over\nthat of the minimal encoding")
for axes in panels.flat:
    axes.label_outer(remove_inner_ticks=True)
handles = style.series_lines((f"$k = {k}$" for k in k_values), 0.7)
style.legend(figure, [*handles, {"lw": 0, "label": "hollow: thesis"}])
style.save(figure, snakemake.output)
