"""The largest boards whose minima can be proven, by each method (``snakemake frontier``).

The step ``measure`` solves each board in a process of its own, within a time limit.

\b
results/frontier/outcomes/n14_k6/0-99.csv  raw rows of the property-directed search
results/frontier/scaling/thesis_k6.csv     raw rows of a method on boards of growing size
results/frontier/outcomes/large.csv        raw rows of boards of the SAT Competition's size
results/frontier/frontier.csv, .md         minima, or bounds on them, with time and memory
results/frontier/law.csv, .md              growth of the minimum with n and k
results/frontier/scaling.csv, .md          largest size of each method
results/frontier/large.csv, .md            bounds of the largest boards
figures/frontier/frontier.pdf, …           minima, times and largest sizes
figures/frontier/extended.pdf, …           Fig. 4.2 for all sizes with proven minima
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {"measure": "rows:measure"}
TABLES = {
    "frontier": "tables:FRONTIER_TABLE",
    "law": "tables:LAW_TABLE",
    "scaling": "tables:SCALING_TABLE",
    "large": "tables:LARGE_TABLE",
}
FIGURES = {
    "frontier": "figures:FRONTIER_FIGURE",
    "extended": "figures:EXTENDED_FIGURE",
}
