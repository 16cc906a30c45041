"""Hypotheses on the measure behind Table 4.1, tested by exact counts and seconds (§4.2).

``snakemake timing`` runs the study. The results of ``counts`` and ``sizes`` are the same on every
machine, and ``compare`` compares their tables with a reference byte for byte. The results of
``instructions`` are reproducible on one machine.

\b
results/timing/counts/n4.csv …        conflicts and propagations, one row per solve
results/timing/sizes/n4.csv …         clauses and literals
results/timing/instructions/n4.csv …  instructions of the program minisat, if it is installed
results/timing/effects.csv, …         tables; the exact ones are the same on every machine
results/timing/hypotheses.csv, .md    the likelihood of each hypothesis
figures/timing/search.pdf, cost.pdf   Table 4.1 as printed, next to the measurements
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "counts": "rows:counts",
    "sizes": "rows:sizes",
    "instructions": "rows:instructions",
    "compare": "compare:compare",
}
TABLES = {
    "effects": "tables:EFFECTS_TABLE",
    "cross": "tables:CROSS_TABLE",
    "size": "tables:SIZE_TABLE",
    "instructions": "tables:INSTRUCTIONS_TABLE",
    "hypotheses": "inference:HYPOTHESES_TABLE",
}
FIGURES = {
    "search": "figures:SEARCH_FIGURE",
    "cost": "figures:COST_FIGURE",
}
