"""Drawings of puzzles and solutions, in figures and in a terminal."""

import re
from pathlib import Path

from matplotlib.colors import to_hex

from puzzlesat.common.colours import terminal_colours
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.show import terminal
from puzzlesat_studies.flowfree import drawing
from puzzlesat_studies.flowfree.tree import TreeSearch

from .samples import BRIDGE, LADDER, MARKED

GOLDEN = Path(__file__).with_name("drawn.txt")
"""Descriptions of three figures that were checked by eye, artist by artist."""


def artists(axes):
    """Yield the layer, the colour, the look and the points of each artist on a panel."""
    for line in axes.lines:
        points = line.get_xydata().tolist()
        look = f"line of {line.get_linewidth():.2f} pt, {line.get_solid_capstyle()}"
        if line.get_marker() != "None":
            look = f"{line.get_marker()} of {line.get_markersize():.2f} pt"
            look += f" with {line.get_markeredgewidth():g} pt around it"
        elif len(points) == 2:
            points.sort()  # a side between two cells is drawn for both
        yield line.get_zorder(), line.get_color(), look, points
    for lines in axes.collections:
        for segment in lines.get_segments():
            look = f"line of {lines.get_linewidth()[0]:.2f} pt"
            yield lines.get_zorder(), lines.get_color()[0], look, segment.tolist()
    for text in axes.texts:
        look = f"{text.get_text()} of {text.get_size():.2f} pt, {text.get_ha()}, {text.get_va()}"
        yield text.get_zorder(), text.get_color(), look, [text.get_position()]


def described(figure):
    """Yield a figure in words; for each panel but the first, only what the first one lacks."""
    width, height = figure.get_size_inches()
    yield f"figure of {width:.3f} by {height:.3f} inches"
    first = set()
    for axes in figure.axes:
        (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
        yield f"panel from {left:g},{top:g} to {right:g},{bottom:g}, {axes.get_title()!r}"
        lines = {
            f"  {above:3} {to_hex(colour)} {look}: "
            + " ".join("{:g},{:g}".format(*(round(float(x), 3) for x in point)) for point in points)
            for above, colour, look, points in artists(axes)
        }
        assert first <= lines
        yield from sorted(lines - first)
        first = first or lines


def test_figures_match_the_golden_file():
    marked, plain = (Puzzle.of(lines) for lines in (MARKED, LADDER))
    figures = [
        drawing.puzzle_figure(marked, list(TreeSearch(marked).solutions())),
        drawing.puzzle_figure(plain, list(TreeSearch(plain).solutions()) * 2),
        drawing.puzzle_figure(plain, []),
    ]
    found = "".join(f"{line}\n" for figure in figures for line in described(figure))
    assert found == GOLDEN.read_text("utf-8")


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


def test_terminal_shows_both_flows_of_a_bridge():
    puzzle = Puzzle.of(BRIDGE)
    [solution] = TreeSearch(puzzle).solutions()
    over, below = (code for _, code in terminal_colours(puzzle.symbols)[:2])
    bridge = f"\x1b[38;5;{over}m\x1b[48;5;{below}m\x1b[22m+\x1b[0m"
    assert bridge in "".join(terminal.draw(puzzle, solution.flow))
    assert bridge not in "".join(terminal.draw(puzzle, puzzle.node_flow))
