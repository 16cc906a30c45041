"""DRAT certificates: what is altered is refused, and what is missing is said."""

import json
import subprocess
import sys
from contextlib import contextmanager
from itertools import combinations

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.cli import instances
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.prove.drat import certify, holds
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close
from puzzlesat.sat import proof
from puzzlesat.sat.formula import Family, Formula, stack
from puzzlesat.sat.proof import CHECKERS, Checker, check_proof, check_prover, checker_of

FLOODIT = [sys.executable, "-m", "puzzlesat.floodit.cli"]


def installed(name):
    try:
        CHECKERS[name].version()
    except LookupError:
        return False
    return True


AVAILABLE = [
    pytest.param(
        name, marks=pytest.mark.skipif(not installed(name), reason=f"{name} is not installed")
    )
    for name in CHECKERS
]


def test_the_choices_are_the_names_that_the_library_knows():
    assert tuple(CHECKERS) == instances.CHECKERS


def shortest(board):
    bounds = Bounds(board)
    assert close(bounds, auto, Limits(), "glucose42") == "optimal"
    return bounds.moves


@pytest.fixture(scope="module")
def board():
    return random_board(3, 5, 4, 1)


@pytest.fixture(scope="module")
def moves(board):
    return shortest(board)


@pytest.fixture
def files(board, moves, tmp_path):
    """A formula that one move less suffices, and a proof that it does not."""
    row = certify(board, moves, tmp_path, "a", "glucose4", "dratify")
    assert row["verdict"] == "verified", row
    return tmp_path / "a.cnf", tmp_path / "a.drat"


def test_a_file_of_the_checker_s_name_is_not_run(files, tmp_path, monkeypatch):
    (tmp_path / "dratify.py").write_text("raise SystemExit('this is no checker')\n")
    monkeypatch.chdir(tmp_path)
    assert check_proof(*files, "dratify").verdict == "verified"
    (tmp_path / "dratify.py").write_text("print('s VERIFIED')\nraise SystemExit\n")
    files[1].write_text("0\n")
    assert check_proof(*files, "dratify").verdict == "refused"


@pytest.mark.parametrize("checker", AVAILABLE)
@pytest.mark.parametrize("solver", ["glucose4", "cadical195"])
def test_a_certificate_is_verified(board, moves, tmp_path, solver, checker):
    row = certify(board, moves, tmp_path, "a", solver, checker, 60)
    assert (row["verdict"], row["p"]) == ("verified", len(moves))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.cnf", "a.drat"]
    steps = (tmp_path / "a.drat").read_text().splitlines()
    assert (row["proof_steps"], steps[-1]) == (len(steps), "0")


def test_the_formula_is_written_from_the_board(board, moves, files):
    lines = files[0].read_text().splitlines()
    clauses = [list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
    assert clauses == list(Instance(board, len(moves) - 1).formula())


@pytest.mark.parametrize("checker", AVAILABLE)
def test_another_board_is_refused(board, moves, files, checker):
    refused = 0
    for f in range(1, 6):  # another colour in one field
        colour = list(board.colour)
        colour[-f] = (colour[-f] + 1) % board.k
        rows = [colour[first : first + 5] for first in range(0, 25, 5)]
        other = Instance(Board.of(rows, board.k), len(moves) - 1)
        with atomic_write(files[0], binary=True) as file:
            other.write("", file)
        refused += check_proof(*files, checker).verdict == "refused"
    assert refused


@pytest.mark.parametrize("checker", AVAILABLE)
def test_another_number_of_moves_is_refused(board, moves, files, checker):
    with atomic_write(files[0], binary=True) as file:
        Instance(board, len(moves)).write("", file)
    assert check_proof(*files, checker).verdict == "refused"


@pytest.mark.parametrize("checker", AVAILABLE)
def test_a_formula_without_its_end_is_refused(files, board, checker):
    lines = files[0].read_text().splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("p"))
    words = lines[head].split()
    lines[head] = f"p cnf {words[2]} {int(words[3]) - 25}"
    files[0].write_text("\n".join(lines[:-25]) + "\n")  # condition 10 comes last
    assert check_proof(*files, checker).verdict == "refused"


