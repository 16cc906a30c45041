"""Formats of puzzles: for each puzzle, one table of the formats that are read and written.

A `Format` is a pair of pure functions, text → puzzles and puzzle → text. ``--help`` is made from
`puzzlesat.common.format_info` alone, docs/formats.md from a puzzle's `Formats`.
``tests/formats/PUZZLE.json`` contains test vectors that need no Python.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from os import PathLike
from typing import Any, Generic, NamedTuple, TypeVar
from warnings import warn

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import blocks, read_content
from puzzlesat.common.format_info import FormatInfo
from puzzlesat.common.formats import MAX_PUZZLES, SpooledPuzzles

P = TypeVar("P")

AUTO = "auto"
"""The name that stands for the format that recognises a text."""

OTHER_LINE_ENDS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Matches a character that ends a line in some programs, such as word processors."""

INVISIBLE = re.compile("^\ufeff|[\ufe0f\u20e3]")
"""Matches a byte-order mark, and the ends of emoji and of digits as emoji."""


class Reading(NamedTuple, Generic[P]):
    """The puzzles in a text, and remarks on how the text was read.

    A remark is a clause without a capital or a full stop, such as ``read red as R``. Every command
    prints it on standard error, after the name of the file. There is a remark wherever a stranger
    could have meant something else.
    """

    puzzles: Iterable[P]
    remarks: Sequence[str] = ()


def line_reader(parse: Callable[[str], P]) -> Callable[[str], Reading[P]]:
    """Return a reader of texts that have a puzzle in each line that is not empty."""

    def puzzles(text: str) -> Iterator[P]:
        for block in blocks(text):
            for number, line in block:
                with error_context(f"line {number}"):
                    yield parse(line)

    return lambda text: Reading(puzzles(text))


class Format(NamedTuple, Generic[P]):
    """A format: what people need to know of it, and the functions that read and write it.

    Parameters
    ----------
    info : FormatInfo
        Its name, and what people need to know of it.
    recognises : function
        Returns whether a text is in this format or, if another format fits as well, a remark on
        that one. It raises `InputError` for a text that is ambiguous. It must not recognise a text
        of a format that comes later in the table.
    read : function
        Returns the puzzles of a text, which may be an iterator, and remarks; raises `InputError`
        with the line, if possible, for a text that does not fit.
    write : function, optional
        Returns a puzzle as a text that `read` reads, without a line end. Raises `InputError` for a
        puzzle that the format cannot express.
    """

    info: FormatInfo
    recognises: Callable[[str], bool | str]
    read: Callable[[str], Reading[P]]
    write: Callable[[P], str] | None = None

    @property
    def name(self) -> str:
        """The value of ``--format`` and ``--as``."""
        return self.info.name


