"""The tables of the experiments, and the verdicts on the claims that are judged by them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name

import pandas as pd

from puzzlesat.floodit.studies import audit
from puzzlesat.report.claims import Verdict
from puzzlesat.report.rows import Columns
from puzzlesat.report.tables import Table


@dataclass(frozen=True)
class JudgedTable(Table):
    """The columns of a table, and the function that judges claims by this table alone."""

    columns: Columns = field(kw_only=True)
    verdicts: Callable[[pd.DataFrame], list[Verdict]] = field(kw_only=True)


def judged_table(
    rows: Columns,
    make: Callable[[pd.DataFrame], pd.DataFrame],
    columns: Columns,
    verdicts: Callable[[pd.DataFrame], list[Verdict]],
) -> JudgedTable:
    """Return the table that a function makes of rows; its `summary` is the help of the step."""
    return JudgedTable(rows, make, columns=columns, verdicts=verdicts, help=summary(make))


def summary(function: Callable[..., object]) -> str:
    """Return the first line of a function's docstring."""
    return (function.__doc__ or "").partition("\n")[0]


def judged_tables() -> dict[str, JudgedTable]:
    """Return the tables by which claims are judged, by name, in the order of the claims."""
    places = ((name, f"{audit.__name__}.{place}") for name, place in audit.TABLES.items())
    tables = {name: resolve_name(place) for name, place in places}
    return {name: table for name, table in tables.items() if isinstance(table, JudgedTable)}


FURTHER = {"construction": ["counts"]}
"""The names of further tables with evidence, by the name of the claim."""


def judge(frames: Mapping[str, pd.DataFrame]) -> list[tuple[Verdict, list[str]]]:
    """Return every verdict with the names of its evidence, which are `judged_tables`."""
    return [
        (verdict, [name, *FURTHER.get(verdict.name, [])])
        for name, table in judged_tables().items()
        for verdict in table.verdicts(frames[name])
    ]
