"""The pages read texts as Python does, in fewer formats: all others are refused."""

import json
import re
from itertools import product
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from puzzlesat.floodit.board.sample import random_board
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.formats.game_id import game_id_of
from tests.web.conftest import node

READ = Path(__file__).with_name("read_formats.mjs")
FOLDER = Path(__file__).parents[1] / "formats"
VECTORS = {path.stem: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}
FORMATS = ("rows", "id", "link", "board")
"""The formats of the pages; others, and those that must be named, are for the commands."""

OTHER_FORMATS = "sized|object|pzprv3|level|JSMine|sample"
"""The beginnings of the names of texts in formats of the commands."""


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


@pytest.mark.parametrize(("program", "vector"), cases("refuse"))
def test_the_page_names_the_line_and_the_character_that_python_names(program, vector, answers):
    found = answers[program, vector["text"]].get("error", "")
    if re.match(OTHER_FORMATS, vector["name"]):
        return
    for named in re.findall(r"^line \d+|[A-Z]{4}[A-Z -]+", vector.get("says", "")):
        assert re.search(rf"{named}\b", found), found


def test_a_command_is_named_only_for_texts_that_it_reads(answers):
    for program, vector in (case.values for case in cases("accept")):
        error = answers[program, vector["text"]].get("error", "")
        if vector["format"] in ("object", "pzprv3", "pack", "mine", "csv"):
            assert "the command" in error or program == "minesweeper-boards", vector
    for program, vector in (case.values for case in cases("refuse")):
        if not re.match(OTHER_FORMATS, vector["name"]):
            assert "the command" not in answers[program, vector["text"]].get("error", ""), vector


@pytest.mark.parametrize(
    ("program", "fragment", "reason"),
    [
        ("floodit", "01%2F10", None),
        ("floodit", "01%2", "it has an invalid % escape"),
        ("floodit", "01%FF", "it has an invalid % escape"),  # not UTF-8
        ("floodit", "01/10&start=%GG", "it has an invalid % escape"),
        ("floodit", "01/10&rule=strict", "it has an unknown setting behind an &"),
        ("floodit", "01/10&start=2,0", "its start is not on the board"),
        ("floodit", "01/10&start=1,1&start=0,0", "it has start twice"),
        ("floodit", "01/10&start=1", "its start cannot be read"),
        ("floodit", "01/10&limit=0", "its limit is 0 moves"),
        ("floodit", "01/10&limit=3,4", "its limit cannot be read"),
        ("floodit", "012/120/20", "row 3 has 2 fields, but row 1 has 3"),
        ("floodit", "01/10&colours=ff0000", "its colours cannot be read"),
        ("flowfree", "A.B/A.B&colours=ff0000.0000fg", "its colours cannot be read"),
        ("flowfree", "A.A&walls=0", "its walls cannot be read"),
        ("flowfree", "A.B/ACB", "row 2: “C” occurs once"),
        ("flowfree", "numlin/1/1/123", "it has more cells than the 1 that it states"),
        ("minesweeper", "1./.&mines=1", "row 2 has 1 field, but row 1 has 2"),
        ("minesweeper", "1./..&mines=5", "5 mines do not fit on 2×2 fields"),
        ("minesweeper", "-*/--&first=1", "its first click cannot be read"),
        ("minesweeper", "-*/--&first=9,9", "the first click, J10, is outside the 2×2 fields"),
    ],
)
def test_a_damaged_link_is_refused_with_the_reason(program, fragment, reason):
    [found] = node(READ, [{"program": program, "fragment": fragment}], "fragments")
    assert found == (reason and f"the link is damaged: {reason}; copy it again")


def test_the_longest_texts_are_read_at_once():
    texts = ["0 1\n" * 25_000, "01\n" * 33_000, "# 1 b\n" * 16_000, "[[0,1],[1,0]]\n" * 7_000]
    texts.append("01\n10\n\n" * 14_000)  # boards
    asked = [{"program": program, "text": text} for program in VECTORS for text in texts]
    begun = monotonic()
    node(READ, asked)
    assert monotonic() - begun < 20


def test_game_ids_of_large_boards_are_read_and_written():
    lines = [("*-----" * 17)[1:101]] * 100
    ids = {
        "minesweeper": game_id_of(Board.of(lines, 0)),
        "floodit": f"9x9c6m0:{random_board(2020, 9, 6, 0).text.replace('/', '')},20",
    }
    found = node(READ, [{"program": name, "text": text} for name, text in ids.items()])
    assert [answer["written"][0]["game ID"].strip() for answer in found] == [*ids.values()]


def test_every_board_of_flood_it_is_read_back_from_its_address():
    """Also colours that do not occur or are in another order, many colours, a limit and a start."""
    symbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    names = [[*symbols[:k]] for k in (2, 10, 36, 37, 62)]
    names += [["B", "A", "0"], ["red", "blue", "1"], ["🟥", "0"], ["10", "2", "11"], ["<i>", "."]]
    drawn = Random(7)
    boards = []
    for given, (rows, cols) in product(names, [(1, 1), (1, 9), (9, 1), (3, 4)]):
        for used, limit in product({1, len(given)}, (None, 7, 999_999)):
            grid = [[drawn.randrange(used) for _ in range(cols)] for _ in range(rows)]
            board = {"rows": grid, "symbols": given, "k": len(given), "start": [0, cols - 1]}
            boards.append(board | ({} if limit is None else {"limit": limit}))
    found = node(READ, [{"program": "floodit", "board": board} for board in boards], "addresses")
    for board, read in zip(boards, found, strict=True):
        assert read == board | {"symbols": read.get("symbols")}
        assert read["symbols"] == board["symbols"] or "<i>" in board["symbols"]
