"""The command that solves puzzles."""

import json
from collections.abc import Callable
from functools import partial

import click

from puzzlesat.common.command import quiet_option, say_remark, status_line, timeout_option
from puzzlesat.flowfree.board.formats import read_puzzles
from puzzlesat.flowfree.cli.options import encoding_option, method_option, rule_option, under
from puzzlesat.flowfree.encode.methods import SOLVER, solver_of
from puzzlesat.flowfree.show.terminal import draw
from puzzlesat.flowfree.solve.answer import as_json, sentence, solve_puzzle, under_other_rules

OTHER_RULES = 1.0
"""Seconds for the question whether a puzzle without a solution has one under another rule."""


@click.command()
@click.argument("file")
@click.option("--unique", is_flag=True, help="Also search for a second solution.")
@click.option(
    "--json", "as_lines", is_flag=True, help="Print one JSON object per puzzle, one per line."
)
@timeout_option("one puzzle")
@rule_option
@method_option
@encoding_option
@click.option(
    "--solver",
    help="PySAT name of a SAT solver, or path of a program that reads DIMACS and prints its "
    "answer in the format of the SAT Competition.  [default: minisat22; cadical195 for the method "
    "propagator]",
)
@quiet_option
def solve(
    file: str,
    unique: bool,
    as_lines: bool,
    timeout: float | None,
    rule: str | None,
    method: str,
    encoding: str,
    solver: str | None,
    quiet: bool,
) -> None:
    """Print a solution of every puzzle in FILE, or report that there is none.

    Flows must connect their endpoints and, unless the rule is numberlink, fill the board. Under the
    strict rule, no flow may touch itself: any two cells of a flow that share a side must be
    consecutive. For a puzzle without a solution, the answer adds whether another rule allows one,
    if this is quickly known.

    By default, propagation and a short search solve most puzzles, and a SAT solver solves
    the rest.
    """
    puzzles = read_puzzles(file, say_remark)
    direct = (encoding, method, solver) == ("links", "repair", None)
    if solver is None:
        solver = solver_of(method, SOLVER)
    for number, (_, given) in enumerate(puzzles):
        puzzle = under(rule, given)
        said = f"puzzle {number}, {puzzle.measures}"
        with status_line(quiet=quiet) as say:
            say(said)
            answer = solve_puzzle(
                *(puzzle, encoding, method, solver, timeout),
                unique=unique,
                direct=direct,
                tell=partial(_say, say, said),
            )
        if as_lines:
            click.echo(json.dumps(as_json(answer, puzzle, number), ensure_ascii=False))
            continue
        lines = [f"puzzle {number}, {sentence(answer, puzzle)}"]
        if answer.status == "unsolvable":
            lines[0] += under_other_rules(puzzle, OTHER_RULES)
        for solution in answer.solutions:
            lines += [*draw(puzzle, solution.flow), ""]
        click.echo("\n".join(lines))


def _say(say: Callable[[str], None], said: str, how_far: str) -> None:
    say(f"{said}: {how_far}")
