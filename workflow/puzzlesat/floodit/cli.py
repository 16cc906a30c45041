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

from puzzlesat.command import (
    Program,
    Seconds,
    output_option,
    outputs_option,
    printed_option,
    progress,
    quiet_option,
    seed_option,
    solver_option,
)
from puzzlesat.errors import InputError
from puzzlesat.floodit.audit.cli import audit

ENCODINGS = ("minimal", "extended", "reduced")
WRITTEN = (*ENCODINGS, "contracted")
READINGS = ("mended", "printed")
FORMATS = ("auto", "rows", "lines", "sized", "csv")
SEARCHES = ("bisection", "bounded")
METHODS = ("auto", "thesis", "astar", "contracted", "pdr")
CONTENDERS = (*METHODS, "bare", "minisat", "cpsat", "clingo")
CLOCKS = ("solve", "load_solve", "encode_load_solve")
CHECKERS = ("drat-trim", "dratify-native", "dratify")


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


def encoding_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that names the encoding."""
    return click.option(
        "--encoding",
        type=click.Choice(ENCODINGS),
        default="minimal",
        show_default=True,
        help="The thesis's conditions 1-10, or 1-12, or those of 1-10 that are needed.",
    )(function)


def written_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the formula of a file: its moves, encoding and reading."""
    for option in (
        click.option(
            "--reading",
            type=click.Choice(READINGS),
            default="mended",
            show_default=True,
            help="States end at p, or at p+1 as the thesis's conditions 5 and 10 are printed.",
        ),
        click.option(
            "--encoding",
            type=click.Choice(WRITTEN),
            default="minimal",
            show_default=True,
            help="The thesis's conditions 1-10, 1-12, those of 1-10 that are needed, or clusters.",
        ),
        click.option(
            "--moves", "p", required=True, type=click.IntRange(0, 10**9), help="Moves allowed."
        ),
    ):
        function = option(function)
    return function


@main.command()
@click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")
@seed_option
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
@solver_option("minisat22")
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
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default="auto",
    show_default=True,
    help="How: auto is contracted for half a second, then pdr.",
)
@click.option("--timeout", type=Seconds(), help="Seconds for one board.")
@click.option(
    "--memory", type=click.IntRange(1), metavar="MB", help="For what auto and pdr have learnt."
)
@click.option(
    "--solver",
    default="glucose42",
    show_default=True,
    help="PySAT's name of the SAT solver, for auto, contracted and thesis.",
)
@click.option(
    "--nogoods",
    metavar="FILE",
    help="Write certificates of the minima, for floodit check.",
)
@click.option(
    "--certificate",
    "folder",
    metavar="DIR",
    help="Write formulas, DRAT proofs and a table to DIR, checked by another program.",
)
@quiet_option
def solve(
    file: str,
    format_: str,
    as_lines: bool,
    method: str,
    timeout: float | None,
    memory: int | None,
    solver: str,
    nogoods: str | None,
    folder: str | None,
    quiet: bool,
) -> None:
    """Print the minimum of every board in FILE, and a shortest solution.

    When time or memory is used up, and on Ctrl-C, the best solution found stands beside a lower
    bound that has been proved.
    """
    from contextlib import nullcontext

    from puzzlesat.files import written
    from puzzlesat.floodit.exact import Limits
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, 1 if method == "auto" else timeout)
    if memory is not None and method not in ("auto", "pdr"):
        raise InputError(f"the method {method} cannot keep a limit of memory; auto and pdr can")
    surprises, rows = [], []
    boards = read_boards(file, format_)
    with nullcontext() if nogoods is None else written(nogoods) as certificates:
        for number, board in enumerate(boards):
            limits = Limits.of(timeout, None if memory is None else memory << 20)
            bounds = solve_board(board, number, method, limits, solver, as_lines, quiet)
            if certificates is not None:
                write_certificate(bounds, number, limits, certificates)
            if folder is not None and (row := write_proof(bounds, number, limits, folder)):
                rows.append(row)
            if board.known and not bounds.lower <= board.known <= bounds.upper:
                found = f"{bounds.lower}" + ("" if bounds.closed else f"..{bounds.upper}")
                surprises.append(f"board {number} needs {found} moves, not {board.known}")
    if rows:
        write_rows(rows, f"{folder}/certificates.csv")
    if surprises:
        raise InputError(f"{file}: {'; '.join(surprises)} as it says")


