"""The commands that prove which fields are mines or safe, and verify such proofs."""

import click

from puzzlesat.common.command import quiet_option, timeout_option
from puzzlesat.common.puzzle_files import Form
from puzzlesat.minesweeper.cli.options import cardinality_option, state_form, states_in
from puzzlesat.minesweeper.prove import verified
from puzzlesat.proofs import bundle
from puzzlesat.proofs.commands import folder_option, prove_folders, verify_folders


@click.command()
@click.argument("file")
@state_form
@cardinality_option
@timeout_option("one state, including proof and check")
@folder_option
def prove(file: str, form: Form, cardinality: str, timeout: float | None, folder: str) -> None:
    """Prove which fields of each state in FILE are certain mines or certainly safe.

    The checker is cake_lpr, whose machine code has been proved correct. Once it has accepted the
    proof, the folder DIR contains: a formula stating that some placement of mines fits the state
    and gives at least one of these fields the opposite of its proved value; a proof that the
    formula is unsatisfiable; a placement that fits the state, and the model that represents the
    placement; and a manifest. For several states, DIR has a folder for each: DIR/state-0 and so on.
    """
    bundle.check_solver_installed()
    prove_folders(
        states_in(file, form),
        "state",
        folder,
        lambda state, place: verified.prove(state, place, cardinality, timeout),
    )


@click.command()
@click.argument("folder", metavar="DIR")
@click.argument("states", required=False)
@state_form
@quiet_option
def verify(folder: str, states: str | None, form: Form, quiet: bool) -> None:
    """Verify the proofs written to DIR by minesweeper prove, for the states in STATES.

    DIR must contain a proof for each state in STATES. States are compared by shape, fields and
    number of mines; their format does not matter. Without STATES, the output describes the states
    whose proofs are in DIR; compare these states with yours.

    For each state, the placement of mines in DIR is checked against the rules, and the model that
    represents it is checked clause by clause. The formula is generated again from the state and
    compared byte by byte with the one in DIR. cake_lpr checks the proof.
    """
    expected = None if states is None else [*states_in(states, form)]
    verify_folders(folder, verified.CertainFields, expected, states, quiet=quiet)
