"""Commands for boards that somebody holds in their hands: solve, show, encode and check."""

import shlex
import shutil
import sys
from typing import Any

import click

from puzzlesat.common.command import Seconds, number_option, output_option, quiet_option
from puzzlesat.common.errors import InputError, error_context, item_at
from puzzlesat.floodit.cli.group import METHODS, format_option, main, written_options


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

    from puzzlesat.common.files import atomic_write
    from puzzlesat.floodit.board.formats import read_boards
    from puzzlesat.floodit.solve.exact import Limits
    from puzzlesat.report.rows import write_rows
    from puzzlesat.sat.solver import check_solver

    check_solver(solver, 1 if method == "auto" else timeout)
    if memory is not None and method not in ("auto", "pdr"):
        raise InputError(f"the method {method} cannot keep a limit of memory; auto and pdr can")
    surprises, rows = [], []
    boards = read_boards(file, format_)
    with nullcontext() if nogoods is None else atomic_write(nogoods) as certificates:
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

    from puzzlesat.common.command import status_line
    from puzzlesat.floodit.solve.exact import METHODS, Bounds, close

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
    from puzzlesat.floodit.prove.certificate import certificate

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

    from puzzlesat.floodit.prove.drat import certify, holds
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

    from puzzlesat.floodit.show.terminal import draw_solution
    from puzzlesat.floodit.solve.answer import as_json, in_words

    if as_lines:
        click.echo(json.dumps(as_json(bounds, status, seconds, number)))
        return
    click.echo(in_words(bounds, status, seconds, number) + "\n")
    width = shutil.get_terminal_size().columns
    click.echo(draw_solution(bounds.board, bounds.moves, width) + "\n")


@main.command()
@click.argument("file")
@quiet_option
def check(file: str, quiet: bool) -> None:
    """Check the certificates of minima in FILE, which floodit solve --nogoods writes.

    The checker shares no code with the search.
    """
    from puzzlesat.common.files import read_text
    from puzzlesat.floodit.prove.checker import check

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
@number_option("board")
@output_option
def encode(
    file: str, format_: str, p: int, encoding: str, reading: str, number: int, output: str
) -> None:
    """Write "can the board in FILE be flooded in so many moves?" as DIMACS CNF.

    An output that ends in .gz or .xz is compressed.
    """
    from puzzlesat.common.files import atomic_write
    from puzzlesat.floodit.board.formats import read_boards
    from puzzlesat.floodit.encode.instance import Instance

    boards = read_boards(file, format_)
    instance = Instance(item_at(boards, number, file, "board"), p, encoding, reading)
    options = f"--format {format_} --board {number} --moves {p} --encoding {encoding}"
    command = f"floodit encode {shlex.quote(file)} {options} --reading {reading}"
    with atomic_write(output, binary=True) as target:
        instance.write(command, target)


@main.command()
@click.argument("file")
@click.argument("answer", default="-")
def decode(file: str, answer: str) -> None:
    """Read a solver's ANSWER to the instance in FILE as moves, and replay them.

    FILE is what floodit encode or floodit instance wrote; of it, only the comments are read. ANSWER
    is what a solver of the competitions prints, or the result file of MiniSat.
    """
    from puzzlesat.common.files import read_text
    from puzzlesat.floodit.encode.instance import read_instance, symbols
    from puzzlesat.sat.answer import parse_answer

    asked = read_instance(file)
    text = read_text(answer)
    with error_context(answer):
        status, model = parse_answer(text)
    if status != "sat":
        click.echo({"unsat": f"unsat: no {asked.p} moves flood it", "unknown": status}[status])
        return
    moves = asked.moves(model)
    asked.check(moves)
    click.echo(f"{symbols(asked.board, moves)}\n{len(moves)} moves, replayed: {asked.goal}")


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
    from puzzlesat.common.files import atomic_write
    from puzzlesat.floodit.board.formats import read_boards
    from puzzlesat.floodit.show.page import gif, page, svg
    from puzzlesat.floodit.show.terminal import draw
    from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close

    boards = read_boards(file, format_)
    if as_ is None:
        texts = [
            "\n".join([f"board {i}, {x.rows}×{x.cols}, k = {x.k}", *draw(x.grid, x.symbols), ""])
            for i, x in enumerate(boards)
        ]
        if output == "-":
            click.echo("\n".join(texts))
            return
        with atomic_write(output) as target:
            target.writelines(click.unstyle(text) + "\n" for text in texts)
        return
    board = item_at(boards, number, file, "board")
    if output == "-" and as_ == "gif" and sys.stdout.isatty():
        raise InputError("a GIF is nothing for a terminal; name a file with -o")
    bounds = Bounds(board)
    close(bounds, auto, Limits.of(timeout), "glucose42")
    shown = {"html": page, "gif": gif, "svg": svg}[as_](bounds)
    with atomic_write(output, binary=True) as target:
        target.write(shown)
