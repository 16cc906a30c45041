"""The commands that prove answers for a verified checker, and have such proofs checked."""

from dataclasses import replace
from pathlib import Path

import click

from puzzlesat.common.command import number_option, timeout_option
from puzzlesat.common.errors import error_context
from puzzlesat.flowfree.board.formats import puzzle_of
from puzzlesat.flowfree.cli.options import encoding_option, rule_option
from puzzlesat.flowfree.prove import verified


@click.command()
@click.argument("file")
@number_option("puzzle")
@rule_option
@click.option(
    "--method",
    type=click.Choice(verified.EAGER),
    help="What keeps cycles out.  [default: escape; ranks where flows may touch themselves, and on "
    "boards with bridges, warps, walls or missing cells]",
)
@encoding_option
@timeout_option("search and check together")
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="Where to write the files."
)
def prove(
    file: str,
    number: int,
    rule: str,
    method: str | None,
    encoding: str,
    timeout: float | None,
    folder: str,
) -> None:
    """Prove that a puzzle in FILE has no solution, or no second one, and keep the proof in DIR.

    DIR gets a formula, a proof that it is unsatisfiable, and a manifest, once cake_lpr has accepted
    the proof. That is a checker whose machine code is proved to be correct. If there is a solution,
    DIR gets it as well, and a model of the puzzle's formula.
    """
    puzzle = replace(puzzle_of(file, number), rule=rule)
    with error_context(f"{file}, puzzle {number}"):
        proven = verified.prove(puzzle, Path(folder), encoding, method, timeout)
    click.echo(proven.in_words())


@click.command()
@click.argument("folder", metavar="DIR")
@timeout_option("the check")
def verify(folder: str, timeout: float | None) -> None:
    """Verify what flowfree prove has written to DIR.

    The solution is judged by the rules, its model checked clause by clause, the formula written
    anew from the puzzle and compared with that in DIR byte by byte, and the proof checked by
    cake_lpr.
    """
    click.echo(verified.verify(Path(folder), timeout).in_words())
