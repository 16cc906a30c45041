"""What Table 4.1 can have measured: exact counts, seconds, and hypotheses compared (§4.2).

``snakemake timing`` runs it. ``counts``, ``sizes`` and ``instructions`` repeat exactly, and
``compare`` compares them with a reference byte for byte. ``claims`` judges by their tables.
"""

STEPS = {
    "counts": "steps:counts",
    "sizes": "steps:sizes",
    "instructions": "steps:instructions",
    "claims": "steps:claims",
    "compare": "steps:compare",
}
TABLES = {
    "effects": "tables:EFFECTS_TABLE",
    "cross": "tables:CROSS_TABLE",
    "size": "tables:SIZE_TABLE",
    "instructions": "tables:INSTRUCTIONS_TABLE",
    "hypotheses": "inference:HYPOTHESES_TABLE",
}
FIGURES = {
    "search": "figures:SEARCH_FIGURE",
    "cost": "figures:COST_FIGURE",
}