def solve_board(
    board: Any, number: int, method: str, limits: Any, solver: str, as_lines: bool, quiet: bool
) -> Any:
    """Close in on a board's minimum, tell how it goes, and print and return what is known then."""
    from time import monotonic

    from puzzlesat.command import status_line
    from puzzlesat.floodit.exact import METHODS, Bounds, close

    started = monotonic()
    with status_line(quiet=quiet) as say:
        bounds = Bounds(board, lambda b: say(f"board {number}: {b.lower}..{b.upper} moves"))
        try:
            status = close(bounds, METHODS[method], limits, solver)
        except KeyboardInterrupt:
            print_answer(bounds, "interrupted", monotonic() - started, number, as_lines)
            raise
    print_answer(bounds, status, monotonic() - started, number, as_lines)
    return bounds


def write_certificate(bounds: Any, number: int, limits: Any, file: Any) -> None:
    """Write the certificate of a minimum, or say on standard error why there is none."""
    from puzzlesat.floodit.certificate import certificate

    why = "its minimum is not known"
    if bounds.closed:
        try:
            lines = list(certificate(bounds, limits))
        except TimeoutError:
            why = "time is up"
        except MemoryError:
            why = "memory is used up"
        else:
            file.writelines(f"{line}\n" for line in lines)
            return
    click.echo(f"board {number} has no certificate: {why}", err=True)


def write_proof(bounds: Any, number: int, limits: Any, folder: str) -> Any:
    """Write the DRAT proof of a minimum and have it checked; return its row, None if unknown.

    What is not a checked certificate is said on standard error.
    """
    from pathlib import Path

    from puzzlesat.floodit.drat import certify, holds
    from puzzlesat.sat.proof import checker_of

    why, row = "its minimum is not known", None
    if bounds.closed:
        left = None if limits.left is None else max(limits.left, 0.001)
        stem, checker = f"board-{number}", checker_of("auto")
        found = certify(bounds.board, bounds.moves, Path(folder), stem, "glucose4", checker, left)
        row = {"board": number, **found}
        if holds(row):
            return row
        why = f"{row['verdict']}: {row['reason']}"
    click.echo(f"board {number} has no checked certificate: {why}", err=True)
    return row


def print_answer(bounds: Any, status: str, seconds: float, number: int, as_lines: bool) -> None:
    """Print what is known of a board, as a line of JSON or in words and colours."""
    import json

    from puzzlesat.floodit.answer import as_json, in_words
    from puzzlesat.floodit.terminal import draw_solution

    if as_lines:
        click.echo(json.dumps(as_json(bounds, status, seconds, number)))
        return
    click.echo(in_words(bounds, status, seconds, number) + "\n")
    width = shutil.get_terminal_size().columns
    click.echo(draw_solution(bounds.board, bounds.moves, width) + "\n")


@main.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(CONTENDERS),
    help="A method, or another solver that may be installed; may be repeated.",
)
@click.option(
    "--program",
    "programs",
    nargs=4,
    multiple=True,
    metavar="NAME COMMAND FORMAT ANSWER",
    help="Any other program: a command line with {file} for the board, written as lines or sized, "
    "and a regular expression whose group is the minimum in what it prints; may be repeated.",
)
@click.option("--timeout", type=Seconds(), default=60, show_default=True, help="For one board.")
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=4000,
    show_default=True,
    metavar="MB",
    help="For what auto and pdr have learnt.",
)
@solver_option("glucose42")
@click.option(
    "--give-up", is_flag=True, help="Skip the files after one in which a method proved nothing."
)
@quiet_option
@output_option
def prove(
    files: tuple[str, ...],
    methods: tuple[str, ...],
    programs: tuple[tuple[str, str, str, str], ...],
    timeout: float,
    memory: int,
    solver: str,
    give_up: bool,
    quiet: bool,
    output: str,
) -> None:
    """Measure what methods prove about the boards of the samples FILES, and at what cost.

    Each board is solved in a process of its own. A method that is not installed has rows that say
    so.
    """
    from puzzlesat.floodit.formats import SAMPLE
    from puzzlesat.floodit.frontier import proof_rows
    from puzzlesat.floodit.peers import Program
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, timeout)
    contenders: list[str | Program] = [*methods, *(Program.of(*program) for program in programs)]
    if not contenders:
        raise InputError("name a --method or a --program")
    pieces = [read_rows(file, SAMPLE) for file in files]
    total = len(contenders) * sum(map(len, pieces))
    rows = (
        row
        for method in contenders
        for row in proof_rows(pieces, method, timeout, memory << 20, solver, give_up=give_up)
    )
    write_rows(progress(rows, unit="board", quiet=quiet, total=total), output)


