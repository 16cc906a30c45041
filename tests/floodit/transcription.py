"""The conditions of the thesis, transcribed one by one into plain lists (§3.4 and §4.2.2).

This is how one would program them straight from the printed formulas: a loop for each ⋀, a list for
each clause, condition after condition. It shares nothing with the encoder of the project, not even
the neighbours and clusters of a board, so that the two can be held against each other.

Two things cannot be taken literally, and both are about the last state, which is state p (§3.1):
condition 5 stops at t = p-1, where it is printed with t = p and so mentions a state p+1, and
condition 10 is about state p, where p+1 is printed.

Condition 8 is printed with a first half that is always true, because a field belongs to its own
cluster, and among the clauses of its second half the one for the field itself is always true as
well. A program that follows the formula emits them; they can be left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

Clause = list[int]
"""Literals as DIMACS has them: a variable's number, negative for its negation."""

Grid = Sequence[Sequence[int]]
"""Colours, row by row."""


@dataclass(frozen=True)
class Puzzle:
    """The question whether a board of k colours, given row by row, can be flooded in p moves.

    Variables are numbered predicate by predicate and time by time: first all Fld(t, f), then all
    TchFld(t, f), both for t in 0..p, then all Move(t, c) for t in 0..p-1.
    """

    grid: Grid
    k: int
    p: int

    @property
    def rows(self) -> int:
        return len(self.grid)

    @property
    def cols(self) -> int:
        return len(self.grid[0])

    @property
    def fields(self) -> range:
        """All fields, row by row from the pivot, which is field 0."""
        return range(self.rows * self.cols)

    @property
    def variables(self) -> int:
        return 2 * (self.p + 1) * len(self.fields) + self.p * self.k

    def fld(self, t: int, f: int) -> int:
        return 1 + t * len(self.fields) + f

    def tch_fld(self, t: int, f: int) -> int:
        return 1 + (self.p + 1 + t) * len(self.fields) + f

    def move(self, t: int, c: int) -> int:
        return 1 + 2 * (self.p + 1) * len(self.fields) + t * self.k + c

    @cached_property
    def colour(self) -> list[int]:
        """Colour(f) of each field."""
        return [c for row in self.grid for c in row]

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """Neighbours(f) of each field: above, left, right, below."""
        found = []
        for f in self.fields:
            row, column = divmod(f, self.cols)
            near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
            found.append(
                [r * self.cols + c for r, c in near if 0 <= r < self.rows and 0 <= c < self.cols]
            )
        return found

    @cached_property
    def cluster(self) -> list[list[int]]:
        """Cluster(f) of each field, the field among them, in rising order."""
        found: list[list[int]] = [[] for _ in self.fields]
        for start in self.fields:
            if found[start]:
                continue
            members, waiting = {start}, [start]
            while waiting:
                for g in self.neighbours[waiting.pop()]:
                    if self.colour[g] == self.colour[start] and g not in members:
                        members.add(g)
                        waiting.append(g)
            for f in members:
                found[f] = sorted(members)
        return found


def condition_1(q: Puzzle) -> Iterator[Clause]:
    """Yield: the cluster of the pivot is flooded before the game starts, and nothing else is."""
    for f in q.fields:
        yield [q.fld(0, f) if f in q.cluster[0] else -q.fld(0, f)]


def condition_2(q: Puzzle) -> Iterator[Clause]:
    """Yield: at least one move is made each turn."""
    for t in range(q.p):
        yield [q.move(t, c) for c in range(q.k)]


def condition_3(q: Puzzle) -> Iterator[Clause]:
    """Yield: at most one move is made each turn."""
    for t in range(q.p):
        for c in range(q.k - 1):
            for d in range(c + 1, q.k):
                yield [-q.move(t, c), -q.move(t, d)]


def condition_4(q: Puzzle) -> Iterator[Clause]:
    """Yield: a flooded field remains flooded."""
    for t in range(q.p):
        for f in q.fields:
            yield [-q.fld(t, f), q.fld(t + 1, f)]


def condition_5(q: Puzzle) -> Iterator[Clause]:
    """Yield: where no member of the cluster touches the flood, a field is not newly flooded."""
    for t in range(q.p):
        for f in q.fields:
            touching = [q.tch_fld(t, g) for g in q.cluster[f]]
            yield [*touching, q.fld(t, f), -q.fld(t + 1, f)]


def condition_6(q: Puzzle) -> Iterator[Clause]:
    """Yield: a field that touches the flood is flooded by a move of its colour."""
    for t in range(q.p):
        for f in q.fields:
            yield [-q.move(t, q.colour[f]), -q.tch_fld(t, f), q.fld(t + 1, f)]


