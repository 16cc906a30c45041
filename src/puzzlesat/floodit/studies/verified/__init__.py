"""Size and time of proofs that a verified checker accepts (``snakemake verified``)."""

STEPS = {"measure-proofs": "steps:measure_proofs"}
TABLES = {"proofs": "tables:PROOFS_TABLE"}
FIGURES = {
    "proofs": "figure:PROOFS_FIGURE",
    "trust": "steps:trust",
}
