"""Solutions that are replayed by the rules before anyone is told of them."""

from collections.abc import Sequence

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import SYMBOLS, Board
from puzzlesat.floodit.board.referee import floods


def check_solution(board: Board, moves: Sequence[int], p: int) -> None:
    """Raise `DisagreementError` unless the moves are p and flood the board by the game's rules."""
    if len(moves) != p or not floods(board.grid, moves):
        written = "".join(SYMBOLS[c] for c in moves)
        raise DisagreementError(f"board {board.text}: the {p} moves {written} do not flood it")
