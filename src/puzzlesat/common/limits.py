"""How large a board may be, so that a few bytes cannot ask for all memory there is."""

from puzzlesat.common.errors import InputError

MOST_FIELDS = 1_000_000
"""The most fields that a board has: 1000×1000."""


def check_shape(rows: int, cols: int) -> None:
    """Refuse a board that is empty or too large, before room is taken for it.

    Raises
    ------
    InputError
        If there is no field, or there are more than `MOST_FIELDS`.

    Examples
    --------
    >>> check_shape(1000, 1001)
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: a board has at most 1,000,000 fields, not 1000×1001
    """
    if rows < 1 or cols < 1:
        raise InputError("a board needs at least one field")
    if rows * cols > MOST_FIELDS:
        raise InputError(f"a board has at most {MOST_FIELDS:,} fields, not {rows}×{cols}")


def whole_number(text: str, lowest: int, highest: int) -> int | None:
    """Return the number that decimal digits stand for, None unless it lies within bounds.

    Examples
    --------
    >>> whole_number("12", 0, 99), whole_number("9" * 5000, 0, 99), whole_number("-1", 0, 99)
    (12, None, None)
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(highest))):
        return None
    return int(text) if lowest <= int(text) <= highest else None
