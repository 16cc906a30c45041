"""A state of the game: the part of the board that a player sees."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from puzzlesat.common.errors import InputError, counted, field_name, quoted
from puzzlesat.common.limits import is_whole

COVERED, FLAGGED = -1, -2
"""The contents of covered fields; the content of an uncovered field is its number, 0..8."""

SYMBOLS = {COVERED: ".", FLAGGED: "F", **{number: str(number) for number in range(9)}}
"""The character of each content of a field."""


class ContradictionError(ValueError):
    """No placement of mines fits the known values."""


@lru_cache(maxsize=64)
def neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each field of a rows × cols board, the up to eight fields around it.

    Fields are numbered row by row from 0; neighbours are in increasing order.

    >>> neighbours(2, 3)
    ((1, 3, 4), (0, 2, 3, 4, 5), (1, 4, 5), (0, 1, 4), (0, 1, 2, 3, 5), (1, 2, 4))
    """
    return tuple(
        tuple(
            i * cols + j
            for i in range(max(r - 1, 0), min(r + 2, rows))
            for j in range(max(c - 1, 0), min(c + 2, cols))
            if (i, j) != (r, c)
        )
        for r in range(rows)
        for c in range(cols)
    )


@dataclass(frozen=True)
class State:
    """The board as a player sees it: numbers on uncovered fields, flags, and covered fields.

    Field f is in row f // cols and column f % cols, both counted from 0.

    Parameters
    ----------
    rows, cols : int
        The shape, each at least 1.
    content : tuple of int, length rows · cols
        For each field, the number of neighbouring mines, 0..8, `COVERED`, or `FLAGGED`. A flag
        is treated as a mine.
    mines : int, optional
        The number of mines on the whole board, including flagged ones; None if unknown.

    Raises
    ------
    InputError
        If the parameters are invalid or contradict each other.

    Examples
    --------
    >>> state = State.of(["1.", "F1"], mines=1)
    >>> state.covered, state.flagged, state.number(0), state.place(3), state.lines
    ((1,), (2,), 1, (1, 1), ['1.', 'F1'])
    """

    rows: int
    cols: int
    content: tuple[int, ...]
    mines: int | None = None

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise InputError("a board needs at least one field")
        if len(self.content) != self.rows * self.cols:
            raise InputError(
                f"{self.rows}×{self.cols} fields are {self.rows * self.cols}, "
                f"not {len(self.content)}"
            )
        if self.mines is None:
            return
        if not is_whole(self.mines):
            raise InputError(f"the number of mines is {self.mines!r}; expected a whole number")
        if self.mines < 0:
            raise InputError(f"the number of mines is {self.mines}; expected 0 or more")
        if self.mines > len(self.content):
            raise InputError(
                f"{counted(self.mines, 'mine')} do not fit on {self.rows}×{self.cols} fields"
            )

    @classmethod
    def of(cls, lines: Sequence[Sequence[Any]], mines: int | None = None) -> "State":
        """Return the state given by rows of symbols, which are those of `CONTENT`.

        Rows may also be lists or arrays, with 0 to 8 as integers and None for a covered field.
        Raise `InputError` if the lines are not the rows of a board.

        >>> State.of([[1, None], ["F", 1]])
        State.of(['1.', 'F1'])
        """
        content: list[int] = []
        try:
            rows = [line if isinstance(line, str) else list(map(_symbol, line)) for line in lines]
        except TypeError:
            raise InputError("expected the rows of a state") from None
        for number, symbols in enumerate(rows):
            try:
                content += [CONTENT[symbol] for symbol in symbols]
            except KeyError as error:
                raise InputError(
                    f"row {number + 1}, column {list(symbols).index(error.args[0]) + 1}: "
                    f"{quoted(error.args[0])} is not a field; use 0-8, . (covered) or F (flagged)"
                ) from None
            if len(symbols) != len(rows[0]):
                raise InputError(
                    f"row {number + 1}: {counted(len(symbols), 'field')}, but row 1 has "
                    f"{len(rows[0])}"
                )
        return cls(len(rows), len(rows[0]) if rows else 0, tuple(content), mines)

    def __repr__(self) -> str:
        """Return the call of `of` that makes the state."""
        mines = "" if self.mines is None else f", mines={self.mines}"
        return f"State.of({self.lines}{mines})"

    def __str__(self) -> str:
        """Return the state in the text format."""
        header = [] if self.mines is None else [f"mines: {self.mines}"]
        return "\n".join(header + self.lines)

    @property
    def lines(self) -> list[str]:
        """The rows of symbols."""
        text = "".join(SYMBOLS[value] for value in self.content)
        return [text[first : first + self.cols] for first in range(0, len(text), self.cols)]

    @cached_property
    def covered(self) -> tuple[int, ...]:
        """The fields that are covered and not flagged."""
        return tuple([f for f, value in enumerate(self.content) if value == COVERED])

    @cached_property
    def flagged(self) -> tuple[int, ...]:
        """The flagged fields."""
        return tuple([f for f, value in enumerate(self.content) if value == FLAGGED])

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each field, the fields around it."""
        return neighbours(self.rows, self.cols)

    def with_flags(self, fields: Collection[int]) -> "State":
        """Return the state with flags on these fields as well."""
        content = tuple(FLAGGED if f in fields else value for f, value in enumerate(self.content))
        return replace(self, content=content)

    def number(self, f: int) -> int:
        """Return the number on an uncovered field."""
        return self.content[f]

    def place(self, f: int) -> tuple[int, int]:
        """Return a field's row and column, counted from 0."""
        return divmod(f, self.cols)

    def name(self, f: int) -> str:
        """Return a field's name, as the rim of a drawing shows it."""
        return field_name(*self.place(f))

    def places(self, fields: Iterable[int]) -> list[list[int]]:
        """Return the row and column of each field, in increasing order."""
        return [list(self.place(f)) for f in sorted(fields)]


CONTENT = {symbol: value for value, symbol in SYMBOLS.items()} | {"#": COVERED, "*": FLAGGED}
"""The content of a field for each symbol; ``#`` is covered as well, and a mine is a flag."""


def _symbol(field: object) -> str:
    """Return the symbol of a field of a list or an array.

    >>> _symbol(3), _symbol(None), _symbol("F")
    ('3', '.', 'F')
    """
    return SYMBOLS[COVERED] if field is None else str(field)