@main.command()
@click.argument("file")
@click.option("--folder", required=True, metavar="DIR", help="Where to write formulas and proofs.")
@click.option(
    "--solver",
    default="glucose4",
    show_default=True,
    help="PySAT's name of a SAT solver that writes proofs.",
)
@click.option(
    "--checker",
    type=click.Choice(("auto", *CHECKERS)),
    default="auto",
    show_default=True,
    help="Who checks: auto is the first of the others that is installed.",
)
@click.option("--timeout", type=Seconds(), help="Seconds for the solver, and for the checker.")
@quiet_option
@output_option
def certify(
    file: str,
    folder: str,
    solver: str,
    checker: str,
    timeout: float | None,
    quiet: bool,
    output: str,
) -> None:
    """Prove every minimum in a FILE of minima, and have each proof checked.

    A board gets its formula for one move less and a proof in the DRAT format that this is
    unsatisfiable, checked by a program that shares no code with this one.
    """
    from dataclasses import replace
    from pathlib import Path

    from puzzlesat.errors import DisagreementError
    from puzzlesat.floodit.drat import NAME, certify, holds
    from puzzlesat.floodit.experiment import MINIMA, solution_of
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.proof import REFUSED, check_prover, checker_of

    check_prover(solver)
    checker = checker_of(checker)
    rows = []
    for row in progress(read_rows(file, MINIMA), unit="board", quiet=quiet):
        stem = f"board-{row['i']}"
        board, moves = solution_of(row)
        board = replace(board, origin=", ".join(f"{key} {row[key]}" for key in NAME))
        made = certify(board, moves, Path(folder), stem, solver, checker, timeout)
        rows.append({key: row[key] for key in NAME} | made)
    write_rows(rows, output)
    without = [row for row in rows if not holds(row)]
    if without:
        first = without[0]
        sentence = (
            f"{len(without)} of {len(rows)} boards have no checked certificate; board {first['i']} "
            f"of n = {first['n']}, k = {first['k']}: {first['verdict']}: {first['reason']}"
        )
        if any(row["verdict"] == REFUSED for row in without):
            raise DisagreementError(sentence)
        click.echo(sentence, err=True)


@main.command()
@click.argument("file")
@quiet_option
def check(file: str, quiet: bool) -> None:
    """Check the certificates of minima in FILE, which floodit solve --nogoods writes.

    The checker shares no code with the search.
    """
    from puzzlesat.files import read_text
    from puzzlesat.floodit.checker import check

    lines = read_text(file).splitlines()
    sizes = []
    try:
        for checked in check(lines):
            sizes.append(checked.nogoods)
            if not quiet:
                click.echo(f"{checked.board} needs {checked.minimum} moves")
    except InputError as error:
        raise InputError(f"{file}, {error}") from None
    if not sizes:
        raise InputError(f"{file}: no certificate in it")
    click.echo(f"{len(sizes)} certificates hold, with {sum(sizes)} nogoods")


@main.command()
@click.argument("file")
@format_option
@written_options
@click.option(
    "--board",
    "number",
    default=0,
    show_default=True,
    type=click.IntRange(0),
    help="Which board of the file, counted from 0.",
)
@output_option
def encode(
    file: str, format_: str, p: int, encoding: str, reading: str, number: int, output: str
) -> None:
    """Write "can the board in FILE be flooded in so many moves?" as DIMACS CNF.

    An output that ends in .gz or .xz is compressed.
    """
    from puzzlesat.files import written
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.instance import Instance

    boards = read_boards(file, format_)
    if number >= len(boards):
        raise InputError(f"{file}: there is no board {number}; the last one is {len(boards) - 1}")
    instance = Instance(boards[number], p, encoding, reading)
    options = f"--format {format_} --board {number} --moves {p} --encoding {encoding}"
    command = f"floodit encode {shlex.quote(file)} {options} --reading {reading}"
    with written(output, binary=True) as target:
        instance.write(command, target)


