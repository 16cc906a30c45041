"""The commands of the terminal: their output, their errors, and Ctrl-C."""

import json
from functools import partial

import pytest

from puzzlesat.minesweeper.formats.formats import read_states
from tests.minesweeper.test_bounds import LATTICE
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


def test_deduce_draws_the_state():
    out = run("deduce", "-", given="1221\n....\n\nmines: 1\n..\n").stdout
    assert "state 0, 2×4 with an unknown number of mines: 2 certain mines, " in out
    assert ": 2 certain mines, 2 certainly safe fields, 0 undecided fields\n" in out
    assert "2  s M M s" in out
    assert "mines: B2 C2" in out
    assert "safe: A2 D2" in out
    assert "state 1, 1×2 with 1 mine" in out
    assert "least likely to be a mine: A1 (50%)" in out


def test_output_of_generate_is_read_by_deduce(tmp_path):
    path = tmp_path / "states.CSV.xz"
    run("generate", "--size", "beginner", "--count", 3, "-o", path, status=0)
    text = run("generate", "--size", "beginner", "--count", 3).stdout
    (tmp_path / "states.txt").write_text(text)
    assert read_states(path) == read_states(tmp_path / "states.txt")
    later = run("generate", "--size", "beginner", "--first", 2).stdout
    assert text.endswith(later)
    assert len(run("deduce", path, "--json").stdout.splitlines()) == 3


def test_contradictory_state_does_not_stop_the_others():
    done = run("deduce", "-", "--json", given="1.\n1.\n\n4.\n..\n\n.1\n..\n", status=1)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["state"] for answer in answers] == [0, 1, 2]
    assert [answer["status"] for answer in answers] == ["complete", "contradictory", "complete"]
    assert answers[1]["why"].startswith("no placement of mines fits the 4 at A1")
    assert "-: state 1: no placement of mines fits the 4 at A1" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["--memory", 1], "memory", "the probabilities are unknown: the memory limit was reached"),
        (["--memory", 1, "--timeout", 1e-6], "propagated", "other fields may be certain: the time"),
    ],
)
def test_results_within_limits_are_partial(arguments, status, sentence):
    deduce = partial(run, "deduce", "-", *arguments, given="\n".join(LATTICE))
    answer = json.loads(deduce("--json").stdout)
    assert (answer["status"], answer["probabilities"]) == (status, None)
    assert sentence in deduce().stdout


@pytest.mark.parametrize(
    ("arguments", "given", "sentence"),
    [
        ("deduce missing.txt", None, "missing.txt: No such file or directory"),
        ("deduce -", "132\n...\n", "-: state 0: no placement of mines fits the 1 at A1"),
        ("deduce -", "12m\n", "-: line 1, column 3: 'm' is not a field"),
        ("deduce - --solver minisat", "1.\n", "unknown solver 'minisat'; choose from"),
        ("explain - --state 2", "1.\n..\n", "-: no state 2; the last is 0"),
        ("explain -", "4.\n..\n", "-: state 0: no placement of mines fits the 4 at A1"),
        ("explain - -o /proc/no/page.html", "1.\n..\n", "/proc/no/page.html: "),
        ("generate", None, "no size given; add --size, or --rows, --cols and --mines"),
        ("generate --size expert --rows 3", None, "give --size alone, or --rows,"),
        ("generate --rows 2 --cols 2 --mines 4", None, "leave no safe field"),
        ("deduce - --solver kissat404", "1.\n", "kissat404 can be called only once"),
    ],
)  # fmt: skip
def test_errors_are_reported_in_one_sentence(arguments, given, sentence):
    done = run(*arguments.split(), given=given)
    assert done.exit_code != 0
    assert sentence in done.stderr
    assert done.stderr.startswith(("minesweeper: ", "puzzlesat: "))
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
