r"""Derive, from nogoods, an LRAT proof that a formula is unsatisfiable.

A nogood (Z, r) means that r moves do not flood the board if all of Z is dry. In a formula of p
moves it is the clause ⋁_{x ∈ Z} Fld(p-r, x). Each nogood is derived from those that it depends on,
by unit propagation without search. The last nogood contradicts the start. The derived clauses are
called lemmas.

``moves``
    Let T be the lemma to which a colour c leads. A move of colour c at time t floods no cluster of
    T if T's clusters of colour c have no flooded neighbour. So ⋁ Fld(t, x) ∨ ¬Move(t, c), where x
    is a cluster of T, or a neighbour of one of T's clusters of colour c (`Chosen`). Given such a
    lemma for each colour of Z, only moves of other colours remain. They leave Z dry, so any T
    completes the proof (`Moves`).

``bound``
    A chain of steps. In each step, either all clusters next to flooded ones are flooded at once,
    regardless of the colour of the move (`Front`), or a colour all of whose dry clusters are next
    to flooded ones is finished (`Unfinished`).

``finish``
    A colour that can be finished needs a move at some time, so the move can be counted instead of
    made. Let U(t, m) mean that at least m colours are unfinished in state t. Each move finishes at
    most one colour, so that U(t, p+1-t) is impossible (`Limit`). A nogood (Z, r), where Z has κ
    colours, implies a claim for every e: a state in which all of Z is dry and κ+e colours are
    unfinished needs more than r+e moves. The claim is derived like (Z, r) itself. A move of a
    colour outside Z can finish only this colour; then the claim for e-1 applies. If a colour of Z
    can be finished, the claim of (Z, r) for e follows without a move: it follows from the claim for
    e+1 of the nogood in which that colour is finished (`Unfinished`).

A lemma is thus ⋁_{x ∈ Z} Fld(t, x) ∨ ¬U(t, m). Its Z is the part of the nogood's Z that its
derivation needs.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from puzzlesat.floodit.board.graph import ClusterGraph, ClusterSet, members
from puzzlesat.floodit.prove.axioms import Axioms
from puzzlesat.floodit.prove.counters import UnfinishedCounter
from puzzlesat.floodit.solve.pdr import Nogood
from puzzlesat.sat.lrat import Proof


@dataclass(eq=False)
class Lemma:
    """The clause ⋁_{x ∈ z} Fld(t, x) ∨ ¬U(t, m), without ¬U(t, m) if m = 0.

    Here t is a state, 0..p, z a set of clusters without the pivot's, and m a number of unfinished
    colours. `needs` lists the lemmas from which this one is derived, `uses` counts the lemmas that
    need this one and are not yet written, and `number` is the number of the clause once the clause
    is written.
    """

    t: int
    z: ClusterSet
    m: int = 0
    needs: tuple["Lemma", ...] = ()
    uses: int = field(default=0, init=False)
    number: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        for lemma in self.needs:
            lemma.uses += 1


class Goal(Lemma):
    """The lemma that a cluster is flooded in state p, which is a clause of the formula."""


class Limit(Lemma):
    """The lemma that fewer than m colours are unfinished when m-1 moves are left."""


@dataclass(eq=False)
class Chosen(Lemma):
    """The needed lemma, carried back over a move of colour c; the clause also has ¬Move(t, c).

    If m > 0, `witness` is a cluster of colour c that stays dry, if there is one.
    """

    c: int = 0
    witness: int | None = None


@dataclass(eq=False)
class Moves(Lemma):
    """A lemma that needs a `Chosen` for each colour of its nogood, and a lemma for other moves."""


@dataclass(eq=False)
class Unfinished(Lemma):
    """The needed lemma, with its unfinished colours replaced by dry clusters.

    The witnesses are one cluster of each of these colours.
    """

    witnesses: tuple[int, ...] = ()


@dataclass(eq=False)
class Front(Lemma):
    """The first needed lemma, carried back over a move of any colour.

    If the first lemma's m > 0, a second lemma covers the case in which the move finishes a colour.
    The witnesses are then, for each colour of the second lemma, a cluster that no single move
    floods. Otherwise, there are none.
    """

    witnesses: tuple[int, ...] = ()


Key = tuple[str, int, int, int]
"""The key of a lemma: "nogood" and the nogood's number, or "bound" and a set Z; then e and t."""

Steps = Generator[Key, Lemma, Lemma]
"""A generator that yields keys, receives their lemmas, and returns the lemma derived from them."""


