"""Boards that can be solved without guessing: their generation, and the weakest method needed.

A game starts with an opening, a field that shows 0. From then on, a player uncovers the fields that
a method of `deduce.METHODS` proves safe, until the game is won or the method is *stuck*. What a
method proves, it still proves when more fields are uncovered, so the order does not matter.
"""

from collections.abc import Callable

import numpy as np

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError, counted
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.sample import check_opening, generator_of
from puzzlesat.minesweeper.board.state import neighbours
from puzzlesat.minesweeper.solve.deduce import METHODS

GUESS = "guess"
"""The entry of `WEAKEST_METHODS` for a board that no method solves."""

WEAKEST_METHODS = (*METHODS, GUESS)
"""The methods that a board may need, weakest first, and a guess as the last resort."""


def board_generator(
    seed: int, rows: int, cols: int, mines: int, i: int, method: str = GUESS
) -> np.random.Generator:
    """Return the random generator for random board i, or for board i that a method must solve."""
    return generator_of(seed, rows, cols, mines, i, WEAKEST_METHODS[::-1].index(method))


def opening_game(rows: int, cols: int, mines: int, random: np.random.Generator) -> tuple[Game, int]:
    """Return a random game and its first field, which shows 0.

    The field is drawn from those that leave room for the mines elsewhere. All placements without a
    mine on or around this field are equally likely. Raise `InputError` if there is no room for an
    opening.
    """
    check_opening(rows, cols, mines)
    around = neighbours(rows, cols)
    room = [f for f in range(rows * cols) if rows * cols - 1 - len(around[f]) >= mines]
    first = room[int(random.integers(len(room)))]
    opening = {first, *around[first]}
    order = [f for f in random.permutation(rows * cols).tolist() if f not in opening]
    return Game(rows, cols, mines, [*order, *sorted(opening)]), first


def guess_free(
    rows: int,
    cols: int,
    mines: int,
    method: str,
    random: np.random.Generator,
    wall_limit: float | None = None,
    on_message: Callable[[str], None] = lambda _: None,
) -> tuple[Game, int]:
    """Return a random game, not yet started, that a method solves, and its first field.

    The engine exchanges mines while the method is stuck (``guess_free_board`` in
    `engine/minesweeper/game.hpp`). The boards are therefore not uniformly distributed.

    `method` is a key of `deduce.METHODS`; `wall_limit` is in wall-clock seconds; `on_message` is
    called with progress messages. Raise `InputError` if there is no room for an opening, or time is
    up.
    """
    check_opening(rows, cols, mines)
    latest = {"boards": 0, "changes": 0, "uncovered": 0}

    def report(progress: dict[str, int]) -> None:
        latest.update(progress)
        uncovered = counted(latest["uncovered"], "field")
        on_message(f"board {latest['boards']}, change {latest['changes']}: {uncovered} uncovered")

    try:
        found = ask(
            "minesweeper.random",
            width=cols,
            height=rows,
            mines=mines,
            guessFree=True,
            by=method,
            seed=int(random.integers(2**53)),
            seconds=wall_limit,
            on_progress=report,
        )
    except TimeoutError:
        raise InputError(
            f"no board of {rows}×{cols} with {counted(mines, 'mine')} that {method} solves was "
            f"found in {wall_limit:g} s, in {counted(latest['boards'], 'board')} and "
            f"{counted(latest['changes'], 'change')}; allow more time, or choose fewer mines or a "
            "stronger method"
        ) from None
    mined = [row * cols + col for row, col in found["mines"]]
    row, col = found["first"]
    others = [f for f in range(rows * cols) if f not in set(mined)]
    return Game(rows, cols, mines, [*mined, *others]), row * cols + col
