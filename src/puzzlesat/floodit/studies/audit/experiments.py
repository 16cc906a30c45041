"""The verdicts of the audit: by which table each is judged."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pandas as pd

from puzzlesat.floodit.studies.audit import (
    ablation,
    clauses,
    final_state,
    forced_moves,
    growth,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat.report.claims import Verdict
from puzzlesat.report.rows import Columns


class Judged(NamedTuple):
    """A table by which claims are judged.

    Parameters
    ----------
    columns : Columns
        Its columns.
    verdicts : callable
        Judges them.
    """

    columns: Columns
    verdicts: Callable[[pd.DataFrame], list[Verdict]]


JUDGED = {
    "final-state": Judged(final_state.TABLE, final_state.verdicts),
    "ablation": Judged(ablation.TABLE, ablation.verdicts),
    "overlap": Judged(clauses.OVERLAP, clauses.overlap_verdicts),
    "counts": Judged(clauses.TABLE, clauses.verdicts),
    "quartiles": Judged(quartiles.TABLE, quartiles.verdicts),
    "offsets": Judged(quartiles.OFFSETS, quartiles.offset_verdicts),
    "searches": Judged(searches.TABLE, searches.verdicts),
    "solvers": Judged(solvers.TABLE, solvers.verdicts),
    "redundant": Judged(redundant.TABLE, redundant.verdicts),
    "growth": Judged(growth.TABLE, growth.verdicts),
    "forced-moves": Judged(forced_moves.TABLE, forced_moves.verdicts),
}
"""The tables by name, in the order of the claims."""


def judge(
    tables: Mapping[str, pd.DataFrame], evidence: Callable[[str], str]
) -> list[tuple[Verdict, str]]:
    """Return every verdict with the file of the table that it rests on.

    Parameters
    ----------
    tables : mapping
        Every table of `JUDGED`, by its name.
    evidence : callable
        Gives the path of a table's file.
    """
    return [
        (verdict, evidence(name))
        for name, judged in JUDGED.items()
        for verdict in judged.verdicts(tables[name])
    ]
