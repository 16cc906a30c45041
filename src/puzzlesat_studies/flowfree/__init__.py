"""The study of Flow Free: its steps, tables and figures.

``python -m puzzlesat_studies flowfree STEP`` runs one step, and ``snakemake flowfree`` all.
``time`` times the methods. ``audit`` makes the measurements for the claims of Zucker's post.
``flowfree rate`` rates puzzles. Tables and figures are made from
the rows that the steps write.
"""

STEPS = {"time": "rows:time", "audit": "audit:audit"}
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
