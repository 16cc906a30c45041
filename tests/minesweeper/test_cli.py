"""The commands of the terminal: their output, their errors, and Ctrl-C."""

import json
import re
from functools import partial

import pytest
from click.testing import CliRunner

from puzzlesat.minesweeper import cli
from puzzlesat.minesweeper.board.formats import read_states
from puzzlesat.minesweeper.board.state import CONTENT, OTHERS
from tests.programs import invoke

STATE = "mines: 8\n01F...\n023..2\n01.21.\n0234..\n01....\n"


run = partial(invoke, "minesweeper")


@pytest.fixture
def state(tmp_path):
    path = tmp_path / "state.txt"
    path.write_text(STATE)
    return path


def test_deduce_prints_json_lines(state):
    done = run("deduce", state, "--json")
    [line] = done.stdout.splitlines()
    answer = json.loads(line)
    assert list(answer) == ["state", "status", "mines", "safe", "probabilities"]
    assert answer["status"] == "complete"
    assert answer["mines"] == [[2, 2], [4, 2], [4, 3]]
    assert answer["safe"] == [[2, 5], [3, 5], [4, 5]]
    assert len(answer["probabilities"]) == 13
    assert {tuple(p[:2]) for p in answer["probabilities"] if p[2] == 1} == {(2, 2), (4, 2), (4, 3)}


def test_help_names_every_symbol_of_a_state():
    text = " ".join(CliRunner().invoke(cli.main, ["--help"]).stdout.split("Options:")[0].split())
    for symbol in (CONTENT.keys() | OTHERS) - set("012345678"):
        assert f" {'blank' if symbol == ' ' else symbol}" in text, symbol
    assert re.search("0(-| to )8", text)


def test_deduce_draws_the_state():
    out = run("deduce", "-", given="1221\n....\n\nmines: 1\n..\n").stdout
    assert "state 0, 2×4 with an unknown number of mines: 2 certain mines, " in out
    assert ": 2 certain mines, 2 certainly safe fields, 0 undecided fields\n" in out
    assert "1  s M M s" in out
    assert "mines: (1,1) (1,2)" in out
    assert "safe: (1,0) (1,3)" in out
    assert "state 1, 1×2 with 1 mine" in out
    assert "least likely to be a mine: (0,0) (50%)" in out


@pytest.mark.parametrize("name", ["states.csv", "states.csv.xz", "states.CSV"])
def test_output_of_generate_is_read_by_deduce(tmp_path, name):
    path = tmp_path / name
    run("generate", "--size", "beginner", "--count", 3, "-o", path, status=0)
    text = run("generate", "--size", "beginner", "--count", 3).stdout
    (tmp_path / "states.txt").write_text(text)
    assert read_states(path) == read_states(tmp_path / "states.txt")
    later = run("generate", "--size", "beginner", "--first", 2).stdout
    assert text.endswith(later)
    assert len(run("deduce", path, "--json").stdout.splitlines()) == 3
