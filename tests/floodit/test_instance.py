"""Instances as files: the same bytes each time, no clause twice, and models read as moves."""

import lzma
import os
import shutil
import subprocess
import sys

import pandas as pd
import pytest
from pysat.solvers import Solver

from puzzlesat.common import files
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.cli.group import READINGS, WRITTEN
from puzzlesat.floodit.encode import instance
from puzzlesat.floodit.encode.instance import Instance, file_name, read_instance
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close
from puzzlesat.floodit.solve.greedy import greedy
from puzzlesat.floodit.studies.instances import rows as competition
from puzzlesat.floodit.studies.instances.rows import sampled, write_instance
from puzzlesat.report.provenance import environment

THESIS = ("minimal", "extended")
VARIANTS = [(e, r) for e in WRITTEN for r in READINGS if r == "mended" or e in THESIS]
FLOODIT = [sys.executable, "-m", "puzzlesat.floodit.cli"]


def test_the_choices_are_the_names_that_the_library_knows():
    assert instance.WRITTEN == WRITTEN
    assert instance.READINGS == READINGS


def minimum(board):
    bounds = Bounds(board)
    assert close(bounds, auto, Limits(), "glucose42") == "optimal"
    return bounds.upper


def solved(asked):
    with Solver("cadical195", bootstrap_with=list(asked.formula())) as solver:
        return solver.get_model() if solver.solve() else None


@pytest.mark.parametrize(("encoding", "reading"), VARIANTS)
@pytest.mark.parametrize("s", range(3))
def test_every_encoding_asks_the_question(encoding, reading, s):
    p = minimum(sampled(1, 5, 4, s, 0, "minimal", "mended").board)
    asked = sampled(1, 5, 4, s, p, encoding, reading)
    moves = asked.moves(solved(asked))
    asked.check(moves)
    below = sampled(1, 5, 4, s, p - 1, encoding, reading)
    if reading == "mended":
        assert solved(below) is None
    else:  # the last step is free
        below.check(below.moves(solved(below)))


@pytest.mark.parametrize("encoding", WRITTEN)
def test_clauses_are_sound_and_stand_once(encoding):
    for s in range(3):
        clauses = [tuple(sorted(c)) for c in sampled(1, 7, 5, s, 9, encoding, "mended").formula()]
        for clause in clauses:
            assert len({abs(x) for x in clause}) == len(clause) > 0
        if encoding != "extended":
            assert len(set(clauses)) == len(clauses)


@pytest.mark.parametrize(("encoding", "reading"), VARIANTS)
def test_the_file_tells_what_it_is(tmp_path, encoding, reading):
    path = tmp_path / file_name(5, 4, 6, 2, encoding, reading)
    asked = sampled(1, 5, 4, 2, 6, encoding, reading)
    made = write_instance(asked, 1, 2, path)
    text = lzma.decompress(path.read_bytes()).decode()
    lines = text.splitlines()
    header = next(line for line in lines if line.startswith("p"))
    clauses = [line for line in lines if line[0] not in "cp"]
    assert header == f"p cnf {made.variables} {made.clauses}"
    assert len(clauses) == made.clauses
    assert made.bytes == len(text)
    again = read_instance(path)
    assert (again.board.colour, again.p) == (asked.board.colour, 6)
    assert list(again.formula()) == [list(map(int, line.split()[:-1])) for line in clauses]


def test_the_command_in_the_file_writes_the_same_bytes(tmp_path):
    path = tmp_path / "a.cnf.xz"
    write_instance(sampled(7, 6, 4, 3, 8, "minimal", "mended"), 7, 3, path)
    [command] = [
        line.removeprefix("c command: floodit ")
        for line in lzma.decompress(path.read_bytes()).decode().splitlines()
        if line.startswith("c command: ")
    ]
    again = tmp_path / "b.cnf.xz"
    subprocess.run([*FLOODIT, *command.split(), "-o", str(again)], check=True)
    assert again.read_bytes() == path.read_bytes()


def test_the_number_of_cores_does_not_show(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "BLOCK", 1000)
    written = set()
    for cores in (1, 2, 5):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        path = tmp_path / f"{cores}.cnf.xz"
        write_instance(sampled(7, 6, 4, 3, 8, "minimal", "mended"), 7, 3, path)
        written.add(path.read_bytes())
    assert len(written) == 1
    streams = written.pop().count(b"\xfd7zXZ\0")
    assert streams > 20


def test_moves_that_do_not_flood_are_refused():
    asked = sampled(1, 5, 4, 0, 3, "minimal", "mended")
    for moves in ([], [1, 2, 3], [0] * 30):
        with pytest.raises(DisagreementError, match="do not flood the board in 3 moves"):
            asked.check(moves)
    p = minimum(asked.board)
    found = Instance(asked.board, p)
    moves = found.moves(solved(found))
    found.check(moves)
    with pytest.raises(DisagreementError):
        Instance(asked.board, p - 1).check(moves)


@pytest.mark.parametrize(
    ("comments", "sentence"),
    [
        ({}, "no comment 'c board: …' in it"),
        ({"board": "01/1"}, "no comment 'c colours"),
        ({"board": "01/1", "colours": "2"}, "comments are damaged: the rows of the board"),
        ({"board": "01/10", "colours": "x"}, "comments are damaged"),
        (
            {"board": "01/10", "colours": "2", "moves": "1", "encoding": "m", "reading": "mended"},
            "no encoding 'm'",
        ),
    ],
)
def test_damaged_comments_are_named(comments, sentence):
    with pytest.raises(InputError, match=sentence):
        Instance.of_comments(comments)