class Derivation:
    """The lemmas of a proof that p moves do not suffice.

    The nogoods are as `refuting_nogoods` returns them. `check` is called when a lemma is derived,
    and again when it is written; it may raise an exception. `lemmas` lists each lemma after those
    that it needs, without clauses of the formula (`Goal`) and lemmas that do not depend on nogoods
    (`Limit`). `last` is the lemma that contradicts the start: its state is 0, and its Z excludes
    the pivot's cluster.

    >>> from puzzlesat.floodit.board.board import Board
    >>> graph = ClusterGraph.of(Board.of([[0, 1, 0, 1]]))
    >>> derivation = Derivation(graph, [Nogood(0b1110, 2, "bound", ())], p=2)
    >>> [(type(lemma).__name__, lemma.t, bin(lemma.z)) for lemma in derivation.lemmas]
    [('Unfinished', 1, '0b1100'), ('Front', 0, '0b1110')]
    """

    def __init__(
        self,
        graph: ClusterGraph,
        nogoods: Sequence[Nogood],
        p: int,
        check: Callable[[], object] = lambda: None,
    ) -> None:
        self.graph = graph
        self.nogoods = nogoods
        self.p = p
        self.check = check
        self.lemmas: list[Lemma] = []
        self._lemma_by_key: dict[Key, Lemma] = {}
        self._chosen_by_key: dict[tuple[Lemma, int, int | None], Lemma] = {}
        self._unlisted: dict[tuple[int, ClusterSet], Lemma] = {}
        self.last = self._lemma(("nogood", len(nogoods) - 1, 0, 0))

    def _lemma(self, key: Key) -> Lemma:
        """Return the lemma of a key, without recursion, since chains of lemmas may be long."""
        waiting = [(key, self._steps(key))]
        lemma: Lemma | None = None
        while waiting:
            key, steps = waiting[-1]
            try:
                needed_key = steps.send(lemma)  # type: ignore[arg-type]  # None starts the steps
            except StopIteration as done:
                waiting.pop()
                lemma = self._lemma_by_key[key] = done.value
            else:
                lemma = self._lemma_by_key.get(needed_key)
                if lemma is None:
                    waiting.append((needed_key, self._steps(needed_key)))
        assert lemma is not None
        return lemma

    def _steps(self, key: Key) -> Steps:
        kind, subject, e, t = key
        if kind == "bound":
            return self._bound(subject, e, t)
        nogood = self.nogoods[subject]
        if nogood.kind == "bound" or t == self.p:
            return self._bound(nogood.z, e, t)
        return self._finish(nogood, e, t) if nogood.kind == "finish" else self._moves(subject, e, t)

    def _add(self, lemma: Lemma) -> Lemma:
        self.check()
        self.lemmas.append(lemma)
        return lemma

    def _moves(self, i: int, e: int, t: int) -> Steps:
        """Derive a nogood from those to which the colours lead."""
        z, reasons = self.nogoods[i].z, self.nogoods[i].reasons
        reason_lemmas: dict[int, tuple[ClusterSet, Lemma]] = {}
        for c, j in enumerate(reasons):
            if j is not None and z & self.graph.of_colour[c]:
                reason_lemmas[c] = self.nogoods[j].z, (yield "nogood", j, e, t + 1)
        smallest = min(reason_lemmas.values(), key=lambda reason: reason[1].z.bit_count())
        chosen = [
            self._chosen_lemma(c, *reason_lemmas.get(c, smallest)) for c, _ in self._colours(z)
        ]
        rest = (yield "nogood", i, e - 1, t + 1) if e else smallest[1]
        m = max(_count_before_move(rest), *(lemma.m for lemma in chosen))
        needed = reduce(or_, (lemma.z for lemma in chosen), rest.z)
        return self._add(Moves(t, needed, m, (*chosen, rest)))

    def _chosen_lemma(self, c: int, z: ClusterSet, after: Lemma) -> Lemma:
        """Return the `Chosen` of colour c for `after`, a lemma of the nogood with this Z."""
        dry = after.z & self.graph.of_colour[c]
        witness = None
        if after.m and z & self.graph.of_colour[c]:
            witness = members(dry or z & self.graph.of_colour[c])[0]
            dry |= 1 << witness
        key = after, c, witness
        if key not in self._chosen_by_key:
            m = _count_before_move(after) if witness is None else after.m
            needed = after.z | dry | self.graph.neighbours_of(dry)
            chosen = Chosen(after.t - 1, needed, m, (after,), c, witness)
            self._chosen_by_key[key] = self._add(chosen)
        return self._chosen_by_key[key]

    def _finish(self, nogood: Nogood, e: int, t: int) -> Steps:
        """Derive a nogood from the one in which a colour is finished."""
        (reason,) = (j for j in nogood.reasons if j is not None)
        finished = yield "nogood", reason, e + 1, t
        return self._unfinished_lemma(nogood.z, e, finished)

    def _bound(self, z: ClusterSet, e: int, t: int) -> Steps:
        """Derive the bound of a set, step by step."""
        if not z:
            return self._unlisted.setdefault((t, z), Limit(t, z, self.p + 1 - t))
        if t == self.p:
            first = z & -z
            return self._unlisted.setdefault((t, first), Goal(t, first))
        front = self.graph.neighbours_of(self.graph.all_clusters & ~z) & z
        for _, dry in self._colours(z):
            if not dry & ~front:
                finished = yield "bound", z & ~dry, e + 1, t
                return self._unfinished_lemma(z, e, finished)
        after = yield "bound", z & ~front, e, t + 1
        needed = after.z | self.graph.neighbours_of(after.z)
        if not after.m:
            return self._add(Front(t, needed, 0, (after,)))
        stay = yield "bound", z, e - 1, t + 1
        far = [dry & ~front for _, dry in self._colours(z) if dry & stay.z]
        witnesses = sum(_set_of_first(dry & after.z or dry) for dry in far)
        needed |= stay.z | witnesses | self.graph.neighbours_of(witnesses)
        m = max(after.m, _count_before_move(stay))
        return self._add(Front(t, needed, m, (after, stay), tuple(members(witnesses))))

    def _unfinished_lemma(self, z: ClusterSet, e: int, finished: Lemma) -> Lemma:
        """Return a lemma for the case that all colours of Z are unfinished."""
        # If e > 0, the lemma may assume the number of unfinished colours, as `finished` does.
        if e or not finished.m:
            return finished
        dry_clusters = [_set_of_first(dry & finished.z or dry) for _, dry in self._colours(z)]
        witnesses = sum(dry_clusters[: finished.m])
        needed = finished.z | witnesses
        return self._add(Unfinished(finished.t, needed, 0, (finished,), tuple(members(witnesses))))

    def _colours(self, z: ClusterSet) -> list[tuple[int, ClusterSet]]:
        """Return the colours in a set, each with its clusters."""
        return [(c, z & of_c) for c, of_c in enumerate(self.graph.of_colour) if z & of_c]


