"""Write instances, try to solve them, and describe them."""

from pathlib import Path

import click

from puzzlesat.common.command import (
    Output,
    output_option,
    seed_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.cli.encode import written_options
from puzzlesat.floodit.cli.options import k_option, n_option
from puzzlesat.floodit.encode.instance import read_instance
from puzzlesat.floodit.studies.instances.rows import (
    attempt_row,
    instance_row,
    sampled,
    write_instance,
)
from puzzlesat.report.rows import write_rows
from puzzlesat.sat.solver import check_solver


@click.command()
@n_option
@k_option
@seed_option
@click.option(
    "--board", "s", required=True, type=click.IntRange(0), help="Its number in the sample."
)
@written_options
@click.option(
    "--row",
    cls=Output,
    metavar="FILE",
    help="Write sizes, digest and seconds as a row of a table.",
)
@output_option
def instance(
    n: int,
    k: int,
    seed: int,
    s: int,
    p: int,
    encoding: str,
    variant: str,
    row: str | None,
    output: str,
) -> None:
    """Write a board of a sample as an instance, the same bytes each time.

    An output that ends in .gz or .xz is compressed.
    """
    if row is not None and output == "-":
        raise InputError("--row works only with an output file; name one with -o")
    drawn = sampled(seed, n, k, s, p, encoding, variant)
    made = write_instance(drawn, seed, s, output)
    if row is not None:
        write_rows([instance_row(drawn, seed, s, made, output)], row)


@click.command()
@click.argument("file")
@solver_option("cadical195")
@timeout_option("the solver, loading aside", required=True)
@output_option
def attempt(file: str, solver: str, timeout: float, output: str) -> None:
    """Try to solve the instance in FILE; a model is read as moves and replayed."""
    check_solver(solver, timeout)
    write_rows([attempt_row(read_instance(file), Path(file).name, solver, timeout)], output)
