"""The command that tells what is certain."""

import json
import shutil

import click

from puzzlesat.common.command import timeout_option
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.cli.options import solver_options, states_in
from puzzlesat.minesweeper.show.terminal import draw_deduction
from puzzlesat.minesweeper.solve import deduce as deducing
from puzzlesat.sat.solver import check_incremental


@click.command()
@click.argument("file")
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object per state and line.")
@solver_options
@timeout_option("one state")
@click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MB",
    default=deducing.MEMORY >> 20,
    show_default=True,
    help="Memory limit for the probabilities.",
)
def deduce(
    file: str,
    as_lines: bool,
    solver: str,
    cardinality: str,
    timeout: float | None,
    memory: int,
) -> None:
    """Print what is certain of every state in FILE, and the probabilities of mines.

    In FILE, 0 to 8 is an uncovered field (a blank is 0, too), any of . # x ? a covered one, and any
    of F * 9 a flag or a mine that is shown; minesweeper --help tells the rest.

    Fields are named by row and column, counted from 0. Contradictory states are named in the end
    with a smallest set of fields in conflict. When time or memory is used up, what is certain
    stands there without probabilities.
    """
    check_incremental(solver, timeout)
    columns = shutil.get_terminal_size().columns
    contradictions = []
    for number, state in enumerate(states_in(file)):
        try:
            deduction = deducing.deduce(state, solver, cardinality, timeout, memory << 20)
        except InputError as error:
            contradictions.append(f"state {number}: {error}")
            if as_lines:
                known = {"state": number, "status": "contradictory", "why": str(error)}
                click.echo(json.dumps(known))
            continue
        if as_lines:
            click.echo(json.dumps({"state": number} | deduction.as_json(state)))
        else:
            click.echo(draw_deduction(number, state, deduction, columns))
    if contradictions:
        raise InputError(f"{file}: {'; '.join(contradictions)}")