@pytest.mark.parametrize("checker", AVAILABLE)
@pytest.mark.parametrize("what", ["cut short", "empty", "garbage", "other literal", "only the end"])
def test_another_proof_is_refused(files, checker, what):
    steps = files[1].read_text().splitlines()
    changed = {
        "cut short": steps[: len(steps) // 2],
        "empty": [],
        "garbage": [*steps[:3], "this is no clause", *steps[3:]],
        "other literal": ["-1 0", *steps],  # the pivot is flooded, so that -1 is not implied
        "only the end": ["0"],
    }[what]
    files[1].write_text("".join(f"{step}\n" for step in changed))
    verdict = check_proof(*files, checker).verdict
    if checker == "drat-trim" and what == "other literal":
        pytest.skip("drat-trim looks only at the steps that the proof needs")
    assert verdict == "refused"


def test_a_checker_that_is_missing_or_slow_or_refuses_leaves_no_certificate(
    board, moves, tmp_path, monkeypatch
):
    def command(*words):
        return Checker(lambda formula, proof: list(words), lambda: "1")

    def missing():
        raise LookupError("magic")

    for checker, verdict, sentence, left in (
        (Checker(None, missing), "missing", "the checker magic is not installed", "unchecked"),
        (command("sleep", "60"), "timeout", "fake had no verdict after 0.5 s", "unchecked"),
        (command("echo", "wrong at 3"), "refused", "wrong at 3", "refused"),
        (command("false"), "refused", "exit status 1", "refused"),
        (command("echo", "s NOT VERIFIED"), "refused", "exit status 0", "refused"),
    ):
        monkeypatch.setitem(proof.CHECKERS, "fake", checker)
        row = certify(board, moves, tmp_path, "a", "glucose4", "fake", 0.5)
        assert (row["verdict"], row["reason"]) == (verdict, sentence)
        assert not holds(row)
        assert {path.name for path in tmp_path.iterdir()} == {"a.cnf", f"a.drat.{left}"}


def pigeons(holes):
    """Say that one pigeon more than there are holes finds a hole for itself, which is hard."""
    hole = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    pairs = combinations(range(holes + 1), 2)
    return hole + [[-hole[p][h], -hole[q][h]] for p, q in pairs for h in range(holes)]


def test_a_solver_that_is_too_slow_is_a_row(board, moves, tmp_path, monkeypatch):
    monkeypatch.setattr(Instance, "formula", lambda _: HARD)
    row = certify(board, moves, tmp_path, "a", "glucose4", "dratify", 0.5)
    assert (row["verdict"], row["reason"]) == ("unproved", "glucose4 had no proof after 0.5 s")
    assert [path.name for path in tmp_path.iterdir()] == ["a.cnf"]


HARD = Formula(132, (Family("pigeons", stack(pigeons(11)), range(1), 0),))


def test_a_flooded_board_needs_no_proof(tmp_path):
    row = certify(Board.of([[0, 0]], 2), [], tmp_path, "a", "glucose4", "dratify")
    assert row["verdict"] == "trivial"
    assert list(tmp_path.iterdir()) == []


def test_moves_that_are_no_shortest_solution_are_found_out(board, moves, tmp_path):
    wasteful = [(board.colour[0] + 1) % board.k, board.colour[0], *moves]
    with pytest.raises(DisagreementError, match="is said to be its minimum"):
        certify(board, wasteful, tmp_path, "a", "glucose4", "dratify")
    with pytest.raises(DisagreementError, match="do not flood it"):
        certify(board, moves[:-1], tmp_path, "a", "glucose4", "dratify")


def test_a_solver_without_proofs_is_refused():
    with pytest.raises(InputError, match="minisat22 writes no proofs"):
        check_prover("minisat22")
    with pytest.raises(InputError, match="there is no checker 'magic'"):
        checker_of("magic")


def test_an_unfinished_proof_has_no_name(board, moves, tmp_path, monkeypatch):
    @contextmanager
    def full(path):
        with atomic_write(path) as file:
            yield file
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(proof, "atomic_write", full)
    with pytest.raises(OSError, match="No space left"):
        certify(board, moves, tmp_path, "a", "glucose4", "dratify")
    assert [path.name for path in tmp_path.iterdir()] == ["a.cnf"]


def test_commands(tmp_path):
    sample, minima = tmp_path / "sample.csv", tmp_path / "minima.csv"
    rows, table = tmp_path / "rows.csv", tmp_path / "table.md"
    for call in (
        ("sample", "-n", 4, "-k", 3, "--count", 3, "-o", sample),
        ("minimum", sample, "-o", minima),
        ("certify", minima, "--folder", tmp_path / "proofs", "-o", rows),
        ("table", "certificates", rows, "-o", tmp_path / "all.csv"),
        ("table", "certificates", rows, "-o", table),
    ):
        done = run(*call)
        assert done.returncode == 0, (call, done.stderr)
    assert len(list((tmp_path / "proofs").glob("*.drat"))) == 3
    assert "|   4 |   3 |        3 |          3 |" in table.read_text()
    answer = run("solve", sample, "--json", "--certificate", tmp_path / "solved")
    assert [json.loads(line)["status"] for line in answer.stdout.splitlines()] == ["optimal"] * 3
    assert len(list((tmp_path / "solved").iterdir())) == 7
    (tmp_path / "file").touch()
    done = run("solve", sample, "--json", "--certificate", tmp_path / "file/x")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "file/x" in done.stderr


def run(*call):
    return subprocess.run([*FLOODIT, *map(str, call)], capture_output=True, text=True, check=False)
