"""Draw Fig. 4.2: box plots of the minima against n, a panel for each k, between n+k-5 and n+k."""

from math import ceil
from textwrap import fill

import numpy as np
import seaborn as sns

from puzzlesat.floodit.solve.minimum import heuristic_bounds
from puzzlesat_studies.core import style
from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.floodit.measure import FoundMinimum

log_to(snakemake.log[0])
params = snakemake.params

run = {"seed": params.seed, "solver": params.solver, "search": params.search}
minima = read_results(snakemake.input, FoundMinimum, **run)
n_values, k_values = sorted(minima["n"].unique()), sorted(minima["k"].unique())
columns = ceil(len(k_values) / ceil(len(k_values) / 4))
style.apply_style()
grid = sns.catplot(
    minima,
    kind="box",
    x="n",
    y="minimum",
    col="k",
    col_wrap=columns,
    native_scale=True,
    color="0.88",
    linecolor="0.15",
    linewidth=0.7,
    width=0.6,
    fliersize=2,
    medianprops={"linewidth": 1.6},
    flierprops={"zorder": 4},
    height=2.6,
    aspect=0.68,
)
ends = np.array([n_values[0] - 0.4, n_values[-1] + 0.4])
for k, axes in grid.axes_dict.items():
    lower, upper = np.array([heuristic_bounds(n, k) for n in ends]).T
    axes.plot(ends, upper, "--", color=style.PALETTE[3], label="$n + k$")
    axes.plot(ends, lower, color=style.PALETTE[0], label="$n + k - 5$")
    axes.tick_params(labelbottom=True)
    axes.set_xticks(n_values)
    axes.spines[["top", "right"]].set_visible(True)
    style.integer_ticks(axes.yaxis)
    style.grid_lines(axes)
grid.set_axis_labels("board size $n$", "minimal number of moves $p$")
grid.set_titles("$k = {col_name}$ colours")
boards = minima.groupby(["n", "k"]).size()
number = f"{boards.min()}" if boards.nunique() == 1 else f"{boards.min()} to {boards.max()}"
note = f"{number} boards per box; box: quartiles, line: median, whiskers: 1.5 IQR, circles: others"
grid.figure.supxlabel(fill(note, 36 * columns), size="small", color="0.35")
grid.figure.set_layout_engine("constrained")
style.legend(grid.figure, grid.axes.flat[-1].get_lines()[-2:], place="upper center")
style.save(grid.figure, snakemake.output)
