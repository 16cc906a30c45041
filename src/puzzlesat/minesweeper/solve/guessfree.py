"""Boards that can be solved without guessing: their generation, and the weakest method needed.

A game starts with an opening, a field that shows 0. From then on, a player uncovers the fields that
a method of `deduce.METHODS` proves safe, until the game is won or the method is *stuck*. What a
method proves, it still proves when more fields are uncovered, so the order does not matter.
"""

from collections.abc import Callable
from copy import deepcopy

import numpy as np

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.sample import check_opening, generator_of
from puzzlesat.minesweeper.board.state import State, neighbours
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.deduce import METHODS

GUESS = "guess"
"""The entry of `WEAKEST_METHODS` for a board that no method solves."""

WEAKEST_METHODS = (*METHODS, GUESS)
"""The methods that a board may need, weakest first, and a guess as the last resort."""

MAX_FUTILE_CHANGES = 200
"""The number of changes without progress after which another board is drawn."""


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


def uncover_certain(game: Game, state: State, method: str, values: Values) -> bool:
    """Flag the certain mines and uncover the safe fields; return whether any field is safe.

    `values` are the values that `method` decides; error messages name the method. Raise
    `DisagreementError` if a field that the method calls safe is a mine.
    """
    safe = [f for f, value in values.items() if value == 0]
    game.flags.update(f for f, value in values.items() if value == 1)
    for f in safe:
        game.uncover(f)
    if game.lost:
        raise DisagreementError(f"{method} calls a mine safe in the state\n{state}")
    return bool(safe)


def play_on(game: Game, method: str, deadline: Deadline = NEVER) -> bool:
    """Uncover safe fields and flag mines until a method is stuck or wins; return whether it wins.

    Raise `TimeoutError` after the deadline, and `DisagreementError` if a field that the method
    calls safe is a mine.
    """
    while not game.over:
        deadline.check()
        state = game.state()
        values = METHODS[method](network(state), deadline.remaining)
        if not uncover_certain(game, state, method, values):
            break
    return game.won


def weakest_method(game: Game, deadline: Deadline = NEVER) -> str:
    """Return the weakest method that solves a started game, or `GUESS`; the game is modified.

    Each method continues where a weaker one is stuck. Raise `TimeoutError` after the deadline.

    >>> game = Game(1, 5, 1, order=[4, 3, 2, 1, 0])
    >>> game.uncover(0)
    [0, 1, 2, 3]
    >>> weakest_method(game)
    'single'
    """
    for method in ("single", "pairs"):
        if play_on(game, method, deadline):
            return method
    by_total = deepcopy(game)
    if play_on(by_total, "total", deadline):
        return "total"
    if not play_on(by_total, "backbone_total", deadline):
        return GUESS
    return "backbone" if play_on(game, "backbone", deadline) else "backbone_total"


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

    While the method is stuck, a mine and a field without a mine are exchanged; after
    `MAX_FUTILE_CHANGES` changes without progress, another board is drawn. One of the two fields is
    next to a number, and the other, if possible, is not. Both are undecided, unless certain mines
    enclose all undecided fields. The change is kept if the method then uncovers at least as many
    fields as before. The boards are therefore not uniformly distributed.

    `method` is a key of `deduce.METHODS`; `wall_limit` is in wall-clock seconds; `on_message` is
    called with progress messages. Raise `InputError` if there is no room for an opening, or time is
    up.
    """
    deadline = Deadline(wall_limit)
    boards = changes = 0
    try:
        while True:
            game, first = opening_game(rows, cols, mines, random)
            boards += 1
            best, waited = _tried(game, first, method, deadline), 0
            while not best.won and waited < MAX_FUTILE_CHANGES:
                uncovered = counted(len(best.uncovered), "field")
                on_message(f"board {boards}, change {changes}: {uncovered} uncovered")
                changed = _changed(best, first, random)
                if changed is None:
                    break
                changes += 1
                waited += 1
                tried = _tried(changed, first, method, deadline)
                if len(tried.uncovered) > len(best.uncovered):
                    waited = 0
                if len(tried.uncovered) >= len(best.uncovered):
                    best = tried
            if best.won:
                return _new(best, best.mined or frozenset()), first
    except TimeoutError:
        raise InputError(
            f"no board of {rows}×{cols} with {counted(mines, 'mine')} that {method} solves was "
            f"found in {wall_limit:g} s, in {counted(boards, 'board')} and "
            f"{counted(changes, 'change')}; allow more time, or choose fewer mines or a stronger "
            "method"
        ) from None


def _tried(game: Game, first: int, method: str, deadline: Deadline) -> Game:
    """Play a game with a method from `first` until the method wins or is stuck; return it."""
    game.uncover(first)
    play_on(game, method, deadline)
    return game


def _new(game: Game, mined: frozenset[int]) -> Game:
    """Return a game that has not started, with these mines on the same fields."""
    fields = range(game.rows * game.cols)
    return Game(
        game.rows, game.cols, game.mines, [*sorted(mined), *(f for f in fields if f not in mined)]
    )


def _changed(game: Game, first: int, random: np.random.Generator) -> Game | None:
    """Return a new game with one mine moved, or None if no mine can be moved."""
    assert game.mined is not None  # since the game has started
    around = neighbours(game.rows, game.cols)
    opening = {first, *around[first]}
    open_ = [
        f
        for f in range(game.rows * game.cols)
        if f not in game.uncovered and f not in game.flags and f not in opening
    ]
    near = [f for f in open_ if any(g in game.uncovered for g in around[f])]
    if not near:  # certain mines enclose the rest
        near = sorted(game.flags)
        open_ += near
    f = near[int(random.integers(len(near)))]
    others = [g for g in open_ if (g in game.mined) != (f in game.mined)]
    far = [g for g in others if not any(h in game.uncovered for h in around[g])]
    if not others:
        return None
    g = (far or others)[int(random.integers(len(far or others)))]
    return _new(game, game.mined ^ {f, g})
