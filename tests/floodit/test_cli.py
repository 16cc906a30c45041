"""The command ``floodit``, run as a program."""

import json
import lzma
import os
import re
import shlex
import signal
import subprocess
import sys
from functools import partial

import pytest
from PIL import Image

from tests.programs import answer_of_solver, command_line, invoke, run

from . import exhaustive

floodit = partial(invoke, "floodit")


def sample_of(folder, n, k, count):
    """Return a file with a sample of boards."""
    path = folder / "sample.csv"
    floodit("sample", "-n", n, "-k", k, "--count", count, "-o", path)
    return path


def replay(rows, moves):
    """Return the symbols on the board after moves."""
    return {cell for row in exhaustive.states(rows, moves)[-1] for cell in row}


def test_solve_prints_json_lines(board_file):
    done = floodit("solve", board_file, "--json", status=0)
    [line] = done.stdout.splitlines()
    answer = json.loads(line)
    names = "board rows cols colours status minimum lower_bound upper_bound moves seconds"
    assert " ".join(answer) == names
    assert (answer["rows"], answer["cols"], answer["colours"]) == (4, 4, 4)
    assert answer["status"] == "optimal"
    assert answer["minimum"] == answer["lower_bound"] == answer["upper_bound"] == 7
    assert len(replay(board_file.read_text().split(), answer["moves"])) == 1


@pytest.mark.parametrize("before", ["", "https://example.org/flood.html#"])
def test_a_game_id_or_a_link_may_be_given_in_place_of_a_file(before):
    done = floodit("solve", f"{before}4x4c4m0:0120120333210012,7", "--json", status=0)
    assert json.loads(done.stdout)["minimum"] == 7
    done = floodit("solve", f"{before}4x4c4m0:012,7", status=1)
    assert done.stderr == (
        f"floodit: read as {'link' if before else 'id'}: line 1: the grid has 3 fields, but 4×4 "
        "needs 16\n"
    )


def test_nogoods_are_written_and_verified(tmp_path):
    sample, nogoods = sample_of(tmp_path, 9, 6, 3), tmp_path / "nogoods.txt.xz"
    proven = floodit("prove", sample, "--format", "nogoods", "-o", nogoods)
    assert proven.exit_code == 0
    done = floodit("verify", nogoods, status=0)
    assert len(done.stdout.splitlines()) == 4
    assert "3 boards verified; give a file of your own boards" in done.stdout
    done = floodit("verify", nogoods, sample, status=0)
    assert done.stdout == f"{proven.stdout}3 boards verified: the boards in {sample}\n"
    text = lzma.decompress(nogoods.read_bytes()).decode()
    cut = tmp_path / "cut.txt"
    cut.write_text("".join(text.partition("end\n")[:2]))
    done = floodit("verify", cut, status=0)
    assert done.stdout.splitlines()[-1].startswith("1 board verified; ")
    done = floodit("verify", cut, sample)
    assert (done.exit_code, done.stdout) == (1, proven.stdout.partition("\n")[0] + "\n")
    assert done.stderr == f"floodit: {cut}: no refutation for board 1\n"
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(text.replace(" bound ", " moves ", 1))
    done = floodit("verify", damaged, status=1)
    assert done.stderr.startswith(f"floodit: {damaged}: line 4: expected 6 reasons")
    damaged.write_text("")
    assert "no proof found" in floodit("verify", damaged).stderr
    (tmp_path / "cut.xz").write_bytes(nogoods.read_bytes()[:-9])
    assert "cannot decompress" in floodit("verify", tmp_path / "cut.xz").stderr


ANNOUNCED = """
import os, sys
from puzzlesat.floodit.cli import main
from puzzlesat.floodit.solve.exact import METHODS

search, announced = METHODS["pdr"], []

def announce(bounds):
    if not announced:
        announced.append(os.write(2, b"searching\\n"))

def announced_search(bounds, *rest):
    bounds.watch = announce
    search(bounds, *rest)

METHODS["pdr"] = announced_search
main(sys.argv[1:], prog_name="floodit")
"""
"""``floodit``, whose processes print a line once the engine searches."""


