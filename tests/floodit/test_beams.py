"""Beams that alternate with a search on one or several cores, and their memory."""

import subprocess
import sys
from pathlib import Path

import pytest

from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.pdr import graph_of

from .engine import options_of, search_of


def closing(board, **options):
    """Close the bounds of a board.

    Return the source of each bound, the obligations and the upper bound before it, and the search.
    """
    search, reports = search_of(board), []
    _, moves = graph_of(board).opening()
    upper = len(moves)

    def tell(_, by, *__):
        reports.append((by, search.obligations, upper))

    def improve(moves, *by):
        nonlocal upper
        tell(moves, *by)
        upper = len(moves)

    search.close_bounds(0, upper, tell, improve, options=options_of(**options))
    return reports, search


def test_beam_width_grows_with_the_number_of_obligations():
    """The first beam precedes the search; others wait for one obligation per state.

    The states are at most as many as the width times the upper bound.
    """
    widths = set()
    for i in range(6):
        reports, _ = closing(random_board(3, 14, 8, i), top_down_gap=0, first_width=1)
        for by, obligations, upper in reports:
            if by.startswith("beam "):
                width = int(by.removeprefix("beam "))
                widths.add(width)
                assert obligations >= width * upper if width > 1 else obligations == 0
    assert 1 in widths
    assert {3, 9, 27, 81, 243} & widths
    assert widths <= {3**j for j in range(9)}


def test_search_is_deterministic():
    board = random_board(2020, 14, 8, 3)
    assert closing(board)[0] == closing(board)[0]


PEAK = """
import sys
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds

def peak():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0])

def grown(board, memory):
    before = peak()
    bounds = Bounds(board)
    outcome = close_bounds(bounds, METHODS["pdr"], Limits.of(240, memory), "")
    return outcome, peak() - before

grown(random_board(2020, 12, 6, 0), None)
outcome, grew = grown(random_board(2020, *map(int, sys.argv[1:4])), int(sys.argv[4]) << 20)
print(outcome, grew // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak")
@pytest.mark.parametrize(("board", "memory"), [((24, 10, 0), 12), ((40, 8, 0), 24)])
def test_search_respects_the_memory_limit(board, memory):
    """The system measures graph, nogoods and beams; they use at least half of the limit."""
    command = [sys.executable, "-c", PEAK, *map(str, board), str(memory)]
    outcome, grew = subprocess.check_output(command, text=True).split()
    assert outcome == "memory"
    assert memory / 2 < int(grew) < memory * 1.1 + 4
