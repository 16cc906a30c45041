"""The figures and tables of the thesis: Figures 2.1 and 4.2, and Table 4.1 (``snakemake all``).

The study draws boards, finds their minima, and times the minimal and the extended encoding at the
minimum. From the results it makes the tables and figures of the thesis; ``summary`` compares its
findings with those of the thesis.

\b
results/thesis/minima/n4_k3/0-99.csv   boards with minimum, moves and queries
results/thesis/timings/n4_k3/0-99.csv  raw rows, one for each timed solve
results/thesis/bounds.csv, .md         quartiles and whiskers, compared with the bounds
results/thesis/wins.csv                wins, ratios and tests for every clock
results/thesis/wins.md, .tex           Table 4.1 for the configured clock
results/thesis/minima.csv              all minima in one file, which another run must reproduce
figures/bounds.pdf, .png, .svg         Fig. 4.2
figures/wins.pdf, .png, .svg           Table 4.1 as a figure, with the thesis's numbers
figures/solution.pdf, .png, .svg       Fig. 2.1
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "minimum": "rows:minimum",
    "time": "rows:time",
    "summary": "summary:summary_step",
    "compare": "summary:compare",
}
TABLES = {
    "minima": "summary:MINIMA_TABLE",
    "bounds": "bounds:BOUNDS_TABLE",
    "wins": "wins:wins",
}
FIGURES = {
    "bounds": "figures:BOUNDS_FIGURE",
    "wins": "figures:WINS_FIGURE",
    "solution": "figures:solution",
}
