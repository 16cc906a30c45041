"""The largest boards whose minima can be proven, by each method (``snakemake frontier``).

``measure`` solves each board in a process of its own, within a time limit.
"""

STEPS = {"measure": "steps:measure"}
TABLES = {
    "frontier": "tables:FRONTIER_TABLE",
    "law": "tables:LAW_TABLE",
    "scaling": "tables:SCALING_TABLE",
    "large": "tables:LARGE_TABLE",
}
FIGURES = {
    "frontier": "figure:FRONTIER_FIGURE",
    "extended": "figure:EXTENDED_FIGURE",
}
