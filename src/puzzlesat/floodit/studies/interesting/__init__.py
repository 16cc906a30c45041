"""Instances that an older solver does not solve in time, and a newer one does.

``snakemake interesting`` runs it. ``interesting`` looks for them, ``family`` gathers them and
proves the unsatisfiable ones, and ``describe-family`` writes the description that the SAT
Competition requires.

\b
results/interesting/formulas/floodit-….cnf.xz  the interesting instances
results/interesting/proofs/floodit-….lrat.xz   a proof for each that is unsatisfiable
results/interesting/interesting.csv            all instances tried, and their verdicts
results/interesting/family.csv, .md            the interesting ones: sizes, solvers, proofs
results/interesting/description.md             a description of the interesting instances
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "interesting": "rows:interesting",
    "family": "family:family",
    "describe-family": "family:describe_family",
}
TABLES = {"family": "family:FAMILY_TABLE"}