def searching(folder, cores):
    """Return ``floodit solve`` once the engine searches hard boards in as many processes."""
    options = "--json", "--method", "pdr", "--cores", str(cores)
    running = subprocess.Popen(
        [sys.executable, "-c", ANNOUNCED, "solve", sample_of(folder, 40, 10, 4), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for _ in range(cores):
        assert running.stderr.readline() == "searching\n"
    return running


@pytest.mark.parametrize(
    ("kind", "cores"), [("SIGINT", 1), ("SIGINT", 2), ("SIGTERM", 2), ("SIGHUP", 1)]
)
def test_interrupt_prints_the_known_bounds(tmp_path, kind, cores):
    running = searching(tmp_path, cores)
    running.send_signal(getattr(signal, kind))
    out, err = running.communicate(timeout=60)
    found = [json.loads(line) for line in out.splitlines()]
    assert [answer["board"] for answer in found] == list(range(cores))
    for answer in found:
        assert answer["status"] == "interrupted"
        assert answer["lower_bound"] < answer["upper_bound"] == len(answer["moves"])
    # Python ends by the signal if it arrives while a library runs generated code
    ends = {"SIGINT": (130, -signal.SIGINT), "SIGTERM": (143,), "SIGHUP": (129,)}
    assert running.returncode in ends[kind]
    assert "Traceback" not in err


def test_workers_exit_when_the_parent_is_killed(tmp_path):
    running = searching(tmp_path, cores=2)
    running.kill()
    running.communicate(timeout=60)  # the workers hold the pipe until they end


BOARDS = {
    "rows": ("bca\nacb\nzzc\n", "bca/acb/zzc"),
    "rows apart": (" 3 11  2\n 2 11  3\n 7  7  2\n", "3,11,2/2,11,3/7,7,2"),
    "sized": ("2 3 10\n1 10 3\n3 2 10\n0\n", "1,10,3/3,2,10"),
}
"""Boards in symbols other than those of samples, and their text."""


@pytest.mark.parametrize("way", BOARDS)
def test_a_board_keeps_its_symbols_in_all_commands(tmp_path, way):
    given, text = BOARDS[way]
    path, cnf = tmp_path / "board.txt", tmp_path / "board.cnf"
    nogoods, page = tmp_path / "nogoods.txt", tmp_path / "page.html"
    path.write_text(given)
    done = floodit("solve", path, "--json")
    floodit("prove", path, "--format", "nogoods", "-o", nogoods, status=0)
    answer = json.loads(done.stdout)
    moves, p = [str(move) for move in answer["moves"]], answer["minimum"]
    cells = [line.replace(",", " ").split() for line in text.split("/")]
    if "," not in text:
        cells = [list(line) for line in text.split("/")]
    assert len(replay(cells, moves)) == 1
    assert f") needs {p} moves" in floodit("verify", nogoods, path).stdout
    # as text and as a page
    assert " ".join(moves) in floodit("solve", path).stdout.splitlines()
    floodit("show", path, "--html", "-o", page, status=0)
    embedded = re.search(r'id="puzzle">(.*?)</script>', page.read_text())
    puzzle = json.loads(embedded[1])["puzzle"]
    assert [[puzzle["symbols"][c] for c in row] for row in puzzle["rows"]] == cells
    # by another solver
    floodit("encode", path, "--moves", p, "-o", cnf, status=0)
    assert f"c board: {text}" in cnf.read_text().splitlines()
    done = floodit("decode", cnf, given=answer_of_solver(cnf))
    assert len(replay(cells, done.stdout.splitlines()[0].split())) == 1


def test_ambiguous_formats_are_chosen_by_an_option(tmp_path):
    path = tmp_path / "boards"
    path.write_text(("01" * 50 + "\n") * 3)
    done = floodit("show", path, status=1)
    assert done.stderr.startswith(f"floodit: {path}: two formats fit; choose --format lines (3 ")
    assert floodit("show", path, "--format", "rows").stdout.startswith("board 0, 3×100")
    assert floodit("show", path, "--format", "lines").stdout.startswith("board 0, 10×10")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve - <&-", "floodit: -: standard input is closed"),
        ("solve b@.txt", "floodit: b@.txt: No such file or directory"),
        ("solve .", "floodit: .: Is a directory"),
        ("solve c@.txt --json -q", "floodit: c@.txt: line 1, column 2: '-' is not"),
        ("decode d@.cnf /dev/null", "floodit: /dev/null: no solver answer found"),
    ],
)
def test_closed_streams_and_undecodable_file_names(board_file, tmp_path, command, message):
    odd, printed = "\udcff", r"\udcff"  # for @, a byte that is not UTF-8
    (tmp_path / f"c{odd}.txt").write_text("0-\n")
    floodit("encode", board_file, "--moves", 7, "-o", tmp_path / f"d{odd}.cnf", status=0)
    done = subprocess.run(
        os.fsencode(" ".join(command_line("floodit", *command.replace("@", odd).split()))),
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith(message.replace("@", printed))


def test_a_picture_with_too_many_pixels_is_refused_without_a_warning(tmp_path):
    path = tmp_path / "large.png"
    Image.new("1", (10_000, 10_000)).save(path)
    done = run("floodit", "solve", path, status=1)
    assert done.stderr.count("\n") == 1
    assert "10000×10000 pixels; at most" in done.stderr


@pytest.mark.parametrize(
    "text", ["1 2 2\n1 2\n2\n", "seed,n,k,board,fields,minimum\n1,2,2,0,00/01,2\n"]
)
def test_a_wrong_known_minimum_is_reported(text):
    done = floodit("solve", "-", "--json", given=text, status=1)
    assert json.loads(done.stdout)["minimum"] == 1
    assert "gives a wrong minimum" in done.stderr
    assert "needs 1 move, not 2" in done.stderr


EXPECTED_START = "expected ROW,COL, counted from 0, or centre"


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("solve missing.txt", "missing.txt: No such file or directory"),
        ("solve BOARD --solver minisat23", "unknown solver 'minisat23'; choose"),
        ("solve BOARD --method thesis --solver ./no/such", "/no/such does not exist"),
        ("solve BOARD --method thesis --solver BOARD", "board.txt is not an executable program"),
        ("solve BOARD --memory 9 --method astar", "--memory works with the methods auto and pdr"),
        ("solve BOARD --method magic", "'magic' is not one of 'auto', 'thesis'"),
        ("verify BOARD", "line 1: expected 'board'"),
        ("solve BOARD --timeout -1", "Invalid value for '--timeout'"),
        ("encode BOARD --moves 3 --encoding mini", "'mini'; choose from clusters, minimal"),
        ("encode BOARD --moves 3 --board 1", "no board 1; the last is 0"),
        ("encode BOARD --moves 3 -o /proc/none/a.cnf", "/proc/none"),
        ("slove BOARD", "No such command 'slove'. (Did you mean one of: 'prove', 'solve'?)"),
        ("solve BOARD --timeout nan", "nan is not a number of seconds"),
        ("solve BOARD --timeout 1 --solver lingeling", "does not support a time limit"),
        ("encode BOARD --moves 999999999", "more variables than a solver can number"),
        ("show EMPTY --format csv", "line 1: no column"),
        ("show BOARD --svg -o /proc/none/a.svg", "/proc/none"),
        ("show BOARD --timeout 1", "--timeout works with --html, --gif and --svg"),
        ("solve BOARD --start 4,0", "board 0: there is no row 4 to start from; the board's rows"),
        ("solve BOARD --start middle", f"{EXPECTED_START}, not 'middle'"),
        ("solve BOARD --start 1,", f"{EXPECTED_START}, not '1,'"),
    ],
)
def test_errors_are_reported_in_one_line(board_file, tmp_path, call, problem, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").touch()
    words = shlex.split(call)
    done = floodit(*(board_file if word == "BOARD" else word for word in words))
    assert done.exit_code in (1, 2)
    assert done.stderr.startswith(("floodit: ", "puzzlesat: "))
    assert done.stderr.count("\n") == 1
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


def test_solutions_are_drawn_only_if_asked(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("010\n101\n")
    out = floodit("solve", board).stdout
    assert len(out.splitlines()) == 2
    drawn = floodit("solve", board, "--draw").stdout
    assert drawn.startswith(out)
    flooded = drawn.split()[-3:]  # the last row of the last picture
    assert len({*flooded}) == 1
    assert "--draw and --json are two outputs" in floodit("solve", board, "--draw", "--json").stderr


def test_large_solutions_are_not_drawn(tmp_path):
    sample = sample_of(tmp_path, 130, 6, 1)
    out = floodit("solve", sample, "--timeout", "0.1", "-q", "--draw").stdout
    assert "(too large to be drawn move by move)" in out
    assert len(out.splitlines()) < 10
