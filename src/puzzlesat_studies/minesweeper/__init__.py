"""The study of Minesweeper: its steps, tables and figures.

``python -m puzzlesat_studies minesweeper STEP`` runs one step by hand, and
``snakemake minesweeper minesweeper_games`` runs all steps. ``decide`` and ``time`` compare the
methods on states of random games. ``games`` and ``wins`` play random games. ``optima`` computes the
value of perfect play, and ``needs`` finds the method that each board requires. ``audit`` and
``constraints`` measure the subjects of the thesis's claims.
``network`` lists a constraint network.
"""

STEPS = {
    "decide": "rows:decide",
    "time": "rows:time",
    "games": "rows:games",
    "wins": "rows:wins",
    "optima": "rows:optima",
    "needs": "rows:needs",
    "network": "trace:network",
    "audit": "audit:audit",
    "constraints": "audit:constraints",
}
TABLES = {
    "methods": "tables:METHODS_TABLE",
    "procedures": "tables:PROCEDURES_TABLE",
    "growth": "tables:GROWTH_TABLE",
    "wins": "tables:WINS_TABLE",
    "audit": "tables:AUDIT_TABLE",
    "optimum": "tables:OPTIMUM_TABLE",
    "no-guess": "tables:NO_GUESS_TABLE",
}
FIGURES = {
    "methods": "figures:METHODS_FIGURE",
    "procedures": "figures:PROCEDURES_FIGURE",
    "growth": "figures:GROWTH_FIGURE",
    "wins": "figures:WINS_FIGURE",
    "optimum": "figures:OPTIMUM_FIGURE",
    "no-guess": "figures:NO_GUESS_FIGURE",
    "trace": "trace:trace",
}
