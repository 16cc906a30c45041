"""Random boards, each determined by (seed, n, k, i) alone."""

from collections.abc import Iterable, Iterator

import numpy as np

from puzzlesat.common.errors import InputError
from puzzlesat.common.records import Row
from puzzlesat.floodit.board.board import Board


def random_colours(seed: int, n: int, k: int, i: int) -> np.ndarray:
    """Return the colours of board i of the sample of n×n boards in k colours, as an n×n array.

    Every field's colour is drawn uniformly from 0..k-1, so a small board need not show all colours.
    Raise `InputError` if a number is too small or not whole.
    """
    for name, value, least in (("seed", seed, 0), ("n", n, 1), ("k", k, 1), ("i", i, 0)):
        if not isinstance(value, int | np.integer) or value < least:
            raise InputError(f"{name} must be a whole number from {least} on, not {value!r}")
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, n, k, i])))
    return generator.integers(k, size=(n, n))


def random_board(seed: int, n: int, k: int, i: int) -> Board:
    """Return board i of the sample of n×n boards in k colours.

    The board is a function of (seed, n, k, i) alone, so neither the size of the sample nor its
    division into chunks changes the board. The seed and i are at least 0, n and k at least 1;
    otherwise `InputError` is raised.

    Examples
    --------
    >>> random_board(2020, 4, 3, 0).text
    '0120/2112/0000/1101'
    """
    return Board.of(random_colours(seed, n, k, i).tolist(), k)


def random_board_rows(seed: int, n: int, k: int, numbers: Iterable[int]) -> Iterator[Row]:
    """Yield the boards of a sample, one row each."""
    for i in numbers:
        yield {"seed": seed, "n": n, "k": k, "board": i, "fields": random_board(seed, n, k, i).text}
