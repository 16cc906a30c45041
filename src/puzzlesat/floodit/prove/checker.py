"""Check refutations, which prove minima by nogoods, line by line.

The checker shares no code with the search that finds the nogoods. It finds the clusters itself and
represents sets of clusters as Python integers. All its assumptions are stated here.

A state is the set S of flooded clusters, and opt(S) the smallest number of moves that flood the
rest. opt is monotone: more flooded clusters never need more moves. A nogood (Z, r) claims
opt(B) > r for the set B of all clusters outside Z, and thus opt(S) > r for every state S in which
all of Z is dry. There are three kinds of nogoods:

``bound``
    It holds if the bound h(B) is above r. h counts moves in steps until no cluster is dry. If there
    are colours all of whose dry clusters are next to flooded ones, a step floods these clusters and
    counts one move per colour. Otherwise it floods all clusters next to flooded ones and counts one
    move.

``moves``
    It holds if each colour that floods something leads from B to a set for which an earlier nogood
    claims that r-1 moves do not suffice. A shortest solution has no moves that flood nothing.

``finish``
    It holds if, for one colour, an earlier nogood claims that r-1 moves do not suffice from the set
    to which the colour leads, and all dry clusters of this colour, of which there is at least one,
    are next to flooded ones. Then some shortest solution begins with the colour: it must be chosen
    at some time, and if it is chosen at once instead, no later state becomes smaller.

Let p be the length of the solution in the refutation. The last nogood must have r ≥ p-1 and a Z
without the pivot's cluster. Then, at the start, p-1 moves do not suffice. A replay of the solution
shows that p moves do.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product, zip_longest
from operator import or_
from typing import NamedTuple

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import MAX_PROOF_FIELDS, check_proof_size
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER, Coordinates, Grid, floods

SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols of colours 0, 1, 2, …, one character each, independent of the board's source."""

MAX_DIGITS = 18
"""Maximum number of digits of a number in a refutation."""


class Checked(NamedTuple):
    """A refutation that holds, with the number of its nogoods."""

    grid: Grid
    minimum: int
    nogoods: int
    start: Coordinates = CORNER

    @property
    def board(self) -> Board:
        """The board whose minimum is proven."""
        return Board.of(self.grid, max(map(max, self.grid)) + 1).with_start(self.start)

    @property
    def short_answer(self) -> str:
        """The answer without its board."""
        return f"minimum {self.minimum}"

    def in_words(self, number: int) -> str:
        """Return a sentence on the verified minimum of the board with this number.

        Examples
        --------
        >>> Checked(((0, 1), (1, 0)), 2, 1).in_words(7)
        'board 7 (2 rows, 2 columns, 2 colours, start A1) needs 2 moves, \
verified by the checker of nogoods (1 nogood)'
        """
        moves, nogoods = counted(self.minimum, "move"), counted(self.nogoods, "nogood")
        return (
            f"board {number} ({self.board.size_and_start}) needs {moves}, "
            f"verified by the checker of nogoods ({nogoods})"
        )


class Clusters(NamedTuple):
    """A board's clusters: the start's is number 0, and the others follow by first field.

    `adjacent` contains for each cluster the set of adjacent ones, and `of_colour` for each colour
    the set of its clusters. Sets are integers, with a bit for each cluster.
    """

    adjacent: list[int]
    of_colour: list[int]

    @property
    def all_clusters(self) -> int:
        """The set of all clusters."""
        return (1 << len(self.adjacent)) - 1

    def neighbours_of(self, s: int) -> int:
        """Return all clusters adjacent to a member of s."""
        adjacent = 0
        while s:
            bit = s & -s
            adjacent |= self.adjacent[bit.bit_length() - 1]
            s ^= bit
        return adjacent


class RefusedError(Exception):
    """A line that is malformed, or whose claim does not follow."""


def check_refutation(lines: Iterable[str]) -> Iterator[Checked]:
    r"""Check refutations one after the other, and yield the result of each.

    Parameters
    ----------
    lines : iterable of str
        In the format that the module `nogoods` describes.

    Raises
    ------
    InputError
        At the first line that is malformed or whose claim does not follow.

    Examples
    --------
    >>> lines = "board 01/10\nmoves 1 0\nnogoods 1\n0 1 bound e\nend\n".splitlines()
    >>> list(check_refutation(lines))
    [Checked(grid=((0, 1), (1, 0)), minimum=2, nogoods=1, start=(0, 0))]
    >>> list(check_refutation(["board 01/10", "moves 1"]))
    Traceback (most recent call last):
    puzzlesat.common.errors.InputError: line 2: the moves do not flood the board
    """
    reader = Reader(lines)
    try:
        while (words := reader.words()) is not None:
            yield _refutation(words, reader)
    except RefusedError as error:
        raise InputError(f"line {reader.number}: {error}") from None


