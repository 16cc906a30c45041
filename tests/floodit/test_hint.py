"""Hints against brute force: the best first moves, and the number of moves left after each."""

import json
import re
from functools import partial

import pytest

from puzzlesat.floodit import Board
from puzzlesat.floodit.board.referee import grids_of_play
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.hint import hint
from tests.programs import invoke

from . import exhaustive


@pytest.mark.parametrize("i", range(20))
def test_hints_agree_with_brute_force(i):
    board = random_board(11, 3, 3 + i % 2, i)
    found = hint(board)
    minimum = exhaustive.minimum(board)
    assert found.now.minimum == minimum
    needed = {}
    for colour in set(board.colour):
        *_, grid = grids_of_play(board.grid, [colour])
        child = Board.of(grid, board.k)
        if len(child.cluster[0]) > len(board.cluster[0]):
            needed[colour] = exhaustive.minimum(child)
    assert {colour: bounds.minimum for colour, bounds in found.after.items()} == needed
    if needed:
        assert found.best == [c for c in sorted(needed) if needed[c] == minimum - 1]


hinted = partial(invoke, "floodit", "hint")


def test_hint_command(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("RGRB\nBBGG\n\nRG\nGB\n")
    done = hinted(path)
    assert done.stdout == ("Play B: then 3 more moves are needed.\nEqually good: G.\n")
    done = hinted(path, "--board", "1", "--json")
    answer = json.loads(done.stdout)
    assert (answer["board"], answer["best"]) == (1, ["G"])
    assert answer["after"] == {"G": {"lower_bound": 1, "upper_bound": 1}}
    done = hinted(path, "--board", "1")
    assert done.stdout == "Play G: then 1 more move is needed.\n"
    assert hinted(path, "--board", "2").exit_code


def test_hint_prints_bounds_after_a_timeout(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(random_board(1, 40, 6, 0).text.replace("/", "\n"))
    done = hinted(path, "--timeout", "0.05")
    assert re.match(r"Play \d: then \d+ to \d+ more moves are needed\.\n", done.stdout)
