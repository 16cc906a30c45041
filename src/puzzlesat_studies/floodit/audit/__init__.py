"""Experiments that test the claims of the thesis (``snakemake audit``, docs/audit.md).

Most modules define an experiment: its raw rows, one or more for each board, and tables that
summarize these rows. Figures and verdicts (`puzzlesat_studies.claims`) depend on the tables alone.

\b
results/audit/ablation/n4.csv …    raw rows of each experiment
results/audit/ablation.csv, .md …  tables of the experiments
figures/audit/ablation.pdf, …      figures of most experiments
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {
    "final-state": "final_state:STEP",
    "ablation": "ablation:STEP",
    "clauses": "clauses:STEP",
    "minima": "quartiles:STEP",
    "searches": "searches:STEP",
    "solvers": "solvers:STEP",
    "redundant": "redundant:STEP",
    "forced-moves": "forced_moves:STEP",
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
