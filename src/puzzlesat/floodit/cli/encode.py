"""The commands that write formulas for other solvers, and read their answers."""

import json
import shlex
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from puzzlesat.common.command import json_option, number_option, output_option
from puzzlesat.common.errors import InputError, counted, item_at
from puzzlesat.common.files import atomic_write, content_suffix
from puzzlesat.common.puzzle_files import Form
from puzzlesat.floodit.cli.options import Start, board_form, boards_in, start_option
from puzzlesat.floodit.encode.exchange import EXCHANGE_FORMATS, convert, read_converted
from puzzlesat.floodit.encode.instance import VARIANTS, Instance, read_instance
from puzzlesat.floodit.encode.redundant import ADDABLE
from puzzlesat.sat.answer import read_answer


@click.command()
@click.argument("file")
@board_form
@start_option()
@click.option(
    "--moves",
    "p",
    required=True,
    type=click.IntRange(0, 10**9),
    help="Number of moves allowed.",
)
@click.option(
    "--encoding",
    default="minimal",
    show_default=True,
    help="minimal (conditions 1-10 of the thesis), extended (1-12), reduced (only those of "
    "1-10 that are needed), clusters, or a Python file that defines conditions. To add redundant "
    f"clauses to minimal, give minimal+NAME (NAME: {', '.join(ADDABLE)}).",
)
@click.option(
    "--variant",
    type=click.Choice(VARIANTS),
    default="corrected",
    show_default=True,
    help="corrected: the encoding without the errors in the thesis; printed: as in the "
    "thesis, with an extra state at the end and with tautological clauses.",
)
@number_option("board")
@click.option(
    "--all",
    "all_boards",
    is_flag=True,
    help="Write a formula for every board to the folder given by -o.",
)
@click.option(
    "--as",
    "target_format",
    type=click.Choice(["cnf", "opb", "wcnf"]),
    default="cnf",
    show_default=True,
    help="cnf: DIMACS; opb: pseudo-Boolean constraints; wcnf: MaxSAT, which "
    "minimizes the number of moves, with --moves as the upper limit.",
)
@click.option(
    "--shuffle",
    type=click.IntRange(0, 10**9),
    metavar="SEED",
    help="Number the variables and order the clauses at random, with this seed.",
)
@output_option
def encode(
    file: str,
    form: Form,
    start: Start | None,
    p: int,
    encoding: str,
    variant: str,
    number: int,
    all_boards: bool,
    target_format: str,
    shuffle: int | None,
    output: str,
) -> None:
    """Encode the question whether the board in FILE can be flooded in a number of moves.

    An output file whose name ends in .gz or .xz is compressed. With --all, -o names a
    folder, and the files in it are board-0.cnf, board-1.cnf and so on (or .opb, .wcnf).
    """
    ending = content_suffix(output).removeprefix(".")
    if ending in (*EXCHANGE_FORMATS, "cnf") and ending != target_format:
        raise InputError(f"{output}: a file of this name is written with --as {ending}")
    boards = boards_in(file, form, start)
    if all_boards and output == "-":
        raise InputError("--all needs a folder: name it with -o")
    source = click.get_current_context().get_parameter_source("number")
    if all_boards and source is not ParameterSource.DEFAULT:
        raise InputError("--board names one board, and --all means all of them; give one")
    chosen = [] if all_boards else [(number, item_at(boards, number, file, "board"))]
    for i, board in chosen or enumerate(boards):
        instance = Instance(board, p, encoding, variant, shuffle)
        command = f"floodit encode {shlex.quote(file)} {form.options} --board {i}"
        command += f" --moves {p} --encoding {shlex.quote(encoding)} --variant {variant}"
        command += f" --start {board.start_text}" if board.start_text else ""
        command += "" if shuffle is None else f" --shuffle {shuffle}"
        path = str(Path(output, f"board-{i}.{target_format}")) if all_boards else output
        with atomic_write(path, binary=True) as target:
            if target_format == "cnf":
                instance.write(command, target)
            else:
                comments = instance.comments(f"{command} --as {target_format}")
                target.write(convert(instance, target_format, comments).encode())


@click.command()
@click.argument("file")
@click.argument("answer", default="-")
@click.option(
    "--encoding",
    metavar="FILE",
    help="The Python file with the encoding, if the comments of the instance name one.",
)
@json_option()
def decode(file: str, answer: str, encoding: str | None, as_json: bool) -> None:
    """Translate ANSWER, a solver's output for FILE, into moves, and replay them.

    FILE is a formula written by floodit encode, as DIMACS or with a name that ends in .opb or
    .wcnf. Its clauses must match its comments. ANSWER is a solver's output, in the format of the
    SAT Competition or of similar ones for OPB and MaxSAT, or a result file of MiniSat or Glucose.
    Without ANSWER, standard input is read. An UNSAT answer is not checked; for a verified proof,
    use floodit prove.
    """
    name = content_suffix(file).removeprefix(".")
    if name in EXCHANGE_FORMATS:
        instance = read_converted(file, name, encoding)
    else:
        instance = read_instance(file, encoding)
    status, model = read_answer(answer, instance.size[0])
    moves_allowed = counted(instance.p, "move")
    result: dict[str, Any] = {"status": status}
    sentence = {
        "unsat": f"unsat: according to the solver, the board cannot be flooded in {moves_allowed}",
        "unknown": f"unknown: the solver does not decide whether {moves_allowed} flood the board",
    }.get(status)
    if status == "sat":
        if name == "wcnf":
            from puzzlesat.floodit.encode.maxsat import moves_of  # PySAT, which is slow to load

            moves = moves_of(instance, model)
        else:
            moves = instance.moves(model)
        instance.check(moves)
        symbols = [instance.board.symbols[c] for c in moves]
        result["moves"] = symbols
        sentence = " ".join(map(str, symbols)) + (
            f"\n{counted(len(moves), 'move')}, replayed: {instance.goal}"
        )
    click.echo(json.dumps(result) if as_json else sentence)
