"""Boards as the thesis defines them: fields, colours, neighbours and clusters (chapter 2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from string import ascii_letters, digits
from typing import Any

from puzzlesat.common.colours import EMOJI, is_colour
from puzzlesat.common.errors import InputError, counted, field_name, quoted
from puzzlesat.common.limits import check_shape, is_whole
from puzzlesat.floodit.board.referee import CORNER, Coordinates

SYMBOLS = digits + ascii_letters
"""The default symbols of colours 0, 1, 2, …; their number is the maximum number of colours."""

ONE_CHARACTER_SYMBOLS = SYMBOLS + "".join(EMOJI)
"""The symbols of one character, in the order in which they denote the colours of a board."""

MAX_REPR_LENGTH = 60
"""Maximum length of a board's text in its representation."""


@dataclass(frozen=True, repr=False)
class Board:
    """A board of rows × cols fields, each in one of k colours.

    Fields are numbered row by row from the top-left one, which is field 0. In the thesis, boards
    are n×n, and the pivot is field 0.

    Parameters
    ----------
    rows, cols : int
        The shape, each at least 1.
    k : int
        The number of colours to choose from, which may be more than the board shows, but at most
        the number of `SYMBOLS`.
    colour : tuple of int, length rows · cols
        The colour of each field, 0..k-1 (Colour(f) in the thesis).
    symbols : tuple of str or int, length k
        The symbol of each colour in the source of the board and in output: a digit, a letter, a
        number, the name of a colour, or a coloured square or circle.
    known_minimum : int
        The minimum according to the source of the board, or 0 if the source gives none.
    origin : str
        The origin of the board according to its source, such as the seed of a sample.
    start : Coordinates
        Row and column of the pivot; by default the top-left corner, as in the thesis.
    limit : int
        The number of moves that a game allows on this board, or 0 if the source gives none.
    palette : tuple of str, length k or 0
        The colours of a board in a picture, as hexadecimal codes for drawings.

    Raises
    ------
    InputError
        If a value is invalid, or the values contradict each other.

    Examples
    --------
    The 2×2 board with the rows 00 and 12 has the clusters {0, 1}, {2} and {3}:

    >>> board = Board.of([[0, 0], [1, 2]])
    >>> board.k, board.cluster[1], board.neighbours[1], board.clusters
    (3, (0, 1), (0, 3), ((0, 1), (2,), (3,)))
    """

    rows: int
    cols: int
    k: int
    colour: tuple[int, ...]
    symbols: tuple[str | int, ...]
    known_minimum: int = 0
    origin: str = ""
    start: Coordinates = CORNER
    limit: int = 0
    palette: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        check_shape(self.rows, self.cols)
        check_colours(self.k)
        if len(self.colour) != self.rows * self.cols:
            raise InputError(
                f"{self.rows}×{self.cols} fields need {counted(self.rows * self.cols, 'colour')}, "
                f"not {len(self.colour)}"
            )
        if not 0 <= min(self.colour) <= max(self.colour) < self.k:
            raise InputError(f"not all colours of the board are from 0 to {self.k - 1}")
        if len(self.symbols) != self.k:
            raise InputError(
                f"expected {counted(self.k, 'symbol')}, one for each colour, "
                f"not {len(self.symbols)}"
            )
        check_symbols([str(symbol) for symbol in self.symbols])
        check_start(self.start, self.rows, self.cols)
        if len(self.palette) not in (0, self.k):
            raise InputError(f"a palette has {counted(self.k, 'colour')}, not {len(self.palette)}")
        if min(self.limit, self.known_minimum) < 0:
            raise InputError("numbers of moves are at least 0, and 0 if the source gives none")

    @classmethod
    def of(cls, grid: Iterable[Iterable[Any]], k: int | None = None) -> "Board":
        """Return the board of a rectangular grid of colours, which may be a NumPy array.

        Parameters
        ----------
        grid : sequence of sequences
            The rows, with symbols of colours (`puzzlesat.common.colours.is_colour`), which may be
            integers. The order of the colours is that of `SYMBOLS`, of numbers, of names.
        k : int, optional
            The number of colours. If it is given, the grid contains numbers 0..k-1, which are
            colours instead of symbols.

        Raises
        ------
        InputError
            If the grid is empty, or an entry is not a colour.

        Examples
        --------
        >>> Board.of(["RG", "BG"]).grid, Board.of(["RG", "BG"]).symbols
        (((2, 1), (0, 1)), ('B', 'G', 'R'))
        >>> Board.of([[1, 2], [2, 9]]).grid, Board.of([[1, 2], [2, 9]], k=10).grid
        (((0, 1), (1, 2)), ((1, 2), (2, 9)))
        """
        rows = [list(row) for row in grid]
        if not rows or not rows[0]:
            raise InputError("a board needs at least one field")
        if any(len(row) != len(rows[0]) for row in rows):
            raise InputError("the rows of the board differ in length")
        entries = list(chain.from_iterable(rows))
        if k is not None:
            if not all(map(is_whole, entries)):
                raise InputError("with k, the colours are whole numbers from 0")
            return cls(len(rows), len(rows[0]), k, tuple(map(int, entries)), default_symbols(k))
        for entry in entries:
            if not is_whole(entry) and not isinstance(entry, str):
                raise InputError(f"{entry!r} is not a colour; use whole numbers, or symbols")
        words = list(map(str, entries))
        symbols = sorted(set(words), key=_rank)
        colour = colours_of(words, symbols)
        return cls(len(rows), len(rows[0]), len(symbols), tuple(colour), tuple(symbols))

    def __repr__(self) -> str:
        """Return the rows, and what they do not show: further colours, and the start."""
        text = self.text if len(self.text) <= MAX_REPR_LENGTH else f"{self.text[:MAX_REPR_LENGTH]}…"
        k = f", k = {self.k}" if len(set(self.colour)) < self.k else ""
        size = f"{self.rows}×{self.cols} " if len(self.text) > MAX_REPR_LENGTH else ""
        return f"<Board {size}{text}{k}{f', start {self.start_text}' if self.start_text else ''}>"

    def with_start(self, start: Coordinates) -> "Board":
        """Return the board with this start; another start loses the known minimum and the limit.

        Raise `InputError` if the start is not a field of the board.

        Examples
        --------
        >>> Board.of([[0, 1], [1, 0]]).with_start((1, 1)).pivot
        3
        """
        return self if start == self.start else replace(self, start=start, known_minimum=0, limit=0)

    @property
    def centre(self) -> Coordinates:
        """The middle field: of two middle rows the lower, of two middle columns the right one."""
        return self.rows // 2, self.cols // 2

    @property
    def pivot(self) -> int:
        """The field from which play starts: field 0 in the thesis."""
        return self.start[0] * self.cols + self.start[1]

    @property
    def start_text(self) -> str:
        """The start as written in files: ``row,column``, or an empty string for `CORNER`."""
        return "" if self.start == CORNER else format_start(self.start)

    @property
    def subject(self) -> str:
        """The name of the board in messages: its `text`, and its start if that is not `CORNER`."""
        return f"{self.text} from {self.start_text}" if self.start_text else self.text

    @property
    def size_and_start(self) -> str:
        """The shape, the number of colours shown and the start, in words.

        Examples
        --------
        >>> Board.of([[0, 1, 0]]).size_and_start
        '1 row, 3 columns, 2 colours, start A1'
        """
        parts = (self.rows, "row"), (self.cols, "column"), (len(set(self.colour)), "colour")
        sizes = ", ".join(counted(number, noun) for number, noun in parts)
        return f"{sizes}, {self.start_in_words}"

    @property
    def start_in_words(self) -> str:
        """The start in words, with the name of the field."""
        return f"start {field_name(*self.start)}"

    @property
    def pattern(self) -> tuple[int, int, tuple[int, ...], Coordinates]:
        """Shape, colours up to renaming, and start; boards with equal patterns have equal minima.

        Examples
        --------
        >>> Board.of([[2, 0]]).pattern == Board(1, 2, 2, (0, 1), ("x", "y")).pattern
        True
        """
        colour_number = {c: number for number, c in enumerate(dict.fromkeys(self.colour))}
        return self.rows, self.cols, tuple(colour_number[c] for c in self.colour), self.start

    @property
    def plain(self) -> "Board":
        """The same board with the default symbols, and without what its source says about it."""
        return replace(
            self,
            symbols=default_symbols(self.k),
            known_minimum=0,
            origin="",
            limit=0,
            palette=(),
        )

    @property
    def n(self) -> int:
        """The size n in the thesis's bounds: the longer side of a board that is not square."""
        return max(self.rows, self.cols)

    @property
    def fields(self) -> range:
        """All fields, numbered row by row."""
        return range(len(self.colour))

    @property
    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The colours row by row."""
        starts = range(0, len(self.colour), self.cols)
        return tuple(self.colour[first : first + self.cols] for first in starts)

    @property
    def text(self) -> str:
        """The rows in the board's symbols (`format_colours`) joined by ``/``, such as ``01/20``."""
        return "/".join(map(self.format_colours, self.grid))

    @property
    def legend(self) -> str:
        """The symbols as files list them, in order of their colours; empty for default symbols."""
        names = tuple(map(str, self.symbols))
        return "" if names == default_symbols(self.k) else " ".join(names)

    def format_colours(self, colours: Sequence[int]) -> str:
        """Return colours as text, with commas if a symbol of the board has several characters.

        Raise `InputError` if a number is not a colour of the board.

        Examples
        --------
        >>> Board(1, 2, 2, (0, 1), ("a", "b")).format_colours([1, 0])
        'ba'
        >>> Board(1, 2, 2, (0, 1), (9, 10)).format_colours([1, 0])
        '10,9'
        """
        names = [str(symbol) for symbol in self.symbols]
        for c in colours:
            if not 0 <= c < self.k:
                raise InputError(f"{c} is not one of the board's colours, 0 to {self.k - 1}")
        return separator(names).join(names[c] for c in colours)

    def colours_in(self, text: str) -> list[int]:
        """Return the colours in a text that `format_colours` makes.

        Raise `InputError` for an unknown symbol.

        Examples
        --------
        >>> Board(1, 2, 2, (0, 1), ("a", "b")).colours_in("ba")
        [1, 0]
        """
        names = [str(symbol) for symbol in self.symbols]
        return colours_of(symbols_in(text, names), names)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each field, which share a side with it, in increasing order."""
        return tuple(
            tuple(
                g
                for g, on_board in (
                    (f - self.cols, f >= self.cols),
                    (f - 1, f % self.cols > 0),
                    (f + 1, f % self.cols < self.cols - 1),
                    (f + self.cols, f + self.cols < len(self.colour)),
                )
                if on_board
            )
            for f in self.fields
        )

    @cached_property
    def cluster_of(self) -> tuple[int, ...]:
        """The number of each field's cluster: 0 for the pivot's, then in order of first fields."""
        cluster_number = [-1] * len(self.colour)
        cluster_count = 0
        for first_field in (self.pivot, *self.fields):
            if cluster_number[first_field] < 0:
                cluster_number[first_field] = cluster_count
                reached = [first_field]
                for f in reached:
                    for g in self.neighbours[f]:
                        if cluster_number[g] < 0 and self.colour[g] == self.colour[first_field]:
                            cluster_number[g] = cluster_count
                            reached.append(g)
                cluster_count += 1
        return tuple(cluster_number)

    @cached_property
    def clusters(self) -> tuple[tuple[int, ...], ...]:
        """The maximal connected sets of fields of one colour, each in increasing order."""
        members: list[list[int]] = [[] for _ in range(max(self.cluster_of) + 1)]
        for f in self.fields:
            members[self.cluster_of[f]].append(f)
        return tuple(map(tuple, members))

    @cached_property
    def cluster(self) -> tuple[tuple[int, ...], ...]:
        """The cluster of each field, including the field itself: Cluster(f) in the thesis."""
        return tuple(self.clusters[c] for c in self.cluster_of)


def format_start(start: Coordinates) -> str:
    """Return a start as a string: ``row,column``, counted from 0."""
    return f"{start[0]},{start[1]}"


def check_start(start: Coordinates, rows: int, cols: int) -> None:
    """Raise `InputError` unless a start is a field of a board of this shape."""
    for name, index, size in (("row", start[0], rows), ("column", start[1], cols)):
        if not 0 <= index < size:
            raise InputError(
                f"there is no {name} {index} to start from; the board's {name}s are 0 to {size - 1}"
            )


def default_symbols(k: int) -> tuple[str, ...]:
    """Return the default symbols of k colours: digits, then letters."""
    return tuple(SYMBOLS[:k])


def separator(symbols: Iterable[str]) -> str:
    """Return the separator within a row: a comma if a symbol has several characters, else none."""
    return "," if any(len(symbol) > 1 for symbol in symbols) else ""


def symbols_in(text: str, symbols: Iterable[str]) -> list[str]:
    """Return the symbols in the text of a row, given all symbols of the board."""
    delimiter = separator(symbols)
    return (text.split(delimiter) if text else []) if delimiter else list(text)


def colours_of(words: Iterable[str], symbols: Sequence[str]) -> list[int]:
    """Return the colours that words denote, given all symbols of the board in order.

    Raise `InputError` for a word that is not a symbol of the board.
    """
    colour_of = {symbol: c for c, symbol in enumerate(symbols)}
    try:
        return [colour_of[word] for word in words]
    except KeyError as error:
        raise InputError(
            f"{quoted(error.args[0])} is not one of the board's colours, {' '.join(symbols)}"
        ) from None


def _rank(symbol: str) -> tuple[int, int, str]:
    """Return a key that orders symbols: by `ONE_CHARACTER_SYMBOLS`, then numbers, then names."""
    if len(symbol) == 1:
        return 0, ONE_CHARACTER_SYMBOLS.find(symbol), ""
    return (1, int(symbol), "") if symbol.isdecimal() else (2, 0, symbol)


def check_symbols(symbols: Sequence[str]) -> None:
    """Raise `InputError` unless these are distinct symbols of colours."""
    check_colours(len(symbols))
    for symbol in symbols:
        if not is_colour(symbol):
            raise InputError(f"{quoted(symbol)} is not a colour; use a digit, a letter or a number")
    if len(set(symbols)) < len(symbols):
        raise InputError(f"two colours have the same symbol: {' '.join(symbols)}")
    emoji = [symbol for symbol in symbols if symbol in EMOJI]
    alike = [symbol for symbol in emoji if [EMOJI[s] for s in emoji].count(EMOJI[symbol]) > 1]
    if alike:
        first, second = (s for s in alike if EMOJI[s] == EMOJI[alike[0]])
        raise InputError(f"{first} and {second} would be two colours; write one of them")
    if emoji and len(emoji) < len(symbols):
        plain_symbol = next(symbol for symbol in symbols if symbol not in EMOJI)
        raise InputError(f"{emoji[0]} and {plain_symbol}: write all colours as emoji, or none")


def check_colours(k: int) -> None:
    """Raise `InputError` if k is larger than the number of `SYMBOLS`."""
    if k > len(SYMBOLS):
        raise InputError(f"a board has at most {len(SYMBOLS)} colours, not {k}")
