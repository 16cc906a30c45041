"""Strategies of the engine's player, and the games that it plays."""

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
"""Outcomes of a game; `WRONG` means that the player considered a mine safe."""

HASHES = 4096
"""The number of random hashes for the placements at the end of a game."""


class Strategy(NamedTuple):
    """How a player guesses; fields that are certainly safe are always uncovered first.

    Parameters
    ----------
    margin : float
        The maximum difference between the mine probabilities of a candidate and the safest field.
    candidates : int
        The maximum number of fields considered, the safest first; with 1, the safest is guessed.
    unconstrained : int
        The maximum number of candidates that are next to no number.
    bonus : float
        The increase of a number's value with each doubling of the number of other fields that the
        number makes certainly safe; only those next to an undecided field are counted. The value is
        1 for one such field; for none, it is the chance of surviving the next guess.
    max_placements : int
        The end of the game is searched if at most this many placements of mines remain; with 0, it
        is never searched.
    max_work : int
        The limit on the work of that search, in elementary steps.
    fifty_fifty : bool
        Whether a guess between two indistinguishable fields with one mine is made first. A player
        that looks ahead then also reduces the risk of each field by the share of placements in
        which the field takes part in such a guess, or in one of two diagonals of a square.
    """

    margin: float = 0.0
    candidates: int = 1
    unconstrained: int = 1
    bonus: float = 0.0
    max_placements: int = 0
    max_work: int = 0
    fifty_fifty: bool = False


STRATEGIES = {
    "safest": Strategy(),
    "ahead": Strategy(margin=0.1, candidates=12, unconstrained=6, bonus=0.06),
    "solving": Strategy(max_placements=1000, max_work=3_000_000, fifty_fifty=True),
    "both": Strategy(0.1, 12, 6, 0.06, 1000, 3_000_000, True),
}
"""Strategies by their names in commands and tables. `safest` guesses the field least likely
to be a mine; `ahead` looks ahead; `solving` solves the end of the game and makes 50/50 guesses
first; `both` combines `ahead` and `solving`."""


@dataclass(frozen=True)
class Played:
    """The outcomes of games; `won` and `control_variate` have an entry for each game.

    `control_variate` contains the results adjusted by a control variate, which have the same mean
    and a smaller variance. `uncounted` is the number of states with too many partial placements to
    count, in which the first unknown field in row order was uncovered. `unsolved` is the number of
    guesses that the search did not solve although it had solved an earlier guess of the same game.
    Both should be 0. `guesses` is the total number of guesses in all games, and `seconds` is the
    CPU time.
    """

    won: NDArray[np.bool_]
    control_variate: NDArray[np.float64]
    guesses: int
    uncounted: int
    unsolved: int
    seconds: float


@lru_cache(maxsize=1)
def _hashes() -> list[int]:
    return np.random.default_rng(0).integers(np.iinfo(np.int64).max, size=HASHES).tolist()


def player(rows: int, cols: int, mines: int, strategy: Strategy) -> minesweeper.Player:
    """Return a player for games on a board."""
    return minesweeper.Player(rows, cols, mines, strategy, _hashes())


def play_games(
    orders: Iterable[Sequence[int]],
    rows: int,
    cols: int,
    mines: int,
    start: str,
    strategy: Strategy,
) -> Played:
    """Play a game for each order of the fields (as in `board.game.Game`).

    `start` is one of `board.sample.STARTS`. Raise `DisagreementError` if a field that the player
    considers safe is a mine.
    """
    check_room(rows, cols, mines, start)
    laid = list(orders)
    first = first_field(start, rows, cols)
    by = player(rows, cols, mines, strategy)
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
