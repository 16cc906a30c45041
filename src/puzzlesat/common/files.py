"""Reading text safely, and writing files atomically."""

import io
import os
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from itertools import count, groupby, islice
from math import inf
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.limits import MAX_FIELDS

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

UNSUPPORTED = {
    *(".7z", ".br", ".bz2", ".lz", ".lz4", ".lzma", ".lzo", ".rar", ".snappy", ".tar", ".tbz2"),
    *(".tgz", ".txz", ".z", ".zip", ".zst"),
}
"""Suffixes of other compressed files and of archives."""

COMPRESSED_MAGIC = re.compile(
    rb"\x1f\x8b|\xfd7zXZ\0|BZh[1-9](1AY&SY|\x17rE8P\x90)|\x28\xb5\x2f\xfd|PK\x03\x04|\x04\x22\x4d\x18"
    rb"|7z\xbc\xaf\x27\x1c|\x5d\0\0|\x1f\x9d|Rar!\x1a\x07|LZIP[\0\1]"
)
"""The first bytes of files compressed with gzip, xz, bzip2, zstd and others, and of archives."""

BLOCK_BYTES = 4 << 20
"""Number of bytes that are read or compressed at a time; larger blocks hardly compress better."""

MAX_TEXT = 256 << 20
"""Maximum size of a text that is read as a whole, in bytes after decompression."""

MAX_LINE = 16 << 20
"""Maximum length of a line, in characters."""

MAX_LINES = 5_000_000
"""Maximum number of lines of a text that is read as a whole."""

PICTURE_MAGIC = re.compile(
    rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|%PDF-|RIFF....WEBP|\0\0\0.ftyp|BM....\0\0\0\0|II\*\0|MM\0\*",
    re.DOTALL,
)
"""The first bytes of PNG, JPEG, GIF, PDF, WebP, HEIC, AVIF, BMP and TIFF files."""

SPLIT = 1 << 12
"""Number of characters, up to a line end, that are split at once, which is faster."""

TEMPORARY_IDS = count()
"""A counter that makes the names of temporary files unique within this process."""


class XzWriter(io.BufferedIOBase):
    """An .xz file that is compressed in blocks, on all cores.

    Each block becomes an .xz stream; a sequence of streams is a valid file. The bytes do not depend
    on the number of cores. About two blocks for each core are in memory. The fastest preset of LZMA
    is used; for clauses, the other presets are several times slower and save only a few percent.
    """

    def __init__(self, path: "Path") -> None:
        import lzma  # like the other formats, slow to import
        from concurrent.futures import Future, ThreadPoolExecutor

        super().__init__()
        cores = os.cpu_count() or 1
        self._file = path.open("wb")
        self._compress_block = partial(lzma.compress, preset=0)
        self._pool = ThreadPoolExecutor(cores)
        self._max_streams = 2 * cores
        self._block = bytearray()
        self._streams: deque[Future[bytes]] = deque()
        self._is_empty = True

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, content: Any) -> int:
        """Add bytes; they are written to the file when their block is complete."""
        remaining = memoryview(content).cast("B")
        while len(remaining):
            chunk = remaining[: BLOCK_BYTES - len(self._block)]
            self._block += chunk
            remaining = remaining[len(chunk) :]
            if len(self._block) == BLOCK_BYTES:
                self._submit_block()
        return len(content)

    def close(self) -> None:
        """Write the last block."""
        if self.closed:
            return
        try:
            if self._block or self._is_empty:
                self._submit_block()
            while self._streams:
                self._file.write(self._streams.popleft().result())
        finally:
            self._pool.shutdown(cancel_futures=True)
            try:
                self._file.close()
            finally:
                super().close()

    def _submit_block(self) -> None:
        self._streams.append(self._pool.submit(self._compress_block, bytes(self._block)))
        self._block.clear()
        self._is_empty = False
        while len(self._streams) > self._max_streams:
            self._file.write(self._streams.popleft().result())


