"""The exceptions that are meant to be read by the person at the keyboard."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Item = TypeVar("Item")


class InputError(ValueError):
    """Something that a person gave cannot be used.

    The message is one sentence that names the file, line or key, says what is wrong and what would
    be right. The commands print it without a traceback and exit with status 1.
    """


class DisagreementError(RuntimeError):
    """Two independent ways to the same fact disagree, so one of them is wrong.

    The message names the board, so that the case can be taken up by itself.
    """


@contextmanager
def error_context(place: object) -> Iterator[None]:
    """Have an `InputError` of the block say where it is, such as in which file.

    Examples
    --------
    >>> with error_context("board.txt"), error_context("line 3"):
    ...     raise InputError("no cell in it")
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: board.txt: line 3: no cell in it
    """
    try:
        yield
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def item_at(items: Sequence[Item], number: int, path: object, what: str) -> Item:
    """Return one of the items of a file, counted from 0.

    Raises
    ------
    InputError
        If there are not so many.

    Examples
    --------
    >>> item_at("ab", 2, "two.txt", "board")
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: two.txt: no board 2; the last is 1
    """
    if number >= len(items):
        raise InputError(f"{path}: no {what} {number}; the last is {len(items) - 1}")
    return items[number]


def quoted(text: str, most: int = 30) -> str:
    """Return a text that somebody gave in quotes, and no more of it than a sentence can hold.

    Examples
    --------
    >>> quoted("x"), quoted("9" * 5000, most=5)
    ("'x'", "'99999…'")
    """
    return repr(text if len(text) <= most else f"{text[:most]}…")


def counted(number: int | None, noun: str) -> str:
    """Return a number of things, in words.

    Examples
    --------
    >>> counted(1, "mine"), counted(2, "mine")
    ('1 mine', '2 mines')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def plain(value: object, most: int = 60) -> str:
    r"""Return a value as it stands in a file, or as `quoted` does where no sentence can hold it.

    Examples
    --------
    >>> plain("search"), plain(7), plain("se\u2028arch"), plain("9" * 5000, most=5)
    ('search', '7', "'se\\u2028arch'", "'99999…'")
    """
    text = str(value)
    return text if text.isprintable() and len(text) <= most else quoted(text, most)
