"""Many games of the engine's player, and the strategies that are compared."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import process_time

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import DisagreementError
from puzzlesat.minesweeper.board.sample import STARTS, check_room, first_field
from puzzlesat.minesweeper.solve.player import Strategy, player

WON, WRONG = 1, -1
"""Outcomes of a game; `WRONG` means that the player considered a mine safe."""

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
class GameResults:
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


def play_games(
    orders: Iterable[Sequence[int]],
    rows: int,
    cols: int,
    mines: int,
    start: str,
    strategy: Strategy,
) -> GameResults:
    """Play a game for each order of the fields (as in `board.game.Game`).

    `start` is one of `board.sample.STARTS`. Raise `DisagreementError` if a field that the player
    considers safe is a mine.
    """
    check_room(rows, cols, mines, start)
    orders_list = list(orders)
    first_uncovered = first_field(start, rows, cols)
    engine_player = player(rows, cols, mines, strategy)
    started = process_time()
    outcomes, control_variate, guesses, uncounted, unsolved = engine_player.play(
        orders_list, first_uncovered, STARTS.index(start)
    )
    seconds = process_time() - started
    if WRONG in outcomes:
        raise DisagreementError(f"game {outcomes.index(WRONG)} of these: a mine was called safe")
    return GameResults(
        np.array(outcomes, int) == WON,
        np.array(control_variate, float),
        guesses=guesses,
        uncounted=uncounted,
        unsolved=unsolved,
        seconds=seconds,
    )