@contextmanager
def _create_gz(path: "Path") -> Iterator[IO[bytes]]:
    """Open a .gz file without the name and the time that Python would write into it."""
    import gzip

    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as compressed:
        stream: Any = compressed
        yield stream


@contextmanager
def _open_compressed(
    module: str, error_names: str, path: str | PathLike[str]
) -> Iterator[IO[bytes]]:
    """Open a compressed file; exceptions with the names `error_names` become `EOFError`."""
    qualified_names = (name.rpartition(".") for name in error_names.split())
    errors = tuple(getattr(import_module(parent), name) for parent, _, name in qualified_names)
    try:
        with import_module(module).open(path) as file:
            yield file
    except errors as error:
        raise EOFError(str(error)) from None


Opener = Callable[..., Any]
"""A function that opens a file for bytes."""

COMPRESSED: dict[str, tuple[Opener, Opener]] = {
    ".gz": (partial(_open_compressed, "gzip", "gzip.BadGzipFile zlib.error"), _create_gz),
    ".xz": (partial(_open_compressed, "lzma", "lzma.LZMAError"), XzWriter),
}
"""The functions that open compressed files for reading and for writing, by suffix."""

UNCOMPRESSED: tuple[Opener, Opener] = (partial(open, mode="rb"), partial(open, mode="wb"))

SUPPORTED_SUFFIXES = ".gz or .xz"


def check_compression(path: str | PathLike[str]) -> None:
    """Raise `InputError` if a name ends in the suffix of a compression that is not supported."""
    if (suffix := _suffix(path)) in UNSUPPORTED:
        raise InputError(f"files in {suffix} are not supported; use {SUPPORTED_SUFFIXES}")


def content_suffix(path: str | PathLike[str]) -> str:
    """Return the suffix of a file in lower case, without that of its compression.

    >>> content_suffix("a.CSV"), content_suffix("a.csv.xz"), content_suffix("csv")
    ('.csv', '.csv', '')
    """
    name = os.fspath(path)
    suffix = _suffix(name)
    return _suffix(name[: -len(suffix)]) if suffix in COMPRESSED else suffix


def _suffix(path: str | PathLike[str]) -> str:
    return os.path.splitext(path)[1].lower()  # noqa: PTH122, pathlib is slow to import


