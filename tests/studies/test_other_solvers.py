"""Other solvers of Flood-It."""

import shutil
from importlib.util import find_spec
from itertools import product

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.exact import Bounds, Limits, close_bounds
from puzzlesat_studies.floodit import other_solvers
from puzzlesat_studies.floodit.other_solvers import BASELINES, ExternalProgram, NotInstalledError
from tests.floodit import exhaustive


def has(name):
    try:
        other_solvers.import_library(name)
    except NotInstalledError:
        return False
    return True


NEEDS = {
    "minisat": shutil.which,
    "cpsat": lambda _: has("ortools"),
    "clingo": has,
    "planner": lambda _: find_spec("up_fast_downward"),
}


@pytest.mark.parametrize("name", BASELINES)
def test_baselines_agree_with_brute_force(name, monkeypatch):
    monkeypatch.setenv("PYTHONSAFEPATH", "1")  # as for the jobs of the studies
    if not NEEDS[name](name):
        pytest.skip(f"{name} is not installed")
    sample = (random_board(2020, n, k, i) for n, k, i in product((4, 5), (3, 4, 5), range(100)))
    # a board whose first bounds coincide is not given to the method at all
    intervals = [bounds for board in sample if not (bounds := Bounds(board)).closed]
    assert len(intervals) > 20
    for bounds in intervals[:: len(intervals) // 20]:
        board = bounds.board
        assert close_bounds(bounds, BASELINES[name], Limits.of(60), "minisat22") == "optimal"
        assert bounds.upper == exhaustive.minimum(board)
        assert floods(board.grid, bounds.moves)


@pytest.mark.parametrize("name", BASELINES)
def test_baselines_respect_the_time_limit(name):
    if not NEEDS[name](name):
        pytest.skip(f"{name} is not installed")
    bounds = Bounds(random_board(2020, 24, 8, 1))
    assert close_bounds(bounds, BASELINES[name], Limits.of(1), "minisat22") == "timeout"
    assert bounds.lower <= 38 <= bounds.upper


@pytest.mark.parametrize("command", ["solve board.txt", "solve {file} {set}"])
def test_command_requires_exactly_one_board_placeholder(command):
    with pytest.raises(InputError, match=r"needs either \{file\}, for a file with one board, or"):
        ExternalProgram(name="ours", command=command, format="lines", answer=r"(\d+)").check()
