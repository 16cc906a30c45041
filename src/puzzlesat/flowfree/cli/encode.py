"""The command that writes formulas for other solvers."""

import shlex
from dataclasses import replace

import click

from puzzlesat.common.command import number_option, output_option
from puzzlesat.common.files import atomic_write
from puzzlesat.flowfree.board.formats import puzzle_of
from puzzlesat.flowfree.cli.options import encoding_option, method_option, rule_option
from puzzlesat.flowfree.solve.search import ENCODINGS, METHODS, check_rule, header
from puzzlesat.sat.dimacs import write


@click.command()
@click.argument("file")
@number_option("puzzle")
@rule_option
@method_option
@encoding_option
@output_option
def encode(file: str, number: int, rule: str, method: str, encoding: str, output: str) -> None:
    """Write "does the puzzle in FILE have a solution?" as DIMACS CNF.

    With the methods ranks and escape, the clauses exclude cycles; with the others, models may hold
    some. An output that ends in .gz or .xz is compressed.
    """
    puzzle = replace(puzzle_of(file, number), rule=rule)
    check_rule(puzzle, encoding, method)
    options = f"--puzzle {number} --rule {rule} --method {method} --encoding {encoding}"
    command = f"flowfree encode {shlex.quote(file)} {options}"
    formula = METHODS[method].formula(ENCODINGS[encoding](puzzle))
    with atomic_write(output, binary=True) as target:
        write(formula, header(puzzle, encoding, method, command), target)
