"""The reason why a field is certain: the fewest constraints that imply it, and a sentence.

Constraints imply the value of a field if no assignment that satisfies all of them gives the field
the other value. A *reason* is an irreducible set of constraints that implies a value.
Flags are treated as mines.

Implications of one constraint, or of two, follow from their sums (Simon 2012, §2.5 and §2.5.1).
Further reasons are smallest unsatisfiable cores of the constraints together with the other value.
The total number of mines (§2.5.2) is used only for fields whose values do not follow from the
numbers on the board: it involves all fields at once, and a person would have to count all of them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from puzzlesat.common.errors import counted
from puzzlesat.minesweeper.board.state import FLAGGED, ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import Constraint, Network, components, network
from puzzlesat.minesweeper.solve.conflict import (
    MAX_CONFLICT_FIELDS,
    Conflict,
    listed,
    name_all,
    smallest_conflict,
)
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.deduce import DEFAULT_CARDINALITY, DEFAULT_SOLVER, backbone, deduce

REASON_SECONDS = 10.0
"""The time in seconds after which no further reason is sought.

The search for the certain fields, and for the first reason of a part of the board, has no limit.
"""


@dataclass(frozen=True)
class Reason:
    """Constraints that imply the value of a field.

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
    """

    field: int
    value: int
    numbers: tuple[int, ...]
    total: bool = False
    smallest: bool = True

    @property
    def given_up(self) -> bool:
        """Whether the search was given up, so that all numbers belong to the reason."""
        return self.total and not self.numbers and not self.smallest


def certain(state: State) -> Values:
    """Return all certain fields of a state: its backbone with the total number of mines.

    Raises
    ------
    InputError
        If no placement of mines fits; if possible, the message names a smallest set of fields in
        conflict.
    """
    try:
        return backbone(network(state), total=True)
    except ContradictionError:
        deduce(state)  # raises an error that names the conflict
        raise


def simplest(state: State, wanted: Collection[int]) -> Reason | None:
    """Return the simplest reason for one of the wanted fields, or None if none is certain.

    Reasons without the total number of mines are preferred, then reasons with fewer constraints,
    then those for safe fields, then those for earlier fields. Some placement of mines must fit the
    state.

    Examples
    --------
    In the row 1 2 2 1, no number on its own decides a field. But the last two fields contain at
    most one mine because of the last 1, so the 2 next to it has a mine to the left of these fields:

    >>> state = State.of(["1221", "...."])
    >>> simplest(state, state.covered)
    Reason(field=5, value=1, numbers=(2, 3), total=False, smallest=True)
    """
    net = network(state)
    wanted = set(wanted)
    for reasons in (_of_one(net.constraints), _of_two(net.constraints)):
        wanted_reasons = [reason for reason in reasons if reason.field in wanted]
        if wanted_reasons:
            return min(wanted_reasons, key=_simplicity)
    deadline = monotonic() + REASON_SECONDS
    best: Reason | None = None
    for part in components(net.constraints):
        inside = sorted({f for constraint in part for f in constraint.scope})
        part_of_net = Network(tuple(inside), tuple(part))
        for reason in _of_many(part_of_net, wanted.intersection(inside), deadline):
            best = reason if best is None else min(best, reason, key=_simplicity)
    if best is None and net.mines is not None:
        reasons = _of_many(net, wanted, deadline, total=True)
        best = min(reasons, key=_simplicity, default=None)
    return best


def _simplicity(reason: Reason) -> tuple[bool, bool, int, int, int, tuple[int, ...]]:
    size = len(reason.numbers) + reason.total
    return reason.given_up, reason.total, size, reason.value, reason.field, reason.numbers


def _of_one(constraints: Iterable[Constraint]) -> Iterator[Reason]:
    for constraint in constraints:
        if constraint.mines in (0, len(constraint.scope)):
            for f in constraint.scope:
                yield Reason(f, int(constraint.mines > 0), (constraint.field,))


def _of_two(constraints: Sequence[Constraint]) -> Iterator[Reason]:
    """Yield the reasons of two constraints for fields that neither constraint decides alone."""
    for one, other in _neighbouring(constraints):
        for first, second in ((one, other), (other, one)):
            pair = Pair.of(first, second)
            if pair.value is not None:
                numbers = tuple(sorted((first.field, second.field)))
                yield from (Reason(f, pair.value, numbers) for f in pair.only_second)


def _neighbouring(constraints: Sequence[Constraint]) -> Iterator[tuple[Constraint, Constraint]]:
    holding: dict[int, list[int]] = {}
    for c, constraint in enumerate(constraints):
        for f in constraint.scope:
            holding.setdefault(f, []).append(c)
    pairs = {(c, d) for together in holding.values() for c in together for d in together if c < d}
    yield from ((constraints[c], constraints[d]) for c, d in sorted(pairs))


@dataclass(frozen=True)
class Pair:
    """The implications of one constraint for a second one, through the fields that they share.

    The first constraint has `least` to `most` mines on the shared fields. `only_second` are the
    other fields of the second one, and `value` is the value that all of these must have, if any.
    """

    shared: tuple[int, ...]
    only_second: tuple[int, ...]
    least: int
    most: int
    value: int | None

    @classmethod
    def of(cls, first: Constraint, second: Constraint) -> "Pair":
        """Return the implications of the first constraint for the second.

        >>> Pair.of(Constraint(9, (1, 2), 1), Constraint(8, (1, 2, 3), 2))
        Pair(shared=(1, 2), only_second=(3,), least=1, most=1, value=1)
        """
        shared = tuple(f for f in second.scope if f in first.scope)
        only_second = tuple(f for f in second.scope if f not in first.scope)
        least = max(0, first.mines - (len(first.scope) - len(shared)))
        most = min(len(shared), first.mines)
        value = None
        if shared and 0 < least == second.mines:
            value = 0
        elif shared and most < len(shared) and second.mines - most == len(only_second):
            value = 1
        return cls(shared, only_second, least, most, value)


def _of_many(
    net: Network, wanted: Collection[int], deadline: float, *, total: bool = False
) -> Iterator[Reason]:
    """Yield reasons for certain fields in `wanted`; with `total`, the number of mines is used."""
    representative: dict[tuple[int, ...], int] = {}  # one of the fields in the same constraints
    holding: dict[int, tuple[int, ...]] = dict.fromkeys(net.variables, ())
    for constraint in net.constraints:
        for f in constraint.scope:
            holding[f] += (constraint.field,)
    for f in sorted(wanted):
        representative.setdefault(holding[f], f)
    any_reason = False
    certain = backbone(net, total=total)
    for f in representative.values():
        if f not in certain or (any_reason and monotonic() > deadline):
            continue
        reason = Reason(f, certain[f], (), total=total, smallest=False)
        left = net.condensed(also=(f,))
        wall_limit = max(deadline - monotonic(), 0.01) if total else None
        if not total or len(left.variables) <= MAX_CONFLICT_FIELDS:
            with suppress(TimeoutError):
                formula = encode(left, DEFAULT_CARDINALITY if total else None)
                why = smallest_conflict(
                    formula, DEFAULT_SOLVER, supposed={f: 1 - certain[f]}, wall_limit=wall_limit
                )
                assert why is not None  # since the field is certain
                reason = Reason(f, certain[f], why.fields, why.total, why.smallest)
        any_reason = True
        yield reason


# In words --------------------------------------------------------------------------------------


def sentence(reason: Reason, state: State) -> str:
    """Return a sentence that states the value of a certain field, and the reason.

    Examples
    --------
    >>> state = State.of(["1221", "...."])
    >>> print(sentence(Reason(4, 0, (0, 2, 3)), state))
    (1, 0) is safe: were it a mine, the 1 at (0, 0) would leave (1, 1) safe, and the 2 at (0, 2) \
