"""DRAT certificates: what is altered is refused, and what is missing is said."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.prove import drat
from puzzlesat.floodit.prove.drat import (
    TABLE,
    TRIVIAL,
    certificates,
    certify,
    holds,
    unchecked,
    verify,
)
from puzzlesat.floodit.solve.exact import Interval, Limits, auto, close
from puzzlesat.floodit.studies.certificates.tables import (
    certificates_printed,
    certificates_table,
)
from puzzlesat.floodit.studies.reproduction.rows import minimum_row, sample_rows
from puzzlesat.report.rows import read_rows, write_rows
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


def shortest(board):
    interval = Interval(board)
    assert close(interval, auto, Limits(), "glucose42") == "optimal"
    return interval.moves


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


def test_seconds_are_those_of_the_solver_and_of_the_checker(board, moves, tmp_path, monkeypatch):
    clock = iter([10.0, 12.5, 20.0, 27.0])  # before and after each
    monkeypatch.setattr(drat, "monotonic", lambda: next(clock))
    row = certify(board, moves, tmp_path, "a", "glucose4", "dratify")
    assert (row["solve_seconds"], row["check_seconds"]) == (2.5, 7)


@pytest.mark.parametrize("checker", AVAILABLE)
@pytest.mark.parametrize("solver", ["glucose4", "cadical195"])
def test_a_certificate_is_verified(board, moves, tmp_path, solver, checker):
    row = certify(board, moves, tmp_path, "a", solver, checker, 60)
    assert (row["verdict"], row["p"]) == ("verified", len(moves))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.cnf", "a.drat"]
    steps = (tmp_path / "a.drat").read_text().splitlines()
    assert (row["proof_steps"], steps[-1]) == (len(steps), "0")
    for name, kind in (("a.cnf", "cnf"), ("a.drat", "proof")):
        written = (tmp_path / name).read_bytes()
        assert row[f"{kind}_bytes"] == len(written)
        assert row[f"{kind}_sha256"] == sha256(written).hexdigest()
    assert f"\np cnf {row['variables']} {row['clauses']}\n" in (tmp_path / "a.cnf").read_text()
    assert holds(row)


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
@pytest.mark.parametrize(
    "what", ["cut short", "empty", "garbage", "comment", "no end", "other literal", "only the end"]
)
def test_another_proof_is_refused(files, checker, what):
    steps = files[1].read_text().splitlines()
    changed = {
        "cut short": steps[: len(steps) // 2],
        "empty": [],
        "garbage": [*steps[:3], "this is no clause", *steps[3:]],
        "comment": [*steps, "c done"],
        "no end": [*steps, "-1"],
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
    assert holds(row)
    worked = ("variables", "clauses", "cnf_bytes", "proof_steps", "proof_bytes", "solve_seconds")
    assert {row[key] for key in (*worked, "check_seconds")} == {0}
    assert {row[key] for key in ("moves", "reason", "cnf_sha256", "proof_sha256")} == {""}
    assert list(tmp_path.iterdir()) == []


def test_a_board_may_have_as_many_colours_as_there_are_symbols(tmp_path):
    row = certify(Board.of([[0, 61]]), [61], tmp_path, "a", "glucose4", "dratify")
    assert (row["verdict"], row["moves"]) == ("verified", "Z")


@pytest.mark.parametrize("solver", sorted(proof.PROVERS))
@pytest.mark.parametrize("clauses", [[[]], [[1], []], [[1], [-1]]])
def test_what_a_solver_refutes_while_it_reads_has_a_proof(tmp_path, solver, clauses):
    """Solvers may then give no step at all, or none but deletions."""
    path = tmp_path / "a.drat"
    steps = proof.refute(clauses, solver, path)
    written = path.read_text().splitlines()
    assert (len(written), written[-1]) == (steps, "0")


@pytest.mark.parametrize(
    ("symbols", "text", "moves"), [("xyz", "xyz", "yz"), ((1, 10, 9), "1,10,9", "10,9")]
)
def test_a_certificate_keeps_the_symbols_of_the_board(tmp_path, symbols, text, moves):
    board = Board(1, 3, 3, (0, 1, 2), tuple(symbols))
    row = certify(board, [1, 2], tmp_path, "a", "glucose4", "dratify")
    assert row["moves"] == moves
    lines = (tmp_path / "a.cnf").read_text().splitlines()
    assert f"c board: {text}" in lines
    assert f"c symbols: {' '.join(map(str, symbols))}" in lines


def test_moves_that_are_no_shortest_solution_are_found_out(board, moves, tmp_path):
    wasteful = [(board.colour[0] + 1) % board.k, board.colour[0], *moves]
    with pytest.raises(DisagreementError, match="its minimum is given as"):
        certify(board, wasteful, tmp_path, "a", "glucose4", "dratify")
    with pytest.raises(DisagreementError, match="do not flood it"):
        certify(board, moves[:-1], tmp_path, "a", "glucose4", "dratify")
    assert list(tmp_path.iterdir()) == []


def test_a_solver_without_proofs_is_refused():
    with pytest.raises(InputError, match="minisat22 writes no proofs"):
        check_prover("minisat22")
    with pytest.raises(InputError, match="unknown solver 'magic'"):
        check_prover("magic")
    with pytest.raises(InputError, match="unknown checker 'magic'"):
        checker_of("magic")


def test_an_unfinished_certificate_leaves_nothing(board, moves, tmp_path, monkeypatch):
    @contextmanager
    def full(path):
        with atomic_write(path) as file:
            yield file
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(proof, "atomic_write", full)
    with pytest.raises(OSError, match="No space left"):
        certify(board, moves, tmp_path, "a", "glucose4", "dratify")
    assert list(tmp_path.iterdir()) == []


BOARDS = {f"board-{i}": random_board(3, 5, 4, i) for i in range(3)}


def certified(folder, boards=BOARDS, checker="dratify"):
    with certificates(folder, boards) as rows:
        for stem, board in boards.items():
            rows.append(certify(board, shortest(board), folder, stem, "glucose4", checker))
    return rows


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    certified(folder)
    return folder


@pytest.fixture
def folder(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "folder"))


def edited(folder, i, **change):
    """Change a row of the table."""
    rows = read_rows(folder / TABLE, {})
    rows[i] |= change
    write_rows(rows, folder / TABLE)


def test_certificates_are_verified_anew(folder):
    for name, board, minimum in verify(folder):
        assert board == BOARDS[name]
        assert minimum == len(shortest(board))
    assert len(list(verify(folder))) == 3
    (folder / ".hidden").touch()
    assert len(list(verify(folder))) == 3


def swapped_formulas(folder):
    first, second = folder / "board-0.cnf", folder / "board-1.cnf"
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    return "board-0.cnf: not the minimal encoding of board-0 in certificates.csv for"


def one_clause_less(folder):
    path = folder / "board-1.cnf"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    return "board-1.cnf: line [0-9]+: the clauses are not those of"


def one_more_comment(folder):
    path = folder / "board-1.cnf"
    path.write_text("c seed: none\n" + path.read_text())
    return "board-1.cnf: its SHA-256 is not the cnf_sha256 of certificates.csv"


def clauses_in_a_comment(folder):
    """Which a checker that takes other characters for the end of a line would read."""
    path = folder / "board-1.cnf"
    path.write_text("c seed: none\x0b1 0\x0b-1 0\n" + path.read_text())
    (folder / "board-1.drat").write_text("0\n")
    digests = [sha256((folder / f"board-1.{x}").read_bytes()).hexdigest() for x in ("cnf", "drat")]
    edited(folder, 1, cnf_sha256=digests[0], proof_sha256=digests[1])
    return "board-1.cnf: line 1: a comment holds a character that is not printed"


def another_boards_proof(folder):
    shutil.copy(folder / "board-0.drat", folder / "board-1.drat")
    return "board-1.drat: its SHA-256 is not the proof_sha256"


def a_false_proof_and_its_digest(folder):
    (folder / "board-1.drat").write_text("0\n")
    edited(folder, 1, proof_sha256=sha256(b"0\n").hexdigest())
    return "board-1.drat: .* does not accept it"


def no_proof(folder):
    (folder / "board-2.drat").unlink()
    return "board-2.drat"


def a_row_less(folder):
    write_rows(read_rows(folder / TABLE, {})[:-1], folder / TABLE)
    return "board-2.cnf: certificates.csv has no row for this file"


def a_row_twice(folder):
    rows = read_rows(folder / TABLE, {})
    write_rows([*rows, rows[0]], folder / TABLE)
    return "certificates.csv: line 5: a second row for name board-0"


def a_lower_minimum(folder):
    row = read_rows(folder / TABLE, {})[0]
    edited(folder, 0, p=int(row["p"]) - 1)
    return "certificates.csv: line 2: p is [0-9]+, but there are [0-9]+ moves"


def a_higher_minimum(folder):
    row = read_rows(folder / TABLE, {})[0]
    edited(folder, 0, p=int(row["p"]) + 1, moves=row["moves"] + row["moves"][-1])
    return "board-0.cnf: not the minimal encoding of board-0 in certificates.csv for"


def other_moves(folder):
    row = read_rows(folder / TABLE, {})[0]
    edited(folder, 0, moves=row["moves"][0] * len(row["moves"]))
    return "certificates.csv: line 2: the moves [0-9]+ do not flood the board"


def another_board(folder):
    rows = read_rows(folder / TABLE, {})
    edited(folder, 0, board=rows[1]["board"], moves=rows[1]["moves"], p=rows[1]["p"])
    return "board-0.cnf: not the minimal encoding of board-0 in certificates.csv for"


def more_colours(folder):
    edited(folder, 0, k=5)
    return "board-0.cnf: not the minimal encoding of board-0 in certificates.csv for"


def an_unchecked_verdict(folder):
    edited(folder, 2, verdict="refused", reason="wrong")
    return "certificates.csv: board-2 has no checked certificate: refused: wrong"


def a_trivial_verdict(folder):
    edited(folder, 2, verdict="trivial")
    return "certificates.csv: line 4: verdict is trivial, but p is [0-9]+"


def a_name_elsewhere(folder):
    edited(folder, 2, name="../folder/board-2")
    return "certificates.csv: line 4: name is '../folder/board-2'; expected"


def a_name_with_a_control_character(folder):
    edited(folder, 2, name="board\u2028-2")
    return r"certificates.csv: line 4: name is 'board\\u2028-2'; expected"


def a_name_too_long_for_a_file(folder):
    edited(folder, 2, name="b" * 5000)
    return f"certificates.csv: line 4: name is '{'b' * 30}…'; expected"


def an_unprintable_reason(folder):
    edited(folder, 2, verdict="refused", reason="wr\u2028ong")
    return r"board-2 has no checked certificate: refused: 'wr\\u2028ong'"


def no_table(folder):
    (folder / TABLE).unlink()
    return "certificates.csv"


@pytest.mark.parametrize(
    "tamper",
    [
        *(swapped_formulas, one_clause_less, one_more_comment, clauses_in_a_comment),
        *(another_boards_proof, a_false_proof_and_its_digest, no_proof, a_row_less),
        *(a_row_twice, a_lower_minimum, a_higher_minimum, other_moves, another_board),
        *(more_colours, an_unchecked_verdict, a_trivial_verdict, a_name_elsewhere, no_table),
        *(a_name_with_a_control_character, a_name_too_long_for_a_file, an_unprintable_reason),
    ],
)
def test_what_is_tampered_with_is_not_verified(folder, tamper):
    message = tamper(folder)
    with pytest.raises((InputError, FileNotFoundError), match=message):
        list(verify(folder))


def test_a_trivial_certificate_is_verified(tmp_path):
    certified(tmp_path, {"a": Board.of([[0, 0]], 2)})
    [found] = verify(tmp_path)
    assert found.minimum == 0


def test_certificates_of_other_boards_are_kept_apart(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    other = BOARDS | {"board-1": random_board(3, 5, 4, 9)}
    fewer = {"board-0": BOARDS["board-0"]}
    for boards, message in (
        (other, "certificates.csv: board-1 is the certificate of another board, "),
        (fewer, "folder already holds board-1.cnf; choose an empty folder"),
    ):
        with pytest.raises(InputError, match=message), certificates(folder, boards):
            pass
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_certificates_of_the_same_boards_are_replaced(folder):
    """Also if they are not made again: nothing of an earlier run is left."""
    with certificates(folder, BOARDS) as rows:
        board = BOARDS["board-1"]
        rows.append(certify(board, shortest(board), folder, "board-1", "glucose4", "dratify"))
    assert {path.name for path in folder.iterdir()} == {TABLE, "board-1.cnf", "board-1.drat"}
    assert [found.name for found in verify(folder)] == ["board-1"]


def test_a_run_that_makes_nothing_leaves_nothing_of_an_earlier_one(folder):
    with certificates(folder, BOARDS):
        pass
    assert not list(folder.iterdir())


def test_an_interrupt_keeps_what_was_made(folder, monkeypatch):
    def interrupted(*arguments):
        if "board-1" in str(arguments):
            raise KeyboardInterrupt
        return check_proof(*arguments)

    monkeypatch.setattr(drat, "check_proof", interrupted)
    with pytest.raises(KeyboardInterrupt):
        certified(folder)
    monkeypatch.undo()
    assert {path.name for path in folder.iterdir()} == {TABLE, "board-0.cnf", "board-0.drat"}
    assert [found.name for found in verify(folder)] == ["board-0"]


@pytest.mark.parametrize("full", ["formula", "proof", "table"])
@pytest.mark.parametrize("made", ["made", "there"])
def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch, full, made):
    def written(kind, function):
        def write(*arguments, **more):
            if kind == full:
                raise OSError(28, "No space left on device")
            return function(*arguments, **more)

        return write

    monkeypatch.setattr(Instance, "write", written("formula", Instance.write))
    monkeypatch.setattr(drat, "refute", written("proof", drat.refute))
    monkeypatch.setattr(drat, "write_rows", written("table", drat.write_rows))
    folder = tmp_path / "new/folder"
    if made == "there":
        folder.mkdir(parents=True)
    with pytest.raises(OSError, match="No space left on device"):
        certified(folder)
    left = {"made": [], "there": [tmp_path / "new", folder]}[made]
    assert sorted(tmp_path.rglob("*")) == left


SLOW = """#!{python}
import sys, time
if "board-1" in sys.argv[1]:
    print("reached", file=open("{marker}", "w"))
    time.sleep(60)
