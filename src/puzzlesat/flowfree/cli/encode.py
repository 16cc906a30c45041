"""The command that writes formulas for other solvers."""

import shlex

import click

from puzzlesat.common.command import number_option, output_option
from puzzlesat.common.files import atomic_write
from puzzlesat.flowfree.board.formats import puzzle_of
from puzzlesat.flowfree.cli.options import encoding_option, method_option
from puzzlesat.flowfree.solve.search import ENCODINGS, METHODS, header
from puzzlesat.sat.dimacs import write


@click.command()
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
    puzzle = puzzle_of(file, number)
    options = f"--puzzle {number} --method {method} --encoding {encoding}"
    command = f"flowfree encode {shlex.quote(file)} {options}"
    formula = METHODS[method].formula(ENCODINGS[encoding](puzzle))
    with atomic_write(output, binary=True) as target:
        write(formula, header(puzzle, encoding, method, command), target)
