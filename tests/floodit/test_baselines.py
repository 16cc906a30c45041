"""Other solvers of Flood-It, and the measurement of processes."""

import os
import shutil
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from itertools import product

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.process import run_program
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.exact import Bounds, Limits, close_bounds
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.floodit import other_solvers
from puzzlesat_studies.floodit.other_solvers import BASELINES, NotInstalledError, Program

from . import exhaustive


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


def test_in_subprocess_returns_result_exception_and_peak_memory():
    assert in_subprocess(divmod, 7, 2).result == (3, 1)
    with pytest.raises(ZeroDivisionError):
        in_subprocess(divmod, 7, 0)
    small, large = in_subprocess(len, b""), in_subprocess(lambda: len(b"x" * (1 << 28)))
    assert large.peak_bytes - small.peak_bytes > 50 << 20
    assert in_subprocess(lambda: os.kill(os.getpid(), signal.SIGKILL)).died


def test_timeout_kills_the_child_processes_of_a_program(tmp_path):
    script = f"sh -c 'sleep 2; touch {tmp_path}/late' & sleep 9"
    with pytest.raises(subprocess.TimeoutExpired):
        run_program(["sh", "-c", script], 0.2)
    time.sleep(2.5)
    assert not list(tmp_path.iterdir())


def test_peak_memory_is_that_of_the_measured_program():
    """Measured from a process of its own, since a program never counts less than who runs it."""
    script = """if True:
        import sys
        from puzzlesat.common.process import run_program
        from puzzlesat_studies.core.measuring import in_subprocess
        large, small = "x = b'1' * (1 << 28)", "pass"
        measured = [in_subprocess(run_program, [sys.executable, "-c", x]) for x in (large, small)]
        print(measured[0].peak_bytes - measured[1].peak_bytes)
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert int(done.stdout) > 50 << 20


@pytest.mark.parametrize("command", ["solve board.txt", "solve {file} {set}"])
def test_command_requires_exactly_one_board_placeholder(command):
    with pytest.raises(InputError, match=r"needs either \{file\}, for a file with one board, or"):
        Program.of("ours", command, "lines", r"(\d+)")
