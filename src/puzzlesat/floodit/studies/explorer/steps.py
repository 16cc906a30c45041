"""Make the page of all boards."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from puzzlesat.common.command import output_option
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.studies.explorer import page
from puzzlesat.floodit.studies.explorer.rows import OPTIMAL, optimal_row
from puzzlesat.floodit.studies.thesis.rows import MINIMA
from puzzlesat.floodit.studies.thesis.wins import CLOCKS, THESIS
from puzzlesat.floodit.studies.verified.rows import PROOFS
from puzzlesat.report.claims import CLAIMS
from puzzlesat.report.rows import read_all, read_rows
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.report.tables import read_frame


@rows_step("board")
@click.argument("files", nargs=-1, required=True)
def optimal(files: tuple[str, ...], progress: Progress) -> Rows:
    """Count the shortest solutions of every board in FILES of minima, and list forced moves."""
    return map(optimal_row, progress(read_all(files, MINIMA)))


def _files(name: str, what: str, *, required: bool = False) -> Callable[..., Any]:
    return click.option(
        f"--{name}", name, multiple=True, required=required, metavar="FILE", help=what
    )


@click.command()
@click.argument("files", nargs=-1, required=True)
@_files("more", "Minima of boards that are not in Fig. 4.2; repeatable.")
@_files("times", "Times of boards, for Table 4.1; repeatable.", required=True)
@_files(
    "optimal",
    "Rows of the step optimal, for all boards; repeatable.",
    required=True,
)
@_files("verified", "Rows of verified proofs; repeatable.")
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@click.option(
    "--claims",
    metavar="FILE",
    help="The audit's table of claims and verdicts.",
)
@click.option(
    "--clock",
    default="load_solve",
    show_default=True,
    type=click.Choice(list(CLOCKS)),
    help="The clock of Table 4.1 that is shown first.",
)
@output_option
def explorer(
    files: tuple[str, ...],
    more: tuple[str, ...],
    times: tuple[str, ...],
    optimal: tuple[str, ...],
    verified: tuple[str, ...],
    thesis: str,
    claims: str | None,
    clock: str,
    output: str,
) -> None:
    """Write a page of all boards: those of Fig. 4.2 in FILES of minima, and those of Table 4.1.

    The page needs nothing but a browser: it holds all that it shows.
    """
    verdicts = read_rows(claims, CLAIMS) if claims else []
    told = page.data(
        read_all(files, MINIMA),
        read_all(more, MINIMA) if more else [],
        read_all(times, page.TIMED),
        read_frame([thesis], THESIS),
        clock,
        read_all(optimal, OPTIMAL),
        read_all(verified, PROOFS) if verified else [],
        verdicts,
        "/".join(Path(claims).parts[-3:]) if claims else "",
        _links(claims, (row["evidence"] for row in verdicts), output) if claims else {},
    )
    with atomic_write(output, binary=True) as file:
        file.write(page.page(told))


def _links(claims: str, evidence: Iterable[str], output: str) -> dict[str, str]:
    """Return the addresses of the files of evidence that exist, as seen from the page.

    Claims of the reference run rest on its own files: ``results/audit/counts.csv`` is
    ``reference/audit/counts.csv`` then.
    """
    study = Path(claims).resolve().parent.parent
    found = {}
    for name in set(evidence):
        first, *rest = Path(name).parts
        path = study.joinpath(*rest) if first == "results" else study.parent / name
        if path.is_file():
            found[name] = Path(os.path.relpath(path, Path(output).resolve().parent)).as_posix()
    return found