def _set_of_first(s: ClusterSet) -> ClusterSet:
    """Return the set that contains only the first member."""
    return s & -s


def _count_before_move(lemma: Lemma) -> int:
    """Return the number of unfinished colours of which at least lemma.m remain after any move."""
    return lemma.m + 1 if lemma.m else 0


class Writer:
    """A writer of the lemmas of a derivation as clauses."""

    def __init__(self, graph: ClusterGraph, axioms: Axioms, proof: Proof) -> None:
        self.graph = graph
        self.axioms = axioms
        self.proof = proof
        self.counters = UnfinishedCounter(graph, axioms, proof)
        self._colour = np.array(graph.colour)
        self._bytes = (len(graph.adjacent) + 7) // 8

    def write(self, derivation: Derivation) -> None:
        """Write all lemmas, and the empty clause; delete lemmas that are no longer needed."""
        for lemma in derivation.lemmas:
            derivation.check()
            for needed in lemma.needs:
                self._number_unlisted(needed)
            lemma.number = self.proof.add(self._literals(lemma), self._hints(lemma))
            self._release(lemma)
        last = derivation.last
        self._number_unlisted(last)
        start = self.axioms.start[self._members(last.z)].tolist()
        self.proof.add([], [*start, last.number])

    def _number_unlisted(self, lemma: Lemma) -> None:
        """Set the number of a `Goal` or `Limit`, which the derivation does not list."""
        if isinstance(lemma, Goal):
            lemma.number = int(self.axioms.goal[self._members(lemma.z)[0]])
        elif isinstance(lemma, Limit):
            lemma.number = self.counters.limit(lemma.t)

    def _release(self, lemma: Lemma) -> None:
        unused = []
        for needed in lemma.needs:
            needed.uses -= 1
            if not needed.uses and not isinstance(needed, Goal | Limit):
                unused.append(needed.number)
        self.proof.delete(unused)

    def _members(self, z: ClusterSet) -> NDArray[np.intp]:
        packed = np.frombuffer(z.to_bytes(self._bytes, "little"), dtype=np.uint8)
        return np.flatnonzero(np.unpackbits(packed, bitorder="little"))

    def _literals(self, lemma: Lemma) -> list[int]:
        literals = self.axioms.flooded_variables(lemma.t)[self._members(lemma.z)].tolist()
        if isinstance(lemma, Chosen):
            literals.append(-self.axioms.move_variable(lemma.t, lemma.c))
        if lemma.m:
            literals.append(-self.counters.unfinished_variable(lemma.t, lemma.m))
        return literals

    def _hints(self, lemma: Lemma) -> list[int]:
        match lemma:
            case Chosen():
                return self._chosen_hints(lemma)
            case Moves():
                return self._moves_hints(lemma)
            case Unfinished():
                return self._unfinished_hints(lemma)
            case Front():
                return self._front_hints(lemma)
        raise TypeError(lemma)

    def _chosen_hints(self, lemma: Chosen) -> list[int]:
        t, c, (after,) = lemma.t, lemma.c, lemma.needs
        inside = self._members(after.z)
        others = inside[self._colour[inside] != c]
        dry = inside[self._colour[inside] == c].tolist()
        hints = [
            *(self.axioms.one_move(t, c, d) for d in np.unique(self._colour[others]).tolist()),
            *self.axioms.keeps(t)[others].tolist(),
            *self._growth_clauses(t, dry),
        ]
        if lemma.witness is not None:
            hints += self._growth_clauses(t, {lemma.witness}.difference(dry))
            hints.append(self.counters.dry_or_flooded(t + 1, lemma.witness))
            hints.append(self.counters.move_finishes_only(t, c, after.m))
        elif after.m:
            hints.append(self.counters.move_finishes_at_most_one(t, after.m))
        return [*hints, after.number]

    def _moves_hints(self, lemma: Moves) -> list[int]:
        *chosen, rest = lemma.needs
        hints = self._hints_for_fewer(lemma, [needed.m for needed in chosen])
        hints += [needed.number for needed in chosen]
        return hints + self._hints_for_other_move(lemma.t, rest)

    def _unfinished_hints(self, lemma: Unfinished) -> list[int]:
        (finished,) = lemma.needs
        hints = [self.counters.dry_or_flooded(lemma.t, x) for x in lemma.witnesses]
        colours = [self.graph.colour[x] for x in lemma.witnesses]
        return [*hints, *self.counters.hints_for_count(lemma.t, colours), finished.number]

    def _front_hints(self, lemma: Front) -> list[int]:
        t, after = lemma.t, lemma.needs[0]
        hints = self._growth_clauses(t, members(after.z))
        if after.m:
            hints.append(self._no_colour_finished(lemma))
        return [*hints, after.number]

    def _no_colour_finished(self, lemma: Front) -> int:
        """Add ⋁_{x ∈ z} Fld(t, x) ∨ ¬U(t, m) ∨ U(t+1, m'), with the first needed lemma's m'."""
        t, (after, stay) = lemma.t, lemma.needs
        hints = self._hints_for_fewer(lemma, [after.m, _count_before_move(stay)])
        hints += self._growth_clauses(t, lemma.witnesses)
        for x in lemma.witnesses:
            hints.append(self.counters.dry_or_flooded(t + 1, x))
            hints.append(self.counters.move_finishes_only(t, self.graph.colour[x], after.m))
        literals = [*self._literals(lemma), self.counters.unfinished_variable(t + 1, after.m)]
        return self.proof.add(literals, hints + self._hints_for_other_move(t, stay))

    def _hints_for_other_move(self, t: int, after: Lemma) -> list[int]:
        """Return the hints for a lemma before a move of a colour that none of its clusters has."""
        hints = self.axioms.keeps(t)[self._members(after.z)].tolist()
        if after.m:
            hints.append(self.counters.move_finishes_at_most_one(t, after.m))
        return [*hints, after.number]

    def _growth_clauses(self, t: int, clusters: Iterable[int]) -> list[int]:
        return [self.axioms.grows(t, x) for x in clusters]

    def _hints_for_fewer(self, lemma: Lemma, counts: Iterable[int]) -> list[int]:
        """Return the hints that derive U(t, m) for each of these counts m from U(t, lemma.m)."""
        return self.counters.hints_for_fewer(
            lemma.t, lemma.m, min([m for m in counts if m], default=lemma.m)
        )
