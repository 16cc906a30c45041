"""The number of shortest solutions of each board, and the moves that are forced."""

from pydantic import Field

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat.floodit.solve.astar import astar
from puzzlesat_studies.floodit.audit.forced_moves import all_optimal
from puzzlesat_studies.floodit.boards import Named
from puzzlesat_studies.floodit.measure import Minimum

FREE = "-"
"""The symbol of a move that is not forced."""


class Optimal(Named):
    """The shortest solutions of a board."""

    minimum: int
    solutions: int = Field(description="number of shortest solutions")
    forced: str = Field(
        description="a symbol for each move of the stored solution: the colour if all shortest "
        "solutions that reach the same state choose it, otherwise `-`"
    )


def shortest_solutions(row: Minimum) -> Optimal:
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
    return Optimal(
        **row.name, minimum=len(moves), solutions=optimal.solutions, forced="".join(forced)
    )
