"""The audit: experiments that test the claims of the thesis on Flood-It (docs/audit.md).

Each module defines the raw rows of an experiment, one or more for each board, and the tables that
summarize them. The verdicts (`puzzlesat_studies.claims`) depend on the tables alone.
"""

from typing import TYPE_CHECKING

from puzzlesat_studies.core.study import LazyModule
from puzzlesat_studies.floodit.audit import (
    ablation,
    clauses,
    construction,
    final_state,
    forced_moves,
    growth,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat_studies.floodit.audit.study import STUDY

if TYPE_CHECKING:
    from puzzlesat_studies.floodit.audit import figures as lazy_figures
else:
    lazy_figures = LazyModule(f"{__package__}.figures")

__all__ = ["STUDY", "clauses", "construction"]  # an import declares the steps of a module

CAPTION = "A figure of the audit, drawn from the table of the same name (docs/audit.md)."


final_state_figure = STUDY.figure("final-state", note=CAPTION, table=final_state.table)(
    lazy_figures.final_state_figure
)
ablation_figure = STUDY.figure("ablation", note=CAPTION, table=ablation.table)(
    lazy_figures.ablation_figure
)
quartiles_figure = STUDY.figure("quartiles", note=CAPTION, table=quartiles.table)(
    lazy_figures.quartiles_figure
)
growth_figure = STUDY.figure("growth", note=CAPTION, table=quartiles.table, fit=growth.fit_table)(
    lazy_figures.growth_figure
)
searches_figure = STUDY.figure("searches", note=CAPTION, table=searches.table)(
    lazy_figures.searches_figure
)
solvers_figure = STUDY.figure("solvers", note=CAPTION, table=solvers.table)(
    lazy_figures.solvers_figure
)
redundant_figure = STUDY.figure("redundant", note=CAPTION, table=redundant.table)(
    lazy_figures.redundant_figure
)
forced_moves_figure = STUDY.figure("forced-moves", note=CAPTION, table=forced_moves.table)(
    lazy_figures.forced_moves_figure
)
