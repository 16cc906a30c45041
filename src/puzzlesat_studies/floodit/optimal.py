"""All shortest solutions of a board: their number, and their colours at each time."""

from dataclasses import dataclass

from puzzlesat.floodit.board.graph import ClusterGraph, ClusterSet
from puzzlesat.floodit.solve.astar import lower_bound


@dataclass(frozen=True)
class OptimalSolutions:
    """The number of a board's optimal solutions, and the colours that they choose at each time."""

    solutions: int
    colours: tuple[frozenset[int], ...]


def optimal_solutions(graph: ClusterGraph, minimum: int) -> OptimalSolutions:
    """Return the number of optimal solutions and their colours at each time.

    The states of the solutions are enumerated layer by layer.

    >>> from puzzlesat.floodit.board.board import Board
    >>> board = Board.of([[0, 1], [2, 0]])
    >>> optimal_solutions(ClusterGraph.of(board), 3).solutions
    4
    """
    layers: list[dict[ClusterSet, dict[int, ClusterSet]]] = []
    paths: dict[ClusterSet, int] = {1: 1}
    for moves_made in range(minimum):
        layer: dict[ClusterSet, dict[int, ClusterSet]] = {}
        next_paths: dict[ClusterSet, int] = {}
        for flooded, path_count in paths.items():
            frontier = graph.neighbours_of(flooded) & ~flooded
            for colour, clusters_of_colour in enumerate(graph.of_colour):
                grown = flooded | (frontier & clusters_of_colour)
                if grown == flooded or lower_bound(graph, grown) > minimum - moves_made - 1:
                    continue
                layer.setdefault(flooded, {})[colour] = grown
                next_paths[grown] = next_paths.get(grown, 0) + path_count
        layers.append(layer)
        paths = next_paths
    winning = {graph.all_clusters}
    colours = []
    for layer in reversed(layers):
        winning_moves = {
            flooded: {c for c, grown in successors.items() if grown in winning}
            for flooded, successors in layer.items()
        }
        winning = {flooded for flooded, successors in winning_moves.items() if successors}
        colours.append(frozenset(c for successors in winning_moves.values() for c in successors))
    return OptimalSolutions(paths.get(graph.all_clusters, 0), tuple(reversed(colours)))