def check_boards(lines: Iterable[str], boards: Iterable[Board]) -> Iterator[Checked]:
    r"""Check that the boards have these refutations, in this order, and yield the result of each.

    `check_refutation` accepts a file that lacks some boards, or that was written for other boards.
    Here, each board must have a refutation, which must agree with `Board.known_minimum` if that is
    given. Boards are compared by shape, start and colours up to renaming. Raise `InputError` at the
    first line that `check_refutation` refuses, or if a board has no refutation, or a refutation is
    for another board or another minimum.

    Examples
    --------
    >>> lines = "board 01/10\nmoves 1 0\nnogoods 1\n0 1 bound e\nend\n".splitlines()
    >>> [checked.minimum for checked in check_boards(lines, [Board.of([[0, 1], [1, 0]])])]
    [2]
    >>> list(check_boards(lines, [Board.of([[0, 1], [1, 1]])]))
    Traceback (most recent call last):
    puzzlesat.common.errors.InputError: refutation 0 is for a board other than board 0
    """
    for number, (board, checked) in enumerate(zip_longest(boards, check_refutation(lines))):
        if checked is None:
            raise InputError(f"no refutation for board {number}")
        if board is None:
            raise InputError(f"refutation {number}: no board {number} is given")
        proven = checked.board
        if proven.pattern != board.pattern:
            same = proven.size_and_start == board.size_and_start
            words = "" if same else f": {proven.size_and_start}, not {board.size_and_start}"
            raise InputError(f"refutation {number} is for a board other than board {number}{words}")
        check_minimum(board, checked.minimum, number)
        yield checked


def check_minimum(board: Board, minimum: int, number: int) -> None:
    """Raise `InputError` if the source of the board gives another minimum."""
    known = board.known_minimum
    if known and known != minimum:
        needed = counted(minimum, "move")
        raise InputError(f"board {number} needs {needed}, but its file gives {known}")


class Reader:
    """A reader that splits lines into words, and counts the lines from 1."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.number = 0

    def words(self) -> list[str] | None:
        """Return the words of the next line, or None at the end."""
        self.number += 1
        line = next(self.lines, None)
        return None if line is None else line.split()

    def next(self) -> list[str]:
        """Return the words of the next line, which must exist."""
        words = self.words()
        if words is None:
            raise RefusedError("the refutation is truncated; expected 'end' as its last line")
        return words


def _refutation(words: list[str], reader: Reader) -> Checked:
    """Check one refutation, whose first line has been read."""
    grid = _board(words)
    start, words = CORNER, reader.next()
    if words[:1] == ["start"]:
        start, words = _start(words, grid), reader.next()
    minimum = _minimum(words, grid, start)
    clusters = _clusters(grid, start)
    count = _count(reader.next())
    nogoods: list[tuple[int, int]] = []
    for number in range(count):
        nogoods.append(_nogood(reader.next(), number, clusters, nogoods))
    _check_last(minimum, nogoods)
    if reader.next() != ["end"]:
        raise RefusedError("expected 'end'")
    return Checked(grid, minimum, count, start)


def _board(words: list[str]) -> Grid:
    match words:
        case ["board", text] if len(text) <= 2 * MAX_PROOF_FIELDS:
            rows = text.split("/")
            if {*text} <= {*SYMBOLS, "/"} and len({*map(len, rows)}) == 1 and rows[0]:
                _check_size(len(rows), len(rows[0]))
                return tuple(tuple(map(SYMBOLS.index, row)) for row in rows)
        case ["board", _]:
            raise RefusedError(f"the board has more than {MAX_PROOF_FIELDS:,} fields")
    raise RefusedError(
        "expected 'board' and its rows, all equally long, joined by /; a digit or a letter for "
        "each field"
    )


def _check_size(rows: int, cols: int, moves: int = 0) -> None:
    try:
        check_proof_size(rows, cols, moves + 1)
    except InputError as error:
        raise RefusedError(str(error)) from None


def _start(words: list[str], grid: Grid) -> Coordinates:
    match words:
        case ["start", row, column]:
            r, c = _whole(row, "the start's row"), _whole(column, "the start's column")
            if r < len(grid) and c < len(grid[0]):
                return r, c
    raise RefusedError("expected 'start', and row and column of a field of the board")


def _minimum(words: list[str], grid: Grid, start: Coordinates) -> int:
    if words[:1] != ["moves"] or not {*words[1:]} <= {*SYMBOLS}:
        raise RefusedError("expected 'moves' and the colours of a solution")
    _check_size(len(grid), len(grid[0]), len(words) - 1)
    if not floods(grid, [SYMBOLS.index(word) for word in words[1:]], start):
        raise RefusedError("the moves do not flood the board")
    return len(words) - 1


def _count(words: list[str]) -> int:
    match words:
        case ["nogoods", count] if _is_whole(count):
            return int(count)
    raise RefusedError("expected 'nogoods' and their number")


def _clusters(grid: Grid, start: Coordinates) -> Clusters:
    cluster_of: dict[Coordinates, int] = {}
    colours: list[int] = []
    for first in (start, *product(range(len(grid)), range(len(grid[0])))):
        if first in cluster_of:
            continue
        colour = grid[first[0]][first[1]]
        pending = [first]
        while pending:
            field = pending.pop()
            if field not in cluster_of:
                cluster_of[field] = len(colours)
                pending += [d for d in _adjacent(grid, *field) if grid[d[0]][d[1]] == colour]
        colours.append(colour)
    adjacent = [0] * len(colours)
    for field, x in cluster_of.items():
        neighbours = reduce(or_, (1 << cluster_of[d] for d in _adjacent(grid, *field)), 0)
        adjacent[x] |= neighbours & ~(1 << x)
    of_colour = [
        sum(1 << x for x, colour in enumerate(colours) if colour == c)
        for c in range(max(colours) + 1)
    ]
    return Clusters(adjacent, of_colour)


def _adjacent(grid: Grid, r: int, c: int) -> list[Coordinates]:
    fields = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [(r, c) for r, c in fields if 0 <= r < len(grid) and 0 <= c < len(grid[0])]


def _nogood(
    words: list[str], number: int, clusters: Clusters, earlier: list[tuple[int, int]]
) -> tuple[int, int]:
    """Check a nogood, and return its Z and r."""
    match words:
        case [number_text, r_text, "bound" | "moves" | "finish" as kind, hexadecimal, *reasons]:
            if number_text != str(number):
                raise RefusedError(f"expected nogood {number}, not {quoted(number_text)}")
            z, r = _cluster_set(hexadecimal, clusters), _whole(r_text, "r")
        case _:
            raise RefusedError(
                "expected a nogood: number, r, kind (bound, moves or finish), Z, reasons"
            )
    b = clusters.all_clusters & ~z
    front = clusters.neighbours_of(b) & z
    if kind == "bound":
        if reasons:
            raise RefusedError("a nogood of kind bound takes no reasons")
        if _h(clusters, b) <= r:
            raise RefusedError(f"the bound of this set is not above {r}")
    elif kind == "moves":
        if len(reasons) != len(clusters.of_colour):
            raise RefusedError(f"expected {len(clusters.of_colour)} reasons, one for each colour")
        for c, (of_c, reason) in enumerate(zip(clusters.of_colour, reasons, strict=True)):
            if front & of_c:
                _check_reason(b | (front & of_c), r - 1, SYMBOLS[c], reason, earlier)
            elif reason != "-":
                _earlier_nogood(reason, earlier)
    else:
        if len(reasons) != 2:
            raise RefusedError("a nogood of kind finish takes two reasons, a colour and a nogood")
        symbol, reason = reasons
        clusters_of = dict(zip(SYMBOLS, clusters.of_colour, strict=False))
        dry = z & clusters_of.get(symbol, 0)
        if not dry or dry & ~front:
            raise RefusedError(f"colour {symbol} cannot be finished from this set")
        _check_reason(b | dry, r - 1, symbol, reason, earlier)
    return z, r


def _check_reason(s: int, r: int, symbol: str, reason: str, earlier: list[tuple[int, int]]) -> None:
    """Raise `RefusedError` unless a nogood's reason implies that r moves do not suffice from s."""
    z, level = _earlier_nogood(reason, earlier)
    if level < r:
        raise RefusedError(f"colour {symbol}: nogood {reason} is for {level} moves left, not {r}")
    if s & z:
        raise RefusedError(f"colour {symbol} leads to a state that nogood {reason} does not cover")


