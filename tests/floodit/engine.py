"""The engine's searches, as the tests call them."""

from puzzlesat._engine.floodit import Options, Search
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.solve.pdr import graph_of


def search_of(board, **options):
    return Search(graph_of(board), **options)


def options_of(**attributes):
    """Return the engine's options for a search with some attributes."""
    options = Options()
    for name, value in attributes.items():
        setattr(options, name, value)
    return options


def neighbours_of(graph):
    """Return for each cluster of the engine's graph the adjacent clusters."""
    return [
        graph.indices[begin:end] for begin, end in zip(graph.indptr, graph.indptr[1:], strict=False)
    ]


def bits(clusters):
    return sum(1 << x for x in clusters)


def breadth_first(graph: ClusterGraph) -> ClusterGraph:
    """Return the graph with its clusters renumbered by distance from the pivot's."""
    order = [0]
    for x in order:
        order += [y for y in members(graph.adjacent[x]) if y not in order]
    number = {x: i for i, x in enumerate(order)}

    def renumbered(s: int) -> int:
        return sum(1 << number[x] for x in members(s))

    return ClusterGraph(
        tuple(renumbered(graph.adjacent[x]) for x in order),
        tuple(renumbered(of_c) for of_c in graph.of_colour),
        tuple(graph.sizes[x] for x in order),
    )
