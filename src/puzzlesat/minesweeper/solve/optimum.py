"""The chance to win under perfect play, exactly, by searching all that can happen.

All placements of mines are equally likely, so the chance is a number of placements that are won, of
all. How a game starts says of which:

===========  ====================================================================================
unprotected  all placements of the mines; the first field may be one
safe         those in which the field uncovered first is free, as in `board.game.Game`
opening      those in which it and all fields around it are free, so that it shows 0
===========  ====================================================================================

So the games of ``opening`` depend on the first field. Those of ``safe`` do not, and they are won
exactly where those of ``unprotected`` are, which are lost besides if the first field is a mine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, inf
from threading import Thread
from time import monotonic
from typing import Any

import numpy as np

from puzzlesat.minesweeper.board.sample import STARTS, check_opening, check_searched
from puzzlesat.minesweeper.board.state import neighbours
from puzzlesat.minesweeper.solve import tree

MEMORY = 1 << 30
"""Bytes that a search takes at most where nobody says otherwise."""

ENTRIES = 1 << 14
"""With so many entries, a power of two, a table begins."""

LONGEST = 1e7
"""Seconds that a search takes at most."""

PLAYERS_FIRST = 0
"""The field that the player ``exact`` uncovers first: a corner has the fewest fields around it."""


@dataclass(frozen=True)
class Optimum:
    """How well a game on a board can be played.

    Parameters
    ----------
    status : str
        ``optimal``; ``timeout`` or ``memory`` if that was used up before.
    least, most : Fraction
        Bounds on the chance to win under perfect play, the same if it is known.
    wins, games : int, optional
        How many placements are won by the best first moves, of how many; None if unknown.
    moves : tuple of int
        The best first moves, in rising order.
    player : tuple of int, optional
        How many placements the player ``exact`` wins, of how many, and how often it guesses in all
        of them; None if that is unknown.
    states : int
        Sets of placements in the table.
    """

    status: str
    least: Fraction
    most: Fraction
    wins: int | None
    games: int | None
    moves: tuple[int, ...]
    player: tuple[int, int, int] | None
    states: int


class Tree:
    """All that can happen in a game on a board.

    Parameters
    ----------
    rows, cols, mines : int
        The board, of `MOST_SEARCHED` fields at most, one of them free.
    memory : int
        Bytes that it may take.

    Raises
    ------
    InputError
        If the board has too many fields.

    Examples
    --------
    >>> best = Tree(4, 4, 4).best("unprotected")
    >>> best.wins, best.games, best.moves
    (961, 1820, (1, 2, 4, 7, 8, 11, 13, 14))
    """

    def __init__(self, rows: int, cols: int, mines: int, memory: int = MEMORY) -> None:
        check_searched(rows, cols)
        self.rows, self.cols, self.mines = rows, cols, mines
        self.fields = rows * cols
        self.size = comb(self.fields, mines)
        self.memory = memory
        self.around = neighbours(rows, cols)
        self.pictures = pictures(rows, cols)
        self._deadline: float
        self._searches: dict[str, tree.Search] = {}
        self._most: dict[tuple[bool, int], int] = {}
        self._tally: dict[bool, int] = {}

    def games(self, start: str, f: int) -> int:
        """Return of how many placements a game is drawn that starts in a field."""
        if start == "unprotected":
            return self.size
        free = 1 + (len(self.around[f]) if start == "opening" else 0)
        return comb(self.fields - free, self.mines)

    def starts(self) -> list[str]:
        """Return those of `STARTS` that there are games for: an opening takes some room."""
        return [start for start in STARTS if self.games(start, PLAYERS_FIRST)]

    def best(self, start: str, timeout: float | None = None) -> Optimum:
        """Return how well a game can be played.

        What one call has found out, another one knows.

        Parameters
        ----------
        start : str
            One of `STARTS`.
        timeout : float, optional
            Wall-clock seconds.

        Raises
        ------
        InputError
            If there is no such game.
        """
        if start == "opening":
            check_opening(self.rows, self.cols, self.mines)
        self._deadline = inf if timeout is None else monotonic() + timeout
        firsts = [f for f in range(self.fields) if self.orbit(f)[0] == f and self.games(start, f)]
        least, status = Fraction(0), "optimal"
        exact: dict[int, Fraction] = {}
        try:
            least = Fraction(self._played(start)[0], self.games(start, PLAYERS_FIRST))
            for f in firsts:
                self._search_from(start, f, self.games(start, f))
            for f in sorted(firsts, key=lambda f: self._chance(start, f), reverse=True):
                if self._chance(start, f) >= least:
                    self._search_from(start, f, ceil(least * self.games(start, f)) - 1)
                    if self._chance(start, f) >= least:
                        exact[f] = least = self._chance(start, f)
        except TimeoutError:
            status = "timeout"
        except MemoryError:
            status = "memory"
        most = least if status == "optimal" else max(self._chance(start, f) for f in firsts)
        moves = sorted(g for f in exact if exact[f] == most for g in self.orbit(f))
        games = self.games(start, moves[0]) if moves and status == "optimal" else None
        return Optimum(
            status,
            least,
            most,
            wins=None if games is None else int(least * games),
            games=games,
            moves=tuple(moves) if status == "optimal" else (),
            player=self._played(start) if self._is_opening(start) in self._tally else None,
            states=int(self._searches["best"].status[1]) if "best" in self._searches else 0,
        )

    def orbit(self, f: int) -> list[int]:
        """Return the fields where the board's symmetries take a field, in rising order."""
        return sorted({int(g) for g in self.pictures[:, f]})

    def _is_opening(self, start: str) -> bool:
        """Tell the starts apart in which other placements are won."""
        return start == "opening"

    def _chance(self, start: str, f: int) -> Fraction:
        """Return what is known of the most wins from a first field on, of all games."""
        games = self.games(start, f)
        known = self._most.get((self._is_opening(start), f), self.games("safe", f))
        return Fraction(min(known, games), games)

    def _search_from(self, start: str, f: int, enough: int) -> None:
        """Find the most wins from a first field on or, if they are not more than enough, a bound.

        With all its games for enough, that is the bound that the next guess gives.
        """
        opening = self._is_opening(start)
        if opening:
            first, size, top = self._opened("best", f)
            found = self._run("best", tree.most_wins, first, size, top, 0, -1, enough, 0)
        else:
            enough = min(enough, self.games("safe", f) - 1)
            found = self._run("best", tree.most_wins, 0, self.size, self.size, 0, f, enough, 0)
        self._most[opening, f] = found

    def _played(self, start: str) -> tuple[int, int, int]:
        """Return how many placements the player ``exact`` wins, of how many, and its guesses."""
        f, opening = PLAYERS_FIRST, self._is_opening(start)
        if opening not in self._tally:
            if opening:
                first, size, top = self._opened("player", f)
                tally = self._run("player", tree.played, first, size, top, 0, -1, 0)
            else:
                tally = self._run("player", tree.played, 0, self.size, self.size, 0, f, 0)
            self._tally[opening] = tally
        guesses, wins = divmod(self._tally[opening], tree.GUESS)
        return wins, self.games(start, f), guesses

    def _opened(self, who: str, f: int) -> tuple[int, int, int]:
        """Part all placements by a first field; return where those stand that show 0 there."""
        search = self._search(who)
        while True:
            sizes = search.sizes[-1]
            safe = tree.part(search, 0, self.size, self.size, f, sizes)
            if safe >= 0:
                return self.size, int(sizes[0]), self.size + int(sizes[0])
            search = self._with_room(who)

    def _search(self, who: str) -> tree.Search:
        """Return what a search works on, with all placements in front; made once for each.

        Raises
        ------
        MemoryError
            If there is no memory for it.
        """
        if who not in self._searches:
            self._check_memory(4 * 2 * self.size + 32 * ENTRIES)
            depths, fields = self.fields + 3, self.fields
            search = tree.Search(
                np.array([sum(1 << g for g in around) for around in self.around]),
                self.pictures if who == "best" else self.pictures[:1],
                np.zeros(2 * self.size + 64, np.uint32),
                np.zeros((ENTRIES, 2), np.int64),
                np.zeros((ENTRIES, 2), np.int64),
                np.zeros(2, np.int64),
                np.zeros(fields, np.int64),
                np.zeros((depths, fields), np.int64),
                np.zeros((depths, fields), np.int64),
                np.zeros((depths, 27), np.int64),
            )
            tree.place(self.fields, self.mines, search.buffer)
            self._searches[who] = search
        return self._searches[who]

    def _check_memory(self, more: int) -> None:
        used = sum(
            array.nbytes
            for search in self._searches.values()
            for array in (search.buffer, search.keys, search.found)
        )
        if used + more > self.memory:
            raise MemoryError

    def _with_room(self, who: str) -> tree.Search:
        """Double what a search has run out of, and return what it works on then."""
        search = self._searches[who]
        if search.status[0] == tree.TABLE_FULL:
            keys, found = search.keys, search.found
            self._check_memory(2 * (keys.nbytes + found.nbytes))
            larger = np.zeros((2 * len(keys), 2), np.int64)
            search = search._replace(keys=larger, found=np.zeros_like(larger))
            tree.move(keys, found, search.keys, search.found)
        else:
            self._check_memory(2 * search.buffer.nbytes)
            buffer = np.zeros(2 * len(search.buffer), np.uint32)
            buffer[: len(search.buffer)] = search.buffer
            search = search._replace(buffer=buffer)
        self._searches[who] = search
        return search

    def _run(self, who: str, function: Callable[..., Any], *arguments: int) -> Any:
        """Run a compiled search with as much room as it takes.

        It runs in a thread of its own and is told when to stop, as a signal or the clock would not
        reach it. What it has found by then stays in the table.

        Raises
        ------
        TimeoutError, MemoryError
            If time or memory is up.
        """
        search = self._search(who)
        while True:
            search.status[0] = tree.RUNNING
            found: list[Any] = []

            def run(search: tree.Search = search, found: list[Any] = found) -> None:
                found.append(function(search, *arguments))

            thread = Thread(target=run, daemon=True)
            thread.start()
            try:
                thread.join(min(max(self._deadline - monotonic(), 0), LONGEST))
            finally:
                if thread.is_alive():
                    search.status[0] = tree.STOPPED
                    thread.join()
            if search.status[0] == tree.STOPPED:
                raise TimeoutError
            if search.status[0] == tree.RUNNING:
                return found[0]
            search = self._with_room(who)


def pictures(rows: int, cols: int) -> tree.Numbers:
    """Return where each symmetry of a board takes each field, a row for each symmetry.

    Examples
    --------
    >>> pictures(1, 3).tolist()
    [[0, 1, 2], [2, 1, 0]]
    """
    fields = np.arange(rows * cols).reshape(rows, cols)
    turned = [fields, fields.T] if rows == cols else [fields]
    found = [
        picture.ravel().tolist()
        for board in turned
        for picture in (board, board[::-1], board[:, ::-1], board[::-1, ::-1])
    ]
    return np.array([list(picture) for picture in dict.fromkeys(map(tuple, found))])
