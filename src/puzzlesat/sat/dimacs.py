"""Writing formulas in the DIMACS format of the SAT competitions, as a stream.

A formula keeps the clauses of a single step (see `formula`). They are printed from there, step by
step, so that memory does not grow with the number of steps.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import opened
from puzzlesat.sat.formula import ClauseTemplate, Formula

BUFFER = 1 << 22
"""About how many bytes are printed before they are handed on."""

CLAUSE_END = np.frombuffer(b"0\n", dtype=np.uint8)

HEADER = 1 << 24
"""The most bytes of comments that are read."""

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
    >>> from puzzlesat.sat.formula import ClauseTemplate, stack
    >>> template = ClauseTemplate("unit", stack([[-1], [2]]), times=range(1), stride=0)
    >>> file = io.BytesIO()
    >>> write(Formula(2, (template,)), {"description": "an example"}, file)
    >>> print(file.getvalue().decode(), end="")
    c description: an example
    p cnf 2 2
    -1 0
    2 0
    """
    lines = [f"c {key}: {_one_line(value)}\n" for key, value in comments.items()]
    header = "".join([*lines, f"p cnf {formula.variables} {len(formula)}\n"])
    file.write(header.encode(errors="backslashreplace"))
    for template in formula.templates:
        for text in _printed(template):
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


class Written(Protocol):
    """What a DIMACS file was written from."""

    @property
    def subject(self) -> str:
        """What the formula is about, for messages."""

    def formula(self) -> Formula:
        """Return its formula."""


@contextmanager
def reading_comments() -> Iterator[None]:
    """Raise `InputError` where a comment is missing, a `KeyError` of the block, or damaged."""
    try:
        yield
    except KeyError as missing:
        raise InputError(
            f"missing comment 'c {missing.args[0]}: …'; expected a DIMACS file written by encode"
        ) from None
    except InputError as error:
        raise InputError(f"comments: {error}") from None


Instance = TypeVar("Instance", bound=Written)


def read_written(
    path: str | Path, of_comments: Callable[[Mapping[str, str]], Instance]
) -> Instance:
    """Return what a DIMACS file was written from, its clauses compared with its comments.

    The formula that the comments describe is compared with the rest of the file, byte by byte, as a
    stream.

    Parameters
    ----------
    path : str or Path
    of_comments : function
        Returns what the comments describe, or raises `InputError` if they describe nothing.

    Raises
    ------
    InputError
        If the file is none of ours, or its clauses are others than its comments describe; the
        message names the file, and the first line that differs.
    OSError
        If it cannot be read.
    """
    comments: dict[str, str] = {}
    with error_context(path):
        try:
            with opened(path) as file:
                size = 0
                while (line := file.readline(HEADER)).startswith(b"c ") and size < HEADER:
                    size += len(line)
                    text = line[2:].decode().rstrip("\n")
                    if re.search(CONTROL, text):
                        raise InputError(
                            f"line {len(comments) + 1}: a comment holds a character that is not "
                            "printed"
                        )
                    key, _, value = text.partition(": ")
                    comments[key] = value
                instance = of_comments(comments)
                expected = Expected(file, len(comments), line)
                write(instance.formula(), {}, expected)
                expected.end()
        except UnicodeDecodeError as error:
            raise InputError(f"not readable as text: {error}") from None
        except DifferentError as error:
            raise InputError(
                f"line {error.line}: the clauses are not those of {instance.subject} that its "
                "comments name"
            ) from None
    return instance


def _one_line(value: object) -> str:
    r"""Return a value as text that cannot end its line, whatever it holds.

    Examples
    --------
    >>> _one_line("a\np cnf 1 1")
    'a\\x0ap cnf 1 1'
    """
    return re.sub(CONTROL, lambda found: f"\\x{ord(found[0]):02x}", str(value))


def _printed(template: ClauseTemplate) -> Iterator[bytes]:
    """Yield a template's clauses as text."""
    for clauses in template.template:
        variables = np.unique(np.abs(clauses))
        # Where each literal is printed in the table below: positive ones first.
        place = np.searchsorted(variables, np.abs(clauses)) + (clauses < 0) * len(variables)
        for t in template.times:
            table = _literal_texts(variables + t * template.stride)
            rows = max(1, BUFFER // (table.shape[1] * clauses.shape[1] + 2))
            for first in range(0, len(clauses), rows):
                literals = table[place[first : first + rows]]
                text = literals.reshape(len(literals), clauses.shape[1] * table.shape[1])
                end = np.broadcast_to(CLAUSE_END, (len(literals), 2))
                yield np.hstack([text, end]).tobytes().translate(None, b"\0")


def _literal_texts(variables: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return variables and then their negations as text with a space, filled up with zero bytes."""
    literals = np.concatenate([variables, -variables]).astype(bytes)
    padded = literals.astype(f"S{literals.dtype.itemsize + 1}")
    text = padded.view(np.uint8).reshape(len(literals), padded.itemsize)
    text[:, -1] = ord(" ")
    return text
