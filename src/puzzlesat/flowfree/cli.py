"""The command ``flowfree``: solve, generate, encode and draw puzzles, time methods, make tables.

What a command needs beyond its arguments is imported inside it. So a command starts fast, and a
workflow can tell from the command's body which sources its result depends on.
"""

import shlex
from collections.abc import Callable
from typing import Any

import click

from puzzlesat.common.command import (
    Program,
    Seconds,
    number_option,
    output_option,
    outputs_option,
    progress,
    quiet_option,
    seed_option,
    solver_option,
)

ENCODINGS = ("links", "published")
METHODS = ("repair", "restart", "ranks", "escape", "propagator")
SOLUTIONS = ("any", "one", "several")


@click.group(
    "flowfree",
    cls=Program,
    typed=("solve", "show", "encode", "generate"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="puzzlesat")
def main() -> None:
    """Flow Free: connect every pair of endpoints by a flow, and fill the board with flows.

    Where a FILE is asked for, - is standard input.

    \b
    Puzzles are read in two formats, recognised by themselves:
      rows   one row per line, a character per cell: a letter or digit is an endpoint and stands
             twice, anything else is free; empty lines between puzzles
      csv    a sample, as flowfree generate -o FILE.csv writes it
    """  # noqa: D301, click's sign for lines that stay as they are


def encoding_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the encoding."""
    return click.option(
        "--encoding",
        type=click.Choice(ENCODINGS),
        default="links",
        show_default=True,
        help="Ours, or the post's.",
    )(function)


def method_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names what keeps cycles out."""
    return click.option(
        "--method",
        type=click.Choice(METHODS),
        default="repair",
        show_default=True,
        help="What keeps cycles out.",
    )(function)


@main.command()
@click.argument("file")
@click.option("--unique", is_flag=True, help="Look for a second solution as well.")
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object per puzzle and line.")
@click.option(
    "--timeout", type=Seconds(), help="Seconds for one puzzle; encoding it is not cut short."
)
@method_option
@encoding_option
@click.option(
    "--solver",
    help="PySAT's name of the SAT solver.  [default: minisat22; cadical195 for a propagator]",
)
def solve(
    file: str,
    unique: bool,
    as_lines: bool,
    timeout: float | None,
    method: str,
    encoding: str,
    solver: str | None,
) -> None:
    """Print a solution of every puzzle in FILE, or that there is none."""
    import json

    from puzzlesat.flowfree.board.formats import read_puzzles
    from puzzlesat.flowfree.show.terminal import draw
    from puzzlesat.flowfree.solve.answer import as_json, sentence, solve_puzzle
    from puzzlesat.flowfree.solve.search import METHODS, check_method
    from puzzlesat.flowfree.studies.rows import solver_of

    if solver is None:
        solver = solver_of(f"{encoding}/{method}", "minisat22")
    check_method(METHODS[method], solver, timeout)
    for number, (_, puzzle) in enumerate(read_puzzles(file)):
        answer = solve_puzzle(puzzle, encoding, method, solver, timeout, unique=unique)
        if as_lines:
            click.echo(json.dumps(as_json(answer, puzzle, number), ensure_ascii=False))
            continue
        lines = [f"puzzle {number}, {sentence(answer, puzzle)}"]
        for solution in answer.solutions:
            lines += [*draw(puzzle, solution.flow), ""]
        click.echo("\n".join(lines))


@main.command()
@click.option("-n", "rows", required=True, type=click.IntRange(1, 100), help="Rows.")
@click.option("--cols", type=click.IntRange(1, 100), help="Columns.  [default: as many as rows]")
@click.option("-k", required=True, type=click.IntRange(1), help="Flows.")
@click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="one",
    show_default=True,
    help="How many solutions a puzzle is to have.",
)
@seed_option
@click.option("--first", default=0, show_default=True, type=click.IntRange(0), help="First puzzle.")
@click.option("--count", default=1, show_default=True, type=click.IntRange(1), help="Puzzles.")
@quiet_option
@output_option
def generate(
    rows: int,
    cols: int | None,
    k: int,
    solutions: str,
    seed: int,
    first: int,
    count: int,
    quiet: bool,
    output: str,
) -> None:
    """Make random puzzles that can be solved; puzzle i depends on seed, shape, flows and i alone.

    They are written as rows, or as a sample to a FILE that ends in .csv, .csv.gz or
    .csv.xz.
    """
    from pathlib import Path

    from puzzlesat.common.files import atomic_write
    from puzzlesat.flowfree.board.formats import sample_row
    from puzzlesat.flowfree.solve.generate import random_puzzle
    from puzzlesat.report.rows import write_rows

    puzzles = (
        (i, random_puzzle(seed, rows, rows if cols is None else cols, k, i, solutions))
        for i in progress(range(first, first + count), unit="puzzle", quiet=quiet or count == 1)
    )
    if ".csv" in Path(output).suffixes:
        write_rows((sample_row(seed, i, solutions, puzzle) for i, puzzle in puzzles), output)
        return
    with atomic_write(output) as file:
        for i, puzzle in puzzles:
            file.write("\n" * (i > first) + "".join(line + "\n" for line in puzzle.lines))


