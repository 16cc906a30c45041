"""The studies of Flood-It, one folder each.

``python -m puzzlesat_studies floodit STUDY STEP`` runs one step; with ``--help``, it lists the
step's options. ``snakemake STUDY`` runs a whole study. Steps write raw rows, from which tables,
figures and verdicts are made.
"""
