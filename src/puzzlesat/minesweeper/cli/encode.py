"""The command that writes states as formulas for other solvers."""

import shlex
from importlib.metadata import version

import click

from puzzlesat.common.command import number_option, output_option
from puzzlesat.common.files import atomic_write
from puzzlesat.common.puzzle_files import Form
from puzzlesat.minesweeper.cli.options import cardinality_option, state_form, state_in
from puzzlesat.minesweeper.encode.encoding import encode as encoding_of
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.sat.dimacs import write
from puzzlesat.sat.formula import Formula, arrays_by_length, static_template


@click.command()
@click.argument("file")
@state_form
@number_option("state")
@cardinality_option
@output_option
def encode(file: str, form: Form, number: int, cardinality: str, output: str) -> None:
    """Encode "does a placement of mines fit the state in FILE?" as DIMACS CNF.

    The first variables represent fields, which the comments name. Such a variable is true if its
    field is a mine. Further variables count mines. A field is certain if it has the same value in
    all models of the formula.

    An output file whose name ends in .gz or .xz is compressed.
    """
    state = state_in(file, number, form)
    encoding = encoding_of(network(state), cardinality)
    clauses = encoding.clauses
    top = max((abs(x) for clause in clauses for x in clause), default=0)
    comments = {
        "description": "does a placement of mines fit this Minesweeper state?",
        "generator": f"puzzlesat {version('puzzlesat')}",
        "command": f"minesweeper encode {shlex.quote(file)} --format {form.format} "
        f"--state {number} --cardinality {cardinality}",
        "state": "/".join(state.lines),
        "mines": "unknown" if state.mines is None else state.mines,
        **{
            f"variable {v}": "row {}, column {}".format(*state.place(f))
            for f, v in encoding.variable.items()
        },
    }
    with atomic_write(output, binary=True) as target:
        write(
            Formula(top, (static_template("state", *arrays_by_length(clauses)),)), comments, target
        )
