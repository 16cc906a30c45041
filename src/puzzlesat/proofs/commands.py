"""What the commands ``prove`` and ``verify`` of all programs have in common."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from puzzlesat.common.command import printing
from puzzlesat.common.errors import InputError, counted, error_context
from puzzlesat.proofs.bundle import MANIFEST

MAX_NAMED = 5
"""Faults that a sentence names."""

Subject = TypeVar("Subject")


class Verdict(Protocol):
    """What has been verified."""

    def in_words(self, number: int) -> str:
        """Return it in a sentence about the board of a number."""


memory_option = click.option(
    "--memory",
    type=click.IntRange(1),
    metavar="MB",
    help="Memory limit for verify, and for cake_lpr.",
)


def prove_folders(
    subjects: Sequence[Subject], noun: str, folder: str, prove: Callable[[Subject, Path], Verdict]
) -> None:
    """Write a folder of evidence about each board of a file, and print what it proves.

    Parameters
    ----------
    subjects : sequence
    noun : str
        What one of them is called, such as ``board``.
    folder : str
        Where to write, as `folders` explains.
    prove : function
        Writes the evidence about a subject to a folder.

    Raises
    ------
    InputError
        In the end, for the subjects that could not be proven.
    """
    places = folders(Path(folder), len(subjects), noun)
    with printing(for_files=True) as say:
        each(subjects, noun, lambda n, subject: say(prove(subject, places[n]).in_words(n)))


def verify_folders(
    folder: str,
    noun: str,
    given: Sequence[Subject] | None,
    file: str | None,
    verify: Callable[[Path, Any, int], Verdict],
    *,
    quiet: bool,
) -> None:
    """Verify the evidence in a folder, and print what it proves.

    Parameters
    ----------
    folder : str
    noun : str
        What one of the subjects is called.
    given : sequence, optional
        The reader's own subjects, with which those of the evidence are compared.
    file : str, optional
        The file that they are from.
    verify : function
        Verifies the evidence in a folder, compared with a subject, if there is one, of a number.
    quiet : bool
        Whether to print only the last line.
    """
    count = 0
    for number, place, own in pairs(found_in(Path(folder), noun), given, noun):
        found = verify(place, own, number)
        count += 1
        if not quiet:
            click.echo(found.in_words(number))
    click.echo(conclusion(count, noun, file))


def conclusion(count: int, noun: str, file: str | None) -> str:
    """Return the last line of a verification.

    Examples
    --------
    >>> conclusion(3, "board", "boards.txt")
    '3 boards verified, the same as those in boards.txt'
    >>> conclusion(1, "board", None)
    '1 board verified; name a file of your own boards to have them compared'
    """
    if file is None:
        verified = f"{counted(count, noun)} verified"
        return f"{verified}; name a file of your own {noun}s to have them compared"
    return f"{counted(count, noun)} verified, the same as those in {file}"


def each(subjects: Sequence[Subject], noun: str, prove: Callable[[int, Subject], None]) -> None:
    """Prove something of each board in a file; one that cannot be proven does not stop the others.

    Parameters
    ----------
    subjects : sequence
    noun : str
        What one of them is called, such as ``board``.
    prove : function
        Is called with the number of a subject and the subject.

    Raises
    ------
    InputError
        In the end, for those that could not be proven.
    """
    wrong = []
    for number, subject in enumerate(subjects):
        try:
            with error_context(f"{noun} {number}"):
                prove(number, subject)
        except InputError as error:
            wrong.append(str(error))
    if wrong:
        of = f"{len(wrong)} of {len(subjects)} are not proven: " if len(subjects) > 1 else ""
        raise InputError(of + "; ".join(wrong[:MAX_NAMED]) + "; …" * (len(wrong) > MAX_NAMED))


def folders(folder: Path, count: int, noun: str) -> list[Path]:
    """Return where the evidence about each of some boards is written.

    One board has the folder to itself; several have one each in it.

    Raises
    ------
    InputError
        If there is anything else in a folder of several.

    Examples
    --------
    >>> [str(place) for place in folders(Path("a"), 2, "board")]
    ['a/board-0', 'a/board-1']
    """
    if count == 1:
        return [folder]
    places = [folder / f"{noun}-{number}" for number in range(count)]
    if folder.is_dir():
        for other in sorted({*folder.iterdir()} - {*places}):
            raise InputError(f"{other} is in the way; name another folder")
    return places


def found_in(folder: Path, noun: str) -> dict[int, Path]:
    """Return the folders that `folders` has named, by the numbers of their boards.

    Raises
    ------
    InputError
        If there is none.
    """
    if (folder / MANIFEST).exists() or not folder.is_dir():
        return {0: folder}
    named = re.compile(rf"{noun}-(0|[1-9][0-9]{{0,6}})")
    found = {
        int(match[1]): place for place in folder.iterdir() if (match := named.fullmatch(place.name))
    }
    if not found:
        raise InputError(f"{folder}: neither {MANIFEST} nor a folder {noun}-0 is in it")
    return dict(sorted(found.items()))


def pairs(
    found: Mapping[int, Path], given: Sequence[Subject] | None, noun: str
) -> Iterator[tuple[int, Path, Subject | None]]:
    """Yield number, evidence and the reader's own board of each; without such boards, None.

    Raises
    ------
    InputError
        If a board has no evidence, or there is evidence about others.
    """
    if given is not None:
        for number in sorted({*range(len(given))} ^ {*found}):
            if number not in found:
                raise InputError(f"no evidence about {noun} {number}")
            raise InputError(f"{found[number]}: no {noun} {number} is given")
    for number, place in found.items():
        yield number, place, None if given is None else given[number]
