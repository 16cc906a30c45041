"""The pages read texts as Python does, in fewer formats: all others are refused."""

import json
from pathlib import Path

import pytest

from puzzlesat.floodit.board.sample import random_board
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.formats.game_id import game_id_of
from tests.web.conftest import node

READ = Path(__file__).with_name("read_formats.mjs")
FOLDER = Path(__file__).parents[1] / "formats"
VECTORS = {path.stem: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}
FORMATS = ("rows", "list", "id", "link", "board")
"""The formats of the pages; others, and those that must be named, are for the commands."""


def cases(kind):
    return [
        pytest.param(program, vector, id=f"{program}: {vector['name']}")
        for program, vectors in VECTORS.items()
        for vector in vectors[kind]
    ]


@pytest.fixture(scope="module")
def answers():
    """What the pages make of each vector."""
    asked = [(p, v) for kind in ("accept", "refuse") for p, v in (x.values for x in cases(kind))]
    found = node(READ, [{"program": program, "text": vector["text"]} for program, vector in asked])
    return {(p, v["text"]): answer for (p, v), answer in zip(asked, found, strict=True)}


def is_refused(answer):
    """Whether a text is refused by a sentence, rather than by an error of the program."""
    return "error" in answer and not answer["error"].startswith("!!!")


def is_sketch(vector):
    """Whether a vector has a sketch of Flow Free, which the pages do not read."""
    return vector["text"].startswith("+")


@pytest.mark.parametrize(("program", "vector"), cases("accept"))
def test_texts_are_read_as_python_reads_them(program, vector, answers):
    """And the address of each board leads to the same board."""
    answer = answers[program, vector["text"]]
    if vector["format"] not in FORMATS or "given" in vector or is_sketch(vector):
        assert is_refused(answer), answer
        return
    assert "error" not in answer, answer
    assert answer["shown"] == vector["boards"]
    assert answer["shared"] == answer["puzzles"]


@pytest.mark.parametrize(("program", "vector"), cases("refuse"))
def test_what_python_refuses_is_refused(program, vector, answers):
    """Unless the page reads it as the other kind, a whole board or a state."""
    answer = answers[program, vector["text"]]
    kind = "width" if program == "minesweeper-boards" else "rows"
    if "given" not in vector and all(kind in puzzle for puzzle in answer.get("puzzles", [{}])):
        assert is_refused(answer), answer


def test_a_damaged_link_is_refused_with_the_reason():
    escape = "the link is damaged: it has an invalid % escape; copy it again"
    reasons = {
        "01%2F10": None,
        "01%2": escape,
        "01%FF": escape,  # not UTF-8
        "01/10&start=%GG": escape,
        "01/10&rule=strict": "the link is damaged behind an &; copy it again",
        "01/10&start=2,0": "the start of the link is not on its board; copy it again",
    }
    asked = [{"program": "floodit", "fragment": fragment} for fragment in reasons]
    assert node(READ, asked, "fragments") == list(reasons.values())


def test_game_ids_of_large_boards_are_read_and_written():
    lines = [("*-----" * 17)[1:101]] * 100
    ids = {
        "minesweeper": game_id_of(Board.of(lines, 0)),
        "floodit": f"9x9c6m0:{random_board(2020, 9, 6, 0).text.replace('/', '')},20",
    }
    found = node(READ, [{"program": name, "text": text} for name, text in ids.items()])
    assert [answer["written"][0]["game ID"].strip() for answer in found] == [*ids.values()]
