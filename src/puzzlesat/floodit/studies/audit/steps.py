"""The raw rows of each experiment, and the claims."""

from typing import Any

import click
import pandas as pd

from puzzlesat.common.command import (
    outputs_option,
    repeats_option,
    solver_option,
    timeout_option,
)
from puzzlesat.floodit.studies.audit.ablation import rows as ablation_rows
from puzzlesat.floodit.studies.audit.clauses import rows as clause_rows
from puzzlesat.floodit.studies.audit.experiments import judge, judged_tables
from puzzlesat.floodit.studies.audit.final_state import rows as final_state_rows
from puzzlesat.floodit.studies.audit.forced_moves import rows as forced_rows
from puzzlesat.floodit.studies.audit.quartiles import rows as minimum_rows
from puzzlesat.floodit.studies.audit.redundant import rows as redundant_rows
from puzzlesat.floodit.studies.audit.searches import rows as search_rows
from puzzlesat.floodit.studies.audit.solvers import rows as solver_rows
from puzzlesat.floodit.studies.cells import cell_step
from puzzlesat.report.claims import CLAIMS, claims_table, evidence
from puzzlesat.report.steps import Rows
from puzzlesat.report.tables import read_frame, write_table

solver = solver_option("minisat22")
repeats = repeats_option(2)
timeout = timeout_option("one board, or one solve")


@cell_step("board", solver)
def final_state(**options: Any) -> Rows:
    """Find the minima under both variants of the last state."""
    return final_state_rows(**options)


@cell_step("row", solver)
def ablation(**options: Any) -> Rows:
    """Find the minima without each of the conditions."""
    return ablation_rows(**options)


@cell_step("row")
def clauses(**options: Any) -> Rows:
    """Count the clauses of each condition, and those that repeat another."""
    return clause_rows(**options)


@cell_step("board", timeout)
def minima(**options: Any) -> Rows:
    """Find minima by the exact search, or bounds if time runs out."""
    return minimum_rows(**options)


@cell_step("search", repeats, solver)
def searches(**options: Any) -> Rows:
    """Measure the solver calls and times of all searches."""
    return search_rows(**options)


@cell_step("run", timeout, repeats)
def solvers(**options: Any) -> Rows:
    """Measure the times of the encodings under every available solver."""
    return solver_rows(**options)


@cell_step(
    "run",
    click.option(
        "--solver",
        "solvers",
        multiple=True,
        default=["minisat22"],
        show_default=True,
        help="A SAT solver, by its PySAT name; may be repeated.",
    ),
    click.option(
        "--family",
        "families",
        multiple=True,
        metavar="FILE",
        help="A Python file with redundant clauses of your own; may be repeated.",
    ),
    repeats,
)
def redundant(**options: Any) -> Rows:
    """Measure the times of the minimal encoding with redundant clauses."""
    return redundant_rows(**options)


@cell_step("board", solver)
def forced_moves(**options: Any) -> Rows:
    """Find the moves that all optimal solutions share, and count the optimal solutions."""
    return forced_rows(**options)


@click.command()
@click.argument("folder", default="results/audit")
@click.option(
    "--also",
    multiple=True,
    metavar="FILE",
    help="Claims that were judged elsewhere, listed after these; may be repeated.",
)
@outputs_option
def claims(folder: str, also: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Judge every claim by the tables NAME.csv in FOLDER."""
    paths = {name: f"{folder}/{name}.csv" for name in judged_tables()}
    frames = {name: read_frame([paths[name]], of.columns) for name, of in judged_tables().items()}
    ours = claims_table((verdict, evidence(names, paths)) for verdict, names in judge(frames))
    write_table(pd.concat([ours, *(read_frame([file], CLAIMS) for file in also)]), outputs)
