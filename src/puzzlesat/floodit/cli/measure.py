"""The steps that measure how far minima can be proven, by our methods and by others."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from puzzlesat.common.command import (
    Output,
    output_option,
    progress,
    quiet_option,
    solver_option,
    timeout_option,
)
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.formats import SAMPLE
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.encode.instance import WRITTEN
from puzzlesat.floodit.solve.baselines import CONTENDERS, Program
from puzzlesat.floodit.studies.baselines.rows import set_rows
from puzzlesat.floodit.studies.frontier.rows import outcome_rows
from puzzlesat.floodit.studies.verified.rows import proof_rows
from puzzlesat.report.rows import read_rows, write_rows
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


def _contenders(
    methods: Sequence[str], programs: Sequence[tuple[str, str, str, str]]
) -> list[str | Program]:
    contenders: list[str | Program] = [*methods, *(Program.of(*program) for program in programs)]
    if not contenders:
        raise InputError("nothing to measure; give a --method or a --program")
    return contenders


@click.command()
@click.argument("files", nargs=-1, required=True)
@contender_options
@solver_option("glucose42")
@click.option(
    "--give-up", is_flag=True, help="Skip the files after one in which a method proved nothing."
)
@quiet_option
@output_option
def measure(
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
    check_solver(solver, timeout)
    contenders = _contenders(methods, programs)
    pieces = [read_rows(file, SAMPLE) for file in files]
    total = len(contenders) * sum(map(len, pieces))
    rows = (
        row
        for method in contenders
        for row in outcome_rows(pieces, method, timeout, memory << 20, solver, give_up=give_up)
    )
    write_rows(progress(rows, unit="board", quiet=quiet, total=total), output)


@click.command("measure-set")
@click.argument("file")
@format_option
@start_option()
@click.option("--name", required=True, help="What rows call the set.")
@click.option(
    "--published",
    type=click.IntRange(0),
    default=0,
    metavar="TOTAL",
    help="The total of the minima as it was published.",
)
@contender_options
@solver_option("glucose42")
@quiet_option
@output_option
def measure_set(
    file: str,
    format_: str,
    start: Start | None,
    name: str,
    published: int,
    methods: tuple[str, ...],
    programs: tuple[tuple[str, str, str, str], ...],
    timeout: float,
    memory: int,
    solver: str,
    quiet: bool,
    output: str,
) -> None:
    """Measure what methods prove about the boards in FILE, a public set, and at what cost.

    A program whose COMMAND has {set} instead of {file} is given all boards at once; {start} in it
    is the row and column from which play starts.
    """
    check_solver(solver, timeout)
    contenders = _contenders(methods, programs)
    boards = boards_in(file, format_, start)
    rows = (
        row
        for method in contenders
        for row in set_rows(name, boards, published, method, timeout, memory << 20, solver)
    )
    total = len(contenders) * len(boards)
    write_rows(progress(rows, unit="board", quiet=quiet, total=total), output)


@click.command()
@click.argument("file")
@click.option(
    "--encoding",
    type=click.Choice(WRITTEN),
    default="minimal",
    show_default=True,
    help="The encoding of the formula that is refuted.",
)
@timeout_option("one board", required=True)
@click.option(
    "--keep",
    cls=Output,
    metavar="DIR",
    help="Keep the proofs here, each in a folder as floodit prove writes.",
)
@quiet_option
@output_option
def measure_proofs(
    file: str, encoding: str, timeout: float, keep: str | None, quiet: bool, output: str
) -> None:
    """Prove every board of a sample FILE by the verified checker, and measure it.

    Where cake_lpr is not installed, rows say so.
    """
    boards = progress(read_rows(file, SAMPLE), unit="board", quiet=quiet)
    kept = Path(keep) if keep else None
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
    write_rows(proof_rows(boards, encoding, timeout, kept), output)
