"""The commands, as a user calls them."""

import gzip
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.formats import read_puzzles
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.encode.instance import Instance
from puzzlesat.flowfree.solve import generate, search
from puzzlesat.flowfree.solve.reasons import between
from puzzlesat.flowfree.solve.walkthrough import walkthrough
from tests.programs import invoke

from .exhaustive import solutions
from .marked import coloured, systems
from .samples import BRIDGE, CROSS, SKETCH, SQUARES, TWO_SOLUTIONS

FLOWFREE = [sys.executable, "-m", "puzzlesat.flowfree.cli"]


flowfree = partial(invoke, "flowfree")


@pytest.fixture
def write(tmp_path):
    def write(*puzzles, name="given.txt"):
        path = tmp_path / name
        path.write_text("\n".join("".join(row + "\n" for row in rows) for rows in puzzles))
        return path

    return write


@pytest.mark.parametrize("words", [[], ["-q"]])
def test_solve_reports_its_progress(write, monkeypatch, words):
    messages, quiets = [], []

    @contextmanager
    def status_line(*, quiet):
        quiets.append(quiet)
        yield messages.append

    module = import_module("puzzlesat.flowfree.cli.solve")
    monkeypatch.setattr(module, "status_line", status_line)
    file = write(["AB...", ".....", ".....", "...AB"])
    solve = ("solve", file, "--rule", "touching", "--unique", "--solver", "minisat22")
    assert " with cycles" in flowfree(*solve, *words).stdout
    assert messages[:2] == ["puzzle 0, 4×5, 2 flows", "puzzle 0, 4×5, 2 flows: 1 round with cycles"]
    assert quiets == [bool(words)]


def test_solve_distinguishes_no_one_and_several_solutions(write):
    file = write(["AB", "..", "AB"], CROSS, TWO_SOLUTIONS, SQUARES)
    done = flowfree("solve", file, "--unique", "--json", status=0)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert list(answers[0]) == [
        *("puzzle", "rows", "cols", "flows", "rule", "status", "unique", "solutions"),
        *("paths", "variables", "clauses", "repairs", "seconds"),
    ]
    assert [(x["puzzle"], x["status"], x["unique"]) for x in answers] == [
        *((0, "solved", True), (1, "unsolvable", None)),
        *((2, "solved", False), (3, "unsolvable", None)),
    ]
    assert answers[0]["solutions"] == [["AB", "AB", "AB"]]
    one, other = answers[2]["solutions"]
    assert one != other
    assert [fault(TWO_SOLUTIONS, rows) for rows in (one, other)] == [None, None]


def test_solve_prints_a_sentence_and_draws_the_solution(write):
    done = flowfree("solve", write(["AB", "..", "AB"], CROSS), "--unique")
    assert (
        "puzzle 0, 3×2, 2 flows: the only solution in which flows fill the board and none touches "
        "itself, found in" in done.stdout
    )
    assert " A B\n A B\n A B\n" in done.stdout
    assert (
        "puzzle 1, 5×5, 2 flows: there is no solution in which flows fill the board and none "
        "touches itself, found in" in done.stdout
    )


@pytest.mark.parametrize("method", search.METHODS)
@pytest.mark.parametrize("encoding", search.ENCODINGS)
def test_solve_accepts_every_method_and_encoding(method, encoding):
    rows = "\n".join(TWO_SOLUTIONS)
    options = ("--method", method, "--encoding", encoding, "--json")
    [answer] = flowfree("solve", "-", *options, given=rows).stdout.splitlines()
    [found] = json.loads(answer)["solutions"]
    assert found in list(solutions(TWO_SOLUTIONS))
    assert json.loads(answer)["unique"] is None


def test_solve_reports_a_timeout(write):
    file = write(generate.random_puzzle(1, 18, 18, 14, 0, "any").lines)
    done = flowfree("solve", file, "--encoding", "published", "--timeout", "0.001", "--json")
    answer = json.loads(done.stdout)
    assert (answer["status"], answer["solutions"], answer["unique"]) == ("timeout", [], None)


def test_solve_names_a_puzzle_with_too_large_a_formula_and_goes_on(write):
    corners = ["A" + 98 * "." + "B", *98 * [100 * "."], "B" + 98 * "." + "A"]
    file = write(["A.A"], corners, ["B.B"])
    lines = flowfree("solve", file, "--method", "rooted").stdout.splitlines()
    assert "puzzle 1, 100×100, 2 flows: not solved" in "".join(lines)
    assert lines[-2] == " B B B"
    done = flowfree("solve", file, "--method", "rooted", "--json")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["status"] for answer in answers] == ["solved", "memory", "solved"]


