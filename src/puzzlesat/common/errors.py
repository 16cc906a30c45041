"""Exceptions with messages for users, and helpers for messages."""

from collections.abc import Collection
from itertools import islice
from traceback import walk_tb
from typing import TypeVar

Item = TypeVar("Item")


class InputError(ValueError):
    """Input that cannot be used.

    The message is one sentence: the file, line or key, what is wrong, and what is expected. The
    commands print it without a traceback and exit with status 1.
    """


class AmbiguousInputError(InputError):
    """Input that fits a format, but may as well be in another."""


class DisagreementError(RuntimeError):
    """Two independent methods disagree, so one of them is wrong.

    The message names the board, so that the case can be reproduced.
    """


class error_context:  # noqa: N801, used like a function
    """Prefix the message of an `InputError` in the block with a place, such as a file name.

    >>> with error_context("board.txt"), error_context("line 3"):
    ...     raise InputError("no cell in it")
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: board.txt: line 3: no cell in it
    """

    def __init__(self, place: object) -> None:
        self.place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        if isinstance(error, InputError):
            raise InputError(f"{self.place}: {error}") from None


def item_at(items: Collection[Item], number: int, path: object, noun: str) -> Item:
    """Return the item with this number, counted from 0, or raise `InputError`.

    >>> item_at("ab", 2, "two.txt", "board")
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: two.txt: no board 2; the last is 1
    """
    if number >= len(items):
        raise InputError(f"{path}: no {noun} {number}; the last is {len(items) - 1}")
    return next(islice(items, number, None))


def error_in_file(error: BaseException, path: str) -> str:
    """Return the line of a user's Python file that raised an error, its type and its message."""
    lines = [n for frame, n in walk_tb(error.__traceback__) if frame.f_code.co_filename == path]
    line = f"line {lines[-1]}" if lines else ""  # unknown if the file cannot be compiled
    return ": ".join(filter(None, (line, type(error).__name__, " ".join(str(error).split()))))


def quoted(text: str, max_chars: int = 30) -> str:
    """Return a user's text in quotes, truncated to the given length.

    >>> quoted("x"), quoted("9" * 5000, max_chars=5)
    ("'x'", "'99999…'")
    """
    return repr(text if len(text) <= max_chars else f"{text[:max_chars]}…")


def plural(noun: str, number: int | None) -> str:
    """Return a noun, in the plural unless the number is 1."""
    return noun if number == 1 else f"{noun}s"


def counted(number: int | None, noun: str) -> str:
    """Return a number with a noun, in the plural if needed.

    >>> counted(1, "mine"), counted(2, "mine")
    ('1 mine', '2 mines')
    """
    return f"{number} {plural(noun, number)}"


def field_name(row: int, col: int) -> str:
    """Return a field's name: the letters of its column and the number of its row.

    `row` and `col` are counted from 0, the rows of names from 1.

    >>> field_name(2, 0), field_name(0, 25), field_name(9, 26), field_name(0, 702)
    ('A3', 'Z1', 'AA10', 'AAA1')
    """
    return f"{column_name(col)}{row + 1}"


def column_name(col: int) -> str:
    """Return the letters of a column, which is counted from 0."""
    before, last = divmod(col, 26)
    return (column_name(before - 1) if before else "") + chr(ord("A") + last)


def plain(value: object) -> str:
    r"""Return the text of a value, in quotes if it is long or not printable.

    >>> plain("search"), plain(7), plain("se\u2028arch"), len(plain("9" * 5000))
    ('search', '7', "'se\\u2028arch'", 63)
    """
    text = str(value)
    return text if text.isprintable() and len(text) <= 60 else quoted(text, 60)
