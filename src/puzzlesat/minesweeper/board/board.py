"""A whole board: the positions of the mines, and the first click."""

from collections.abc import Sequence
from dataclasses import dataclass

from puzzlesat.common.errors import InputError, counted, field_name
from puzzlesat.common.limits import check_shape
from puzzlesat.minesweeper.board.state import neighbours


@dataclass(frozen=True)
class Board:
    """A board with all its mines, which a player does not see.

    Field f is in row f // cols and column f % cols, both counted from 0.

    Parameters
    ----------
    rows, cols : int
        The shape, each at least 1.
    mined : frozenset of int
        The fields with a mine.
    first : int, optional
        The field that is uncovered first; None if it is unknown.

    Raises
    ------
    InputError
        If the parameters are invalid, or the first field is a mine.

    Examples
    --------
    >>> board = Board.of(["..*", "..."], first=0)
    >>> board.mined, board.number(1)
    (frozenset({2}), 1)
    """

    rows: int
    cols: int
    mined: frozenset[int]
    first: int | None = None

    def __post_init__(self) -> None:
        check_shape(self.rows, self.cols)
        fields = range(self.rows * self.cols)
        if not all(f in fields for f in self.mined):
            raise InputError(f"a mine is outside the {self.rows}×{self.cols} fields")
        if self.first is None:
            return
        if self.first not in fields:
            raise InputError(f"the first click is outside the {self.rows}×{self.cols} fields")
        if self.first in self.mined:
            raise InputError(
                f"the first click, {field_name(*divmod(self.first, self.cols))}, is a mine"
            )

    @classmethod
    def of(cls, lines: Sequence[str], first: int | None = None) -> "Board":
        """Return the board given by rows of ``*`` for mines and any other symbols elsewhere.

        Raise `InputError` if the lines are not the rows of a board.
        """
        cols = len(lines[0]) if lines else 0
        for number, line in enumerate(lines):
            if len(line) != cols:
                raise InputError(
                    f"row {number + 1}: {counted(len(line), 'field')}, but row 1 has {cols}"
                )
        mined = frozenset(f for f, symbol in enumerate("".join(lines)) if symbol == "*")
        return cls(len(lines), cols, mined, first)

    @property
    def lines(self) -> list[str]:
        """The rows, with ``*`` for a mine and ``-`` for any other field."""
        fields = range(self.rows * self.cols)
        text = "".join("*" if f in self.mined else "-" for f in fields)
        return [text[at : at + self.cols] for at in range(0, len(text), self.cols)]

    def __repr__(self) -> str:
        """Return the call of `of` that makes the board."""
        first = "" if self.first is None else f", first={self.first}"
        return f"Board.of({self.lines}{first})"

    def __str__(self) -> str:
        """Return the board in the format ``board``."""
        first = []
        if self.first is not None:
            first = ["first: {}, {}".format(*divmod(self.first, self.cols))]
        return "\n".join([*first, *self.lines])

    def number(self, f: int) -> int:
        """Return the number of mines around a field."""
        return sum([g in self.mined for g in neighbours(self.rows, self.cols)[f]])
