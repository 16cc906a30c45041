"""Does a board need a guess? It is played from its first click by certain fields alone."""

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.sample import MAX_PLAYER_FIELDS
from puzzlesat.minesweeper.board.state import FLAGGED, State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.guessfree import uncover_certain, weakest_method
from puzzlesat.minesweeper.solve.player import Strategy, player

COMPLETE_METHOD = "backbone_total"
"""The method that finds everything that is certain."""

GUESS_LIMITS = Strategy(max_placements=4000, max_work=100_000_000)
"""The limits of the search for the best guess: a few seconds."""


@dataclass(frozen=True)
class Guess:
    """The best guess in a state in which nothing is certainly safe.

    `safe` is the probability that `field` is safe. `wins` is the probability of winning the game
    from here by perfect play, which begins with this field. It is None if more placements fit than
    `GUESS_LIMITS` allows; the field is then the one least likely to be a mine.
    """

    field: int
    safe: Fraction
    wins: Fraction | None


@dataclass(frozen=True)
class Finish:
    """The result of playing a board by a method alone.

    `status` is ``solved``; ``stuck`` if the method finds no further safe field; or ``timeout``.
    `rounds` is the number of times that all safe fields found were uncovered, after the first
    click. `weakest_method` is the weakest that solves the board; None unless it is solved. `state`
    is the last state, with flags on the mines found. `guess` is given for a stuck game of
    `COMPLETE_METHOD`, unless counting takes too much memory. If time runs out after the last round,
    `weakest_method` and `guess` are None.
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
                "wins": None if guess.wins is None else float(guess.wins),
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
    DisagreementError
        If a field that the method calls safe is a mine.

    Examples
    --------
    >>> found = finish(Board.of(["---*-"], first=0))
    >>> found.status, found.rounds, found.weakest_method
    ('solved', 1, 'total')
    >>> found = finish(Board.of(["---*", "--*-"], first=0))
    >>> found.status, found.state.lines, found.guess
    ('stuck', ['01..', '01..'], Guess(field=2, safe=Fraction(1, 2), wins=Fraction(1, 4)))
    """
    check_start(board)
    deadline = Deadline(wall_limit)
    game = board.game()
    started = deepcopy(game)
    rounds = 0
    status = "solved"
    while not game.over:
        state = game.state()
        net = network(state)
        try:
            deadline.check()
            values = METHODS[method](net, deadline.remaining)
        except TimeoutError:
            status = "timeout"
            break
        if not uncover_certain(game, state, method, values):
            status = "stuck"
            break
        rounds += 1
    state = game.state()
    weakest, guess = None, None
    with suppress(TimeoutError):
        if status == "solved":
            weakest = weakest_method(started, deadline)
        elif status == "stuck" and method == COMPLETE_METHOD:
            guess = best_guess(state, deadline)
    return Finish(status, rounds, weakest, state, guess)


def check_start(board: Board) -> None:
    """Raise `InputError` if the first click of a board is unknown."""
    if board.first is None:
        raise InputError(
            "the first click is unknown; add --first ROW,COLUMN, or a line first: ROW, COLUMN "
            "above the rows"
        )


def best_guess(state: State, deadline: Deadline = NEVER) -> Guess | None:
    """Return the best guess in a state, all of whose certain mines have flags.

    Return None if counting takes too much memory; raise `TimeoutError` after the deadline.
    """
    net = network(state)
    try:
        counts = count(net, deadline.seconds_left)
    except MemoryError:
        return None
    safe = {f: Fraction(counts.models - ways, counts.models) for f, ways in counts.ways.items()}
    if (
        counts.models <= GUESS_LIMITS.max_placements
        and state.rows * state.cols <= MAX_PLAYER_FIELDS
    ):
        assert state.mines is not None  # since it is that of a game
        search = player(state.rows, state.cols, state.mines, GUESS_LIMITS)
        search.show(list(state.content), [1 if c == FLAGGED else -1 for c in state.content])
        won, field, _ = search.solve_end()
        if won >= 0:
            return Guess(field, safe[field], Fraction(won, counts.models))
    field = safest_first(state, counts.probabilities)[0]
    return Guess(field, safe[field], None)


def safest_first(state: State, probabilities: Mapping[int, float]) -> list[int]:
    """Return the fields, the least likely to be a mine first.

    Ties go to the field with the fewest uncertain fields around it, because these are most likely
    all free of mines, then to the first field.
    """

    def key(f: int) -> tuple[float, int, int]:
        around = [g for g in state.neighbours[f] if 0 < probabilities.get(g, 0) < 1]
        return probabilities[f], len(around), f

    return sorted(probabilities, key=key)
