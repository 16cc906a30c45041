"""Solving time around the minimum (``snakemake hardness``)."""

STEPS = {"hardness": "steps:hardness"}
TABLES = {"hardness": "tables:HARDNESS_TABLE"}
FIGURES = {"hardness": "figure:HARDNESS_FIGURE"}
