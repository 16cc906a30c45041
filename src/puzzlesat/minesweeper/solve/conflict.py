"""The conflict of a contradictory state: a smallest set of fields that cannot all be right."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import counted
from puzzlesat.minesweeper.board.state import FLAGGED, ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import Encoding, encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.sat.core import smallest_core
from puzzlesat.sat.solver import SOLVERS, WITHOUT_LIMIT, open_solver

CONFLICT_SECONDS = 10.0
"""The time limit of the search for a conflict with the total number of mines, in seconds."""

MAX_CONFLICT_FIELDS = 5_000
"""Maximum number of fields for this search; with more, encoding alone takes longer."""

COUNTING_SECONDS, COUNTING_BYTES = 1.0, 1 << 24
"""The limits of counting without one of the flags, in seconds and bytes."""


@dataclass(frozen=True)
class Conflict:
    """Fields that cannot all be right, together with the total number of mines if `total`.

    `fields` are uncovered or flagged, in increasing order. If the search was given up, `fields` is
    empty and `smallest` false. Otherwise the set is irreducible; if `smallest`, no smaller set is
    in conflict.
    """

    fields: tuple[int, ...]
    total: bool
    smallest: bool


def find_conflict(
    state: State, solver: str, cardinality: str, deadline: Deadline = NEVER
) -> Conflict | None:
    """Return a smallest conflict of a contradictory state, or None if some placement of mines fits.

    Every number and every flag is enabled by an assumption of its own, and the search finds a
    smallest unsatisfiable core of these assumptions. The total number of mines is added only if
    there is no such core; the search is then limited to `CONFLICT_SECONDS`, and skipped for more
    than `MAX_CONFLICT_FIELDS` fields and for solvers without time limits. The search is given up at
    the deadline. Here, the 3 needs two mines more than the 1, but has only one more covered
    neighbour:

    >>> find_conflict(State.of(["132", "..."]), "minisat22", "seqcounter")
    Conflict(fields=(0, 1), total=False, smallest=True)
    """
    left = network(state.unflagged).condensed(also=state.flagged)
    given_up = Conflict((), total=state.mines is not None, smallest=False)
    search = partial(smallest_conflict, solver=solver, flagged=state.flagged)
    try:
        conflict = search(encode(left), wall_limit=deadline.remaining)
        if conflict is not None or state.mines is None:
            return conflict
        if len(left.variables) > MAX_CONFLICT_FIELDS or SOLVERS[solver] in WITHOUT_LIMIT:
            return given_up
        formula = encode(left, cardinality)
        return search(formula, wall_limit=min(CONFLICT_SECONDS, deadline.seconds_left))
    except TimeoutError:
        return given_up


def smallest_conflict(
    formula: Encoding,
    solver: str,
    *,
    flagged: Iterable[int] = (),
    supposed: Mapping[int, int] | None = None,
    wall_limit: float | None = None,
) -> Conflict | None:
    """Return a smallest conflict of the constraints of a formula, or None if it has a model.

    The flags of the variables in `flagged` may belong to the conflict. `supposed` maps variables to
    assumed values: if a field is certain, a conflict with its other value is the reason. Raise
    `TimeoutError` if `wall_limit` seconds of wall-clock time pass before an irreducible conflict is
    found.
    """
    parts = {name: clauses for name, clauses in formula.parts.items() if clauses}
    used = {abs(x) for clauses in parts.values() for clause in clauses for x in clause}
    top = max([len(formula.variable), *used])
    switches = {name: top + i for i, name in enumerate(parts, start=1)}
    meaning = {switch: name for name, switch in switches.items()}
    # Variables in no clause are in no conflict, and some solvers reject duplicate assumptions.
    meaning |= {formula.variable[f]: f for f in flagged if formula.variable[f] in used}
    with open_solver(solver) as oracle:
        for name, clauses in parts.items():
            oracle.append_formula([[-switches[name], *clause] for clause in clauses])
        for f, value in (supposed or {}).items():
            oracle.add_clause([formula.variable[f] if value else -formula.variable[f]])
        result = smallest_core(oracle, list(meaning), wall_limit)
    if result is None:
        return None
    core, smallest = result
    names = [meaning[x] for x in core]
    return Conflict(tuple(sorted(x for x in names if x is not None)), None in names, smallest)


def name_all(conflict: Conflict, state: State) -> str:
    """Return a phrase that names the fields in conflict and, if it is involved, the total.

    >>> state = State.of(["132", "F.."], mines=1)
    >>> name_all(Conflict((0, 1, 3), True, True), state)
    'the 1 at (0, 0), the 3 at (0, 1), the flag at (1, 0) and the number of mines, 1'
    """
    named = [
        f"the {'flag' if state.content[f] == FLAGGED else state.number(f)} at {state.place(f)}"
        for f in conflict.fields
    ]
    if conflict.total:
        named.append(f"the number of mines, {state.mines}")
    return listed(named)


def listed(named: Sequence[str]) -> str:
    """Return names in a row: "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]]))


def explain(conflict: Conflict, state: State, deadline: Deadline = NEVER) -> str:
    """Return a sentence that describes the conflict of a contradictory state.

    At the deadline, the search for flags that may be wrong is given up.

    >>> state = State.of(["132", "..."])
    >>> print(explain(Conflict((0, 1), False, True), state))
    no placement of mines fits the 1 at (0, 0) and the 3 at (0, 1) (rows and columns are counted \
from 0)
    """
    if not conflict.fields and not conflict.smallest:  # the search was given up
        mines = "mines" if state.mines is None else counted(state.mines, "mine")
        return f"no placement of {mines} fits the numbers and flags"
    note = " (rows and columns are counted from 0)" if conflict.fields else ""
    flags = doubtful(conflict, state, deadline)
    wrong = " or ".join(f"without the flag at {state.place(f)}" for f in flags)
    return (
        f"no placement of mines fits {name_all(conflict, state)}{note}"
        f"{f'; one fits {wrong}' if wrong else ''}"
    )


def doubtful(conflict: Conflict, state: State, deadline: Deadline = NEVER) -> list[int]:
    """Return the flags without which some placement of mines fits a contradictory state.

    Such a flag is in every conflict, so only those in `conflict` are tried. A flag is left out if
    counting takes too much time or memory.

    >>> state = State.of(["1F", "F."])
    >>> doubtful(Conflict((0, 1, 2), False, True), state)
    [1, 2]
    """
    doubtful_flags = []
    for f in conflict.fields:
        if state.content[f] == FLAGGED:
            other_flags = {*state.flagged} - {f}
            without_flag = state.unflagged.with_flags(other_flags)
            with suppress(ContradictionError, TimeoutError, MemoryError):
                seconds = min(COUNTING_SECONDS, deadline.seconds_left)
                count(network(without_flag), seconds, COUNTING_BYTES)
                doubtful_flags.append(f)
    return doubtful_flags
