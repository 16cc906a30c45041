"""Every claim of the thesis is tested and gets a verdict (``snakemake audit``, docs/audit.md).

An experiment is a module. It makes raw rows, board by board; a table of them; a figure of the
table; and from the table alone the verdicts. `experiments` lists the tables that claims are judged
by. ``claims`` judges the thesis's claims, ``paper`` those of the competition paper.

By hand, ``python -m puzzlesat floodit audit STEP --help`` shows what a step takes.

\b
results/audit/ablation/n4.csv …    raw rows of each experiment
results/audit/ablation.csv, .md …  a table of each
figures/audit/ablation.pdf, …      and a figure of most
results/audit/claims.csv, .md      claim, place, measurement, verdict, evidence
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "final-state": "steps:final_state",
    "ablation": "steps:ablation",
    "clauses": "steps:clauses",
    "minima": "steps:minima",
    "searches": "steps:searches",
    "solvers": "steps:solvers",
    "redundant": "steps:redundant",
    "forced-moves": "steps:forced_moves",
    "claims": "steps:claims",
    "paper": "paper:CLAIMS",
}
TABLES = {
    "final-state": "final_state:FINAL_STATE_TABLE",
    "ablation": "ablation:ABLATION_TABLE",
    "overlap": "clauses:OVERLAP_TABLE",
    "counts": "clauses:COUNTS_TABLE",
    "quartiles": "quartiles:QUARTILES_TABLE",
    "offsets": "quartiles:OFFSETS_TABLE",
    "fit": "growth:FIT_TABLE",
    "searches": "searches:SEARCHES_TABLE",
    "solvers": "solvers:SOLVERS_TABLE",
    "redundant": "redundant:REDUNDANT_TABLE",
    "growth": "growth:GROWTH_TABLE",
    "forced-moves": "forced_moves:FORCED_MOVES_TABLE",
}
FIGURES = {
    "final-state": "figures:FINAL_STATE_FIGURE",
    "ablation": "figures:ABLATION_FIGURE",
    "quartiles": "figures:QUARTILES_FIGURE",
    "growth": "figures:GROWTH_FIGURE",
    "searches": "figures:SEARCHES_FIGURE",
    "solvers": "figures:SOLVERS_FIGURE",
    "redundant": "figures:REDUNDANT_FIGURE",
    "forced-moves": "figures:FORCED_MOVES_FIGURE",
}
