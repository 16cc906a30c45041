"""States and boards in many notations are read rightly, read with a remark, or refused."""

import json
from collections import Counter
from random import Random

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.formats import BOARDS, FORMATS
from puzzlesat.minesweeper.board.sample import random_position
from puzzlesat.minesweeper.board.state import COVERED, FLAGGED, State

SEPARATORS = ["", "", "", " ", "  ", ",", ", ", "\t"]


def laid_out(rows, random):
    """Return the lines of rows of symbols, with the habits of different people and programs."""
    separator = random.choice(SEPARATORS)
    lines = [separator.join(row) for row in rows]
    match random.randrange(12):
        case 0:
            return ["    " + line for line in lines]
        case 1:
            return [line + " " for line in lines]
        case 2:
            return [line for row in lines for line in (row, "")]
        case 3:
            above = "   " + " ".join(map(str, range(len(rows[0]))))
            return [above, *(f"{r}  {' '.join(row)}" for r, row in enumerate(rows))]
        case 4:
            return [json.dumps(["".join(row) for row in rows])]
        case 5:
            return ["```", *lines, "```"]
        case 6 if not all(line.endswith((" ", "\t")) for line in lines):
            return [line.rstrip() for line in lines]
        case _:
            return lines


def states(count):
    """Yield states of real games, some with flags, and texts of them."""
    random = Random(11)
    while count:
        rows, cols = random.randint(2, 8), random.randint(2, 8)
        game = random_position(count, rows, cols, random.randint(1, rows * cols // 4), 0)
        state = game.state()
        if random.random() < 0.5:
            mined = sorted(game.mined)
            state = state.with_flags(random.sample(mined, random.randint(0, len(mined))))
        names = {
            0: random.choice("0000.- _"),
            COVERED: random.choice("....##x?-_ H"),
            FLAGGED: random.choice("FFf*!PM9🚩"),
        }
        if names[0] == names[COVERED]:
            continue
        content = [names.get(value, str(value)) for value in state.content]
        lines = laid_out([content[at : at + cols] for at in range(0, rows * cols, cols)], random)
        left = state.mines - len(state.flagged)
        headers = ["", "", f"mines: {state.mines}", f"{state.mines} mines", f"mines left: {left}"]
        header = "" if lines[0].startswith("[") else random.choice(headers)
        yield state, "\n".join([header, *lines] if header else lines) + "\n", bool(header)
        count -= 1


def test_states_are_not_misread_in_silence():
    seen = Counter()
    for state, text, with_mines in states(1500):
        try:
            found, remarks = FORMATS.parse(text)
        except InputError:
            seen["refused"] += 1
            continue
        wanted = State(state.rows, state.cols, state.content, state.mines if with_mines else None)
        right = found == [wanted]
        seen["right" if right else "wrong"] += 1
        assert right or remarks, text
    assert seen["right"] > 800
    assert seen["wrong"] < 8


@pytest.mark.parametrize("numbers", [False, True])
def test_boards_are_not_misread_in_silence(numbers):
    random = Random(12)
    seen = Counter()
    for _ in range(700):
        rows, cols = random.randint(2, 8), random.randint(2, 8)
        fields = range(rows * cols)
        mined = frozenset(random.sample(fields, random.randint(1, len(fields) // 3)))
        board = Board(rows, cols, mined)
        mine, free = random.choice("**XxMB@💣"), random.choice("--.._o0 ")
        content = [
            mine if f in mined else str(board.number(f)) if numbers else free for f in fields
        ]
        lines = laid_out([content[at : at + cols] for at in range(0, len(fields), cols)], random)
        try:
            found, remarks = BOARDS.parse("\n".join(lines) + "\n")
        except InputError:
            seen["refused"] += 1
            continue
        right = found == [board]
        seen["right" if right else "wrong"] += 1
        assert right or remarks, lines
    assert seen["right"] > 350
    assert seen["wrong"] < 3
