"""Instances in the form of the SAT Competition (``snakemake instances``).

``instance`` writes an instance, ``attempt`` runs a solver on an instance, and ``describe`` writes
the description that the competition requires.

\b
results/instances/formulas/floodit-n70-k10-m229-s1.cnf.xz  an instance, and its row (.csv)
results/instances/attempts/floodit-n70-k10-m229-s1.csv     a solver's result on an instance
results/instances/instances.csv, .md, .tex                 a table of all instances
results/instances/description.md                           a description of the instances
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "instance": "rows:instance",
    "attempt": "rows:attempt",
    "describe": "tables:describe",
}
TABLES = {"instances": "tables:instances"}
