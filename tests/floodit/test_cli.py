"""The command as a person meets it."""

import gzip
import json
import lzma
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.floodit.board import formats
from puzzlesat.floodit.cli import frontier, group
from puzzlesat.floodit.cli import thesis as thesis_cli
from puzzlesat.floodit.encode import thesis
from puzzlesat.floodit.solve import baselines as peers
from puzzlesat.floodit.solve import exact, minimum
from puzzlesat.floodit.studies.reproduction import figures, wins

FLOODIT = [sys.executable, "-m", "puzzlesat.floodit.cli"]


def test_the_choices_are_the_names_that_the_library_knows():
    assert tuple(thesis.ENCODINGS) == group.ENCODINGS
    assert tuple(minimum.SEARCHES) == thesis_cli.SEARCHES
    assert ("auto", *formats.FORMATS) == group.FORMATS
    assert tuple(exact.METHODS) == group.METHODS
    assert set(peers.CONTENDERS) == set(frontier.CONTENDERS)
    assert thesis_cli.CLOCKS == tuple(wins.CLOCKS) == tuple(figures.CLOCK_NAMES)


def floodit(*arguments, given=None):
    return subprocess.run(
        [*FLOODIT, *map(str, arguments)], input=given, capture_output=True, text=True, check=False
    )


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("0120\n1203\n3321\n0012\n")
    return path


def replay(rows, moves):
    """Flood the pivot's area, written once more to depend on nothing."""
    cells = [list(row) for row in rows]
    for move in moves:
        old, todo, seen = cells[0][0], [(0, 0)], set()
        while todo:
            r, c = todo.pop()
            inside = 0 <= r < len(cells) and 0 <= c < len(cells[0])
            if inside and (r, c) not in seen and cells[r][c] == old:
                seen.add((r, c))
                todo += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        for r, c in seen:
            cells[r][c] = move
    return {cell for row in cells for cell in row}


def test_solve_prints_json_lines(board):
    done = floodit("solve", board, "--json")
    [line] = done.stdout.splitlines()
    answer = json.loads(line)
    assert done.returncode == 0
    assert list(answer) == [
        *("board", "rows", "cols", "colours", "status", "minimum", "lower_bound", "upper_bound"),
        *("moves", "seconds"),
    ]
    assert (answer["rows"], answer["cols"], answer["colours"]) == (4, 4, 4)
    assert answer["status"] == "optimal"
    assert answer["minimum"] == answer["lower_bound"] == answer["upper_bound"] == 7
    assert len(replay(board.read_text().split(), answer["moves"])) == 1


