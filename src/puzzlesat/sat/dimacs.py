"""Writing formulas in the DIMACS format of the SAT competitions, as a stream.

A formula keeps the clauses of a single step (see `formula`). They are printed from there, step by
step, into a buffer of fixed size, so that memory does not grow with the number of steps.
"""

import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, Protocol

import numpy as np

from puzzlesat.common.compile import compiler
from puzzlesat.sat.formula import Family, Formula

BUFFER = 1 << 20
"""Bytes that are printed before they are handed on."""

LITERAL = 12
"""The most bytes that a literal takes: a sign, ten digits of a 32-bit number and a space."""


CONTROL = "[\x00-\x1f\x7f-\x9f\u2028\u2029]"
"""Characters that are not printed, among them all that end a line."""


class Writable(Protocol):
    """Anything that bytes can be written to."""

    def write(self, content: Any, /) -> Any:
        """Take bytes."""


def write(formula: Formula, comments: Mapping[str, object], file: Writable) -> None:
    r"""Write a formula as DIMACS CNF.

    Parameters
    ----------
    formula : Formula
    comments : mapping
        The header: each item becomes one line ``c key: value``.
    file : binary file
        Where to write.

    Examples
    --------
    >>> import io
    >>> from puzzlesat.sat.formula import Family, stack
    >>> family = Family("unit", stack([[-1], [2]]), times=range(1), stride=0)
    >>> file = io.BytesIO()
    >>> write(Formula(2, (family,)), {"description": "an example"}, file)
    >>> print(file.getvalue().decode(), end="")
    c description: an example
    p cnf 2 2
    -1 0
    2 0
    """
    lines = [f"c {key}: {_one_line(value)}\n" for key, value in comments.items()]
    header = "".join([*lines, f"p cnf {formula.variables} {len(formula)}\n"])
    file.write(header.encode(errors="backslashreplace"))
    for family in formula.families:
        for text in _printed(family):
            file.write(text)


class DifferentError(Exception):
    """A file does not hold what it should.

    Parameters
    ----------
    line : int
        The first line that is another, counted from 1.
    """

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


class Expected:
    r"""Stands for a file in `write`, and compares what it is given with a file that there is.

    Parameters
    ----------
    file : binary file
        Read from where it stands.
    line : int
        How many lines of it have been read and are not compared.
    begun : bytes
        What has been read after them, and is compared.

    Raises
    ------
    DifferentError
        From `write` at the first byte that is another, and from `end` if there is more to read.

    Examples
    --------
    >>> import io
    >>> expected = Expected(io.BytesIO(b"1 0\n-2 0\n"))
    >>> _ = expected.write(b"1 0\n")
    >>> expected.write(b"2 0\n")
    Traceback (most recent call last):
    puzzlesat.sat.dimacs.DifferentError: line 2
    """

    def __init__(self, file: IO[bytes], line: int = 0, begun: bytes = b"") -> None:
        self.file = file
        self.line = line
        self.begun = begun

    def write(self, content: Any) -> int:
        """Compare bytes with as many of the file."""
        wanted = bytes(content)
        found, self.begun = self.begun[: len(wanted)], self.begun[len(wanted) :]
        found += self.file.read(len(wanted) - len(found))
        if found != wanted:
            pairs = enumerate(zip(found, wanted, strict=False))
            same = next((i for i, (one, other) in pairs if one != other), len(found))
            raise DifferentError(self.line + wanted[:same].count(b"\n") + 1)
        self.line += wanted.count(b"\n")
        return len(wanted)

    def end(self) -> None:
        """Compare the end."""
        if self.begun or self.file.read(1):
            raise DifferentError(self.line + 1)


def _one_line(value: object) -> str:
    r"""Return a value as text that cannot end its line, whatever it holds.

    Examples
    --------
    >>> _one_line("a\np cnf 1 1")
    'a\\x0ap cnf 1 1'
    """
    return re.sub(CONTROL, lambda found: f"\\x{ord(found[0]):02x}", str(value))


def _printed(family: Family) -> Iterator[memoryview]:
    """Yield a family's clauses as text; each piece must be used before the next is asked for."""
    longest = max((clauses.shape[1] for clauses in family.template), default=0)
    buffer = np.empty(max(BUFFER, longest * LITERAL + 2), dtype=np.uint8)
    for clauses in family.template:
        flat = np.ascontiguousarray(clauses, dtype=np.int64)
        for t in family.times:
            first = 0
            while first < len(flat):
                first, end = _print(flat, t * family.stride, first, buffer)
                yield buffer[:end].data


@compiler()
def _print(clauses: Any, offset: int, first: int, buffer: Any) -> tuple[int, int]:
    """Print clauses from `first` on, every variable moved by an offset, until the buffer is full.

    Returns the first clause that was not printed, and the number of bytes that were.
    """
    rows, length = clauses.shape
    room = len(buffer) - (length * LITERAL + 2)
    at = 0
    for row in range(first, rows):
        if at > room:
            return row, at
        for column in range(length):
            literal = clauses[row, column]
            rest = np.uint32(abs(literal) + offset)
            if literal < 0:
                buffer[at] = 45  # -
                at += 1
            digits = 1
            bound = np.uint64(10)
            while rest >= bound:
                digits += 1
                bound *= np.uint64(10)
            at += digits
            for place in range(1, digits + 1):
                tenth = rest // np.uint32(10)
                buffer[at - place] = 48 + (rest - tenth * np.uint32(10))
                rest = tenth
            buffer[at] = 32  # a space
            at += 1
        buffer[at] = 48  # 0
        buffer[at + 1] = 10  # a line's end
        at += 2
    return rows, at
