"""Size and time of proofs that a verified checker accepts (``snakemake verified``).

\b
results/verified/rows/n9_k6/0-99.csv       a row for each board: sizes and times
results/verified/kept/n9_k6/0-99/board-7/  the proof of a minimum, for floodit verify
results/verified/proofs.csv, .md           summaries for each (n, k)
figures/verified/proofs.pdf, …             sizes of proofs and times of checking
figures/verified/trust.pdf, …              the trusted components at each level of evidence
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {"measure-proofs": "rows:measure_proofs"}
TABLES = {"proofs": "tables:PROOFS_TABLE"}
FIGURES = {
    "proofs": "figures:PROOFS_FIGURE",
    "trust": "trust:trust",
}
