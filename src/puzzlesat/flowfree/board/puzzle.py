"""Puzzles: a rectangular board of cells, some of which are the endpoints of flows."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from string import ascii_letters, digits

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.grid import Grid

FREE = -1
"""Stands where no flow ends."""

FREE_SYMBOLS = ". "
"""How a source may write a cell in which no flow ends; whatever else it writes is an endpoint."""

SYMBOLS = (
    ascii_letters[26:] + ascii_letters[:26] + digits
    + "".join(chr(code) for code in range(0xC0, 0x250) if chr(code).isalpha())
)  # fmt: skip
"""The symbols that flows 0, 1, 2, … get where nobody gave them any: A..Z, a..z, 0..9, À..ɏ."""


RULES = ("strict", "touching")
"""What flows may do: strict, as in the post, forbids that a flow touches itself; touching does not.

A flow *touches itself* where two of its cells share a side and are not consecutive on it. The game
says no more than that flows connect their endpoints and fill the board.
"""


@dataclass(frozen=True)
class Puzzle:
    """A board of rows × cols cells with two endpoints for each flow.

    Cells are numbered row by row from the top-left one, flows in the order in which they appear.

    Parameters
    ----------
    rows, cols : int
        The shape, each at least 1.
    flow : tuple of int, length rows · cols
        For each cell the flow that ends there, 0..k-1, or `FREE`.
    symbols : tuple of str, length k
        How the source of the puzzle writes each flow.
    origin : str
        What the source says of where the puzzle comes from, such as its seed.
    rule : str
        One of `RULES`: it decides what a solution is.

    Raises
    ------
    InputError
        If some flow has not exactly two endpoints, or there is none.

    Examples
    --------
    >>> puzzle = Puzzle.of(["A..", "BAB"])
    >>> puzzle.rows, puzzle.cols, puzzle.k, puzzle.endpoints, puzzle.text
    (2, 3, 2, ((0, 4), (3, 5)), 'A../BAB')
    """

    rows: int
    cols: int
    flow: tuple[int, ...]
    symbols: tuple[str, ...]
    origin: str = ""
    rule: str = "strict"

    def __post_init__(self) -> None:
        if len(self.flow) != self.rows * self.cols:
            raise InputError(f"expected {self.rows}×{self.cols} cells, not {len(self.flow)}")
        if not self.symbols:
            raise InputError("the puzzle has no endpoint")
        counts = Counter(self.flow)
        for f, symbol in enumerate(self.symbols):
            if counts[f] != 2:
                times = "once, in" if counts[f] == 1 else f"{counts[f]} times, first in"
                row, col = divmod(self.flow.index(f), self.cols)
                raise InputError(
                    f"{symbol} occurs {times} row {row + 1}, column {col + 1}; an endpoint occurs "
                    "twice, and a dot stands for a cell without one"
                )

    @classmethod
    def of(cls, lines: list[str], origin: str = "", rule: str = "strict") -> "Puzzle":
        """Return the puzzle of rows in which all but `FREE_SYMBOLS` are endpoints."""
        cells = "".join(lines)
        symbols = tuple(dict.fromkeys(symbol for symbol in cells if symbol not in FREE_SYMBOLS))
        number = {symbol: f for f, symbol in enumerate(symbols)}
        flow = tuple(number.get(symbol, FREE) for symbol in cells)
        return cls(len(lines), len(lines[0]), flow, symbols, origin, rule)

    @property
    def k(self) -> int:
        """The number of flows."""
        return len(self.symbols)

    @property
    def strict(self) -> bool:
        """Whether no flow may touch itself."""
        return self.rule == "strict"

    @property
    def grid(self) -> Grid:
        """The geometry of the board."""
        return Grid.of(self.rows, self.cols)

    @cached_property
    def endpoints(self) -> tuple[tuple[int, int], ...]:
        """For each flow its two endpoints, the lower cell first."""
        ends: list[list[int]] = [[] for _ in self.symbols]
        for cell, f in enumerate(self.flow):
            if f != FREE:
                ends[f].append(cell)
        return tuple((first, last) for first, last in ends)

    @property
    def lines(self) -> list[str]:
        """The rows as they are read, ``.`` for a free cell."""
        return self.written(self.flow)

    @property
    def text(self) -> str:
        """The rows joined by ``/``, as samples write puzzles."""
        return "/".join(self.lines)

    def written(self, flow: tuple[int, ...] | list[int]) -> list[str]:
        """Return rows of symbols for a flow in each cell."""
        cells = "".join("." if f == FREE else self.symbols[f] for f in flow)
        return [cells[first : first + self.cols] for first in range(0, len(cells), self.cols)]
