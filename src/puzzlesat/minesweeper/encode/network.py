"""The constraint network of a state (Simon 2012, §2.1.1).

Each undecided field (covered, without a flag) is a variable with the domain {0, 1}, where 1 is a
mine. Each uncovered field with undecided neighbours gives a constraint: the values of these
neighbours add up to the number on the uncovered field minus the number of flags around that field.
All other fields and the padding are left out; tests compare it with the thesis's network.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlesat._engine import minesweeper
from puzzlesat.minesweeper.board.state import State


@dataclass(frozen=True)
class Constraint:
    """The constraint of the number on `field`: the variables in `scope` (sorted) sum to `mines`."""

    field: int
    scope: tuple[int, ...]
    mines: int


class Network:
    """Variables, constraints, and the total number of mines.

    Parameters
    ----------
    variables : tuple of int
        The undecided fields, in increasing order.
    constraints : iterable of Constraint, or the engine's Network
        In the order of their fields.
    mines : int, optional
        The number of mines on the variables and the spare fields; None if unknown.
    spare : int
        The number of undecided fields that are not variables (see `condensed`).

    Examples
    --------
    >>> from puzzlesat.minesweeper.board.state import State
    >>> net = network(State.of(["1..", "F2."], mines=3))
    >>> net.variables, net.mines
    ((1, 2, 5), 2)
    >>> net.constraints
    (Constraint(field=0, scope=(1,), mines=0), Constraint(field=4, scope=(1, 2, 5), mines=1))
    """

    def __init__(
        self,
        variables: tuple[int, ...],
        constraints: Iterable[Constraint] | minesweeper.Network,
        mines: int | None = None,
        spare: int = 0,
    ) -> None:
        if not isinstance(constraints, minesweeper.Network):
            constraints = minesweeper.Network.of_constraints(
                [(c.field, c.scope, c.mines) for c in constraints]
            )
        self.variables = variables
        self.engine = constraints
        self.mines = mines
        self.spare = spare

    def __repr__(self) -> str:
        return f"Network({self.variables}, {self.constraints}, {self.mines}, {self.spare})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and repr(self) == repr(other)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order of their fields."""
        return tuple([Constraint(f, tuple(x), n) for f, x, n in self.engine.constraints])

    @cached_property
    def constrained(self) -> frozenset[int]:
        """The variables in some constraint."""
        return frozenset(self.engine.fields)

    @cached_property
    def unconstrained(self) -> tuple[int, ...]:
        """The variables in no constraint, which are interchangeable."""
        constrained = self.constrained
        return tuple([f for f in self.variables if f not in constrained])

    def remaining(self, values: Mapping[int, int], constraints: minesweeper.Network) -> "Network":
        """Return the network of the unknown variables, given its constraints."""
        mines = None if self.mines is None else self.mines - sum(values.values())
        variables = tuple([f for f in self.variables if f not in values])
        return Network(variables, constraints, mines, self.spare)

    def condensed(self) -> "Network":
        """Return the network with one unconstrained variable, which represents all such variables.

        Exchanging the values of two unconstrained fields turns a model into a model, so a value
        that is certain for one field is certain for all. All but one become spare; the number of
        mines on the spare fields follows from the total. If the total is unknown, none of these
        values is certain, and all of these fields become spare.

        >>> from puzzlesat.minesweeper.board.state import State
        >>> network(State.of(["1...."], mines=2)).condensed()
        Network((1, 2), (Constraint(field=0, scope=(1,), mines=1),), 2, 2)
        """
        kept_fields = self.constrained.union(self.unconstrained[: self.mines is not None])
        variables = tuple(sorted(kept_fields.intersection(self.variables)))
        spare = self.spare + len(self.variables) - len(variables)
        return Network(variables, self.engine, self.mines, spare)


def network(state: State) -> Network:
    """Return the constraint network of a state.

    An uncovered field without covered neighbours is a constraint only if it contradicts the flags
    around it; such a constraint is unsatisfiable.
    """
    constraints = minesweeper.Network.of_state(state.rows, state.cols, state.content)
    mines = None if state.mines is None else state.mines - len(state.flagged)
    return Network(state.covered, constraints, mines)


def components(constraints: Sequence[Constraint]) -> list[list[Constraint]]:
    """Return the connected components of the constraints; different components share no variable.

    >>> given = [Constraint(9, (1, 2), 1), Constraint(8, (3,), 0), Constraint(7, (2, 4), 1)]
    >>> [[constraint.field for constraint in component] for component in components(given)]
    [[9, 7], [8]]
    """
    holding: dict[int, list[int]] = {}
    for c, constraint in enumerate(constraints):
        for f in constraint.scope:
            holding.setdefault(f, []).append(c)
    parts = []
    seen: set[int] = set()
    for start in range(len(constraints)):
        if start in seen:
            continue
        seen.add(start)
        component = [start]
        for c in component:
            fresh = [d for f in constraints[c].scope for d in holding[f] if d not in seen]
            component += dict.fromkeys(fresh)
            seen.update(fresh)
        parts.append([constraints[c] for c in component])
    return parts
