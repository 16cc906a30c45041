"""Check solutions by replaying them."""

from collections.abc import Sequence

from puzzlesat._engine import floodit as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board


def check_solution(board: Board, moves: Sequence[int], p: int) -> None:
    """Raise `DisagreementError` unless there are p moves and the compiled referee accepts them."""
    if len(moves) != p or not is_accepted(board, moves):
        raise DisagreementError(
            f"board {board.subject}: the {p} moves {board.format_colours(moves)} do not flood it"
        )


def is_accepted(board: Board, moves: Sequence[int]) -> bool:
    """Return whether the compiled referee finds that moves flood a board."""
    return engine.floods(board.rows, board.cols, board.colour, moves, board.pivot)
