"""Steps that measure the boards of a cell (n, k)."""

import shutil
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import click

from puzzlesat.common.command import COUNT, seed_option
from puzzlesat.floodit.cli.options import n_option
from puzzlesat.sat.solver import check_solver
from puzzlesat_studies.core.steps import Progress, Rows, rows_step
from puzzlesat_studies.core.tables import summary

CELL_OPTIONS = (
    n_option,
    click.option(
        "-k",
        "ks",
        required=True,
        multiple=True,
        type=click.IntRange(1, 62),
        help="Number of colours; may be repeated.",
    ),
    seed_option,
    click.option(
        "--boards",
        default=10,
        show_default=True,
        type=COUNT,
        help="Number of boards of each (n, k).",
    ),
)


def missing(programs: Sequence[str]) -> list[str]:
    """Return the programs that are not installed."""
    return [program for program in programs if shutil.which(program) is None]


def cell_step(
    unit: str,
    cell_rows: Callable[..., Rows],
    *options: Callable[..., Any],
    programs: Sequence[str] = (),
) -> click.Command:
    """Return a command that writes the rows that `cell_rows` returns for each cell (n, k).

    The command has the options ``-n``, ``-k`` (repeatable), ``--seed`` and ``--boards``, and those
    in `options`. For each k, `cell_rows` receives ``n``, ``k``, ``seed``, ``boards`` and the values
    of `options`. Names of solvers are checked first. `unit` is as in `rows_step`. For each of
    `programs` that is not installed, a message on stderr reports that its counts are left out.
    """

    def rows(*, ks: tuple[int, ...], progress: Progress, **values: Any) -> Rows:
        quiet = click.get_current_context().params["quiet"]
        for program in [] if quiet else missing(programs):
            click.echo(f"floodit: {program} is not installed; its counts are left out", err=True)
        for name in values.get("solvers", [values["solver"]] if "solver" in values else []):
            check_solver(name)
        return progress(chain.from_iterable(cell_rows(k=k, **values) for k in ks))

    described: Callable[..., Rows] = rows
    described.__doc__ = summary(cell_rows)
    for option in reversed((*CELL_OPTIONS, *options)):
        described = option(described)
    return rows_step(unit)(described)
