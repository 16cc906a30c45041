"""The studies of Flood-It, one folder each.

``python -m puzzlesat floodit STUDY STEP`` runs one step by hand, as workflow/rules do, and with
``--help`` lists its options; ``snakemake STUDY`` runs a whole study. Steps write raw rows. Tables,
figures and verdicts are made from rows.
"""
