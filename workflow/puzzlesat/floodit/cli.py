"""The command ``floodit``: sample boards, find minima, time encodings, make tables and figures.

What a command needs beyond its arguments is imported inside it. So a command starts fast, and a
workflow can tell from the command's body which sources its result depends on.
"""

import shlex
import shutil
import sys
from collections.abc import Callable
from typing import Any

import click

from puzzlesat.command import Program, progress, quiet_option
from puzzlesat.errors import InputError

ENCODINGS = ("minimal", "extended")
FORMATS = ("auto", "rows", "lines", "sized", "csv")
SEARCHES = ("bisection", "bounded")
CLOCKS = ("solve", "load_solve", "encode_load_solve")


class Seconds(click.FloatRange):
    """A time limit: more than nothing, and not for ever."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1e7)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Refuse what is not a number, which compares with nothing."""
        number = super().convert(value, param, ctx)
        return number if number == number else self.fail("nan is no time", param, ctx)


@click.group("floodit", cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flood-It: flood a board from its top-left cell in as few moves as possible.

    Where a FILE is asked for, - is standard input.

    \b
    Boards are read in four formats, recognised or named with --format:
      rows   one row per line, a digit or letter per cell, blank lines between boards
      lines  one square board per line (recognised from 64 cells on)
      sized  rows cols k, then the colours 1..k, then the known minimum or 0
      csv    a sample, as floodit sample writes it
    """  # noqa: D301, click's sign for lines that stay as they are


def format_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the format of a file of boards."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        default="auto",
        show_default=True,
        help="How the boards are written.",
    )(function)


def output_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the file to write."""
    return click.option(
        "-o", "--output", default="-", metavar="FILE", help="Where to write.  [default: -]"
    )(function)


def outputs_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names one or more files to write, each in the format of its ending."""
    return click.option(
        "-o",
        "--output",
        "outputs",
        multiple=True,
        required=True,
        metavar="FILE",
        help="Where to write, in the format that the ending names; may be repeated.",
    )(function)


def encoding_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the encoding."""
    return click.option(
        "--encoding",
        type=click.Choice(ENCODINGS),
        default="minimal",
        show_default=True,
        help="The thesis's conditions 1-10, or 1-12.",
    )(function)


def solver_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the SAT solver."""
    return click.option(
        "--solver", default="minisat22", show_default=True, help="PySAT's name of the SAT solver."
    )(function)


@main.command()
@click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")
@click.option(
    "--seed", default=2020, show_default=True, type=click.IntRange(0), help="The sample's seed."
)
@click.option("--first", default=0, show_default=True, type=click.IntRange(0), help="First board.")
@click.option("--count", default=100, show_default=True, type=click.IntRange(1), help="Boards.")
@output_option
def sample(n: int, k: int, seed: int, first: int, count: int, output: str) -> None:
    """Draw random boards; board i of (n, k) depends on the seed, n, k and i alone."""
    from puzzlesat.floodit.experiment import sample_rows
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
@solver_option
@quiet_option
@output_option
def minimum(file: str, search: str, encoding: str, solver: str, quiet: bool, output: str) -> None:
    """Find the minimum of every board in a sample FILE, replayed and confirmed by A*."""
    from puzzlesat.floodit.experiment import minimum_row
    from puzzlesat.floodit.formats import SAMPLE
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
    default=ENCODINGS,
    show_default=True,
    help="An encoding to time; may be repeated.",
)
@click.option(
    "--repeats", default=5, show_default=True, type=click.IntRange(1), help="Timed runs of each."
)
@click.option("--timeout", type=Seconds(), help="Seconds for one solve.")
@solver_option
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
    from puzzlesat.floodit.experiment import MINIMA, timing_rows
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


@main.command()
@click.argument("file")
@format_option
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object per board and line.")
@click.option("--timeout", type=Seconds(), help="Seconds for one board.")
@solver_option
def solve(file: str, format_: str, as_lines: bool, timeout: float | None, solver: str) -> None:
    """Print the minimum of every board in FILE, and a shortest solution.

    When time is up, the best solution found stands beside a lower bound.
    """
    import json

    from puzzlesat.floodit.answer import as_json, solve_board
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.terminal import draw_solution
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, timeout)
    surprises = []
    for number, board in enumerate(read_boards(file, format_)):
        answer = solve_board(board, solver, timeout)
        p = len(answer.moves)
        if board.known and not answer.lower_bound <= board.known <= p:
            found = f"{p}" if answer.optimal else f"{answer.lower_bound}..{p}"
            surprises.append(f"board {number} needs {found} moves, not {board.known} as it says")
        if as_lines:
            click.echo(json.dumps(as_json(answer, board, number)))
            continue
        verdict = "the minimum" if answer.optimal else f"at least {answer.lower_bound}, time is up"
        written = " ".join(str(board.symbols[c]) for c in answer.moves)
        click.echo(
            f"board {number}, {board.rows}×{board.cols}, k = {board.k}: p = {p} ({verdict}) "
            f"in {answer.seconds:.3g} s\n{written}\n"
        )
        click.echo(draw_solution(board, answer.moves, shutil.get_terminal_size().columns) + "\n")
    if surprises:
        raise InputError(f"{file}: {'; '.join(surprises)}")


@main.command()
@click.argument("file")
@format_option
@click.option("--moves", "p", required=True, type=click.IntRange(0, 10**9), help="Moves allowed.")
@encoding_option
@click.option(
    "--board",
    "number",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Which board of the file, counted from 0.",
)
@output_option
def encode(file: str, format_: str, p: int, encoding: str, number: int, output: str) -> None:
    """Write "can the board in FILE be flooded in so many moves?" as DIMACS CNF.

    An output that ends in .gz or .xz is compressed.
    """
    from puzzlesat.files import written
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.thesis import ENCODINGS, Encoder, header
    from puzzlesat.sat.dimacs import write

    boards = read_boards(file, format_)
    if number >= len(boards):
        raise InputError(f"{file}: there is no board {number}; the last one is {len(boards) - 1}")
    board = boards[number]
    options = f"--format {format_} --board {number} --moves {p} --encoding {encoding}"
    command = f"floodit encode {shlex.quote(file)} {options}"
    with written(output) as target:
        write(
            Encoder(board, ENCODINGS[encoding]).formula(p),
            header(board, p, encoding, command),
            target,
        )


@main.command()
@click.argument("file")
@format_option
@click.option("--html", "as_", flag_value="html", help="A page to watch a solution and to play.")
@click.option("--gif", "as_", flag_value="gif", help="A solution as a moving picture.")
@click.option("--svg", "as_", flag_value="svg", help="A solution as a drawing, move by move.")
@click.option(
    "--board",
    "number",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="The board for --html, --gif or --svg, counted from 0.",
)
@click.option("--timeout", type=Seconds(), help="Seconds to look for a shortest solution.")
@solver_option
@output_option
def show(
    file: str,
    format_: str,
    as_: str | None,
    number: int,
    timeout: float | None,
    solver: str,
    output: str,
) -> None:
    """Print the boards in FILE, or show how one of them is flooded in as few moves as possible.

    The page of --html needs nothing but a browser: it holds all that it shows.
    """
    from puzzlesat.files import written
    from puzzlesat.floodit.answer import solve_board
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.page import gif, page, svg
    from puzzlesat.floodit.terminal import draw
    from puzzlesat.sat.solver import check_solver

    boards = read_boards(file, format_)
    if as_ is None:
        texts = [
            "\n".join([f"board {i}, {x.rows}×{x.cols}, k = {x.k}", *draw(x.grid, x.symbols), ""])
            for i, x in enumerate(boards)
        ]
        if output == "-":
            click.echo("\n".join(texts))
            return
        with written(output) as target:
            target.writelines(click.unstyle(text) + "\n" for text in texts)
        return
    check_solver(solver, timeout)
    if number >= len(boards):
        raise InputError(f"{file}: there is no board {number}; the last one is {len(boards) - 1}")
    if output == "-" and as_ == "gif" and sys.stdout.isatty():
        raise InputError("a GIF is nothing for a terminal; name a file with -o")
    answer = solve_board(boards[number], solver, timeout)
    shown = {"html": page, "gif": gif, "svg": svg}[as_](boards[number], answer)
    with written(output, binary=True) as target:
        target.write(shown)


@main.group()
def table() -> None:
    """Make a table from measured rows, as .csv, .md or .tex."""


@table.command("minima")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_minima(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Gather the minima of all boards from FILES of minima."""
    from puzzlesat.floodit.summary import MINIMUM, minima_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(minima_table(read_frame(files, MINIMUM)), outputs)


@table.command("bounds")
@click.argument("files", nargs=-1, required=True)
@click.option("--printed", "for_reading", is_flag=True, help="Laid out for reading.")
@outputs_option
def table_bounds(files: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]) -> None:
    """Set the quartiles of the minima in FILES beside the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.bounds import bounds_table, printed
    from puzzlesat.floodit.summary import MINIMUM
    from puzzlesat.report.tables import read_frame, write_table

    bounds = bounds_table(read_frame(files, MINIMUM))
    write_table(printed(bounds) if for_reading else bounds, outputs)


@table.command("wins")
@click.argument("files", nargs=-1, required=True)
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@click.option(
    "--printed", "clock", type=click.Choice(CLOCKS), help="Only this clock, laid out for reading."
)
@outputs_option
def table_wins(
    files: tuple[str, ...], thesis: str, clock: str | None, outputs: tuple[str, ...]
) -> None:
    """Count in FILES of times how often each encoding is the faster one (Table 4.1)."""
    from puzzlesat.floodit.experiment import TIMES
    from puzzlesat.floodit.wins import THESIS, printed, wins_table
    from puzzlesat.report.tables import read_frame, write_table

    wins = wins_table(read_frame(files, TIMES), read_frame([thesis], THESIS))
    write_table(wins if clock is None else printed(wins, clock), outputs)


@main.group()
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


@figure.command("bounds")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_bounds(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw the minima in FILES as box plots between the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.figures import bounds_figure
    from puzzlesat.floodit.summary import MINIMUM
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(bounds_figure(read_frame(files, MINIMUM)), outputs)


@figure.command("wins")
@click.argument("file")
@outputs_option
def figure_wins(file: str, outputs: tuple[str, ...]) -> None:
    """Draw the table of wins in FILE, by each clock, beside the thesis's numbers (Table 4.1)."""
    from puzzlesat.floodit.figures import wins_figure
    from puzzlesat.floodit.wins import WINS
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
    from puzzlesat.floodit.experiment import MINIMA, solution_of
    from puzzlesat.floodit.figures import solution_figure
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
    from puzzlesat.files import written
    from puzzlesat.floodit.bounds import BOUNDS
    from puzzlesat.floodit.summary import summary
    from puzzlesat.floodit.wins import WINS
    from puzzlesat.report.tables import read_frame

    lines = summary(read_frame([bounds_file], BOUNDS), read_frame([wins_file], WINS), clock)
    with written(output) as file:
        file.writelines(line + "\n" for line in lines)


@main.command()
@click.argument("results", default="results/tables")
@click.argument("reference", default="reference")
def compare(results: str, reference: str) -> None:
    """Compare the tables in RESULTS with those in REFERENCE; the minima must be identical."""
    from puzzlesat.errors import DisagreementError
    from puzzlesat.floodit.summary import MINIMUM, compare_minima, compare_wins
    from puzzlesat.floodit.wins import WINS
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


if __name__ == "__main__":
    main()
