"""Instances that an old solver does not solve in time, but a modern one does.

``snakemake interesting`` runs the study. ``interesting`` looks for instances, ``family`` lists them
and writes proofs for the unsatisfiable ones, and ``describe-family`` writes the description that
the SAT Competition requires.

\b
results/interesting/formulas/floodit-….cnf.xz  the interesting instances
results/interesting/proofs/floodit-….lrat.xz   a proof for each unsatisfiable instance
results/interesting/interesting.csv            all tried instances, with verdicts
results/interesting/family.csv, .md            interesting instances: sizes, solvers, proofs
results/interesting/description.md             a description of the interesting instances
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "interesting": "rows:interesting",
    "family": "family:family",
    "describe-family": "family:describe_family",
}
TABLES = {"family": "family:FAMILY_TABLE"}
