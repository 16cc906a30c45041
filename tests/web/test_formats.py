"""The web application reads and writes all formats as Python does."""

from pathlib import Path

import pytest

from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.game_id import game_id_of
from tests.test_puzzle_formats import TOOL, VECTORS
from tests.web.conftest import node

READ = Path(__file__).with_name("read_formats.mjs")


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
    return {x.id: answer for x, answer in zip(VECTORS, node(READ, asked), strict=True)}


@pytest.mark.parametrize(("program", "vector"), VECTORS)
def test_vectors(program, vector, answers):
    """Also the address of a puzzle leads to the puzzle."""
    answer = answers[f"{program}: {vector['name']}"]
    assert answer.get("error") == vector.get("error")
    if "error" in vector:
        return
    if "given" not in vector:
        assert answer["format"] == vector["format"]
    assert answer["puzzles"] == vector["puzzles"]
    assert len(answer["remarks"]) == vector.get("remarks", 0), answer["remarks"]
    assert answer["written"] == vector.get("written", {})
    found = [(shared["text"], shared["more"]) for shared in answer["shared"]]
    expected = zip(answer["puzzles"], answer["more"], strict=True)
    if program == "flowfree":  # arukone has letters, and numlin numbers
        assert [*map(pattern, found)] == [*map(pattern, expected)]
    else:
        assert found == [*expected]


def pattern(puzzle):
    """Return the rule, and rows with numbers instead of the names of flows."""
    rows, more = puzzle
    names: dict[str, int] = {}
    marks = ". #+|-<>^v" if len(rows) > 2 and rows[0].startswith("+") else "."
    rule = more.partition("[")[0]
    return rule, [[x if x in marks else names.setdefault(x, len(names)) for x in r] for r in rows]


def test_a_damaged_link_is_refused_with_the_reason():
    escape = "the link is damaged: it has an invalid % escape; copy it again"
    reasons = {
        "01%2F10": None,
        "01%2": escape,
        "01%FF": escape,  # not UTF-8
        "01/10&start=%GG": escape,
        "01/10&rule=strict": "the link is damaged behind an &; copy it again",
    }
    asked = [{"program": "floodit", "fragment": fragment} for fragment in reasons]
    assert node(READ, asked, "fragments") == list(reasons.values())


def test_game_ids_of_the_largest_boards_are_read():
    lines = [("*-----" * 167)[1:1001]] * 1000
    text = game_id_of(Board.of(lines, 0))
    [answer] = node(READ, [{"program": "minesweeper-boards", "text": text}])
    assert answer.get("puzzles") == [["first: 0, 0", *lines]]


def test_tables_are_those_of_python():
    assert node(READ, None, "tables") == {
        program: [[format.name, format.write is not None] for format in TOOL.formats_of(program)]
        for program in TOOL.PUZZLES
    }
