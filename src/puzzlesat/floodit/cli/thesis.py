"""Commands for the thesis's experiments: samples, minima, times, and what is made of them."""

from collections.abc import Callable
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
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.cli.group import ENCODINGS, figure, k_option, main, n_option, table

SEARCHES = ("bisection", "bounded")
CLOCKS = ("solve", "load_solve", "encode_load_solve")


def encoding_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the encoding."""
    return click.option(
        "--encoding",
        type=click.Choice(ENCODINGS),
        default="minimal",
        show_default=True,
        help="The thesis's conditions 1-10, or 1-12, or those of 1-10 that are needed.",
    )(function)


@main.command()
@n_option
@k_option
@seed_option
@click.option("--first", default=0, show_default=True, type=click.IntRange(0), help="First board.")
@click.option("--count", default=100, show_default=True, type=click.IntRange(1), help="Boards.")
@output_option
def sample(n: int, k: int, seed: int, first: int, count: int, output: str) -> None:
    """Draw random boards; board i of (n, k) depends on the seed, n, k and i alone."""
    from puzzlesat.floodit.studies.reproduction.rows import sample_rows
    from puzzlesat.report.rows import write_rows

    write_rows(sample_rows(seed, n, k, range(first, first + count)), output)


@main.command()
@click.argument("file")
@click.option(
    "--search",
    type=click.Choice(SEARCHES),
    default="bounded",
    show_default=True,
    help="The thesis's Fig. 4.1 or Fig. 4.3.",
)
@encoding_option
@solver_option("minisat22")
@quiet_option
@output_option
def minimum(file: str, search: str, encoding: str, solver: str, quiet: bool, output: str) -> None:
    """Find the minimum of every board in a sample FILE, replayed and confirmed by A*."""
    from puzzlesat.floodit.board.formats import SAMPLE
    from puzzlesat.floodit.studies.reproduction.rows import minimum_row
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    rows = read_rows(file, SAMPLE)
    found = (
        minimum_row(row, search, encoding, solver)
        for row in progress(rows, unit="board", quiet=quiet)
    )
    write_rows(found, output)


@main.command()
@click.argument("file")
@click.option(
    "--encoding",
    "encodings",
    multiple=True,
    type=click.Choice(ENCODINGS),
    default=("minimal", "extended"),
    show_default=True,
    help="An encoding to time; may be repeated.",
)
@click.option(
    "--repeats", default=5, show_default=True, type=click.IntRange(1), help="Timed runs of each."
)
@click.option("--timeout", type=Seconds(), help="Seconds for one solve.")
@solver_option("minisat22")
@quiet_option
@output_option
def time(
    file: str,
    encodings: tuple[str, ...],
    repeats: int,
    timeout: float | None,
    solver: str,
    quiet: bool,
    output: str,
) -> None:
    """Time the encodings of every board in a FILE of minima, at its minimum."""
    from puzzlesat.floodit.studies.reproduction.rows import MINIMA, timing_rows
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, timeout)
    if len(set(encodings)) < len(encodings):
        raise InputError("--encoding names an encoding twice")
    rows = read_rows(file, MINIMA)
    timed = (
        time_row
        for row in progress(rows, unit="board", quiet=quiet)
        for time_row in timing_rows(row, encodings, solver, repeats, timeout)
    )
    write_rows(timed, output)


@table.command("minima")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_minima(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Gather the minima of all boards from FILES of minima."""
    from puzzlesat.floodit.studies.reproduction.summary import MINIMUM, minima_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(minima_table(read_frame(files, MINIMUM)), outputs)


