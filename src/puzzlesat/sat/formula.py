"""Formulas in conjunctive normal form whose clauses repeat over time.

A planning encoding repeats the same clauses for every step. A *clause template* therefore stores
the clauses of step 0, the range of the steps, and the shift of the variables from step to step. The
size of a template does not depend on the number of steps; the clauses of all steps are generated
when they are passed to a solver or written to a file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import MAX_LISTED_LITERALS, TooLargeError, check_literals
from puzzlesat.sat.clause import Clause

if TYPE_CHECKING:
    from pysat.formula import CNF

Clauses = NDArray[np.int32]
"""Clauses of one length, shape (number of clauses, length)."""


def arrays_by_length(clauses: Iterable[Clause]) -> tuple[Clauses, ...]:
    """Return clauses as arrays, one for each length, shortest first.

    >>> [array.tolist() for array in arrays_by_length([[1], [-1, 2], [3]])]
    [[[1], [3]], [[-1, 2]]]
    """
    by_length = groupby(sorted(clauses, key=len), key=len)
    return tuple(np.array(list(group), dtype=np.int32) for _, group in by_length)


def with_literal_limit(
    clauses: Iterable[Clause], check: Callable[[], None] = lambda: None
) -> Iterator[Clause]:
    """Yield clauses, and raise `TooLargeError` above `MAX_LISTED_LITERALS` literals in total.

    `check` is called before each clause; it may raise `TimeoutError`.
    """
    literals = 0
    for clause in clauses:
        check()
        literals += len(clause)
        if literals > MAX_LISTED_LITERALS:
            raise TooLargeError(
                f"the formula would have more than {MAX_LISTED_LITERALS:,} literals, the maximum"
            )
        yield clause


def shift(clauses: Clauses, offsets: Sequence[int]) -> Clauses:
    """Return the clauses once for each offset ≥ 0, with the offset added to every variable.

    The shape is (number of offsets · number of clauses, length). Empty clauses do not change.

    >>> shift(np.array([[-1, 2]], dtype=np.int32), [0, 10]).tolist()
    [[-1, 2], [-11, 12]]
    >>> shift(np.zeros((1, 0), dtype=np.int32), [0, 10]).tolist()
    [[], []]
    """
    moved = np.asarray(offsets, dtype=np.int32)[:, None, None] * np.sign(clauses) + clauses
    return moved.reshape(len(offsets) * len(clauses), clauses.shape[1])


@dataclass(frozen=True)
class ClauseTemplate:
    """The clauses of one condition, for every step at which it holds.

    Parameters
    ----------
    name : str
        The name of the condition.
    template : tuple of Clauses
        The clauses of the condition at step 0, as `arrays_by_length` returns them.
    times : range
        The steps t ≥ 0 at which the condition holds.
    stride : int
        The difference between a variable's numbers at two consecutive steps.
    """

    name: str
    template: tuple[Clauses, ...]
    times: range
    stride: int

    def __len__(self) -> int:
        """Return the number of clauses without generating them."""
        return len(self.times) * sum(map(len, self.template))

    def arrays(self, most: int = 1 << 18) -> Iterator[Clauses]:
        """Yield the clauses as arrays of at most about `most` clauses, one length after another."""
        for clauses in self.template:
            steps = max(1, most // len(clauses))
            for first in range(0, len(self.times), steps):
                shifts = [t * self.stride for t in self.times[first : first + steps]]
                for part in range(0, len(clauses), most):
                    yield shift(clauses[part : part + most], shifts)


class ClauseNumbers(NamedTuple):
    """The numbers of a template's clauses in a formula, counted from 1 as in proofs.

    For each clause of one step, `first` contains its number at the template's first step, and
    `stride` the difference between its numbers at two consecutive steps. `start` is the first step.
    """

    first: NDArray[np.int64]
    stride: NDArray[np.int64]
    start: int

    def at(self, t: int, places: Any = slice(None)) -> Any:
        """Return the numbers of all or some clauses at step t."""
        return self.first[places] + (t - self.start) * self.stride[places]


@dataclass(frozen=True)
class Formula:
    """A conjunction of clause templates.

    Parameters
    ----------
    variables : int
        The number of variables, which are numbered from 1.
    templates : tuple of ClauseTemplate
        The templates, in the order of their clauses.

    Examples
    --------
    >>> at_least_one = ClauseTemplate("some move", arrays_by_length([[1, 2]]), range(3), stride=2)
    >>> formula = Formula(variables=6, templates=(at_least_one,))
    >>> len(formula), list(formula)
    (3, [[1, 2], [3, 4], [5, 6]])
    """

    variables: int
    templates: tuple[ClauseTemplate, ...]

    def __len__(self) -> int:
        """Return the number of clauses without generating them."""
        return sum(map(len, self.templates))

    def numbers(self, name: str, lengths: Iterable[int]) -> ClauseNumbers:
        """Return the numbers of a template's clauses, in the order given to `arrays_by_length`.

        The first template with this name is used. `lengths` contains the lengths of the clauses
        that `arrays_by_length` received.

        >>> clauses = [[1, 2], [-1]]
        >>> both = ClauseTemplate("both", arrays_by_length(clauses), times=range(2), stride=2)
        >>> formula = Formula(4, (both,))
        >>> list(formula)
        [[-1], [-3], [1, 2], [3, 4]]
        >>> [formula.numbers("both", map(len, clauses)).at(t).tolist() for t in range(2)]
        [[3, 1], [4, 2]]
        """
        before = [template.name for template in self.templates].index(name)
        times = self.templates[before].times
        clause_lengths = np.fromiter(lengths, dtype=np.int64)
        order = np.argsort(clause_lengths, kind="stable")
        _, group, alike = np.unique(clause_lengths[order], return_inverse=True, return_counts=True)
        skipped = np.concatenate([[0], np.cumsum(alike)[:-1]])  # shorter clauses at one step
        first, stride = np.empty_like(clause_lengths), np.empty_like(clause_lengths)
        place = np.arange(len(clause_lengths)) - skipped[group]
        first[order] = sum(map(len, self.templates[:before])) + skipped[group] * len(times) + place
        stride[order] = alike[group]
        return ClauseNumbers(first + 1, stride, times.start)

    @property
    def literals(self) -> int:
        """The number of literals of all clauses."""
        return sum(len(f.times) * sum(x.size for x in f.template) for f in self.templates)

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses as lists of Python integers; `TooLargeError` if these need much memory."""
        check_literals(self.literals, MAX_LISTED_LITERALS)
        return list(self)

    def to_pysat(self) -> "CNF":
        """Return the formula as PySAT's `CNF`.

        >>> both = static_template("both", np.array([[1], [2]], dtype=np.int32))
        >>> Formula(2, (both,)).to_pysat().clauses
        [[1], [2]]
        """
        from pysat.formula import CNF  # slow to import

        cnf = CNF(from_clauses=self.clauses)
        cnf.nv = self.variables
        return cnf

    def arrays(self) -> Iterator[Clauses]:
        """Yield the clauses as arrays, in the order of the templates."""
        for template in self.templates:
            yield from template.arrays()

    def __iter__(self) -> Iterator[list[int]]:
        """Yield the clauses as lists of Python integers, in the order of the templates."""
        for array in self.arrays():
            yield from array.tolist()


