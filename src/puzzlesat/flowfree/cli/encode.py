"""The commands that write formulas for external solvers, and read the solvers' answers."""

import json
import shlex

import click

from puzzlesat.common.command import json_option, number_option, output_option
from puzzlesat.common.files import atomic_write
from puzzlesat.common.puzzle_files import Form
from puzzlesat.flowfree.cli.options import (
    encoding_option,
    puzzle_form,
    puzzle_in,
    rule_option,
    with_rule,
)
from puzzlesat.flowfree.encode.instance import Instance
from puzzlesat.flowfree.encode.methods import METHODS
from puzzlesat.flowfree.show.terminal import draw
from puzzlesat.flowfree.solve.answer import rule_in_words
from puzzlesat.sat.answer import read_answer
from puzzlesat.sat.dimacs import read_written


@click.command()
@click.argument("file")
@puzzle_form
@number_option("puzzle")
@rule_option
@click.option(
    "--method",
    type=click.Choice(METHODS),
    default=METHODS[0],
    show_default=True,
    help="How cycles are excluded: by the order of cells along flows (ranks), by paths out of the "
    "board that cross no flow (escape), or not at all (repair). The method escape requires the "
    "strict rule and a board without bridges, warps, walls or missing cells.",
)
@encoding_option
@output_option
def encode(
    file: str, form: Form, number: int, rule: str | None, method: str, encoding: str, output: str
) -> None:
    """Encode "does the puzzle in FILE have a solution?" as DIMACS CNF.

    With the methods ranks and escape, the formula is satisfiable if and only if the puzzle
    has a solution. With the method repair, models may contain cycles in addition to flows; such
    models are not solutions, except under the rule numberlink, where the cells of the cycles stay
    empty. flowfree decode reads a solver's answer.

    An output file whose name ends in .gz or .xz is compressed.
    """
    puzzle = with_rule(rule, puzzle_in(file, number, form))
    instance = Instance(puzzle, encoding, method)
    options = f"--puzzle {number} --rule {puzzle.rule} --method {method} --encoding {encoding}"
    with atomic_write(output, binary=True) as target:
        command = f"flowfree encode {shlex.quote(file)} {form.options} {options}"
        instance.write(command, target)
    if not instance.decides:
        click.echo(
            f"with the method {method}, the formula may be satisfiable even if the puzzle has no "
            "solution; the other methods exclude this",
            err=True,
        )


@click.command()
@click.argument("file")
@click.argument("answer", default="-")
@json_option()
def decode(file: str, answer: str, as_json: bool) -> None:
    """Decode ANSWER, a solver's output for the formula in FILE, and check the solution.

    FILE is an output of flowfree encode; its clauses must match its comments.
    ANSWER is the output of a solver in the format of the SAT Competition, or a result file of
    MiniSat or Glucose. An UNSAT answer is not checked; for a verified proof, use flowfree prove.
    """
    instance = read_written(file, Instance.of_comments)
    status, model = read_answer(answer, instance.size[0])
    solution = instance.solution(model) if status == "sat" else None
    rule = rule_in_words(instance.puzzle)
    if as_json:
        status_names = {"sat": "solved" if solution else "unknown", "unsat": "unsolvable"}
        answer_fields = {
            "rule": instance.puzzle.rule,
            "status": status_names.get(status, "unknown"),
            "solution": solution and solution.lines,
            "paths": solution and solution.cells,
        }
        click.echo(json.dumps(answer_fields, ensure_ascii=False))
        return
    if status != "sat":
        unsat_message = f"unsat: according to the solver, there is no solution {rule}"
        click.echo({"unsat": unsat_message, "unknown": status}[status])
        return
    if solution is None:
        click.echo(
            "unknown: the model has a cycle, which this formula does not exclude; encode the "
            f"puzzle with --method {METHODS[0]}"
        )
        return
    click.echo("\n".join(draw(instance.puzzle, solution.flow)))
    click.echo(f"{instance.puzzle.size}, replayed: a solution {rule}")
