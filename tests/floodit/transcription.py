"""The conditions of the thesis, transcribed one by one into plain lists (§3.4 and §4.2.2).

There is a loop for each ⋀ and a list for each clause, condition after condition. The transcription
shares nothing with the encoder of the project, not even the neighbours and clusters of a board, so
the two can be compared.

Unless `Puzzle.printed` is set, three errors are corrected. Condition 5 is printed for t = 0..p and
condition 10 for t = p+1, but the last state is p (§3.1): condition 5 ends at t = p-1, and
condition 10 is about state p. Condition 11 is omitted for a single colour.

Condition 8 is printed with tautologies, because a field belongs to its own cluster: the whole first
half, and one clause of the second half for each field. `transcribe` can omit them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

Clause = list[int]
"""Literals as in DIMACS: the number of a variable, negative for its negation."""

Grid = Sequence[Sequence[int]]
"""Colours, row by row."""


@dataclass(frozen=True)
class Puzzle:
    """The question whether a board of k colours, given row by row, can be flooded in p moves.

    Variables are numbered predicate by predicate and time by time: first all Fld(t, f), then all
    TchFld(t, f), both for t in 0..p, then all Move(t, c) for t in 0..p-1. If `printed`, there is
    also Fld(p+1, f).
    """

    grid: Grid
    k: int
    p: int
    printed: bool = False

    @property
    def last(self) -> int:
        """The state that condition 10 is about."""
        return self.p + self.printed

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

    def fld(self, t: int, f: int) -> int:
        return 1 + t * len(self.fields) + f

    def tch_fld(self, t: int, f: int) -> int:
        return 1 + (self.last + 1 + t) * len(self.fields) + f

    def move(self, t: int, c: int) -> int:
        return 1 + (self.last + self.p + 2) * len(self.fields) + t * self.k + c

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
        """Cluster(f) of each field, including the field, in increasing order."""
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
    """Yield: if no member of the cluster touches the flood, a field is not newly flooded."""
    for t in range(q.last):
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
        yield [q.fld(q.last, f)]


def condition_11(q: Puzzle) -> Iterator[Clause]:
    """Yield: the next move is not of the same colour."""
    if q.k == 1 and not q.printed:
        return
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
    "1": condition_1,
    "2": condition_2,
    "3": condition_3,
    "4": condition_4,
    "5": condition_5,
    "6": condition_6,
    "7": condition_7,
    "8": condition_8,
    "9": condition_9,
    "10": condition_10,
    "11": condition_11,
    "12": condition_12,
}
"""The conditions by their numbers, in the order in which they are printed."""

ENCODINGS = {"minimal": tuple(CONDITIONS)[:10], "extended": tuple(CONDITIONS)}
"""The two encodings that Table 4.1 compares."""


def transcribe(puzzle: Puzzle, encoding: str, tautologies: bool = True) -> list[Clause]:
    """Return all clauses of an encoding, with or without those that are always true.

    >>> puzzle = Puzzle([[0, 1]], k=2, p=1)
    >>> len(transcribe(puzzle, "minimal")), len(transcribe(puzzle, "minimal", tautologies=False))
    (30, 22)
    """
    clauses = [clause for name in ENCODINGS[encoding] for clause in CONDITIONS[name](puzzle)]
    return [c for c in clauses if tautologies or not any(-literal in c for literal in c)]
