"""Writing formulas as DIMACS CNF, and comparing files with their formulas.

A formula stores repeated clauses only once (see `formula`). The clauses of each step are generated
when they are written, so memory use does not grow with the number of steps.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.errors import InputError, counted, error_context, quoted
from puzzlesat.common.files import MAX_LINE, open_decompressed, read_lines
from puzzlesat.sat.formula import ClauseTemplate, Formula

BUFFER_BYTES = 1 << 22
"""Approximate number of bytes that are written at once."""

CLAUSE_END = np.frombuffer(b"0\n", dtype=np.uint8)

MAX_COMMENT = 1 << 24
"""Maximum size of the comments, in bytes."""

CONTROL = "[\x00-\x1f\x7f-\x9f\u2028\u2029]"
"""A pattern for a control character or the end of a line."""


class Writable(Protocol):
    """An object to which bytes can be written."""

    def write(self, content: Any, /) -> Any:
        """Write bytes."""


def write(formula: Formula, comments: Mapping[str, object], file: Writable) -> None:
    r"""Write a formula as DIMACS CNF to a binary file.

    Parameters
    ----------
    comments : mapping
        Each item becomes a line ``c key: value``.

    Examples
    --------
    >>> import io
    >>> from puzzlesat.sat.formula import ClauseTemplate, arrays_by_length
    >>> template = ClauseTemplate("unit", arrays_by_length([[-1], [2]]), times=range(1), stride=0)
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


class Tidied:
    r"""A binary file of clauses with one clause on each line, wherever its own lines break.

    Lines end in a line feed, and one blank separates the words of a line. A byte order mark, empty
    lines, comments between clauses, and the end of SATLIB's files (``%``, then 0) are removed.

    >>> import io
    >>> file = Tidied(io.BytesIO(b"p cnf 2 2\r\n\r\n1  -2 0 2\r\n0\r\n%\r\n0\r\n"))
    >>> file.readline(99), file.read(99)
    (b'p cnf 2 2\n', b'1 -2 0\n2 0\n')
    """

    UNUSUAL = re.compile(rb"[\r\t%\xef]|  | \n|\n[\nc ]|\A[\nc ]")
    """Matches the bytes of a block that has to be changed."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.ready = bytearray()
        self.rest = b""  # the beginning of a line
        self.clause = b""  # the beginning of a clause
        self.begun = self.ended = False
        self.changed = False  # whether lines are counted otherwise than in the file

    def readline(self, most: int) -> bytes:
        """Return the next line, or its first bytes."""
        while b"\n" not in self.ready and len(self.ready) < most and not self.ended:
            self._fill()
        end = self.ready.find(b"\n") + 1
        return self.read(min(end or len(self.ready), most))

    def read(self, count: int) -> bytes:
        """Return the next bytes, fewer at the end of the file."""
        while len(self.ready) < count and not self.ended:
            self._fill()
        content = bytes(self.ready[:count])
        del self.ready[:count]
        return content

    def _fill(self) -> None:
        """Read and tidy a block."""
        block = self.file.read(BUFFER_BYTES)
        if not block:
            self.ended = True
            block = b"\n" if self.rest and not self.rest.endswith(b"\n") else b""
        whole, end, rest = (self.rest + block).rpartition(b"\n")
        self.rest, whole = rest, whole + end
        if len(self.rest) > MAX_LINE:
            raise InputError(f"a line has more than {MAX_LINE:,} characters")
        if self.begun and not self.clause and self._is_usual(whole):
            self.ready += whole
            return
        lines = [b" ".join(line.split()) for line in whole.removeprefix(BOM_UTF8).split(b"\n")]
        if b"%" in lines:
            lines, self.ended = lines[: lines.index(b"%")], True
        # comments are read at the beginning, and ignored between clauses
        places = (i for i, line in enumerate(lines) if line.startswith(b"p "))
        header = 0 if self.begun else next(places, len(lines) - 1) + 1
        self.begun = self.begun or any(line.startswith(b"p ") for line in lines[:header])
        parts = [line for line in lines[header:] if line and not line.startswith(b"c")]
        words = b" ".join([b"", *([self.clause] if self.clause else []), *parts, b""])
        *complete, clause = words.replace(b" 0 ", b" 0\n ").split(b"\n")
        self.clause = clause.strip()
        if self.ended and self.clause:
            complete.append(self.clause)
        usual = [line for line in lines[:header] if line] + [line.strip() for line in complete]
        self.changed = self.changed or [*usual, b""] != lines
        self.ready += b"".join(line + b"\n" for line in usual)

    def _is_usual(self, block: bytes) -> bool:
        """Return whether each line of a block is a clause, as `write` writes it."""
        return (
            block.count(b" 0\n") == block.count(b"\n")
            and b" 0 " not in block
            and not self.UNUSUAL.search(block)
        )


class DifferentError(Exception):
    """A file differs from the expected one; `line` is the first wrong line, counted from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