@main.command()
@click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")
@seed_option
@click.option(
    "--board", "s", required=True, type=click.IntRange(0), help="Its number in the sample."
)
@written_options
@click.option("--row", metavar="FILE", help="Write sizes, digest and seconds as a row of a table.")
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
    from puzzlesat.floodit.competition import instance_row, sampled, write_instance
    from puzzlesat.report.rows import write_rows

    if row is not None and output == "-":
        raise InputError("--row needs a file that is named with -o")
    drawn = sampled(seed, n, k, s, p, encoding, reading)
    made = write_instance(drawn, seed, s, output)
    if row is not None:
        write_rows([instance_row(drawn, seed, s, made, output)], row)


@main.command()
@click.argument("file")
@solver_option("cadical195")
@click.option("--timeout", type=Seconds(), required=True, help="Seconds, loading aside.")
@output_option
def attempt(file: str, solver: str, timeout: float, output: str) -> None:
    """Try to solve the instance in FILE; a model is read as moves and replayed."""
    from pathlib import Path

    from puzzlesat.floodit.competition import attempt_row
    from puzzlesat.floodit.instance import read_instance
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, timeout)
    write_rows([attempt_row(read_instance(file), Path(file).name, solver, timeout)], output)


@main.command()
@click.argument("file")
@click.option(
    "--solver", "solvers", multiple=True, required=True, help="PySAT's name; may be repeated."
)
@click.option("--below", default=5, show_default=True, type=click.IntRange(0), help="First m.")
@click.option("--above", default=8, show_default=True, type=click.IntRange(0), help="Last m.")
@click.option("--timeout", type=Seconds(), required=True, help="Seconds for one solve.")
@output_option
def hardness(
    file: str, solvers: tuple[str, ...], below: int, above: int, timeout: float, output: str
) -> None:
    """Time solvers on the boards of a sample FILE, for m around the minimum.

    m runs from the minimum less --below to the minimum and --above.
    """
    from puzzlesat.floodit.formats import SAMPLE
    from puzzlesat.floodit.hardness import hardness_rows
    from puzzlesat.report.rows import read_rows, write_rows
    from puzzlesat.sat.solver import check_solver

    for solver in solvers:
        check_solver(solver, timeout)
    rows = hardness_rows(read_rows(file, SAMPLE), below, above, solvers, timeout)
    write_rows(progress(rows, unit="solve"), output)


@main.command()
@click.option("-n", required=True, type=click.IntRange(1, 1000), help="Rows and columns.")
@click.option("-k", required=True, type=click.IntRange(1, 62), help="Colours.")
@seed_option
@click.option("--boards", required=True, type=click.IntRange(1), help="How many to try at most.")
@click.option(
    "--distance",
    "distances",
    multiple=True,
    required=True,
    type=int,
    help="Moves allowed, less those of the best known solution; may be repeated.",
)
@click.option("--bounding", type=Seconds(), required=True, help="Seconds for a board's bounds.")
@click.option("--wanted", required=True, type=click.IntRange(1), help="How many sat, and unsat.")
@click.option("--easy", nargs=2, required=True, metavar="SOLVER SECONDS", help="Must not solve it.")
@click.option("--hard", nargs=2, required=True, metavar="SOLVER SECONDS", help="Must solve it.")
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
    easy: tuple[str, str],
    hard: tuple[str, str],
    folder: str,
    output: str,
) -> None:
    """Look for instances that one solver does not solve in time, and another does.

    Every instance that is tried becomes a row; those that are interesting are written to DIR.
    """
    from pathlib import Path

    from puzzlesat.floodit.hardness import Rule, check_distances, interesting_rows
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_solver

    limits = []
    for solver, seconds in (easy, hard):
        limits += [solver, Seconds().convert(seconds, None, None)]
        check_solver(*limits[-2:])
    check_distances(distances)
    rows = interesting_rows(
        *(seed, n, k, range(boards), distances, bounding, wanted, Rule(*limits), Path(folder))
    )
    write_rows(progress(rows, unit="instance"), output)


