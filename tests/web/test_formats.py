"""The web application reads and writes all formats as Python does."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.game_id import write_id
from tests.programs import load_tool

ROOT = Path(__file__).parents[2]
TOOL = load_tool("formats_page")

VECTORS = [
    pytest.param(program, vector, id=f"{program}: {vector['name']}")
    for program in TOOL.PUZZLES
    for vector in json.loads((ROOT / f"tests/formats/{program}.json").read_text())
]


def run_node(*arguments, text=""):
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node (Debian: apt-get install nodejs)")
    script = ROOT / "tests/web/read_formats.mjs"
    done = subprocess.run(
        [node, str(script), *arguments], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def answers():
    """What the web application makes of each vector."""
    asked = [
        {
            "program": program,
            "text": vector["text"],
            "given": vector.get("given", "auto"),
            "write": list(vector.get("written", {})),
        }
        for program, vector in (x.values for x in VECTORS)
    ]
    found = run_node(text=json.dumps(asked))
    return {x.id: answer for x, answer in zip(VECTORS, found, strict=True)}


@pytest.mark.parametrize(("program", "vector"), VECTORS)
def test_vectors(program, vector, answers):
    answer = answers[f"{program}: {vector['name']}"]
    assert answer.get("error") == vector.get("error")
    if "error" in vector:
        return
    if "given" not in vector:
        assert answer["format"] == vector["format"]
    assert answer["puzzles"] == vector["puzzles"]
    assert len(answer["remarks"]) == vector.get("remarks", 0), answer["remarks"]
    assert answer["written"] == vector.get("written", {})


@pytest.mark.parametrize(("program", "vector"), [x for x in VECTORS if "error" not in x.values[1]])
def test_addresses_lead_to_the_same_puzzles(program, vector, answers):
    answer = answers[f"{program}: {vector['name']}"]
    if program == "flowfree":  # arukone has letters, and numlin numbers
        found = [pattern(shared["text"]) for shared in answer["shared"]]
        assert found == [pattern(rows) for rows in answer["puzzles"]]
        rules = [shared["more"].partition("[")[0] for shared in answer["shared"]]
        assert rules == [more.partition("[")[0] for more in answer["more"]]
        return
    assert [shared["text"] for shared in answer["shared"]] == answer["puzzles"]
    assert [shared["more"] for shared in answer["shared"]] == answer["more"]


def test_game_ids_of_the_largest_boards_are_read():
    lines = [("*-----" * 167)[1:1001]] * 1000
    text = write_id(Board.of(lines, 0))
    [answer] = run_node(text=json.dumps([{"program": "minesweeper-boards", "text": text}]))
    assert answer.get("puzzles") == [["first: 0, 0", *lines]]


def pattern(rows):
    """Rows with numbers instead of the names of flows."""
    names: dict[str, int] = {}
    marks = ". #+|-<>^v" if len(rows) > 2 and rows[0].startswith("+") else "."
    return [[x if x in marks else names.setdefault(x, len(names)) for x in row] for row in rows]


def test_tables_are_those_of_python():
    tables = {
        program: [[format.name, format.write is not None] for format in TOOL.formats_of(program)]
        for program in TOOL.PUZZLES
    }
    assert run_node("tables") == tables