class Expected:
    r"""A file object that compares the bytes passed to it with those of an existing file.

    The existing file is read from its current position. `line` is the number of earlier lines,
    which are not compared. `read_ahead` contains the bytes after these lines that have already been
    read; they are compared, too. `write` raises `DifferentError` at the first byte that differs,
    and `end` raises it if the file is longer.

    >>> import io
    >>> expected = Expected(io.BytesIO(b"1 0\n-2 0\n"))
    >>> _ = expected.write(b"1 0\n")
    >>> expected.write(b"2 0\n")
    Traceback (most recent call last):
    puzzlesat.sat.dimacs.DifferentError: line 2
    """

    def __init__(self, file: IO[bytes] | Tidied, line: int = 0, read_ahead: bytes = b"") -> None:
        self.file = file
        self.line = line
        self.read_ahead = read_ahead

    def write(self, content: Any) -> int:
        """Compare bytes with the next bytes of the file, and return their number."""
        expected = bytes(content)
        actual, self.read_ahead = self.read_ahead[: len(expected)], self.read_ahead[len(expected) :]
        actual += self.file.read(len(expected) - len(actual))
        if actual != expected:
            pairs = enumerate(zip(actual, expected, strict=False))
            same = next((i for i, (one, other) in pairs if one != other), len(actual))
            raise DifferentError(self.line + expected[:same].count(b"\n") + 1)
        self.line += expected.count(b"\n")
        return len(expected)

    def end(self) -> None:
        """Check that the file ends here."""
        if self.read_ahead or self.file.read(1):
            raise DifferentError(self.line + 1)


class Written(Protocol):
    """An instance that can be written to a DIMACS file."""

    @property
    def subject(self) -> str:
        """The name of the instance in messages."""

    @property
    def size(self) -> tuple[int | None, int | None]:
        """The numbers of variables and clauses of the formula, None if unknown.

        They are computed without the formula, whose clauses may need much memory.
        """

    def formula(self) -> Formula:
        """Return the formula of the instance."""


@contextmanager
def reading_comments() -> Iterator[None]:
    """Turn a `KeyError` for a missing comment into `InputError`; name the comments in others."""
    try:
        yield
    except KeyError as missing:
        raise InputError(
            f"missing comment '{missing.args[0]}: …'; expected a file written by encode"
        ) from None
    except InputError as error:
        raise InputError(f"comments: {error}") from None


Instance = TypeVar("Instance", bound=Written)


def read_written(
    path: str | Path, of_comments: Callable[[Mapping[str, str]], Instance]
) -> Instance:
    """Return the instance that a DIMACS file encodes.

    `of_comments` returns the instance that the comments describe. Its size is compared with the
    line ``p cnf``, and then its formula byte by byte with the clauses of the file, as a stream.
    Raise `InputError` if this project did not write the file, or if its clauses do not match its
    comments; the message names the file and, if possible, the first wrong line. Raise `OSError` if
    the file cannot be read.
    """
    comments: dict[str, str] = {}
    with error_context(path):
        try:
            with open_decompressed(path) as raw:
                file = Tidied(raw)
                size = comment_lines = 0
                while (line := file.readline(MAX_COMMENT)).startswith(b"c") and size < MAX_COMMENT:
                    size += len(line)
                    comment_lines += 1
                    text = line[1:].decode().strip(" \n")
                    if re.search(CONTROL, text):
                        raise InputError(
                            f"line {comment_lines}: a comment contains a control character"
                        )
                    key, _, value = text.partition(": ")
                    comments[key] = value
                instance = of_comments(comments)
                if not _fits(line, instance.size):
                    raise DifferentError(comment_lines + 1)
                expected = Expected(file, comment_lines, line)
                write(instance.formula(), {}, expected)
                expected.end()
        except UnicodeDecodeError as error:
            raise InputError(f"not readable as text: {error}") from None
        except DifferentError as error:
            place = "" if file.changed else f"line {error.line}: "
            raise InputError(
                f"{place}the clauses are not those of {instance.subject} named in the comments"
            ) from None
    return instance


