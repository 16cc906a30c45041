"""The commands that write formulas for other solvers, and read their answers."""

import shlex
from collections.abc import Callable
from typing import Any

import click

from puzzlesat.common.command import number_option, output_option
from puzzlesat.common.errors import item_at
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.cli.options import Start, boards_in, format_option, start_option
from puzzlesat.floodit.encode.instance import VARIANTS, Instance, read_instance
from puzzlesat.sat.answer import read_answer


def written_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that name the formula of a file: its moves, encoding and variant."""
    for option in (
        click.option(
            "--variant",
            type=click.Choice(VARIANTS),
            default="corrected",
            show_default=True,
            help="With the thesis's slips corrected, or as printed: state p+1, tautologies.",
        ),
        click.option(
            "--encoding",
            default="minimal",
            show_default=True,
            help="minimal, extended or reduced: the thesis's conditions 1-10, 1-12, those of 1-10 "
            "that are needed; clusters; minimal+NAME or a Python file, with redundant clauses.",
        ),
        click.option(
            "--moves", "p", required=True, type=click.IntRange(0, 10**9), help="Moves allowed."
        ),
    ):
        function = option(function)
    return function


@click.command()
@click.argument("file")
@format_option
@start_option()
@written_options
@number_option("board")
@output_option
def encode(
    file: str,
    format_: str,
    start: Start | None,
    p: int,
    encoding: str,
    variant: str,
    number: int,
    output: str,
) -> None:
    """Write "can the board in FILE be flooded in so many moves?" as DIMACS CNF.

    An output that ends in .gz or .xz is compressed.
    """
    boards = boards_in(file, format_, start)
    instance = Instance(item_at(boards, number, file, "board"), p, encoding, variant)
    options = f"--format {format_} --board {number} --moves {p} --encoding {encoding}"
    command = f"floodit encode {shlex.quote(file)} {options} --variant {variant}"
    command += f" --start {instance.board.place}" if instance.board.place else ""
    with atomic_write(output, binary=True) as target:
        instance.write(command, target)


@click.command()
@click.argument("file")
@click.argument("answer", default="-")
@click.option(
    "--encoding",
    metavar="FILE",
    help="The Python file with redundant clauses that the comments name.",
)
def decode(file: str, answer: str, encoding: str | None) -> None:
    """Read a solver's ANSWER to the instance in FILE as moves, and replay them.

    FILE is what floodit encode wrote; its clauses must be those that its comments name. ANSWER is
    what a solver of the competitions prints, or the result file of MiniSat. That no moves flood the
    board is the solver's word alone; floodit prove has it verified.
    """
    instance = read_instance(file, encoding)
    status, model = read_answer(answer)
    if status != "sat":
        unsat = f"unsat: the solver says that no {instance.p} moves flood it"
        click.echo({"unsat": unsat, "unknown": status}[status])
        return
    moves = instance.moves(model)
    instance.check(moves)
    click.echo(" ".join(str(instance.board.symbols[c]) for c in moves))
    click.echo(f"{len(moves)} moves, replayed: {instance.goal}")
