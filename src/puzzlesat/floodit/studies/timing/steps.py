"""Exact counts, verdicts on Table 4.1, and their comparison with a reference."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

import click

from puzzlesat.common.command import outputs_option
from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.studies.audit.steps import cell_options, write_cells
from puzzlesat.floodit.studies.timing.claims import TABLES, verdicts
from puzzlesat.floodit.studies.timing.compare import EXACT, differences
from puzzlesat.floodit.studies.timing.program import PROGRAM, VALGRIND, missing
from puzzlesat.floodit.studies.timing.rows import count_rows, instruction_rows, size_rows
from puzzlesat.report.claims import claims_table
from puzzlesat.report.rows import Row
from puzzlesat.report.tables import read_frame, write_table

Cells = Callable[..., Iterator[Row]]
"""Yields the rows of an (n, k)."""


def _write(
    rows: Cells, unit: str, needed: list[str], n: int, ks: tuple[int, ...], quiet: bool, output: str
) -> None:
    """Write the rows of all (n, k), after a sentence on each program that is missing."""
    for program in [] if quiet else missing(needed):
        click.echo(f"floodit: {program} is not installed; its counts are left out", err=True)
    write_cells((rows(n=n, k=k) for k in ks), unit, quiet, output)


@click.command()
@cell_options
@click.option(
    "--crossed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Boards of each (n, k) on which every layout and solver is tried.",
)
def counts(
    n: int, ks: tuple[int, ...], seed: int, boards: int, crossed: int, quiet: bool, output: str
) -> None:
    """Count MiniSat's conflicts and propagations on both encodings."""
    rows = partial(count_rows, seed=seed, boards=boards, crossed=crossed)
    _write(rows, "solve", [PROGRAM], n, ks, quiet, output)


@click.command()
@cell_options
def sizes(n: int, ks: tuple[int, ...], seed: int, boards: int, quiet: bool, output: str) -> None:
    """Count the clauses and literals of both encodings."""
    _write(partial(size_rows, seed=seed, boards=boards), "formula", [], n, ks, quiet, output)


@click.command()
@cell_options
def instructions(
    n: int, ks: tuple[int, ...], seed: int, boards: int, quiet: bool, output: str
) -> None:
    """Count the instructions of the program minisat by valgrind, where both are installed."""
    rows = partial(instruction_rows, seed=seed, boards=boards)
    _write(rows, "solve", [PROGRAM, VALGRIND], n, ks, quiet, output)


@click.command()
@click.argument("effects")
@click.argument("instructions")
@click.argument("wins")
@click.argument("hypotheses")
@outputs_option
def claims(outputs: tuple[str, ...], **paths: str) -> None:
    """Judge the claims on Table 4.1 by the tables EFFECTS, INSTRUCTIONS, WINS and HYPOTHESES."""
    tables = {name: read_frame([paths[name]], columns) for name, columns in TABLES.items()}
    judged = [(verdict, paths[name]) for verdict, name in verdicts(**tables)]
    write_table(claims_table(judged), outputs)


@click.command()
@click.argument("results", default="results/timing")
@click.argument("reference", default="reference/timing")
def compare(results: str, reference: str) -> None:
    """Compare the exact tables in RESULTS with those in REFERENCE, byte for byte."""
    found = [
        differences(name, f"{results}/{name}.csv", f"{reference}/{name}.csv") for name in EXACT
    ]
    for comparison in found:
        click.echo(comparison.sentence)
    wrong = list(chain.from_iterable(comparison.wrong for comparison in found))
    for line in wrong:
        click.echo(line)
    if wrong:
        raise DisagreementError(f"{len(wrong)} exact counts differ from the reference")
