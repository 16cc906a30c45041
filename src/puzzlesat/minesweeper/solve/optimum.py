"""The exact probability of winning under perfect play, by a search over all games.

All placements of mines are equally likely, so the probability is the share of the possible
placements with which perfect play wins. The start of a game determines the possible placements:

===========  ====================================================================================
unprotected  all placements of the mines; the first field may be a mine
safe         those in which the first field is free, as in `board.game.Game`
opening      those in which the first field and all fields around it are free, so that it shows 0
===========  ====================================================================================

The number of placements of ``opening`` depends on the first field; that of ``safe`` does not. A
placement of ``unprotected`` is won if and only if the first field is not a mine and the placement
is won with ``safe``.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb
from typing import NamedTuple

from puzzlesat._engine import minesweeper
from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.minesweeper.board.sample import (
    STARTS,
    check_opening,
    check_perfect_play_size,
    free_fields,
)

SEARCH_MEMORY = 1 << 30
"""The default memory limit of a search, in bytes."""

INITIAL_TABLE_ENTRIES = 1 << 14
"""The initial number of entries of the table of a search, a power of two."""

PLAYER_FIRST_FIELD = 0
"""The first field of the player ``exact``: a corner has the fewest fields around it."""


class PlayerResult(NamedTuple):
    """The results of the player ``exact`` over all placements: those won, all, and guesses."""

    wins: int
    placements: int
    guesses: int


@dataclass(frozen=True)
class Optimum:
    """The value of a game under perfect play.

    The status is ``optimal``, or ``timeout`` or ``memory`` if a limit was reached. `least` and
    `most` are bounds on the probability of winning, equal if it is known. With each of the
    `best_first_fields`, in increasing order, `wins` of the `placements` of mines can be won.
    `player` is the result of the player ``exact``. Unknown values are None. `states` is the number
    of sets of placements in the table.
    """

    status: str
    least: Fraction
    most: Fraction
    wins: int | None = None
    placements: int | None = None
    best_first_fields: tuple[int, ...] = ()
    player: PlayerResult | None = None
    states: int = 0


class PerfectPlay:
    """The tree of all games on a board of at most `MAX_SEARCHED_FIELDS` fields, not all mines.

    `memory` is a limit in bytes. `InputError` is raised if the board has too many fields.

    >>> best = PerfectPlay(4, 4, 4).best("unprotected")
    >>> best.wins, best.placements, best.best_first_fields
    (961, 1820, (1, 2, 4, 7, 8, 11, 13, 14))
    """

    def __init__(self, rows: int, cols: int, mines: int, memory: int = SEARCH_MEMORY) -> None:
        check_perfect_play_size(rows, cols)
        self.rows, self.cols, self.mines = rows, cols, mines
        self.fields = rows * cols
        self.symmetries = symmetries(rows, cols)
        self._search = minesweeper.SmallBoard(
            rows, cols, mines, self.symmetries, INITIAL_TABLE_ENTRIES, memory
        )
        self._most: dict[tuple[bool, int], int] = {}
        self._tally: dict[bool, tuple[int, int]] = {}

    def placements(self, start: str, f: int) -> int:
        """Return the number of placements of a game with the first field f."""
        free = free_fields(start, self.rows, self.cols, f)
        return comb(self.fields - free, self.mines)

    def starts(self) -> list[str]:
        """Return the `STARTS` for which games exist; an opening needs several safe fields."""
        return [start for start in STARTS if self.placements(start, PLAYER_FIRST_FIELD)]

    def best(self, start: str, wall_limit: float | None = None) -> Optimum:
        """Return the value of a game under perfect play; `start` is one of `STARTS`.

        Later calls reuse the results of earlier ones. `wall_limit` is in wall-clock seconds. Raise
        `InputError` if there is no such game.
        """
        if start == "opening":
            check_opening(self.rows, self.cols, self.mines)
        deadline = Deadline(wall_limit)
        firsts = [
            f for f in range(self.fields) if self.orbit(f)[0] == f and self.placements(start, f)
        ]
        least, status = Fraction(0), "optimal"
        exact: dict[int, Fraction] = {}
        try:
            least = Fraction(*self._player_result(start, deadline)[:2])
            for f in firsts:  # any bound is enough; this one follows from the next guess alone
                self._search_from(start, f, self.placements(start, f), deadline)
            for f in sorted(firsts, key=lambda f: self._chance_bound(start, f), reverse=True):
                if self._chance_bound(start, f) >= least:
                    enough = ceil(least * self.placements(start, f)) - 1
                    self._search_from(start, f, enough, deadline)
                    if self._chance_bound(start, f) >= least:
                        exact[f] = least = self._chance_bound(start, f)
        except TimeoutError:
            status = "timeout"
        except MemoryError:
            status = "memory"
        most = least if status == "optimal" else max(self._chance_bound(start, f) for f in firsts)
        best_first_fields: list[int] = []
        if status == "optimal":
            best_first_fields = sorted(g for f in exact if exact[f] == most for g in self.orbit(f))
        placements = self.placements(start, best_first_fields[0]) if best_first_fields else None
        return Optimum(
            status,
            least,
            most,
            wins=None if placements is None else int(least * placements),
            placements=placements,
            best_first_fields=tuple(best_first_fields),
            player=self._player_result(start) if (start == "opening") in self._tally else None,
            states=self._search.states,
        )

    def orbit(self, f: int) -> list[int]:
        """Return the images of a field under the symmetries of the board, in increasing order."""
        return sorted({image[f] for image in self.symmetries})

    def _chance_bound(self, start: str, f: int) -> Fraction:
        """Return an upper bound on the share of games that can be won with a first field."""
        placements = self.placements(start, f)
        most_wins = self._most.get((start == "opening", f), self.placements("safe", f))
        return Fraction(min(most_wins, placements), placements)

    def _search_from(self, start: str, f: int, enough: int, deadline: Deadline) -> None:
        """Find the maximum number of wins with a first field, or an upper bound ≤ `enough`."""
        opening = start == "opening"
        if not opening:
            enough = min(enough, self.placements("safe", f) - 1)
        self._most[opening, f] = self._search.most_wins(f, opening, enough, deadline.seconds_left)

    def _player_result(self, start: str, deadline: Deadline = NEVER) -> PlayerResult:
        f, opening = PLAYER_FIRST_FIELD, start == "opening"
        if opening not in self._tally:
            self._tally[opening] = self._search.safest_play(f, opening, deadline.seconds_left)
        wins, guesses = self._tally[opening]
        return PlayerResult(wins, self.placements(start, f), guesses)


def symmetries(rows: int, cols: int) -> list[list[int]]:
    """Return the permutations of the fields that are symmetries of a board.

    >>> symmetries(1, 3)
    [[0, 1, 2], [2, 1, 0]]
    """
    fields = [list(range(row * cols, (row + 1) * cols)) for row in range(rows)]
    boards = [fields, [list(column) for column in zip(*fields, strict=True)]]
    images = [
        [f for row in board[::down] for f in row[::right]]
        for board in (boards if rows == cols else boards[:1])
        for right in (1, -1)
        for down in (1, -1)
    ]
    return [list(image) for image in dict.fromkeys(map(tuple, images))]
