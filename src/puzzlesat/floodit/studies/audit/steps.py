"""The raw rows of each experiment, and the claims."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import click
import pandas as pd

from puzzlesat.common.command import (
    output_option,
    outputs_option,
    progress,
    quiet_option,
    repeats_option,
    seed_option,
    solver_option,
    timeout_option,
)
from puzzlesat.floodit.cli.options import n_option
from puzzlesat.floodit.studies.audit.ablation import rows as ablation_rows
from puzzlesat.floodit.studies.audit.clauses import rows as clause_rows
from puzzlesat.floodit.studies.audit.experiments import judge, judged_tables
from puzzlesat.floodit.studies.audit.final_state import rows as final_state_rows
from puzzlesat.floodit.studies.audit.forced_moves import rows as forced_rows
from puzzlesat.floodit.studies.audit.paper import FINAL_STATE, HARDNESS_TABLE, LARGE_TABLE
from puzzlesat.floodit.studies.audit.paper import claims as paper_claims
from puzzlesat.floodit.studies.audit.quartiles import rows as minimum_rows
from puzzlesat.floodit.studies.audit.redundant import rows as redundant_rows
from puzzlesat.floodit.studies.audit.searches import rows as search_rows
from puzzlesat.floodit.studies.audit.solvers import rows as solver_rows
from puzzlesat.report.claims import CLAIMS, claims_table
from puzzlesat.report.rows import Row, write_rows
from puzzlesat.report.tables import read_frame, write_table
from puzzlesat.sat.solver import check_solver

Rows = Callable[..., Iterator[Row]]
"""Yields the rows of the boards of an (n, k); takes seed, n, k, boards and more options."""


def cell_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the boards, and where the rows go."""
    for option in (
        quiet_option,
        output_option,
        click.option(
            "--boards",
            default=10,
            show_default=True,
            type=click.IntRange(1),
            help="Boards of each (n, k).",
        ),
        seed_option,
        click.option(
            "-k",
            "ks",
            required=True,
            multiple=True,
            type=click.IntRange(1, 62),
            help="Colours; may be repeated.",
        ),
        n_option,
    ):
        function = option(function)
    return function


def write_cells(cells: Iterable[Iterator[Row]], unit: str, quiet: bool, output: str) -> None:
    """Write the rows of all cells (n, k), and tell how far they are."""
    write_rows(progress(chain.from_iterable(cells), unit=unit, quiet=quiet), output)


def experiment(unit: str, *options: Callable[..., Any]) -> Callable[[Rows], click.Command]:
    """Return what makes the command of an experiment of a function that yields its rows.

    Parameters
    ----------
    unit : str
        What a row is.
    options : click options
        What the function takes besides the boards.
    """

    def command(rows: Rows) -> click.Command:
        def write(*, n: int, ks: tuple[int, ...], quiet: bool, output: str, **more: Any) -> None:
            for name in more.get("solvers", [more["solver"]] if "solver" in more else []):
                check_solver(name)
            write_cells((rows(n=n, k=k, **more) for k in ks), unit, quiet, output)

        for option in options:
            write = option(write)
        name = rows.__name__.replace("_", "-")
        return click.command(name, help=rows.__doc__)(cell_options(write))

    return command


solver = solver_option("minisat22")


repeats = repeats_option(2)


timeout = timeout_option("one board, or one solve")


@experiment("board", solver)
def final_state(**options: Any) -> Iterator[Row]:
    """Minima under both variants of the last state."""
    return final_state_rows(**options)


@experiment("row", solver)
def ablation(**options: Any) -> Iterator[Row]:
    """Minima without each of the conditions."""
    return ablation_rows(**options)


@experiment("row")
def clauses(**options: Any) -> Iterator[Row]:
    """How many clauses each condition has, and how many are repeated."""
    return clause_rows(**options)


@experiment("board", timeout)
def minima(**options: Any) -> Iterator[Row]:
    """Exact minima without SAT clauses of the thesis, or an interval where time runs out."""
    return minimum_rows(**options)


@experiment("search", repeats, solver)
def searches(**options: Any) -> Iterator[Row]:
    """Solver calls and times of four searches."""
    return search_rows(**options)


@experiment("run", timeout, repeats)
def solvers(**options: Any) -> Iterator[Row]:
    """Times of the encodings under every solver that runs here."""
    return solver_rows(**options)


@experiment(
    "run",
    click.option(
        "--solver",
        "solvers",
        multiple=True,
        default=["minisat22"],
        show_default=True,
        help="PySAT's name of a SAT solver; may be repeated.",
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
def redundant(**options: Any) -> Iterator[Row]:
    """Times of the minimal encoding with redundant clauses."""
    return redundant_rows(**options)


@experiment("board", solver)
def forced_moves(**options: Any) -> Iterator[Row]:
    """Moves that all optimal solutions share, and the number of optimal solutions."""
    return forced_rows(**options)


@click.command()
@click.argument("folder", default="results/audit")
@click.option(
    "--also",
    multiple=True,
    metavar="FILE",
    help="Claims that were judged elsewhere, put after these; may be repeated.",
)
@outputs_option
def claims(folder: str, also: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Judge every claim by the tables NAME.csv in FOLDER."""

    def path(name: str) -> str:
        return f"{folder}/{name}.csv"

    tables = {name: read_frame([path(name)], of.columns) for name, of in judged_tables().items()}
    ours = claims_table(judge(tables, path))
    write_table(pd.concat([ours, *(read_frame([file], CLAIMS) for file in also)]), outputs)


@click.command()
@click.argument("hardness")
@click.argument("large")
@click.argument("final_state")
@outputs_option
def paper(hardness: str, large: str, final_state: str, outputs: tuple[str, ...]) -> None:
    """Judge the competition paper's claims by the tables HARDNESS, LARGE and FINAL_STATE."""
    paths = {"hardness": hardness, "large": large, "final_state": final_state}
    columns = {"hardness": HARDNESS_TABLE, "large": LARGE_TABLE, "final_state": FINAL_STATE}
    tables = {name: read_frame([path], columns[name]) for name, path in paths.items()}
    write_table(claims_table(paper_claims(**tables, evidence=paths)), outputs)
