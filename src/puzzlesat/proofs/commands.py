"""The common part of the commands ``prove`` and ``verify`` of all programs."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from puzzlesat.common.command import Output, printing
from puzzlesat.common.errors import InputError, counted, error_context, plural
from puzzlesat.proofs.bundle import MANIFEST
from puzzlesat.proofs.claim import Claim

MAX_NAMED = 5
"""Maximum number of errors that one message lists."""

Subject = TypeVar("Subject")


class Verdict(Protocol):
    """A verified answer."""

    @property
    def short_answer(self) -> str:
        """The answer without its board, such as ``minimum 7``."""

    def in_words(self, number: int) -> str:
        """Return a sentence about the board with this number."""


folder_option = click.option(
    *("-o", "--output", "folder"),
    cls=Output,
    required=True,
    metavar="DIR",
    help="The folder to write.",
)


def prove_folders(
    subjects: Collection[Subject], noun: str, folder: str, prove: Callable[[Subject, Path], Verdict]
) -> None:
    """Write a proof bundle for each subject with `prove`, and print the proven answers.

    `noun` is the name of a subject, such as ``board``, and `folder` the output folder; see
    `bundle_paths`. Raise `InputError` at the end, for the subjects without a proof.
    """
    bundle_folders = bundle_paths(Path(folder), len(subjects), noun)
    with printing(for_files=True) as print_line:
        prove_each(subjects, noun, lambda n, x: print_line(prove(x, bundle_folders[n]).in_words(n)))


def verify_folders(
    folder: str, kind: type[Claim], expected: Sequence[Any] | None, file: str | None, *, quiet: bool
) -> None:
    """Verify the bundles in a folder for claims of one kind, and print the proven answers.

    `expected` are the reader's own boards, from `file`, with which the bundles must agree, if any.
    With `quiet`, only the last line is printed.
    """
    bundles = bundles_with_subjects(bundles_in(Path(folder), kind.noun), expected, kind.noun)
    verdicts = ((n, kind.verify(place, expected_one, n)) for n, place, expected_one in bundles)
    print_verdicts(verdicts, kind.noun, file, quiet=quiet)


def print_verdicts(
    verdicts: Iterable[tuple[int, Verdict]], noun: str, file: str | None, *, quiet: bool
) -> None:
    """Print verified answers, given with their numbers, and a conclusion.

    With `quiet`, print only the conclusion, which then contains the answers.
    """
    answers: list[str] = []
    for number, verdict in verdicts:
        answers.append(verdict.short_answer)
        if not quiet:
            click.echo(verdict.in_words(number))
    if not answers:
        raise InputError("no proof found")
    click.echo(conclusion(answers, noun, file, named=quiet))


def conclusion(answers: Sequence[str], noun: str, file: str | None, *, named: bool) -> str:
    """Return the last line of a verification; with `named`, it contains the answers.

    >>> conclusion(["minimum 7", "minimum 8", "minimum 7"], "board", "boards.txt", named=False)
    '3 boards verified: the boards in boards.txt'
    >>> conclusion(["minimum 7", "minimum 8", "minimum 7"], "board", "boards.txt", named=True)
    '3 boards verified (2 with minimum 7, 1 with minimum 8): the boards in boards.txt'
    >>> conclusion(["minimum 7"], "board", None, named=True)
    '1 board verified (minimum 7); give a file of your own boards to compare them'
    """
    count, of_each = len(answers), Counter(answers)
    verified = f"{counted(count, noun)} verified"
    if named:
        numbers = (f"{times} with {answer}" for answer, times in sorted(of_each.items()))
        verified += f" ({answers[0] if len(of_each) == 1 else ', '.join(numbers)})"
    if file is None:
        return f"{verified}; give a file of your own {noun}s to compare them"
    return f"{verified}: the {plural(noun, count)} in {file}"


def prove_each(
    subjects: Collection[Subject], noun: str, prove: Callable[[int, Subject], None]
) -> None:
    """Call a function with the number and value of each subject, and collect the errors.

    Raise `InputError` at the end, for the subjects whose calls raised it.
    """
    errors = []
    for number, subject in enumerate(subjects):
        try:
            with error_context(f"{noun} {number}"):
                prove(number, subject)
        except InputError as error:
            errors.append(str(error))
    if errors:
        share = f"{len(errors)} of {len(subjects)} were not proven: " if len(subjects) > 1 else ""
        raise InputError(share + "; ".join(errors[:MAX_NAMED]) + "; …" * (len(errors) > MAX_NAMED))


def bundle_paths(folder: Path, count: int, noun: str) -> list[Path]:
    """Return the folders of some bundles: the folder itself for one, subfolders for several.

    Raise `InputError` if the folder for several bundles contains anything but their subfolders.

    >>> [str(place) for place in bundle_paths(Path("a"), 2, "board")]
    ['a/board-0', 'a/board-1']
    """
    if count == 1:
        return [folder]
    bundle_folders = [folder / f"{noun}-{number}" for number in range(count)]
    if folder.is_dir():
        for other in sorted({*folder.iterdir()} - {*bundle_folders}):
            raise InputError(f"{other} already exists; choose another folder")
    return bundle_folders


def bundles_in(folder: Path, noun: str) -> dict[int, Path]:
    """Return the existing bundles that `bundle_paths` names, by number.

    A folder with a manifest is bundle 0, and so is a missing folder, whose reader reports the
    error. Raise `InputError` if the folder contains no bundle.
    """
    if (folder / MANIFEST).exists() or not folder.is_dir():
        return {0: folder}
    name = re.compile(rf"{noun}-(0|[1-9][0-9]{{0,6}})")
    bundles = {
        int(match[1]): path for path in folder.iterdir() if (match := name.fullmatch(path.name))
    }
    if not bundles:
        raise InputError(f"{folder}: contains neither {MANIFEST} nor a folder {noun}-0")
    return dict(sorted(bundles.items()))


def bundles_with_subjects(
    bundles: Mapping[int, Path], expected: Sequence[Subject] | None, noun: str
) -> Iterator[tuple[int, Path, Subject | None]]:
    """Yield the number and folder of each bundle, with the reader's own subject or None.

    Raise `InputError` if a subject has no bundle, or a bundle has no subject.
    """
    if expected is not None:
        for number in sorted({*range(len(expected))} ^ {*bundles}):
            if number not in bundles:
                raise InputError(f"no proof for {noun} {number}")
            raise InputError(f"{bundles[number]}: no {noun} {number} is given")
    for number, place in bundles.items():
        yield number, place, None if expected is None else expected[number]
