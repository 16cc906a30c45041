"""The propagation (§2.3) and the formula (§3.1.1) of the thesis as they are printed (Simon 2012).

`revise` tries assignments one by one in the order of a binary counter, and yields each. `fixpoint`
revises the constraints one by one, from top left to bottom right, until nothing changes.
`puzzlesat.minesweeper.solve.consistency.propagate` computes the same fixpoint efficiently.
`printed_formula` has a variable for every field, and unit clauses for the known ones;
`puzzlesat.minesweeper.encode.encoding.encode` omits known fields.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from puzzlesat.minesweeper.board.state import COVERED, FLAGGED, ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import number_clauses
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.sat.clause import Clause

NEIGHBOUR_OFFSETS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""Relative rows and columns of a constraint's variables, in the order of §2.1.1."""

UNDEFINED = -1
"""The entry of an array for the domain {0, 1} (§2.3)."""

Domains = list[int]
"""The domain of each field (§2.3): 0 or 1 for a single value, `UNDEFINED` for {0, 1}. Field
(i, j) has the index i · xsize + j."""


@dataclass(frozen=True)
class Trial:
    """An assignment that was tried as a support of `value` for the field `variable` (§2.3).

    `constraint` is the uncovered field whose constraint is revised. `array` contains the values of
    the eight variables around it, in the order of the scope; they are a support if they add up to
    the number (`satisfied`).
    """

    constraint: int
    variable: int
    value: int
    array: tuple[int, ...]
    satisfied: bool


def initial_domains(state: State) -> Domains:
    """Return the domains of a state: D_(i,j) of §2.1.1, as the array of §2.3.

    >>> initial_domains(State.of(["01.", "12F"]))
    [0, 0, -1, 0, 0, 1]
    """
    domain_by_content = {COVERED: UNDEFINED, FLAGGED: 1}
    return [domain_by_content.get(content, 0) for content in state.content]


def scope(state: State, f: int) -> tuple[int | None, ...]:
    """Return the scope S_(i,j) of a constraint as eight fields (§2.1.1), None for the padding.

    >>> scope(State.of(["01.", "12F"]), 1)
    (None, None, None, 0, 2, 3, 4, 5)
    """
    row, col = state.place(f)
    coordinates = ((row + i, col + j) for i, j in NEIGHBOUR_OFFSETS)
    return tuple(
        i * state.cols + j if 0 <= i < state.rows and 0 <= j < state.cols else None
        for i, j in coordinates
    )


def constraint_array(state: State, domains: Domains, f: int) -> list[int]:
    """Return the array of eight domains of a constraint (§2.3), with 0 for the padding.

    >>> state = State.of(["01.", "12F"])
    >>> constraint_array(state, initial_domains(state), 1)
    [0, 0, 0, 0, -1, 0, 0, 1]
    """
    return [0 if g is None else domains[g] for g in scope(state, f)]


def relevant_constraints(state: State, domains: Domains) -> list[int]:
    """Return the uncovered fields whose constraints have undefined variables (§2.3)."""
    return [
        f
        for f, number in enumerate(state.content)
        if number >= 0 and UNDEFINED in constraint_array(state, domains, f)
    ]


def assignments(array: Sequence[int]) -> Iterator[list[int]]:
    """Yield all assignments of an array's undefined variables, by a binary loop counter (§2.3).

    The counter goes from 0 to 2^un - 1, where un is the number of undefined variables; its digits,
    from the highest, are the values of these variables. In the example of §2.3, it goes from 0 to
    3:

    >>> for array in assignments([0, 0, -1, 1, 0, -1, 0, 0]):
    ...     print(array)
    [0, 0, 0, 1, 0, 0, 0, 0]
    [0, 0, 0, 1, 0, 1, 0, 0]
    [0, 0, 1, 1, 0, 0, 0, 0]
    [0, 0, 1, 1, 0, 1, 0, 0]
    """
    undefined = [i for i, value in enumerate(array) if value == UNDEFINED]
    for counter in range(2 ** len(undefined)):
        filled = list(array)
        for digit, i in enumerate(reversed(undefined)):
            filled[i] = counter >> digit & 1
        yield filled


