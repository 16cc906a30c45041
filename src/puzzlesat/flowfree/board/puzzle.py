"""Puzzles: boards with two endpoints for each flow."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from unicodedata import is_normalized

from puzzlesat.common.errors import InputError, counted
from puzzlesat.flowfree.board.grid import PLAIN, Grid, Marks, check_marks, place
from puzzlesat.flowfree.board.sketch import CELL_MARKS, is_sketch, read_sketch, sketch

FREE = -1
"""The value of a cell in which no flow ends."""

FREE_SYMBOL = "."
"""The symbol of a free cell; every other symbol is an endpoint."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The first symbols, which are also the numbers 1 to 52 in ``arukone``."""

_LATIN = (s for s in map(chr, range(0xC0, 0x250)) if s.isalpha() and is_normalized("NFKC", s))

SYMBOLS = LETTERS + "0123456789" + "".join(_LATIN)
"""The default symbols of flows 0, 1, 2, …: A..Z, a..z, 0..9, and those of À..ɏ that are read."""

FILLING = ("strict", "touching")
"""The rules under which flows fill the board: every cell lies on a flow.

The rule ``strict`` of Zucker's post forbids flows to touch themselves; ``touching`` does not. A
flow *touches itself* where two of its cells share an open side and are not consecutive. The game
itself only requires that flows connect their endpoints and fill the board. A wall separates two
cells, and a warp joins two. A flow that crosses itself on a bridge does not touch itself there.
"""