@main.command()
@click.argument("file")
@number_option("puzzle")
@method_option
@encoding_option
@output_option
def encode(file: str, number: int, method: str, encoding: str, output: str) -> None:
    """Write "does the puzzle in FILE have a solution?" as DIMACS CNF.

    With the methods ranks and escape, the clauses exclude cycles; with the others, models may hold
    some. An output that ends in .gz or .xz is compressed.
    """
    from puzzlesat.common.files import atomic_write
    from puzzlesat.flowfree.board.formats import puzzle_of
    from puzzlesat.flowfree.solve.search import ENCODINGS, METHODS, header
    from puzzlesat.sat.dimacs import write

    puzzle = puzzle_of(file, number)
    options = f"--puzzle {number} --method {method} --encoding {encoding}"
    command = f"flowfree encode {shlex.quote(file)} {options}"
    with atomic_write(output, binary=True) as target:
        write(
            METHODS[method].formula(ENCODINGS[encoding](puzzle)),
            header(puzzle, encoding, method, command),
            target,
        )


@main.command()
@click.argument("file")
def show(file: str) -> None:
    """Print the puzzles in FILE, in colour where the terminal has it."""
    from puzzlesat.flowfree.board.formats import read_puzzles
    from puzzlesat.flowfree.show.terminal import draw

    for number, (_, puzzle) in enumerate(read_puzzles(file)):
        title = f"puzzle {number}, {puzzle.rows}×{puzzle.cols}, {puzzle.k} flows"
        click.echo("\n".join([title, *draw(puzzle, puzzle.flow), ""]))


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    "methods",
    multiple=True,
    default=("links/repair", "tree"),
    show_default=True,
    help="ENCODING/METHOD, tree, or external; may be repeated. Propagators have their own solver.",
)
@click.option(
    "--repeats", default=3, show_default=True, type=click.IntRange(1), help="Timed runs of each."
)
@click.option("--timeout", type=Seconds(), help="Seconds for one run.")
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
    from puzzlesat.flowfree.board.formats import read_all_named
    from puzzlesat.flowfree.solve.external import words_of
    from puzzlesat.flowfree.studies.rows import check_methods, timing_rows
    from puzzlesat.report.rows import write_rows

    words = words_of(command)
    check_methods(methods, solver, timeout, words)
    timed = (
        row
        for number, named in enumerate(progress(read_all_named(files), unit="puzzle", quiet=quiet))
        for row in timing_rows(named, methods, solver, repeats, timeout, words, number)
    )
    write_rows(timed, output)


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    default=("minisat22", "glucose42", "cadical195", "maplecm", "picosat"),
    show_default=True,
    help="PySAT's name of a SAT solver, or picosat, which needs pycosat; may be repeated.",
)
@click.option(
    "--timeout", default=5.0, show_default=True, type=Seconds(), help="Seconds for one run."
)
@quiet_option
@output_option
def audit(
    files: tuple[str, ...], solvers: tuple[str, ...], timeout: float, quiet: bool, output: str
) -> None:
    """Measure what the post on Flow Free claims, on the puzzles in FILES.

    A row for each run: the published encoding with the post's repairs, the same with variables that
    keep cycles out, each by every solver, and tree search.
    """
    from puzzlesat.flowfree.board.formats import read_all_named
    from puzzlesat.flowfree.studies.audit import audit_rows, check_solvers
    from puzzlesat.report.rows import write_rows

    check_solvers(solvers, timeout)
    rows = (
        row
        for named in progress(read_all_named(files), unit="puzzle", quiet=quiet)
        for row in audit_rows(named, solvers, timeout)
    )
    write_rows(rows, output)


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--post", required=True, metavar="FILE", help="The post's table, a CSV file.")
@outputs_option
def claims(files: tuple[str, ...], post: str, outputs: tuple[str, ...]) -> None:
    """Judge the post's claims by its own table and by the rows of flowfree audit in FILES."""
    from os.path import relpath

    from puzzlesat.flowfree.studies.audit import AUDIT
    from puzzlesat.flowfree.studies.claims import POST_TABLE, measured, printed
    from puzzlesat.report.claims import claims_table
    from puzzlesat.report.tables import check_once, read_frame, write_table

    table = read_frame([post], POST_TABLE)
    rows = read_frame(files, AUDIT)
    check_once(rows, ["puzzle", "method", "solver"], "run")
    judged = [(verdict, relpath(post)) for verdict in printed(table)]
    judged += [(verdict, " ".join(files)) for verdict in measured(rows, table)]
    write_table(claims_table(judged), outputs)


