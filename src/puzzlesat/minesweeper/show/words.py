"""Reasons in words; ``engine/interface/README.md`` describes the engine's codes."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.common.errors import field_name
from puzzlesat.common.sentences import filled, table
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.solve.reasons import Reason


def sentence(reason: Reason, state: State) -> str:
    """Return a sentence that states the value of a certain field, and the reason.

    Examples
    --------
    >>> from puzzlesat.minesweeper.solve.reasons import simplest
    >>> state = State.of(["1221", "...."])
    >>> print(sentence(simplest(state, [4]), state))
    A2 is safe: were it a mine, the 1 at A1 would leave B2 safe, and the 2 at C1 \
would make C2 and D2 mines, but then the 1 at D1 would have 2.
    >>> print(sentence(simplest(state, [5]), state))
    B2 is a mine: the 1 at D1 has at most 1 mine among C2 and D2, so the 2 at \
C1 has a mine on its only other covered field.
    """
    sentences = table("minesweeper/sentences.json")

    def number(f: int) -> str:
        return f"the {state.number(f)} at {state.name(f)}"

    values = {
        "value": reason.value,
        "numbers": [number(f) for f in reason.numbers],
        "total": reason.total,
        "mines": state.mines,
    }

    def phrase(kind: str, argument: Mapping[str, Any]) -> str:
        named: dict[str, Any] = {**values, **argument}
        for key, value in argument.items():
            if key == "number":
                named[key] = number(value[0] * state.cols + value[1])
            elif key == "parts":
                named[key] = [phrase(f"part of {kind}", part) for part in value]
            elif isinstance(value, list):  # of places
                named[key] = [field_name(*place) for place in value]
        return filled(sentences[kind], named)

    because = phrase(reason.because["kind"], reason.because)
    named = {"field": state.name(reason.field), "because": because}
    return filled(sentences["reason"], values | named)
