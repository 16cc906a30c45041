"""The answers of the engine as results and errors of Python."""

import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError


@pytest.mark.parametrize(
    ("method", "arguments", "sentence"),
    [
        ("minesweeper.risk", {"rows": ["1#"], "fields": [[0, 0]]}, "A1 is not a covered field"),
        ("minesweeper.risk", {"rows": ["Y#"], "fields": []}, "Y is not a field"),
        ("minesweeper.risk", {"rows": []}, "the state has no field"),
        (
            "flowfree.solve",
            {"puzzle": {"rows": 1, "cols": 3, "flow": [0, -1, -1], "symbols": ["B"]}},
            "B has 1 endpoint",
        ),
    ],
)
def test_refusals_become_messages_that_keep_names_as_they_are(method, arguments, sentence):
    with pytest.raises(InputError, match=f"^{sentence}"):
        ask(method, **arguments)
