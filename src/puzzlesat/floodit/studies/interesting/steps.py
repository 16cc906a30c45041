"""Look for instances of interesting hardness, gather and describe them."""

from pathlib import Path
from typing import Any

import click

from puzzlesat.common.command import Output, Seconds, output_option, seed_option
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.cli.options import k_option, n_option
from puzzlesat.floodit.studies.hardness.rows import (
    INTERESTING,
    Rule,
    check_distances,
    interesting_rows,
)
from puzzlesat.floodit.studies.interesting import family as families
from puzzlesat.report.provenance import environment
from puzzlesat.report.rows import read_rows
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.report.tables import read_frame

SOLVER_SECONDS: dict[str, Any] = {
    "type": (str, Seconds()),
    "required": True,
    "metavar": "SOLVER SECONDS",
}


@rows_step("instance")
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
    "--bounds-timeout", type=Seconds(), required=True, help="Seconds to bound a board's minimum."
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
def interesting(
    n: int,
    k: int,
    seed: int,
    boards: int,
    distances: tuple[int, ...],
    bounds_timeout: float,
    wanted: int,
    easy: tuple[str, float],
    hard: tuple[str, float],
    folder: str,
    progress: Progress,
) -> Rows:
    """Look for instances that one solver does not solve in time, and another does.

    Every instance that is tried becomes a row; those that are interesting are written to DIR.
    """
    rule = Rule.of(*easy, *hard)
    check_distances(distances)
    rows = interesting_rows(
        *(seed, n, k, range(boards), distances, bounds_timeout, wanted, rule, Path(folder))
    )
    return progress(rows)


@rows_step("instance")
@click.argument("tried")
@click.option("--formulas", required=True, metavar="DIR", help="Where the instances are.")
@click.option(
    "--folder", cls=Output, required=True, metavar="DIR", help="Where to write their proofs."
)
def family(tried: str, formulas: str, folder: str, progress: Progress) -> Rows:
    """Gather the interesting instances of the rows TRIED, and prove the unsatisfiable ones."""
    rows = read_rows(tried, INTERESTING)
    return progress(families.family_rows(rows, Path(formulas), Path(folder)))


@click.command("describe-family")
@click.argument("file")
@output_option
def describe_family(file: str, output: str) -> None:
    """Describe the family of instances in a FILE of rows, as the competitions ask for."""
    described = families.description(read_frame([file], families.FAMILY), environment())
    with atomic_write(output) as page:
        page.write(described)
