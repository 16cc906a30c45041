"""The constraint network of a state (thesis, §2.1.1).

A covered field is a variable with the domain {0, 1}, where 1 is a mine. Each uncovered field with
undecided neighbours is a constraint: the values of these neighbours add up to the number on it,
less the flags around it. Fields that are known, and the padding around the board, are left out; see
`definitions` for the network as it is printed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.minesweeper.board.state import AROUND, COVERED, FLAGGED, State

Numbers = NDArray[np.int64]


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


class Flat(NamedTuple):
    """Constraints in arrays, which takes less time than objects do where there are many.

    Parameters
    ----------
    field : array of int
        The field of each constraint.
    fields : list of int
        The variables that constraints speak of, in rising order.
    scope : array of int
        The places in `fields` of the variables of the first constraint, the second one, …
    ends : array of int
        Where the variables of each constraint begin, and those of the last one end.
    need : array of int
        The mines of each constraint.
    """

    field: Numbers
    fields: list[int]
    scope: Numbers
    ends: Numbers
    need: Numbers

    @classmethod
    def of(cls, constraints: Sequence[Constraint]) -> "Flat":
        """Return constraints in arrays."""
        entries = list(chain.from_iterable([constraint.scope for constraint in constraints]))
        fields = sorted(set(entries))
        place = {f: i for i, f in enumerate(fields)}
        return cls(
            np.array([constraint.field for constraint in constraints], np.int64),
            fields,
            np.array([place[f] for f in entries], np.int64),
            _ends(np.array([len(constraint.scope) for constraint in constraints], np.int64)),
            np.array([constraint.mines for constraint in constraints], np.int64),
        )

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints."""
        entries = [self.fields[place] for place in self.scope.tolist()]
        ends = self.ends.tolist()
        parts = zip(self.field.tolist(), pairwise(ends), self.need.tolist(), strict=True)
        return tuple([Constraint(f, tuple(entries[a:b]), mines) for f, (a, b), mines in parts])

    def without(self, values: Mapping[int, int]) -> "Flat":
        """Return what is left when some variables are known."""
        known = np.array([values.get(f, -1) for f in self.fields], np.int64)
        of_each = known.take(self.scope)
        undecided = of_each < 0
        before = _ends(undecided).take(self.ends)
        sizes = before[1:] - before[:-1]
        mines = _ends(of_each > 0).take(self.ends)
        need = self.need - (mines[1:] - mines[:-1])
        kept = (sizes > 0) | (need != 0)
        return Flat(
            self.field[kept],
            [f for f, value in zip(self.fields, known.tolist(), strict=True) if value < 0],
            _ends(known < 0)[self.scope[undecided]],
            _ends(sizes[kept]),
            need[kept],
        )


def _ends(sizes: NDArray[Any]) -> Numbers:
    """Return where parts of some sizes begin, and the last one ends."""
    ends = np.zeros(len(sizes) + 1, np.int64)
    sizes.cumsum(out=ends[1:])
    return ends


@dataclass(frozen=True)
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

    @classmethod
    def of(
        cls, variables: tuple[int, ...], flat: Flat, mines: int | None, spare: int = 0
    ) -> "Network":
        """Return a network whose constraints stay in arrays until somebody looks at them."""
        made = object.__new__(cls)
        vars(made).update(variables=variables, flat=flat, mines=mines, spare=spare)
        return made

    def __getattr__(self, name: str) -> Any:
        """Make the constraints, where there are none yet."""
        if name != "constraints" or "flat" not in vars(self):
            raise AttributeError(name)
        vars(self)[name] = self.flat.constraints
        return vars(self)[name]

    @cached_property
    def flat(self) -> Flat:
        """The constraints in arrays."""
        return Flat.of(self.constraints)

    @cached_property
    def constrained(self) -> frozenset[int]:
        """The variables that some constraint speaks of."""
        if "flat" in vars(self):
            return frozenset(self.flat.fields)
        return frozenset([f for constraint in self.constraints for f in constraint.scope])

    @cached_property
    def unconstrained(self) -> tuple[int, ...]:
        """The variables that no constraint speaks of, all alike."""
        constrained = self.constrained
        return tuple([f for f in self.variables if f not in constrained])

    def without(self, values: Mapping[int, int]) -> "Network":
        """Return the network of what is left when some variables are known."""
        total = None if self.mines is None else self.mines - sum(values.values())
        variables = tuple([f for f in self.variables if f not in values])
        return Network.of(variables, self.flat.without(values), total, self.spare)

    def condensed(self, besides: Collection[int] = ()) -> "Network":
        """Return the network with one unconstrained variable, which stands for all of them.

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


def network(state: State) -> Network:
    """Return the constraint network of a state.

    An uncovered field without covered neighbours is a constraint only if it contradicts the flags
    around it: then nothing can satisfy it.
    """
    content = np.array((*state.content, 0))  # what stands beyond the edges is no mine
    uncovered = (content[:-1] >= 0).nonzero()[0]
    around = _around(state.rows, state.cols).take(uncovered, axis=0)
    shown = content.take(around)
    covered = shown == COVERED
    sizes = covered.sum(axis=1)
    need = content.take(uncovered) - (shown == FLAGGED).sum(axis=1)
    kept = ((sizes > 0) | (need != 0)).nonzero()[0]
    entries = around[covered]
    spoken_of = np.zeros(len(content), np.bool_)
    spoken_of[entries] = True
    flat = Flat(
        uncovered.take(kept),
        spoken_of.nonzero()[0].tolist(),
        _ends(spoken_of).take(entries),
        _ends(sizes.take(kept)),
        need.take(kept),
    )
    variables = tuple((content == COVERED).nonzero()[0].tolist())
    total = None if state.mines is None else state.mines - int((content == FLAGGED).sum())
    return Network.of(variables, flat, total)


@lru_cache(maxsize=64)
def _around(rows: int, cols: int) -> NDArray[np.intp]:
    """Return for each field of a board those around it, in rising order.

    Where there is none stands the number of fields.

    Examples
    --------
    >>> _around(1, 2).tolist()
    [[2, 2, 2, 2, 1, 2, 2, 2], [2, 2, 2, 0, 2, 2, 2, 2]]
    """
    row, col = np.divmod(np.arange(rows * cols), cols)
    found = np.full((rows * cols, len(AROUND)), rows * cols, np.intp)
    for k, (i, j) in enumerate(AROUND):
        inside = (row + i >= 0) & (row + i < rows) & (col + j >= 0) & (col + j < cols)
        found[inside, k] = ((row + i) * cols + col + j)[inside]
    return found


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
