"""Deduction from a state, by each method.

==============  ===================================================================================
single          each constraint on its own (generalized arc consistency)
pairs           constraints two at a time
total           pairs, and the total number of mines as one more constraint
backbone        the backbone of the formula: all that follows from the numbers
backbone_total  the backbone, with the total number of mines: all that follows from the state
==============  ===================================================================================

Each method decides all fields that the one before it decides, except that `total` may decide fields
that `backbone` does not.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.solve.consistency import Values, propagate, reduced
from puzzlesat.minesweeper.solve.counts import COUNTING_MEMORY, Counts, count
from puzzlesat.minesweeper.solve.reasons import find_conflict
from puzzlesat.sat.backbone import UnsatisfiableError, iterative_filtering
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.solver import check_incremental, load, open_solver

DEFAULT_SOLVER = "minisat22"
DEFAULT_CARDINALITY = "kmtotalizer"
"""The default solver and cardinality encoding."""

MIN_BOUNDED_FIELDS = 200
"""With at least this many fields next to a number, bounds on the total number of mines are
computed before a SAT solver is called, if the first count runs out of memory. With fewer, the
solver is faster than loading the linear programming library.
"""

FIRST_COUNT_MEMORY = 1 << 24
"""The memory limit, in bytes, of the first count, which is therefore fast except for huge boards.
"""


def backbone(
    network: Network,
    *,
    total: bool = False,
    solver: str = DEFAULT_SOLVER,
    cardinality: str = DEFAULT_CARDINALITY,
    wall_limit: float | None = None,
) -> Values:
    """Return the variables that have the same value in all models, with this value.

    Consistency over pairs is applied first, and a solver decides the remaining fields. The total
    number of mines makes the formula large and seldom decides anything. So the solver is first
    called with the numbers alone. Each of its models with a possible number of mines shows
    possible values of fields. With `total`, the solver is called again, with the total number of
    mines, for the values that no such model shows.

    Raise `ContradictionError` if there is no model, and `TimeoutError` after `wall_limit`
    wall-clock seconds of the solver.
    """
    total = total and network.mines is not None
    known, left = reduced(network, total=total)
    net = left.condensed()
    deadline = Deadline(wall_limit)
    formula = encode(net)
    models: list[list[int]] = []
    literals = _query(formula.clauses, formula.literals, solver, deadline, models)
    if total:
        fit = [model for model in models if _has_total(net, model)]
        certain, shown = set(literals), set(chain(literals, *fit))
        open_ = [x for x in formula.literals if x not in certain and -x not in shown]
        if open_ or not fit:
            deadline.check()
            clauses = encode(net, cardinality).clauses + [[x] for x in literals]
            literals += _query(clauses, open_, solver, deadline)
    values = formula.values(literals)
    unconstrained = left.unconstrained
    if unconstrained and unconstrained[0] in values:  # it represents all unconstrained fields
        values |= dict.fromkeys(unconstrained, values[unconstrained[0]])
    return known | values


def _query(
    clauses: Sequence[Clause],
    literals: list[int],
    solver: str,
    deadline: Deadline,
    models: list[list[int]] | None = None,
) -> list[int]:
    """Return the literals in the backbone of some clauses; append the models found to `models`."""
    with open_solver(solver) as oracle:
        load(oracle, clauses, deadline)
        wall_limit = deadline.remaining
        try:
            return iterative_filtering(
                oracle, literals, wall_limit=wall_limit, models=models
            ).literals
        except UnsatisfiableError:
            raise ContradictionError from None


def _has_total(net: Network, model: Sequence[int]) -> bool:
    """Return whether the spare fields can hold the mines that are not in a model of the numbers."""
    assert net.mines is not None
    return 0 <= net.mines - len([x for x in model if x > 0]) <= net.spare


class Method(Protocol):
    """A function that decides variables of a network; propagation is fast and needs no limit."""

    def __call__(self, network: Network, wall_limit: float | None = None) -> Values:
        """Return the decided variables; raise `TimeoutError` after `wall_limit` seconds."""


METHODS: dict[str, Method] = {
    "single": lambda network, wall_limit=None: propagate(network),
    "pairs": lambda network, wall_limit=None: propagate(network, pairs=True),
    "total": lambda network, wall_limit=None: propagate(network, pairs=True, total=True),
    "backbone": lambda network, wall_limit=None: backbone(network, wall_limit=wall_limit),
    "backbone_total": lambda network, wall_limit=None: backbone(
        network, total=True, wall_limit=wall_limit
    ),
}
"""The methods by their names in commands and tables."""


@dataclass(frozen=True)
class Deduction:
    """All that follows from a state, or the part found within the limits on time and memory.

    `values` maps the certain covered fields to their values, 1 for a mine. `counts` is None if
    placements of mines were not counted.

    The status is ``complete``; ``counted`` if there was no time to compare the certain fields with
    the backbone; ``timeout`` or ``memory`` if counting reached that limit; or ``propagated`` if
    time ran out before all certain fields were found.
    """

    values: Values
    counts: Counts | None
    status: str = "complete"

    @property
    def probabilities(self) -> dict[int, float] | None:
        """The probability of a mine for each covered field, exactly 0 or 1 for certain ones."""
        return None if self.counts is None else self.counts.probabilities

    def fields(self, value: int) -> list[int]:
        """Return the fields that certainly have this value, in increasing order."""
        return sorted(f for f, known in self.values.items() if known == value)

    def as_json(self, state: State) -> dict[str, Any]:
        """Return the object that ``minesweeper deduce --json`` prints."""
        probabilities = self.probabilities
        return {
            "status": self.status,
            "mines": state.places(self.fields(1)),
            "safe": state.places(self.fields(0)),
            "probabilities": None
            if probabilities is None
            else [[*state.place(f), p] for f, p in sorted(probabilities.items())],
        }


def deduce(
    state: State,
    solver: str = DEFAULT_SOLVER,
    cardinality: str = DEFAULT_CARDINALITY,
    wall_limit: float | None = None,
    memory: int = COUNTING_MEMORY,
) -> Deduction:
    """Return all that follows from a state, by its backbone and by counting.

    The two methods are independent and must agree on the certain fields. If counting reaches a
    limit, these fields come from the backbone alone. If the backbone reaches the time limit, they
    come from counting if it is complete, and otherwise from propagation.

    Parameters
    ----------
    state : State
    solver, cardinality : str
        PySAT's names of the solver and of the encoding of the total number of mines.
    wall_limit : float, optional
        Wall-clock seconds.
    memory : int
        The limit of counting, in bytes.

    Raises
    ------
    InputError
        If no placement of mines fits; if possible, the message names a smallest set of fields in
        conflict. Also if the solver cannot be called repeatedly, or not with a time limit.
    DisagreementError
        If backbone and counting disagree.

    Examples
    --------
    >>> state = State.of(["1221", "...."])
    >>> deduce(state).as_json(state)["mines"]
    [[1, 1], [1, 2]]
    """
    check_incremental(solver, wall_limit)
    deadline = Deadline(wall_limit)
    net = network(state)
    counts: Counts | None = None
    try:
        try:
            with suppress(TimeoutError):
                counts = count(net, deadline.seconds_left / 2, min(memory, FIRST_COUNT_MEMORY))
        except MemoryError:
            if net.mines is not None and len(net.constrained) >= MIN_BOUNDED_FIELDS:
                from puzzlesat.minesweeper.solve import bounds  # highspy takes long to load

                bounds.check_total(net, bounds.LP_SECONDS if wall_limit is None else wall_limit / 4)
        options = {"solver": solver, "cardinality": cardinality}
        try:
            values = backbone(net, total=True, **options, wall_limit=deadline.remaining)
        except TimeoutError:
            if counts is not None:
                return Deduction(counts.certain, counts, "counted")
            return Deduction(propagate(net, pairs=True, total=True), None, "propagated")
        try:
            counts = counts or count(net, deadline.seconds_left, memory)
        except TimeoutError:
            return Deduction(values, None, "timeout")
        except MemoryError:
            return Deduction(values, None, "memory")
    except ContradictionError:
        conflict = find_conflict(state, deadline.remaining)
        if conflict is None:
            raise DisagreementError(
                "a solver finds a placement of mines, but propagation or counting finds none:\n"
                f"{state}"
            ) from None
        raise InputError(conflict.sentence) from None
    if values != counts.certain:
        wrong = sorted(values.items() ^ counts.certain.items())
        raise DisagreementError(f"backbone and counting disagree on {wrong} of the state\n{state}")
    return Deduction(values, counts)
