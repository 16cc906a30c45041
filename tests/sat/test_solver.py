import time

import pytest

from puzzlesat.errors import InputError
from puzzlesat.floodit.sample import random_board
from puzzlesat.floodit.thesis import MINIMAL, Encoder
from puzzlesat.sat.solver import COUNTERS, SOLVERS, counters, open_solver, solve

HARD = Encoder(random_board(2020, 24, 8, 0), MINIMAL).formula(36)
"""Takes every solver longer than a test should wait."""

USABLE = sorted(set(SOLVERS.values()) - {"cryptominisat5", "ergo"})


@pytest.mark.parametrize("name", USABLE)
def test_every_solver_decides(name):
    for clauses, answer in (([[1, 2], [-1]], True), ([[1], [-1]], False)):
        with open_solver(name) as solver:
            solver.append_formula(clauses)
            assert solve(solver) is answer
            assert set(counters(solver)) == set(COUNTERS)


@pytest.mark.parametrize("name", ["minisat22", "glucose42", "cadical195", "maplechrono"])
def test_time_runs_out(name):
    with open_solver(name) as solver:
        solver.append_formula(HARD)
        started = time.monotonic()
        assert solve(solver, timeout=0.2) is None
        assert time.monotonic() - started < 30


@pytest.mark.parametrize("name", ["minisat22", "cadical195"])
def test_a_limit_that_is_not_reached_changes_nothing(name):
    with open_solver(name) as solver:
        solver.append_formula([[1, 2], [-1]])
        assert solve(solver, timeout=60) is True
        assert solve(solver, timeout=60, assumptions=[-2]) is False
        assert solve(solver, timeout=60) is True


@pytest.mark.parametrize("name", ["lingeling", "kissat404"])
def test_a_solver_that_cannot_keep_a_limit_says_so(name):
    with open_solver(name) as solver, pytest.raises(InputError, match="cannot keep a time limit"):
        solve(solver, timeout=1)


def test_an_unknown_solver_is_refused():
    with pytest.raises(InputError, match="unknown solver 'minisat'; there are cadical103"):
        open_solver("minisat")


# PySAT complains once more when it throws the solver away that it could not make.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_solver_that_is_not_installed_is_refused():
    with pytest.raises(InputError, match="not installed"):
        open_solver("cryptominisat5")
