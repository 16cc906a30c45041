"""The commands that draw figures, where they need more than rows."""

import click

from puzzlesat.common.command import number_option, outputs_option, say_remark
from puzzlesat.flowfree.board.formats import puzzle_of
from puzzlesat.flowfree.show.drawing import puzzle_figure
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.studies.figures import times_figure
from puzzlesat.flowfree.studies.rows import TIMES
from puzzlesat.report.style import save
from puzzlesat.report.tables import read_frame


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--method",
    default="links/repair",
    show_default=True,
    help="The SAT method that is set beside tree search.",
)
@outputs_option
def times(files: tuple[str, ...], method: str, outputs: tuple[str, ...]) -> None:
    """Draw the times in FILES against the size of the puzzles."""
    save(times_figure(read_frame(files, TIMES), method), outputs)


@click.command()
@click.argument("file")
@number_option("puzzle")
@outputs_option
def puzzle(file: str, number: int, outputs: tuple[str, ...]) -> None:
    """Draw a puzzle in FILE, its solution beside it, and a second one if there is one."""
    drawn = puzzle_of(file, number, say_remark)
    answer = solve_puzzle(drawn, "links", "repair", "minisat22", None, unique=True)
    save(puzzle_figure(drawn, answer.solutions), outputs)