@main.group()
def table() -> None:
    """Make a table from measured rows, as .csv, .md, .tex or .html."""


@table.command("puzzles")
@click.argument("files", nargs=-1, required=True)
@click.option("--published", metavar="FILE", help="The post's table, a CSV file.")
@click.option(
    "--method",
    "methods",
    multiple=True,
    help="The methods of all outputs but .csv, which has every one; may be repeated.",
)
@outputs_option
def table_puzzles(
    files: tuple[str, ...],
    published: str | None,
    methods: tuple[str, ...],
    outputs: tuple[str, ...],
) -> None:
    """List the puzzles in FILES of times, with what each SAT method took."""
    from puzzlesat.flowfree.studies.rows import TIMES
    from puzzlesat.flowfree.studies.tables import PUBLISHED, printed, puzzles_table
    from puzzlesat.report.tables import read_frame, write_table

    theirs = None if published is None else read_frame([published], PUBLISHED)
    puzzles = puzzles_table(read_frame(files, TIMES), theirs)
    write_table(puzzles, outputs, printed=printed(puzzles, methods) if methods else None)


@table.command("sizes")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_sizes(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Sum up the times in FILES by size and method."""
    from puzzlesat.flowfree.studies.rows import TIMES
    from puzzlesat.flowfree.studies.tables import sizes_printed, sizes_table
    from puzzlesat.report.tables import read_frame, write_table

    sizes = sizes_table(read_frame(files, TIMES))
    write_table(sizes, outputs, printed=sizes_printed(sizes))


@main.group()
def figure() -> None:
    """Draw a figure, as .pdf, .png or .svg."""


@figure.command("times")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    default="links/repair",
    show_default=True,
    help="The SAT method that is set beside tree search.",
)
@outputs_option
def figure_times(files: tuple[str, ...], method: str, outputs: tuple[str, ...]) -> None:
    """Draw the times in FILES against the size of the puzzles."""
    from puzzlesat.flowfree.studies.figures import times_figure
    from puzzlesat.flowfree.studies.rows import TIMES
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(times_figure(read_frame(files, TIMES), method), outputs)


@figure.command("puzzle")
@click.argument("file")
@number_option("puzzle")
@outputs_option
def figure_puzzle(file: str, number: int, outputs: tuple[str, ...]) -> None:
    """Draw a puzzle in FILE, its solution beside it, and a second one if there is one."""
    from puzzlesat.flowfree.board.formats import puzzle_of
    from puzzlesat.flowfree.show.drawing import puzzle_figure
    from puzzlesat.flowfree.solve.answer import solve_puzzle
    from puzzlesat.report.style import save

    puzzle = puzzle_of(file, number)
    answer = solve_puzzle(puzzle, "links", "repair", "minisat22", None, unique=True)
    save(puzzle_figure(puzzle, answer.solutions), outputs)


if __name__ == "__main__":
    main()
