"""States as text and as samples, good and bad."""

import numpy as np
import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.formats.formats import FORMATS
from puzzlesat.minesweeper.formats.samples import SAMPLE

HEADER = ",".join(SAMPLE)


def test_states_round_trip_through_text():
    text = "mines: 3\n1..\nF20\n\n\n8.\n..\n\nmines: 0\n..\n..\n"
    first, second, third = FORMATS.parse(text)
    assert (first.lines, first.mines, first.rows, first.cols) == (["1..", "F20"], 3, 2, 3)
    assert (second.lines, second.mines) == (["8.", ".."], None)
    assert third.mines == 0
    assert FORMATS.parse(str(first)) == [first]
    assert FORMATS.parse(text.replace("\n", "\r\n")) == [first, second, third]
    assert eval(repr(first)) == first


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, 1, ()), "a board needs at least one field"),
        ((2, 2, (-1, -1)), "2×2 fields are 4, not 2"),
        ((1, 1, (-1,), -2), "the number of mines is -2; expected 0 or more"),
        ((1, 2, (-1, -1), 1.5), "the number of mines is 1.5; expected a whole number"),
        ((1, 2, (-1, -1), True), "the number of mines is True; expected a whole number"),
    ],
)
def test_invalid_state_arguments_are_rejected(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        State(*arguments)


def test_states_are_also_read_from_lists_and_arrays():
    expected = State.of(["1.", "F1"], 1)
    for rows in ([[1, None], ["F", 1]], np.array([["1", "."], ["F", "1"]]), [("1", "."), "F1"]):
        assert State.of(rows, 1) == expected
    assert State.of(np.array([[1, 1], [0, 0]])).lines == ["11", "00"]
    wrong_rows = ([], [""], 5, [5], [[True, 1]], [[1.5]], [[1, 1], [1]], ["1.", "1m"], ["1.", "1x"])
    for wrong in (*wrong_rows, np.array([[1, -1], [-1, 1]])):
        with pytest.raises(InputError):
            State.of(wrong)
