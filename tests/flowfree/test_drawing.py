"""Drawings of puzzles and solutions in a terminal."""

import re

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.show import terminal
from puzzlesat_studies.flowfree.tree import TreeSearch

from .samples import LADDER, MARKED


def styled(lines):
    """Return lines of a terminal with the colours and the weight of text in words."""
    coloured = re.compile("\x1b\\[38;5;(\\d+)m\x1b\\[48;5;(\\d+)m\x1b\\[(1|22)m(.*?)\x1b\\[0m")
    weight = {"1": " bold", "22": ""}
    return [
        coloured.sub(lambda x: f"[{x[4]} {x[1]} on {x[2]}{weight[x[3]]}]", line) for line in lines
    ]


def test_a_terminal_shows_flows_in_colour_and_endpoints_in_bold():
    puzzle = Puzzle.of(LADDER)
    [solution] = TreeSearch(puzzle).solutions()
    ends = "[ A 16 on 208 bold][ B 231 on 25 bold]"
    assert styled(terminal.draw(puzzle, puzzle.flow)) == [ends, " . .", ends]
    middle = "[ A 16 on 208][ B 231 on 25]"
    assert styled(terminal.draw(puzzle, solution.flow)) == [ends, middle, ends]
    puzzle = Puzzle.of(MARKED)
    assert styled(terminal.draw(puzzle, puzzle.node_flow))[5] == " |. + .|"
    [solution] = TreeSearch(puzzle).solutions()
    assert styled(terminal.draw(puzzle, solution.flow)) == [
        " +^+-+-+",
        " <[C 16 on 74] # [C 16 on 74]>",
        " + + + +",
        " |[B 231 on 25 bold] [A 16 on 208 bold]|[C 16 on 74 bold]|",
        " + + + +",
        " |[B 231 on 25] [+ 208 on 25] [B 231 on 25]|",
        " + + + +",
        " |[C 16 on 74 bold] [A 16 on 208 bold] [B 231 on 25 bold]|",
        " +v+-+-+",
    ]
