"""Boards that can be solved without guessing.

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
from puzzlesat.minesweeper.solve.deduce import METHODS


def board_generator(
    seed: int, rows: int, cols: int, mines: int, i: int, method: str
) -> np.random.Generator:
    """Return the random generator for random board i that a method must solve."""
    return generator_of(seed, rows, cols, mines, i, len(METHODS) - [*METHODS].index(method))


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