@dataclass(frozen=True)
class Shuffle:
    """A random numbering of a formula's variables and a random order of its clauses.

    >>> some = static_template("some", np.array([[1, 2], [-2, 3]], dtype=np.int32))
    >>> formula = Formula(3, (some,))
    >>> shuffle = Shuffle(7, 3)
    >>> sorted(sorted(map(shuffle.unshuffled, clause)) for clause in shuffle.formula(formula))
    [[-2, 3], [1, 2]]
    """

    seed: int
    variables: int

    @cached_property
    def _new(self) -> NDArray[np.int32]:
        """The new number of each variable."""
        numbers = np.random.default_rng(self.seed).permutation(self.variables) + 1
        return np.concatenate([[0], numbers]).astype(np.int32)

    @cached_property
    def _old(self) -> NDArray[np.int32]:
        return np.argsort(self._new).astype(np.int32)

    def unshuffled(self, literal: int) -> int:
        """Return the literal before renumbering."""
        number = int(self._old[abs(literal)])
        return number if literal > 0 else -number

    def formula(self, formula: Formula) -> Formula:
        """Return the formula with renumbered variables and shuffled clauses.

        Raise `TooLargeError` if they need too much memory.
        """
        check_literals(formula.literals, MAX_LISTED_LITERALS)
        clauses = [np.sign(x) * self._new[np.abs(x)] for x in map(np.array, formula)]
        order = np.random.default_rng([self.seed, 1]).permutation(len(clauses))
        runs = groupby((clauses[i] for i in order), key=len)
        return Formula(
            formula.variables, tuple(static_template("", np.stack(list(run))) for _, run in runs)
        )


def check_variables(literals: NDArray[np.int64], variables: int) -> None:
    """Raise `InputError` if an assignment has a variable that a formula does not have.

    >>> check_variables(np.array([1, -7]), 3)
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: the model has variable 7, but the formula has 3
    """
    used_variables = np.abs(literals)
    unknown = used_variables[(used_variables == 0) | (used_variables > variables)]
    if unknown.size:
        raise InputError(f"the model has variable {unknown[0]}, but the formula has {variables}")


def falsified_clause(formula: Formula, model: Iterable[int]) -> list[int] | None:
    """Return a clause that an assignment falsifies, or None if there is none.

    `model` consists of the true literals; other variables are false. Raise `InputError` if it
    contains a variable that the formula does not have.

    >>> formula = Formula(2, (static_template("both", np.array([[1], [2]], dtype=np.int32)),))
    >>> falsified_clause(formula, [1, -2]), falsified_clause(formula, [1, 2])
    ([2], None)
    """
    literals = np.fromiter(model, dtype=np.int64)
    check_variables(literals, formula.variables)
    true = np.zeros(formula.variables + 1, dtype=bool)
    true[literals[literals > 0]] = True
    for template in formula.templates:
        for clauses in template.arrays():
            (wrong,) = np.nonzero(~(true[np.abs(clauses)] == (clauses > 0)).any(axis=1))
            if wrong.size:
                return clauses[wrong[0]].tolist()
    return None


def clauses_from_columns(*literals: NDArray[np.int32]) -> Clauses:
    """Return clauses, where clause i consists of item i of each array.

    There is one array for each position in a clause. The arrays are broadcast to a common shape.

    >>> clauses_from_columns(np.array([-1, -2]), np.array([3, 4]), np.array([5])).tolist()
    [[-1, 3, 5], [-2, 4, 5]]
    """
    return np.stack(np.broadcast_arrays(*literals), axis=-1).reshape(-1, len(literals))


def static_template(name: str, *clauses: Clauses) -> ClauseTemplate:
    """Return a template of clauses that do not repeat; empty arrays of clauses are left out.

    >>> list(Formula(2, (static_template("either", np.array([[1, 2], [-1, -2]], dtype=np.int32)),)))
    [[1, 2], [-1, -2]]
    """
    return ClauseTemplate(name, tuple(array for array in clauses if len(array)), range(1), stride=0)
