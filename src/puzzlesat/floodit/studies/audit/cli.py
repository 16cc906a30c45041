"""The commands ``floodit audit …``: raw rows of each experiment, tables, figures and claims."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import click

from puzzlesat.common.command import (
    Seconds,
    output_option,
    outputs_option,
    progress,
    quiet_option,
    seed_option,
    solver_option,
)

TABLES = (
    *("last", "needless", "overlap", "counts", "quartiles", "offsets", "fit", "searches"),
    *("clocks", "clocks-summary", "table41", "table41-summary"),
    *("solvers", "redundant", "growth", "forced"),
)
FIGURES = (
    *("last", "needless", "quartiles", "growth", "searches", "clocks", "table41"),
    *("solvers", "redundant", "forced"),
)


@click.group()
def audit() -> None:
    """Put the thesis's claims to the test: rows, tables, figures, verdicts.

    The commands named for an experiment measure the first boards of the sample of (n, k), for one n
    and some k, and write a row for each measurement. docs/audit.md explains them.
    """


def cell_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the boards, and where the rows go."""
    for option in (
        quiet_option,
        output_option,
        click.option("--boards", default=10, show_default=True, type=click.IntRange(1)),
        seed_option,
        click.option(
            "-k",
            "ks",
            required=True,
            multiple=True,
            type=click.IntRange(1, 62),
            help="Colours; may be repeated.",
        ),
        click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns."),
    ):
        function = option(function)
    return function


repeats_option = click.option(
    "--repeats", default=2, show_default=True, type=click.IntRange(1), help="Timed runs."
)

timeout_option = click.option(
    "--timeout", type=Seconds(), help="Seconds for one board, or one solve."
)


def write_all(cells: Iterable[Iterable[Any]], unit: str, quiet: bool, output: str) -> None:
    """Write the rows of all cells, and tell how far they are."""
    from puzzlesat.report.rows import write_rows

    rows = chain.from_iterable(cells)
    write_rows(progress(rows, unit=unit, quiet=quiet), output)


@audit.command()
@cell_options
@solver_option("minisat22")
def last(
    n: int, ks: tuple[int, ...], seed: int, boards: int, solver: str, quiet: bool, output: str
) -> None:
    """Minima under both readings of the last state."""
    from puzzlesat.floodit.studies.audit.last import rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    write_all((rows(seed, n, k, boards, solver) for k in ks), "board", quiet, output)


@audit.command()
@cell_options
@solver_option("minisat22")
def needless(
    n: int, ks: tuple[int, ...], seed: int, boards: int, solver: str, quiet: bool, output: str
) -> None:
    """Minima without each of the conditions."""
    from puzzlesat.floodit.studies.audit.needless import rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    write_all((rows(seed, n, k, boards, solver) for k in ks), "row", quiet, output)


@audit.command()
@cell_options
def clauses(n: int, ks: tuple[int, ...], seed: int, boards: int, quiet: bool, output: str) -> None:
    """How many clauses each condition has, and how many are repeated."""
    from puzzlesat.floodit.studies.audit.clauses import rows

    write_all((rows(seed, n, k, boards) for k in ks), "row", quiet, output)


@audit.command()
@cell_options
@timeout_option
def minima(
    n: int,
    ks: tuple[int, ...],
    seed: int,
    boards: int,
    timeout: float | None,
    quiet: bool,
    output: str,
) -> None:
    """Exact minima without SAT clauses of the thesis, or bounds where time runs out."""
    from puzzlesat.floodit.studies.audit.quartiles import rows

    write_all((rows(seed, n, k, boards, timeout) for k in ks), "board", quiet, output)


@audit.command()
@cell_options
@solver_option("minisat22")
@repeats_option
def searches(
    n: int,
    ks: tuple[int, ...],
    seed: int,
    boards: int,
    repeats: int,
    solver: str,
    quiet: bool,
    output: str,
) -> None:
    """Solver calls and times of four searches."""
    from puzzlesat.floodit.studies.audit.searches import rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    write_all((rows(seed, n, k, boards, repeats, solver) for k in ks), "search", quiet, output)


@audit.command()
@cell_options
@solver_option("minisat22")
@repeats_option
def clocks(
    n: int,
    ks: tuple[int, ...],
    seed: int,
    boards: int,
    repeats: int,
    solver: str,
    quiet: bool,
    output: str,
) -> None:
    """Times of the encodings, at the minimum and over the whole search."""
    from puzzlesat.floodit.studies.audit.clocks import rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    write_all((rows(seed, n, k, boards, repeats, solver) for k in ks), "run", quiet, output)


@audit.command()
@cell_options
@click.option("--repeats", default=1, show_default=True, type=click.IntRange(1), help="Timed runs.")
def table41(
    n: int, ks: tuple[int, ...], seed: int, boards: int, repeats: int, quiet: bool, output: str
) -> None:
    """Times of both encodings by everything that a user of MiniSat can read."""
    from puzzlesat.floodit.studies.audit.table41 import PROGRAM, installed, rows

    if not installed() and not quiet:
        click.echo(
            f"floodit: the program {PROGRAM} is not installed, so that its times are missing",
            err=True,
        )
    write_all((rows(seed, n, k, boards, repeats) for k in ks), "question", quiet, output)


