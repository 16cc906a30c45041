"""Checking certificates of minima, line by line.

This shares no code with the search that writes them: it finds the clusters itself, and works on
sets of them as Python integers. What it relies on is written here in full.

A state is the set S of flooded clusters, and opt(S) the fewest moves that flood the rest. opt is
monotone: more flooded clusters never need more moves. A nogood (Z, r) claims opt(B) > r for the set
B of all clusters outside Z, and so for every state in which all of Z is dry. It holds

``bound``
    if the bound h(B) is above r. h counts moves while something is dry: if there are colours all of
    whose dry clusters lie next to flooded ones, these are flooded, for one move each; otherwise all
    that lies next to flooded clusters is, for one move.

``moves``
    if each colour leads from B into a set of which an earlier nogood claims that r-1 moves do not
    suffice. A colour that floods nothing need not be looked at: a shortest solution has none.

``finish``
    if one colour does, provided that its dry clusters, and there are some, all lie next to flooded
    ones. Then a shortest solution may as well begin with it: it has to be chosen some time, and if
    that choice is made at once instead, no state that is reached later shrinks.

The last nogood must have r = p-1 and a Z without the pivot's cluster. Then, at the start, p-1 moves
do not suffice. That p do is replayed.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.referee import Grid, floods

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


DIGITS = 18
"""More than any number in a certificate has."""


class Checked(NamedTuple):
    """A certificate that holds.

    Parameters
    ----------
    board : str
        The board's rows, joined by ``/``.
    minimum : int
    nogoods : int
        How many were checked.
    """

    board: str
    minimum: int
    nogoods: int


class Clusters(NamedTuple):
    """A board's clusters, ordered by their first cells; sets of them are bits of an integer.

    Parameters
    ----------
    near : list of int
        For each cluster the set of those next to it.
    of_colour : list of int
        For each colour the set of its clusters.
    """

    near: list[int]
    of_colour: list[int]

    @property
    def whole(self) -> int:
        """The set of all clusters."""
        return (1 << len(self.near)) - 1

    def around(self, s: int) -> int:
        """Return all clusters next to a member of s."""
        near = 0
        while s:
            bit = s & -s
            near |= self.near[bit.bit_length() - 1]
            s ^= bit
        return near


class RefusedError(Exception):
    """What is wrong with a line."""


def check(lines: Iterable[str]) -> Iterator[Checked]:
    r"""Check certificates one after the other, and yield what each proves.

    Parameters
    ----------
    lines : iterable of str
        As `certificate` describes them.

    Raises
    ------
    InputError
        At the first line that is malformed or claims what does not follow.

    Examples
    --------
    >>> lines = "board 01/10\nmoves 1 0\nnogoods 1\n0 1 bound e\nend\n".splitlines()
    >>> list(check(lines))
    [Checked(board='01/10', minimum=2, nogoods=1)]
    >>> list(check(["board 01/10", "moves 1"]))
    Traceback (most recent call last):
    puzzlesat.common.errors.InputError: line 2: the moves do not flood the board
    """
    reader = Reader(lines)
    try:
        while (words := reader.words()) is not None:
            yield _certificate(words, reader)
    except RefusedError as error:
        raise InputError(f"line {reader.number}: {error}") from None


class Reader:
    """Gives out lines as words, and knows the number of the last one, counted from 1."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.number = 0

    def words(self) -> list[str] | None:
        """Return the words of the next line, None if there is none."""
        self.number += 1
        line = next(self.lines, None)
        return None if line is None else line.split()

    def next(self) -> list[str]:
        """Return the words of the next line, which must be there."""
        words = self.words()
        if words is None:
            raise RefusedError("the certificate is cut short; its last line should be: end")
        return words


def _certificate(words: list[str], reader: Reader) -> Checked:
    """Check one certificate, whose first line has been read."""
    board, grid = _board(words)
    clusters = _clusters(grid)
    minimum = _moves(reader.next(), grid)
    count = _count(reader.next())
    nogoods: list[tuple[int, int]] = []
    for number in range(count):
        nogoods.append(_nogood(reader.next(), number, clusters, nogoods))
    _last(minimum, nogoods)
    if reader.next() != ["end"]:
        raise RefusedError("here should stand: end")
    return Checked(board, minimum, count)


def _board(words: list[str]) -> tuple[str, Grid]:
    match words:
        case ["board", text]:
            rows = text.split("/")
            if set(text) <= {*SYMBOLS, "/"} and rows[0] and len({*map(len, rows)}) == 1:
                return text, tuple(tuple(map(SYMBOLS.index, row)) for row in rows)
    raise RefusedError("here should stand: board, and its rows joined by /, all equally long")


def _moves(words: list[str], grid: Grid) -> int:
    if words[:1] != ["moves"] or not all(word.isdecimal() for word in words[1:]):
        raise RefusedError("here should stand: moves, and the colours of a solution, by number")
    if not floods(grid, [int(word) for word in words[1:]]):
        raise RefusedError("the moves do not flood the board")
    return len(words) - 1


def _count(words: list[str]) -> int:
    match words:
        case ["nogoods", count] if count.isdecimal():
            return int(count)
    raise RefusedError("here should stand: nogoods, and how many")


