"""The raw rows of the thesis's experiments: samples, minima and times."""

import click

from puzzlesat.common.command import (
    output_option,
    range_options,
    repeats_option,
    seed_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.cli.options import k_option, n_option
from puzzlesat.floodit.encode.redundant import check_encoding
from puzzlesat.floodit.solve.minimum import SEARCHES
from puzzlesat.floodit.studies.thesis.rows import (
    MINIMA,
    minimum_row,
    sample_rows,
    timing_rows,
)
from puzzlesat.report.rows import read_rows, write_rows
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.sat.solver import check_solver


def checked_encoding(
    context: click.Context, parameter: click.Parameter, given: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Return names of encodings if there are such."""
    for name in (given,) if isinstance(given, str) else given:
        check_encoding(name)
    return given


@click.command()
@n_option
@k_option
@seed_option
@range_options("board", 100)
@output_option
def sample(n: int, k: int, seed: int, first: int, count: int, output: str) -> None:
    """Draw random boards; board i of (n, k) depends on the seed, n, k and i alone."""
    write_rows(sample_rows(seed, n, k, range(first, first + count)), output)


@rows_step("board")
@click.argument("file")
@click.option(
    "--search",
    type=click.Choice(list(SEARCHES)),
    default="bounded",
    show_default=True,
    help="The thesis's Fig. 4.1 or Fig. 4.3.",
)
@click.option(
    "--encoding",
    callback=checked_encoding,
    default="minimal",
    show_default=True,
    help="minimal, extended, reduced, minimal+NAME, or a Python file with redundant clauses.",
)
@solver_option("minisat22")
def minimum(file: str, search: str, encoding: str, solver: str, progress: Progress) -> Rows:
    """Find the minimum of every board in a sample FILE, replayed and confirmed by A*."""
    check_solver(solver)
    rows = progress(read_rows(file, SAMPLE))
    return (minimum_row(row, search, encoding, solver) for row in rows)


@rows_step("board")
@click.argument("file")
@click.option(
    "--encoding",
    "encodings",
    multiple=True,
    callback=checked_encoding,
    default=("minimal", "extended"),
    show_default=True,
    help="An encoding to time; may be repeated.",
)
@repeats_option(5)
@timeout_option("one solve")
@solver_option("minisat22")
def time(
    file: str,
    encodings: tuple[str, ...],
    repeats: int,
    timeout: float | None,
    solver: str,
    progress: Progress,
) -> Rows:
    """Time the encodings of every board in a FILE of minima, at its minimum."""
    check_solver(solver, timeout)
    if len(set(encodings)) < len(encodings):
        raise InputError("duplicate --encoding")
    return timing_rows(progress(read_rows(file, MINIMA)), encodings, solver, repeats, timeout)