@audit.command()
@cell_options
@repeats_option
@timeout_option
def solvers(
    n: int,
    ks: tuple[int, ...],
    seed: int,
    boards: int,
    repeats: int,
    timeout: float | None,
    quiet: bool,
    output: str,
) -> None:
    """Times of the encodings under every solver that runs here."""
    from puzzlesat.floodit.studies.audit.solvers import rows

    write_all((rows(seed, n, k, boards, repeats, timeout) for k in ks), "run", quiet, output)


@audit.command()
@cell_options
@repeats_option
@click.option("--solver", "names", multiple=True, default=["minisat22"], show_default=True)
def redundant(
    n: int,
    ks: tuple[int, ...],
    seed: int,
    boards: int,
    repeats: int,
    names: tuple[str, ...],
    quiet: bool,
    output: str,
) -> None:
    """Times of the minimal encoding with redundant clauses."""
    from puzzlesat.floodit.studies.audit.redundant import rows
    from puzzlesat.sat.solver import check_solver

    for name in names:
        check_solver(name)
    write_all((rows(seed, n, k, boards, repeats, names) for k in ks), "run", quiet, output)


@audit.command()
@cell_options
@solver_option("minisat22")
def forced(
    n: int, ks: tuple[int, ...], seed: int, boards: int, solver: str, quiet: bool, output: str
) -> None:
    """Moves that all optimal solutions share, and the number of optimal solutions."""
    from puzzlesat.floodit.studies.audit.forced import rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    write_all((rows(seed, n, k, boards, solver) for k in ks), "board", quiet, output)


@audit.command()
@click.argument("name", type=click.Choice(TABLES))
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--thesis", metavar="FILE", help="Table 4.1 as printed; for the tables clocks and table41."
)
@outputs_option
def table(name: str, files: tuple[str, ...], thesis: str | None, outputs: tuple[str, ...]) -> None:
    """Make the table NAME of the rows in FILES (…-summary: of the table without)."""
    from puzzlesat.floodit.studies.audit.experiments import BESIDE, TABLES, THESIS
    from puzzlesat.report.tables import read_frame, write_table

    if (name in BESIDE) != (thesis is not None):
        raise click.UsageError(f"--thesis is for the tables {' and '.join(BESIDE)}, which need it")
    of = TABLES[name]
    beside = [read_frame([thesis], THESIS)] if thesis is not None else []
    write_table(of.make(read_frame(files, of.rows), *beside), outputs)


@audit.command()
@click.argument("name", type=click.Choice(FIGURES))
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure(name: str, files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw the figure NAME of its table in FILES (growth: of the rows and the table fit)."""
    from puzzlesat.floodit.studies.audit.figures import FIGURES
    from puzzlesat.report.style import save

    save(FIGURES[name](files), outputs)


@audit.command()
@click.argument("folder", default="results/tables")
@click.option(
    "--also",
    multiple=True,
    metavar="FILE",
    help="Claims that were judged elsewhere, put after these; may be repeated.",
)
@outputs_option
def claims(folder: str, also: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Judge every claim by the tables audit-*.csv in FOLDER."""
    import pandas as pd

    from puzzlesat.floodit.studies.audit.experiments import TABLES, claims
    from puzzlesat.report.claims import CLAIMS, claims_table
    from puzzlesat.report.tables import read_frame, write_table

    def path(name: str) -> str:
        return f"{folder}/audit-{name}.csv"

    judging = {name: table for name, table in TABLES.items() if table.verdicts is not None}
    tables = {name: read_frame([path(name)], table.columns) for name, table in judging.items()}
    ours = claims_table(claims(tables, path))
    write_table(pd.concat([ours, *(read_frame([file], CLAIMS) for file in also)]), outputs)


@audit.command()
@click.argument("hardness")
@click.argument("large")
@click.argument("last")
@outputs_option
def paper(hardness: str, large: str, last: str, outputs: tuple[str, ...]) -> None:
    """Judge the competition paper's claims by the tables HARDNESS, LARGE and (audit-) LAST."""
    from puzzlesat.floodit.studies.audit.paper import (
        HARDNESS_TABLE,
        LARGE_TABLE,
        LAST_TABLE,
        claims,
    )
    from puzzlesat.report.claims import claims_table
    from puzzlesat.report.tables import read_frame, write_table

    paths = {"hardness": hardness, "large": large, "last": last}
    columns = {"hardness": HARDNESS_TABLE, "large": LARGE_TABLE, "last": LAST_TABLE}
    tables = {name: read_frame([path], columns[name]) for name, path in paths.items()}
    write_table(claims_table(claims(**tables, evidence=paths)), outputs)
