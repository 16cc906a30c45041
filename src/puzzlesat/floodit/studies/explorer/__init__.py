"""A page with every board of the thesis's experiments.

``snakemake explorer`` makes it; docs/explorer.md describes it.
"""

STEPS = {
    "optimal": "steps:optimal",
    "explorer": "steps:explorer",
}
