"""Reading and writing files so that nothing half-written ever carries its final name."""

import gzip
import io
import lzma
import os
import re
import sys
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count, groupby, islice
from math import inf
from pathlib import Path
from typing import IO, Any

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.limits import MAX_FIELDS

COMPRESSED: dict[str, Callable[..., IO]] = {".gz": gzip.open, ".xz": lzma.open}
"""How a file whose name ends so is opened for reading."""

BLOCK = 4 << 20
"""Bytes that are compressed together. Larger blocks gain next to nothing in size."""

LARGEST = 256 << 20
"""Bytes of text that are read as a whole at most, when they have been decompressed."""

LONGEST = 16 << 20
"""Characters that a line has at most."""

PICTURES = re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|%PDF-|RIFF....WEBP|\0\0\0.ftyp", re.DOTALL)
"""How a picture begins: PNG, JPEG, GIF, PDF, WebP, HEIC or AVIF."""

MAX_LINES = 5_000_000
"""Lines that a text has at most where it is read as a whole."""


OPENED = count()
"""Numbers for the files that this process writes."""


class XzWriter(io.BufferedIOBase):
    """A file that is compressed block by block, on all cores.

    Each block becomes an .xz stream of its own; readers of the format take streams in a row for one
    file. The bytes do not depend on the number of cores. Two blocks for each core are in memory at
    most. The fastest preset of LZMA is used: on clauses the others are several times as slow and
    gain a few percent.

    Parameters
    ----------
    path : Path
        Where to write.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.xz")
    ...     with XzWriter(path) as file:
    ...         _ = file.write(b"whole")
    ...     lzma.decompress(path.read_bytes())
    b'whole'
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        cores = os.cpu_count() or 1
        self._file = path.open("wb")
        self._pool = ThreadPoolExecutor(cores)
        self._most = 2 * cores
        self._block = bytearray()
        self._streams: deque[Future[bytes]] = deque()
        self._empty = True

    def writable(self) -> bool:
        """Return that the file can be written to."""
        return True

    def write(self, content: Any) -> int:
        """Take bytes; they reach the disk when their block is compressed."""
        rest = memoryview(content).cast("B")
        while len(rest):
            taken = rest[: BLOCK - len(self._block)]
            self._block += taken
            rest = rest[len(taken) :]
            if len(self._block) == BLOCK:
                self._compress()
        return len(content)

    def close(self) -> None:
        """Compress and write what is left."""
        if self.closed:
            return
        try:
            if self._block or self._empty:
                self._compress()
            while self._streams:
                self._file.write(self._streams.popleft().result())
        finally:
            self._pool.shutdown(cancel_futures=True)
            try:
                self._file.close()
            finally:
                super().close()

    def _compress(self) -> None:
        self._streams.append(self._pool.submit(lzma.compress, bytes(self._block), preset=0))
        self._block.clear()
        self._empty = False
        while len(self._streams) > self._most:
            self._file.write(self._streams.popleft().result())


def _create_xz(path: Path, mode: str, encoding: str | None, errors: str | None) -> IO:
    file: Any = XzWriter(path)
    return file if "b" in mode else io.TextIOWrapper(file, encoding, errors)


CREATED: dict[str, Callable[..., IO]] = {".gz": gzip.open, ".xz": _create_xz}
"""How a file whose name ends so is opened for writing."""


@contextmanager
def atomic_write(path: str | Path, *, binary: bool = False) -> Iterator[IO]:
    r"""Open a file for writing that gets its name only once it is complete.

    The bytes go to a temporary file in the same folder, which is renamed when the block ends and
    removed when it is left by an exception. Missing folders are made (`folder_for`). A name that
    ends in ``.gz`` or ``.xz`` is compressed; ``-`` is standard output. Links are followed, and
    devices and pipes are written to as they are.

    Parameters
    ----------
    path : str or Path
        Where the file is to stand.
    binary : bool
        Whether the block writes bytes rather than text.

    Raises
    ------
    InputError
        If standard output is closed, or what the name has for a folder is a file.
    OSError
        If the folder cannot be made or the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_write(Path(folder, "new", "a.txt")) as file:
    ...         _ = file.write("whole\n")
    ...     Path(folder, "new", "a.txt").read_text()
    'whole\n'
    """
    # the names of files may hold bytes that are no UTF-8, which Python keeps as lone surrogates
    encoding, errors = (None, None) if binary else ("utf-8", "backslashreplace")
    mode = "wb" if binary else "wt"
    if str(path) == "-":
        if sys.stdout is None:  # what Python makes of a closed one
            raise InputError("standard output is closed")
        with _named("standard output"):
            yield sys.stdout.buffer if binary else sys.stdout
            sys.stdout.flush()
        return
    target = Path(path)
    if target.is_symlink():  # it stays, and what it points to is written
        target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        with _named(path), target.open(mode, encoding=encoding, errors=errors) as file:
            yield file
        return
    partial = _partial(target)
    created = CREATED.get(target.suffix.lower(), open)
    with _named(path), folder_for(target.parent):
        try:
            with created(partial, mode, encoding=encoding, errors=errors) as file:
                yield file
            partial.replace(target)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise


def _partial(target: Path) -> Path:
    """Return where a file is written until it is complete.

    The name is no longer than the file's own, which may be the longest that the system takes, where
    that leaves room for what makes it unique.
    """
    unique = f".{os.getpid()}-{next(OPENED)}.partial"
    kept = os.fsencode(target.name)[: max(len(os.fsencode(target.name)) - len(unique) - 1, 0)]
    return target.with_name(f".{kept.decode(errors='ignore')}{unique}")


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    import hashlib  # loads OpenSSL, which most commands do without

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def folder_for(folder: Path) -> Iterator[None]:
    """Make a folder, and those that it lies in, for what the block puts there.

    Folders that were missing are removed in the end where nothing was put.

    Raises
    ------
    InputError
        If there is something else of that name, or of the name of a folder that it lies in.
    OSError
        If one cannot be made.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as given:
    ...     with folder_for(Path(given, "new", "empty")):
    ...         Path(given, "new", "empty").is_dir()
    ...     Path(given, "new").exists()
    True
    False
    """
    missing = []
    for place in (folder, *folder.parents):
        if place.is_dir():
            break
        if os.path.lexists(place):
            raise InputError(f"{place} is not a folder")
        missing.append(place)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        with suppress(OSError):
            for place in missing:
                place.rmdir()


@contextmanager
def _named(place: str | Path) -> Iterator[None]:
    """Have an error of the system name the place that was asked for."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno is None:  # not of the system, such as a time limit of ours
            raise
        raise OSError(error.errno, error.strerror, str(place)) from error


