"""Gather the minima of all boards of Fig. 4.2 and Table 4.1, which every run must reproduce."""

from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.core.tables import write_table
from puzzlesat_studies.floodit.measure import FoundMinimum
from puzzlesat_studies.floodit.thesis import GatheredMinimum

log_to(snakemake.log[0])
params = snakemake.params

run = {"seed": params.seed, "solver": params.solver, "search": params.search}
rows = read_results(snakemake.input, FoundMinimum, **run)
minima = rows.sort_values(["n", "k", "board"])[[*GatheredMinimum.model_fields]]
write_table(minima, snakemake.output)
