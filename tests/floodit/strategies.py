"""Boards for property tests, and the ways to write them in files."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits

from hypothesis import assume
from hypothesis import strategies as st

from puzzlesat.floodit.board.board import SYMBOLS, Board


@st.composite
def boards(draw: st.DrawFn, most_fields: int = 16, most_colours: int = 5) -> Board:
    """Small rectangular boards; not every colour need be shown."""
    rows = draw(st.integers(1, most_fields))
    cols = draw(st.integers(1, most_fields // rows))
    k = draw(st.integers(1, most_colours))
    colour = st.integers(0, k - 1)
    row = st.lists(colour, min_size=cols, max_size=cols)
    return Board.of(draw(st.lists(row, min_size=rows, max_size=rows)), k)


@st.composite
def started(draw: st.DrawFn, **most: int) -> Board:
    """Small boards with any start."""
    board = draw(boards(**most))
    rows, cols = st.integers(0, board.rows - 1), st.integers(0, board.cols - 1)
    return board.with_start(draw(st.tuples(rows, cols)))


def symbols(k: int) -> list[st.SearchStrategy[tuple[str | int, ...]]]:
    """Symbols of k colours as sources write them: samples, ``sized``, characters and numbers."""
    kinds = [digits, ascii_lowercase, ascii_uppercase] if k <= 10 else [SYMBOLS]
    characters = st.sampled_from(kinds).flatmap(
        lambda kind: st.lists(st.sampled_from(kind), min_size=k, max_size=k, unique=True)
    )
    numbers = st.lists(st.integers(1, 999_999_999), min_size=k, max_size=k, unique=True)
    return [
        st.just(tuple(SYMBOLS[:k])),
        st.just(tuple(range(1, k + 1))),
        characters.map(tuple),
        numbers.map(tuple),
    ]


@st.composite
def named_boards(draw: st.DrawFn, most_fields: int = 16, most_colours: int = 12) -> Board:
    """Boards with symbols of any kind."""
    board = draw(boards(most_fields, most_colours))
    return replace(board, symbols=draw(st.one_of(symbols(board.k))))


@st.composite
def square_boards(draw: st.DrawFn, most_fields: int = 16, most_colours: int = 12) -> Board:
    n = draw(st.integers(1, isqrt(most_fields)))
    k = draw(st.integers(1, most_colours))
    row = st.lists(st.integers(0, k - 1), min_size=n, max_size=n)
    return Board.of(draw(st.lists(row, min_size=n, max_size=n)), k)


@st.composite
def in_format(draw: st.DrawFn, way: str, most_fields: int = 16, most_colours: int = 12) -> Board:
    """Boards that can be written in one of `WRITERS`."""
    shape = square_boards if way in ("lines", "csv") else boards
    board = draw(shape(most_fields, most_colours))
    kinds = {"rows": (0, 2), "rows apart": (0, 1, 2, 3)}
    kinds |= {"lines": (0, 2), "sized": (1,), "csv": (0,)}
    kind = draw(st.sampled_from(kinds[way]))
    board = replace(board, symbols=draw(symbols(board.k)[kind]))
    longest = max(len(str(symbol)) for symbol in board.symbols)
    assume(way != "rows apart" or longest == 1 or board.cols > 1)
    return board


def cells(board: Board) -> list[list[str]]:
    """Return the symbols of a board row by row."""
    return [[str(board.symbols[c]) for c in row] for row in board.grid]


def as_rows(boards: Sequence[Board], between: str = "") -> str:
    return "\n\n".join("\n".join(map(between.join, cells(board))) for board in boards) + "\n"


as_rows_apart = partial(as_rows, between=" ")


def as_lines(boards: Sequence[Board]) -> str:
    return "".join("".join(map("".join, cells(board))) + "\n" for board in boards)


def as_sized(boards: Sequence[Board]) -> str:
    """Return boards as numbers, one row per line."""
    return "\n".join(
        "\n".join(
            [
                f"{board.rows} {board.cols} {board.k}",
                *(" ".join(str(c + 1) for c in row) for row in board.grid),
                str(board.known_minimum),
            ]
        )
        for board in boards
    )


def as_csv(boards: Sequence[Board]) -> str:
    """Return square boards with the symbols of samples as a sample."""
    rows = (f"1,{board.rows},{board.k},{i},{board.text}\n" for i, board in enumerate(boards))
    return "seed,n,k,board,fields\n" + "".join(rows)


WRITERS: dict[str, Callable[[Sequence[Board]], str]] = {
    "rows": as_rows,
    "rows apart": as_rows_apart,
    "lines": as_lines,
    "sized": as_sized,
    "csv": as_csv,
}
"""The ways to write boards; the first word is the name of the format."""


@st.composite
def several(draw: st.DrawFn, way: str) -> list[Board]:
    """A few boards for one file in one of `WRITERS`."""
    return draw(st.lists(in_format(way), min_size=1, max_size=3))
