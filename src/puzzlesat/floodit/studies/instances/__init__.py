"""Instances in the form of the SAT Competition (``snakemake instances``).

``instance`` writes a formula, ``attempt`` gives one to a solver, and ``describe`` writes the page
that the competition asks for.
"""

STEPS = {
    "instance": "steps:instance",
    "attempt": "steps:attempt",
    "describe": "outputs:describe",
}
TABLES = {"instances": "outputs:instances"}
