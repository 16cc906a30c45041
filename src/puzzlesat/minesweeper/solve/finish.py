"""Does a board need a guess? It is played from its first click by certain fields alone."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.state import State

COMPLETE_METHOD = "backbone_total"
"""The method that finds everything that is certain."""


@dataclass(frozen=True)
class Guess:
    """The best guess in a state in which nothing is certainly safe.

    `field` is the one least likely to be a mine, and `safe` the probability that it is safe.
    """

    field: int
    safe: Fraction


@dataclass(frozen=True)
class Finish:
    """The result of playing a board by a method alone.

    `status` is ``solved``; ``stuck`` if the method finds no further safe field; ``timeout``; or
    ``memory`` if counting takes too much.
    `rounds` is the number of times that all safe fields found were uncovered, after the first
    click. `weakest_method` is the weakest that solves the board; None unless it is solved. `state`
    is the last state, with flags on the mines found, and on all mines of a solved board. `guess` is
    given for a stuck game of `COMPLETE_METHOD`, unless counting takes too much memory. If time runs
    out after the last round, `weakest_method` and `guess` are None.
    """

    status: str
    rounds: int
    weakest_method: str | None
    state: State
    guess: Guess | None

    def as_json(self) -> dict[str, Any]:
        """Return the object that ``minesweeper solve --json`` prints."""
        guess = self.guess
        return {
            "status": self.status,
            "rounds": self.rounds,
            "weakest_method": self.weakest_method,
            "undecided": len(self.state.covered),
            "state": self.state.lines,
            "guess": None
            if guess is None
            else {
                "field": list(self.state.place(guess.field)),
                "safe": float(guess.safe),
            },
        }


def finish(board: Board, method: str = COMPLETE_METHOD, wall_limit: float | None = None) -> Finish:
    """Play a board from its first click by a method alone, and return how far this leads.

    Parameters
    ----------
    board : Board
        With a first click.
    method : str
        A key of `deduce.METHODS`.
    wall_limit : float, optional
        Wall-clock seconds.

    Raises
    ------
    InputError
        If the first click is unknown.

    Examples
    --------
    >>> found = finish(Board.of(["---*-"], first=0))
    >>> found.status, found.rounds, found.weakest_method
    ('solved', 1, 'total')
    >>> found = finish(Board.of(["---*", "--*-"], first=0))
    >>> found.status, found.state.lines, found.guess
    ('stuck', ['01..', '01..'], Guess(field=2, safe=Fraction(1, 2)))
    """
    check_start(board)
    found = ask("minesweeper.needsGuess", board=_given(board), by=method, seconds=wall_limit)
    state = State.of(found["rows"], len(board.mined))
    guess = found["guess"] and _guess(found["guess"], state)
    return Finish(found["status"], len(found["rounds"]), found["weakest"], state, guess)


def _given(board: Board) -> dict[str, Any]:
    """Return a board as the engine takes it."""
    assert board.first is not None  # checked before
    return {
        "width": board.cols,
        "height": board.rows,
        "mines": [divmod(f, board.cols) for f in sorted(board.mined)],
        "first": divmod(board.first, board.cols),
    }


def _guess(found: dict[str, Any], state: State) -> Guess:
    row, col = found["field"]
    return Guess(row * state.cols + col, Fraction(int(found["safe"]), int(found["placements"])))


def check_start(board: Board) -> None:
    """Raise `InputError` if the first click of a board is unknown."""
    if board.first is None:
        raise InputError(
            "the first click is unknown; add --first ROW,COLUMN, or a line first: ROW, COLUMN "
            "above the rows"
        )
