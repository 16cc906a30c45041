"""Formats of puzzles: for each puzzle, one table of the formats that are read and written.

A `Format` is a pair of pure functions, text → puzzles and puzzle → text. A text is accepted if
exactly one format of the table reads it. ``--help`` is made from `puzzlesat.common.format_info`
alone, docs/formats.md from a puzzle's `Formats`. ``tests/formats/PUZZLE.json`` contains test
vectors that need no Python.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from os import PathLike
from typing import IO, Any, Generic, NamedTuple, TypeVar

from puzzlesat.common.errors import AmbiguousInputError, InputError, counted, error_context
from puzzlesat.common.files import blocks, read_content
from puzzlesat.common.format_info import FormatInfo
from puzzlesat.common.grids import is_comment

P = TypeVar("P")

AUTO = "auto"
"""The name that stands for the only format that fits a text."""

MAX_PUZZLES = 1_000_000
"""Maximum number of puzzles in a text."""

PUZZLES_PER_CHUNK = 1_000
"""Number of puzzles that are written to a temporary file, or read from it, at once."""


class Window(NamedTuple):
    """What a user knows about the board in a picture.

    Parameters
    ----------
    rows, cols : int
        The shape of the board; 0 if it is to be found.
    part : tuple of int
        The left, top, width and height in pixels of the part of the picture to read; a width or
        height of 0 stands for all that follows.
    """

    rows: int = 0
    cols: int = 0
    part: tuple[int, int, int, int] = (0, 0, 0, 0)


WHOLE = Window()
"""The window of a picture of which nothing is known."""


class SpooledPuzzles(Collection[P]):
    """Puzzles, of which only a chunk is in memory; the other chunks are in a temporary file.

    They are taken at once, so an iterator's exceptions are raised here; at most one more than
    `MAX_PUZZLES` are taken.

    >>> spool = SpooledPuzzles(map(str, range(2_500)))
    >>> len(spool), list(spool)[-1]
    (2500, '2499')
    """

    def __init__(self, puzzles: Iterable[P]) -> None:
        remaining = islice(puzzles, MAX_PUZZLES + 1)
        self._first_chunk = list(islice(remaining, PUZZLES_PER_CHUNK))
        self._size = len(self._first_chunk)
        self._file: IO[bytes] | None = None
        while chunk := list(islice(remaining, PUZZLES_PER_CHUNK)):
            import pickle  # which is slow to import, as the next
            from tempfile import TemporaryFile

            if self._file is None:
                self._file = TemporaryFile()  # noqa: SIM115, closed with this object
            pickle.dump(chunk, self._file)
            self._size += len(chunk)

    def __len__(self) -> int:
        return self._size

    def __contains__(self, item: object) -> bool:
        return any(item == other for other in self)

    def __iter__(self) -> Iterator[P]:
        yield from self._first_chunk
        if self._file is None:
            return
        from pickle import load

        yielded, position = len(self._first_chunk), 0
        while yielded < self._size:
            self._file.seek(position)
            chunk: list[P] = load(self._file)
            position = self._file.tell()
            yielded += len(chunk)
            yield from chunk


class Picture(NamedTuple, Generic[P]):
    """The puzzle that a picture shows.

    Parameters
    ----------
    puzzle : object
    remarks : sequence of str
        What was read, to be compared with the picture.
    doubts : sequence of str
        Phrases on doubtful fields, such as ``C1: something lies over it``.
    """

    puzzle: P
    remarks: Sequence[str]
    doubts: Sequence[str]


def line_reader(parse: Callable[[str], P]) -> Callable[[str], Iterator[P]]:
    """Return a reader of texts that have a puzzle in each line but empty lines and comments."""

    def puzzles(text: str) -> Iterator[P]:
        for block in blocks(text):
            for number, line in block:
                if not is_comment(line):
                    with error_context(f"line {number}"):
                        yield parse(line)

    return puzzles


class Format(NamedTuple, Generic[P]):
    """A format: what people need to know of it, and the functions that read and write it.

    Parameters
    ----------
    info : FormatInfo
        Its name, and what people need to know of it.
    may_fit : function
        Returns whether `read` may accept a text, from its beginning. Of several formats that may
        fit, the first in the table explains why a text fits none.
    read : function
        Returns the puzzles of a text, which may be an iterator; raises `InputError` with the line,
        if possible, for a text that does not fit.
    write : function, optional
        Returns a puzzle as a text that `read` reads, without a line end. Raises `InputError` for a
        puzzle that the format cannot express.
    read_named : function, optional
        Replaces `read` if the user names the format, for a text that is too short to be recognised.
    """

    info: FormatInfo
    may_fit: Callable[[str], bool]
    read: Callable[[str], Iterable[P]]
    write: Callable[[P], str] | None = None
    read_named: Callable[[str], Iterable[P]] | None = None

    @property
    def name(self) -> str:
        """The value of ``--format`` and ``--as``."""
        return self.info.name


class Formats(Generic[P]):
    """The formats of a puzzle.

    Parameters
    ----------
    noun : str
        What is read, such as ``board``.
    formats : sequence of Format
        The last, rows, should say what is wrong with a text that may be in no format.
    read_picture : function, optional
        Returns what a picture shows, given the content of the file and the window.
    """

    def __init__(
        self,
        noun: str,
        formats: Sequence[Format[P]],
        read_picture: Callable[[bytes, Window], Picture[P]] | None = None,
    ) -> None:
        self.noun = noun
        self.read_picture = read_picture
        self._formats = {format.name: format for format in formats}
        self._rows = formats[-1].name

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

    def parse(self, text: str, format: str = AUTO) -> list[P]:
        """Return the puzzles of a text, at least one, in the format of that name.

        Raise `InputError` if the text does not fit, or contains more than `MAX_PUZZLES` puzzles. A
        text must fit exactly one format if none is named.
        """
        return list(self._spool(text, format))

    def _spool(self, text: str, name: str) -> SpooledPuzzles[P]:
        if name != AUTO:
            format = self[name]
            return self._read(text, format.read_named or format.read)
        fitting: dict[str, SpooledPuzzles[P]] = {}
        problem: InputError | None = None
        for format in self:
            if not format.may_fit(text):
                continue
            try:
                fitting[format.name] = self._read(text, format.read)
            except AmbiguousInputError as error:
                try:
                    self._read(text, format.read_named or format.read)
                except InputError:
                    problem = problem or error
                else:
                    raise
            except InputError as error:
                place = "" if format.name == self._rows else f"read as {format.name}: "
                problem = problem or InputError(f"{place}{error}")
        if len(fitting) > 1:
            choices = (f"--format {x} ({self._shapes(found)})" for x, found in fitting.items())
            raise InputError(f"two formats fit; choose {' or '.join(choices)}")
        if not fitting:
            raise problem or InputError(f"no {self.noun} found")
        return next(iter(fitting.values()))

    def _read(self, text: str, read: Callable[[str], Iterable[P]]) -> SpooledPuzzles[P]:
        puzzles = SpooledPuzzles(read(text))
        if not puzzles:
            raise InputError(f"no {self.noun} found")
        if len(puzzles) > MAX_PUZZLES:
            raise InputError(f"more than {MAX_PUZZLES:,} {self.noun}s")
        return puzzles

    def _shapes(self, puzzles: SpooledPuzzles[Any]) -> str:
        """Return the number of puzzles and the shape of the first, in words."""
        first = next(iter(puzzles))
        shape = f"of {first.rows}×{first.cols}"
        if len(puzzles) == 1:
            return f"one {self.noun} {shape}"
        return f"{counted(len(puzzles), self.noun)}, the first {shape}"

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
            The name of a format, or ``auto``. A picture is recognised by its content.
        on_message : function, optional
            Called with what was read from a picture, after the name of the file.

        Raises
        ------
        InputError
            If the text does not fit exactly one format, or not the named one, or if fields of a
            picture are in doubt. The message names the file and, if possible, the line.
        OSError
            If the file cannot be read.
        """
        return list(self.stream(path, format, on_message=on_message))

    def stream(
        self,
        path: str | PathLike[str],
        format: str = AUTO,
        window: Window = WHOLE,
        on_message: Callable[[str], None] = lambda _: None,
        *,
        accept_doubts: bool = False,
    ) -> SpooledPuzzles[P]:
        """Return the puzzles in a file as `read` does, but do not keep all of them in memory.

        The whole file is read and checked first, so exceptions and messages are those of `read`.
        `window` is that of a picture. If `accept_doubts` is true, doubts about fields of a picture
        become messages.
        """
        content = read_content(path)
        with error_context(path):
            if isinstance(content, str):
                if window != WHOLE:
                    raise InputError("--grid and --crop are for pictures, and this is text")
                return self._spool(content, format)
            if self.read_picture is None:
                raise InputError(
                    f"pictures of {self.noun}s cannot be read; enter the {self.noun} as text"
                )
            if format != AUTO:
                raise InputError(f"a picture, which is not in the format {format}; leave it out")
            puzzle, remarks, doubts = self.read_picture(content, window)
            for remark in [*remarks, *(doubts if accept_doubts else ())]:
                on_message(f"{path}: {remark}")
            if doubts and not accept_doubts:
                _refuse_doubts(doubts)
        return SpooledPuzzles([puzzle])

    def parse_single(self, text: str) -> P:
        """Return the only puzzle of a text; raise `InputError` as `parse` does, or for several."""
        return self._single(self.parse(text))

    def read_single(self, path: str | PathLike[str]) -> P:
        """Return the only puzzle in a file; raise exceptions as `read` and `parse_single` do."""
        puzzles = self.read(path)
        with error_context(path):
            return self._single(puzzles)

    def _single(self, puzzles: Sequence[P]) -> P:
        if len(puzzles) > 1:
            raise InputError(f"expected one {self.noun}, not {len(puzzles)}")
        return puzzles[0]

    def write_text(
        self, puzzles: Sequence[P], format: str, labels: Sequence[str] | None = None
    ) -> str:
        """Return puzzles in the format of that name, one of `writable`.

        An empty line separates rows, and puzzles of several lines. Raise `InputError`, with the
        label of the puzzle (by default, its number), for one that the format cannot express.
        """
        write = self[format].write
        assert write is not None, format
        texts = []
        if labels is None:
            labels = [f"{self.noun} {number}" for number in range(len(puzzles))]
        for label, puzzle in zip(labels, puzzles, strict=True):
            with error_context(label):
                texts.append(f"{write(puzzle)}\n")
        several = format == self._rows or any(text.count("\n") > 1 for text in texts)
        return ("\n" if several else "").join(texts)


MAX_NAMED = 6
"""Maximum number of doubtful fields that a message names."""


def _refuse_doubts(doubts: Sequence[str]) -> None:
    """Raise `InputError`, which names the first of some doubts."""
    shown = "; ".join(doubts[:MAX_NAMED])
    more = f"; and {len(doubts) - MAX_NAMED} more" if len(doubts) > MAX_NAMED else ""
    raise InputError(
        f"{counted(len(doubts), 'field')} in doubt ({shown}{more}); correct the rows that were "
        "read, and give them as text"
    )