def read_text(path: str | Path) -> str:
    """Return the text of a file, or of standard input for ``-``, without a byte order mark.

    A file whose name ends in ``.gz`` or ``.xz`` is decompressed.

    Raises
    ------
    InputError
        If the file is not UTF-8 text, or not compressed as its name says, or has more than
        `LARGEST` bytes of text.
    OSError
        If it cannot be read.
    """
    with error_context(path):
        return "".join(_decoded(path, most=LARGEST))


def read_lines(path: str | Path) -> Iterator[str]:
    """Yield the lines of a file of any size, read as `read_text` reads, without their ends.

    Raises
    ------
    InputError
        As `read_text` does, but without the name of the file, as the reader of the lines may have
        more to say of them; no line may have more than `LONGEST` characters.
    OSError
        If it cannot be read.
    """
    rest = ""
    for text in _decoded(path):
        *lines, rest = (rest + text).split("\n")
        yield from (line.removesuffix("\r") for line in lines)
        if len(rest) > LONGEST:
            raise InputError(f"a line has more than {LONGEST:,} characters")
    if rest:
        yield rest


def _decoded(path: str | Path, most: float = inf) -> Iterator[str]:
    """Yield the text of a file block by block, each looked at before the next is read."""
    decoder = getincrementaldecoder("utf-8")()
    done, first = 0, True

    def decoded(block: bytes, *, last: bool = False) -> str:
        left_over, _ = decoder.getstate()
        try:
            return decoder.decode(block, last)
        except UnicodeDecodeError as error:
            place = done - len(left_over) + error.start
            raise InputError(f"not UTF-8 text: {error.reason} at byte {place}") from None

    with opened(path) as file:
        while block := file.read(BLOCK):
            if not done and block.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
                raise InputError("the text is in UTF-16; save it as UTF-8")
            if not done and PICTURES.match(block):
                raise InputError("pictures cannot be read; type the board")
            if (nul := block.find(b"\0")) >= 0:
                raise InputError(f"not a text file: NUL at byte {done + nul}")
            if done + len(block) > most:
                raise InputError(f"more than {LARGEST >> 20} MiB of text")
            text = decoded(block)
            yield text.removeprefix("\ufeff") if first else text
            first = first and not text
            done += len(block)
        yield decoded(b"", last=True)


