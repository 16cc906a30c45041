"""The command that shows puzzles."""

import click

from puzzlesat.flowfree.board.formats import read_puzzles
from puzzlesat.flowfree.show.terminal import draw


@click.command()
@click.argument("file")
def show(file: str) -> None:
    """Print the puzzles in FILE, in colour where the terminal has it."""
    for number, (_, puzzle) in enumerate(read_puzzles(file)):
        title = f"puzzle {number}, {puzzle.rows}×{puzzle.cols}, {puzzle.k} flows"
        click.echo("\n".join([title, *draw(puzzle, puzzle.node_flow), ""]))
