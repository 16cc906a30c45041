"""Strategies of the engine's player, and games that it plays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat._engine import minesweeper
from puzzlesat.common.errors import DisagreementError
from puzzlesat.minesweeper.board.sample import STARTS, check_room, first_field

WON, WRONG = 1, -1
"""How a game ends; it is wrong that a mine is called safe."""

NAMED = 4096
"""Placements at the end of a game that have a random number, which helps to find sets of them."""


class Strategy(NamedTuple):
    """How a player guesses; what is certain is always done first.

    Parameters
    ----------
    near : float
        How much likelier a mine may be than on the safest field, for a field to be looked at.
    looked_at : int
        How many fields are looked at, the safest first; where it is 1, nothing is looked at.
    free : int
        At most how many of them are next to no number.
    more : float
        How much is added for each time that the number of fields doubles that are safe for certain
        then. One such field is worth 1, none the chance to survive the next guess.
    placements : int
        With no more placements of mines left the end of the game is solved; 0 for never.
    work : int
        How much may be done for that.
    even : bool
        Whether one of two fields that nothing will ever tell apart is guessed first.
    """

    near: float = 0.0
    looked_at: int = 1
    free: int = 1
    more: float = 0.0
    placements: int = 0
    work: int = 0
    even: bool = False


STRATEGIES = {
    "safest": Strategy(),
    "ahead": Strategy(near=0.1, looked_at=12, free=6, more=0.06),
    "solving": Strategy(placements=1000, work=3_000_000, even=True),
    "both": Strategy(0.1, 12, 6, 0.06, 1000, 3_000_000, True),
}
"""Strategies by the names under which commands and tables know them: where a mine is least likely;
with a look ahead; with the end of the game solved, and fields guessed first that nothing will tell
apart; with both."""


@dataclass(frozen=True)
class Played:
    """How games ended.

    Parameters
    ----------
    won : array of bool, shape (games,)
    control_variate : array of float, shape (games,)
        The results with variance reduced, see `playing.play`: with the same mean, and a smaller
        variance.
    guesses : int
        In all games.
    uncounted : int
        The states that there was no room to count, where the first field was uncovered.
    unsolved : int
        The guesses at an end of a game that was solved before, and not any more. Both should be 0.
    seconds : float
        Of CPU time.
    """

    won: NDArray[np.bool_]
    control_variate: NDArray[np.float64]
    guesses: int
    uncounted: int
    unsolved: int
    seconds: float


@lru_cache(maxsize=1)
def _names() -> list[int]:
    return np.random.default_rng(0).integers(np.iinfo(np.int64).max, size=NAMED).tolist()


def player(rows: int, cols: int, mines: int, strategy: Strategy) -> minesweeper.Player:
    """Return a player for games on a board."""
    return minesweeper.Player(rows, cols, mines, strategy, _names())


def play_games(
    orders: Iterable[Sequence[int]],
    rows: int,
    cols: int,
    mines: int,
    start: str,
    strategy: Strategy,
    first: int | None = None,
    by: minesweeper.Player | None = None,
) -> Played:
    """Play a game for each order of the fields, in which they get their mines.

    Parameters
    ----------
    orders : iterable of sequence of int
        As in `board.game.Game`: mines lie on the first fields of an order that may have one.
    rows, cols, mines : int
    start : str
        One of `board.sample.STARTS`.
    strategy : Strategy
    first : int, optional
        Where to begin, if not where `board.sample.first_field` says.
    by : Player, optional
        A player of this board and strategy, which remembers the last game.

    Raises
    ------
    DisagreementError
        If a field that is called safe is a mine.
    """
    check_room(rows, cols, mines, start)
    laid = [list(map(int, order)) for order in orders]
    first = first_field(start, rows, cols) if first is None else first
    by = by or player(rows, cols, mines, strategy)
    started = process_time()
    ends, control_variate, guesses, uncounted, unsolved = by.play(laid, first, STARTS.index(start))
    seconds = process_time() - started
    if WRONG in ends:
        raise DisagreementError(f"game {ends.index(WRONG)} of these: a mine was called safe")
    return Played(
        np.array(ends, int) == WON,
        np.array(control_variate, float),
        guesses=guesses,
        uncounted=uncounted,
        unsolved=unsolved,
        seconds=seconds,
    )


def moves(
    order: Sequence[int], rows: int, cols: int, mines: int, start: str, strategy: Strategy
) -> tuple[bool, list[int], list[int]]:
    """Play one game; return whether it is won, what was uncovered in turn, and where mines lay."""
    by = player(rows, cols, mines, strategy)
    played = play_games([order], rows, cols, mines, start, strategy, by=by)
    return bool(played.won[0]), by.moves, by.mined
