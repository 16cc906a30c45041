"""Instances that an older solver does not solve in time, and a newer one does.

``snakemake interesting`` runs it. ``interesting`` looks for them, ``family`` gathers them and
proves the unsatisfiable ones, and ``describe-family`` writes the page that the SAT Competition asks
for.
"""

STEPS = {
    "interesting": "steps:interesting",
    "family": "steps:family",
    "describe-family": "steps:describe_family",
}
TABLES = {"family": "family:FAMILY_TABLE"}
