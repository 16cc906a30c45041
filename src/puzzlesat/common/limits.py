"""Limits on the sizes of boards, so that a short file cannot exhaust the memory."""

from puzzlesat.common.errors import InputError

MAX_FIELDS = 1_000_000
"""Maximum number of fields of a board: 1000×1000."""

MAX_PROOF_FIELDS = 10_000
"""Maximum number of fields of a board in a proof."""

MAX_PROOF_SIZE = 4_000_000
"""Maximum product of the number of fields and the factor that `check_proof_size` receives."""


MAX_LISTED_LITERALS = 10_000_000
"""Maximum number of literals of clauses in Python lists, which take about 0.7 gigabytes."""

MAX_LITERALS = 100_000_000
"""Maximum number of literals of a formula in arrays or in a solver: one to three gigabytes."""


class TooLargeError(InputError):
    """Input whose formula would need too much memory; the message states the formula's size."""


def check_literals(count: int, maximum: int = MAX_LITERALS, detail: str = "") -> None:
    """Raise `TooLargeError` if a formula would have more than `maximum` literals.

    `count` may be an upper bound. `detail` names a part of the formula, or a remedy.

    >>> check_literals(10**9)
    Traceback (most recent call last):
    ...
    puzzlesat.common.limits.TooLargeError: the formula would have 1,000,000,000 literals, more \
than the maximum of 100,000,000
    """
    if count > maximum:
        raise TooLargeError(
            f"the formula would have {count:,} literals{detail}, more than the maximum of "
            f"{maximum:,}"
        )


def check_shape(rows: int, cols: int) -> None:
    """Raise `InputError` if a board has no field or more than `MAX_FIELDS`.

    >>> check_shape(1000, 1001)
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: a board has at most 1,000,000 fields, not 1000×1001
    """
    if rows < 1 or cols < 1:
        raise InputError("a board needs at least one field")
    if rows * cols > MAX_FIELDS:
        raise InputError(f"a board has at most {MAX_FIELDS:,} fields, not {rows}×{cols}")


def check_proof_size(rows: int, cols: int, factor: int = 1) -> None:
    """Raise `InputError` if a proof for a board would be too large to check.

    The size of the formula is proportional to `factor`, such as the number of moves.

    >>> check_proof_size(200, 100)
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: proofs support boards of at most 10,000 fields, not 200×100
    """
    check_shape(rows, cols)
    if rows * cols > MAX_PROOF_FIELDS:
        raise InputError(
            f"proofs support boards of at most {MAX_PROOF_FIELDS:,} fields, not {rows}×{cols}"
        )
    if rows * cols * factor > MAX_PROOF_SIZE:
        raise InputError(
            f"the formula would be too large to check: {rows}×{cols}×{factor:,} is more than "
            f"{MAX_PROOF_SIZE:,}"
        )


def is_whole(value: object) -> bool:
    """Return whether a value is an integer, which may be one of NumPy's, but not a bool.

    >>> is_whole(2), is_whole(2.0), is_whole(True)
    (True, False, False)
    """
    return hasattr(value, "__index__") and not isinstance(value, bool)


def parse_whole_number(text: str, lowest: int, highest: int) -> int | None:
    """Return a text of decimal digits as a number, or None if it is another text or out of bounds.

    >>> [parse_whole_number(text, 0, 99) for text in ("12", "9" * 5000, "-1")]
    [12, None, None]
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(highest))):
        return None
    return int(text) if lowest <= int(text) <= highest else None
