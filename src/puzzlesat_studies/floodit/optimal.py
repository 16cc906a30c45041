"""All shortest solutions of a board: their number, and the moves that are forced."""

from dataclasses import dataclass

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.graph import ClusterGraph, Set
from puzzlesat.floodit.solve.astar import astar, lower_bound
from puzzlesat_studies.core.study import column
from puzzlesat_studies.floodit.boards import BoardKey, solution_of
from puzzlesat_studies.floodit.measure import FoundMinimum

FREE = "-"
"""The symbol of a move that is not forced."""


@dataclass(frozen=True)
class Solutions:
    """The number of a board's optimal solutions, and the colours that they choose at each time."""

    solutions: int
    chosen: tuple[frozenset[int], ...]


def all_optimal(graph: ClusterGraph, minimum: int) -> Solutions:
    """Return the number of optimal solutions and their colours at each time.

    The states of the solutions are enumerated layer by layer.

    >>> from puzzlesat.floodit.board.board import Board
    >>> board = Board.of([[0, 1], [2, 0]])
    >>> all_optimal(ClusterGraph.of(board), 3).solutions
    4
    """
    layers: list[dict[Set, dict[int, Set]]] = []
    ways: dict[Set, int] = {1: 1}
    for made in range(minimum):
        layer: dict[Set, dict[int, Set]] = {}
        after: dict[Set, int] = {}
        for flooded, number_of_ways in ways.items():
            front = graph.around(flooded) & ~flooded
            for colour, of_c in enumerate(graph.of_colour):
                grown = flooded | (front & of_c)
                if grown == flooded or lower_bound(graph, grown) > minimum - made - 1:
                    continue
                layer.setdefault(flooded, {})[colour] = grown
                after[grown] = after.get(grown, 0) + number_of_ways
        layers.append(layer)
        ways = after
    good = {graph.whole}
    chosen = []
    for layer in reversed(layers):
        leading = {
            flooded: {c for c, grown in steps.items() if grown in good}
            for flooded, steps in layer.items()
        }
        good = {flooded for flooded, steps in leading.items() if steps}
        chosen.append(frozenset(c for steps in leading.values() for c in steps))
    return Solutions(ways.get(graph.whole, 0), tuple(reversed(chosen)))


class ShortestSolutions(BoardKey):
    """The shortest solutions of a board."""

    minimum: int
    solutions: int = column("number of shortest solutions")
    forced: str = column(
        "a symbol for each move of the stored solution: the colour if all shortest solutions that "
        "reach the same state choose it, otherwise `-`"
    )


def shortest_solutions(row: FoundMinimum) -> ShortestSolutions:
    """Return the number of shortest solutions of a board, and its forced moves.

    Raise `DisagreementError` if the solution in the row is not a shortest one.
    """
    board, moves = solution_of(row.model_dump(), "minimum")
    graph = ClusterGraph.of(board)
    if len(astar(graph)) != len(moves):
        raise DisagreementError(f"board {board.text}: {row.moves} is not a shortest solution")
    optimal = all_optimal(graph, len(moves))
    forced = [
        board.written([move]) if chosen == {move} else FREE
        for move, chosen in zip(moves, optimal.chosen, strict=True)
    ]
    return ShortestSolutions(
        **row.key, minimum=len(moves), solutions=optimal.solutions, forced="".join(forced)
    )