def _clusters(grid: Grid) -> Clusters:
    of_cell: dict[tuple[int, int], int] = {}
    colours: list[int] = []
    for r, row in enumerate(grid):
        for c, colour in enumerate(row):
            if (r, c) in of_cell:
                continue
            waiting = [(r, c)]
            while waiting:
                cell = waiting.pop()
                if cell not in of_cell:
                    of_cell[cell] = len(colours)
                    waiting += [d for d in _beside(grid, *cell) if grid[d[0]][d[1]] == colour]
            colours.append(colour)
    near = [0] * len(colours)
    for cell, x in of_cell.items():
        near[x] |= reduce(or_, (1 << of_cell[d] for d in _beside(grid, *cell)), 0) & ~(1 << x)
    of_colour = [
        sum(1 << x for x, colour in enumerate(colours) if colour == c)
        for c in range(max(colours) + 1)
    ]
    return Clusters(near, of_colour)


def _beside(grid: Grid, r: int, c: int) -> list[tuple[int, int]]:
    cells = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [(r, c) for r, c in cells if 0 <= r < len(grid) and 0 <= c < len(grid[0])]


def _nogood(
    words: list[str], number: int, clusters: Clusters, earlier: list[tuple[int, int]]
) -> tuple[int, int]:
    """Return Z and r of a nogood that holds."""
    match words:
        case [own, level, "bound" | "moves" | "finish" as kind, hexadecimal, *reasons]:
            if own != str(number):
                raise RefusedError(f"the nogood's number is {own}, but should be {number}")
            z, r = _set(hexadecimal, clusters), _whole(level, "r")
        case _:
            raise RefusedError(
                "a nogood should be: number, r, bound or moves or finish, Z, reasons"
            )
    b = clusters.whole & ~z
    front = clusters.around(b) & z
    if kind == "bound":
        if reasons:
            raise RefusedError("a nogood by the bound has no reasons")
        if _h(clusters, b) <= r:
            raise RefusedError(f"the bound of this set is not above {r}")
    elif kind == "moves":
        if len(reasons) != len(clusters.of_colour):
            raise RefusedError(
                f"there should be {len(clusters.of_colour)} reasons, one for each colour"
            )
        for c, reason in enumerate(reasons):
            if front & clusters.of_colour[c]:
                _refuted(b | (front & clusters.of_colour[c]), r - 1, c, reason, earlier)
            elif reason != "-":
                _reason(reason, earlier)
    else:
        if len(reasons) != 2:
            raise RefusedError("a nogood that finishes a colour has two reasons, colour and nogood")
        c = _whole(reasons[0], "the colour")
        dry = z & clusters.of_colour[c] if c < len(clusters.of_colour) else 0
        if not dry or dry & ~front:
            raise RefusedError(f"colour {c} cannot be finished from this set")
        _refuted(b | dry, r - 1, c, reasons[1], earlier)
    return z, r


def _refuted(s: int, r: int, c: int, reason: str, earlier: list[tuple[int, int]]) -> None:
    """Refuse a nogood unless the one that it names says that r moves do not suffice from s."""
    z, level = _reason(reason, earlier)
    if level < r:
        raise RefusedError(f"colour {c}: nogood {reason} speaks of {level} moves left, not of {r}")
    if s & z:
        raise RefusedError(f"colour {c} leads out of what nogood {reason} speaks of")


def _reason(reason: str, earlier: list[tuple[int, int]]) -> tuple[int, int]:
    if not reason.isdecimal() or int(reason) >= len(earlier):
        raise RefusedError(f"{reason} is not the number of an earlier nogood")
    return earlier[int(reason)]


def _set(hexadecimal: str, clusters: Clusters) -> int:
    if not set(hexadecimal) <= set("0123456789abcdef"):
        raise RefusedError(f"Z is {hexadecimal}, but should be hexadecimal")
    z = int(hexadecimal, 16)
    if not 0 < z <= clusters.whole:
        raise RefusedError(f"Z should be a set of some of the {len(clusters.near)} clusters")
    if z & 1:
        raise RefusedError("Z has the start's own cluster in it, which is never dry")
    return z


def _whole(word: str, name: str) -> int:
    if not word.isdecimal() or len(word) > DIGITS:
        raise RefusedError(f"{name} is {word[:DIGITS]}, but should be a whole number from 0 on")
    return int(word)


def _h(clusters: Clusters, flooded: int) -> int:
    moves = 0
    while dry := clusters.whole & ~flooded:
        front = clusters.around(flooded) & dry
        finished = [
            of_c & dry for of_c in clusters.of_colour if of_c & dry and not of_c & dry & ~front
        ]
        moves += len(finished) or 1
        flooded |= reduce(or_, finished) if finished else front
    return moves


def _last(minimum: int, nogoods: list[tuple[int, int]]) -> None:
    """Refuse a certificate that does not say of the start that minimum-1 moves do not suffice."""
    if minimum == 0:
        return
    if not nogoods:
        raise RefusedError(f"no nogood says that {minimum - 1} moves do not suffice")
    z, r = nogoods[-1]
    if r < minimum - 1:
        raise RefusedError(f"the last nogood speaks of {r} moves left, not of {minimum - 1}")
    if z & 1:
        raise RefusedError("the last nogood does not speak of the start: its Z holds cluster 0")