@pytest.mark.parametrize("encoding", ["contracted", "reduced"])
def test_other_encodings_have_no_printed_reading(encoding):
    with pytest.raises(InputError, match="only the thesis's encodings"):
        sampled(1, 5, 4, 0, 3, encoding, "printed")


def test_an_attempt_is_a_row_whatever_comes_of_it():
    asked = sampled(1, 6, 4, 0, 20, "minimal", "mended")
    row = competition.attempt_row(asked, "a", "minisat22", 60)
    assert row["status"] == "sat"
    assert len(row["moves"]) == 20
    below = sampled(1, 6, 4, 0, 2, "minimal", "mended")
    assert competition.attempt_row(below, "a", "minisat22", 60)["status"] == "unsat"
    large = sampled(1, 16, 8, 0, 26, "minimal", "mended")
    assert competition.attempt_row(large, "a", "minisat22", 0.01)["status"] == "timeout"


def run(*call, given=None):
    return subprocess.run(
        [*FLOODIT, *map(str, call)], input=given, capture_output=True, text=True, check=False
    )


def test_decode_replays_a_model(tmp_path):
    path = tmp_path / "a.cnf.xz"
    asked = sampled(1, 5, 4, 0, 9, "minimal", "mended")
    write_instance(asked, 1, 0, path)
    values = " ".join(map(str, solved(asked)))
    done = run("decode", path, given=f"s SATISFIABLE\nv {values} 0\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[1] == "9 moves, replayed: all is flooded"
    assert "unsat" in run("decode", path, given="s UNSATISFIABLE\n").stdout
    # a model that chooses other colours
    other = values.replace(" -", " ")
    assert "do not flood" in run("decode", path, given=f"s SATISFIABLE\nv {other} 0\n").stderr
    assert "cut short" in run("decode", path, given=f"s SATISFIABLE\nv {values}\n").stderr
    (tmp_path / "cut.cnf.xz").write_bytes(path.read_bytes()[:40])
    assert "cannot be read" in run("decode", tmp_path / "cut.cnf.xz", given="UNSAT").stderr


def test_faults_leave_no_instance(tmp_path):
    name = ("instance", "-n", 6, "-k", 4, "--board", 0, "--moves", 8)
    assert "/dev/full: No space left on device" in run(*name, "-o", "/dev/full").stderr
    (tmp_path / "file").touch()
    done = run(*name, "-o", tmp_path / "file/a.cnf.xz")
    assert done.returncode == 1
    assert "file/a.cnf.xz: " in done.stderr
    assert "Traceback" not in done.stderr
    assert "--row needs a file" in run(*name, "--row", tmp_path / "row.csv").stderr


@pytest.mark.parametrize("encoding", THESIS)
def test_the_printed_reading_has_a_last_step_of_all_colours(encoding):
    board = Board.of([[0, 1], [2, 1]])  # both other clusters are touched from the start
    assert solved(Instance(board, 0, encoding, "printed")) is not None
    assert solved(Instance(board, 1, encoding, "mended")) is None
    apart = Board.of([[0, 1, 2]])
    assert solved(Instance(apart, 0, encoding, "printed")) is None
    assert solved(Instance(apart, 1, encoding, "printed")) is not None


PROGRAMS = {
    "cadical": "xz -dc {file} | cadical -q > {answer}",
    "minisat": "xz -dc {file} > {file}.cnf; minisat -verb=0 {file}.cnf {answer}",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_other_programs_solve_what_is_written(tmp_path, program):
    if not (shutil.which(program) and shutil.which("xz")):
        pytest.skip(f"{program} and xz are not both installed")
    path, answer = tmp_path / "a.cnf.xz", tmp_path / "answer"
    board = sampled(1, 12, 5, 0, 0, "minimal", "mended").board
    enough = len(greedy(ClusterGraph.of(board)))
    for m, line in (
        (enough, f"{enough} moves, replayed: all is flooded"),
        (3, "unsat: no 3 moves"),
    ):
        write_instance(sampled(1, 12, 5, 0, m, "minimal", "mended"), 1, 0, path)
        command = PROGRAMS[program].format(file=path, answer=answer)
        subprocess.run(command, shell=True, check=False, capture_output=True)
        assert line in run("decode", path, answer).stdout


def test_the_description_answers_what_the_draft_asks():
    rows = []
    for s, m in enumerate((8, 9)):
        asked = sampled(7, 6, 4, s, m, "minimal", "mended")
        made = competition.Made(100 + s, 200, 3_000_000, 1.5 + s)
        row = competition.instance_row(asked, 7, s, made, __file__)
        rows.append(row | {"name": f"floodit-n6-k4-m{m}-s{s}.cnf.xz"})
    none = pd.DataFrame(columns=list(competition.ATTEMPTS))
    table = competition.instances_table(pd.DataFrame(rows), none)
    machine = environment() | {"processor": "a processor", "cores": 3, "memory_gib": 4.5}
    page = competition.description(table, machine)
    for s, row in enumerate(rows):  # the values of each, and its seconds
        [line] = [line for line in page.splitlines() if line.startswith(f"| n6-k4-m{8 + s}-s{s} ")]
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[2:8] == ["6", "4", str(row["m"]), "7", str(100 + s), "200"]
        assert f"{1.5 + s:g}" in cells
    assert "a program in Python" in page
    assert "a processor, 3 cores and 4.5 GiB" in page
    assert "All 2 took 4 s" in page
