"""The graph of a board's clusters."""

from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from struct import unpack
from typing import Any

from puzzlesat.floodit.board.board import Board

MAX_CLUSTERS = 60_000
"""Maximum number of clusters, for which `ClusterGraph.adjacent` takes half a gigabyte."""

ClusterSet = int
"""A set of clusters as the bits of an integer; the pivot's cluster is bit 0."""


def members(s: ClusterSet) -> list[int]:
    """Return the clusters in a set, in increasing order.

    >>> members(0b1010)
    [1, 3]
    """
    if not s:
        return []
    # word by word from the first member on, since clearing a bit of a large integer copies it
    first = (s & -s).bit_length() - 1
    s >>= first
    word_count = s.bit_length() + 63 >> 6
    elements = []
    for i, word in enumerate(unpack(f"<{word_count}Q", s.to_bytes(8 * word_count, "little"))):
        while word:
            lowest_bit = word & -word
            elements.append(first + 64 * i + lowest_bit.bit_length() - 1)
            word ^= lowest_bit
    return elements


@dataclass(frozen=True)
class ClusterGraph:
    """Clusters as vertices, with an edge between two if some of their fields are neighbours.

    `adjacent` contains for each cluster the set of adjacent ones, `of_colour` for each colour the
    set of its clusters, and `sizes` for each cluster the number of its fields.

    >>> graph = ClusterGraph.of(Board.of([[0, 0], [1, 2]]))
    >>> [bin(s) for s in graph.adjacent]
    ['0b110', '0b101', '0b11']
    """

    adjacent: tuple[ClusterSet, ...]
    of_colour: tuple[ClusterSet, ...]
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, board: Board) -> "ClusterGraph":
        """Return the graph of a board; raise `MemoryError` above `MAX_CLUSTERS` clusters."""
        if len(board.clusters) > MAX_CLUSTERS:
            raise MemoryError
        adjacent = [0] * len(board.clusters)
        of_colour = [0] * board.k
        for f in board.fields:
            cluster = board.cluster_of[f]
            of_colour[board.colour[f]] |= 1 << cluster
            for g in board.neighbours[f]:
                if board.cluster_of[g] != cluster:
                    adjacent[cluster] |= 1 << board.cluster_of[g]
        return cls(tuple(adjacent), tuple(of_colour), tuple(map(len, board.clusters)))

    @cached_property
    def colour(self) -> tuple[int, ...]:
        """The colour of each cluster."""
        return tuple(
            next(c for c, of_c in enumerate(self.of_colour) if of_c >> x & 1)
            for x in range(len(self.adjacent))
        )

    @property
    def dry_at_start(self) -> range:
        """All clusters except the pivot's, which is cluster 0."""
        return range(1, len(self.adjacent))

    @cached_property
    def colours_left(self) -> tuple[int, ...]:
        """The colours of the clusters other than the pivot's."""
        return tuple(c for c, of_c in enumerate(self.of_colour) if of_c & ~1)

    @property
    def all_clusters(self) -> ClusterSet:
        """The set of all clusters."""
        return (1 << len(self.adjacent)) - 1

    def balls(self, r: int) -> tuple[ClusterSet, ...]:
        """Return for each cluster the set of clusters within distance r.

        >>> [bin(b) for b in ClusterGraph.of(Board.of([[0, 1, 0, 1]])).balls(1)]
        ['0b11', '0b111', '0b1110', '0b1100']
        """
        radius, balls = self._balls_cache
        if r < radius:
            radius, balls = 0, tuple(1 << x for x in range(len(self.adjacent)))
        for _ in range(radius, r):
            wider = tuple(
                reduce(or_, (balls[y] for y in members(adjacent)), balls[x])
                for x, adjacent in enumerate(self.adjacent)
            )
            if wider == balls:  # of any larger radius, too
                break
            balls = wider
        self._balls_cache[:] = r, balls
        return balls

    @cached_property
    def _balls_cache(self) -> list[Any]:
        """The radius and the balls of the last call of `balls`, which replaces both items.

        The balls of all radii may need gigabytes. The list is the part of a graph that changes; no
        value of the graph depends on it.
        """
        return [0, tuple(1 << x for x in range(len(self.adjacent)))]

    def ball_of_pivot(self, r: int) -> ClusterSet:
        """Return the clusters within distance r of the pivot's.

        >>> bin(ClusterGraph.of(Board.of([[0, 1, 0, 1]])).ball_of_pivot(2))
        '0b111'
        """
        balls = self._pivot_balls_cache
        while len(balls) <= r and balls[-1] != self.all_clusters:
            balls.append(balls[-1] | self.neighbours_of(balls[-1]))
        return balls[min(r, len(balls) - 1)]

    @cached_property
    def _pivot_balls_cache(self) -> list[ClusterSet]:
        """The results of `ball_of_pivot` for all radii so far, to which it adds larger ones."""
        return [1]

    def neighbours_of(self, s: ClusterSet) -> ClusterSet:
        """Return the clusters adjacent to a member of s; these may be members themselves."""
        return reduce(or_, (self.adjacent[x] for x in members(s)), 0)
