"""The audit: experiments that test the claims of the thesis on Flood-It (docs/audit.md).

Each module defines the raw rows of an experiment, one or more for each board, and the tables that
summarize them. The verdicts (`puzzlesat_studies.claims`) depend on the tables alone.
"""

from puzzlesat_studies.floodit.audit import (
    clauses,
    conditions,
    construction,
    final_state,
    forced_moves,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat_studies.floodit.audit.study import STUDY

# An import declares the steps of a module.
__all__ = [
    "STUDY",
    "clauses",
    "conditions",
    "construction",
    "final_state",
    "forced_moves",
    "quartiles",
    "redundant",
    "searches",
    "solvers",
]
