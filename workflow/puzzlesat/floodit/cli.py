"""The command ``floodit``: sample boards, find minima, time encodings, make tables and figures.

What a command needs beyond its arguments is imported inside it. So a command starts fast, and a
workflow can tell from the command's body which sources its result depends on.
"""

import shutil
from collections.abc import Callable
from typing import Any

import click

from puzzlesat.command import Program, progress, quiet_option
from puzzlesat.errors import InputError

ENCODINGS = ("minimal", "extended")
FORMATS = ("auto", "rows", "lines", "sized", "csv")
SEARCHES = ("bisection", "bounded")
CLOCKS = ("solve", "load_solve", "encode_load_solve")

MINIMA = ("seed", "n", "k", "i", "board", "minimum", "moves")
"""The columns that a file of minima must have."""


@click.group("floodit", cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flood-It: flood a board from its top-left cell in as few moves as possible.

    Where a FILE is asked for, - is standard input or output.
    """


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


def solver_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the SAT solver."""
    return click.option(
        "--solver", default="minisat22", show_default=True, help="PySAT's name of the SAT solver."
    )(function)


@main.command()
@click.option("-n", required=True, type=click.IntRange(1), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")
@click.option("--seed", default=2020, show_default=True, type=click.IntRange(0))
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
@click.option("--search", type=click.Choice(SEARCHES), default="bounded", show_default=True)
@click.option("--encoding", type=click.Choice(ENCODINGS), default="minimal", show_default=True)
@solver_option
@quiet_option
@output_option
def minimum(file: str, search: str, encoding: str, solver: str, quiet: bool, output: str) -> None:
    """Find the minimum of every board in a sample FILE, replayed and confirmed by A*."""
    from puzzlesat.floodit.experiment import minimum_row
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    rows = read_rows(file, ("seed", "n", "k", "i", "board"))
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
@click.option("--repeats", default=5, show_default=True, type=click.IntRange(1))
@click.option("--timeout", type=click.FloatRange(0, min_open=True), help="Seconds for one solve.")
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
    from puzzlesat.floodit.experiment import timing_rows
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
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
@click.option("--timeout", type=click.FloatRange(0, min_open=True), help="Seconds for one board.")
@solver_option
def solve(file: str, format_: str, as_lines: bool, timeout: float | None, solver: str) -> None:
    """Print the minimum of every board in FILE, and a shortest solution."""
    import json

    from puzzlesat.floodit.answer import as_json, solve_board
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.terminal import draw_solution
    from puzzlesat.sat.solver import check_solver

    check_solver(solver)
    surprises = []
    for number, board in enumerate(read_boards(file, format_)):
        answer = solve_board(board, solver, timeout)
        p = len(answer.moves)
        if board.known and not answer.lower_bound <= board.known <= p:
            surprises.append(f"board {number} needs {p} moves, not {board.known} as {file} says")
        if as_lines:
            click.echo(json.dumps(as_json(answer, board, number)))
            continue
        verdict = "the minimum" if answer.optimal else f"at least {answer.lower_bound}, time is up"
        written = " ".join(str(board.symbols[c]) for c in answer.moves)
        click.echo(
            f"board {number}, {board.rows}×{board.cols}, {board.k} colours: {p} moves ({verdict}) "
            f"in {answer.seconds:.3g} s\n{written}\n"
        )
        click.echo(draw_solution(board, answer.moves, shutil.get_terminal_size().columns) + "\n")
    if surprises:
        raise InputError("; ".join(surprises))


@main.command()
@click.argument("file")
@format_option
@click.option("--moves", "p", required=True, type=click.IntRange(0), help="Moves allowed.")
@click.option("--encoding", type=click.Choice(ENCODINGS), default="minimal", show_default=True)
@click.option(
    "--board", "number", default=0, show_default=True, type=click.IntRange(0), help="Which board."
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
    command = f"floodit encode {file} --board {number} --moves {p} --encoding {encoding}"
    with written(output) as target:
        write(
            Encoder(board, ENCODINGS[encoding]).formula(p),
            header(board, p, encoding, command),
            target,
        )


@main.command()
@click.argument("file")
@format_option
def show(file: str, format_: str) -> None:
    """Print the boards in FILE, in colour where the terminal has it."""
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.terminal import draw

    for number, board in enumerate(read_boards(file, format_)):
        title = f"board {number}, {board.rows}×{board.cols}, {board.k} colours"
        click.echo("\n".join([title, *draw(board.grid, board.symbols), ""]))


@main.group()
def table() -> None:
    """Make a table from measured rows, as .csv, .md or .tex."""


@table.command("minima")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_minima(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Gather the minima of all boards from FILES of minima."""
    from puzzlesat.floodit.summary import minima_table
    from puzzlesat.report.tables import read_frame, write_table

    minima = minima_table(read_frame(files, MINIMA))
    for path in outputs:
        write_table(minima, path)


@table.command("bounds")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_bounds(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Set the quartiles of the minima in FILES beside the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.bounds import bounds_table
    from puzzlesat.report.tables import read_frame, write_table

    bounds = bounds_table(read_frame(files, MINIMA))
    for path in outputs:
        write_table(bounds, path)


@table.command("wins")
@click.argument("files", nargs=-1, required=True)
@click.option("--thesis", required=True, metavar="FILE", help="Table 4.1 as printed, a CSV file.")
@click.option("--clock", type=click.Choice(CLOCKS), help="Only this clock, laid out for reading.")
@outputs_option
def table_wins(
    files: tuple[str, ...], thesis: str, clock: str | None, outputs: tuple[str, ...]
) -> None:
    """Count in FILES of times how often each encoding is the faster one (Table 4.1)."""
    from puzzlesat.floodit.wins import TIMED, printed, wins_table
    from puzzlesat.report.tables import read_frame, write_table

    wins = wins_table(
        read_frame(files, TIMED), read_frame([thesis], ("n", "k", "minimal", "extended"))
    )
    for path in outputs:
        write_table(wins if clock is None else printed(wins, clock), path)


@main.group()
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


@figure.command("bounds")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_bounds(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw the minima in FILES as box plots between the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.figures import bounds_figure
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(bounds_figure(read_frame(files, MINIMA)), outputs)


@figure.command("wins")
@click.argument("file")
@outputs_option
def figure_wins(file: str, outputs: tuple[str, ...]) -> None:
    """Draw the table of wins in FILE, by each clock, beside the thesis's numbers (Table 4.1)."""
    from puzzlesat.floodit.figures import wins_figure
    from puzzlesat.floodit.wins import COLUMNS
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(wins_figure(read_frame([file], COLUMNS)), outputs)


@figure.command("solution")
@click.argument("file")
@click.option("--board", "i", default=0, show_default=True, help="The board's number in the file.")
@outputs_option
def figure_solution(file: str, i: int, outputs: tuple[str, ...]) -> None:
    """Draw the shortest solution of a board in a FILE of minima, move by move (Fig. 2.1)."""
    from puzzlesat.floodit.board import SYMBOLS
    from puzzlesat.floodit.figures import solution_figure
    from puzzlesat.floodit.formats import parse_board
    from puzzlesat.report.rows import read_rows
    from puzzlesat.report.style import save

    rows = [row for row in read_rows(file, MINIMA) if int(row["i"]) == i]
    if not rows:
        raise InputError(f"{file}: there is no board {i}")
    board = parse_board(rows[0]["board"], int(rows[0]["k"]))
    moves = [SYMBOLS.index(symbol) for symbol in rows[0]["moves"]]
    save(solution_figure(board.grid, moves), outputs)


@main.command()
@click.argument("bounds_file")
@click.argument("wins_file")
@click.option("--clock", type=click.Choice(CLOCKS), default="load_solve", show_default=True)
@output_option
def summary(bounds_file: str, wins_file: str, clock: str, output: str) -> None:
    """Set the thesis's findings beside those of the tables BOUNDS_FILE and WINS_FILE."""
    from puzzlesat.files import written
    from puzzlesat.floodit.summary import summary
    from puzzlesat.floodit.wins import COLUMNS
    from puzzlesat.report.tables import read_frame

    lines = summary(
        read_frame([bounds_file], ("q1_above_lower",)), read_frame([wins_file], COLUMNS), clock
    )
    with written(output) as file:
        file.writelines(line + "\n" for line in lines)


@main.command()
@click.argument("results", default="results/tables")
@click.argument("reference", default="reference")
def compare(results: str, reference: str) -> None:
    """Compare the tables in RESULTS with those in REFERENCE; the minima must be identical."""
    from puzzlesat.errors import DisagreementError
    from puzzlesat.floodit.summary import NAME, compare_minima, compare_wins
    from puzzlesat.floodit.wins import COLUMNS
    from puzzlesat.report.tables import read_frame

    minima = [read_frame([f"{x}/minima.csv"], (*NAME, "minimum")) for x in (results, reference)]
    shared, differences = compare_minima(*minima)
    if not shared:
        raise InputError(f"{results} and {reference} have no board in common")
    for line in differences:
        click.echo(line)
    click.echo(f"minima: {shared - len(differences)} of {shared} shared boards are identical")
    for line in compare_wins(
        *(read_frame([f"{x}/wins.csv"], COLUMNS) for x in (results, reference))
    ):
        click.echo(line)
    if differences:
        raise DisagreementError(f"{len(differences)} minima differ from the reference")


if __name__ == "__main__":
    main()
