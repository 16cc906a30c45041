"""Why fields are certain, and why no placement of mines fits: the engine's reasons.

`engine/minesweeper/reasons.hpp` says what a reason is and how a smallest one is found;
`show.words` puts reasons into words.
"""

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from puzzlesat.common.engine import ask
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counts import count


@dataclass(frozen=True)
class Reason:
    """Numbers that imply the value of a field.

    Parameters
    ----------
    field : int
    value : int
        1 if the field is a mine, 0 if it is safe.
    numbers : tuple of int
        The uncovered fields whose numbers belong to the reason, in increasing order.
    total : bool
        Whether the total number of mines belongs to the reason.
    smallest : bool
        Whether no smaller reason exists. If false, the reason is only irreducible or, if `numbers`
        is empty as well, the search was given up and the reason consists of all numbers.
    because : mapping
        How the numbers imply the value: the kinds of arguments in ``engine/interface/README.md``.
    """

    field: int
    value: int
    numbers: tuple[int, ...]
    total: bool = False
    smallest: bool = True
    because: Mapping[str, Any] = dataclasses.field(default_factory=dict, compare=False, repr=False)


def certain(state: State) -> Values:
    """Return all certain fields of a state, with their values.

    Raises
    ------
    InputError
        If no placement of mines fits; if possible, the message names a smallest set of fields in
        conflict.
    MemoryError
        If counting placements takes too much memory.
    """
    try:
        return count(network(state)).certain
    except ContradictionError:
        ask("minesweeper.analyse", **_given(state))  # refused with a sentence on the conflict
        raise


def simplest(state: State, wanted: Collection[int]) -> Reason | None:
    """Return the simplest reason for one of the wanted fields, or None if none is certain.

    Reasons without the total number of mines are preferred, then reasons with fewer numbers, then
    those for safe fields, then those for earlier fields. Raise `InputError` if no placement of
    mines fits the state.

    Examples
    --------
    In the row 1 2 2 1, no number on its own decides a field. But the last two fields contain at
    most one mine because of the last 1, so the 2 next to it has a mine to the left of these fields:

    >>> state = State.of(["1221", "...."])
    >>> simplest(state, state.covered)
    Reason(field=5, value=1, numbers=(2, 3), total=False, smallest=True)
    """
    found = ask("minesweeper.simplest", **_given(state), fields=state.places(wanted))
    return None if found is None else _reason(found, state)


def explain(state: State) -> list[tuple[str, Reason]]:
    """Return a reason for each certain field, and the weakest method that decides the field.

    Methods are keys of `deduce.METHODS`. Weaker methods come first, then simpler reasons. Raise
    `InputError` if no placement of mines fits the state.

    >>> [(method, reason.field, reason.numbers) for method, reason in explain(State.of(["1."]))]
    [('single', 1, (0,))]
    """
    found = ask("minesweeper.explain", **_given(state))
    return [(step["method"], _reason(step["reason"], state)) for step in found]


@dataclass(frozen=True)
class Conflict:
    """Fields that cannot all be right, together with the total number of mines if `total`.

    `fields` are uncovered or flagged, in increasing order. If the search was given up, `fields` is
    empty and `smallest` false. Otherwise the set is irreducible; if `smallest`, no smaller set is
    in conflict. `doubtful` are the flags without any one of which some placement of mines fits, and
    `sentence` describes the conflict.
    """

    fields: tuple[int, ...]
    total: bool
    smallest: bool
    doubtful: tuple[int, ...] = ()
    sentence: str = dataclasses.field(default="", compare=False, repr=False)


def find_conflict(state: State, wall_limit: float | None = None) -> Conflict | None:
    """Return a smallest conflict of a contradictory state, or None if some placement of mines fits.

    The total number of mines is added only if the numbers and flags alone can be satisfied. The
    search is given up after `wall_limit` wall-clock seconds, or 20 if that is less. Here, the 3
    needs two mines more than the 1, but has only one more covered neighbour:

    >>> find_conflict(State.of(["132", "..."]))
    Conflict(fields=(0, 1), total=False, smallest=True, doubtful=())
    """
    found = ask("minesweeper.conflict", **_given(state), seconds=wall_limit)
    if found is None:
        return None
    return Conflict(
        _fields(found["fields"], state),
        found["total"],
        found["smallest"],
        _fields(found["doubtful"], state),
        found["sentence"],
    )


def _given(state: State) -> dict[str, Any]:
    return {"rows": state.lines, "mines": state.mines}


def _fields(places: list[list[int]], state: State) -> tuple[int, ...]:
    return tuple(row * state.cols + col for row, col in places)


def _reason(found: dict[str, Any], state: State) -> Reason:
    [f] = _fields([found["field"]], state)
    return Reason(
        f,
        found["value"],
        _fields(found["numbers"], state),
        found["total"],
        found["smallest"],
        found["because"],
    )