def condition_7(q: Puzzle) -> Iterator[Clause]:
    """Yield: a move of another colour floods no new field."""
    for t in range(q.p):
        for f in q.fields:
            yield [q.fld(t, f), q.move(t, q.colour[f]), -q.fld(t + 1, f)]


def condition_8(q: Puzzle) -> Iterator[Clause]:
    """Yield: a field is flooded if and only if a field of its cluster is, itself included."""
    for t in range(q.p + 1):
        for f in q.fields:
            yield [-q.fld(t, f), *(q.fld(t, g) for g in q.cluster[f])]
            for g in q.cluster[f]:
                yield [-q.fld(t, g), q.fld(t, f)]


def condition_9(q: Puzzle) -> Iterator[Clause]:
    """Yield: a field touches the flood if and only if a neighbour is flooded."""
    for t in range(q.p + 1):
        for f in q.fields:
            yield [-q.tch_fld(t, f), *(q.fld(t, g) for g in q.neighbours[f])]
            for g in q.neighbours[f]:
                yield [-q.fld(t, g), q.tch_fld(t, f)]


def condition_10(q: Puzzle) -> Iterator[Clause]:
    """Yield: after the last move all fields are flooded."""
    for f in q.fields:
        yield [q.fld(q.p, f)]


def condition_11(q: Puzzle) -> Iterator[Clause]:
    """Yield: the next move is not of the same colour."""
    for t in range(q.p - 1):
        for c in range(q.k):
            yield [-q.move(t, c), -q.move(t + 1, c)]


def condition_12(q: Puzzle) -> Iterator[Clause]:
    """Yield: the neighbours of a flooded field touch the flood."""
    for t in range(q.p + 1):
        for f in q.fields:
            for g in q.neighbours[f]:
                yield [-q.fld(t, f), q.tch_fld(t, g)]


CONDITIONS: dict[str, Callable[[Puzzle], Iterator[Clause]]] = {
    **{"1": condition_1, "2": condition_2, "3": condition_3, "4": condition_4, "5": condition_5},
    **{"6": condition_6, "7": condition_7, "8": condition_8, "9": condition_9},
    **{"10": condition_10, "11": condition_11, "12": condition_12},
}
"""The conditions by their numbers, in the order in which they are printed."""

MINIMAL = tuple(CONDITIONS)[:10]
"""The conditions of the minimal encoding."""

ENCODINGS = {"minimal": MINIMAL, "extended": tuple(CONDITIONS), "without 11": (*MINIMAL, "12")}
"""The two encodings that Table 4.1 compares, and the extended one without condition 11.

Condition 12 says again, clause by clause, what the second half of condition 9 says.
"""


def transcribe(puzzle: Puzzle, encoding: str, tautologies: bool = True) -> list[Clause]:
    """Return all clauses of an encoding, with or without those that are always true.

    >>> puzzle = Puzzle([[0, 1]], k=2, p=1)
    >>> len(transcribe(puzzle, "minimal")), len(transcribe(puzzle, "minimal", tautologies=False))
    (30, 22)
    """
    clauses: list[Clause] = []
    for name in ENCODINGS[encoding]:
        clauses.extend(CONDITIONS[name](puzzle))
    return clauses if tautologies else [clause for clause in clauses if not always_true(clause)]


def always_true(clause: Clause) -> bool:
    """Return whether a clause has a variable and its negation.

    >>> always_true([1, -2, -1]), always_true([1, -2, 1])
    (True, False)
    """
    literals = set(clause)
    return any(-literal in literals for literal in literals)


def dimacs(variables: int, clauses: Iterable[Clause]) -> str:
    r"""Return clauses as DIMACS CNF, a line each.

    >>> dimacs(2, [[1, -2], [2]])
    'p cnf 2 2\n1 -2 0\n2 0\n'
    """
    lines = [" ".join(map(str, clause)) + " 0\n" for clause in clauses]
    return f"p cnf {variables} {len(lines)}\n" + "".join(lines)


def moves_of(puzzle: Puzzle, model: Iterable[int]) -> list[int]:
    """Return the colours that a model chooses, in order.

    >>> moves_of(Puzzle([[0, 1]], k=2, p=1), [-9, 10])
    [1]
    """
    true = {literal for literal in model if literal > 0}
    return [c for t in range(puzzle.p) for c in range(puzzle.k) if puzzle.move(t, c) in true]
