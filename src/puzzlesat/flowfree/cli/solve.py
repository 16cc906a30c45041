"""The command that solves puzzles."""

from contextlib import closing
from functools import partial
from time import monotonic
from typing import Any

import click

from puzzlesat.common.command import (
    cores_option,
    json_option,
    print_line,
    quiet_option,
    status_line,
    timeout_option,
)
from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.limits import TooLargeError
from puzzlesat.common.puzzle_files import PuzzleStream, Source, files_argument
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.cli.options import (
    encoding_option,
    format_option,
    method_option,
    puzzles_in,
    rule_option,
    with_rule,
)
from puzzlesat.flowfree.encode.methods import SOLVER, solver_of
from puzzlesat.flowfree.show.terminal import draw
from puzzlesat.flowfree.solve.answer import (
    Answer,
    compared_with_given,
    in_words,
    json_line,
    other_rules_in_words,
    solve_puzzle,
)

OTHER_RULES = 1.0
"""Seconds for the question whether a puzzle without a solution has one under another rule."""


@click.command()
@files_argument
@format_option
@click.option("--unique", is_flag=True, help="Also search for a second solution.")
@json_option("one JSON object per puzzle, one per line")
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
@cores_option("puzzles")
@quiet_option
def solve(
    files: tuple[str, ...],
    format_: str,
    unique: bool,
    as_json: bool,
    timeout: float | None,
    rule: str | None,
    method: str,
    encoding: str,
    solver: str | None,
    cores: int,
    quiet: bool,
) -> None:
    """Print a solution of every puzzle in FILE, or report that there is none.

    Flows must connect their endpoints and, unless the rule is numberlink, fill the board. Under the
    strict rule, no flow may touch itself: any two cells of a flow that share a side must be
    consecutive. For a puzzle without a solution, the answer adds whether another rule allows one,
    if this is quickly known. A puzzle whose formula would need too much memory is left unsolved;
    its status in JSON is memory.

    By default, the engine searches: by propagation and a short search, which solve most puzzles,
    and by learning from conflicts. If cells may stay empty, or one of the options --method,
    --encoding and --solver is given, a SAT solver does.
    """
    puzzles = PuzzleStream(files, lambda file: puzzles_in(file, format_))
    direct = (encoding, method, solver) == ("links", "repair", None)
    if solver is None:
        solver = solver_of(method, SOLVER)
    settings: dict[str, Any] = {
        "rule": rule,
        "encoding": encoding,
        "method": method,
        "solver": solver,
        "timeout": timeout,
        "unique": unique,
        "direct": direct,
        "as_json": as_json,
    }
    if cores > 1 and len(puzzles) > 1:
        from puzzlesat.common.parallel import ordered_map

        with closing(
            ordered_map(partial(_answered, quiet=True, **settings), puzzles, cores)
        ) as texts:
            for text in texts:
                click.echo(text)
        return
    show = print_line if as_json else click.echo
    for item in puzzles:
        show(_answered(item, quiet=quiet, **settings))


def _answered(
    item: tuple[Source, Puzzle],
    *,
    rule: str | None,
    encoding: str,
    method: str,
    solver: str,
    timeout: float | None,
    unique: bool,
    direct: bool,
    as_json: bool,
    quiet: bool,
) -> str:
    """Return the text to print for a puzzle."""
    source, own_puzzle = item
    puzzle = with_rule(rule, own_puzzle)
    name = source.label("puzzle")
    label = f"{name}, {puzzle.measures}"
    with status_line(quiet=quiet) as report:
        report(label)
        started = monotonic()
        try:
            answer = solve_puzzle(
                *(puzzle, encoding, method, solver, timeout),
                unique=unique,
                direct=direct,
                on_message=lambda how_far: report(f"{label}: {how_far}"),
            )
        except TooLargeError as error:  # the other puzzles may be smaller
            if not as_json:
                return f"{label}: not solved, because {error}"
            answer = Answer("memory", None, [], monotonic() - started)
    unconfirmed = "" if direct else _confirmed(answer, puzzle, solver, timeout)
    if as_json:
        source_fields = source.as_json | {"puzzle": source.number}
        return json_line(
            answer, puzzle, source_fields | ({"according_to": solver} if unconfirmed else {})
        )
    given = compared_with_given(answer, puzzle)
    lines = [f"{name}, {in_words(answer, puzzle)}{unconfirmed}{given}"]
    if answer.status == "unsolvable":
        lines[0] += other_rules_in_words(puzzle, OTHER_RULES)
    for solution in answer.solutions:
        lines += [*draw(puzzle, solution.flow), ""]
    return "\n".join(lines)


def _confirmed(answer: Answer, puzzle: Puzzle, solver: str, timeout: float | None) -> str:
    """Compare an answer for which a program must be trusted with ours, within the same time limit.

    Return what to add to the sentence if we find none. Raise `DisagreementError` if they differ.
    """
    from puzzlesat.sat.solver import is_program  # which loads PySAT

    if not is_program(solver) or not (answer.status == "unsolvable" or answer.unique):
        return ""
    unique = answer.unique is not None
    our_answer = solve_puzzle(puzzle, wall_limit=timeout, unique=unique)
    if our_answer.status == "timeout" or (unique and our_answer.unique is None):
        return f", according to {solver}; not confirmed in {our_answer.seconds:.3g} s"
    if (our_answer.status, our_answer.unique) != (answer.status, answer.unique):
        raise DisagreementError(
            f"puzzle {puzzle.text}: {solver} finds {_many(answer)}, but there is "
            f"{_many(our_answer)}"
        )
    return ""


def _many(answer: Answer) -> str:
    if answer.status == "unsolvable":
        return "no solution"
    return "more than one solution" if answer.unique is False else "one solution"
