"""Texts near the grammars, as strangers write them, are read as written or refused.

Every text is a test vector that was changed: framed, titled, labelled, nested, joined, cut, and so
on. What is accepted fits one format only, and its cells stand in the text in their order.
"""

import json
import re
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from tests.test_puzzle_formats import ROWS, TOOL, VECTORS, fitting

from .running import effort

EXACT = ("rows", "list", "lines", "board")
"""The formats in which a text consists of cells, and of what separates them."""

WITH_CELLS = (*EXACT, "sized", "id", "csv")
"""The formats in which the cells stand in the text in their order, but for Minesweeper's IDs."""


def lines_of(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def framed(text: str, random: Random) -> str:
    lines = lines_of(text)
    width = max(map(len, lines))
    side = random.choice(["|", "+", "#", "│"])
    edge = random.choice(["+" + "-" * width + "+", "=" * (width + 2), "┌" + "─" * width + "┐"])
    rows = [f"{side}{line:{width}}{side}" for line in lines]
    return "\n".join([edge, *rows, edge]) if random.random() < 0.7 else "\n".join(rows)


def apart(text: str, random: Random) -> str:
    mark = random.choice([" ", ",", ";", "\t", "  ", ", ", "|", " | ", "-", ":"])
    return "\n".join(mark.join(line.replace(" ", "")) for line in lines_of(text))


def titled(text: str, random: Random) -> str:
    count = len(lines_of(text))
    width = max(map(len, lines_of(text)))
    titles = ["Level 1", "#1", "3", f"{count} {width}", f"{width}x{count}", f"{width} {count} 3",
              "mines: 2", "mines 2", "# 1 2", "board", "```", "A B C", "0 1 2", "{", "seed: 7",
              "first: 0, 0", "[", "1", f"{count}"]  # fmt: skip
    return f"{random.choice(titles)}\n{text}"


def labelled(text: str, random: Random) -> str:
    names = random.choice(["0123456789" * 9, "ABCDEFGHIJ" * 9])
    gap = random.choice(["", " ", ",", "\t", ": ", "|"])
    lines = [f"{name}{gap}{line}" for name, line in zip(names, lines_of(text), strict=False)]
    if random.random() < 0.5:
        header = gap.join(names[: len(lines_of(text)[0])])
        lines.insert(0, random.choice(["", " ", gap]) + header)
    return "\n".join(lines)


def nested(text: str, random: Random) -> str:
    rows = [list(line.replace(" ", "")) for line in lines_of(text)]
    as_value = random.choice(
        [
            rows,
            [rows],
            ["".join(row) for row in rows],
            [[[cell] for cell in row] for row in rows],
            [[ord(cell) % 2, ord(cell) % 3] for row in rows for cell in row],
            [[int(cell == other) for other in "0123AB"] for row in rows for cell in row],
            {"grid": rows},
            {"rows": len(rows) + 1, "cols": 3, "board": rows},
            {"rows": 2, "cols": 2, "endpoints": [[[0, 0], [1, 1]]], "name": 1},
        ]
    )
    written = json.dumps(as_value) if random.random() < 0.6 else repr(as_value)
    return random.choice(["", "", "", "x = ", "array(", "[", "board: "]) + written


def spaced(text: str, random: Random) -> str:
    return "\n".join(
        " " * random.choice([0, 0, 1]) + line + "\n" * random.choice([0, 0, 1])
        for line in lines_of(text)
    )


def joined(text: str, random: Random) -> str:
    return random.choice(["/", ";", ",", " ", "|", ""]).join(lines_of(text))


def edited(text: str, random: Random) -> str:
    characters = list(text)
    for _ in range(random.randint(1, 3)):
        place = random.randrange(len(characters) + 1)
        symbol = random.choice("0123.#*F-_ABab xX?\n\n\t,;[]{}()/|+\"'🟥⬜é\u200b")
        if random.random() < 0.5:
            characters.insert(place, symbol)
        elif place < len(characters):
            characters[place : place + 1] = random.choice([symbol, ""])
    return "".join(characters)


def replaced(text: str, random: Random) -> str:
    old = random.choice([*{*text} - {"\n"}] or ["0"])
    return text.replace(old, random.choice(" .#-_0x*F12A?⬜"))


CHANGES: list[Callable[[str, Random], str]] = [
    *(framed, apart, titled, labelled, nested, spaced, joined, edited, replaced)
]


def written(text: str) -> str:
    """Return the cells of a text without comments, headers, and what separates or quotes them."""
    lines = re.split("\r\n|\r|\n", text)
    kept = [line for line in lines if not re.match("# |#$|(mines|first): ", line)]
    return re.sub(r"[\s,;\[\]/\"']", "", "\n".join(kept))


def plain(program: str, cells: str) -> str:
    """Return cells with one symbol for those that are written in several ways."""
    if program == "minesweeper":
        return cells.translate(str.maketrans("#*H", ".F."))
    if program == "minesweeper-boards":
        return re.sub("[0-8]", "-", cells)
    return cells.replace("0", ".") if program == "flowfree" else cells


def check(program: str, text: str) -> bool:
    """Check an accepted text, and return whether it is accepted."""
    formats = TOOL.formats_of(program)
    try:
        puzzles = formats.parse(text)
    except InputError as error:
        assert str(error)
        assert "\n" not in str(error)
        return False
    [name] = fitting(program, text)
    rows = [row for puzzle in puzzles for row in ROWS[program](puzzle)]
    is_coded = name not in WITH_CELLS or (program, name) == ("minesweeper-boards", "id")
    if is_coded or "+-" in text:  # a sketch
        return True
    cells = ["".join(row.split(" ")) for row in rows]
    source = written(text)
    if program == "flowfree" and re.search(r"\d\d", text) and re.search("[, \t]", text):
        return True  # numbers above 9 become letters
    if name in EXACT:
        assert plain(program, source) == plain(program, "".join(cells)), (name, text)
    place = 0
    for row in cells:
        place = plain(program, source).find(plain(program, row), place)
        assert place >= 0, (name, text)
        place += len(row)
    return True


@pytest.mark.parametrize("program", ROWS)
@given(seed=st.integers(0, 10**9))
@effort(10)
def test_what_is_accepted_is_read_as_written(program, seed):
    random = Random(seed)
    vector = random.choice(VECTORS[program]["accept"] + VECTORS[program]["refuse"])
    text, changes = vector["text"], random.choice([0, 1, 1, 1, 2])
    for _ in range(changes):
        text = random.choice(CHANGES)(text or "01\n10\n", random)
    is_board = "boards" in vector and "given" not in vector  # also if its format is not named
    assert check(program, text) or changes or not is_board
