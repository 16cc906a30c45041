"""Instances as files: the same bytes each time, no clause twice, and models read as moves."""

import io
import lzma
import os
import shutil
import subprocess
from dataclasses import replace
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from puzzlesat.common import files
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.clusters import Variables as LayeredVariables
from puzzlesat.floodit.encode.instance import (
    BASIC_ENCODINGS,
    VARIANTS,
    Instance,
    read_instance,
)
from puzzlesat.floodit.encode.thesis import Variables
from tests.programs import invoke

from .strategies import named_boards

THESIS = ("minimal", "extended")
WITH_VARIANTS = [
    (e, v) for e in BASIC_ENCODINGS for v in VARIANTS if v == "corrected" or e in THESIS
]


def sampled_instance(seed, n, k, s, p, encoding, variant):
    return Instance(random_board(seed, n, k, s), p, encoding, variant)


def write_instance(instance, path):
    with atomic_write(path, binary=True) as file:
        instance.write("a command", file)


def solved(instance):
    with Solver("cadical195", bootstrap_with=list(instance.formula())) as solver:
        return solver.get_model() if solver.solve() else None


@pytest.mark.parametrize("encoding", BASIC_ENCODINGS)
def test_clauses_are_unique_and_no_tautologies(encoding):
    for s in range(3):
        clauses = [
            tuple(sorted(c))
            for c in sampled_instance(1, 7, 5, s, 9, encoding, "corrected").formula()
        ]
        for clause in clauses:
            assert len({abs(x) for x in clause}) == len(clause) > 0
        if encoding != "extended":
            assert len(set(clauses)) == len(clauses)


@pytest.mark.parametrize(("encoding", "variant"), WITH_VARIANTS)
def test_header_and_comments_match_the_instance(tmp_path, encoding, variant):
    path = tmp_path / "a.cnf.xz"
    instance = sampled_instance(1, 5, 4, 2, 6, encoding, variant)
    write_instance(instance, path)
    text = lzma.decompress(path.read_bytes()).decode()
    lines = text.splitlines()
    header = next(line for line in lines if line.startswith("p"))
    clauses = [line for line in lines if line[0] not in "cp"]
    assert header == f"p cnf {instance.formula().variables} {len(clauses)}"
    again = read_instance(path)
    assert (again.board.colour, again.p) == (instance.board.colour, 6)
    assert list(again.formula()) == [list(map(int, line.split()[:-1])) for line in clauses]


def listed(comments, variables, of):
    """Return the variables of predicates, as comments number them, which must be as encoded."""
    found = set()
    for name, ranges in of.items():
        predicate, letters = name.rstrip(")").split("(")
        for at in product(*ranges):
            formula = comments[name].split(",")[0]
            number = eval(formula, {}, dict(zip(letters.split(","), at, strict=True)))
            assert number == getattr(variables, predicate)(*at)
            found.add(number)
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_comments_give_the_number_of_each_variable(variant):
    board, p = random_board(1, 4, 5, 0), 3
    instance = Instance(board, p, "minimal", variant)
    comments, last = instance.comments(""), p + (variant == "printed")
    assert listed(
        comments,
        Variables(16, 5),
        {
            "Fld(t,f)": (range(last + 1), board.fields),
            "TchFld(t,f)": (range(p + 1), board.fields),
            "Move(t,c)": (range(p), range(5)),
        },
    ) == {abs(x) for clause in instance.formula() for x in clause}
    assert f"0 <= t <= {last}" in comments["Fld(t,f)"]
    assert f"t <= {p}" in comments["TchFld(t,f)"]
    assert f"t < {p}" in comments["Move(t,c)"]


