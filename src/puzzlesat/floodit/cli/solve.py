"""The command that finds minima."""

import json
import shutil
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path
from typing import IO

import click

from puzzlesat.common.command import Output, printing, quiet_option, status_line, timeout_option
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.board import FREE, Board
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.show.terminal import draw_solution
from puzzlesat.floodit.solve.answer import Answer, begin, contradiction, solve_board
from puzzlesat.floodit.solve.exact import METHODS, Interval, Limits
from puzzlesat.floodit.solve.parallel import answers
from puzzlesat.report.rows import Row
from puzzlesat.sat.solver import SOLVERS, WITHOUT_LIMIT, check_solver

MOST_DRAWN = 1_000_000
"""So many fields, of the boards after all moves, are drawn in words and colours at most."""


@click.command()
@click.argument("file")
@format_option
@start_option(free=True)
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object per board and line.")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="auto",
    show_default=True,
    help="The search; auto is contracted for half a second, then pdr.",
)
@timeout_option("one board")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many boards to solve at once. With 2 and a single board, auto and pdr look for "
    "solutions beside their search, unless --memory limits them.",
)
@click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MB",
    help="Memory limit for the search of auto and pdr; the program takes 200 MB more.",
)
@click.option(
    "--solver",
    default="glucose42",
    show_default=True,
    help="PySAT's name of the SAT solver, for auto, contracted and thesis.",
)
@click.option(
    "--nogoods",
    cls=Output,
    metavar="FILE",
    help="Write nogoods that refute one move less, for floodit check.",
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
    start: Start | None,
    as_lines: bool,
    method: str,
    timeout: float | None,
    jobs: int,
    memory: int | None,
    solver: str,
    nogoods: str | None,
    folder: str | None,
    quiet: bool,
) -> None:
    """Print the minimum of every board in FILE, and a shortest solution.

    When time or memory is used up, and on Ctrl-C, the best solution found stands beside a lower
    bound that has been proved. With --start free, minimum and bound are those over all starts, and
    the best one is named.
    """
    check_solver(solver, timeout)
    if method == "auto" and SOLVERS[solver] in WITHOUT_LIMIT:
        raise InputError(
            f"the solver {solver} cannot be stopped, as --method auto does after half a second; "
            "choose another solver or method"
        )
    if memory is not None and method not in ("auto", "pdr"):
        raise InputError(f"--memory works with the methods auto and pdr, not with {method}")
    if start == FREE:
        _check_free(method, {"--nogoods": nogoods, "--certificate": folder})
        method = FREE
    wrong = []
    boards = boards_in(file, format_, start)
    most = None if memory is None else memory << 20
    if jobs > 1 and len(boards) > 1:
        found = answers(boards, jobs, method, timeout, most, solver)
    else:
        found = _one_by_one(boards, jobs, method, timeout, most, solver, quiet)
    with (
        printing(for_files=not (nogoods is None and folder is None)) as say,
        nullcontext() if nogoods is None else atomic_write(nogoods) as refutations,
        nullcontext([]) if folder is None else _certificates(folder, boards) as rows,
        closing(found),
    ):
        for number, answer in enumerate(found):
            _print(answer, number, as_lines, say)
            if answer.status == "interrupted":
                continue  # the exception follows
            interval = answer.interval
            limits = Limits.of(None if timeout is None else timeout - answer.seconds, most)
            if refutations is not None:
                _write_nogoods(interval, number, limits, refutations)
            if folder is not None:
                rows += _certify(interval, number, limits, folder)
            if (contradicts := contradiction(interval)) is not None:
                wrong.append(f"board {number} {contradicts}")
    if wrong:
        raise InputError(f"{file} gives a wrong minimum: {'; '.join(wrong)}")
    if folder is not None:
        _say_unchecked(rows)


def _check_free(method: str, written: Mapping[str, str | None]) -> None:
    """Refuse what does not go with ``--start free``."""
    if method not in ("auto", "pdr"):
        raise InputError(f"--start free works with the methods auto and pdr, not with {method}")
    for option, name in written.items():
        if name is not None:
            raise InputError(f"{option} works with one start; give the one that --start free finds")


def _one_by_one(
    boards: Sequence[Board],
    jobs: int,
    method: str,
    seconds: float | None,
    memory: int | None,
    solver: str,
    quiet: bool,
) -> Generator[Answer]:
    """Yield the answers as `answers` does, and tell how each board stands."""
    for number, board in enumerate(boards):
        limits = Limits.of(seconds, memory, jobs)
        with status_line(quiet=quiet) as say:
            interval, close = begin(board, method, partial(_say_interval, say, number))
            answer = solve_board(interval, close, limits, solver)
        yield answer
        if answer.interrupt is not None:
            raise answer.interrupt


def _say_interval(say: Callable[[str], None], number: int, interval: Interval) -> None:
    say(f"board {number}: {interval.lower} to {interval.upper} moves")


def _print(answer: Answer, number: int, as_lines: bool, say: Callable[[str], None]) -> None:
    """Print what is known of a board, as a line of JSON or in words and colours."""
    if as_lines:
        say(json.dumps(answer.as_json(number)))
        return
    interval, width = answer.interval, shutil.get_terminal_size().columns
    say(answer.in_words(number) + "\n")
    board = interval.board
    if board.rows * board.cols * interval.upper > MOST_DRAWN:
        say("(too large to be drawn move by move)\n")
    else:
        say(draw_solution(board, interval.moves, width) + "\n")


# What loads compiled code is imported by those that need it: most boards are solved without.


def _write_nogoods(interval: Interval, number: int, limits: Limits, file: IO[str]) -> None:
    """Write nogoods, or say on standard error why there are none."""
    from puzzlesat.floodit.prove.nogoods import write_nogoods

    why = write_nogoods(interval, limits, file)
    if why is not None:
        click.echo(f"board {number} has no nogoods: {why}", err=True)


def _certificates(folder: str, boards: Sequence[Board]) -> AbstractContextManager[list[Row]]:
    """Make room for the certificates of all boards."""
    from puzzlesat.floodit.prove.drat import certificates

    return certificates(Path(folder), {_stem(i): board for i, board in enumerate(boards)})


def _certify(interval: Interval, number: int, limits: Limits, folder: str) -> list[Row]:
    """Write a certificate, or say on standard error why there is none."""
    from puzzlesat.floodit.prove.drat import certify_interval

    row = certify_interval(interval, limits, Path(folder), _stem(number))
    if row is None:
        click.echo(f"board {number} has no certificate: its minimum is not known", err=True)
        return []
    return [{"number": number} | row]


def _stem(number: int) -> str:
    return f"board-{number}"


def _say_unchecked(rows: Sequence[Row]) -> None:
    """Say on standard error which certificates were not checked; fail if one was refused."""
    from puzzlesat.floodit.prove.drat import unchecked

    sentence = unchecked(rows)
    if sentence is not None:
        click.echo(sentence, err=True)