@main.command()
@click.argument("table")
@output_option
def describe(table: str, output: str) -> None:
    """Describe the instances in a TABLE of instances on a page, as the competitions ask for."""
    from puzzlesat.files import written
    from puzzlesat.floodit.competition import ATTEMPTS, INSTANCES, description
    from puzzlesat.provenance import environment
    from puzzlesat.report.tables import read_frame

    outcome = {key: ATTEMPTS[key] for key in ("status", "solver", "solve_seconds", "timeout")}
    instances = read_frame([table], INSTANCES | outcome).replace({"status": {"": None}})
    with written(output) as file:
        file.write(description(instances, environment()))


@main.command()
@click.argument("file")
@click.argument("answer", default="-")
def decode(file: str, answer: str) -> None:
    """Read a solver's ANSWER to the instance in FILE as moves, and replay them.

    FILE is what floodit encode or floodit instance wrote; of it, only the comments are read. ANSWER
    is what a solver of the competitions prints, or the result file of MiniSat.
    """
    from puzzlesat.files import read_text
    from puzzlesat.floodit.instance import read_instance, symbols
    from puzzlesat.sat.answer import parse_answer

    asked = read_instance(file)
    try:
        status, model = parse_answer(read_text(answer))
    except InputError as error:
        raise InputError(f"{answer}: {error}") from None
    if status != "sat":
        click.echo({"unsat": f"unsat: no {asked.p} moves flood it", "unknown": status}[status])
        return
    moves = asked.moves(model)
    asked.check(moves)
    click.echo(f"{symbols(asked.board, moves)}\n{len(moves)} moves, replayed: all is flooded")


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
@output_option
def show(
    file: str,
    format_: str,
    as_: str | None,
    number: int,
    timeout: float | None,
    output: str,
) -> None:
    """Print the boards in FILE, or show how one of them is flooded in as few moves as possible.

    The page of --html needs nothing but a browser: it holds all that it shows.
    """
    from puzzlesat.files import written
    from puzzlesat.floodit.exact import Bounds, Limits, auto, close
    from puzzlesat.floodit.formats import read_boards
    from puzzlesat.floodit.page import gif, page, svg
    from puzzlesat.floodit.terminal import draw

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
    if number >= len(boards):
        raise InputError(f"{file}: there is no board {number}; the last one is {len(boards) - 1}")
    if output == "-" and as_ == "gif" and sys.stdout.isatty():
        raise InputError("a GIF is nothing for a terminal; name a file with -o")
    bounds = Bounds(boards[number])
    close(bounds, auto, Limits.of(timeout), "glucose42")
    shown = {"html": page, "gif": gif, "svg": svg}[as_](bounds)
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
@printed_option
@outputs_option
def table_bounds(files: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]) -> None:
    """Set the quartiles of the minima in FILES beside the bounds n+k-5 and n+k (Fig. 4.2)."""
    from puzzlesat.floodit.bounds import bounds_table, printed
    from puzzlesat.floodit.summary import MINIMUM
    from puzzlesat.report.tables import read_frame, write_table

    bounds = bounds_table(read_frame(files, MINIMUM))
    write_table(printed(bounds) if for_reading else bounds, outputs)


@table.command("frontier")
@click.argument("files", nargs=-1, required=True)
@printed_option
@outputs_option
def table_frontier(files: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]) -> None:
    """Sum up by (n, k) what is proven in FILES of one method's proofs."""
    from puzzlesat.floodit.frontier import PROOFS, frontier_printed, frontier_table
    from puzzlesat.report.tables import read_frame, write_table

    frontier = frontier_table(read_frame(files, PROOFS))
    write_table(frontier_printed(frontier) if for_reading else frontier, outputs)


