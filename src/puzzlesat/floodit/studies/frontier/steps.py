"""Measure how far minima can be proven, by our methods and by others."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from puzzlesat.common.command import solver_option, timeout_option
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.solve.baselines import CONTENDERS, Program
from puzzlesat.floodit.studies.frontier.rows import outcome_rows
from puzzlesat.report.rows import read_rows
from puzzlesat.report.steps import Progress, Rows, rows_step
from puzzlesat.sat.solver import check_solver


def contender_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what is measured, and within which limits."""
    for option in (
        click.option(
            "--memory",
            type=click.IntRange(1),
            default=4000,
            show_default=True,
            metavar="MB",
            help="Memory limit for the search of auto and pdr; the program takes 200 MB more.",
        ),
        timeout_option("one board", default=60),
        click.option(
            "--program",
            "programs",
            nargs=4,
            multiple=True,
            metavar="NAME COMMAND FORMAT ANSWER",
            help="Any other program: a command line with {file} for the board, written as lines or "
            "sized, and a regular expression whose group is the minimum in what it prints; may be "
            "repeated.",
        ),
        click.option(
            "--method",
            "methods",
            multiple=True,
            type=click.Choice(list(CONTENDERS)),
            help="A method, or another solver that may be installed; may be repeated.",
        ),
    ):
        function = option(function)
    return function


def contenders_of(
    methods: Sequence[str], programs: Sequence[tuple[str, str, str, str]]
) -> list[str | Program]:
    """Return the methods and programs to be measured.

    Raises
    ------
    InputError
        If there are none.
    """
    contenders: list[str | Program] = [*methods, *(Program.of(*program) for program in programs)]
    if not contenders:
        raise InputError("nothing to measure; give a --method or a --program")
    return contenders


@rows_step("board")
@click.argument("files", nargs=-1, required=True)
@contender_options
@solver_option("glucose42")
@click.option(
    "--give-up", is_flag=True, help="Skip the files after one in which a method proved nothing."
)
def measure(
    files: tuple[str, ...],
    methods: tuple[str, ...],
    programs: tuple[tuple[str, str, str, str], ...],
    timeout: float,
    memory: int,
    solver: str,
    give_up: bool,
    progress: Progress,
) -> Rows:
    """Measure what methods prove about the boards of the samples FILES, and at what cost.

    Each board is solved in a process of its own. A method that is not installed has rows that say
    so.
    """
    check_solver(solver, timeout)
    contenders = contenders_of(methods, programs)
    pieces = [read_rows(file, SAMPLE) for file in files]
    total = len(contenders) * sum(map(len, pieces))
    rows = (
        row
        for method in contenders
        for row in outcome_rows(pieces, method, timeout, memory << 20, solver, give_up=give_up)
    )
    return progress(rows, total=total)
