"""Reading and writing files so that nothing half-written ever carries its final name."""

import gzip
import io
import lzma
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from puzzlesat.common.errors import InputError

COMPRESSED: dict[str, Callable[..., IO]] = {".gz": gzip.open, ".xz": lzma.open}
"""How a file whose name ends so is opened for reading."""

BLOCK = 4 << 20
"""Bytes that are compressed together. Larger blocks gain next to nothing in size."""


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


def _create_xz(path: Path, mode: str, encoding: str | None) -> IO:
    file: Any = XzWriter(path)
    return file if "b" in mode else io.TextIOWrapper(file, encoding=encoding)


CREATED: dict[str, Callable[..., IO]] = {".gz": gzip.open, ".xz": _create_xz}
"""How a file whose name ends so is opened for writing."""


@contextmanager
def atomic_write(path: str | Path, *, binary: bool = False) -> Iterator[IO]:
    r"""Open a file for writing that gets its name only once it is complete.

    The bytes go to a temporary file in the same folder, which is renamed when the block ends and
    removed when it is left by an exception. Missing folders are made. A name that ends in ``.gz``
    or ``.xz`` is compressed; ``-`` is standard output. Links are followed, and devices and pipes
    are written to as they are.

    Parameters
    ----------
    path : str or Path
        Where the file is to stand.
    binary : bool
        Whether the block writes bytes rather than text.

    Raises
    ------
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
    mode, encoding = ("wb", None) if binary else ("wt", "utf-8")
    if str(path) == "-":
        with _named("standard output"):
            yield sys.stdout.buffer if binary else sys.stdout
            sys.stdout.flush()
        return
    target = Path(os.path.realpath(path))  # a link stays, and what it points to is written
    if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
        with _named(path), target.open(mode, encoding=encoding) as file:
            yield file
        return
    partial = target.with_name(f".{target.name}.{os.getpid()}.partial")
    opened = CREATED.get(target.suffix, open)
    try:
        with _named(path):
            target.parent.mkdir(parents=True, exist_ok=True)
            with opened(partial, mode, encoding=encoding) as file:
                yield file
            partial.replace(target)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise


@contextmanager
def _named(place: str | Path) -> Iterator[None]:
    """Have an error of the system name the place that was asked for."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(place)) from error


def read_text(path: str | Path) -> str:
    """Return the text of a file, or of standard input for ``-``, without a byte order mark.

    A file whose name ends in ``.gz`` or ``.xz`` is decompressed.

    Raises
    ------
    InputError
        If the file is not UTF-8 text, or not compressed as its name says.
    OSError
        If it cannot be read.
    """
    try:
        if str(path) == "-":
            content = sys.stdin.buffer.read()
        else:
            with COMPRESSED.get(Path(path).suffix, open)(path, "rb") as file:
                content = file.read()
    except (gzip.BadGzipFile, lzma.LZMAError, EOFError) as error:
        raise InputError(f"{path}: cannot be decompressed: {error}") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text file: {error.reason} at byte {error.start}") from None
