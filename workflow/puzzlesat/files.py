"""Reading and writing files so that nothing half-written ever carries its final name."""

import gzip
import lzma
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from puzzlesat.errors import InputError

COMPRESSED = {".gz": gzip.open, ".xz": lzma.open}
"""How a file whose name ends so is opened."""


@contextmanager
def written(path: str | Path, *, binary: bool = False) -> Iterator[IO]:
    r"""Open a file for writing that gets its name only once it is complete.

    The bytes go to a temporary file in the same folder, which is renamed when the block ends and
    removed when it is left by an exception. Missing folders are made. A name that ends in ``.gz``
    or ``.xz`` is compressed; ``-`` is standard output.

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
    ...     with written(Path(folder, "new", "a.txt")) as file:
    ...         _ = file.write("whole\n")
    ...     Path(folder, "new", "a.txt").read_text()
    'whole\n'
    """
    if str(path) == "-":
        yield sys.stdout.buffer if binary else sys.stdout
        sys.stdout.flush()
        return
    path = Path(path)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    opened = COMPRESSED.get(path.suffix, open)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with opened(partial, "wb") if binary else opened(partial, "wt", encoding="utf-8") as file:
            yield file
        partial.replace(path)
    except BaseException as error:
        with suppress(OSError):
            partial.unlink()
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def read_text(path: str | Path) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Raises
    ------
    InputError
        If the file is not UTF-8 text.
    OSError
        If it cannot be read.
    """
    try:
        return sys.stdin.read() if str(path) == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not a text file: {error.reason} at byte {error.start}") from None
