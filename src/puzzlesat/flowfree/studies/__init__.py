"""The study of Flow Free: its steps, tables and figures.

``python -m puzzlesat flowfree STEP`` runs one step by hand; ``snakemake flowfree`` runs all.
``time`` times the methods; ``audit`` measures, and ``claims`` judges, the claims of the post;
``flowfree rate`` rates puzzles. Tables and figures are made from the rows of these steps.
"""

STEPS = {
    "time": "rows:time",
    "audit": "audit:audit",
    "claims": "claims:CLAIMS",
}
TABLES = {
    "difficulty": "tables:DIFFICULTY_TABLE",
    "marked": "tables:SIZES_TABLE",
    "puzzles": "tables:puzzles",
    "rules": "tables:RULES_TABLE",
    "sizes": "tables:SIZES_TABLE",
}
FIGURES = {
    "difficulty": "figures:DIFFICULTY_FIGURE",
    "marked": "figures:times",
    "puzzle": "figures:puzzle",
    "sketch": "figures:puzzle",
    "times": "figures:times",
}
