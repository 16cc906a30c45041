"""Puzzles in a terminal: colours where it has them, symbols everywhere."""

from collections.abc import Sequence
from functools import lru_cache

import click

from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.report.colours import terminal_colours


def draw(puzzle: Puzzle, flow: Sequence[int]) -> list[str]:
    """Return the lines of a puzzle or solution, endpoints in bold.

    A board with bridges, warps, walls or missing cells is drawn as the sketch that it is read from.
    On a bridge, the flow from left to right gives the background its colour, and that from top to
    bottom the sign.

    Parameters
    ----------
    puzzle : Puzzle
    flow : sequence of int
        For each node of the puzzle's grid the flow that it shows, or `FREE`.

    Examples
    --------
    >>> puzzle = Puzzle.of(["A.B", "A.B"])
    >>> [click.unstyle(line) for line in draw(puzzle, puzzle.flow)]
    [' A . B', ' A . B']
    >>> puzzle = Puzzle.of(["+-+-+", "|A|A|", "+ + +", "|. .|", "+-+-+"])
    >>> [click.unstyle(line) for line in draw(puzzle, puzzle.flow)]
    [' +-+-+', ' |A|A|', ' + + +', ' |. .|', ' +-+-+']
    """
    if not puzzle.grid.plain:
        return _draw_sketch(puzzle, flow)
    cells = [
        " ." if f == FREE else _styled(f" {puzzle.symbols[f]}", puzzle, cell, f)
        for cell, f in enumerate(flow)
    ]
    return [
        "".join(cells[first : first + puzzle.cols]) for first in range(0, len(cells), puzzle.cols)
    ]


def _draw_sketch(puzzle: Puzzle, flow: Sequence[int]) -> list[str]:
    """Return the lines of a board with marks."""
    grid = puzzle.grid
    lines = [list(f" {line}") for line in puzzle.written(flow)]
    for cell, (node, down) in enumerate(zip(grid.node.tolist(), grid.down.tolist(), strict=True)):
        if node >= 0 and flow[node] != FREE:
            r, c = divmod(cell, puzzle.cols)
            row, at = lines[2 * r + 1], 2 * c + 2
            over = None if node == down else flow[down]
            row[at] = _styled(row[at], puzzle, cell, flow[node], over)
    return ["".join(line) for line in lines]


def _styled(text: str, puzzle: Puzzle, cell: int, f: int, over: int | None = None) -> str:
    """Return the text of a cell in the colour of its flow, or of the two on a bridge."""
    colours = terminal_colours(puzzle.symbols)
    ink, background = colours[f]
    if over not in (None, FREE):
        ink = colours[over][1]
    return _coloured(text, ink, background, puzzle.flow[cell] != FREE)


@lru_cache(maxsize=4096)
def _coloured(text: str, ink: int, background: int, bold: bool) -> str:
    """Return a text in colours, made once: a large board has few that differ."""
    return click.style(text, fg=ink, bg=background, bold=bold)