def test_the_comments_give_the_number_of_each_variable_on_clusters():
    board, p = random_board(1, 4, 5, 0), 3
    instance, clusters = Instance(board, p, "clusters"), len(board.clusters)
    comments = instance.comments("")
    assert listed(
        comments,
        LayeredVariables(clusters, 5),
        {
            "Fld(r,x)": (range(p + 1), range(1, clusters)),
            "Done(r,c)": (range(p + 1), range(5)),
            "Move(r,c)": (range(1, p + 1), range(5)),
        },
    ) >= {abs(x) for clause in instance.formula() for x in clause}
    assert "0 <= r <= 3" in comments["Fld(r,x)"]
    assert "r >= 1" in comments["Move(r,c)"]


def test_written_instance_does_not_depend_on_the_number_of_cores(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "BLOCK_BYTES", 1000)
    written = set()
    for cores in (1, 2, 5):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        path = tmp_path / f"{cores}.cnf.xz"
        write_instance(sampled_instance(7, 6, 4, 3, 8, "minimal", "corrected"), path)
        written.add(path.read_bytes())
    assert len(written) == 1
    streams = written.pop().count(b"\xfd7zXZ\0")
    assert streams > 20


KEPT = {"board": "ab/ba", "colours": "2", "symbols": "a b", "moves": "1"}
"""The comments of a file, without the encoding."""


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"board": "ab/b"}, "comments: the rows of the board"),
        ({"colours": "9" * 5000}, "comments: colours: '9{30}…'"),
        ({"colours": "63"}, "a board has at most 62 colours, not 63"),
        ({"symbols": "a"}, "expected 2 symbols, one for each colour, not 1"),
        ({"symbols": "a c"}, "'b' is not one of the board's colours"),
        ({"moves": "-1"}, "comments: moves: '-1' is not a number"),
        ({"moves": "9" * 9}, "comments: moves: '9{9}' is not a number"),
        ({"encoding": "m", "variant": "corrected"}, "unknown encoding 'm'"),
    ],
)
def test_invalid_comments_are_rejected(changed, sentence):
    with pytest.raises(InputError, match=sentence):
        Instance.of_comments(KEPT | changed)


def instance_lines(path, s, p, encoding, variant):
    """Write an instance, and return its lines and the number of those before the clauses."""
    write_instance(sampled_instance(1, 5, 4, s, p, encoding, variant), path)
    lines = path.read_text().splitlines(keepends=True)
    return lines, next(i for i, line in enumerate(lines, 1) if line.startswith("p cnf "))


@pytest.mark.parametrize(("encoding", "variant"), WITH_VARIANTS)
def test_clauses_that_contradict_the_comments_are_rejected(tmp_path, encoding, variant):
    path = tmp_path / "a.cnf"
    lines, head = instance_lines(path, 2, 6, encoding, variant)
    end, middle = len(lines), (len(lines) + head) // 2
    altered = lines[middle].replace(" 0\n", "1 0\n")
    tampered = [
        ([line.replace("c moves: 6", "c moves: 7") for line in lines], head),
        ([*lines[:middle], altered, *lines[middle + 1 :]], middle + 1),
        (lines[:-1], end),
        ([*lines, "1 0\n"], end + 1),
        (lines[: head - 1], head),
    ]
    for s, p in ((3, 6), (2, 5)):
        other, first = instance_lines(path, s, p, encoding, variant)
        tampered.append((lines[:head] + other[first:], "[0-9]+"))
    for changed, line in tampered:
        path.write_text("".join(changed))
        with pytest.raises(InputError, match=rf"a\.cnf: line {line}: the clauses are not those of"):
            read_instance(path)
    path.write_text("".join(lines))
    assert read_instance(path).p == 6


