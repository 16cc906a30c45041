"""How large a board may be, so that a few bytes cannot ask for all memory there is."""

from puzzlesat.common.errors import InputError

MAX_FIELDS = 1_000_000
"""The most fields that a board has: 1000×1000."""

MAX_CELLS = 10_000
"""Cells of a board in evidence, so that a short file cannot ask for hours and gigabytes."""

MAX_SIZE = 4_000_000
"""Cells times steps, or another product that the size of a formula is proportional to."""


def check_shape(rows: int, cols: int) -> None:
    """Refuse a board that is empty or too large, before room is taken for it.

    Raises
    ------
    InputError
        If there is no field, or there are more than `MAX_FIELDS`.

    Examples
    --------
    >>> check_shape(1000, 1001)
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: a board has at most 1,000,000 fields, not 1000×1001
    """
    if rows < 1 or cols < 1:
        raise InputError("a board needs at least one field")
    if rows * cols > MAX_FIELDS:
        raise InputError(f"a board has at most {MAX_FIELDS:,} fields, not {rows}×{cols}")


def check_size(rows: int, cols: int, factor: int = 1) -> None:
    """Raise `InputError` if evidence about a board would take too much to check.

    Parameters
    ----------
    rows, cols : int
    factor : int
        What the size of the formula grows with besides, such as the number of moves.

    Examples
    --------
    >>> check_size(200, 100)
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: evidence is for boards of at most 10,000 cells, not 200×100
    """
    check_shape(rows, cols)
    if rows * cols > MAX_CELLS:
        raise InputError(
            f"evidence is for boards of at most {MAX_CELLS:,} cells, not {rows}×{cols}"
        )
    if rows * cols * factor > MAX_SIZE:
        raise InputError(
            f"the formula would be too large to check: {rows}×{cols}×{factor:,} is more than "
            f"{MAX_SIZE:,}"
        )


def whole_number(text: str, lowest: int, highest: int) -> int | None:
    """Return the number written in decimal digits, None unless it lies within bounds.

    Examples
    --------
    >>> whole_number("12", 0, 99), whole_number("9" * 5000, 0, 99), whole_number("-1", 0, 99)
    (12, None, None)
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(highest))):
        return None
    return int(text) if lowest <= int(text) <= highest else None