def _earlier_nogood(reason: str, earlier: list[tuple[int, int]]) -> tuple[int, int]:
    if not _is_whole(reason) or int(reason) >= len(earlier):
        raise RefusedError(f"{quoted(reason)} is not the number of an earlier nogood")
    return earlier[int(reason)]


def _cluster_set(hexadecimal: str, clusters: Clusters) -> int:
    if not set(hexadecimal) <= set("0123456789abcdef"):
        raise RefusedError(f"expected Z in hexadecimal, not {quoted(hexadecimal)}")
    z = int(hexadecimal, 16)
    if not 0 < z <= clusters.all_clusters:
        count = len(clusters.adjacent)
        raise RefusedError(f"expected Z to be a set of some of the {count} clusters")
    if z & 1:
        raise RefusedError("Z contains the start's own cluster, which is never dry")
    return z


def _is_whole(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS


def _whole(word: str, name: str) -> int:
    if not _is_whole(word):
        raise RefusedError(f"expected a whole number of at least 0 for {name}, not {quoted(word)}")
    return int(word)


def _h(clusters: Clusters, flooded: int) -> int:
    moves = 0
    while dry := clusters.all_clusters & ~flooded:
        front = clusters.neighbours_of(flooded) & dry
        finishable = [
            of_c & dry for of_c in clusters.of_colour if of_c & dry and not of_c & dry & ~front
        ]
        moves += len(finishable) or 1
        flooded |= reduce(or_, finishable) if finishable else front
    return moves


def _check_last(minimum: int, nogoods: list[tuple[int, int]]) -> None:
    """Raise `RefusedError` unless the last nogood refutes minimum-1 moves from the start."""
    if minimum == 0:
        return
    if not nogoods:
        raise RefusedError(f"no nogood refutes {minimum - 1} moves")
    _, r = nogoods[-1]  # no Z contains cluster 0, the start's
    if r < minimum - 1:
        raise RefusedError(f"the last nogood is for {r} moves left, not {minimum - 1}")
