"""Every format is read as its test vectors (``tests/formats/README.md``) say, and by no other."""

import json
import re
from pathlib import Path

import pytest

from puzzlesat.common.errors import AmbiguousInputError, InputError
from puzzlesat.common.formats import AUTO, SpooledPuzzles
from puzzlesat.flowfree.board.grid import PLAIN
from puzzlesat.minesweeper.formats.samples import SAMPLE
from tests.programs import load_tool

ROOT = Path(__file__).parents[1]
TOOL = load_tool("formats_page")


def lines_apart(puzzle):
    """Return the rows with blanks between cells, or the lines of a sketch."""
    if getattr(puzzle, "marks", PLAIN) != PLAIN:
        return puzzle.lines
    return [" ".join(line) for line in puzzle.lines]


ROWS = {
    "floodit": lambda board: [" ".join(str(board.symbols[c]) for c in row) for row in board.grid],
    "flowfree": lines_apart,
    "minesweeper": lines_apart,
    "minesweeper-boards": lines_apart,
}
"""The rows of a puzzle as vectors have them."""

SAME = {
    "floodit": lambda board: (board.pattern, board.k),
    "flowfree": lambda puzzle: puzzle.pattern,
    "minesweeper": lambda state: state,
    "minesweeper-boards": lambda board: board,
}
"""What every format that can express a puzzle keeps of it."""

VECTORS = {
    program: json.loads((ROOT / f"tests/formats/{program}.json").read_text()) for program in ROWS
}
ACCEPTED, REFUSED = (
    [
        pytest.param(program, vector, id=f"{program}: {vector['name']}")
        for program in VECTORS
        for vector in VECTORS[program][kind]
    ]
    for kind in ("accept", "refuse")
)
EACH_FORMAT = [
    pytest.param(program, format, id=f"{program}: {format.name}")
    for program in ROWS
    for format in TOOL.formats_of(program)
]


def fitting(program, text):
    """Return the names of all formats that read a text, whatever they say of its beginning."""
    names = []
    for format in TOOL.formats_of(program):
        try:
            found = bool(SpooledPuzzles(format.read(text)))
        except InputError:
            continue
        names += [format.name] if found else []
    return names


@pytest.mark.parametrize(("program", "vector"), ACCEPTED)
def test_accepted(program, vector):
    formats = TOOL.formats_of(program)
    named = vector.get("given", False)
    puzzles = formats.parse(vector["text"], vector["format"] if named else AUTO)
    assert [ROWS[program](puzzle) for puzzle in puzzles] == vector["boards"]
    for puzzle, facts in zip(puzzles, vector.get("facts", []), strict=False):
        assert {name: getattr(puzzle, name) for name in facts} == facts
    if not named:
        assert fitting(program, vector["text"]) == [vector["format"]]
    else:
        with pytest.raises(InputError):
            formats.parse(vector["text"])


@pytest.mark.parametrize(("program", "vector"), REFUSED)
def test_refused(program, vector):
    with pytest.raises(InputError) as refused:
        TOOL.formats_of(program).parse(vector["text"], vector.get("given", AUTO))
    assert re.search(vector.get("says", ""), str(refused.value)), refused.value
    if "given" not in vector and not isinstance(refused.value, AmbiguousInputError):
        assert len(fitting(program, vector["text"])) != 1


@pytest.mark.parametrize(("program", "format"), EACH_FORMAT)
def test_examples_are_read_and_their_neighbours_are_refused(program, format):
    assert fitting(program, format.info.example) == [format.name]
    with pytest.raises(InputError):
        TOOL.formats_of(program).parse(format.info.neighbour)


@pytest.mark.parametrize(("program", "vector"), ACCEPTED)
def test_what_is_written_is_read_as_the_same_puzzle(program, vector):
    formats = TOOL.formats_of(program)
    named = vector.get("given", False)
    same = SAME[program]
    for puzzle in formats.parse(vector["text"], vector["format"] if named else AUTO):
        written = 0
        for name in formats.writable:
            try:
                text = formats.write_text([puzzle], name)
            except InputError:
                continue
            written += 1
            assert [same(x) for x in formats.parse(text, name)] == [same(puzzle)], name
        assert written


def test_page_of_formats_is_up_to_date():
    assert TOOL.PAGE.read_text() == TOOL.page()


@pytest.mark.parametrize(
    ("program", "text", "sentence"),
    [
        (
            "flowfree",
            "+" + "-+" * 1_000_001 + "\n|" + ". " * 1_000_000 + ".|\n+" + "-+" * 1_000_001,
            "lines 1 to 3: a board has at most 1,000,000 fields, not 1×1000001",
        ),
        ("minesweeper", f"mines: {'9' * 5000}\n1.\n", "line 1: write the number of all mines"),
        (
            "minesweeper",
            f"{','.join(SAMPLE)}\n1,2,{10**99},1,0,1./..\n",
            "read as csv: line 2: state 0 of 2×",
        ),
    ],
)
def test_texts_that_are_too_large_are_refused_with_the_name_of_the_file(
    write, program, text, sentence
):
    path = write(text)
    with pytest.raises(InputError) as error:
        TOOL.formats_of(program).read(path)
    assert str(error.value).startswith(f"{path}: {sentence}")
    assert "\n" not in str(error.value)
