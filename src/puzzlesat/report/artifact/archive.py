"""An archive of files: its checksums, and how it is packed and unpacked.

The same files give the same bytes: names are in order, all times are one time, and nobody owns
anything.
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from shutil import disk_usage

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import atomic_write, opened, read_text, sha256

if sys.version_info >= (3, 11, 4):
    import tarfile
else:  # it has no filters yet
    from backports import tarfile  # type: ignore[no-redef]

SUMS = "SHA256SUMS"
"""The file that lists all others, as ``sha256sum --check`` reads it."""


def files(folder: Path) -> Iterator[str]:
    """Yield the names of all files in a folder and below it, in order."""
    yield from sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def write_checksums(folder: Path) -> None:
    """List all files of a folder with their SHA-256."""
    lines = [f"{sha256(folder / name)}  {name}\n" for name in files(folder) if name != SUMS]
    with atomic_write(folder / SUMS) as file:
        file.writelines(lines)


def parse_checksums(text: str) -> dict[str, str]:
    r"""Return the sums by the names of the files.

    Raises
    ------
    InputError
        If a line is none of ``sha256sum``, or a name stands there twice.

    Examples
    --------
    >>> parse_checksums(f"{'0' * 64}  a\n")["a"][:4]
    '0000'
    >>> parse_checksums("a\n")
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: line 1: expected a SHA-256, two blanks and a name
    """
    sums: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        found = re.fullmatch("([0-9a-f]{64})  (.+)", line)
        if not found:
            raise InputError(f"line {number}: expected a SHA-256, two blanks and a name")
        if found[2] in sums:
            raise InputError(f"line {number}: {found[2]} stands there twice")
        sums[found[2]] = found[1]
    return sums


def damages(folder: Path) -> list[str]:
    """Return a sentence for each file that is not as its checksum says, missing or not listed."""
    path = folder / SUMS
    if not path.is_file():
        return [f"{SUMS} is missing"]
    strange = [place for place in folder.rglob("*") if not _is_plain(place, folder)]
    with error_context(SUMS):
        sums = parse_checksums(read_text(path))
    there = set(files(folder)) - {SUMS}
    found = {name: f"{name} is missing" for name in sums.keys() - there}
    found |= {name: f"{name} is not listed in {SUMS}" for name in there - sums.keys()}
    for name in there & sums.keys():
        if sha256(folder / name) != sums[name]:
            found[name] = f"{name} is not what {SUMS} says"
    for place in strange:
        name = place.relative_to(folder).as_posix()
        found[name] = f"{name} is neither a file of the artifact nor a folder"
    return [found[name] for name in sorted(found)]


def _is_plain(place: Path, folder: Path) -> bool:
    """Tell whether a place is a folder, a file, or a link to a file in the same artifact."""
    if not place.is_symlink():
        return place.is_file() or place.is_dir()
    return place.is_file() and place.resolve().is_relative_to(folder.resolve())


def pack(folder: Path, path: Path, seconds: int) -> None:
    """Write a folder to an archive, all of whose times are one time.

    Parameters
    ----------
    folder : Path
        Its name is what the archive unpacks to.
    path : Path
        The archive, whose name ends in ``.tar.xz``.
    seconds : int
        The time, in seconds since 1970.
    """

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime = seconds
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        if not member.issym():
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    with (
        atomic_write(path, binary=True) as file,
        tarfile.open(fileobj=file, mode="w|", format=tarfile.GNU_FORMAT) as archive,
    ):
        archive.add(folder, folder.name, recursive=False, filter=plain)
        for place in sorted(folder.rglob("*")):
            name = f"{folder.name}/{place.relative_to(folder).as_posix()}"
            archive.add(place, name, recursive=False, filter=plain)


def unpack(path: Path, folder: Path) -> Path:
    """Unpack an archive into a folder, and return the one folder that it holds.

    Raises
    ------
    InputError
        If it is damaged, would write elsewhere or more than there is room for, or holds anything
        but one folder.
    OSError
        If it cannot be read.
    """
    free = room = disk_usage(folder).free

    def careful(member: tarfile.TarInfo, place: str) -> tarfile.TarInfo | None:
        """Refuse what would be written through a link, or twice, or without end."""
        nonlocal room
        room -= member.size
        if room < 0:
            raise InputError(f"takes more than the {free >> 20:,} MiB that are free in {folder}")
        target = Path(place)
        for part in Path(member.name).parts:
            target /= part
            if target.is_symlink():
                raise InputError(f"cannot be unpacked: {member.name} lies behind a link")
        if target.exists() and not (member.isdir() and target.is_dir()):
            raise InputError(f"cannot be unpacked: {member.name} stands there twice")
        return tarfile.data_filter(member, place)

    with error_context(path):
        try:
            with opened(path) as file, tarfile.open(fileobj=file, mode="r|") as archive:
                archive.extractall(folder, filter=careful)
                while file.read(1 << 20):  # what follows the archive's end is to be whole as well
                    pass
        except tarfile.TarError as error:
            raise InputError(f"cannot be unpacked: {error}") from None
        held = sorted(folder.iterdir())
        if len(held) != 1 or not held[0].is_dir():
            raise InputError("expected one folder in it")
    return held[0]


def unpack_code(archive: bytes, folder: Path) -> None:
    """Unpack what git has packed."""
    with tarfile.open(fileobj=BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")
