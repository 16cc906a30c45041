"""The answers of the engine as results and errors of Python."""

import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError


@pytest.mark.parametrize(
    ("method", "arguments", "sentence"),
    [
        ("minesweeper.risk", {"rows": ["1#"], "fields": [[0, 0]]}, "A1 is not a covered field"),
        ("minesweeper.risk", {"rows": ["Y#"], "fields": []}, r"a field is 0-8, # .* not Y"),
        ("minesweeper.risk", {"rows": []}, "the state has no field"),
        (
            "flowfree.solve",
            {"puzzle": {"rows": 1, "cols": 3, "flow": [0, -1, -1], "symbols": ["b"]}},
            "the flow b has 1 endpoint",
        ),
    ],
)
def test_refusals_become_messages(method, arguments, sentence):
    with pytest.raises(InputError, match=f"^{sentence}"):
        ask(method, **arguments)
