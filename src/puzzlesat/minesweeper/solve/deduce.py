"""What can be deduced from a state, by each method.

==============  ===================================================================================
single          each constraint by itself (generalized arc consistency)
pairs           constraints two at a time
total           pairs, and the number of all mines as one more constraint
backbone        the backbone of the formula: all that follows from the numbers
backbone_total  with the number of all mines: all that follows at all
==============  ===================================================================================

Each decides whatever the one before it does, but for `total` and `backbone`, of which neither
contains the other.
"""

from collections.abc import Callable
from dataclasses import dataclass

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.solve.conflict import explain, find_conflict
from puzzlesat.minesweeper.solve.consistency import Values, propagate
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.sat.backbone import UnsatisfiableError, reducing
from puzzlesat.sat.solver import open_solver

SOLVER = "minisat22"
CARDINALITY = "kmtotalizer"
"""What is used where nobody says otherwise."""


def backbone(
    network: Network,
    *,
    total: bool = False,
    solver: str = SOLVER,
    cardinality: str = CARDINALITY,
) -> Values:
    """Return the variables that have the same value in all models, and that value.

    What consistency over pairs decides need not be asked of a solver; what is left is.

    Parameters
    ----------
    network : Network
    total : bool
        Whether the number of all mines is known to the solver.
    solver : str
        PySAT's name of it.
    cardinality : str
        PySAT's name of the encoding of the number of all mines.

    Raises
    ------
    ContradictionError
        If there is no model.
    """
    total = total and network.mines is not None
    known = propagate(network, pairs=True, total=total)
    left = network.without(known)
    formula = encode(left.condensed(), cardinality if total else None)
    with open_solver(solver) as oracle:
        oracle.append_formula(formula.clauses)
        try:
            found = formula.values(reducing(oracle, formula.literals).literals)
        except UnsatisfiableError:
            raise ContradictionError from None
    alike = left.unconstrained
    if alike and alike[0] in found:  # it stands for all of them
        found |= dict.fromkeys(alike, found[alike[0]])
    return known | found


METHODS: dict[str, Callable[[Network], Values]] = {
    "single": lambda network: propagate(network),
    "pairs": lambda network: propagate(network, pairs=True),
    "total": lambda network: propagate(network, pairs=True, total=True),
    "backbone": lambda network: backbone(network),
    "backbone_total": lambda network: backbone(network, total=True),
}
"""The methods by the names under which commands and tables know them."""


@dataclass(frozen=True)
class Deduction:
    """All that can be known of a state.

    Parameters
    ----------
    values : dict
        The covered fields that are certain: 1 for a mine, 0 for none.
    probabilities : dict
        For each covered field the probability of a mine; exactly 0 or 1 for certain ones.
    models : int
        How many placements of mines fit.
    """

    values: Values
    probabilities: dict[int, float]
    models: int

    def fields(self, value: int) -> list[int]:
        """Return the fields that are certain to have a value, in rising order."""
        return sorted(f for f, known in self.values.items() if known == value)

    def as_json(self, state: State) -> dict[str, list]:
        """Return what ``minesweeper deduce --json`` prints."""
        return {
            "mines": state.places(self.fields(1)),
            "safe": state.places(self.fields(0)),
            "probabilities": [[*state.place(f), p] for f, p in sorted(self.probabilities.items())],
        }


def deduce(state: State, solver: str = SOLVER, cardinality: str = CARDINALITY) -> Deduction:
    """Return all that can be known of a state: by its backbone, and by counting.

    The two know nothing of each other, and must agree on what is certain.

    Parameters
    ----------
    state : State
    solver : str
        PySAT's name of the solver.
    cardinality : str
        PySAT's name of the encoding of the number of all mines.

    Raises
    ------
    InputError
        If no placement of mines fits; the message names a smallest set of fields in conflict.
    DisagreementError
        If backbone and counting disagree.

    Examples
    --------
    >>> state = State.of(["1221", "...."])
    >>> deduce(state).as_json(state)["mines"]
    [[1, 1], [1, 2]]
    """
    net = network(state)
    try:
        counts = count(net)
        values = backbone(net, total=True, solver=solver, cardinality=cardinality)
    except ContradictionError:
        conflict = find_conflict(state, solver, cardinality)
        if conflict is None:
            raise DisagreementError(
                f"a solver finds a placement of mines, but propagation or counting none:\n{state}"
            ) from None
        raise InputError(explain(conflict, state)) from None
    if values != counts.certain:
        wrong = sorted(values.items() ^ counts.certain.items())
        raise DisagreementError(f"backbone and counting disagree on {wrong} of the state\n{state}")
    return Deduction(values, counts.probabilities, counts.models)
