"""The constraint network of a state (thesis, §2.1.1).

A covered field is a variable with the domain {0, 1}, where 1 is a mine. Each uncovered field with
undecided neighbours is a constraint: the values of these neighbours add up to the number on it,
less the flags around it. Fields that are known, and the padding around the board, are left out; see
`definitions` for the network as it is printed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlesat._engine import minesweeper
from puzzlesat.minesweeper.board.state import State


@dataclass(frozen=True)
class Constraint:
    """The values of the variables in `scope` add up to `mines`.

    Parameters
    ----------
    field : int
        The uncovered field whose number it is.
    scope : tuple of int
        Variables, by their fields, in rising order.
    mines : int
    """

    field: int
    scope: tuple[int, ...]
    mines: int


@dataclass(frozen=True, eq=False)
class Network:
    """Variables, constraints, and how many mines there are in all.

    Parameters
    ----------
    variables : tuple of int
        The undecided fields, in rising order.
    constraints : tuple of Constraint
        In the order of their fields.
    mines : int, optional
        The number of mines among the variables and the spare fields; None where it is unknown.
    spare : int
        How many undecided fields there are that are no variables (see `condensed`).

    Examples
    --------
    >>> from puzzlesat.minesweeper.board.state import State
    >>> net = network(State.of(["1..", "F2."], mines=3))
    >>> net.variables, net.mines
    ((1, 2, 5), 2)
    >>> net.constraints
    (Constraint(field=0, scope=(1,), mines=0), Constraint(field=4, scope=(1, 2, 5), mines=1))
    """

    variables: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    mines: int | None = None
    spare: int = 0

    def _values(self) -> tuple[object, ...]:
        return self.variables, self.constraints, self.mines, self.spare

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    @cached_property
    def flat(self) -> minesweeper.Network:
        """The constraints, as the engine has them."""
        return minesweeper.Network.of_sums([(c.field, c.scope, c.mines) for c in self.constraints])

    @cached_property
    def constrained(self) -> frozenset[int]:
        """The variables in some constraint."""
        return frozenset([f for constraint in self.constraints for f in constraint.scope])

    @cached_property
    def unconstrained(self) -> tuple[int, ...]:
        """The variables in no constraint, all alike."""
        constrained = self.constrained
        return tuple([f for f in self.variables if f not in constrained])

    def with_constraint(self, constraint: Constraint) -> "Network":
        """Return the network with one more constraint."""
        constraints = (*self.constraints, constraint)
        return Network(self.variables, constraints, self.mines, self.spare)

    def without(self, values: Mapping[int, int]) -> "Network":
        """Return the network of what is left when some variables are known."""
        total = None if self.mines is None else self.mines - sum(values.values())
        variables = tuple([f for f in self.variables if f not in values])
        return EngineNetwork(variables, self.flat.without(dict(values)), total, self.spare)

    def condensed(self, besides: Collection[int] = ()) -> "Network":
        """Return the network with one unconstrained variable, which represents all of them.

        Exchanging two unconstrained fields turns a model into a model, so what is certain of one is
        certain of all. The others become spare: their mines are what the number of all mines leaves
        to them. Without that number nothing is certain of any, and all become spare.

        Parameters
        ----------
        besides : collection of int
            Fields that stay variables in any case.

        Examples
        --------
        >>> from puzzlesat.minesweeper.board.state import State
        >>> network(State.of(["1...."], mines=2)).condensed()
        Network(variables=(1, 2), constraints=(Constraint(field=0, scope=(1,), mines=1),), \
mines=2, spare=2)
        """
        alike = [f for f in self.unconstrained if f not in besides]
        kept = self.constrained.union(besides, alike[: self.mines is not None])
        variables = tuple(sorted(kept.intersection(self.variables)))
        spare = self.spare + len(self.variables) - len(variables)
        return Network(variables, self.constraints, self.mines, spare)


class EngineNetwork(Network):
    """A network whose constraints are those of the engine, and Python objects when first used.

    Parameters
    ----------
    variables : tuple of int
    flat : minesweeper.Network
    mines : int, optional
    spare : int
        As for `Network`.
    """

    def __init__(
        self,
        variables: tuple[int, ...],
        flat: minesweeper.Network,
        mines: int | None,
        spare: int = 0,
    ) -> None:
        vars(self).update(variables=variables, flat=flat, mines=mines, spare=spare)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order of their fields."""
        return tuple([Constraint(f, tuple(x), n) for f, x, n in self.flat.sums])

    @cached_property
    def constrained(self) -> frozenset[int]:
        """The variables in some constraint."""
        return frozenset(self.flat.fields)


def network(state: State) -> Network:
    """Return the constraint network of a state.

    An uncovered field without covered neighbours is a constraint only if it contradicts the flags
    around it: then nothing can satisfy it.
    """
    flat = minesweeper.Network.of_state(state.rows, state.cols, state.content)
    total = None if state.mines is None else state.mines - len(state.flagged)
    return EngineNetwork(state.covered, flat, total)


def components_of(constraints: Sequence[Constraint]) -> list[list[Constraint]]:
    """Return the constraints in parts that share no variable.

    Examples
    --------
    >>> parts = [Constraint(9, (1, 2), 1), Constraint(8, (3,), 0), Constraint(7, (2, 4), 1)]
    >>> [[constraint.field for constraint in part] for part in components_of(parts)]
    [[9, 7], [8]]
    """
    holding: dict[int, list[int]] = {}
    for c, constraint in enumerate(constraints):
        for f in constraint.scope:
            holding.setdefault(f, []).append(c)
    parts = []
    seen = [False] * len(constraints)
    for start in range(len(constraints)):
        if not seen[start]:
            seen[start] = True
            part = [start]
            for c in part:
                for f in constraints[c].scope:
                    for d in holding[f]:
                        if not seen[d]:
                            seen[d] = True
                            part.append(d)
            parts.append([constraints[c] for c in part])
    return parts