@table.command("bounds")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_bounds(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Set the quartiles of the minima in FILES beside the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.studies.reproduction.bounds import bounds_table, printed
    from puzzlesat.floodit.studies.reproduction.summary import MINIMUM
    from puzzlesat.report.tables import read_frame, write_table

    bounds = bounds_table(read_frame(files, MINIMUM))
    write_table(bounds, outputs, printed=printed(bounds))


@table.command("wins")
@click.argument("files", nargs=-1, required=True)
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@click.option(
    "--clock",
    default="load_solve",
    show_default=True,
    type=click.Choice(CLOCKS),
    help="The clock of all outputs but .csv, which has every one.",
)
@outputs_option
def table_wins(files: tuple[str, ...], thesis: str, clock: str, outputs: tuple[str, ...]) -> None:
    """Count in FILES of times how often each encoding is the faster one (Table 4.1)."""
    from puzzlesat.floodit.studies.reproduction.rows import TIMES
    from puzzlesat.floodit.studies.reproduction.wins import THESIS, printed, wins_table
    from puzzlesat.report.tables import read_frame, write_table

    wins = wins_table(read_frame(files, TIMES), read_frame([thesis], THESIS))
    write_table(wins, outputs, printed=printed(wins, clock))


@figure.command("bounds")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_bounds(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw the minima in FILES as box plots between the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.studies.reproduction.figures import bounds_figure
    from puzzlesat.floodit.studies.reproduction.summary import MINIMUM
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(bounds_figure(read_frame(files, MINIMUM)), outputs)


@figure.command("wins")
@click.argument("file")
@outputs_option
def figure_wins(file: str, outputs: tuple[str, ...]) -> None:
    """Draw the table of wins in FILE, by each clock, beside the thesis's numbers (Table 4.1)."""
    from puzzlesat.floodit.studies.reproduction.figures import wins_figure
    from puzzlesat.floodit.studies.reproduction.wins import WINS
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(wins_figure(read_frame([file], WINS)), outputs)


@figure.command("solution")
@click.argument("file")
@click.option(
    "--board", "i", default=0, show_default=True, help="The board, by its number i in the sample."
)
@outputs_option
def figure_solution(file: str, i: int, outputs: tuple[str, ...]) -> None:
    """Draw the shortest solution of a board in a FILE of minima, move by move (Fig. 2.1)."""
    from puzzlesat.floodit.show.drawing import solution_figure
    from puzzlesat.floodit.studies.reproduction.rows import MINIMA, solution_of
    from puzzlesat.report.rows import read_rows
    from puzzlesat.report.style import save

    rows = [row for row in read_rows(file, MINIMA) if row["i"] == i]
    if not rows:
        raise InputError(f"{file}: there is no board {i}")
    board, moves = solution_of(rows[0])
    save(solution_figure(board.grid, moves), outputs)


@main.command()
@click.argument("bounds_file")
@click.argument("wins_file")
@click.option(
    "--clock",
    type=click.Choice(CLOCKS),
    default="load_solve",
    show_default=True,
    help="The clock that counts.",
)
@output_option
def summary(bounds_file: str, wins_file: str, clock: str, output: str) -> None:
    """Set the thesis's findings beside those of the tables BOUNDS_FILE and WINS_FILE."""
    from puzzlesat.common.files import atomic_write
    from puzzlesat.floodit.studies.reproduction.bounds import BOUNDS
    from puzzlesat.floodit.studies.reproduction.summary import summary
    from puzzlesat.floodit.studies.reproduction.wins import WINS
    from puzzlesat.report.tables import read_frame

    lines = summary(read_frame([bounds_file], BOUNDS), read_frame([wins_file], WINS), clock)
    with atomic_write(output) as file:
        file.writelines(line + "\n" for line in lines)


@main.command()
@click.argument("results", default="results/tables")
@click.argument("reference", default="reference")
def compare(results: str, reference: str) -> None:
    """Compare the tables in RESULTS with those in REFERENCE; the minima must be identical."""
    from puzzlesat.common.errors import DisagreementError
    from puzzlesat.floodit.studies.reproduction.summary import MINIMUM, compare_minima, compare_wins
    from puzzlesat.floodit.studies.reproduction.wins import WINS
    from puzzlesat.report.tables import read_frame

    folders = (results, reference)
    shared, differences = compare_minima(
        *(read_frame([f"{folder}/minima.csv"], MINIMUM) for folder in folders)
    )
    if not shared:
        raise InputError(f"{results} and {reference} have no board in common")
    for line in differences:
        click.echo(line)
    click.echo(f"minima: {shared - len(differences)} of {shared} shared boards are identical")
    for line in compare_wins(*(read_frame([f"{folder}/wins.csv"], WINS) for folder in folders)):
        click.echo(line)
    if differences:
        raise DisagreementError(f"{len(differences)} minima differ from the reference")
