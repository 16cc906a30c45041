"""The commands that write proofs of answers for a verified checker, and verify such proofs."""

import click

from puzzlesat.common.command import quiet_option, timeout_option
from puzzlesat.common.puzzle_files import ANY, Form
from puzzlesat.flowfree.cli.options import (
    encoding_option,
    puzzle_form,
    puzzles_in,
    rule_option,
    with_rule,
)
from puzzlesat.flowfree.encode.methods import METHODS
from puzzlesat.flowfree.prove import verified
from puzzlesat.proofs import bundle
from puzzlesat.proofs.commands import folder_option, prove_folders, verify_folders


@click.command()
@click.argument("file")
@puzzle_form
@rule_option
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="How cycles are excluded: by the order of cells along flows (ranks), by paths out of the "
    "board that cross no flow (escape), or not at all (repair), which suffices under the rule "
    "numberlink. [default: repair under this rule; ranks if flows may touch themselves or the "
    "board has bridges, warps, walls or missing cells; otherwise escape]",
)
@encoding_option
@timeout_option("one puzzle, including search and check")
@folder_option
def prove(
    file: str,
    form: Form,
    rule: str | None,
    method: str | None,
    encoding: str,
    timeout: float | None,
    folder: str,
) -> None:
    """Prove that each puzzle in FILE has no solution, or only one; write the proof to DIR.

    The proof is checked by cake_lpr, a program whose machine code is proved correct. DIR then
    contains a formula, a proof that it is unsatisfiable, and a manifest. If there is a solution,
    DIR also contains the solution and a model of the puzzle's formula. For several puzzles, DIR has
    a folder for each: DIR/puzzle-0 and so on.
    """
    puzzles = [with_rule(rule, puzzle) for puzzle in puzzles_in(file, form)]
    bundle.check_solver_installed()
    prove_folders(
        puzzles,
        "puzzle",
        folder,
        lambda puzzle, place: verified.prove(puzzle, place, encoding, method, timeout),
    )


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("puzzles", required=False)
@quiet_option
def verify(folder: str, puzzles: str | None, quiet: bool) -> None:
    """Verify the proofs written to DIR by flowfree prove, for the puzzles in PUZZLES.

    DIR must contain a proof for each puzzle in PUZZLES. Puzzles are compared by shape, endpoints,
    bridges, warps, walls and missing cells, not by their format. Without PUZZLES, the output
    describes the puzzles whose proofs are in DIR; compare these puzzles with yours.

    A solution in DIR is checked against the rules, and the model that represents it is checked
    clause by clause. The formula is generated again from the puzzle and compared byte by byte with
    the one in DIR. cake_lpr checks the proof.
    """
    expected = None if puzzles is None else [*puzzles_in(puzzles, ANY)]
    verify_folders(folder, verified.Solutions, expected, puzzles, quiet=quiet)
