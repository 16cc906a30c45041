"""The commands, as a user calls them."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from pysat.formula import CNF

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.formats.formats import read_puzzles
from puzzlesat.flowfree.show.words import between
from puzzlesat.flowfree.solve import search
from puzzlesat.flowfree.solve.walkthrough import walkthrough
from tests.programs import answer_of_solver, invoke

from .marked import coloured, systems
from .samples import BRIDGE, CROSS, SKETCH, SQUARES, TWO_SOLUTIONS

FLOWFREE = [sys.executable, "-m", "puzzlesat.flowfree.cli"]


flowfree = partial(invoke, "flowfree")


def test_solve_distinguishes_no_one_and_several_solutions(write):
    file = write(["AB", "..", "AB"], CROSS, TWO_SOLUTIONS, SQUARES)
    done = flowfree("solve", file, "--unique", "--json", status=0)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    names = "puzzle rows cols flows rule status unique solutions paths variables clauses repairs"
    assert " ".join(answers[0]) == f"{names} seconds"
    unsolvable = ("unsolvable", None)
    expected = [("solved", True), unsolvable, ("solved", False), unsolvable]
    assert [(x["status"], x["unique"]) for x in answers] == expected
    assert [x["puzzle"] for x in answers] == [0, 1, 2, 3]
    assert answers[0]["solutions"] == [["AB", "AB", "AB"]]
    one, other = answers[2]["solutions"]
    assert one != other
    assert [fault(TWO_SOLUTIONS, rows) for rows in (one, other)] == [None, None]


def test_solve_names_a_puzzle_with_too_large_a_formula_and_goes_on(write):
    flows = [chr(0x4E00 + f).join(["", 98 * ".", ""]) for f in range(99)]
    file = write(["A.A", "C.C"], [*flows, 100 * "."], ["B.B", "A.A"])
    lines = flowfree("solve", file, "--encoding", "published").stdout.splitlines()
    assert "puzzle 1, 100×100, 99 flows: not solved" in "".join(lines)
    assert lines[-3] == " B B B"
    done = flowfree("solve", file, "--encoding", "published", "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["status"] for answer in answers] == ["solved", "memory", "solved"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("made.csv", ("-n", 4, "--cols", 6, "-k", 4)),
        ("made.CSV.XZ", ("-n", 5)),
    ],
)
def test_output_of_generate_is_read_by_solve(tmp_path, name, options):
    options = ("generate", *options, "--seed", 5)
    rows = tmp_path / "made.txt"
    sample = tmp_path / name
    for path in (rows, sample):
        flowfree(*options, "--count", 3, "-q", "-o", path, status=0)
    puzzles = [puzzle.lines for _, puzzle in read_puzzles(rows)]
    assert [puzzle.lines for _, puzzle in read_puzzles(sample)] == puzzles
    assert len(puzzles) == 3
    assert flowfree(*options, "--first", 2).stdout.splitlines() == puzzles[2]
    done = flowfree("solve", sample, "--unique", "--json")
    assert [json.loads(line)["unique"] for line in done.stdout.splitlines()] == [True] * 3


WITH_CYCLES = ["A.....", "......", "...BC.", "..CB..", ".....A", "......"]
"""A puzzle without a solution, whose flows fill the board together with cycles."""


def test_default_formula_excludes_cycles_and_repair_does_not(write, tmp_path):
    file, path = write(WITH_CYCLES), tmp_path / "a.cnf"
    assert flowfree("encode", file, "-o", path).stderr == ""
    said = flowfree("decode", path, given=answer_of_solver(path)).stdout
    assert said.startswith("unsat: according to the solver, there is no solution")
    done = flowfree("encode", file, "--method", "repair", "-o", path)
    assert "may be satisfiable even if the puzzle has no solution" in done.stderr
    done = flowfree("decode", path, given=answer_of_solver(path))
    assert done.stdout.startswith("unknown: the model has a cycle, which this formula does not")


@pytest.mark.parametrize("method", ["ranks", "escape", "repair"])
@pytest.mark.parametrize("encoding", search.ENCODINGS)
def test_decode_replays_models_and_rejects_wrong_ones(method, encoding, write, tmp_path):
    file, path = write(SQUARES, ["AB", "..", "AB"]), tmp_path / "a.cnf"
    words = ("--method", method, "--encoding", encoding, "--puzzle", 1)
    flowfree("encode", file, *words, "-o", path)
    formula = CNF(from_file=str(path))
    assert f"\np cnf {formula.nv} {len(formula.clauses)}\n" in path.read_text()
    assert all(len({*map(abs, clause)}) == len(clause) for clause in formula.clauses)
    answer = answer_of_solver(path)
    done = flowfree("decode", path, given=answer)
    assert done.stdout.split()[:6] == [*"ABABAB"]
    assert done.stdout.endswith(
        "3×2, 2 flows, replayed: a solution in which flows fill the board and none touches itself\n"
    )
    none = "s SATISFIABLE\nv -1 0\n"
    done = flowfree("decode", path, given=none)
    assert (done.exit_code, "is wrong: " in done.stderr) == (1, True)
    done = flowfree("decode", path, given="s SATISFIABLE\nv 99999 0\n")
    assert "the model has variable 99999, but the formula has " in done.stderr
    path.write_text(path.read_text().replace("c puzzle: AB/../AB", "c puzzle: AB/../BA"))
    done = flowfree("decode", path, given=answer)
    assert "the clauses are not those of the puzzle, the encoding" in done.stderr
    path.write_text("c puzzle: AB/../AB\np cnf 1 0\n")
    assert "missing comment 'rule: …'" in flowfree("decode", path, given=answer).stderr


def test_sketch_in_the_help_text_is_read_shown_and_solved(write):
    column = flowfree("--help").stdout.splitlines()
    column = [line.strip().partition("   ")[0] for line in column]
    first = column.index(SKETCH[0])
    assert column[first : first + len(SKETCH)] == SKETCH
    file = write(SKETCH, ["AB", "AB"], BRIDGE)
    drawn = "".join(f" {line}\n" for line in SKETCH)
    shown = flowfree("show", file).stdout
    assert shown.startswith(
        f"puzzle 0, 4×4, 3 flows\n{drawn}\npuzzle 1, 2×2, 2 flows\n A B\n A B\n"
    )
    [only] = systems(SKETCH, True)
    solved = coloured(SKETCH, only)
    done = flowfree("solve", file, "--unique")
    assert (
        "4×4, 3 flows: the only solution in which flows fill the board and none touches itself"
        in done.stdout
    )
    assert "".join(f" {line}\n" for line in solved) in done.stdout
    first, _, last = map(json.loads, flowfree("solve", file, "--json").stdout.splitlines())
    assert (first["rows"], first["cols"], first["solutions"]) == (4, 4, [solved])
    assert {tuple(map(tuple, path)) for path in first["paths"][0]} == only
    assert last["paths"] == [[[[0, 1], [1, 1], [2, 1]], [[1, 0], [1, 1], [1, 2]]]]


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ("solve none.txt", 1, "none.txt: No such file or directory"),
        ("solve bad.txt", 1, "bad.txt: line 1"),
        ("solve good.txt --timeout nan", 2, "nan is not a number of seconds"),
        ("solve good.txt --method no", 2, "'no' is not one of 'ranks'"),
        ("solve good.txt --solver lingeling --timeout 1", 1, "does not support a time"),
        ("encode good.txt --puzzle 1", 1, "no puzzle 1; the last is 0"),
        ("encode good.txt -o good.txt/x.cnf", 1, "good.txt is not a folder"),
        ("explain good.txt --puzzle 1", 1, "no puzzle 1; the last is 0"),
        ("explain good.txt -o good.txt/x.html", 1, "good.txt is not a folder"),
        ("explain good.txt --timeout 1e-9", 1, "no answer in 1e-09 s; give it"),
        ("explain good.txt --rule no", 2, "'no' is not one of 'strict'"),
        ("generate -n 5 -k 9", 1, "has room for 2 to 8 flows"),
        ("generate -n 0 -k 9", 2, "0 is not in the range"),
        ("encode marked.txt --method escape", 1, "choose another method, such as ranks"),
    ],
)
def test_errors_are_reported_in_one_sentence(arguments, status, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("good.txt").write_text("A.A\nB.B\n")
    Path("bad.txt").write_text("A..\n")
    Path("marked.txt").write_text("".join(f"{line}\n" for line in SKETCH))
    done = flowfree(*shlex.split(arguments))
    assert done.exit_code == status
    assert sentence in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", "good.txt", "marked.txt"]


@pytest.mark.parametrize(
    ("sent", "status", "word"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")],
)
def test_stopped_command_leaves_no_partial_files(sent, status, word, tmp_path):
    output = tmp_path / "new/out.csv"
    # So many puzzles that the signal arrives before the last one.
    running = subprocess.Popen(
        [*FLOWFREE, "generate", "-n", "30", "-k", "24", "--count", "1000", "-o", str(output)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    while not list(tmp_path.glob("new/.*.partial")):
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(sent)
    _, stderr = running.communicate(timeout=60)
    assert running.returncode == status
    assert stderr.splitlines()[-1] == f"flowfree: {word}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seed", [2])
def test_hints_name_every_link_of_the_solution(write, seed):
    rows = flowfree("generate", "-n", 5, "--seed", seed, "-q").stdout.split()
    path = write(rows)
    puzzle = Puzzle.of(rows)
    found = walkthrough(puzzle)
    wanted = {between(puzzle, link) for link in found.solutions[0]}
    named = []
    for link in range(len(wanted)):
        last, *_ = flowfree("hint", path, "--link", link).stdout.splitlines()
        what, _, reason = last.partition(": ")
        assert what.startswith("a link between ")
        assert reason.endswith(".")
        named.append(what.removeprefix("a link between "))
    assert sorted(named) == sorted(wanted)
    done = flowfree("hint", path, "--link", len(wanted))
    assert done.exit_code
    sentence = f"the solution has {len(wanted)} links; choose from 0 to {len(wanted) - 1}"
    assert sentence in done.output


def test_a_board_that_the_engine_does_not_take_is_refused(write):
    path = write(["A" + "." * 100, *["." * 101] * 98, "." * 100 + "A"])
    done = flowfree("hint", path)
    assert done.exit_code == 1
    assert "the engine takes at most 10000" in done.output
