"""The command that tells what is certain."""

import json
import shutil

import click

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.formats import read_states
from puzzlesat.minesweeper.cli.options import solver_options
from puzzlesat.minesweeper.show.terminal import draw_deduction
from puzzlesat.minesweeper.solve import deduce as deducing
from puzzlesat.sat.solver import check_incremental


@click.command()
@click.argument("file")
@click.option("--json", "as_lines", is_flag=True, help="Print one JSON object per state and line.")
@solver_options
def deduce(file: str, as_lines: bool, solver: str, cardinality: str) -> None:
    """Print what is certain of every state in FILE, and the probabilities of mines.

    Fields are named by row and column, counted from 0. Contradictory states are left out, and named
    in the end with a smallest set of fields in conflict.
    """
    check_incremental(solver)
    columns = shutil.get_terminal_size().columns
    contradictions = []
    for number, state in enumerate(read_states(file)):
        try:
            deduction = deducing.deduce(state, solver, cardinality)
        except InputError as error:
            contradictions.append(f"state {number}: {error}")
            continue
        if as_lines:
            click.echo(json.dumps({"state": number} | deduction.as_json(state)))
        else:
            click.echo(draw_deduction(number, state, deduction, columns))
    if contradictions:
        raise InputError(f"{file}: {'; '.join(contradictions)}")
