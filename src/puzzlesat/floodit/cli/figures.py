"""The commands that draw figures, where they need more than rows."""

import click

from puzzlesat.common.command import outputs_option
from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat.floodit.show.drawing import solution_figure
from puzzlesat.floodit.studies.reproduction.rows import MINIMA
from puzzlesat.floodit.studies.verified.trust import trust_figure
from puzzlesat.report.rows import read_rows
from puzzlesat.report.style import save


@click.command()
@click.argument("file")
@click.option(
    "--board", "i", default=0, show_default=True, help="The board, by its number i in the sample."
)
@outputs_option
def solution(file: str, i: int, outputs: tuple[str, ...]) -> None:
    """Draw the shortest solution of a board in a FILE of minima, move by move (Fig. 2.1)."""
    rows = [row for row in read_rows(file, MINIMA) if row["i"] == i]
    if not rows:
        raise InputError(f"{file} has no board {i}")
    board, moves = solution_of(rows[0], "minimum")
    save(solution_figure(board, moves), outputs)


@click.command()
@outputs_option
def trust(outputs: tuple[str, ...]) -> None:
    """Draw what has to be trusted, at each level of evidence for a minimum."""
    save(trust_figure(), outputs)
