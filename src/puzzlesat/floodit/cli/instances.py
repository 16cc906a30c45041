"""The steps that write instances, and measure how hard instances are."""

from pathlib import Path
from typing import Any

import click

from puzzlesat.common.command import (
    Output,
    Seconds,
    output_option,
    progress,
    seed_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.cli.encode import written_options
from puzzlesat.floodit.cli.options import k_option, n_option
from puzzlesat.floodit.encode.instance import read_instance
from puzzlesat.floodit.studies.hardness.rows import (
    Rule,
    check_distances,
    hardness_rows,
    interesting_rows,
)
from puzzlesat.floodit.studies.instances.rows import (
    attempt_row,
    instance_row,
    sampled,
    write_instance,
)
from puzzlesat.report.rows import read_rows, write_rows
from puzzlesat.sat.solver import check_solver

SOLVER_SECONDS: dict[str, Any] = {
    "type": (str, Seconds()),
    "required": True,
    "metavar": "SOLVER SECONDS",
}


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
    reading: str,
    row: str | None,
    output: str,
) -> None:
    """Write a board of a sample as an instance, the same bytes each time.

    An output that ends in .gz or .xz is compressed.
    """
    if row is not None and output == "-":
        raise InputError("--row works only with an output file; name one with -o")
    drawn = sampled(seed, n, k, s, p, encoding, reading)
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


@click.command()
@click.argument("file")
@click.option(
    "--solver", "solvers", multiple=True, required=True, help="PySAT's name; may be repeated."
)
@click.option(
    "--below",
    default=5,
    show_default=True,
    type=click.IntRange(0),
    help="How far below the minimum m begins.",
)
@click.option(
    "--above",
    default=8,
    show_default=True,
    type=click.IntRange(0),
    help="How far above the minimum m ends.",
)
@timeout_option("one solve", required=True)
@output_option
def hardness(
    file: str, solvers: tuple[str, ...], below: int, above: int, timeout: float, output: str
) -> None:
    """Time solvers on the boards of a sample FILE, for m around the minimum."""
    for solver in solvers:
        check_solver(solver, timeout)
    rows = hardness_rows(read_rows(file, SAMPLE), below, above, solvers, timeout)
    write_rows(progress(rows, unit="solve"), output)


@click.command()
@n_option
@k_option
@seed_option
@click.option("--boards", required=True, type=click.IntRange(1), help="Most boards to try.")
@click.option(
    "--distance",
    "distances",
    multiple=True,
    required=True,
    type=int,
    help="Moves allowed, less those of the best known solution; may be repeated.",
)
@click.option(
    "--bounding", type=Seconds(), required=True, help="Seconds to bound a board's minimum."
)
@click.option(
    "--wanted",
    required=True,
    type=click.IntRange(1),
    help="Instances wanted of each side, sat and unsat.",
)
@click.option("--easy", help="The solver that must fail within so many seconds.", **SOLVER_SECONDS)
@click.option(
    "--hard", help="The solver that must succeed within so many seconds.", **SOLVER_SECONDS
)
@click.option("--folder", required=True, metavar="DIR", help="Where to write the instances.")
@output_option
def interesting(
    n: int,
    k: int,
    seed: int,
    boards: int,
    distances: tuple[int, ...],
    bounding: float,
    wanted: int,
    easy: tuple[str, float],
    hard: tuple[str, float],
    folder: str,
    output: str,
) -> None:
    """Look for instances that one solver does not solve in time, and another does.

    Every instance that is tried becomes a row; those that are interesting are written to DIR.
    """
    rule = Rule.of(*easy, *hard)
    check_distances(distances)
    rows = interesting_rows(
        *(seed, n, k, range(boards), distances, bounding, wanted, rule, Path(folder))
    )
    write_rows(progress(rows, unit="instance"), output)
