"""Time the minimal and the extended encoding of every board of a grid point (n, k), for Table 4.1.

The formulas allow as many moves as the minimum. The two encodings are interleaved, in an order that
alternates, after an untimed run of each.
"""

from puzzlesat.common.command import progress
from puzzlesat_studies.core.run import write_models
from puzzlesat_studies.core.script import log_to, read_results
from puzzlesat_studies.floodit.measure import EncodingTimes, FoundMinimum, time_encodings

log_to(snakemake.log[0])
params = snakemake.params

seed = int(snakemake.wildcards.seed)
boards = read_results(snakemake.input, FoundMinimum, seed=seed, solver=params.solver)
rows = time_encodings(
    boards.to_dict("records"),
    ["minimal", "extended"],
    params.solver,
    params.repeats,
    params.wall_limit,
)
write_models(progress(rows, unit="solve"), EncodingTimes, snakemake.output[0])
