"""Gather the minima of all boards of Fig. 4.2 and Table 4.1, which every run must reproduce."""

from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.core.tables import write_table

log_to(snakemake.log[0])
params = snakemake.params

rows = read_results(snakemake.input, seed=params.seed, solver=params.solver, search=params.search)
minima = rows.sort_values(["n", "k", "board"])[["seed", "n", "k", "board", "minimum"]]
write_table(minima, snakemake.output)
