"""The audit: experiments that test the claims of the thesis on Flood-It (docs/audit.md).

Each module defines the raw rows of an experiment, one or more for each board, and the tables that
summarize them. The verdicts (`puzzlesat_studies.claims`) depend on the tables alone.
"""

from puzzlesat_studies.core.study import LazyFunction, LazyModule, Step
from puzzlesat_studies.floodit.audit import (
    clauses,
    conditions,
    construction,
    final_state,
    forced_moves,
    linear,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat_studies.floodit.audit.study import STUDY

__all__ = ["STUDY", "clauses", "construction"]  # an import declares the steps of a module

lazy_figures = LazyModule(f"{__package__}.figures")

CAPTION = "A figure of the audit, drawn from the table of the same name (docs/audit.md)."


def _figure(draw: LazyFunction, table: Step, name: str = "", **inputs: Step) -> Step:
    """Declare a figure of a table, with the table's name unless another one is given."""
    return STUDY.figure(name or table.name, note=CAPTION, table=table, **inputs)(draw)


final_state_figure = _figure(lazy_figures.final_state_figure, final_state.table)
conditions_figure = _figure(lazy_figures.conditions_figure, conditions.table)
quartiles_figure = _figure(lazy_figures.quartiles_figure, quartiles.table)
linear_figure = _figure(lazy_figures.linear_figure, quartiles.table, "linear", fit=linear.fit_table)
searches_figure = _figure(lazy_figures.searches_figure, searches.table)
solvers_figure = _figure(lazy_figures.solvers_figure, solvers.table)
redundant_figure = _figure(lazy_figures.redundant_figure, redundant.table)
forced_moves_figure = _figure(lazy_figures.forced_moves_figure, forced_moves.table)
