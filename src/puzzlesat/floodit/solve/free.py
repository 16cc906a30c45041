"""The fewest moves over all starts, one of which the player may choose.

The choice is made once, before the first move. (In the variant known as Free-Flood-It, each move
may flood from another cluster.) All fields of a cluster are equivalent starts. One
property-directed search decides for all starts whether p moves suffice; see
``engine/floodit/schedule.hpp``.
"""

from collections.abc import Callable

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER
from puzzlesat.floodit.solve.exact import Bounds, Limits, close_by_search, ignore_change
from puzzlesat.floodit.solve.pdr import graph_of


class FreeBounds(Bounds):
    """Bounds of the fewest moves over all starts; `board.start` is the start of the best solution.

    The initial lower bound is one less than the number of colours on the board. The initial upper
    bound is the length of greedy play from the corner.

    >>> bounds = FreeBounds(Board.of([[1, 0, 2]]))
    >>> bounds.lower, bounds.upper, bounds.board.start
    (2, 2, (0, 0))
    """

    free = True

    def __init__(self, board: Board, watch: Callable[[Bounds], None] = ignore_change) -> None:
        super().__init__(board.with_start(CORNER), watch)
        self.lower = len(set(board.colour)) - 1


def search_free_start(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Close the bounds of the fewest moves over all starts; this is a method like those of `exact`.

    The SAT solver is not used.

    >>> bounds = FreeBounds(Board.of([[0, 1, 2, 1, 0]]))
    >>> search_free_start(bounds, Limits(), "")
    >>> bounds.lower, bounds.moves, bounds.board.start
    (2, [1, 0], (0, 2))
    """
    assert isinstance(bounds, FreeBounds)
    graph = graph_of(bounds.board.with_start(CORNER))
    close_by_search(bounds, graph, range(len(graph.colour)), limits)
