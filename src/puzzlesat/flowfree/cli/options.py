"""The options that several commands share."""

from dataclasses import replace

import click

from puzzlesat.common.command import print_remark
from puzzlesat.common.errors import item_at
from puzzlesat.common.formats import SpooledPuzzles
from puzzlesat.common.puzzle_files import Form, form_options, read_puzzles
from puzzlesat.flowfree.board.puzzle import FILLING, RULES, Puzzle
from puzzlesat.flowfree.encode.methods import ENCODINGS
from puzzlesat.flowfree.formats.formats import FORMATS
from puzzlesat.flowfree.formats.pzpr import LINK

STRICT_OR_TOUCHING = (
    "strict: flows fill the board, and none may touch itself, as in Zucker's post of 2016; "
    "touching: flows fill the board, and may touch themselves"
)

filling_rule_option = click.option(
    "--rule",
    type=click.Choice(FILLING),
    default=FILLING[0],
    show_default=True,
    help=f"{STRICT_OR_TOUCHING}.",
)
"""The option for the rule of generated puzzles, whose flows fill the board."""

steps_rule_option = click.option(
    "--rule",
    type=click.Choice(FILLING),
    help=f"{STRICT_OR_TOUCHING}.  [default: strict, or the rule of a link or file if flows fill "
    "the board under it]",
)
"""The option for the rule of steps, which are explained only if flows fill the board."""

rule_option = click.option(
    "--rule",
    type=click.Choice(RULES),
    help=f"{STRICT_OR_TOUCHING}; numberlink: cells may stay empty, and flows may touch themselves, "
    "as in Numberlink on puzz.link.  [default: strict, or for a link of puzz.link or a file of "
    "pzprv3, its own rule]",
)


puzzle_form = form_options(FORMATS)


def puzzles_in(file: str, form: Form, *, accept_doubts: bool = False) -> SpooledPuzzles[Puzzle]:
    """Return the puzzles in a file, or of a link; see `read_puzzles`."""
    is_puzzle = "://" in file or LINK.fullmatch(file) is not None
    return read_puzzles(file, FORMATS, form, allow_inline=is_puzzle, accept_doubts=accept_doubts)


def puzzle_in(file: str, number: int, form: Form) -> Puzzle:
    """Return puzzle `number`, counted from 0, of a file."""
    return item_at(puzzles_in(file, form), number, file, "puzzle")


def with_filling_rule(rule: str | None, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle under a rule of `FILLING`; print a remark if it replaces the puzzle's own."""
    if rule is None and not puzzle.filling:
        rule = FILLING[0]
        print_remark(
            f"the rule of the puzzle is {puzzle.rule}, but the steps are for the rule {rule}: "
            "flows fill the board, and none touches itself"
        )
    return with_rule(rule, puzzle)


def with_rule(rule: str | None, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle under the rule that was chosen, or under its own if none was."""
    return puzzle if rule is None else replace(puzzle, rule=rule)


ENCODING_HELP = (
    "links: this project's encoding; published: the encoding of Zucker's post, which requires the "
    "strict rule and a board without bridges, warps, walls or missing cells."
)

encoding_option = click.option(
    "--encoding",
    type=click.Choice(list(ENCODINGS)),
    default="links",
    show_default=True,
    help=ENCODING_HELP,
)
