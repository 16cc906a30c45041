"""Boards as the thesis defines them: fields, colours, neighbours and clusters (chapter 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_letters, digits

from puzzlesat.common.errors import InputError

SYMBOLS = digits + ascii_letters
"""The symbols of colours 0, 1, 2, … where one character stands for a cell."""


@dataclass(frozen=True)
class Board:
    """A board of rows × cols fields, each of one of k colours.

    Fields are numbered row by row from the top-left one, the pivot, which is field 0. The thesis's
    n×n board is the square case.

    Parameters
    ----------
    rows, cols : int
        The shape, each at least 1.
    k : int
        The number of colours one may choose from, at least as many as the board shows.
    colour : tuple of int, length rows · cols
        The colour of each field, 0..k-1 (Colour(f) in the thesis).
    symbols : tuple of str or int, length k
        How the source of the board writes each colour; moves are printed so.
    known : int
        The minimum that the source of the board gives, or 0 where it gives none.
    origin : str
        What the source says of where the board comes from, such as its sample's seed.

    Raises
    ------
    InputError
        If the numbers do not fit together.

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
    known: int = 0
    origin: str = ""

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise InputError("a board needs at least one field")
        if len(self.colour) != self.rows * self.cols:
            raise InputError(
                f"{self.rows}×{self.cols} fields need {self.rows * self.cols} colours, "
                f"not {len(self.colour)}"
            )
        if not 0 <= min(self.colour) <= max(self.colour) < self.k:
            raise InputError(f"k = {self.k} is smaller than the colours that the board uses")
        if len(self.symbols) != self.k:
            raise InputError(f"{self.k} colours need {self.k} symbols, not {len(self.symbols)}")

    @classmethod
    def of(cls, grid: Sequence[Sequence[int]], k: int | None = None) -> "Board":
        """Return the board of a rectangular grid of colours 0..k-1, k as small as it can be."""
        colour = tuple(int(c) for row in grid for c in row)
        k = max(colour) + 1 if k is None else k
        return cls(len(grid), len(grid[0]), k, colour, default_symbols(k))

    @property
    def n(self) -> int:
        """The board's size in the thesis's bounds: the longer side where it is not square."""
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
        """The rows joined by ``/``, as samples write boards: ``01/20``.

        Where there are more colours than `SYMBOLS`, they are numbers joined by ``,``.
        """
        if self.k <= len(SYMBOLS):
            return "/".join("".join(SYMBOLS[c] for c in row) for row in self.grid)
        return "/".join(",".join(map(str, row)) for row in self.grid)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each field those that share a side with it, at most four, in rising order."""
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
        """For each field the number of its cluster, counted by lowest field: the pivot's is 0."""
        number = [-1] * len(self.colour)
        count = 0
        for start in self.fields:
            if number[start] < 0:
                number[start] = count
                reached = [start]
                for f in reached:
                    for g in self.neighbours[f]:
                        if number[g] < 0 and self.colour[g] == self.colour[start]:
                            number[g] = count
                            reached.append(g)
                count += 1
        return tuple(number)

    @cached_property
    def clusters(self) -> tuple[tuple[int, ...], ...]:
        """The largest connected sets of fields of one colour, each in rising order."""
        members: list[list[int]] = [[] for _ in range(max(self.cluster_of) + 1)]
        for f in self.fields:
            members[self.cluster_of[f]].append(f)
        return tuple(map(tuple, members))

    @cached_property
    def cluster(self) -> tuple[tuple[int, ...], ...]:
        """For each field the fields of its cluster, itself among them (Cluster(f))."""
        return tuple(self.clusters[c] for c in self.cluster_of)


def default_symbols(k: int) -> tuple[str | int, ...]:
    """Return the symbols of k colours: digits, then letters, or 1..k where they run out."""
    return tuple(SYMBOLS[:k]) if k <= len(SYMBOLS) else tuple(range(1, k + 1))
