"""Draw puzzles in a terminal, in colour if it supports colours."""

from collections.abc import Sequence
from functools import lru_cache

import click

from puzzlesat.common.colours import display_width, terminal_colours
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle


def draw(puzzle: Puzzle, flow: Sequence[int]) -> list[str]:
    """Return the lines of a puzzle or solution, with endpoints in bold.

    `flow` contains the flow of each node of the puzzle's grid, or `FREE`. A board with bridges,
    warps, walls or missing cells is drawn as a sketch. On a bridge, the flow from left to right
    determines the colour of the background, and the flow from top to bottom determines the
    character.

    >>> puzzle = Puzzle.of(["A.B", "A.B"])
    >>> [click.unstyle(line) for line in draw(puzzle, puzzle.flow)]
    [' A . B', ' A . B']
    >>> puzzle = Puzzle.of(["+-+-+", "|A|A|", "+ + +", "|. .|", "+-+-+"])
    >>> [click.unstyle(line) for line in draw(puzzle, puzzle.flow)]
    [' +-+-+', ' |A|A|', ' + + +', ' |. .|', ' +-+-+']

    Emoji take two columns:

    >>> puzzle = Puzzle.of(["🔴.A", "🔴.A"])
    >>> [click.unstyle(line) for line in draw(puzzle, puzzle.flow)]
    [' 🔴 .  A ', ' 🔴 .  A ']
    """
    colours = terminal_colours(puzzle.symbols, puzzle.palette)
    if not puzzle.grid.plain:
        return _draw_sketch(puzzle, flow, colours)
    widths = [*map(display_width, puzzle.symbols)]
    widest = max(widths)
    styled = [
        [_coloured(f" {symbol}{' ' * (widest - width)}", *colour, bold) for bold in (False, True)]
        for symbol, width, colour in zip(puzzle.symbols, widths, colours, strict=True)
    ]
    cells = [
        f" {'.':{widest}}" if f == FREE else styled[f][end != FREE]
        for f, end in zip(flow, puzzle.flow, strict=True)
    ]
    return [
        "".join(cells[first : first + puzzle.cols]) for first in range(0, len(cells), puzzle.cols)
    ]


def _draw_sketch(
    puzzle: Puzzle, flow: Sequence[int], colours: Sequence[tuple[int, int]]
) -> list[str]:
    grid = puzzle.grid
    lines = [list(f" {line}") for line in puzzle.format_solution(flow)]
    for cell, (node, down) in enumerate(
        zip(grid.node.tolist(), grid.second_node.tolist(), strict=True)
    ):
        if node >= 0 and flow[node] != FREE:
            r, c = divmod(cell, puzzle.cols)
            row, column = lines[2 * r + 1], 2 * c + 2
            ink, background = colours[flow[node]]
            if node != down and flow[down] != FREE:
                ink = colours[flow[down]][1]
            row[column] = _coloured(row[column], ink, background, puzzle.flow[cell] != FREE)
    return ["".join(line) for line in lines]


@lru_cache(maxsize=4096)
def _coloured(text: str, ink: int, background: int, bold: bool) -> str:
    return click.style(text, fg=ink, bg=background, bold=bold)
