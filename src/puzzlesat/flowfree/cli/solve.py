"""The command that solves puzzles."""

from contextlib import closing
from functools import partial
from time import monotonic
from typing import NamedTuple

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
from puzzlesat.common.puzzle_files import Form, PuzzleStream, Source, files_argument
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.cli.options import (
    ENCODING_HELP,
    puzzle_form,
    puzzles_in,
    rule_option,
    with_rule,
)
from puzzlesat.flowfree.encode.methods import ENCODINGS, METHODS, SOLVER
from puzzlesat.flowfree.show.terminal import draw
from puzzlesat.flowfree.solve.answer import (
    Answer,
    in_words,
    json_line,
    other_rules_in_words,
    solve_puzzle,
)


class Settings(NamedTuple):
    """The options on which the text for a puzzle depends, and whether the engine searches."""

    rule: str | None
    encoding: str
    method: str
    solver: str
    timeout: float | None
    unique: bool
    direct: bool
    as_json: bool


@click.command()
@files_argument
@puzzle_form
@click.option("--unique", is_flag=True, help="Also search for a second solution.")
@json_option("one JSON object per puzzle, one per line")
@timeout_option("one puzzle")
@rule_option
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="How cycles are excluded. repair: if a model contains cycles, clauses that forbid them "
    "are added, and the solver searches for another model. ranks, escape: clauses exclude cycles "
    "in advance, by the order of cells along flows, or by paths out of the board that cross no "
    "flow. The method escape requires the strict rule and a board without bridges, warps, walls or "
    "missing cells. Under the rule numberlink, cycles do no harm, because their cells may stay "
    "empty.  [default with a SAT solver: repair]",
)
@click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    help=f"{ENCODING_HELP}  [default with a SAT solver: links]",
)
@click.option(
    "--solver",
    help="PySAT name of a SAT solver, or path of a program that reads DIMACS and prints its "
    "answer in the format of the SAT Competition.  [default: minisat22]",
)
@cores_option("puzzles")
@quiet_option
def solve(
    files: tuple[str, ...],
    form: Form,
    unique: bool,
    as_json: bool,
    timeout: float | None,
    rule: str | None,
    method: str | None,
    encoding: str | None,
    solver: str | None,
    cores: int,
    quiet: bool,
) -> None:
    """Print a solution of every puzzle in FILE, or report that there is none.

    Flows must connect their endpoints and, unless the rule is numberlink, fill the board. Under the
    strict rule, no flow may touch itself: any two cells of a flow that share a side must be
    consecutive. A puzzle whose formula would need too much memory is left unsolved;
    its status in JSON is memory.

    By default, the engine searches: by propagation and a short search, which solve most puzzles,
    and by learning from conflicts. If cells may stay empty, or one of the options --method,
    --encoding and --solver is given, a SAT solver does.
    """
    puzzles = PuzzleStream(files, lambda file: puzzles_in(file, form))
    direct = (encoding, method, solver) == (None, None, None)
    if encoding is None:
        encoding = "links"
    if method is None:
        method = "repair"
    if solver is None:
        solver = SOLVER
    settings = Settings(rule, encoding, method, solver, timeout, unique, direct, as_json)
    if cores > 1 and len(puzzles) > 1:
        from puzzlesat.common.parallel import ordered_map

        answered = partial(_answered, settings, quiet=True)
        with closing(ordered_map(answered, puzzles, cores)) as texts:
            for text in texts:
                click.echo(text)
        return
    show = print_line if as_json else click.echo
    for item in puzzles:
        show(_answered(settings, item, quiet=quiet))


def _answered(settings: Settings, item: tuple[Source, Puzzle], *, quiet: bool) -> str:
    """Return the text to print for a puzzle."""
    source, own_puzzle = item
    puzzle = with_rule(settings.rule, own_puzzle)
    solver, timeout = settings.solver, settings.timeout
    name = source.label("puzzle")
    label = f"{name}, {puzzle.size}"
    with status_line(quiet=quiet) as report:
        report(label)
        started = monotonic()
        try:
            answer = solve_puzzle(
                *(puzzle, settings.encoding, settings.method, solver, timeout),
                unique=settings.unique,
                direct=settings.direct,
                on_message=lambda how_far: report(f"{label}: {how_far}"),
            )
        except TooLargeError as error:  # the other puzzles may be smaller
            if not settings.as_json:
                return f"{label}: not solved, because {error}"
            answer = Answer("memory", None, [], monotonic() - started)
    unconfirmed = "" if settings.direct else _confirmed(answer, puzzle, solver, timeout)
    if settings.as_json:
        source_fields = source.as_json | {"puzzle": source.number}
        return json_line(
            answer, puzzle, source_fields | ({"according_to": solver} if unconfirmed else {})
        )
    lines = [f"{name}, {in_words(answer, puzzle)}{unconfirmed}"]
    if answer.status == "unsolvable":
        lines[0] += other_rules_in_words(puzzle)
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
            f"puzzle {puzzle.text}: {solver} finds {_solution_count_in_words(answer)}, but there "
            f"is {_solution_count_in_words(our_answer)}"
        )
    return ""


def _solution_count_in_words(answer: Answer) -> str:
    if answer.status == "unsolvable":
        return "no solution"
    return "more than one solution" if answer.unique is False else "one solution"
