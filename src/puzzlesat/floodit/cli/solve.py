"""The commands that find minima and next moves."""

import json
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial

import click

from puzzlesat.common.command import (
    COUNT,
    cores_option,
    json_option,
    number_option,
    print_line,
    print_remark,
    quiet_option,
    shows_styles,
    status_line,
    timeout_option,
)
from puzzlesat.common.errors import DisagreementError, InputError, counted, item_at
from puzzlesat.common.puzzle_files import Form, PuzzleStream, Source, files_argument
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.cli.options import Start, board_form, boards_in, start_option
from puzzlesat.floodit.show.terminal import draw_solution
from puzzlesat.floodit.solve.answer import (
    Answer,
    bounds_and_method,
    contradiction,
    find_answer,
    solve_board,
)
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits
from puzzlesat.floodit.solve.hint import hint as find_hint

SOLVER = "glucose42"
"""The default of ``--solver``."""

MAX_DRAWN = 1_000_000
"""Maximum size of a solution that is drawn: its number of moves times the number of fields."""


@click.command()
@files_argument
@board_form
@start_option()
@json_option("a JSON object for each board, one per line")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="auto",
    show_default=True,
    help="Search method: bisection with SAT (thesis), A* (astar), SAT on clusters (clusters) or "
    "property-directed search (pdr). auto selects pdr, the fastest.",
)
@click.option(
    "--encoding",
    help="For --method thesis: minimal (the default), extended, reduced, minimal+NAME (see floodit "
    "encode --help), or a Python file that defines conditions.",
)
@timeout_option("one board")
@cores_option("boards")
@click.option(
    "--memory",
    type=COUNT,
    metavar="MiB",
    help="Memory limit for the search, with the methods auto and pdr; the program needs "
    "50 MiB more.",
)
@click.option(
    "--solver",
    default=SOLVER,
    show_default=True,
    help="The SAT solver for the methods clusters and thesis, by its PySAT name. For "
    "thesis, the path of a program that reads DIMACS and prints its answer in the format of the "
    "SAT Competition may be given instead.",
)
@click.option("--draw", is_flag=True, help="Draw the board after each move.")
@quiet_option
def solve(
    files: Sequence[str],
    form: Form,
    start: Start | None,
    as_json: bool,
    method: str,
    encoding: str | None,
    timeout: float | None,
    cores: int,
    memory: int | None,
    solver: str,
    draw: bool,
    quiet: bool,
) -> None:
    """Print the minimum number of moves for every board in every FILE, and a shortest solution.

    When a limit on time or memory is reached, or on Ctrl-C, the best solution found so far is
    printed with a proven lower bound. The exit status is 0 whether or not the minimum is proven;
    with --json, each line has a status.
    """
    if draw and as_json:
        raise click.UsageError("--draw and --json are two outputs; choose one")
    must_compare = encoding is not None
    if method in ("clusters", "thesis") or solver != SOLVER:
        must_compare |= _check_solver(solver, method, timeout)
    if encoding is not None:
        if method != "thesis":
            raise InputError(f"--encoding works with --method thesis, not with {method}")
        from puzzlesat.floodit.encode.redundant import check_encoding  # which loads NumPy

        check_encoding(encoding)
        method = f"thesis:{encoding}"
    if memory is not None and method not in ("auto", "pdr"):
        raise InputError(f"--memory works with the methods auto and pdr, not with {method}")
    contradictions = []
    stream = PuzzleStream(files, lambda file: boards_in(file, form, start))
    max_bytes = None if memory is None else memory << 20
    if cores > 1 and len(stream) > 1:
        from puzzlesat.floodit.solve.parallel import answers

        processes = min(cores, len(stream))
        results = answers(stream.puzzles, processes, method, timeout, max_bytes, solver)
    else:
        results = _one_by_one(stream, method, timeout, max_bytes, solver, quiet)
    with closing(results):
        for answer, source in zip(results, stream.sources, strict=True):
            label = source.label("board")
            if answer.status == "optimal" and must_compare:
                _check_minimum(answer.bounds, label, timeout)
                _check_model(answer.bounds, label, encoding or "minimal", solver, timeout)
            _print(answer, source, label, as_json, draw)
            if answer.status == "interrupted":
                continue  # the exception follows
            if (contradicted := contradiction(answer.bounds)) is not None:
                place = f"{source.file} gives a wrong minimum: board {source.number}"
                contradictions.append(f"{place} {contradicted}")
    if contradictions:
        raise InputError("; ".join(contradictions))


