"""All experiments of the audit: which table is made of which rows, and which verdicts of it."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd

from puzzlesat.floodit.studies.audit import (
    clauses,
    clocks,
    forced,
    growth,
    last,
    needless,
    quartiles,
    redundant,
    searches,
    solvers,
    table41,
)
from puzzlesat.report.claims import Verdict
from puzzlesat.report.rows import Columns, count


@dataclass(frozen=True)
class Table:
    """A table of the audit.

    Parameters
    ----------
    rows : Columns
        The columns of the rows that it is made of.
    make : callable
        Makes it of them.
    columns : Columns
        Its columns.
    verdicts : callable, optional
        Judges claims by it.
    """

    rows: Columns
    make: Callable[..., pd.DataFrame]
    columns: Columns
    verdicts: Callable[[pd.DataFrame], list[Verdict]] | None = None


TABLES = {
    "last": Table(last.COLUMNS, last.table, last.TABLE, last.verdicts),
    "needless": Table(needless.COLUMNS, needless.table, needless.TABLE, needless.verdicts),
    "overlap": Table(
        clauses.COLUMNS, clauses.overlap_table, clauses.OVERLAP, clauses.overlap_verdicts
    ),
    "counts": Table(clauses.COLUMNS, clauses.table, clauses.TABLE, clauses.verdicts),
    "quartiles": Table(quartiles.COLUMNS, quartiles.table, quartiles.TABLE, quartiles.verdicts),
    "offsets": Table(
        quartiles.COLUMNS, quartiles.offset_table, quartiles.OFFSETS, quartiles.offset_verdicts
    ),
    "fit": Table(quartiles.COLUMNS, growth.fit_table, growth.FIT),
    "searches": Table(searches.COLUMNS, searches.table, searches.TABLE, searches.verdicts),
    "clocks": Table(clocks.COLUMNS, clocks.table, clocks.TABLE),
    "clocks-summary": Table(clocks.TABLE, clocks.summary_table, clocks.SUMMARY, clocks.verdicts),
    "table41": Table(table41.COLUMNS, table41.table, table41.TABLE),
    "table41-summary": Table(
        table41.TABLE, table41.summary_table, table41.SUMMARY, table41.verdicts
    ),
    "solvers": Table(solvers.COLUMNS, solvers.table, solvers.TABLE, solvers.verdicts),
    "redundant": Table(redundant.COLUMNS, redundant.table, redundant.TABLE, redundant.verdicts),
    "growth": Table(quartiles.COLUMNS, growth.table, growth.TABLE, growth.verdicts),
    "forced": Table(forced.COLUMNS, forced.table, forced.TABLE, forced.verdicts),
}
"""The tables by name, in the order of the claims."""

THESIS: Columns = {"n": count, "k": count, "minimal": count, "extended": count}
"""The columns of Table 4.1 as printed."""

BESIDE = ("clocks", "table41")
"""The tables that are set beside it."""


def claims(
    tables: dict[str, pd.DataFrame], evidence: Callable[[str], str]
) -> list[tuple[Verdict, str]]:
    """Return every verdict with the file of the table that it rests on.

    Parameters
    ----------
    tables : dict
        Every table that has verdicts, by its name in `TABLES`.
    evidence : callable
        Gives the path of a table's file.
    """
    return [
        (verdict, evidence(name))
        for name, table in TABLES.items()
        if table.verdicts is not None
        for verdict in table.verdicts(tables[name])
    ]
