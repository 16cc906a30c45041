"""Reasons in words; ``engine/interface/README.md`` describes the engine's codes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from puzzlesat.common.errors import counted, field_name
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.solve.reasons import Reason

Place = Sequence[int]
"""The row and column of a field."""


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
    return f"{state.name(reason.field)} is {_what(reason.value)}: {because(reason, state)}."


def because(reason: Reason, state: State) -> str:
    """Return the reason why a field is certain, as a part of a sentence."""
    proof = reason.because
    match proof["kind"]:
        case "number":
            return _by_one(proof, state)
        case "sums":
            return _by_sums(proof, reason.value, state)
        case "chain":
            return _by_a_chain(proof, reason.value, state)
        case "total":
            names = [_number(state.place(f), state) for f in reason.numbers]
            return _by_the_total(proof, reason.value, names)
        case "given up":
            mines = counted(state.mines, "mine") if reason.total else "mines"
            return f"no other placement of {mines} fits all numbers"
    named = [_number(state.place(f), state) for f in reason.numbers]
    if reason.total:
        named.append(f"the number of mines, {state.mines}")
    return f"were it {_what(1 - reason.value)}, no placement of mines would fit {listed(named)}"


def listed(named: Sequence[str]) -> str:
    """Return names in a row.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]]))


def _what(value: int) -> str:
    return "a mine" if value else "safe"


def _places(places: Iterable[Place]) -> str:
    return listed([field_name(*place) for place in places])


def _number(place: Place, state: State) -> str:
    row, col = place
    return f"the {state.number(row * state.cols + col)} at {field_name(row, col)}"


def _by_one(proof: Mapping[str, Any], state: State) -> str:
    number, flags = _number(proof["number"], state), proof["flags"]
    if proof["mines"]:
        flagged = f"{counted(len(flags), 'flag')} and " if flags else ""
        return f"{number} has {flagged}only {counted(proof['mines'], 'covered field')} around it"
    if not flags:
        return f"{number} has no mine around it"
    mines = (
        "its mine under the flag" if len(flags) == 1 else f"its {len(flags)} mines under the flags"
    )
    return f"{number} has {mines} at {_places(flags)}"


def _by_sums(proof: Mapping[str, Any], value: int, state: State) -> str:
    """Return a phrase that combines one number with the bounds of others on shared fields."""
    phrases = [
        f"{_number(part['number'], state)} has {_share(part, value)}" for part in proof["parts"]
    ]
    number = _number(proof["number"], state)
    if value:
        one = proof["others"] == 1
        where = "its only other covered field" if one else "all its other covered fields"
        return f"{_joined(phrases)}, so {number} has {_mine(proof['others'])} on {where}"
    flags = proof["flags"]
    besides = f"apart from its {'flag' if flags == 1 else 'flags'}, " if flags else ""
    return ", ".join([*phrases, f"and {besides}{number} has no other mine"])


def _share(part: Mapping[str, Any], value: int) -> str:
    """Return a phrase for the mines of a number among the fields shared with another."""
    mines = part["mines"]
    where = f"{'at' if len(part['fields']) == 1 else 'among'} {_places(part['fields'])}"
    if value:
        return f"at most {counted(mines, 'mine')} {where}" if mines else f"no mine {where}"
    if part["all"]:
        other = "other " if part["flags"] else ""
        return f"its {other}{'mine' if mines == 1 else f'{mines} mines'} {where}"
    return f"at least {counted(mines, 'mine')} {where}"


def _joined(phrases: Sequence[str]) -> str:
    return ", and ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


def _mine(number: int) -> str:
    return "a mine" if number == 1 else "mines"


def _by_a_chain(proof: Mapping[str, Any], value: int, state: State) -> str:
    """Return the steps from the other value to a contradiction, one number at a time."""
    steps = []
    for part in proof["parts"]:
        where = _places(part["fields"])
        effect = f"make {where} {_mine(len(part['fields']))}"
        if not part["mines"]:
            effect = f"leave {where} safe"
        steps.append(f"{_number(part['number'], state)} would {effect}")
    end = f"have {'at most ' if proof['most'] else ''}{proof['mines']}"
    last = f"{'but then ' * bool(steps)}{_number(proof['number'], state)} would {end}"
    return ", ".join([f"were it {_what(1 - value)}", *([_joined(steps)] if steps else []), last])


def _by_the_total(proof: Mapping[str, Any], value: int, numbers: Sequence[str]) -> str:
    mines, others = proof["all"], proof["others"]
    flagged = " under flags" if proof["flags"] else ""
    if not numbers:
        if value:
            return f"the number of mines left equals the number of covered fields, {others}"
        return f"all mines are{flagged}" if flagged else "there are no mines"
    has = f"{listed(numbers)} {'has' if len(numbers) == 1 else 'have'}"
    unflagged = f" that {'is' if mines == 1 else 'are'} not{flagged}" if flagged else ""
    if value:
        return (
            f"{has} {proof['mines']} of the {counted(mines, 'mine')}{unflagged}, and only "
            f"{counted(others, 'covered field')} {'is' if others == 1 else 'are'} left for the "
            "others"
        )
    every = {1: "the only mine", 2: "both mines"}.get(mines, f"all {mines} mines")
    return f"{has} {every}{unflagged}"
