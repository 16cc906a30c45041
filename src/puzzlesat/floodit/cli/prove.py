"""The commands that prove minima, and verify such proofs."""

from collections.abc import Collection, Sequence
from pathlib import Path

import click

from puzzlesat.common.command import COUNT, Output, printing, quiet_option, timeout_option
from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import atomic_write, read_lines
from puzzlesat.common.puzzle_files import Form
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.cli.options import Start, board_form_apart, boards_in, start_option
from puzzlesat.floodit.encode.instance import BASIC_ENCODINGS
from puzzlesat.floodit.prove import checker, nogoods, verified
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.proofs.commands import (
    print_verdicts,
    prove_each,
    prove_folders,
    verify_folders,
)
from puzzlesat.sat.proof import CAKE_LPR, check_installed


@click.command()
@click.argument("boards")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["nogoods", "lrat"]),
    default="lrat",
    show_default=True,
    help="nogoods: a small file that this project's checker verifies quickly. lrat: a folder for "
    "cake_lpr, a checker whose machine code is verified.",
)
@board_form_apart
@start_option(source="BOARDS")
@click.option(
    "--encoding",
    type=click.Choice(BASIC_ENCODINGS),
    default="minimal",
    show_default=True,
    help="With --format lrat, the encoding of the formula that is refuted.",
)
@timeout_option("one board, including search and check")
@click.option(
    "--memory",
    type=COUNT,
    metavar="MiB",
    help="Memory limit for the search; the program needs 200 MiB more.",
)
@click.option(
    *("-o", "--output"),
    cls=Output,
    required=True,
    metavar="OUT",
    help="The file or folder to write.",
)
def prove(
    boards: str,
    format_: str,
    form: Form,
    start: Start | None,
    encoding: str,
    timeout: float | None,
    memory: int | None,
    output: str,
) -> None:
    """Prove the minimum of every board in BOARDS, and write the evidence to OUT.

    Evidence is written only after its checker has accepted it. floodit verify checks it again.

    With --format nogoods, OUT is a file for a checker that shares no code with the search. With
    --format lrat, OUT is a folder. It contains the formula for one move fewer than the minimum, a
    proof that this formula is unsatisfiable, a shortest solution, a model of the formula for the
    minimum, and a manifest. For several boards, OUT contains such a folder for each board:
    OUT/board-0 and so on.
    """
    all_boards = boards_in(boards, form, start)
    max_bytes = None if memory is None else memory << 20
    if format_ == "nogoods":
        _prove_nogoods(all_boards, timeout, max_bytes, output)
        return
    try:
        check_installed(CAKE_LPR)
    except InputError as error:
        raise InputError(f"{error}, or choose --format nogoods") from None
    prove_folders(
        all_boards,
        "board",
        output,
        lambda board, path: verified.prove(board, path, encoding, Limits.of(timeout, max_bytes)),
    )


def _prove_nogoods(
    boards: Collection[Board], timeout: float | None, memory: int | None, output: str
) -> None:
    """Write the nogoods of all boards to a file; at the end, name the boards without a proof."""
    proven: list[int] = []
    unproven: InputError | None = None
    with printing(for_files=True) as print_line, atomic_write(output) as file:

        def prove_one(number: int, board: Board) -> None:
            sentence = nogoods.prove(board, Limits.of(timeout, memory), file).in_words(number)
            proven.append(number)
            if output == "-":
                click.echo(sentence, err=True)
            else:
                print_line(sentence)

        try:
            prove_each(boards, "board", prove_one)
        except InputError as error:
            if not proven:
                raise
            unproven = error
    if unproven is not None:
        raise unproven


@click.command()
@click.argument("evidence")
@click.argument("boards", required=False)
@board_form_apart
@start_option(source="BOARDS")
@quiet_option
def verify(
    evidence: str,
    boards: str | None,
    form: Form,
    start: Start | None,
    quiet: bool,
) -> None:
    """Verify EVIDENCE, written by floodit prove, for the minimum of each board in BOARDS.

    EVIDENCE is a file of nogoods or a folder. It must contain a proof for each board in BOARDS, in
    the same order, and agree with any minimum given in BOARDS. Boards are compared by
    shape, fields and start, regardless of their format. Without BOARDS, the output describes the
    boards of the evidence; compare them with yours.

    Nogoods are checked one by one by this project's checker, which shares no code with the search.
    If EVIDENCE is a folder, the solution is replayed, the formula is generated again from the board
    and compared byte by byte with the one in the folder, the model is checked against the formula
    for the minimum, clause by clause, and the proof is checked by cake_lpr.
    """
    if boards is None and start is not None:
        raise InputError("--start works only with BOARDS; EVIDENCE contains the start")
    expected_boards = None if boards is None else [*boards_in(boards, form, start)]
    if Path(evidence).is_dir():
        verify_folders(evidence, verified.MinimumClaim, expected_boards, boards, quiet=quiet)
    else:
        _verify_nogoods(evidence, expected_boards, boards, quiet=quiet)


def _verify_nogoods(
    evidence: str, expected_boards: Sequence[Board] | None, boards: str | None, *, quiet: bool
) -> None:
    lines = read_lines(evidence)
    with error_context(evidence):
        if expected_boards is None:
            checked = checker.check_refutation(lines)
        else:
            checked = checker.check_boards(lines, expected_boards)
        print_verdicts(enumerate(checked), "board", boards, quiet=quiet)