def trials(
    array: Sequence[int], tested: int, value: int, number: int
) -> Iterator[tuple[list[int], bool]]:
    """Yield each assignment tried for a value and whether it is a support, up to the first support.

    `array` is a constraint's array, `tested` the index of the tested variable, `number` the
    required sum n_(a,b) of the array.
    """
    with_value = list(array)
    with_value[tested] = value
    for filled in assignments(with_value):
        satisfied = sum(filled) == number
        yield filled, satisfied
        if satisfied:
            return


def revise(state: State, f: int, domains: Domains) -> Iterator[Trial]:
    """Make the constraint of the uncovered field f generalized arc consistent; yield every trial.

    Each undefined variable is tested, in the order of the scope. For the value 0 and then for 1,
    assignments of the other variables are tried until one satisfies the constraint. If only one
    value has a support, the variable's domain in `domains` becomes that value (§2.2.1, §2.3). Raise
    `ContradictionError` if neither value has a support, which is impossible if every flag is right
    (§2.2.1).

    In Example 2.2.1, the value 0 of x_(1,2) has no support:

    >>> state = State.of(["02.", "13.", "1F2"])
    >>> domains = initial_domains(state)
    >>> for trial in revise(state, 4, domains):
    ...     print(trial.variable, trial.value, trial.array, trial.satisfied)
    2 0 (0, 0, 0, 0, 0, 0, 1, 0) False
    2 0 (0, 0, 0, 0, 1, 0, 1, 0) False
    2 1 (0, 0, 1, 0, 0, 0, 1, 0) False
    2 1 (0, 0, 1, 0, 1, 0, 1, 0) True
    5 0 (0, 0, 1, 0, 0, 0, 1, 0) False
    5 1 (0, 0, 1, 0, 1, 0, 1, 0) True
    >>> domains
    [0, 0, 1, 0, 0, 1, 0, 1, 0]
    """
    for index, variable in enumerate(scope(state, f)):
        array = constraint_array(state, domains, f)
        if variable is None or array[index] != UNDEFINED:
            continue
        supported = []
        for value in (0, 1):
            for filled, satisfied in trials(array, index, value, state.number(f)):
                yield Trial(f, variable, value, tuple(filled), satisfied)
                if satisfied:
                    supported.append(value)
        if not supported:
            raise ContradictionError
        if len(supported) == 1:
            domains[variable] = supported[0]


def fixpoint(state: State, domains: Domains) -> Iterator[Trial]:
    """Revise all relevant constraints, pass after pass, until a pass changes nothing.

    A pass goes from top left to bottom right (§2.4). Afterwards, the network is arc consistent in
    the sense of Definition 3. Trials and exceptions are those of `revise`.
    """
    changed = True
    while changed:
        previous = list(domains)
        relevant = relevant_constraints(state, domains)
        for f, number in enumerate(state.content):
            is_known = number >= 0 and f not in relevant
            if is_known and sum(constraint_array(state, domains, f)) != number:
                raise ContradictionError
        for f in relevant:
            yield from revise(state, f, domains)
        changed = previous != domains


def decided_values(state: State, domains: Domains) -> Values:
    """Return the value of each covered field that has only one value left."""
    return {f: domains[f] for f in state.covered if domains[f] != UNDEFINED}


def unit_clauses(state: State) -> list[Clause]:
    """Return the unit clauses of the known fields (§3.1.1); the variable of field f is f + 1.

    >>> unit_clauses(State.of(["1F."]))
    [[-1], [2]]
    """
    return [
        [f + 1 if content == FLAGGED else -(f + 1)]
        for f, content in enumerate(state.content)
        if content != COVERED
    ]


def printed_formula(state: State) -> list[Clause]:
    """Return the formula of a state as in §3.1.1; the variable of field f is f + 1.

    The clauses of the truth tables are the shortened ones, without the literals of known fields.

    >>> printed_formula(State.of([".1."]))
    [[-2], [1, 3], [-1, -3]]
    """
    clauses = unit_clauses(state)
    for constraint in network(state).constraints:
        clauses += number_clauses([f + 1 for f in constraint.scope], constraint.mines)
    return clauses
