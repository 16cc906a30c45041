"""The boards that an experiment works on: those of the sample, with their minima."""

from collections.abc import Iterator
from functools import cache
from time import thread_time

from puzzlesat.floodit.astar import astar
from puzzlesat.floodit.board import Board
from puzzlesat.floodit.graph import ClusterGraph, members
from puzzlesat.floodit.sample import random_board
from puzzlesat.report.rows import Row, count

NAME = {"seed": count, "n": count, "k": count, "i": count}
"""The columns that name a board."""

CELL = ["n", "k"]
"""The columns that name a cell of the grid."""

BOARD = ["seed", "n", "k", "i"]
"""The keys of `NAME`, by which rows of one board are grouped."""


def sample(seed: int, n: int, k: int, boards: int) -> list[tuple[Row, Board]]:
    """Return the first boards of the sample of (n, k), each with its name.

    Examples
    --------
    >>> [(name["i"], board.text) for name, board in sample(2020, 2, 3, boards=2)]
    [(0, '20/20'), (1, '11/22')]
    """
    return [
        ({"seed": seed, "n": n, "k": k, "i": i}, random_board(seed, n, k, i)) for i in range(boards)
    ]


@cache
def optimum(board: Board) -> tuple[int, ...]:
    """Return a shortest solution of a board, by A*."""
    return tuple(astar(ClusterGraph.of(board)))


def minima(named: list[tuple[Row, Board]]) -> Iterator[tuple[Row, Board, int]]:
    """Yield every board with its name and its minimum."""
    for name, board in named:
        yield name, board, len(optimum(board))


def interval_of(board: Board, timeout: float | None) -> tuple[int, int, float]:
    """Return a lower and an upper bound of the minimum, and the seconds of CPU time they took."""
    started = thread_time()
    p = len(optimum(board))
    return p, p, thread_time() - started


@cache
def distances(board: Board, start: int) -> tuple[int, ...]:
    """Return for each cluster how many steps from cluster to cluster it is from a cluster.

    Examples
    --------
    >>> distances(Board.of([[0, 1], [2, 1]]), 0)
    (0, 1, 1)
    """
    graph = ClusterGraph.of(board)
    far = [0] * len(graph.adjacent)
    reached, front, d = 1 << start, 1 << start, 0
    while front:
        for cluster in members(front):
            far[cluster] = d
        front = graph.around(front) & ~reached
        reached |= front
        d += 1
    return tuple(far)
