"""SAT solvers under time limits and signals."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.sat.solver import (
    COUNTERS,
    SOLVERS,
    WITHOUT_LIMIT,
    counters,
    open_solver,
    solve,
)

HARD = Encoder(random_board(2020, 24, 8, 0), MINIMAL).formula(36)
"""A formula that takes every solver longer than a test should wait."""

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(set(SOLVERS.values())))
def test_every_solver_decides(name):
    for clauses, answer in (([[1, 2], [-1]], True), ([[1], [-1]], False)):
        with open_solver(name) as solver:
            solver.append_formula(clauses)
            assert solve(solver) is answer
            assert set(counters(solver)) == set(COUNTERS)


@pytest.mark.parametrize("name", ["minisat22", "glucose42", "cadical195", "maplechrono"])
def test_timeout_returns_none(name):
    with open_solver(name) as solver:
        solver.append_formula(HARD)
        started = time.monotonic()
        assert solve(solver, wall_limit=0.2) is None
        assert time.monotonic() - started < 30


def test_unknown_solver_is_rejected():
    with pytest.raises(
        InputError,
        match=r"unknown solver 'minisat'; choose from cadical103.* glucose421, .*minisat22.* "
        r"such as glucose42\)",
    ) as refused:
        open_solver("minisat")
    assert not re.search(r"\b(cd19|g42|mcm)\b", str(refused.value))  # each solver by one name


HARD_SOLVE = """
import signal
import sys
from tests.sat.test_solver import HARD
from puzzlesat.sat.solver import open_solver, solve
signal.signal(signal.SIGTERM, signal.default_int_handler)
with open_solver(sys.argv[1]) as solver:
    solver.append_formula(HARD)
    print("ready", flush=True)
    try:
        solve(solver, float(sys.argv[2]) or None)
    except KeyboardInterrupt:
        sys.exit(42)
"""


def status_after(sent, name, timeout=0):
    """Return the status of a process that receives a signal while it solves a hard formula."""
    line = [sys.executable, "-c", HARD_SOLVE, name, str(timeout)]
    running = subprocess.Popen(line, stdout=subprocess.PIPE, cwd=ROOT)
    assert running.stdout.readline() == b"ready\n"
    time.sleep(0.5)
    running.send_signal(sent)
    return running.wait(timeout=60)


@pytest.mark.parametrize(
    ("name", "timeout", "sent"),
    [  # each pair of values
        ("minisat22", 0, signal.SIGINT),
        ("minisat22", 100, signal.SIGTERM),
        ("cadical195", 0, signal.SIGTERM),
        ("cadical195", 100, signal.SIGINT),
    ],
)
def test_signal_stops_a_solver(name, timeout, sent):
    assert status_after(sent, name, timeout) == 42


@pytest.mark.parametrize("timeout", [0, 300])
def test_harmless_signal_does_not_stop_the_solver(timeout):
    program = """
import signal
import sys
from pysat.examples.genhard import PHP
from puzzlesat.sat.solver import open_solver, solve
formula = PHP(9).clauses
signal.signal(signal.SIGALRM, lambda *_: print("rung", flush=True))
with open_solver("minisat22") as solver:
    solver.append_formula(formula)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    print(solve(solver, float(sys.argv[1]) or None))
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(timeout)],
        capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    assert set(done.stdout.split()) == {"rung", "False"}


MANY_INTERRUPTS = """
import os, random, sys, threading, time
from pysat.examples.genhard import PHP
from puzzlesat.sat.solver import open_solver, solve

name, times = sys.argv[1], int(sys.argv[2])
rng = random.Random(name)
clauses = PHP(8).clauses

def interrupt(seconds):
    time.sleep(seconds)
    os.kill(os.getpid(), 2)

for _ in range(times):
    with open_solver(name) as solver:
        solver.append_formula(clauses)
        sender = threading.Thread(target=interrupt, args=[rng.random() / 100])
        try:
            sender.start()
            solve(solver)
            sender.join()
            time.sleep(1)
            sys.exit(f"{name} ignored an interrupt")
        except KeyboardInterrupt:
            sender.join()
with open_solver(name) as solver:
    solver.append_formula([[1, 2], [-1]])
    print(solve(solver), solver.get_model())
"""


@pytest.mark.parametrize("name", sorted(set(SOLVERS.values()) - WITHOUT_LIMIT))
def test_solver_survives_many_interrupts(name):
    done = subprocess.run(
        [sys.executable, "-c", MANY_INTERRUPTS, name, "25"],
        capture_output=True, text=True, cwd=ROOT, timeout=100, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "True [-1, 2]\n"), done.stderr


@pytest.mark.parametrize(
    ("name", "sent"),
    [*zip(sorted(WITHOUT_LIMIT), [signal.SIGINT, signal.SIGTERM], strict=True)],
)
def test_signal_kills_the_process_if_the_solver_cannot_be_stopped(name, sent):
    assert status_after(sent, name) == -sent