@click.command()
@click.argument("file")
@board_form
@start_option()
@number_option("board")
@json_option()
@timeout_option("each search (of the board, and after each possible move)")
def hint(
    file: str,
    form: Form,
    start: Start | None,
    number: int,
    as_json: bool,
    timeout: float | None,
) -> None:
    """Print the best move for a board in FILE, and the number of moves left after each move.

    The numbers are exact; after a timeout, bounds are printed.
    """
    board = item_at(boards_in(file, form, start), number, file, "board")
    best = find_hint(board, timeout)
    click.echo(json.dumps({"board": number} | best.as_json()) if as_json else best.in_words())


def _check_solver(solver: str, method: str, timeout: float | None) -> bool:
    """Check that a method can use a solver, and return whether the solver is a program."""
    from puzzlesat.sat.solver import check_solver, is_program  # which loads PySAT

    check_solver(solver, timeout)
    if is_program(solver) and method != "thesis":
        raise InputError(
            f"a program as --solver works only with --method thesis, not with {method}"
        )
    return is_program(solver)


def _check_minimum(bounds: Bounds, label: str, timeout: float | None) -> None:
    """Compare a minimum with the bounds of the fastest method, within the same time limit."""
    proven = solve_board(bounds.board, wall_limit=timeout)
    if not proven.lower <= bounds.upper <= proven.upper:
        minimum = proven.minimum or f"{proven.lower} to {proven.upper}"
        raise DisagreementError(
            f"{label}: the solver and the encoding give {counted(bounds.upper, 'move')}, but the "
            f"minimum is {minimum}; one of them is wrong"
        )


def _check_model(
    bounds: Bounds, label: str, encoding: str, solver: str, timeout: float | None
) -> None:
    """Replay a model of the formula for the minimum, unless it already gave the solution."""
    if bounds.moves_by == "thesis":
        return
    from puzzlesat.floodit.solve.minimum import decider  # which loads PySAT

    p = bounds.upper
    try:
        moves = decider(bounds.board, encoding, solver, timeout)(p)
    except TimeoutError:
        print_remark(
            f"{label}: the formula for {counted(p, 'move')} was not solved within the time limit"
        )
        return
    if moves is None:
        raise DisagreementError(
            f"{label}: the solver and the encoding find no solution of "
            f"{counted(p, 'move')}, but there is one; one of them is wrong"
        )
    check_solution(bounds.board, moves, p)


def _one_by_one(
    stream: PuzzleStream[Board],
    method: str,
    seconds: float | None,
    memory: int | None,
    solver: str,
    quiet: bool,
) -> Generator[Answer]:
    """Yield the answers in order, and show the bounds of each board during its search."""
    for source, board in stream:
        label = source.label("board")
        limits = Limits.of(seconds, memory)
        with status_line(quiet=quiet) as show_status:
            task = bounds_and_method(board, method, partial(_show_bounds, show_status, label))
            answer = find_answer(*task, limits, solver)
        yield answer
        if answer.interrupt is not None:
            raise answer.interrupt


def _show_bounds(show_status: Callable[[str], None], label: str, bounds: Bounds) -> None:
    show_status(f"{label}: {bounds.lower} to {bounds.upper} moves")


def _print(answer: Answer, source: Source, label: str, as_json: bool, draw: bool) -> None:
    """Print an answer as a line of JSON, or as text and, if asked, coloured boards."""
    if as_json:
        print_line(json.dumps(source.as_json | answer.as_json(source.number)))
        return
    click.echo(answer.in_words(label))
    if not draw:
        return
    bounds, width = answer.bounds, shutil.get_terminal_size().columns
    board = bounds.board
    if board.rows * board.cols * bounds.upper > MAX_DRAWN:
        click.echo("\n(too large to be drawn move by move)\n")
    else:
        drawing = draw_solution(board, bounds.moves, width, styled=shows_styles())
        click.echo("\n" + drawing + "\n")
