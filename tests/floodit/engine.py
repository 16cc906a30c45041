"""The engine's searches, as the tests call them."""

from puzzlesat._engine.floodit import Search
from puzzlesat.floodit.solve.pdr import graph_of


def search_of(board, **options):
    return Search(graph_of(board), **options)


def nogoods_of(search):
    """The nogoods as the twin writes them."""
    return [
        (int.from_bytes(z, "little"), r, kind, tuple(reasons))
        for z, r, kind, reasons in search.nogoods()
    ]


def neighbours_of(graph):
    """For each cluster of the engine's graph those next to it."""
    return [
        graph.indices[begin:end] for begin, end in zip(graph.indptr, graph.indptr[1:], strict=False)
    ]


def bits(clusters):
    return sum(1 << x for x in clusters)
