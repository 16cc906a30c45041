"""Random mid-game states."""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import TYPE_CHECKING

from puzzlesat.common.errors import InputError, counted
from puzzlesat.common.records import Row
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.state import neighbours

if TYPE_CHECKING:
    import numpy as np  # slow to import

SIZES = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
"""Rows, columns and mines of the classic sizes."""


def _check_mines(rows: int, cols: int, mines: int, mine_free: int, what: str) -> None:
    """Raise `InputError` if the mines leave fewer than `mine_free` fields."""
    most = rows * cols - mine_free
    if mines > most:
        raise InputError(
            f"{counted(mines, 'mine')} on {rows}×{cols} fields leave no {what}; at most {most} are "
            "possible"
        )


def check_size(rows: int, cols: int, mines: int) -> None:
    """Raise `InputError` if the mines leave no field for the first move."""
    _check_mines(rows, cols, mines, 1, "safe field")


def check_opening(rows: int, cols: int, mines: int) -> None:
    """Raise `InputError` if the mines leave no room for a field that shows 0."""
    corner = min(rows, 2) * min(cols, 2)  # a corner needs the least room
    _check_mines(rows, cols, mines, corner, "opening")


def generator_of(*name: int) -> "np.random.Generator":
    """Return a random generator that is seeded with the given numbers."""
    import numpy as np

    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(name)))


def random_position(seed: int, rows: int, cols: int, mines: int, i: int) -> Game:
    """Return game i of a size in mid-game; it depends only on the arguments.

    The moves avoid mines. The first field is drawn at random. Then safe fields next to uncovered
    ones are drawn, until a random share of the safe fields, from 10% to 90%, is uncovered. If mines
    enclose the uncovered fields, any covered safe field is drawn. No flags are set.

    >>> print(random_position(2020, 4, 6, 4, 0).state())
    mines: 4
    .11.10
    111.10
    111121
    .1001.
    """
    generator = generator_of(seed, rows, cols, mines, i)
    game = Game(rows, cols, mines, generator.permutation(rows * cols).tolist())
    wanted = ceil(generator.uniform(0.1, 0.9) * (rows * cols - mines))
    around = neighbours(rows, cols)
    latest = game.uncover(int(generator.integers(rows * cols)))
    assert game.mined is not None  # set when the first field is uncovered
    border: list[int] = []
    seen: set[int] = set()
    while len(game.uncovered) < wanted:
        for f in latest:
            fresh = [g for g in around[f] if g not in game.mined and g not in seen]
            border += fresh
            seen.update(fresh)
        if not border:
            border = [f for f in range(rows * cols) if f not in game.mined and f not in seen]
            seen.update(border)
        drawn = int(generator.integers(len(border)))
        border[drawn], border[-1] = border[-1], border[drawn]
        f = border.pop()
        latest = game.uncover(f)  # empty if an opening has uncovered f already
    return game


def sample_rows(
    seed: int, rows: int, cols: int, mines: int, numbers: Iterable[int]
) -> Iterator[Row]:
    """Yield random positions as CSV rows; ``state`` is the player's view, and ``board`` the mines.

    In both, ``/`` separates rows of fields; in ``board``, ``*`` is a mine, ``-`` any other field.
    """
    for i in numbers:
        yield sample_row(seed, i, random_position(seed, rows, cols, mines, i))


def sample_row(seed: int, i: int, game: Game) -> Row:
    """Return the row of `sample_rows` for a game in which some field is uncovered."""
    assert game.mined is not None  # since some field is uncovered
    board = Board(game.rows, game.cols, game.mined)
    return {
        "seed": seed,
        "rows": game.rows,
        "cols": game.cols,
        "mines": game.mines,
        "i": i,
        "state": "/".join(game.state().lines),
        "board": "/".join(board.lines),
    }
