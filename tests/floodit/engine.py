"""The engine's searches, as the tests call them."""

from puzzlesat._engine.floodit import Options, Search
from puzzlesat.floodit.solve.pdr import graph_of


def search_of(board, **options):
    return Search(graph_of(board), **options)


def options_of(limits, **attributes):
    """Return the engine's options for a search within limits, with further attributes."""
    options = Options()
    attributes["cores"] = limits.cores
    if limits.deadline.remaining is not None:
        attributes["seconds"] = limits.deadline.remaining
    for name, value in attributes.items():
        setattr(options, name, value)
    return options


def nogoods_of(search):
    """Return the nogoods in the form of the twin's."""
    return [
        (int.from_bytes(z, "little"), r, kind, tuple(reasons))
        for z, r, kind, reasons in search.nogoods()
    ]


def neighbours_of(graph):
    """Return for each cluster of the engine's graph the adjacent clusters."""
    return [
        graph.indices[begin:end] for begin, end in zip(graph.indptr, graph.indptr[1:], strict=False)
    ]


def bits(clusters):
    return sum(1 << x for x in clusters)
