"""Why a state is contradictory: a smallest set of fields that cannot all be right."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from puzzlesat.minesweeper.encoding import Encoding, encode
from puzzlesat.minesweeper.network import network
from puzzlesat.minesweeper.state import COVERED, FLAGGED, State
from puzzlesat.sat.core import smallest_core
from puzzlesat.sat.solver import open_solver

SECONDS = 10.0
"""For how long a conflict with the number of all mines is sought, which can take for ever."""


@dataclass(frozen=True)
class Conflict:
    """Fields that cannot all be right.

    Parameters
    ----------
    fields : tuple of int
        Uncovered fields, by their numbers, and flagged ones, in rising order. None are named if
        the search for them was given up.
    total : bool
        Whether the number of all mines belongs to them.
    smallest : bool
        Whether it is proved that no fewer do. If not, still none can be left out.
    """

    fields: tuple[int, ...]
    total: bool
    smallest: bool


def find_conflict(state: State, solver: str, cardinality: str) -> Conflict | None:
    """Return a smallest conflict of a state, or None if some placement of mines fits.

    Every number and every flag is switched on by an assumption of its own, and a smallest
    unsatisfiable core of these is sought. The number of all mines is drawn in only if they have
    none; then the search has `SECONDS`.

    Parameters
    ----------
    state : State
    solver : str
        PySAT's name of the solver.
    cardinality : str
        PySAT's name of the encoding of the number of all mines.

    Examples
    --------
    The 3 sees the two fields that the 1 sees, and only one more:

    >>> find_conflict(State.of(["132", "..."]), "minisat22", "seqcounter")
    Conflict(fields=(0, 1), total=False, smallest=True)
    """
    unflagged = replace(state, content=tuple(COVERED if x == FLAGGED else x for x in state.content))
    left = network(unflagged).condensed(besides=state.flagged)
    conflict = _core(encode(left), state.flagged, solver, None)
    if conflict is None and state.mines is not None:
        try:
            conflict = _core(encode(left, cardinality), state.flagged, solver, SECONDS)
        except TimeoutError:
            conflict = Conflict((), total=True, smallest=False)
    return conflict


def _core(
    formula: Encoding, flagged: Iterable[int], solver: str, timeout: float | None
) -> Conflict | None:
    used = (abs(x) for part in formula.parts.values() for clause in part for x in clause)
    top = max([len(formula.variable), *used])
    switches = {name: top + i for i, name in enumerate(formula.parts, start=1)}
    meaning = {switch: name for name, switch in switches.items()}
    meaning |= {formula.variable[f]: f for f in flagged}
    with open_solver(solver) as oracle:
        for name, clauses in formula.parts.items():
            oracle.append_formula([[-switches[name], *clause] for clause in clauses])
        found = smallest_core(oracle, list(meaning), timeout)
    if found is None:
        return None
    core, smallest = found
    names = [meaning[x] for x in core]
    return Conflict(tuple(sorted(x for x in names if x is not None)), None in names, smallest)


def explain(conflict: Conflict, state: State) -> str:
    """Return a sentence that names what is in conflict.

    Examples
    --------
    >>> state = State.of(["132", "..."])
    >>> explain(Conflict((1, 2), False, True), state)
    'no placement of mines fits: the 3 at (0, 1) and the 2 at (0, 2) cannot both be right \
(rows and columns are counted from 0)'
    """
    if not conflict.fields and not conflict.smallest:
        return f"no placement of {state.mines} mines fits the numbers and flags"
    named = [
        f"the {'flag' if state.content[f] == FLAGGED else state.number(f)} at {state.place(f)}"
        for f in conflict.fields
    ]
    if conflict.total:
        named.append(f"the number of mines, {state.mines},")
    listed = " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
    verdict = {1: "cannot be right", 2: "cannot both be right"}.get(
        len(named), "cannot all be right"
    )
    places = " (rows and columns are counted from 0)" if conflict.fields else ""
    return f"no placement of mines fits: {listed} {verdict}{places}"
