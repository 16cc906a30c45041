"""Solving time around the minimum (``snakemake hardness``).

\b
results/hardness/rows/n12_k6.csv  raw rows, one for each solve
results/hardness/hardness.csv     medians by solver and distance from the minimum
figures/hardness/hardness.pdf, …  a figure of these times
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {"hardness": "rows:hardness"}
TABLES = {"hardness": "tables:HARDNESS_TABLE"}
FIGURES = {"hardness": "figures:HARDNESS_FIGURE"}
