"""Write a page with every board of the thesis's experiments.

``snakemake explorer`` creates it; docs/explorer.md describes it.

\b
results/explorer/optimal/n4_k3.csv  numbers of shortest solutions, and forced moves
results/explorer.html               the page
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "optimal": "page:optimal",
    "explorer": "page:explorer",
}
