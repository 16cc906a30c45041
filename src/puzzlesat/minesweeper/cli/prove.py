"""The commands that prove what is certain for a verified checker, and have proofs checked."""

import click

from puzzlesat.common.bounded import bounded
from puzzlesat.common.command import Output, quiet_option, timeout_option
from puzzlesat.minesweeper.cli.options import cardinality_option, states_in
from puzzlesat.minesweeper.prove import verified
from puzzlesat.proofs import bundle
from puzzlesat.proofs.commands import memory_option, prove_folders, verify_folders


@click.command()
@click.argument("file")
@cardinality_option
@timeout_option("one state, proof and check together")
@click.option(
    *("-o", "--output", "folder"),
    cls=Output,
    required=True,
    metavar="DIR",
    help="Where to write the files.",
)
def prove(file: str, cardinality: str, timeout: float | None, folder: str) -> None:
    """Prove which fields of each state in FILE are mines or safe; write the proof to DIR.

    DIR gets a formula that says that some of these fields is otherwise, a proof that it is
    unsatisfiable, a placement of mines that fits, its model, and a manifest, once cake_lpr has
    accepted the proof. That is a checker whose machine code is proved to be correct. For
    several states, DIR gets such a folder for each, DIR/state-0 and so on.
    """
    bundle.check_solver_installed()
    prove_folders(
        states_in(file),
        "state",
        folder,
        lambda state, place: verified.prove(state, place, cardinality, timeout),
    )


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("states", required=False)
@timeout_option("everything")
@memory_option
@quiet_option
def verify(
    folder: str, states: str | None, timeout: float | None, memory: int | None, quiet: bool
) -> None:
    """Verify what minesweeper prove has written to DIR, about the states in STATES.

    Each state in STATES must have its evidence. They are compared by shape, fields and mines,
    however they are written. Without STATES, the sentences say what is proven, and whether that is
    about your states is for you to see.

    The placement of mines is judged by the rules, its model checked clause by clause, the formula
    written again from the state and compared byte by byte, and the proof checked by cake_lpr.
    """
    with bounded(timeout, memory):
        own = None if states is None else states_in(states)
        verify_folders(folder, "state", own, states, verified.verify, quiet=quiet)
