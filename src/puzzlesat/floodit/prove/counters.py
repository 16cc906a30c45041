"""Count the unfinished colours in a proof, by means of new variables.

A colour is *unfinished* in a state if one of its clusters is dry. Each unfinished colour needs a
move of its own, so at most r colours can be unfinished when r moves are left.

============= =========================================================================
Dry(t, c)     some cluster of colour c is dry in state t
Some(t, i, m) at least m of the first i colours are unfinished in state t, 1 ≤ m ≤ i
U(t, m)       Some(t, i, m) where i is the number of colours
============= =========================================================================

Some(t, i, m) is Some(t, i-1, m) ∨ (Dry(t, c) ∧ Some(t, i-1, m-1)) for the i-th colour c;
Some(t, 1, 1) is Dry(t, c) for the first colour c. Colours that occur only in the pivot's cluster
are not counted.
"""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.prove.axioms import Axioms, memoize
from puzzlesat.sat.lrat import Numbered, Proof


class Definition(NamedTuple):
    """A variable, the clauses that imply it, and the clauses that state its consequences."""

    literal: int
    if_: list[Numbered]
    only_if: list[Numbered]


class UnfinishedCounter:
    """A counter of unfinished colours, which adds lemmas to a proof, each once."""

    def __init__(self, graph: ClusterGraph, axioms: Axioms, proof: Proof) -> None:
        self.axioms = axioms
        self.proof = proof
        self.colours = graph.colours_left
        self.clusters = {c: members(graph.of_colour[c] & ~1) for c in self.colours}
        self.position = {c: i for i, c in enumerate(self.colours, start=1)}
        self._colour_of = graph.colour

    def unfinished_variable(self, t: int, m: int) -> int:
        """Return the variable U(t, m), 1 ≤ m ≤ the number of colours."""
        return self._at_least(t, len(self.colours), m).literal

    def dry_or_flooded(self, t: int, x: int) -> int:
        """Return Dry(t, c) ∨ Fld(t, x), for a cluster x of colour c."""
        c = self._colour_of[x]
        return self._dry_definition(t, c).if_[self.clusters[c].index(x)].number

    def hints_for_count(self, t: int, colours: Iterable[int]) -> list[int]:
        """Return the hints for U(t, m), given Dry(t, c) for each of m colours."""
        unfinished = set(colours)
        m, hints = 0, []
        for i, c in enumerate(self.colours, start=1):
            m += c in unfinished
            if m:
                least = self._at_least(t, i, m)
                hints += [clause.number for clause in least.if_[-1:] if c in unfinished]
                hints += [clause.number for clause in least.if_[:1] if c not in unfinished]
        return hints

    def hints_for_fewer(self, t: int, m: int, least: int) -> list[int]:
        """Return the hints for U(t, least), given U(t, m)."""
        colour_count = len(self.colours)
        return [
            self._implies_one_fewer(t, colour_count, n).number for n in range(m - 1, least - 1, -1)
        ]

    def move_finishes_at_most_one(self, t: int, m: int) -> int:
        """Return ¬U(t, m+1) ∨ U(t+1, m): a move finishes at most one colour."""
        return self._move_finishes_at_most_one(t, len(self.colours), m).number

    def move_finishes_only(self, t: int, c: int, m: int) -> int:
        """Return ¬Move(t, c) ∨ ¬U(t, m) ∨ U(t+1, m) ∨ ¬Dry(t+1, c): a move of c finishes only c."""
        return self._move_finishes_only(t, c, len(self.colours), m).number

    def limit(self, t: int) -> int:
        """Return ¬U(t, p+1-t): at most p-t colours are unfinished when p-t moves are left."""
        return self._limit(t).number

    @memoize
    def _dry_definition(self, t: int, c: int) -> Definition:
        """Return the definition of Dry(t, c)."""
        flooded = self.axioms.flooded_variables(t)[self.clusters[c]].tolist()
        return self._define([[x] for x in flooded], [[-x for x in flooded]])

    @memoize
    def _at_least(self, t: int, i: int, m: int) -> Definition:
        """Return the definition of Some(t, i, m); Some(t, 1, 1) has no clauses of its own."""
        dry = self._dry_definition(t, self.colours[i - 1]).literal
        if i == 1:
            return Definition(dry, [], [])
        without = [self._at_least(t, i - 1, m).literal] if m < i else []
        before = [self._at_least(t, i - 1, m - 1).literal] if m > 1 else []
        return self._define(
            [*([-x] for x in without), [-dry, *(-x for x in before)]],
            [[*without, dry], *([*without, x] for x in before)],
        )

    def _define(self, if_: list[list[int]], only_if: list[list[int]]) -> Definition:
        new = self.proof.variable()
        clauses = self.proof.define(new, if_, only_if)
        return Definition(new, clauses[: len(if_)], clauses[len(if_) :])

    @memoize
    def _unfinished_persists(self, t: int, c: int) -> Numbered:
        """Return ¬Dry(t, c) ∨ Dry(t+1, c) ∨ Move(t, c)."""
        before, after = self._dry_definition(t, c), self._dry_definition(t + 1, c)
        clusters, move = self.clusters[c], self.axioms.move_variable(t, c)
        now, then = (
            self.axioms.flooded_variables(state)[clusters].tolist() for state in (t, t + 1)
        )
        numbers = self.axioms.keeps(t)[clusters].tolist()
        keeps = [
            Numbered(number, [-y, x, move]) for number, x, y in zip(numbers, now, then, strict=True)
        ]
        literals = [-before.literal, after.literal, move]
        return self.proof.conclude(literals, [*after.if_, *keeps, *before.only_if])

    @memoize
    def _move_finishes_only(self, t: int, c: int, i: int, m: int) -> Numbered:
        """Return the clause of `move_finishes_only` for the first i colours.

        It has the literal ¬Dry only if c is one of them.
        """
        d = self.colours[i - 1]
        before, after = self._at_least(t, i, m), self._at_least(t + 1, i, m)
        literals = [-self.axioms.move_variable(t, c), -before.literal, after.literal]
        if self.position[c] <= i:
            literals.append(-self._dry_definition(t + 1, c).literal)
        reasons = [*after.if_, *before.only_if]
        if (i, c) != (2, self.colours[0]):  # for the first colour alone, the clause is trivial
            reasons += [self._move_finishes_only(t, c, i - 1, n) for n in (m, m - 1) if 1 <= n < i]
        if c != d:
            chosen = [-self.axioms.move_variable(t, c), -self.axioms.move_variable(t, d)]
            reasons += [
                Numbered(self.axioms.one_move(t, c, d), chosen),
                self._unfinished_persists(t, d),
            ]
        return self.proof.conclude(literals, reasons)

    @memoize
    def _move_finishes_at_most_one(self, t: int, i: int, m: int) -> Numbered:
        """Return ¬Some(t, i, m+1) ∨ Some(t+1, i, m), 1 ≤ m < i."""
        d = self.colours[i - 1]
        before, after = self._at_least(t, i, m + 1), self._at_least(t + 1, i, m)
        reasons = [
            *after.if_,
            *before.only_if,
            *(self._move_finishes_at_most_one(t, i - 1, n) for n in (m, m - 1) if 1 <= n < i - 1),
            self._unfinished_persists(t, d),
            self._move_finishes_only(t, d, i - 1, m),
        ]
        return self.proof.conclude([-before.literal, after.literal], reasons)

    @memoize
    def _implies_one_fewer(self, t: int, i: int, m: int) -> Numbered:
        """Return ¬Some(t, i, m+1) ∨ Some(t, i, m), 1 ≤ m < i."""
        more, some = self._at_least(t, i, m + 1), self._at_least(t, i, m)
        without = [self._implies_one_fewer(t, i - 1, m)] if m < i - 1 else []
        literals = [-more.literal, some.literal]
        return self.proof.conclude(literals, [*some.if_, *more.only_if, *without])

    @memoize
    def _limit(self, t: int) -> Numbered:
        """Return the clause of `limit`."""
        colour_count, m = len(self.colours), self.axioms.p + 1 - t
        if m > 1:
            reasons = [self._move_finishes_at_most_one(t, colour_count, m - 1), self._limit(t + 1)]
        else:
            flooded, goal = self.axioms.flooded_variables(t).tolist(), self.axioms.goal.tolist()
            reasons = [
                *(Numbered(goal[x], [flooded[x]]) for c in self.colours for x in self.clusters[c]),
                *chain.from_iterable(self._dry_definition(t, c).only_if for c in self.colours),
                *chain.from_iterable(
                    self._at_least(t, i, 1).only_if for i in range(colour_count, 0, -1)
                ),
            ]
        return self.proof.conclude([-self.unfinished_variable(t, m)], reasons)
