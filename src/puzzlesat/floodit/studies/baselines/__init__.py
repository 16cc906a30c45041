"""Our methods compared with other solvers, on samples and public sets (``snakemake baselines``)."""

STEPS = {"measure-set": "steps:measure_set"}
TABLES = {
    "baselines": "tables:BASELINES_TABLE",
    "sets": "tables:SETS_TABLE",
}
