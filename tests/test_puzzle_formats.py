"""Every format is read as its test vectors, which are independent of Python, say.

A vector in ``tests/formats/PUZZLE.json`` has a *name* and a *text*. Either *error* is the sentence
with which the text is refused, or *format* is the format that recognises the text, *puzzles* are
its puzzles as rows, and *remarks* is the number of remarks (0 if it is omitted). *given* is the
value of ``--format`` if the format is not recognised automatically. *written* maps names of formats
to the text that ``--as`` writes.
"""

import json
import re
from pathlib import Path
from random import Random

import pytest

from puzzlesat.common import formats as common
from puzzlesat.common.errors import InputError
from puzzlesat.common.formats import AUTO, SpooledPuzzles
from puzzlesat.floodit.board import formats as floodit_rows
from puzzlesat.flowfree.board import rows as flowfree_rows
from puzzlesat.minesweeper.board import rows as minesweeper_rows
from tests.programs import load_tool

ROOT = Path(__file__).parents[1]
TOOL = load_tool("formats_page")

ROWS = {
    "floodit": lambda board: board.text.split("/"),
    "flowfree": lambda puzzle: puzzle.lines,
    "minesweeper": lambda state: str(state).split("\n"),
    "minesweeper-boards": lambda board: str(board).split("\n"),
}
"""The rows of a puzzle, for each program."""

SAME = {"floodit": lambda board: board.pattern}
"""What all formats keep of a puzzle, if it is not the rows: game IDs have symbols of their own."""

VECTORS = [
    pytest.param(program, vector, id=f"{program}: {vector['name']}")
    for program in TOOL.PUZZLES
    for vector in json.loads((ROOT / f"tests/formats/{program}.json").read_text())
]
EACH_FORMAT = [
    pytest.param(program, format, id=f"{program}: {format.name}")
    for program in TOOL.PUZZLES
    for format in TOOL.formats_of(program)
]


@pytest.mark.parametrize(("program", "vector"), VECTORS)
def test_vectors(program, vector):
    formats, given = TOOL.formats_of(program), vector.get("given", AUTO)
    if "error" in vector:
        with pytest.raises(InputError) as refused:
            formats.parse(vector["text"], given)
        assert str(refused.value) == vector["error"]
        return
    if given == AUTO:
        assert formats.recognise(vector["text"])[0].name == vector["format"]
    puzzles, remarks = formats.parse(vector["text"], given)
    assert [ROWS[program](puzzle) for puzzle in puzzles] == vector["puzzles"]
    assert len(remarks) == vector.get("remarks", 0), remarks
    for name, text in vector.get("written", {}).items():
        assert formats.write_text(puzzles, name) == text


@pytest.mark.parametrize("program", TOOL.PUZZLES)
def test_names_of_vectors_are_unique(program):
    names = [v.values[1]["name"] for v in VECTORS if v.values[0] == program]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("program", "format"), EACH_FORMAT)
def test_examples_are_recognised_and_read_without_a_remark(program, format):
    formats = TOOL.formats_of(program)
    assert formats.recognise(format.info.example)[0] is format
    puzzles, remarks = formats.parse(format.info.example)
    assert puzzles
    assert not remarks or format.name == "lines"


@pytest.mark.parametrize(("program", "format"), EACH_FORMAT)
def test_what_is_written_is_read_as_the_same_puzzle(program, format):
    formats = TOOL.formats_of(program)
    puzzles = list(formats.parse(format.info.example).puzzles)
    for name in formats.writable:
        text = formats.write_text(puzzles, name)
        read = formats.parse(text, name).puzzles
        same = SAME.get(program, ROWS[program])
        assert list(map(same, read)) == list(map(same, puzzles)), name


def test_page_of_formats_is_up_to_date():
    assert TOOL.PAGE.read_text() == TOOL.page()


@pytest.mark.parametrize(
    ("program", "module", "usual", "rare"),
    [
        ("flowfree", flowfree_rows, "A...", ["B", "\n\n", " ", "_", "#", "0", "+", "\n# a\n"]),
        ("floodit", floodit_rows, "01", ["2", "a", "Z", "\n\n", " ", ".", "#"]),
        ("minesweeper", minesweeper_rows, "01.", ["F", "\n\n", " ", "*", "9", "-", "\r\n"]),
        ("minesweeper", minesweeper_rows, "1.F", ["\n\n", "\n\nmines: 2\n", "\n\nmines: 03\n"]),
        ("minesweeper", minesweeper_rows, "0.", ["\nmines: 2\n", "\n\nmines: 2\n\n"]),
    ],
)
def test_plain_rows_are_read_as_all_rows_are(program, module, usual, rare, monkeypatch):
    random, texts = Random(2020), ["", "\n"]
    for share in (0, 0.02, 0.2):
        for _ in range(700):
            height, width = random.randrange(1, 4), random.randrange(1, 10)
            rows = ["".join(random.choices(usual, k=width)) + "\n" for _ in range(height)]
            cells = (random.choice(rare) if random.random() < share else c for c in "".join(rows))
            size = f"{width} {height}\n" if program == "flowfree" and random.random() < 0.2 else ""
            texts.append(size + "".join(cells))
    formats = TOOL.formats_of(program)

    def outcome(text):
        try:
            return formats.parse(text)
        except InputError as error:
            return str(error)

    quick = [outcome(text) for text in texts]
    assert sum(isinstance(found, tuple) for found in quick) > 30
    monkeypatch.setattr(module, "PLAIN_ROWS", re.compile("(?!)"))
    monkeypatch.setattr(module, "_are_plain", lambda *_: False, raising=False)  # below a size
    assert quick == [outcome(text) for text in texts]


def test_a_spool_has_the_puzzles_of_an_iterator_in_order(monkeypatch):
    monkeypatch.setattr(common, "PUZZLES_PER_CHUNK", 10)
    for size in (0, 9, 10, 11, 20, 35):
        spool = SpooledPuzzles(map(str, range(size)))
        assert len(spool) == size
        assert list(spool) == [*map(str, range(size))]
        assert list(zip(spool, spool, strict=True)) == [(x, x) for x in spool]
        assert ("34" in spool) == (size == 35)


def test_a_spool_takes_one_puzzle_more_than_a_text_may_have(monkeypatch):
    monkeypatch.setattr(common, "MAX_PUZZLES", 25)
    endless = iter(int, 1)
    assert len(SpooledPuzzles(endless)) == 26