@pytest.mark.parametrize("name", ["made.csv", "made.csv.gz", "made.CSV.XZ"])
def test_output_of_generate_is_read_by_solve(tmp_path, name):
    options = ("generate", "-n", 4, "--cols", 6, "-k", 4, "--count", 3, "--seed", 5, "-q")
    rows = tmp_path / "made.txt"
    sample = tmp_path / name
    flowfree(*options, "-o", rows, status=0)
    flowfree(*options, "-o", sample, status=0)
    puzzles = [puzzle.lines for _, puzzle in read_puzzles(rows)]
    assert [puzzle.lines for _, puzzle in read_puzzles(sample)] == puzzles
    assert len(puzzles) == 3
    later = flowfree("generate", "-n", 4, "--cols", 6, "-k", 4, "--seed", 5, "--first", 2)
    assert later.stdout.split() == puzzles[2]
    done = flowfree("solve", sample, "--unique", "--json")
    assert [json.loads(line)["unique"] for line in done.stdout.splitlines()] == [True] * 3


@pytest.mark.parametrize("method", ["repair", "escape", "ranks"])
def test_encoded_formulas_are_solved_by_other_solvers(method, write, tmp_path):
    file = write(SQUARES, ["AB", "..", "AB"])
    for number, solvable in ((0, method == "repair"), (1, True)):
        path = tmp_path / "out.cnf.gz"
        options = ("--encoding", "published", "--method", method, "--puzzle", number)
        flowfree("encode", file, *options, "-o", path, status=0)
        text = gzip.decompress(path.read_bytes()).decode()
        formula = CNF(from_string=text)
        [header] = [line for line in text.splitlines() if line.startswith("p cnf")]
        assert header == f"p cnf {formula.nv} {len(formula.clauses)}"
        assert "c puzzle: " in text
        assert "c x(i,u): " in text
        for clause in formula.clauses:
            assert len({abs(x) for x in clause}) == len(clause)
        with Solver("cadical195", bootstrap_with=formula) as solver:
            assert solver.solve() == solvable


WITH_CYCLES = ["A.....", "......", "...BC.", "..CB..", ".....A", "......"]
"""A puzzle without a solution, whose flows fill the board together with cycles."""


def solved_by_cadical(path):
    """Return the answer of a solver in the format of the SAT Competition."""
    with Solver("cadical195", bootstrap_with=CNF(from_file=str(path))) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def test_default_formula_excludes_cycles_and_repair_does_not(write, tmp_path):
    file, path = write(WITH_CYCLES), tmp_path / "a.cnf"
    assert flowfree("encode", file, "-o", path).stderr == ""
    said = flowfree("decode", path, given=solved_by_cadical(path)).stdout
    assert said.startswith("unsat: according to the solver, there is no solution")
    flowfree("encode", file, "--method", "repair", "-o", path)
    done = flowfree("decode", path, given=solved_by_cadical(path))
    assert done.stdout.startswith("unknown: the model has a cycle, which this formula does not")


@pytest.mark.parametrize("method", ["ranks", "escape", "repair"])
@pytest.mark.parametrize("encoding", search.ENCODINGS)
def test_decode_replays_models_and_rejects_wrong_ones(method, encoding, write, tmp_path):
    file, path = write(["AB", "..", "AB"]), tmp_path / "a.cnf"
    flowfree("encode", file, "--method", method, "--encoding", encoding, "-o", path)
    answer = solved_by_cadical(path)
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
    assert "missing comment 'c rule: …'" in flowfree("decode", path, given=answer).stderr


def test_decode_replays_a_model_of_a_marked_board(write, tmp_path):
    path = tmp_path / "a.cnf"
    flowfree("encode", write(SKETCH), "-o", path)
    done = flowfree("decode", path, given=solved_by_cadical(path))
    assert done.stdout.endswith(
        "4×4, 3 flows, replayed: a solution in which flows fill the board and none touches itself\n"
    )


PINNED = """\
c encoding: links
c method: repair
c cycles: not excluded; models may have cycles, and are then no solutions
c rows: 1
c cols: 3
c flows: 1
c rule: strict, a flow must not touch itself
c puzzle: A.A
c flow numbers: 0=A
c link(l): l + 1, a flow runs over link l: first the 2 horizontal ones, then the vertical ones, \
both row by row
c code(i,b): 3 + 0*i + b, bit b of the number of the flow in cell i
c differ(l,b): 3 + 0*l + b, implies that the cells of link l differ in bit b
p cnf 2 6
1 0
2 0
1 0
2 0
1 0
2 0
"""


def test_formula_of_a_tiny_puzzle_is_unchanged(write):
    done = flowfree("encode", write(["A.A"]), "--method", "repair")
    assert "may be satisfiable even if the puzzle has no solution" in done.stderr
    assert done.stdout.endswith(PINNED)
    assert done.stdout.startswith("c description: does this Flow Free puzzle have a solution?\n")


