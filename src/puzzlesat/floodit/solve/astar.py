"""Exact minima without SAT: A* over sets of flooded clusters."""

from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from puzzlesat.floodit.board.graph import ClusterGraph, ClusterSet


def lower_bound(graph: ClusterGraph, flooded: ClusterSet) -> int:
    """Return a lower bound on the number of moves that flood the rest of the board.

    The front is the set of dry clusters next to flooded ones. Moves are counted in steps until the
    front is empty. If there are colours all of whose dry clusters are in the front, a step floods
    these clusters and counts one move per colour. Otherwise, it floods the whole front and counts
    one move.

    The first kind of step loses nothing: the move of a shortest solution that finishes such a
    colour can be made first, and no later state becomes smaller. The second kind floods at least as
    much as any single move does. Since more flooded clusters never need more moves, the count
    cannot exceed the minimum. (This is the bound of A. Puchert's program floodit.)
    """
    moves = 0
    front = graph.neighbours_of(flooded) & ~flooded
    while front:
        gained = 0
        for of_c in graph.of_colour:
            dry = of_c & ~flooded
            if dry and not dry & ~front:
                gained |= dry
                moves += 1
        if not gained:
            gained = front
            moves += 1
        flooded |= gained
        front = (front | graph.neighbours_of(gained)) & ~flooded
    return moves


def astar(graph: ClusterGraph, on_f_value: Callable[[int], None] = lambda f: None) -> list[int]:
    """Return a shortest sequence of moves, by A* with `lower_bound`.

    A state is the set of flooded clusters. A state that is reached again in fewer moves is opened
    again. An admissible bound therefore suffices: when the flooded board is first taken from the
    queue, the moves that lead to it are a shortest solution. `on_f_value` is called for every state
    taken from the queue, with a lower bound on the number of moves of a solution through it. It may
    raise an exception to end the search.

    >>> from puzzlesat.floodit.board.board import Board
    >>> astar(ClusterGraph.of(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]])))
    [2, 1, 2, 0]
    """
    tie_breaker = count(step=-1)  # of two states with equal estimates, the newer is opened first
    queue = [(lower_bound(graph, 1), next(tie_breaker), 0, 1)]
    # for each state: the number of moves, the last move, and the state before it
    reached: dict[ClusterSet, tuple[int, int, ClusterSet]] = {1: (0, -1, 0)}
    while True:
        f, _, depth, flooded = heappop(queue)
        on_f_value(f)
        if flooded == graph.all_clusters:
            return _path(reached, flooded)
        if depth > reached[flooded][0]:
            continue
        front = graph.neighbours_of(flooded) & ~flooded
        for colour, of_c in enumerate(graph.of_colour):
            gained = front & of_c
            after = flooded | gained
            if gained and (after not in reached or reached[after][0] > depth + 1):
                reached[after] = (depth + 1, colour, flooded)
                estimate = depth + 1 + lower_bound(graph, after)
                heappush(queue, (estimate, next(tie_breaker), depth + 1, after))


def _path(reached: dict[ClusterSet, tuple[int, int, ClusterSet]], state: ClusterSet) -> list[int]:
    moves = []
    while reached[state][0]:
        _, colour, state = reached[state]
        moves.append(colour)
    return moves[::-1]