would make (1, 2) and (1, 3) mines, but then the 1 at (0, 3) would have 2.
    >>> print(sentence(Reason(5, 1, (2, 3)), state))
    (1, 1) is a mine: the 1 at (0, 3) has at most 1 mine among (1, 2) and (1, 3), so the 2 at \
(0, 2) has a mine on its only other covered field.
    """
    return f"{state.place(reason.field)} is {_what(reason.value)}: {because(reason, state)}."


def because(reason: Reason, state: State) -> str:
    """Return the reason why a field is certain, as a part of a sentence."""
    net = network(state)
    chosen = [c for c in net.constraints if c.field in reason.numbers]
    if reason.given_up:
        return f"no other placement of {counted(state.mines, 'mine')} fits all numbers"
    if reason.total:
        phrase = _by_the_total(reason, chosen, net, state)
    elif len(chosen) == 1:
        phrase = _by_one(chosen[0], state)
    else:
        phrase = _by_sums(reason, chosen, state) or _by_a_chain(reason, chosen, state)
    if phrase is None:
        named = name_all(Conflict(reason.numbers, reason.total, reason.smallest), state)
        phrase = f"were it {_what(1 - reason.value)}, no placement of mines would fit {named}"
    return phrase


def _what(value: int) -> str:
    return "a mine" if value else "safe"


def _places(fields: Iterable[int], state: State) -> str:
    return listed([str(state.place(f)) for f in sorted(fields)])


def _number(constraint: Constraint, state: State) -> str:
    return f"the {state.number(constraint.field)} at {state.place(constraint.field)}"


def _flags(constraint: Constraint, state: State) -> list[int]:
    return [f for f in state.neighbours[constraint.field] if state.content[f] == FLAGGED]


def _by_one(constraint: Constraint, state: State) -> str:
    number, flags = _number(constraint, state), _flags(constraint, state)
    if constraint.mines:
        flagged = f"{counted(len(flags), 'flag')} and " if flags else ""
        left = counted(constraint.mines, "covered field")
        return f"{number} has {flagged}only {left} around it"
    if not flags:
        return f"{number} has no mine around it"
    mines = (
        "its mine under the flag" if len(flags) == 1 else f"its {len(flags)} mines under the flags"
    )
    return f"{number} has {mines} at {_places(flags, state)}"


def _by_sums(reason: Reason, chosen: Sequence[Constraint], state: State) -> str | None:
    """Return a phrase that combines one constraint with the bounds of others on shared fields."""
    for last in chosen:
        before = [constraint for constraint in chosen if constraint != last]
        pairs = [Pair.of(constraint, last) for constraint in before]
        shared = [f for pair in pairs for f in pair.shared]
        unshared = len(last.scope) - len(shared)
        if len(shared) > len(set(shared)) or reason.field in shared:
            continue
        bound = sum(pair.most if reason.value else pair.least for pair in pairs)
        if reason.field not in last.scope or last.mines - bound != unshared * reason.value:
            continue
        phrases = [
            f"{_number(constraint, state)} has {_share(constraint, pair, reason.value, state)}"
            for constraint, pair in zip(before, pairs, strict=True)
        ]
        number = _number(last, state)
        if reason.value:
            where = (
                "its only other covered field" if unshared == 1 else "all its other covered fields"
            )
            return f"{_joined(phrases)}, so {number} has {_mine(unshared)} on {where}"
        flags = len(_flags(last, state))
        besides = f"apart from its {'flag' if flags == 1 else 'flags'}, " if flags else ""
        return ", ".join([*phrases, f"and {besides}{number} has no other mine"])
    return None


def _share(constraint: Constraint, pair: Pair, value: int, state: State) -> str:
    """Return a phrase for the mines of a constraint among the fields shared with another."""
    where = f"{'at' if len(pair.shared) == 1 else 'among'} {_places(pair.shared, state)}"
    if value:
        return f"at most {counted(pair.most, 'mine')} {where}" if pair.most else f"no mine {where}"
    if pair.least == constraint.mines:
        other = "other " if _flags(constraint, state) else ""
        mines = "mine" if constraint.mines == 1 else f"{constraint.mines} mines"
        return f"its {other}{mines} {where}"
    return f"at least {counted(pair.least, 'mine')} {where}"


def _joined(phrases: Sequence[str]) -> str:
    return ", and ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


def _mine(number: int) -> str:
    return "a mine" if number == 1 else "mines"


def _by_a_chain(reason: Reason, chosen: Sequence[Constraint], state: State) -> str | None:
    """Return the steps from the other value to a contradiction, one constraint at a time."""
    values = {reason.field: 1 - reason.value}
    steps: list[str] = []
    changed = True
    while changed:
        changed = False
        for constraint in chosen:
            number, flags = _number(constraint, state), len(_flags(constraint, state))
            rest = [f for f in constraint.scope if f not in values]
            mines = sum(values.get(f, 0) for f in constraint.scope)
            left = constraint.mines - mines
            if left < 0 or left > len(rest):
                end = f"have {mines + flags}"
                if left > 0:
                    end = f"have at most {mines + flags + len(rest)}"
                last = f"{'but then ' * bool(steps)}{number} would {end}"
                before = [_joined(steps)] if steps else []
                return ", ".join([f"were it {_what(1 - reason.value)}", *before, last])
            if rest and left in (0, len(rest)):
                values |= dict.fromkeys(rest, int(left > 0))
                where = _places(rest, state)
                effect = f"make {where} {_mine(len(rest))}" if left else f"leave {where} safe"
                steps.append(f"{number} would {effect}")
                changed = True
    return None


def _by_the_total(
    reason: Reason, chosen: Sequence[Constraint], net: Network, state: State
) -> str | None:
    inside = {f for constraint in chosen for f in constraint.scope}
    mines = sum(constraint.mines for constraint in chosen)
    if reason.field in inside or len(inside) < sum(len(constraint.scope) for constraint in chosen):
        return None
    assert net.mines is not None
    outside, left = len(net.variables) - len(inside), net.mines - mines
    if reason.value != (left > 0) or left not in (0, outside):
        return None
    flagged = " under flags" if state.flagged else ""
    if not chosen:
        if reason.value:
            return f"the number of mines left equals the number of covered fields, {outside}"
        return f"all mines are{flagged}" if flagged else "there are no mines"
    numbers = listed([_number(constraint, state) for constraint in chosen])
    has = "has" if len(chosen) == 1 else "have"
    one = net.mines == 1
    unflagged = f" that {'is' if one else 'are'} not{flagged}" if flagged else ""
    if reason.value:
        return (
            f"{numbers} {has} {mines} of the {counted(net.mines, 'mine')}{unflagged}, and only "
            f"{counted(outside, 'covered field')} {'is' if outside == 1 else 'are'} left for the "
            "others"
        )
    every = {1: "the only mine", 2: "both mines"}.get(net.mines, f"all {net.mines} mines")
    return f"{numbers} {has} {every}{unflagged}"
