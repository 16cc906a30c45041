"""Writing proofs of unsatisfiability in the LRAT format.

A line adds a clause, or deletes clauses. An added clause is followed by the numbers of the earlier
clauses that imply it by unit propagation, in the order in which they become unit, so checking needs
no search. An added clause may instead define a new variable. The numbers of the added clauses
continue those of the formula.

L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient Certified RAT
Verification, CADE 2017.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import IO, NamedTuple

from puzzlesat.sat.clause import Clause


class Numbered(NamedTuple):
    """A clause of the formula or the proof, with its number."""

    number: int
    literals: Clause


class Proof:
    r"""A proof that is written to a text file line by line.

    Parameters
    ----------
    file : text file
    variables, clauses : int
        The numbers of variables and clauses of the formula.

    Examples
    --------
    >>> import sys
    >>> proof = Proof(sys.stdout, variables=2, clauses=4)  # of 1 2, -1 2, 1 -2, -1 -2
    >>> unit = proof.add([2], [1, 2])
    5 2 0 1 2 0
    >>> proof.delete([1, 2])
    5 d 1 2 0
    >>> proof.add([], [unit, 3, 4])
    6 0 5 3 4 0
    6
    """

    def __init__(self, file: IO[str], variables: int, clauses: int) -> None:
        self._file = file
        self._variables = variables
        self._number = clauses

    def add(self, literals: Iterable[int], hints: Iterable[int]) -> int:
        """Add a clause that the hinted clauses imply, and return its number."""
        self._number += 1
        words = [self._number, *literals, 0, *hints, 0]
        self._file.write(" ".join(map(str, words)) + "\n")
        return self._number

    def conclude(self, literals: Clause, reasons: Iterable[Numbered]) -> Numbered:
        """Add and return a clause that the given clauses, in any order, imply by unit propagation.

        Raise `ValueError` if the given clauses do not imply it in this way.
        """
        return Numbered(self.add(literals, propagation(literals, reasons)), literals)

    def variable(self) -> int:
        """Return a fresh variable."""
        self._variables += 1
        return self._variables

    def define(self, new: int, if_: Iterable[Clause], only_if: Iterable[Clause]) -> list[Numbered]:
        r"""Add and return the clauses that define `new`, a variable returned by `variable`.

        The clauses are new ∨ c for each c in `if_`, and ¬new ∨ c for each c in `only_if`. The
        resolvent of any clause of the first kind with any of the second must be a tautology.

        >>> import sys
        >>> proof = Proof(sys.stdout, variables=2, clauses=1)
        >>> _ = proof.define(proof.variable(), if_=[[-1], [-2]], only_if=[[1, 2]])  # 1 or 2
        2 3 -1 0 0
        3 3 -2 0 0
        4 -3 1 2 0 -2 -3 0
        """
        enough = [[new, *clause] for clause in if_]
        first_kind = [Numbered(self.add(clause, []), clause) for clause in enough]
        blocked = [-known.number for known in first_kind]
        needed = [[-new, *clause] for clause in only_if]
        return first_kind + [Numbered(self.add(clause, blocked), clause) for clause in needed]

    def delete(self, numbers: Sequence[int]) -> None:
        """Delete clauses."""
        if numbers:
            self._file.write(" ".join(map(str, [self._number, "d", *numbers, 0])) + "\n")


def propagation(literals: Clause, reasons: Iterable[Numbered]) -> list[int]:
    """Return the numbers of those reasons that imply a clause, in the order of propagation.

    Raise `ValueError` if unit propagation finds no conflict.

    >>> propagation([3], [Numbered(1, [-2, 3]), Numbered(2, [1]), Numbered(3, [-1, 2])])
    [1, 2, 3]
    """
    false = set(literals)
    waiting = list(reasons)
    order: list[int] = []
    progress = True
    while progress:
        progress = False
        for reason in list(waiting):
            left = {literal for literal in reason.literals if literal not in false}
            if any(-literal in false for literal in left):
                waiting.remove(reason)  # the reason is satisfied, so it is of no use
            elif len(left) <= 1:
                waiting.remove(reason)
                order.append(reason.number)
                if not left:
                    return order
                false.add(-left.pop())
                progress = True
    raise ValueError(f"the clause {list(literals)} does not follow by unit propagation")


def renumbered(lines: Iterable[str], clauses: int) -> Iterator[str]:
    """Yield the lines of a proof with consecutive clause numbers after those of the formula.

    drat-trim does not renumber the clauses that it keeps from a solver's proof, so their numbers
    may be far apart. Checkers allocate memory for each number in between. `clauses` is the
    formula's number of clauses.

    >>> list(renumbered(["4 d 1 0", "90 2 0 3 4 0", "95 d 90 2 0", "97 0 -90 1 0"], 4))
    ['4 d 1 0', '5 2 0 3 4 0', '5 d 5 2 0', '6 0 -5 1 0']
    """
    new_numbers: dict[int, int] = {}
    last = clauses

    def new_number(number: int) -> int:
        return new_numbers.get(number, number) if number > 0 else -new_numbers.get(-number, -number)

    for line in lines:
        first, *words = line.split()
        if words[0] == "d":
            numbers = [new_number(int(word)) for word in words[1:-1]]
            yield " ".join(map(str, [last, "d", *numbers, 0]))
            continue
        middle = words.index("0") + 1
        hints = [new_number(int(word)) for word in words[middle:-1]]
        last += 1
        new_numbers[int(first)] = last
        yield " ".join(map(str, [last, *words[:middle], *hints, 0]))
