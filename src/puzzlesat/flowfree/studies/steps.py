"""Time methods, judge the post's claims, and draw puzzles."""

import click

from puzzlesat.common.command import (
    output_option,
    progress,
    quiet_option,
    repeats_option,
    solver_option,
    timeout_option,
)
from puzzlesat.flowfree.board.formats import read_all_named
from puzzlesat.flowfree.solve.external import words_of
from puzzlesat.flowfree.studies.audit import audit_rows, check_solvers
from puzzlesat.flowfree.studies.rows import check_methods, timing_rows
from puzzlesat.report.rows import write_rows


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    "methods",
    multiple=True,
    default=("links/repair", "tree"),
    show_default=True,
    help="ENCODING/METHOD, tree, or external; may be repeated. Propagators have their own solver.",
)
@repeats_option(3)
@timeout_option("one run")
@click.option(
    "--external", "command", default="", help="The external program; {puzzle} is the file's path."
)
@solver_option("minisat22")
@quiet_option
@output_option
def time(
    files: tuple[str, ...],
    methods: tuple[str, ...],
    repeats: int,
    timeout: float | None,
    command: str,
    solver: str,
    quiet: bool,
    output: str,
) -> None:
    """Time methods on the puzzles in FILES."""
    words = words_of(command)
    check_methods(methods, solver, timeout, words)
    timed = (
        row
        for number, named in enumerate(progress(read_all_named(files), unit="puzzle", quiet=quiet))
        for row in timing_rows(named, methods, solver, repeats, timeout, words, number)
    )
    write_rows(timed, output)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    default=("minisat22", "glucose42", "cadical195", "maplecm", "picosat"),
    show_default=True,
    help="PySAT's name of a SAT solver, or picosat, which needs pycosat; may be repeated.",
)
@timeout_option("one run", default=5.0)
@quiet_option
@output_option
def audit(
    files: tuple[str, ...], solvers: tuple[str, ...], timeout: float, quiet: bool, output: str
) -> None:
    """Measure what the post on Flow Free claims, on the puzzles in FILES.

    A row for each run: the published encoding with the post's repairs, the same with variables that
    keep cycles out, each by every solver, and tree search.
    """
    check_solvers(solvers, timeout)
    rows = (
        row
        for named in progress(read_all_named(files), unit="puzzle", quiet=quiet)
        for row in audit_rows(named, solvers, timeout)
    )
    write_rows(rows, output)
