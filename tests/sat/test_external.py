"""Programs as solvers: their answers are checked, and whatever goes wrong is one sentence."""

import random
from functools import partial
from itertools import product
from time import monotonic

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.floodit import solve_board
from puzzlesat.floodit.board.sample import random_board, random_board_rows
from puzzlesat.floodit.encode.thesis import MINIMAL
from puzzlesat.floodit.solve.minimum import confirmed_minimum, decider
from puzzlesat.sat.external import ExternalSolver
from puzzlesat.sat.solver import (
    open_solver,
    solve,
    version_of,
)
from puzzlesat_studies.floodit.boards import SampledBoard
from puzzlesat_studies.floodit.competition.hardness import solves
from puzzlesat_studies.floodit.measure import time_encodings
from tests.programs import SOLVER, invoke, script
from tests.studies.test_competition import around_minimum


def solver_of(folder, text):
    return str(script(folder / "solver", text))


@pytest.fixture
def program(tmp_path):
    return solver_of(tmp_path, SOLVER)


def test_answers_agree_with_brute_force(program):
    draw = random.Random(5)
    for _ in range(12):
        clauses = [
            [draw.choice([-1, 1]) * draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
            for _ in range(draw.randint(1, 14))
        ]
        assumed = [draw.choice([-1, 1]) * draw.randint(1, 4)]
        models = [
            model
            for model in product(*((-v, v) for v in range(1, 5)))
            if all(any(x in model for x in clause) for clause in [*clauses, assumed])
        ]
        with open_solver(program) as solver:
            solver.append_formula(clauses)
            assert solve(solver, 60, assumed) == bool(models)
            if models:
                found = solver.get_model()
                assert any(set(found) <= set(model) for model in models)


def test_minima_and_times_can_be_measured_with_a_program(program):
    board = random_board(1, 3, 3, 0)
    minimum = solve_board(board).minimum
    decide = decider(board, MINIMAL, program)
    assert decide(minimum - 1) is None
    assert len(decide(minimum)) == minimum
    [drawn] = random_board_rows(1, 3, 3, range(1))
    found = confirmed_minimum(board, "bounded", "minimal", program)
    assert found.p == minimum
    rows = list(
        time_encodings([drawn | {"minimum": minimum}], ("minimal", "extended"), program, 1, 60)
    )
    assert [row["status"] for row in rows] == ["sat", "sat"]
    assert {row["version"] for row in rows} == {version_of(program)}
    assert version_of(program).startswith("solver ")
    # the CPU time of the program, which starts Python, and not only the time of waiting for it
    assert min(row["solve_seconds"] for row in rows) > 0.02
    hardness = around_minimum(below=1, above=0, wall_limit=60, solvers=[program])
    below, _ = solves([SampledBoard(**drawn)], hardness=hardness)
    assert (below["status"], below["conflicts"]) == ("unsat", None)
    assert below["seconds"] > 0.02


def test_solve_command_accepts_a_program_as_solver(program, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("0120\n1203\n3321\n0012\n")
    solve = partial(invoke, "floodit", "solve", path, "--solver", program)
    done = solve("--method", "thesis")
    assert (done.exit_code, "7 moves, the fewest possible" in done.output) == (0, True)
    refused = solve()
    assert refused.exit_code
    assert "a program as --solver works only with --method thesis, not with auto" in refused.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exit 0", "ended with status 0 and printed no answer in the format"),
        ("echo 's UNSATISFIABLE'", "the solver and the encoding find no solution of"),
        ("echo 's SATISFIABLE'; echo 'v 0'", "returned a model that violates"),
    ],
)
def test_minimum_requires_a_valid_model_of_the_program(tmp_path, text, message):
    path = tmp_path / "board.txt"
    path.write_text("01\n12\n")  # greedy play finds the minimum
    solve = partial(invoke, "floodit", "solve", path, "--method", "thesis")
    done = solve("--solver", solver_of(tmp_path, text), status=1)
    assert message in done.output
    assert "fewest possible" not in done.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exit 3", "ended with status 3 and printed no answer in the format"),
        ("kill -9 $$", "was killed by SIGKILL and printed no answer"),
        ("echo 'no such option: -x' >&2; echo >&2; exit 1", "error is 'no such option: -x'$"),
        ("echo 's SATISFIABLE'; echo 'v 1 0'", r"returned a model that violates \[2\]"),
        ("echo 's SATISFIABLE'; echo 'v 1 x 0'", "something that is not a literal"),
    ],
)
def test_invalid_program_output_raises_input_error(tmp_path, text, message):
    with ExternalSolver(solver_of(tmp_path, text)) as solver:
        solver.append_formula([[1], [2]])
        with pytest.raises(InputError, match=message):
            solver.decide()
        assert solver.get_model() is None


def test_model_that_violates_an_assumption_is_rejected(tmp_path):
    with ExternalSolver(solver_of(tmp_path, "echo 's SATISFIABLE'; echo 'v 1 0'")) as solver:
        solver.append_formula([[1, 2]])
        with pytest.raises(InputError, match=r"violates \[2\]"):
            solver.decide(assumptions=[2])


def test_timeout_returns_none(tmp_path):
    started = monotonic()
    with ExternalSolver(solver_of(tmp_path, "sleep 60")) as solver:
        solver.append_formula([[1]])
        assert solver.decide(0.2) is None
    assert monotonic() - started < 30
