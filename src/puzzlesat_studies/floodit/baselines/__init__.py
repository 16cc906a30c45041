"""Compare our methods with other solvers, on samples and public sets (``snakemake baselines``).

\b
results/baselines/outcomes/clingo.csv           raw rows of a method, one for each board
results/baselines/baselines.csv, .md            answers, times and memory of all methods
results/baselines/sets/public/14x14x6/auto.csv  raw rows of a method, one for each board
results/baselines/sets.csv, .md                 totals, published totals, time and memory
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {"measure-set": "rows:measure_set"}
TABLES = {
    "baselines": "tables:BASELINES_TABLE",
    "sets": "tables:SETS_TABLE",
}