@contextmanager
def opened(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file, or standard input for ``-``, for reading bytes that are decompressed.

    Raises
    ------
    InputError
        In the block as well, if the file is not compressed as its name says, without that name.
    OSError
        If it cannot be read.
    """
    with _named(path):
        try:
            if str(path) != "-":
                with COMPRESSED.get(Path(path).suffix.lower(), open)(path, "rb") as file:
                    yield file
            elif sys.stdin is None:  # what Python makes of a closed one
                raise InputError("standard input is closed")
            else:
                yield sys.stdin.buffer
        except (gzip.BadGzipFile, zlib.error, lzma.LZMAError, EOFError) as error:
            raise InputError(f"cannot decompress: {error}") from None


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text with their ends: ``\n``, ``\r\n`` or ``\r``, and nothing else.

    Raises
    ------
    InputError
        If there are more than `MAX_LINES`, or one has more than `LONGEST` characters.

    Examples
    --------
    >>> list(lines_of("01\r\n\n10\x0b"))
    ['01\r\n', '\n', '10\x0b']
    """
    for number, found in enumerate(re.finditer("[^\r\n]*(\r\n|\r|\n|$)", text)):
        if not found[0]:
            return
        if number == MAX_LINES:
            raise InputError(f"the text has more than {MAX_LINES:,} lines")
        if found.end() - found.start() > LONGEST:
            raise InputError(f"a line has more than {LONGEST:,} characters")
        yield found[0]


def blocks(text: str, *, strip: bool = True) -> Iterator[list[tuple[int, str]]]:
    r"""Yield the runs of lines that are not empty, each line with its number, counted from 1.

    Parameters
    ----------
    text : str
    strip : bool
        Whether blanks around a line are taken away first.

    Raises
    ------
    InputError
        If a run has more lines than a board may have fields, or as `lines_of` does.

    Examples
    --------
    >>> list(blocks(" 01\r\n10 \n\n \n2"))
    [[(1, '01'), (2, '10')], [(5, '2')]]
    """
    bare = (line.strip() if strip else line.rstrip("\r\n") for line in lines_of(text))
    numbered = enumerate(bare, start=1)
    for filled, run in groupby(numbered, key=lambda line: bool(line[1])):
        if filled:
            block = list(islice(run, MAX_FIELDS + 1))
            if len(block) > MAX_FIELDS:
                raise InputError(
                    f"line {block[0][0]}: no empty line among the next {MAX_FIELDS:,} lines"
                )
            yield block


def text_files(path: str | Path) -> list[Path]:
    """Return the files ``*.txt`` of a folder in order, or the one file that a path names."""
    path = Path(path)
    return sorted(path.glob("*.txt")) if path.is_dir() else [path]
