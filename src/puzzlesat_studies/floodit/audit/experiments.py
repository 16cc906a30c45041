"""The tables of the experiments, and the verdicts on the claims that these tables decide."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pkgutil import resolve_name

import click
import pandas as pd

from puzzlesat.common.command import outputs_option
from puzzlesat.common.rows import Columns
from puzzlesat_studies.core.claims import CLAIMS, Verdict, claims_table, evidence
from puzzlesat_studies.core.tables import Table, read_frame, write_table
from puzzlesat_studies.floodit import audit


@dataclass(frozen=True)
class JudgedTable(Table):
    """A table with its columns, and the function that judges claims by this table alone."""

    columns: Columns = field(kw_only=True)
    verdicts: Callable[[pd.DataFrame], list[Verdict]] = field(kw_only=True)


def judged_tables() -> dict[str, JudgedTable]:
    """Return the tables that decide claims, with their names, in the order of the claims."""
    places = ((name, f"{audit.__name__}.{place}") for name, place in audit.TABLES.items())
    tables = {name: resolve_name(place) for name, place in places}
    return {name: table for name, table in tables.items() if isinstance(table, JudgedTable)}


FURTHER = {"construction": ["counts"]}
"""The names of further tables with evidence for a claim, by the name of the claim."""


def judge(frames: Mapping[str, pd.DataFrame]) -> list[tuple[Verdict, list[str]]]:
    """Return every verdict with the names of the judged tables that are its evidence."""
    return [
        (verdict, [name, *FURTHER.get(verdict.name, [])])
        for name, table in judged_tables().items()
        for verdict in table.verdicts(frames[name])
    ]


@click.command()
@click.argument("folder", default="results/audit")
@click.option(
    "--also",
    multiple=True,
    metavar="FILE",
    help="A table of claims judged by another step, to list after the others; may be repeated.",
)
@outputs_option
def claims(folder: str, also: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Judge the thesis's claims by the tables NAME.csv in FOLDER."""
    paths = {name: f"{folder}/{name}.csv" for name in judged_tables()}
    frames = {name: read_frame([paths[name]], of.columns) for name, of in judged_tables().items()}
    ours = claims_table((verdict, evidence(names, paths)) for verdict, names in judge(frames))
    write_table(pd.concat([ours, *(read_frame([file], CLAIMS) for file in also)]), outputs)