RULES = (*FILLING, "numberlink")
"""All rules. Under ``numberlink``, cells may stay empty, and flows may touch themselves.

These are the rules of Numberlink as Nikoli publishes it and puzz.link checks it. If there is a
solution, there is also one in which no flow touches itself, because a flow can be shortened where
it does.
"""


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A board with two endpoints for each flow.

    Cells are numbered row by row from the top-left one, and flows in the order of appearance.
    Paths run over the nodes of `grid`, which are cells unless the board has marks.

    Parameters
    ----------
    rows, cols : int
        The numbers of rows and columns, at least 1.
    flow : tuple of int, length rows · cols
        For each cell, the flow that ends there, 0..k-1, or `FREE`.
    symbols : tuple of str, length k
        The symbol of each flow in the input.
    origin : str
        The source of the puzzle, such as its seed.
    rule : str
        One of `RULES`.
    marks : Marks
        Bridges, warps, walls and missing cells.
    name : str
        The name of the puzzle in its file; empty if it has only a number.
    palette : tuple of str, length k or 0
        The colours of the flows in a picture, as hexadecimal codes for drawings.

    Raises
    ------
    InputError
        If there is no flow; if a flow does not have two endpoints, or ends on a bridge or a missing
        cell; or if the number of cells, the rule or the marks are invalid.

    Examples
    --------
    >>> puzzle = Puzzle.of(["A..", "BAB"])
    >>> puzzle.rows, puzzle.cols, puzzle.k, puzzle.endpoints, puzzle.text
    (2, 3, 2, ((0, 4), (3, 5)), 'A../BAB')

    With a bridge and two missing cells:

    >>> lines = ["+-+-+-+", "|# A #|", "+ + + +", "|B + B|", "+ + + +", "|. A .|", "+-+-+-+"]
    >>> puzzle = Puzzle.of(lines)
    >>> puzzle.grid.node_count, puzzle.endpoints, puzzle.lines == lines
    (8, ((0, 5), (1, 3)), True)
    """

    rows: int
    cols: int
    flow: tuple[int, ...]
    symbols: tuple[str, ...]
    origin: str = ""
    rule: str = "strict"
    marks: Marks = PLAIN
    name: str = field(default="", compare=False)
    palette: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if len(self.flow) != self.rows * self.cols:
            raise InputError(f"expected {self.rows}×{self.cols} cells, not {len(self.flow)}")
        if not self.symbols:
            raise InputError("the puzzle has no endpoint")
        ends = sorted([f for f in self.flow if f != FREE])
        if ends != sorted([*range(self.k)] * 2):
            self._refuse_ends(ends)
        if self.rule not in RULES:
            raise InputError(f"unknown rule {self.rule!r}; choose from {', '.join(RULES)}")
        if self.marks != PLAIN:
            self._check_marks()

    def _refuse_ends(self, ends: list[int]) -> None:
        if set(ends) != set(range(self.k)):
            raise InputError(f"the flows of cells must be 0 to {self.k - 1}, or {FREE} for none")
        f = next(f for f in range(self.k) if ends.count(f) != 2)
        count = ends.count(f)
        times = "once, in" if count == 1 else f"{count} times, first in"
        raise InputError(
            f"{self.symbols[f]} occurs {times} {place(self.flow.index(f), self.cols)}; the symbol "
            "of a flow occurs twice, and a dot marks a cell without an endpoint"
        )

    def _check_marks(self) -> None:
        check_marks(self.rows, self.cols, self.marks)
        for kind, cells in (("bridge", self.marks.bridges), ("missing cell", self.marks.missing)):
            for cell in sorted(cells):
                if self.flow[cell] != FREE:
                    raise InputError(f"{place(cell, self.cols)}: no flow can end on a {kind}")
        for symbol in self.symbols:
            if symbol in CELL_MARKS:
                raise InputError(
                    f"{symbol} marks missing cells or bridges in a sketch, so it cannot be an "
                    "endpoint on a board with bridges, warps, walls or missing cells"
                )

    @classmethod
    def of(cls, lines: Sequence[str], origin: str = "", rule: str = "strict") -> "Puzzle":
        """Return the puzzle that rows or a sketch describe (`puzzlesat.flowfree.board.sketch`).

        In rows, all symbols but `FREE_SYMBOL` are endpoints; a sketch has its own marks. Raise
        `InputError` if the puzzle is invalid.
        """
        if isinstance(lines, str) or not len(lines):
            raise InputError("expected a list of rows; parse reads a text")
        if not all(isinstance(line, str) for line in lines):
            raise InputError("expected rows of characters; parse reads lists of cells as a text")
        marks = PLAIN
        if len({*map(len, lines)}) > 1:
            raise InputError("the rows differ in length")
        if is_sketch(lines):
            lines, marks = read_sketch(lines)
        cells = "".join(lines)
        if " " in cells:
            raise InputError("a blank is no cell; write a dot for a free one")
        symbols = tuple(dict.fromkeys(cells.replace(FREE_SYMBOL, "")))
        flow = [FREE] * len(cells)
        for f, symbol in enumerate(symbols):  # faster than a loop over all cells, most of them free
            cell = cells.find(symbol)
            while cell >= 0:
                flow[cell] = f
                cell = cells.find(symbol, cell + 1)
        return cls(len(lines), len(lines[0]), tuple(flow), symbols, origin, rule, marks)

    def __repr__(self) -> str:
        """Return the call of `of` that makes the puzzle."""
        rule = "" if self.rule == RULES[0] else f", rule={self.rule!r}"
        return f"Puzzle.of({self.lines}{rule})"

    @property
    def k(self) -> int:
        """The number of flows."""
        return len(self.symbols)

    @property
    def strict(self) -> bool:
        """Whether no flow may touch itself."""
        return self.rule == "strict"

    @property
    def filling(self) -> bool:
        """Whether the flows must fill the board."""
        return self.rule in FILLING

    @property
    def grid(self) -> Grid:
        """The geometry of the board."""
        return Grid.of(self.rows, self.cols, self.marks)

    @cached_property
    def node_flow(self) -> tuple[int, ...]:
        """For each node, the flow that ends there, or `FREE`."""
        if self.marks == PLAIN:
            return self.flow
        return tuple(self.flow[cell] for cell in self.grid.cell.tolist())

    @cached_property
    def endpoints(self) -> tuple[tuple[int, int], ...]:
        """For each flow, the two nodes at which it ends, the smaller number first."""
        ends: list[list[int]] = [[] for _ in self.symbols]
        for node, f in enumerate(self.node_flow):
            if f != FREE:
                ends[f].append(node)
        return tuple((first, last) for first, last in ends)

    @property
    def lines(self) -> list[str]:
        """The rows or the sketch in the input format, with ``.`` for a free cell."""
        return self.format_solution(self.node_flow)

    @property
    def size(self) -> str:
        """The shape and the number of flows, in words.

        >>> Puzzle.of(["A.A"]).size
        '1×3, 1 flow'
        """
        return f"{self.rows}×{self.cols}, {counted(self.k, 'flow')}"

    @property
    def full_size(self) -> str:
        """The shape and the number of flows in full, and whether there are marks."""
        parts = (self.rows, "row"), (self.cols, "column"), (self.k, "flow")
        size = ", ".join(counted(number, noun) for number, noun in parts)
        return size if self.marks == PLAIN else f"{size}, with marks"

    @property
    def pattern(self) -> tuple[int, int, tuple[int, ...], Marks]:
        """The shape, endpoints and marks, independent of the symbols of flows.

        >>> Puzzle.of(["AB", "BA"]).pattern == Puzzle.of(["xy", "yx"]).pattern
        True
        """
        new_number = {f: i for i, f in enumerate(dict.fromkeys(f for f in self.flow if f != FREE))}
        flow = tuple(new_number.get(f, FREE) for f in self.flow)
        return self.rows, self.cols, flow, self.marks

    @property
    def as_object(self) -> dict[str, Any]:
        """The puzzle as the engine's interface and the page take it (``engine/interface``)."""
        return {
            "rows": self.rows,
            "cols": self.cols,
            "flow": self.flow,
            "symbols": self.symbols,
            "rule": self.rule,
            **self.marks.lists,
        }

    @property
    def text(self) -> str:
        """The lines joined by ``/``, as in samples."""
        return "/".join(self.lines)

    def format_solution(self, flow: Sequence[int]) -> list[str]:
        """Return the rows or the sketch with the flow of each node; a sketch keeps its bridges."""
        symbols = (*self.symbols, FREE_SYMBOL)  # the last one is that of FREE, -1
        return self.format_nodes("".join([symbols[f] for f in flow]))

    def format_nodes(self, cells: str) -> list[str]:
        """Return the rows or the sketch with a symbol in each node."""
        if self.marks != PLAIN:  # the symbols of missing cells, -1, are ignored
            cells = "".join([cells[node] for node in self.grid.node.tolist()])
        rows = [cells[first : first + self.cols] for first in range(0, len(cells), self.cols)]
        return rows if self.marks == PLAIN else sketch(rows, self.marks)


