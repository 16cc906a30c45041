"""Check solutions by replaying them."""

from collections.abc import Sequence

from puzzlesat._engine import floodit as engine
from puzzlesat.common.errors import DisagreementError, InputError, counted, plain
from puzzlesat.common.rows import Row
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods


def check_solution(board: Board, moves: Sequence[int], p: int) -> None:
    """Raise `DisagreementError` unless there are p moves and the compiled referee accepts them."""
    if len(moves) != p or not is_accepted(board, moves):
        raise DisagreementError(
            f"board {board.subject}: the {p} moves {board.written(moves)} do not flood it"
        )


def is_accepted(board: Board, moves: Sequence[int]) -> bool:
    """Return whether the compiled referee finds that moves flood a board."""
    return engine.floods(board.rows, board.cols, board.colour, moves, board.pivot)


def replayed(board: Board, row: Row, length: str) -> list[int]:
    """Return the moves of a row, after checking that they flood the board.

    `length` names the column with the number of moves. The column ``moves`` contains the moves in
    the notation of `Board.written`. Raise `InputError` if the number is wrong, a move is not a
    colour of the board, or the moves do not flood the board.
    """
    moves = board.colours_in(row["moves"])
    if len(moves) != row[length]:
        listed = counted(len(moves), "move")
        raise InputError(f"{length} is {row[length]}, but the row lists {listed}")
    if not floods(board.grid, moves, board.start):
        raise InputError(f"the moves {plain(row['moves'])} do not flood the board")
    return moves