@pytest.mark.parametrize("method", exact.METHODS)
def test_every_method_solves(board, method):
    done = floodit("solve", board, "--json", "--method", method, "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["minimum"] == 7


def test_nogoods_are_written_and_checked(tmp_path):
    sample, nogoods = tmp_path / "sample.csv", tmp_path / "nogoods.txt.xz"
    floodit("sample", "-n", 9, "-k", 6, "--count", 3, "-o", sample)
    assert floodit("solve", sample, "--json", "--nogoods", nogoods).returncode == 0
    done = floodit("check", nogoods)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4
    assert done.stdout.splitlines()[-1].startswith("3 certificates hold, with ")
    text = lzma.decompress(nogoods.read_bytes()).decode()
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(text.replace(" bound ", " moves ", 1))
    done = floodit("check", damaged)
    assert done.returncode == 1
    assert done.stderr.startswith(f"floodit: {damaged}, line 4: there should be 6 reasons")
    damaged.write_text("")
    assert "no certificate in it" in floodit("check", damaged).stderr
    (tmp_path / "cut.xz").write_bytes(nogoods.read_bytes()[:-9])
    assert "cannot be decompressed" in floodit("check", tmp_path / "cut.xz").stderr


def test_a_board_that_is_not_proven_has_no_certificate(tmp_path):
    sample, nogoods = tmp_path / "sample.csv", tmp_path / "nogoods.txt"
    floodit("sample", "-n", 30, "-k", 10, "--count", 1, "-o", sample)
    done = floodit("solve", sample, "--json", "--timeout", 0.2, "--nogoods", nogoods)
    assert json.loads(done.stdout)["status"] == "timeout"
    assert "board 0 has no certificate: its minimum is not known" in done.stderr


def test_memory_that_is_used_up_is_said(tmp_path):
    sample = tmp_path / "sample.csv"
    floodit("sample", "-n", 24, "-k", 10, "--count", 1, "-o", sample)
    done = floodit("solve", sample, "--method", "pdr", "--memory", 1)
    assert done.returncode == 0
    assert "memory is used up)" in done.stdout


@pytest.mark.parametrize("kind", ["SIGINT", "SIGTERM"])
def test_an_interrupt_prints_what_is_known(tmp_path, kind):
    sample = tmp_path / "sample.csv"
    floodit("sample", "-n", 40, "-k", 10, "--count", 2, "-o", sample)
    running = subprocess.Popen(
        [*FLOODIT, "solve", str(sample), "--json", "--method", "pdr"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(3)
    running.send_signal(getattr(signal, kind))
    out, err = running.communicate(timeout=60)
    answer = json.loads(out)
    assert answer["status"] == "interrupted"
    assert answer["lower_bound"] < answer["upper_bound"] == len(answer["moves"])
    # Python itself ends by the signal if it comes while a library runs generated code
    assert running.returncode in {"SIGINT": (130, -signal.SIGINT), "SIGTERM": (143,)}[kind]
    assert "Traceback" not in err


def test_solve_draws_the_moves(board):
    out = floodit("solve", board).stdout
    assert "p = 7 (the minimum)" in out
    assert "start" in out
    assert "7: " in out


def test_solve_reads_many_boards_from_standard_input():
    done = floodit("solve", "-", "--json", given="01\n10\n\n0\n")
    assert [json.loads(line)["minimum"] for line in done.stdout.splitlines()] == [2, 0]


def test_moves_are_written_in_the_symbols_of_the_input():
    out = floodit("solve", "-", "--json", given="ab\nbb\n").stdout
    assert json.loads(out)["moves"] == ["b"]
    out = floodit("solve", "-", "--json", given="1 2 9\n9 4\n1\n").stdout
    assert json.loads(out)["moves"] == [4]


def test_a_wrong_known_minimum_is_reported():
    done = floodit("solve", "-", "--json", given="1 2 2\n1 2\n2\n")
    assert json.loads(done.stdout)["minimum"] == 1
    assert done.returncode == 1
    assert "board 0 needs 1 moves, not 2 as it says" in done.stderr


def test_time_that_runs_out_leaves_true_bounds(tmp_path):
    path = tmp_path / "boards.csv"
    floodit("sample", "-n", 30, "-k", 8, "--count", 1, "-o", path)
    answer = json.loads(floodit("solve", path, "--json", "--timeout", 1).stdout)
    assert answer["status"] == "timeout"
    assert answer["minimum"] is None
    assert 0 < answer["lower_bound"] < answer["upper_bound"] == len(answer["moves"])


@pytest.mark.parametrize(
    ("ending", "opened"), [("cnf", open), ("cnf.gz", gzip.open), ("cnf.xz", lzma.open)]
)
def test_encode_writes_dimacs(board, tmp_path, ending, opened):
    path = tmp_path / f"formula.{ending}"
    assert floodit("encode", board, "--moves", 7, "-o", path).returncode == 0
    with opened(path, "rt") as file:
        lines = file.read().splitlines()
    comments = dict(line[2:].split(": ", 1) for line in lines if line.startswith("c "))
    assert comments["board"] == "0120/1203/3321/0012"
    assert comments["moves"] == "7"
    [header] = [line for line in lines if line.startswith("p")]
    clauses = [line for line in lines if line[0] not in "cp"]
    formula = CNF(from_string="\n".join(lines))
    assert header == f"p cnf {formula.nv} {len(clauses)}"
    with Solver("cadical195", bootstrap_with=formula) as solver:
        assert solver.solve()
    floodit("encode", board, "--moves", 6, "-o", tmp_path / "less.cnf")
    with Solver("cadical195", bootstrap_with=CNF(str(tmp_path / "less.cnf"))) as solver:
        assert not solver.solve()


def test_show_prints_the_board_without_escape_codes_into_a_pipe(board):
    assert "0 1 2 0" in floodit("show", board).stdout
    assert "\x1b" not in floodit("show", board).stdout


def test_sample_minimum_time_table_figure(tmp_path):
    sample, minima, times = (tmp_path / f"{name}.csv" for name in ("sample", "minima", "times"))
    wins, printed = tmp_path / "wins.csv", tmp_path / "wins.tex"
    table = Path(__file__).parents[2] / "reference/thesis_table_4_1.csv"
    for call in (
        ("sample", "-n", 4, "-k", 3, "--count", 4, "-o", sample),
        ("minimum", sample, "--search", "bisection", "-o", minima),
        ("time", minima, "--repeats", 2, "-o", times),
        ("table", "bounds", minima, "-o", tmp_path / "bounds.csv"),
        ("table", "bounds", minima, "-o", tmp_path / "bounds.md"),
        ("figure", "bounds", minima, "-o", tmp_path / "b.pdf", "-o", tmp_path / "b.png"),
        ("figure", "solution", minima, "--board", 3, "-o", tmp_path / "solution.pdf"),
        ("table", "minima", minima, "-o", tmp_path / "minima.csv"),
        ("table", "wins", times, "--thesis", table, "-o", wins),
        ("table", "wins", times, "--thesis", table, "--clock", "solve", "-o", printed),
        ("figure", "wins", wins, "-o", tmp_path / "wins.svg"),
        ("summary", tmp_path / "bounds.csv", wins),
        ("compare", tmp_path, tmp_path),
    ):
        done = floodit(*call)
        assert done.returncode == 0, (call, done.stderr)
    assert "4 of 4 shared boards are identical" in done.stdout


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (("solve", "missing.txt"), "missing.txt: No such file or directory"),
        (("solve", "BOARD", "--solver", "minisat23"), "unknown solver 'minisat23'; there are"),
        (("solve", "BOARD", "--memory", "9", "--method", "astar"), "cannot keep a limit of memory"),
        (("solve", "BOARD", "--method", "magic"), "'magic' is not one of 'auto', 'thesis'"),
        (("check", "BOARD"), "line 1: here should stand: board"),
        (("prove", "SAMPLE"), "name a --method or a --program"),
        (("prove", "SAMPLE", "--program", "x", "run", "sized", "(1)"), "does not name {file}"),
        (("prove", "SAMPLE", "--program", "x", "r {file}", "rows", "(1)"), "lines or sized"),
        (("prove", "SAMPLE", "--program", "x", "r {file}", "sized", "("), "no regular expression"),
        (("prove", "SAMPLE", "--program", "x", "r {file}", "sized", "1"), "should have one group"),
        (("solve", "BOARD", "--timeout", "-1"), "Invalid value for '--timeout'"),
        (("encode", "BOARD", "--moves", "3", "--encoding", "mini"), "'mini' is not one of"),
        (("encode", "BOARD", "--moves", "-1"), "Invalid value for '--moves'"),
        (("encode", "BOARD", "--moves", "3", "--board", "1"), "there is no board 1"),
        (("encode", "BOARD", "--moves", "3", "-o", "/proc/none/a.cnf"), "/proc/none"),
        (("minimum", "BOARD"), "line 1: no column seed"),
        (("time", "BOARD"), "line 1: no column seed"),
        (("sample", "-n", "0", "-k", "3"), "Invalid value for '-n'"),
        (("sample", "-n", "4", "-k", "3", "--count", "0"), "Invalid value for '--count'"),
        (("table", "bounds", "BOARD", "-o", "a.csv"), "no column seed"),
        (("figure", "bounds", "EMPTY", "-o", "a.pdf"), "EMPTY"),
        (("nonsense",), "No such command 'nonsense'"),
        (("solve", "BOARD", "--timeout", "nan"), "nan is no time"),
        (("solve", "BOARD", "--timeout", "inf"), "Invalid value for '--timeout'"),
        (("solve", "BOARD", "--timeout", "1", "--solver", "lingeling"), "cannot keep a time limit"),
        (("encode", "BOARD", "--moves", "999999999"), "more variables than a solver can number"),
        (("time", "MINIMA", "--encoding", "minimal", "--encoding", "minimal"), "twice"),
        (("figure", "solution", "MINIMA", "-o", "a.pdf"), "the 2 moves 10 do not flood it"),
        (("figure", "bounds", "MINIMA", "-o", "a.pdf", "-o", "a.xyz"), "a.xyz: a figure is"),
        (("table", "bounds", "MINIMA", "-o", "a.md", "-o", "a.xyz"), "a.xyz: a table is"),
        (("show", "EMPTY", "--format", "csv"), "line 1: no column"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(board, tmp_path, call, problem, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").touch()
    (tmp_path / "MINIMA").write_text("seed,n,k,i,board,minimum,moves\n1,2,3,0,01/21,2,10\n")
    done = floodit(*(str(board) if word == "BOARD" else word for word in call))
    assert done.returncode in (1, 2)
    assert done.stderr.startswith("floodit: ")
    assert done.stderr.count("\n") == 1
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("a.*"))


def test_a_reader_that_leaves_is_no_error(board):
    program = " ".join([*FLOODIT, "encode", str(board), "--moves", "60", "| head -n 1"])
    done = subprocess.run(program, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_an_interrupt_leaves_nothing_behind(tmp_path):
    sample, out = tmp_path / "sample.csv", tmp_path / "out" / "minima.csv"
    floodit("sample", "-n", 11, "-k", 6, "-o", sample)
    running = subprocess.Popen(
        [*FLOODIT, "minimum", str(sample), "-o", str(out)], stderr=subprocess.PIPE, text=True
    )
    while not list(tmp_path.glob("out/.*.partial")):
        assert running.poll() is None
    running.send_signal(2)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.endswith("floodit: interrupted\n")
    assert list(out.parent.iterdir()) == []
