"""Greedy play: an upper bound in no time."""

from puzzlesat.floodit.board.graph import ClusterGraph, members


def greedy(graph: ClusterGraph) -> list[int]:
    """Return the moves of a player who floods as many fields as possible with each.

    Ties go to the lowest colour.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> greedy(ClusterGraph.of(Board.of([[0, 1, 2], [0, 1, 1]])))
    [1, 2]
    """
    moves, flooded = [], 1
    while flooded != graph.whole:
        front = graph.around(flooded) & ~flooded
        gains = [sum(graph.sizes[x] for x in members(front & of_c)) for of_c in graph.of_colour]
        best = max(range(len(gains)), key=gains.__getitem__)
        moves.append(best)
        flooded |= front & graph.of_colour[best]
    return moves