print("s VERIFIED")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["solve", "certify"])
def test_a_signal_on_the_second_board_keeps_the_first(tmp_path, command, number):
    """With a checker of the name drat-trim that is slow on it."""
    marker, checker = tmp_path / "marker", tmp_path / "bin" / "drat-trim"
    checker.parent.mkdir()
    checker.write_text(SLOW.format(python=sys.executable, marker=marker))
    checker.chmod(0o755)
    sample, minima, out = tmp_path / "sample.csv", tmp_path / "minima.csv", tmp_path / "out.csv"
    write_rows(sample_rows(3, 4, 3, range(3)), sample)
    assert run("minimum", sample, "-o", minima).returncode == 0
    call = {
        "solve": ("solve", sample, "--json", "--certificate", tmp_path / "proofs"),
        "certify": ("certify", minima, "--folder", tmp_path / "proofs", "-o", out),
    }[command]
    environment = os.environ | {"PATH": f"{checker.parent}{os.pathsep}{os.environ['PATH']}"}
    with subprocess.Popen(
        [*FLOODIT, *map(str, call)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        for _ in range(600):
            if marker.exists() or running.poll() is not None:
                break
            time.sleep(0.1)
        running.send_signal(number)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number], errors
    kept = {path.name for path in (tmp_path / "proofs").iterdir()}
    assert kept == {TABLE, "board-0.cnf", "board-0.drat"}
    [row] = read_rows(tmp_path / "proofs" / TABLE, {})
    assert (row["name"], row["verdict"]) == ("board-0", "verified")
    assert not out.exists()


def test_a_refused_proof_fails_in_both_commands(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "drat-trim").write_text("#!/bin/sh\necho 's NOT VERIFIED'\n")
    (tmp_path / "drat-trim").chmod(0o755)
    sample, minima = tmp_path / "sample.csv", tmp_path / "minima.csv"
    write_rows(sample_rows(3, 4, 3, range(2)), sample)
    assert run("minimum", sample, "-o", minima).returncode == 0
    for call in (
        ("solve", sample, "--json", "--certificate", tmp_path / "solved"),
        ("certify", minima, "--folder", tmp_path / "certified", "-o", tmp_path / "rows.csv"),
    ):
        done = run(*call)
        assert done.returncode == 1
        sentence = "floodit: 2 of 2 boards have no checked certificate; the first is board-0, "
        assert sentence in done.stderr
        assert ": refused: " in done.stderr
    assert (
        "board-0 has no checked certificate: refused" in run("verify", tmp_path / "solved").stderr
    )


def test_two_boards_of_one_number_are_refused(tmp_path):
    minima = [
        minimum_row(row, "bounded", "minimal", "minisat22")
        for n in (3, 4)
        for row in sample_rows(3, n, 3, [0])
    ]
    write_rows(minima, tmp_path / "minima.csv")
    done = run("certify", tmp_path / "minima.csv", "--folder", tmp_path / "proofs")
    assert (done.returncode, "two boards have the number 0" in done.stderr) == (1, True)
    assert not (tmp_path / "proofs").exists()


def test_the_table_counts_each_verdict():
    verdicts = ["verified"] * 4 + ["trivial"] * 3 + ["refused"] * 2 + ["timeout"]
    costs = {"proof_bytes": 1500, "solve_seconds": 0.25, "check_seconds": 2.0}
    named = {"seed": 1, "n": 4, "k": 3, "checker": "dratify"}
    rows = [named | costs | {"i": i, "verdict": v} for i, v in enumerate(reversed(verdicts))]
    rows[3] |= {"proof_bytes": 9000, "solve_seconds": 7.0, "check_seconds": 8.0}
    made = certificates_table(pd.DataFrame(rows[::-1]))
    assert list(made["i"]) == list(range(10))
    [row] = certificates_printed(made).to_dict("records")
    assert row == {
        **{"n": 4, "k": 3, "boards": 10, "verified": 4, "trivial": 3, "refused": 2, "other": 1},
        **{"proof kB": "1.5", "largest kB": "9.0", "solve s": "0.250", "longest solve s": "7.00"},
        **{"check s": "2.00", "longest check s": "8.00", "checker": "dratify"},
    }


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
    for folder in ("solved", "proofs"):
        done = run("verify", tmp_path / folder)
        assert (done.returncode, done.stdout.count(" needs ")) == (0, 3)
    (tmp_path / "solved/board-1.drat").write_text("0\n")
    done = run("verify", tmp_path / "solved")
    assert (done.returncode, done.stdout.count(" needs ")) == (1, 1)
    assert "solved/board-1.drat: its SHA-256 is not" in done.stderr
    (tmp_path / "file").touch()
    done = run("solve", sample, "--json", "--certificate", tmp_path / "file/x")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "file is not a folder" in done.stderr


def run(*call):
    return subprocess.run([*FLOODIT, *map(str, call)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("verdict", [proof.TIMEOUT, proof.MISSING, proof.REFUSED])
def test_a_board_without_a_checked_certificate_is_named(verdict):
    row = {"name": "board-7", "board": "01/10", "verdict": verdict, "reason": "why"}
    rows = [row | {"verdict": proof.VERIFIED}, row, row | {"verdict": TRIVIAL}]
    sentence = (
        f"1 of 3 boards have no checked certificate; the first is board-7, 01/10: {verdict}: why"
    )
    if verdict == proof.REFUSED:
        with pytest.raises(DisagreementError, match=sentence):
            unchecked(rows)
    else:
        assert unchecked(rows) == sentence
    assert unchecked([rows[0], rows[2]]) is None


def test_a_checker_is_the_one_that_is_named():
    for name in CHECKERS:
        assert checker_of(name) == name
    with pytest.raises(InputError, match="unknown checker 'minisat'; choose from drat-trim, "):
        checker_of("minisat")


def test_the_first_checker_that_is_installed_is_used(monkeypatch):
    def missing():
        raise LookupError

    for name in CHECKERS:
        monkeypatch.setitem(CHECKERS, name, CHECKERS[name]._replace(version=lambda: "1"))
    for name in CHECKERS:
        assert checker_of("auto") == name
        monkeypatch.setitem(CHECKERS, name, CHECKERS[name]._replace(version=missing))
    assert checker_of("auto") == "dratify"
