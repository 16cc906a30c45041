"""Puzzles in a terminal: colours where it has them, symbols everywhere."""

from collections.abc import Sequence

import click

from puzzlesat.flowfree.board.puzzle import FREE, Puzzle

BACKGROUNDS = (33, 214, 35, 203, 176, 137, 219, 249, 227, 117, 160, 28, 99, 66, 190, 130)
"""Codes of a terminal's 256 colours, taken in turn by the flows; symbols repeat them."""


def draw(puzzle: Puzzle, flow: Sequence[int]) -> list[str]:
    """Return the lines of a puzzle or solution, endpoints in bold.

    Parameters
    ----------
    puzzle : Puzzle
    flow : sequence of int, length rows · cols
        For each cell the flow that it shows, or `FREE`.

    Examples
    --------
    >>> puzzle = Puzzle.of(["A.B", "A.B"])
    >>> [click.unstyle(line) for line in draw(puzzle, puzzle.flow)]
    [' A . B', ' A . B']
    """
    cells = [
        " ."
        if f == FREE
        else click.style(
            f" {puzzle.symbols[f]}",
            fg=16,
            bg=BACKGROUNDS[f % len(BACKGROUNDS)],
            bold=puzzle.flow[cell] != FREE,
        )
        for cell, f in enumerate(flow)
    ]
    return [
        "".join(cells[first : first + puzzle.cols]) for first in range(0, len(cells), puzzle.cols)
    ]