def read_clauses(path: str | Path) -> list[list[int]]:
    """Return the clauses of a file in DIMACS CNF, which may be compressed.

    Lines that start with ``c`` are comments. The first other line is ``p cnf VARIABLES CLAUSES``;
    the others contain literals, with a 0 at the end of each clause. Raise `InputError` if the file
    differs from this form, a literal has a number above VARIABLES, or there are more or fewer
    clauses than CLAUSES.
    """
    with error_context(path):
        lines = (
            (number, line)
            for number, line in enumerate(read_lines(path), 1)
            if not line.startswith("c") and line.strip()
        )
        number, header = next(lines, (1, ""))
        size = re.fullmatch(r"p\s+cnf\s+([0-9]{1,10})\s+([0-9]{1,10})\s*", header)
        if not size:
            raise InputError(
                f"line {number}: expected 'p cnf VARIABLES CLAUSES', not {quoted(header)}"
            )
        variables, count = map(int, size.groups())
        clauses: list[list[int]] = [[]]
        for number, line in lines:
            for word in line.split():
                if not re.fullmatch("-?[0-9]{1,10}", word) or abs(int(word)) > variables:
                    raise InputError(
                        f"line {number}: {quoted(word)} is not a literal from -{variables} to "
                        f"{variables}"
                    )
                if int(word):
                    clauses[-1].append(int(word))
                else:
                    clauses.append([])
        if clauses.pop():
            raise InputError("the last clause does not end in 0")
        if len(clauses) != count:
            raise InputError(f"p cnf announces {counted(count, 'clause')}, not {len(clauses):,}")
    return clauses


def _fits(line: bytes, size: tuple[int | None, int | None]) -> bool:
    r"""Return whether a line ``p cnf`` gives the known numbers of variables and clauses.

    >>> _fits(b"p cnf 12 34\n", (12, None)), _fits(b"p cnf 12 34\n", (12, 35))
    (True, False)
    """
    words = line.split()
    numbers = (None if number is None else str(number).encode() for number in size)
    return len(words) == 4 and all(
        number in (None, word) for number, word in zip(numbers, words[2:], strict=True)
    )


def _one_line(value: object) -> str:
    r"""Return a value as text without control characters.

    >>> _one_line("a\np cnf 1 1")
    'a\\x0ap cnf 1 1'
    """
    return re.sub(CONTROL, lambda match: f"\\x{ord(match[0]):02x}", str(value))


def _printed(template: ClauseTemplate) -> Iterator[bytes]:
    for clauses in template.template:
        variables = np.unique(np.abs(clauses))
        # The row of each literal in the table below, where positive literals come first.
        place = np.searchsorted(variables, np.abs(clauses)) + (clauses < 0) * len(variables)
        for t in template.times:
            table = _literal_texts(variables + t * template.stride)
            rows = max(1, BUFFER_BYTES // (table.shape[1] * clauses.shape[1] + 2))
            for first in range(0, len(clauses), rows):
                literals = table[place[first : first + rows]]
                text = literals.reshape(len(literals), clauses.shape[1] * table.shape[1])
                end = np.broadcast_to(CLAUSE_END, (len(literals), 2))
                yield np.hstack([text, end]).tobytes().translate(None, b"\0")


def _literal_texts(variables: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return variables, then negations, as texts padded with zero bytes and ending in a blank."""
    literals = np.concatenate([variables, -variables]).astype(bytes)
    padded = literals.astype(f"S{literals.dtype.itemsize + 1}")
    text = padded.view(np.uint8).reshape(len(literals), padded.itemsize)
    text[:, -1] = ord(" ")
    return text