@table.command("law")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_law(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Fit the growth of the minimum with n and k to FILES of proofs."""
    from puzzlesat.floodit.frontier import PROOFS, law_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(law_table(read_frame(files, PROOFS)), outputs)


@table.command("race")
@click.argument("files", nargs=-1, required=True)
@printed_option
@outputs_option
def table_race(files: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]) -> None:
    """Sum up by size and method what is proven in FILES of proofs."""
    from puzzlesat.floodit.frontier import PROOFS, race_printed, race_table
    from puzzlesat.report.tables import read_frame, write_table

    race = race_table(read_frame(files, PROOFS))
    write_table(race_printed(race) if for_reading else race, outputs)


@table.command("peers")
@click.argument("files", nargs=-1, required=True)
@printed_option
@outputs_option
def table_peers(files: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]) -> None:
    """Set the methods in FILES of proofs side by side, with times as multiples of auto's."""
    from puzzlesat.floodit.frontier import PROOFS, peers_printed, peers_table
    from puzzlesat.report.tables import read_frame, write_table

    peers = peers_table(read_frame(files, PROOFS))
    write_table(peers_printed(peers) if for_reading else peers, outputs)


@table.command("large")
@click.argument("file")
@outputs_option
def table_large(file: str, outputs: tuple[str, ...]) -> None:
    """Show the bounds of large boards in a FILE of proofs, and what found them."""
    from puzzlesat.floodit.frontier import PROOFS, large_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(large_table(read_frame([file], PROOFS)), outputs)


@table.command("instances")
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--attempt", "attempts", multiple=True, metavar="FILE", help="A solver's attempts; repeatable."
)
@printed_option
@outputs_option
def table_instances(
    files: tuple[str, ...], attempts: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]
) -> None:
    """Gather the instances in FILES of rows, and what a solver made of them."""
    from puzzlesat.floodit.competition import (
        ATTEMPTS,
        INSTANCES,
        instances_printed,
        instances_table,
    )
    from puzzlesat.report.tables import read_frame, write_table

    made = instances_table(read_frame(files, INSTANCES), read_frame(attempts, ATTEMPTS))
    write_table(instances_printed(made) if for_reading else made, outputs)


@table.command("hardness")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def table_hardness(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Sum up FILES of rows of hardness by size, solver and distance from the minimum."""
    from puzzlesat.floodit.hardness import HARDNESS, hardness_table
    from puzzlesat.report.tables import read_frame, write_table

    write_table(hardness_table(read_frame(files, HARDNESS)), outputs)


@table.command("certificates")
@click.argument("files", nargs=-1, required=True)
@printed_option
@outputs_option
def table_certificates(files: tuple[str, ...], for_reading: bool, outputs: tuple[str, ...]) -> None:
    """Gather the certificates in FILES of rows, or sum them up."""
    from puzzlesat.floodit.drat import CERTIFICATES, certificates_printed, certificates_table
    from puzzlesat.report.tables import read_frame, write_table

    made = certificates_table(read_frame(files, CERTIFICATES))
    write_table(certificates_printed(made) if for_reading else made, outputs)


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


@figure.command("extended")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_extended(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw Fig. 4.2 for all cells that are proven in FILES of proofs, with the fitted law."""
    from puzzlesat.floodit.figures import bounds_figure
    from puzzlesat.floodit.frontier import PROOFS, Law, proven_minima
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    minima = proven_minima(read_frame(files, PROOFS))
    boards = minima.groupby(["n", "k"])["minimum"].transform("size")
    drawn = minima[boards >= min(10, boards.max())]  # a box of fewer says little
    save(bounds_figure(drawn, Law(minima)), outputs)


@figure.command("frontier")
@click.argument("files", nargs=-1, required=True)
@click.option("--race", required=True, metavar="FILE", help="A table of the race, a CSV file.")
@outputs_option
def figure_frontier(files: tuple[str, ...], race: str, outputs: tuple[str, ...]) -> None:
    """Draw minima and times against n from FILES of proofs, and how far each method comes."""
    from puzzlesat.floodit.figures import frontier_figure
    from puzzlesat.floodit.frontier import PROOFS, RACE, Law, frontier_table, proven_minima
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    proofs = read_frame(files, PROOFS)
    law = Law(proven_minima(proofs))
    save(frontier_figure(frontier_table(proofs), read_frame([race], RACE), law), outputs)


@figure.command("hardness")
@click.argument("files", nargs=-1, required=True)
@outputs_option
def figure_hardness(files: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    """Draw the solvers' times in FILES of rows of hardness, for m around the minimum."""
    from puzzlesat.floodit.figures import hardness_figure
    from puzzlesat.floodit.hardness import HARDNESS
    from puzzlesat.report.style import save
    from puzzlesat.report.tables import read_frame

    save(hardness_figure(read_frame(files, HARDNESS)), outputs)


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


main.add_command(audit)

if __name__ == "__main__":
    main()