@contextmanager
def atomic_write(path: str | PathLike[str], *, binary: bool = False) -> Iterator[IO]:
    r"""Open for writing a file that appears under its name only when it is complete.

    The block writes to a temporary file in the same folder, which is renamed at the end and removed
    after an exception. Missing folders are created (see `folder_for`). A file whose name ends in a
    suffix of `COMPRESSED` is compressed, and its bytes depend only on its content; ``-`` is
    standard output. Symbolic links are followed; devices
    and pipes are written directly.

    Parameters
    ----------
    binary : bool
        Whether the block writes bytes instead of text.

    Raises
    ------
    InputError
        If standard output is closed, a parent of the path is not a folder, or the name ends in
        one of `UNSUPPORTED`.
    OSError
        If a folder cannot be created or the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_write(Path(folder, "new", "a.txt")) as file:
    ...         _ = file.write("whole\n")
    ...     Path(folder, "new", "a.txt").read_text()
    'whole\n'
    """
    # file names may contain bytes that are not UTF-8, which Python keeps as lone surrogates
    text_options: dict[str, Any] = (
        {} if binary else {"encoding": "utf-8", "errors": "backslashreplace"}
    )
    if str(path) == "-":
        if sys.stdout is None:  # closed
            raise InputError("standard output is closed")
        with _errors_with_path("standard output"):
            yield sys.stdout.buffer if binary else sys.stdout
            sys.stdout.flush()
        return
    from pathlib import Path

    target = Path(path)
    if target.is_symlink():  # replace the target, not the link
        target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        with _errors_with_path(path), target.open("wb" if binary else "w", **text_options) as file:
            yield file
        return
    temporary = _temporary_path(target)
    with error_context(path):
        check_compression(target)
    _, create = COMPRESSED.get(target.suffix.lower(), UNCOMPRESSED)
    with _errors_with_path(path), folder_for(target.parent):
        try:
            with create(temporary) as file:
                if binary:
                    yield file
                else:
                    with io.TextIOWrapper(file, **text_options) as writer:
                        yield writer
            temporary.replace(target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise


def _temporary_path(target: "Path") -> "Path":
    """Return a temporary path for a file, if possible with a name no longer than the file's."""
    unique = f".{os.getpid()}-{next(TEMPORARY_IDS)}.partial"
    beginning = os.fsencode(target.name)[: max(len(os.fsencode(target.name)) - len(unique) - 1, 0)]
    return target.with_name(f".{beginning.decode(errors='ignore')}{unique}")


def sha256(path: "Path") -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    import hashlib  # loads OpenSSL, which most commands do not need

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def folder_for(folder: "Path") -> Iterator[None]:
    """Create a folder and its parents for the block; afterwards, remove new folders that are empty.

    Raise `InputError` if the path or one of its parents is not a folder, and `OSError` if a folder
    cannot be created.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as given:
    ...     with folder_for(Path(given, "new", "empty")):
    ...         Path(given, "new", "empty").is_dir()
    ...     Path(given, "new").exists()
    True
    False
    """
    missing = []
    for ancestor in (folder, *folder.parents):
        if ancestor.is_dir():
            break
        if os.path.lexists(ancestor):
            raise InputError(f"{ancestor} is not a folder")
        missing.append(ancestor)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        with suppress(OSError):
            for ancestor in missing:
                ancestor.rmdir()


@contextmanager
def _errors_with_path(path: str | PathLike[str]) -> Iterator[None]:
    """Replace the file name of an `OSError` raised in the block with a given one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno is None:  # raised by this project, such as TimeoutError
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a file, or of standard input for ``-``, without a byte order mark.

    A file whose name ends in a suffix of `COMPRESSED` is decompressed. Raise `InputError` if the
    name ends in one of `UNSUPPORTED`, or if the file is not UTF-8 text, cannot be decompressed, or
    has more than `MAX_TEXT` bytes, and `OSError` if it cannot be read.
    """
    with error_context(path):
        return "".join(_decoded_blocks(path, max_bytes=MAX_TEXT))


def read_content(path: str | PathLike[str]) -> str | bytes:
    """Return the bytes of a file if it is a picture, otherwise its text; see `read_text`."""
    with error_context(path):
        picture: list[bytes] = []
        text = "".join(_decoded_blocks(path, MAX_TEXT, picture))
        return picture[0] if picture else text


def read_lines(path: str | PathLike[str], max_chars: float | None = None) -> Iterator[str]:
    """Yield the lines of a file of any size without line ends; see `read_text`.

    Exceptions are those of `read_text`, but the limit is about `max_chars` characters per line,
    by default `MAX_LINE`, instead of `MAX_TEXT` bytes, and the message does not name the file.
    """
    max_length = MAX_LINE if max_chars is None else max_chars
    incomplete = ""
    for block in _decoded_blocks(path):
        *lines, incomplete = (incomplete + block).split("\n")
        yield from (line.removesuffix("\r") for line in lines)
        if len(incomplete) > max_length:
            raise InputError(f"a line has more than {max_length:,} characters")
    if incomplete:
        yield incomplete


def _decoded_blocks(
    path: str | PathLike[str], max_bytes: float = inf, picture: list[bytes] | None = None
) -> Iterator[str]:
    """Yield the text of a file block by block.

    If the file is a picture, its bytes are added to `picture`; without such a list, raise
    `InputError`.
    """
    decoder = getincrementaldecoder("utf-8")()
    byte_count, is_start = 0, True

    def decode(block: bytes, *, last: bool = False) -> str:
        undecoded, _ = decoder.getstate()
        try:
            return decoder.decode(block, last)
        except UnicodeDecodeError as error:
            position = byte_count - len(undecoded) + error.start
            raise InputError(f"not UTF-8 text: {error.reason} at byte {position}") from None

    with open_decompressed(path) as file:
        while block := file.read(BLOCK_BYTES):
            if not byte_count and block.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
                raise InputError("the text is in UTF-16; save it as UTF-8")
            if not byte_count and COMPRESSED_MAGIC.match(block):
                raise InputError(
                    f"the content is compressed; only files in {SUPPORTED_SUFFIXES} are "
                    "decompressed, and their names must end in this suffix"
                )
            if not byte_count and PICTURE_MAGIC.match(block):
                if picture is None:
                    raise InputError("a picture, where text is expected")
                picture.append(block + file.read(MAX_TEXT))
                return
            if (nul := block.find(b"\0")) >= 0:
                raise InputError(f"not a text file: NUL at byte {byte_count + nul}")
            if byte_count + len(block) > max_bytes:
                raise InputError(f"more than {MAX_TEXT >> 20} MiB of text")
            text = decode(block)
            yield text.removeprefix("\ufeff") if is_start else text
            is_start = is_start and not text
            byte_count += len(block)
        yield decode(b"", last=True)


@contextmanager
def open_decompressed(path: str | PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file, or standard input for ``-``, for reading decompressed bytes.

    Raise `InputError` if the file cannot be decompressed, possibly during the block; the message
    does not name the file. Raise `OSError` if the file cannot be read.
    """
    with _errors_with_path(path):
        try:
            if str(path) != "-":
                check_compression(path)
                read, _ = COMPRESSED.get(_suffix(path), UNCOMPRESSED)
                with read(path) as file:
                    yield file
            elif sys.stdin is None:  # closed
                raise InputError("standard input is closed")
            else:
                yield sys.stdin.buffer
        except EOFError as error:
            raise InputError(f"cannot decompress: {error}") from None


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text with their ends, which are ``\n``, ``\r\n`` or ``\r``.

    Raise `InputError` if there are more than `MAX_LINES` lines, or if a line has more than
    `MAX_LINE` characters.

    >>> list(lines_of("01\r\n\n10\x0b"))
    ['01\r\n', '\n', '10\x0b']
    """
    first = position = 0
    while chunk := text[position : text.find("\n", position + SPLIT) + 1 or len(text)]:
        if len(chunk) > min(MAX_LINE, MAX_LINES - first) or "\r" in chunk:
            break
        *lines, last = chunk.split("\n")
        yield from [f"{line}\n" for line in lines]
        if last:
            yield last
        first += len(lines)
        position += len(chunk)
    for number, match in enumerate(re.finditer("[^\r\n]*(\r\n|\r|\n|$)", text[position:]), first):
        if not match[0]:
            return
        if number == MAX_LINES:
            raise InputError(f"the text has more than {MAX_LINES:,} lines")
        if match.end() - match.start() > MAX_LINE:
            raise InputError(f"a line has more than {MAX_LINE:,} characters")
        yield match[0]


def blocks(text: str, *, strip: bool = True) -> Iterator[list[tuple[int, str]]]:
    r"""Yield each run of nonempty lines of a text, as pairs of line number (from 1) and line.

    With `strip`, blanks at both ends of a line are removed first. Raise `InputError` as `lines_of`
    does, or if a run has more than `MAX_FIELDS` lines.

    >>> list(blocks(" 01\r\n10 \n\n \n2"))
    [[(1, '01'), (2, '10')], [(5, '2')]]
    """
    stripped_lines = (line.strip() if strip else line.rstrip("\r\n") for line in lines_of(text))
    numbered = enumerate(stripped_lines, start=1)
    for is_filled, run in groupby(numbered, key=lambda line: bool(line[1])):
        if is_filled:
            block = list(islice(run, MAX_FIELDS + 1))
            if len(block) > MAX_FIELDS:
                raise InputError(
                    f"line {block[0][0]}: no empty line among the next {MAX_FIELDS:,} lines"
                )
            yield block


def header_line(text: str) -> str:
    """Return the first line that is not empty, without blanks at its ends; empty if none is."""
    return next((block[0][1] for block in blocks(text)), "")