def test_show_prints_the_puzzles(write):
    done = flowfree("show", write(["A.A"], ["AB", "AB"]))
    assert done.stdout == "puzzle 0, 1×3, 1 flow\n A . A\n\npuzzle 1, 2×2, 2 flows\n A B\n A B\n\n"


def test_explain_writes_a_page_of_the_requested_rule(write, tmp_path):
    path, page = write(["A...", "A..."]), tmp_path / "page.html"
    flowfree("explain", path, "-o", page, status=0)
    assert "There is no solution" in page.read_text()
    flowfree("explain", path, "--rule", "touching", "-o", page, status=0)
    assert "exactly one solution in which flows fill the board and may touch" in page.read_text()


def test_explain_rejects_oversized_boards(write):
    path = write(["A" + "." * 2499 + "A"])
    done = flowfree("explain", path, status=1)
    assert "puzzle 0: the board has 2501 cells; a page shows at most 2500" in done.stderr


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
        ("solve bad.txt", 1, "bad.txt: line 1: A occurs once"),
        ("solve good.txt --solver no", 1, "unknown solver 'no'; choose from"),
        ("solve good.txt --timeout nan", 2, "nan is not a number of seconds"),
        ("solve good.txt --method no", 2, "'no' is not one of 'repair'"),
        ("solve good.txt --solver lingeling --timeout 1", 1, "does not support a time"),
        ("encode good.txt --puzzle 1", 1, "no puzzle 1; the last is 0"),
        ("encode good.txt -o good.txt/x.cnf", 1, "good.txt is not a folder"),
        ("explain good.txt --puzzle 1", 1, "no puzzle 1; the last is 0"),
        ("explain good.txt -o good.txt/x.html", 1, "good.txt is not a folder"),
        ("explain good.txt --timeout 1e-9", 1, "no answer in 1e-09 s; give it"),
        ("explain good.txt --rule no", 2, "'no' is not one of 'strict'"),
        ("generate -n 5 -k 9", 1, "has room for 2 to 8 flows"),
        ("generate -n 0 -k 9", 2, "0 is not in the range"),
        (
            "solve good.txt --method propagator --solver glucose42",
            1,
            "the propagator runs only with the solver cadical195, not with glucose42",
        ),
        *(
            (f"{words} marked.txt", 1, "for other boards, choose the encoding links")
            for words in ("solve --encoding published", "encode --encoding published")
        ),
        ("encode marked.txt --method escape", 1, "choose another method, such as ranks"),
    ],
)
def test_errors_are_reported_in_one_sentence(arguments, status, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("good.txt").write_text("A.A\n")
    Path("bad.txt").write_text("A..\n")
    Path("marked.txt").write_text("".join(f"{line}\n" for line in SKETCH))
    done = flowfree(*shlex.split(arguments))
    assert done.exit_code == status
    assert sentence in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", "good.txt", "marked.txt"]


@pytest.mark.parametrize(
    ("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_stopped_command_leaves_no_partial_files(sent, status, tmp_path):
    output = tmp_path / "out.csv"
    # So many puzzles that the signal arrives before the last one.
    running = subprocess.Popen(
        [*FLOWFREE, "generate", "-n", "30", "-k", "24", "--count", "1000", "-o", str(output)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    while not list(tmp_path.iterdir()):
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(sent)
    _, output = running.communicate(timeout=60)
    assert running.returncode == status
    assert output.splitlines()[-1] in {
        f"flowfree: {word}" for word in ("interrupted", "terminated", "hung up")
    }
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({"encoding": "none"}, "unknown encoding 'none'; choose from links, published"),
        ({"method": "none"}, "unknown method 'none'; choose from "),
    ],
)
def test_unknown_encoding_or_method_of_an_instance_is_rejected(names, sentence):
    with pytest.raises(InputError) as error:
        Instance(Puzzle.of(["A.A"]), **names)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hints_name_every_link_of_the_solution(write, seed):
    rows = flowfree("generate", "-n", 5, "--seed", seed, "-q").stdout.split()
    path = write(rows)
    puzzle = Puzzle.of(rows)
    found = walkthrough(puzzle)
    wanted = {between(puzzle, link) for link in found.solutions[0].links}
    named = []
    for link in range(len(wanted)):
        last, *_ = flowfree("hint", path, "--link", link).stdout.splitlines()
        what, _, reason = last.partition(": ")
        assert what.startswith("a link in ")
        assert reason.endswith(".")
        named.append(what.removeprefix("a link in "))
    assert sorted(named) == sorted(wanted)
    done = flowfree("hint", path, "--link", len(wanted))
    assert done.exit_code
    sentence = f"the solution has {len(wanted)} links; choose from 0 to {len(wanted) - 1}"
    assert sentence in done.output


def test_hint_rejects_unsolvable_puzzles(write):
    done = flowfree("hint", write(["AB", "BA"]))
    assert done.exit_code
    assert "the puzzle has no solution" in done.output
