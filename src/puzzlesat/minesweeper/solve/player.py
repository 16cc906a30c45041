"""The engine's player, and its strategies."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from puzzlesat._engine import minesweeper

HASH_COUNT = 4096
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


@lru_cache(maxsize=1)
def _hashes() -> list[int]:
    return np.random.default_rng(0).integers(np.iinfo(np.int64).max, size=HASH_COUNT).tolist()


def player(rows: int, cols: int, mines: int, strategy: Strategy) -> minesweeper.Player:
    """Return a player for games on a board."""
    return minesweeper.Player(rows, cols, mines, strategy, _hashes())
