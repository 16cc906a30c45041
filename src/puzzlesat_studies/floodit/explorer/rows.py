"""The number of shortest solutions of each board, and the moves that are forced."""

from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.common.rows import Columns, Row, Schema, count
from puzzlesat.floodit.board.formats import NAME, SAMPLE
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.solution import solution_of
from puzzlesat.floodit.solve.astar import astar
from puzzlesat_studies.floodit.audit.forced_moves import all_optimal

FREE = "-"
"""The symbol of a move that is not forced."""


def check_optimal(row: Row) -> None:
    """Raise `InputError` unless the minimum, solutions and forced moves of a row are consistent."""
    minimum, solutions, forced = row["minimum"], row["solutions"], row["forced"]
    if not solutions:
        raise InputError("solutions is 0; expected a number of at least 1")
    if len(forced) != minimum:
        raise InputError(f"minimum is {minimum}, but forced lists {counted(len(forced), 'move')}")
    if (solutions == 1) != (FREE not in forced):
        raise InputError(f"solutions is {solutions}, but forced is {forced!r}")


OPTIMAL: Columns = Schema(
    {**{key: SAMPLE[key] for key in NAME}, "minimum": count, "solutions": count, "forced": str},
    key=NAME,
    check=check_optimal,
)


def optimal_row(row: Row) -> Row:
    """Return the number of shortest solutions of a board, and its forced moves, as a row.

    `row` is one of `minimum_row`. Raise `DisagreementError` if its solution is not a shortest one.
    """
    board, moves = solution_of(row, "minimum")
    graph = ClusterGraph.of(board)
    if len(astar(graph)) != len(moves):
        raise DisagreementError(f"board {board.text}: {row['moves']} is not a shortest solution")
    optimal = all_optimal(graph, len(moves))
    forced = [
        board.written([move]) if chosen == {move} else FREE
        for move, chosen in zip(moves, optimal.chosen, strict=True)
    ]
    return {key: row[key] for key in NAME} | {
        "minimum": len(moves),
        "solutions": optimal.solutions,
        "forced": "".join(forced),
    }
