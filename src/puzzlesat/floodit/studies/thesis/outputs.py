"""Table 4.1, Fig. 2.1, and comparisons with the thesis and with a reference."""

import click
import pandas as pd

from puzzlesat.common.command import (
    output_option,
    outputs_option,
)
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat.floodit.show.drawing import solution_figure
from puzzlesat.floodit.studies.thesis import summary as findings
from puzzlesat.floodit.studies.thesis.bounds import BOUNDS
from puzzlesat.floodit.studies.thesis.rows import (
    MINIMA,
    TIMES,
)
from puzzlesat.floodit.studies.thesis.summary import (
    MINIMUM,
    compare_bounds,
    compare_minima,
    compare_wins,
)
from puzzlesat.floodit.studies.thesis.wins import (
    CLOCKS,
    THESIS,
    TITLE,
    WINS,
    note,
    printed,
    wins_table,
)
from puzzlesat.report.rows import Columns, read_rows
from puzzlesat.report.style import save
from puzzlesat.report.tables import read_frame, write_table


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@click.option(
    "--clock",
    default="load_solve",
    show_default=True,
    type=click.Choice(list(CLOCKS)),
    help="The clock of all outputs but .csv, which has every one.",
)
@outputs_option
def wins(files: tuple[str, ...], thesis: str, clock: str, outputs: tuple[str, ...]) -> None:
    """Count in FILES of times how often each encoding is the faster one (Table 4.1)."""
    table = wins_table(read_frame(files, TIMES), read_frame([thesis], THESIS))
    write_table(table, outputs, printed(table, clock), TITLE, note(clock))


@click.command()
@click.argument("bounds_file")
@click.argument("wins_file")
@click.option(
    "--clock",
    type=click.Choice(list(CLOCKS)),
    default="load_solve",
    show_default=True,
    help="The clock that counts.",
)
@output_option
def summary(bounds_file: str, wins_file: str, clock: str, output: str) -> None:
    """Compare the thesis's findings with the tables BOUNDS_FILE and WINS_FILE."""
    bounds, wins = read_frame([bounds_file], BOUNDS), read_frame([wins_file], WINS)
    with atomic_write(output) as file:
        file.writelines(f"{line}\n" for line in findings.summary(bounds, wins, clock))


@click.command()
@click.argument("results", default="results/thesis")
@click.argument("reference", default="reference")
def compare(results: str, reference: str) -> None:
    """Compare the tables in RESULTS with those in REFERENCE; the minima must be identical."""

    def both(name: str, columns: Columns) -> list[pd.DataFrame]:
        return [read_frame([f"{folder}/{name}.csv"], columns) for folder in (results, reference)]

    shared, differences = compare_minima(*both("minima", MINIMUM))
    if not shared:
        raise InputError(f"{results} and {reference} have no board in common")
    for line in differences:
        click.echo(line)
    same = f"{shared - len(differences)} of {shared} shared boards are identical"
    said = [
        ("minima", f"{results}/minima.csv", same),
        ("Fig. 2.1", "figures/solution.pdf", "drawn from these minima"),
        ("Fig. 4.2", "figures/bounds.pdf", compare_bounds(*both("bounds", BOUNDS))),
        *(("Table 4.1", "figures/wins.pdf", line) for line in compare_wins(*both("wins", WINS))),
    ]
    for what, path, sentence in said:
        click.echo(f"{what:10} {path:26} {sentence}")
    if differences:
        raise DisagreementError(f"{len(differences)} minima differ from the reference")


@click.command()
@click.argument("file")
@click.option(
    "--board", "i", default=0, show_default=True, help="The board, by its number i in the sample."
)
@outputs_option
def solution(file: str, i: int, outputs: tuple[str, ...]) -> None:
    """Draw the shortest solution of a board in a FILE of minima, move by move (Fig. 2.1)."""
    rows = [row for row in read_rows(file, MINIMA) if row["i"] == i]
    if not rows:
        raise InputError(f"{file} has no board {i}")
    board, moves = solution_of(rows[0], "minimum")
    save(solution_figure(board, moves), outputs)
