"""The lemmas behind the exact search, as docs/exact.md and the article word them, by brute force.

Each lemma is written here from its words, over all sets of clusters of all small boards, next to a
wording without one of its conditions, which must fail.
"""

from functools import cache
from itertools import combinations, product

from tests.floodit.exhaustive import flooded_area

NEVER = 99
"""The fewest moves from a set of flooded clusters from which no move floods anything."""


class Small:
    """The clusters of a board, with the fewest moves from every set of flooded clusters."""

    def __init__(self, rows, cols, fields):
        grid = tuple(fields[r * cols : (r + 1) * cols] for r in range(rows))
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        areas = list({flooded_area(grid, cell) for cell in cells})
        self.colour = [grid[r][c] for area in areas for r, c in [min(area)]]
        self.near = [
            frozenset(
                j
                for j, other in enumerate(areas)
                if any(abs(a - c) + abs(b - d) == 1 for a, b in area for c, d in other)
            )
            - {i}
            for i, area in enumerate(areas)
        ]
        self.whole = frozenset(range(len(areas)))
        self.colours = range(max(fields) + 1)
        self.opt = cache(self.opt)

    def sets(self):
        """Return all sets of clusters: flooded ones, or their complements."""
        return [
            frozenset(some) for size in range(len(self.whole) + 1) for some in self.of_size(size)
        ]

    def of_size(self, size):
        return combinations(sorted(self.whole), size)

    def dry(self, s, c):
        return {x for x in self.whole - s if self.colour[x] == c}

    def after(self, s, c):
        """Return the clusters that are flooded after a move of colour c."""
        return s | {x for x in self.dry(s, c) if self.near[x] & s}

    def opt(self, s):
        """Return the fewest moves that flood the rest."""
        if s == self.whole:
            return 0
        onward = {self.after(s, c) for c in self.colours} - {s}
        return 1 + min((self.opt(t) for t in onward), default=NEVER)

    def can_finish(self, s, c):
        return all(self.near[x] & s for x in self.dry(s, c))


def boards():
    """Yield all boards of three small shapes with few colours, up to renamed colours."""
    for rows, cols, k in ((1, 5, 3), (2, 3, 3), (3, 3, 2)):
        for fields in product(range(k), repeat=rows * cols):
            first = list(dict.fromkeys(fields))
            if first == sorted(first) == list(range(len(first))):
                yield Small(rows, cols, fields)


def violations_of_finishing(board, *, dry):
    """Yield the states in which no shortest solution begins with a colour that can be finished."""
    for s in board.sets():
        if not s or board.opt(s) >= NEVER:
            continue
        for c in board.colours:
            chosen = board.can_finish(s, c) and (board.dry(s, c) or not dry)
            if chosen and 1 + board.opt(board.after(s, c)) != board.opt(s):
                yield s, c


def relaxed(board, s):
    """Return the bound h, from the words of docs/exact.md."""
    h = 0
    while s != board.whole:
        ready = [c for c in board.colours if board.dry(s, c) and board.can_finish(s, c)]
        wider = s.union(*(board.after(s, c) for c in ready or board.colours))
        if wider == s:
            return NEVER
        s, h = wider, h + (len(ready) or 1)
    return h


def violations_of_soundness(board, *, nonempty):
    """Yield the pairs (Z, r) for which one of the three conditions holds, but the claim does not.

    The nogoods that a pair may refer to are all that are true.
    """
    for z in board.sets():
        if nonempty and not z:
            continue
        b = board.whole - z
        for r in range(4):
            useful = [c for c in board.colours if board.after(b, c) != b]
            blocked = {c: board.opt(board.after(b, c)) > r - 1 for c in board.colours}
            ready = [c for c in board.colours if board.dry(b, c) and board.can_finish(b, c)]
            a = relaxed(board, b) > r
            if (a or all(blocked[c] for c in useful) or any(blocked[c] for c in ready)) and (
                board.opt(b) <= r
            ):
                yield z, r


SMALL = [*boards()]


def test_more_flooded_clusters_never_need_more_moves():
    for one in SMALL:
        for s in one.sets():
            assert all(one.opt(s | {x}) <= one.opt(s) for x in one.whole)


def test_a_colour_that_can_be_finished_begins_a_shortest_solution():
    assert not [found for one in SMALL for found in violations_of_finishing(one, dry=True)]


def test_a_colour_without_dry_clusters_does_not():
    """Without the condition, the finishing lemma fails in most states that have such a colour."""
    assert [found for one in SMALL for found in violations_of_finishing(one, dry=False)]


def test_nogoods_are_sound():
    assert not [found for one in SMALL for found in violations_of_soundness(one, nonempty=True)]


def test_the_empty_set_is_no_nogood():
    """From the flooded board no move floods anything, so condition (b) is true of it."""
    assert [found for one in SMALL for found in violations_of_soundness(one, nonempty=False)]


def test_the_bound_never_exceeds_the_minimum():
    for one in SMALL:
        assert all(relaxed(one, s) <= one.opt(s) for s in one.sets() if s)


def generalised(board, s, r, chosen, *, with_dry):
    """Return the set Z of `generalise` in the article; None if a child of S is not blocked.

    `chosen` returns the set of a nogood of r moves that blocks a state, or None.
    """

    def excluded(z, c):
        return z.union(*(board.near[x] for x in z if board.colour[x] == c))

    useful = [c for c in board.colours if board.after(s, c) != s]
    ready = next((c for c in useful if board.can_finish(s, c)), None)
    blockers = {c: chosen(board.after(s, c), r - 1) for c in (useful if ready is None else [ready])}
    if None in blockers.values():
        return None
    z = frozenset().union(*(excluded(of, c) for c, of in blockers.items()))
    if ready is not None:
        left = board.dry(s, ready)
        return z | {min(left)} if with_dry and not left & z else z
    return z.union(
        *(
            excluded(next(iter(blockers.values())), d)
            for d in board.colours
            if d not in blockers and board.dry(s, d)
        )
    )


def violations_of_generalisation(board, *, with_dry):
    """Yield the obligations (S, r) for which `generalise` returns a set that is no nogood."""

    @cache
    def smallest(s, r):
        for size in range(1, len(board.whole - s) + 1):
            for z in combinations(sorted(board.whole - s), size):
                if board.opt(board.whole - frozenset(z)) > r:
                    return frozenset(z)
        return None

    for s in board.sets():
        if not s or s == board.whole:
            continue
        for r in range(4):
            z = generalised(board, s, r, smallest, with_dry=with_dry)
            if z is not None and (z & s or board.opt(board.whole - z) <= r):
                yield s, r


def test_generalised_nogoods_are_sound_and_block_their_state():
    assert not [
        found for one in SMALL for found in violations_of_generalisation(one, with_dry=True)
    ]


def test_without_a_dry_cluster_of_the_finished_colour_they_are_not():
    assert [found for one in SMALL for found in violations_of_generalisation(one, with_dry=False)]