def symbols_of_numbers(numbers: Collection[int]) -> dict[int, str]:
    """Return a symbol for each number: itself up to 9, and the next letter for larger ones.

    >>> symbols_of_numbers({1, 12, 10})
    {1: '1', 10: 'A', 12: 'B'}
    """
    letters = (symbol for symbol in SYMBOLS if not symbol.isdecimal())
    large = sorted(n for n in numbers if n > 9)
    symbols = {n: str(n) for n in sorted(numbers) if n <= 9}
    symbols |= dict(zip(large, letters, strict=False))
    if len(symbols) < len(numbers):
        raise InputError(f"{len(large)} numbers above 9 are too many")
    return symbols


def check_filling(puzzle: Puzzle, what: str) -> None:
    """Raise `InputError` if cells may stay empty; `what` supports only the rules in `FILLING`."""
    if not puzzle.filling:
        raise InputError(
            f"{what} for rules under which flows fill the board; choose {' or '.join(FILLING)}, "
            f"not {puzzle.rule}"
        )


def check_plain(puzzle: Puzzle, what: str, other: str) -> None:
    """Raise `InputError` if the board has marks; `what` does not support them, but `other` does."""
    if puzzle.marks != PLAIN:
        raise InputError(
            f"{what} for boards without bridges, warps, walls and missing cells; for other boards, "
            f"choose {other}"
        )