@given(
    board=named_boards(most_fields=12),
    encoding=st.sampled_from(BASIC_ENCODINGS),
    p=st.integers(0, 9),
)
@settings(max_examples=50)
def test_board_and_symbols_round_trip_through_a_file(board, encoding, p):
    instance = Instance(board, p, encoding)
    file = io.BytesIO()
    instance.write("a command", file)
    lines = file.getvalue().decode().splitlines()
    comments = dict(line[2:].split(": ", 1) for line in lines if line.startswith("c "))
    again = Instance.of_comments(comments)
    assert again.board == replace(board, symbols=tuple(map(str, board.symbols)))
    assert (again.p, again.encoding) == (p, encoding)
    assert list(again.formula()) == list(instance.formula())
    assert ("symbols" in comments) == bool(board.legend)


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.cnf", b"c board: 01\xff\n", "not readable as text: 'utf-8' codec can't decode byte"),
        ("a.cnf", b"c board: 01\0\n", "line 1: a comment contains a control character"),
        ("a.cnf.gz", b"c board: 01\n", "cannot decompress: Not a gzipped file"),
        ("a.cnf.xz", lzma.compress(b"c " + b"0" * (17 << 20)), "a line has more than 16,777,216"),
        ("a.cnf", b"p cnf 1 1\n1 0\n", "missing comment 'board: "),
        ("a.cnf", b"", "missing comment 'board: "),
    ],
)
def test_invalid_instance_files_are_rejected(tmp_path, name, content, problem):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_instance(path)
    assert str(error.value).startswith(f"{path}: {problem}")


floodit = partial(invoke, "floodit")


def test_decode_replays_a_model(tmp_path):
    path = tmp_path / "a.cnf.xz"
    instance = sampled_instance(1, 5, 4, 0, 9, "minimal", "corrected")
    write_instance(instance, path)
    values = " ".join(map(str, solved(instance)))
    done = floodit("decode", path, given=f"s SATISFIABLE\nv {values} 0\n", status=0)
    assert done.stdout.splitlines()[1] == "9 moves, replayed: every field is flooded"
    assert "unsat" in floodit("decode", path, given="s UNSATISFIABLE\n").stdout
    # a model that chooses other colours
    other = values.replace(" -", " ")
    assert "do not flood" in floodit("decode", path, given=f"s SATISFIABLE\nv {other} 0\n").stderr
    assert "cut short" in floodit("decode", path, given=f"s SATISFIABLE\nv {values}\n").stderr
    (tmp_path / "cut.cnf.xz").write_bytes(path.read_bytes()[:40])
    assert "cannot decompress" in floodit("decode", tmp_path / "cut.cnf.xz", given="UNSAT").stderr


@pytest.mark.parametrize("shuffle", [(), ("--shuffle", 1)])
def test_models_with_unknown_variables_are_rejected(tmp_path, shuffle):
    path = tmp_path / "a.cnf"
    floodit("encode", "-", "--moves", 2, *shuffle, "-o", path, given="01\n10\n", status=0)
    for literal in (99999, -(10**9), 9 * 10**9):
        done = floodit("decode", path, given=f"s SATISFIABLE\nv {literal} 0\n", status=1)
        assert f"the model has variable {abs(literal)}, but the formula has" in done.stderr


PROGRAMS = {
    "cadical": "xz -dc {file} | cadical -q > {answer}",
    "minisat": "xz -dc {file} > {file}.cnf; minisat -verb=0 {file}.cnf {answer}",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_external_solvers_solve_written_instances(tmp_path, program):
    if not (shutil.which(program) and shutil.which("xz")):
        pytest.skip(f"{program} and xz are not both installed")
    path, answer = tmp_path / "a.cnf.xz", tmp_path / "answer"
    board = sampled_instance(1, 12, 5, 0, 0, "minimal", "corrected").board
    enough = len(greedy(ClusterGraph.of(board)))
    for m, line in (
        (enough, f"{enough} moves, replayed: every field is flooded"),
        (3, "unsat: according to the solver, the board cannot be flooded in 3 moves"),
    ):
        write_instance(sampled_instance(1, 12, 5, 0, m, "minimal", "corrected"), path)
        command = PROGRAMS[program].format(file=path, answer=answer)
        subprocess.run(command, shell=True, check=False, capture_output=True)
        assert line in floodit("decode", path, answer).stdout
