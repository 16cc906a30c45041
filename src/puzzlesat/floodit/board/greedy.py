"""Greedy play: a fast upper bound."""

from collections.abc import Sequence

from puzzlesat.floodit.board.graph import ClusterGraph, members


def greedy(graph: ClusterGraph, weights: Sequence[int] | None = None) -> list[int]:
    """Return the moves of a player who floods as many fields as possible with each move.

    Ties go to the lowest colour. Each cluster is processed once, when the flood reaches it, so the
    time hardly depends on the number of moves. `weights` gives each cluster a value that replaces
    its number of fields.

    >>> from puzzlesat.floodit.board.board import Board
    >>> greedy(ClusterGraph.of(Board.of([[0, 1, 2], [0, 1, 1]])))
    [1, 2]
    """
    weights = graph.sizes if weights is None else weights
    moves: list[int] = []
    reached = {0}
    # the clusters that are dry and next to the flood, by colour
    adjacent: list[list[int]] = [[] for _ in graph.of_colour]
    gains = [0] * len(adjacent)
    flooded = [0]
    while flooded:
        for x in flooded:
            for y in members(graph.adjacent[x]):
                if y not in reached:
                    reached.add(y)
                    adjacent[graph.colour[y]].append(y)
                    gains[graph.colour[y]] += weights[y]
        best = max(range(len(gains)), key=gains.__getitem__)
        flooded, adjacent[best], gains[best] = adjacent[best], [], 0
        if flooded:
            moves.append(best)
    return moves