class Formats(Generic[P]):
    """The formats of a puzzle, in the order in which they are tried: the first that fits is used.

    Parameters
    ----------
    noun : str
        What is read, such as ``board``.
    formats : sequence of Format
        The last should recognise every text, so that its reader says what is wrong.
    read_picture : function, optional
        Returns the puzzle that a picture shows, and doubts: phrases on fields, such as ``row 0,
        column 2: something lies over it``. The argument is the content of the file.
    """

    def __init__(
        self,
        noun: str,
        formats: Sequence[Format[P]],
        read_picture: Callable[..., tuple[Reading[P], Sequence[str]]] | None = None,
    ) -> None:
        self.noun = noun
        self.read_picture = read_picture
        self._formats = {format.name: format for format in formats}

    def __iter__(self) -> Iterator[Format[P]]:
        """Yield the formats in order."""
        return iter(self._formats.values())

    def __getitem__(self, name: str) -> Format[P]:
        """Return the format of that name."""
        return self._formats[name]

    @property
    def names(self) -> list[str]:
        """The values of ``--format``."""
        return [AUTO, *self._formats]

    @property
    def writable(self) -> list[str]:
        """The values of ``--as``."""
        return [format.name for format in self if format.write is not None]

    def recognise(self, text: str) -> tuple[Format[P], str]:
        """Return the format of a text and a remark, which may be empty.

        Raise `InputError` if the text is ambiguous, or no format recognises it.
        """
        for format in self:
            if remark := format.recognises(text):
                return format, "" if remark is True else remark
        raise InputError(f"no {self.noun} found")

    def parse(self, text: str, format: str = AUTO) -> Reading[P]:
        """Return the puzzles of a text, at least one, in the format of that name.

        Raise `InputError` if the text does not fit, or contains more than `MAX_PUZZLES` puzzles.
        """
        puzzles, remarks = self._parse_spool(text, format)
        return Reading(list(puzzles), remarks)

    def _parse_spool(self, text: str, format: str) -> tuple[SpooledPuzzles[P], Sequence[str]]:
        text = OTHER_LINE_ENDS.sub("\n", INVISIBLE.sub("", text))
        used_format, remark = self.recognise(text) if format == AUTO else (self[format], "")
        is_guess = format == AUTO and used_format is not [*self][-1]
        with error_context(f"read as {used_format.name}") if is_guess else nullcontext():
            reading = used_format.read(text)
            # to iterate over puzzles may add remarks
            parsed = reading.puzzles
            puzzles = parsed if isinstance(parsed, SpooledPuzzles) else SpooledPuzzles(parsed)
        if not puzzles:
            raise InputError(f"no {self.noun} found")
        if len(puzzles) > MAX_PUZZLES:
            raise InputError(f"more than {MAX_PUZZLES:,} {self.noun}s")
        return puzzles, [*dict.fromkeys([*reading.remarks, *filter(None, [remark])])]

    def read(
        self,
        path: str | PathLike[str],
        format: str = AUTO,
        on_message: Callable[[str], None] = lambda _: None,
    ) -> list[P]:
        """Return the puzzles in a file, or in standard input for ``-``.

        Parameters
        ----------
        format : str
            The name of a format, or ``auto`` to recognise the format. A picture is recognised by
            its content.
        on_message : function, optional
            Called with each remark on how the file was read, after the name of the file.

        Raises
        ------
        InputError
            If the text does not fit the format, its format is ambiguous, or fields of a picture are
            in doubt. The message names the file and, if possible, the line.
        OSError
            If the file cannot be read.
        """
        return list(self.stream(path, format, None, on_message))

    def stream(
        self,
        path: str | PathLike[str],
        format: str = AUTO,
        window: Any = None,
        on_message: Callable[[str], None] = lambda _: None,
        *,
        accept_doubts: bool = False,
    ) -> SpooledPuzzles[P]:
        """Return the puzzles in a file as `read` does, but do not keep all of them in memory.

        The whole file is read and checked first, so exceptions and remarks are those of `read`. If
        `accept_doubts` is true, doubts about fields of a picture become remarks.
        """
        content = read_content(path)
        with error_context(path):
            doubts: Sequence[str] = ()
            if isinstance(content, str):
                puzzles, remarks = self._parse_spool(content, format)
            else:
                (pictured, remarks), doubts = self._pictured_puzzles(content, format, window)
                puzzles = SpooledPuzzles(pictured)
            for remark in [*remarks, *(doubts if accept_doubts else ())]:
                on_message(f"{path}: {remark}")
            if doubts and not accept_doubts:
                from puzzlesat.common.picture import refuse_doubts

                refuse_doubts(doubts)
        return puzzles

    def _pictured_puzzles(
        self, content: bytes, format: str, window: Any
    ) -> tuple[Reading[P], Sequence[str]]:
        if self.read_picture is None:
            raise InputError(
                f"pictures of {self.noun}s cannot be read; enter the {self.noun} as text"
            )
        if format != AUTO:
            raise InputError(f"a picture, which is not in the format {format}; leave it out")
        return self.read_picture(content, window)

    def parse_single(self, text: str) -> P:
        """Return the only puzzle of a text; raise `InputError` as `parse` does, or for several.

        Remarks become warnings.
        """
        return self._single_puzzle(self.parse(text))

    def _single_puzzle(self, reading: Reading[P]) -> P:
        puzzle, *others = reading.puzzles
        if others:
            raise InputError(f"expected one {self.noun}, not {len(others) + 1}")
        for remark in reading.remarks:
            warn(remark, stacklevel=4)
        return puzzle

    def read_single(self, path: str | PathLike[str]) -> P:
        """Return the only puzzle in a file; raise exceptions as `read` and `parse_single` do."""
        remarks: list[str] = []
        puzzles = self.read(path, on_message=remarks.append)
        with error_context(path):
            return self._single_puzzle(Reading(puzzles, remarks))

    def write_text(
        self, puzzles: Sequence[P], format: str, labels: Sequence[str] | None = None
    ) -> str:
        """Return puzzles in the format of that name, one of `writable`.

        An empty line separates puzzles that have several lines. Raise `InputError`, with the label
        of the puzzle (by default, its number), for a puzzle that the format cannot express.
        """
        write = self[format].write
        assert write is not None, format
        texts = []
        if labels is None:
            labels = [f"{self.noun} {number}" for number in range(len(puzzles))]
        for label, puzzle in zip(labels, puzzles, strict=True):
            with error_context(label):
                texts.append(f"{write(puzzle)}\n")
        several = any(text.count("\n") > 1 for text in texts)
        return ("\n" if several else "").join(texts)
