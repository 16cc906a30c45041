"""Checks of the values of a manifest, which may come from anyone: types, limits and keys.

A check is a function of a value and its place, such as ``files.proof.lrat.bytes``. It raises
`InputError` with a sentence that names the place and what is expected.
"""

import re
from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from puzzlesat.common.errors import InputError

Check = Callable[[Any, str], None]

MAX_SHOWN_CHARACTERS = 60
"""Maximum length of a value in a message."""

MAX_SHOWN_BITS = 60
"""Maximum size of a whole number in a message."""


def _refuse(value: Any, place: str, expected: str) -> NoReturn:
    if type(value) is int and value.bit_length() > MAX_SHOWN_BITS:
        written = "a number with too many digits"
    else:
        written = repr(value)
        if len(written) > MAX_SHOWN_CHARACTERS:
            written = f"{written[:MAX_SHOWN_CHARACTERS]}…"
    raise InputError(f"{place or 'it'} is {written}; {expected}")


def whole_number(least: int, most: int | None = None, *, or_null: bool = False) -> Check:
    """Return the check of a whole number; 1.0 and True are none.

    >>> whole_number(1)(0, "colours")
    Traceback (most recent call last):
    puzzlesat.common.errors.InputError: colours is 0; expected a whole number of at least 1
    """
    limits = f" of at least {least}" if most is None else f" from {least} to {most}"

    def check(value: Any, place: str) -> None:
        if or_null and value is None:
            return
        if type(value) is not int or value < least or (most is not None and value > most):
            _refuse(value, place, f"expected a whole number{limits}{' or null' if or_null else ''}")

    return check


def text_matching(form: str = "", wanted: str = "text") -> Check:
    """Return the check of a text that matches a regular expression, described by `wanted`."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, str) or not re.fullmatch(form or ".*", value, re.DOTALL):
            _refuse(value, place, f"expected {wanted}")

    return check


def one_of(names: Collection[str]) -> Check:
    """Return the check of one of some texts."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, str) or value not in names:
            _refuse(value, place, f"choose from {', '.join(names)}")

    return check


def list_of(inner: Check, length: int | None = None) -> Check:
    """Return the check of a list, of the given length if there is one."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, list) or (length is not None and len(value) != length):
            _refuse(value, place, "expected a list" + ("" if length is None else f" of {length}"))
        for number, item in enumerate(value):
            inner(item, f"{place}.{number}")

    return check


def mapping_of(checks: Mapping[str, Check], optional: Collection[str] = ()) -> Check:
    """Return the check of a mapping with these keys; those in `optional` may be missing."""

    def check(value: Any, place: str) -> None:
        within = f" in {place}" if place else ""
        if not isinstance(value, dict):
            _refuse(value, place, "expected keys with values")
        for name in value:
            if name not in checks:
                close = get_close_matches(name, checks, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(checks)}"
                raise InputError(f"unknown key {name[:MAX_SHOWN_CHARACTERS]!r}{within}; {hint}")
        for name in checks:
            if name not in value and name not in optional:
                raise InputError(f"missing key {name!r}{within}")
        for name, inner in value.items():
            checks[name](inner, f"{place}.{name}" if place else name)

    return check
