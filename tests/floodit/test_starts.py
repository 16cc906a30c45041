"""Play from any cell, with every method, encoding, proof and picture."""

import json
import re
import shlex
from dataclasses import replace
from functools import partial

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import BASIC_ENCODINGS, Instance, read_instance
from puzzlesat.floodit.prove.checker import check_boards, check_refutation
from puzzlesat.floodit.prove.nogoods import refutation
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds
from puzzlesat.sat.solver import open_solver, solve
from puzzlesat_studies.floodit.competition.hardness import instance_runs
from tests.programs import answer_of_solver, invoke

from . import exhaustive

BOARD = Board.of([[0, 1, 2, 0], [1, 2, 0, 3], [3, 3, 2, 1], [0, 0, 1, 2]])
HARD = random_board(2020, 9, 5, 0).with_start((4, 6))


floodit = partial(invoke, "floodit")


def solved(board, method="auto"):
    bounds = Bounds(board)
    assert close_bounds(bounds, METHODS[method], Limits(), "minisat22") == "optimal"
    return bounds


def test_the_start_is_the_first_cluster_and_the_rest_keep_their_order():
    board = BOARD.with_start((1, 3))
    assert board.cluster_of[board.pivot] == 0
    assert board.clusters[0] == (7,)
    assert board.clusters[1:] == tuple(c for c in BOARD.clusters if c != (7,))


def is_satisfiable(formula):
    with open_solver("minisat22") as oracle:
        oracle.append_formula(list(formula))
        return solve(oracle)


@pytest.mark.parametrize("encoding", BASIC_ENCODINGS)
def test_an_instance_has_its_start_in_a_comment(tmp_path, encoding):
    path = tmp_path / "a.cnf"
    for board in (BOARD, BOARD.with_start((2, 1)), BOARD.with_start((3, 0))):
        with path.open("wb") as file:
            Instance(board, 5, encoding).write("x", file)
        text = path.read_text()
        assert ("c start: " in text) == bool(board.start_text)
        assert read_instance(path).board.start == board.start
    with path.open("wb") as file:
        Instance(BOARD.with_start((2, 1)), 5, encoding).write("x", file)
    path.write_text(path.read_text().replace("c start: 2,1", "c start: 3,3"))
    with pytest.raises(InputError, match="the clauses are not those of the board"):
        read_instance(path)
    path.write_text(path.read_text().replace("c start: 3,3", "c start: 4,0"))
    with pytest.raises(InputError, match="comments: there is no row 4"):
        read_instance(path)


def test_printed_variant_uses_the_start():
    """A move floods the second cell, and the step after it the outer ones."""
    board = Board.of([[0, 1, 2, 3]])
    here = Instance(board.with_start((0, 2)), 1, "minimal", "printed")
    assert is_satisfiable(here.formula())
    here.check([1])
    there = replace(here, board=board)
    assert not is_satisfiable(there.formula())
    with pytest.raises(DisagreementError):
        there.check([1])


@pytest.mark.parametrize("board", [BOARD.with_start((1, 2)), HARD])
def test_nogoods_are_valid_only_for_their_start(board):
    lines = list(refutation(solved(board), Limits()))
    assert lines[1] == "start {} {}".format(*board.start)
    [checked] = check_refutation(lines)
    assert checked.minimum == solved(board).upper
    assert list(check_boards(lines, [board])) == [checked]
    with pytest.raises(
        InputError,
        match=r"for a board other than board 0: .*start [A-Z]\d, not .* start A1",
    ):
        list(check_boards(lines, [board.with_start((0, 0))]))
    with pytest.raises(InputError, match=r"line \d+: "):
        list(check_refutation([lines[0], *lines[2:]]))


@pytest.mark.parametrize("line", ["start 1", "start 4 0", "start 0 4", "start -1 0", "start 1 2 3"])
def test_invalid_start_lines_are_rejected(line):
    lines = list(refutation(solved(BOARD.with_start((1, 2))), Limits()))
    with pytest.raises(InputError, match="line 2: expected "):
        list(check_refutation([lines[0], line, *lines[2:]]))


def test_all_commands_accept_a_start(board_file, tmp_path):
    path, nogoods, cnf = board_file, tmp_path / "n", tmp_path / "a.cnf"
    done = floodit("solve", path, "--start", "centre", "--json")
    assert floodit("prove", path, "--start", "centre", "--format", "nogoods", "-o", nogoods).stdout
    answer = json.loads(done.stdout)
    p = exhaustive.minimum(BOARD.with_start((2, 2)))
    assert (answer["start"], answer["minimum"]) == ([2, 2], p)
    assert "start" not in json.loads(floodit("solve", path, "--json").stdout)
    assert ", start C3: " in floodit("solve", path, "--start", "centre").stdout
    floodit("verify", nogoods, path, "--start", "2,2", status=0)
    assert "not 4 rows, 4 columns, 4 colours, start " in floodit("verify", nogoods, path).stderr
    assert "--start works only with BOARDS" in floodit("verify", nogoods, "--start", "2,2").stderr
    assert f"start C3) needs {p} moves" in floodit("verify", nogoods).stdout
    floodit("encode", path, "--moves", p, "--start", "centre", "-o", cnf)
    [command] = re.findall("c command: floodit (.*)", cnf.read_text())
    assert floodit(*shlex.split(command)).stdout == cnf.read_text()
    (tmp_path / "model").write_text(answer_of_solver(cnf))
    assert f"{p} moves, replayed" in floodit("decode", cnf, tmp_path / "model").stdout
    [run] = instance_runs(read_instance(cnf), ["cadical195"], 60)
    assert run["status"] == "sat"


def test_changing_the_start_discards_the_known_minimum():
    board = replace(BOARD, known_minimum=7)
    assert board.with_start((0, 0)).known_minimum == 7
    assert board.with_start((0, 1)).known_minimum == 0
