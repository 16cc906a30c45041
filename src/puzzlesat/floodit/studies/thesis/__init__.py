"""Fig. 2.1, Fig. 4.2 and Table 4.1 of the thesis (``snakemake all``).

Boards are drawn, their minima searched, and both encodings timed at the minimum. Tables and figures
of these rows are the thesis's; ``summary`` compares them with what it prints.
"""

STEPS = {
    "sample": "steps:sample",
    "minimum": "steps:minimum",
    "time": "steps:time",
    "summary": "outputs:summary",
    "compare": "outputs:compare",
}
TABLES = {
    "minima": "summary:MINIMA_TABLE",
    "bounds": "bounds:BOUNDS_TABLE",
    "wins": "outputs:wins",
}
FIGURES = {
    "bounds": "figures:BOUNDS_FIGURE",
    "wins": "figures:WINS_FIGURE",
    "solution": "outputs:solution",
}
