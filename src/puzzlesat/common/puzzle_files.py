"""The arguments and options that all programs share for files with puzzles."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from os.path import exists
from typing import Any, Generic, NamedTuple, TypeVar

import click

from puzzlesat.common.command import print_remark
from puzzlesat.common.errors import InputError
from puzzlesat.common.formats import AUTO, Formats, SpooledPuzzles
from puzzlesat.common.picture import set_crop, set_grid

P = TypeVar("P")

files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True)


class Source(NamedTuple):
    """The place of a puzzle: its file, its number in the file, and whether there are other files.

    >>> Source("a.txt", 1, True).label("board"), Source("a.txt", 1, False).label("board")
    ('a.txt: board 1', 'board 1')
    """

    file: str
    number: int
    several_files: bool

    def label(self, noun: str) -> str:
        """Return the name of the puzzle in an answer, which includes the file if it is needed."""
        name = f"{noun} {self.number}"
        return f"{self.file}: {name}" if self.several_files else name

    @property
    def as_json(self) -> dict[str, str]:
        """The fields with which an object of ``--json`` begins."""
        return {"file": self.file} if self.several_files else {}


def read_puzzles(
    file: str,
    formats: Formats[P],
    name: str = AUTO,
    *,
    allow_inline: bool,
    accept_doubts: bool = False,
) -> SpooledPuzzles[P]:
    """Return the puzzles in a file, and print remarks on how they were read.

    If `allow_inline` is true and no file has this name, it is a puzzle itself, such as a link.
    Raise `InputError` if fields of a picture are in doubt, unless `accept_doubts` is true.
    """
    if not allow_inline or exists(file):  # noqa: PTH110, pathlib is slow to import
        return formats.stream(file, name, print_remark, accept_doubts=accept_doubts)
    reading = formats.parse(file, name)
    for remark in reading.remarks:
        print_remark(remark)
    return SpooledPuzzles(reading.puzzles)


class PuzzleStream(Generic[P]):
    """The puzzles in several files, each with its place; every file is read and checked at once.

    Parameters
    ----------
    files : sequence of str
    read : function
        Returns the puzzles in a file.
    """

    def __init__(self, files: Sequence[str], read: Callable[[str], SpooledPuzzles[P]]) -> None:
        self._puzzles_by_file = [(file, read(file)) for file in files]

    def __len__(self) -> int:
        return sum(len(puzzles) for _, puzzles in self._puzzles_by_file)

    def __iter__(self) -> Iterator[tuple[Source, P]]:
        return zip(self.sources, self.puzzles, strict=True)

    @property
    def sources(self) -> Iterator[Source]:
        """The place of each puzzle."""
        several = len(self._puzzles_by_file) > 1
        for file, puzzles in self._puzzles_by_file:
            for number in range(len(puzzles)):
                yield Source(file, number, several)

    @property
    def puzzles(self) -> Iterator[P]:
        """The puzzles without their places."""
        return chain.from_iterable(puzzles for _, puzzles in self._puzzles_by_file)


def _setting_callback(set_value: Callable[[str | None], None]) -> Callable[..., None]:
    """Return the callback of an option that sets a variable and is not passed to the command."""

    def callback(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
        try:
            set_value(value)
        except InputError as error:
            raise click.BadParameter(str(error), context, parameter) from None

    return callback


def picture_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for files that are pictures; see `puzzlesat.common.picture.WINDOW`."""
    grid = click.option(
        "--grid",
        metavar="ROWSxCOLS",
        expose_value=False,
        callback=_setting_callback(set_grid),
        help="Shape of the board in a picture.  [default: found]",
    )
    crop = click.option(
        "--crop",
        metavar="LEFT,TOP,WIDTH,HEIGHT",
        expose_value=False,
        callback=_setting_callback(set_crop),
        help="Part of a picture to read, in pixels.  [default: all]",
    )
    return grid(crop(function))


def format_option_of(formats: Formats[Any], *names: str) -> Callable[..., Any]:
    """Return the option, under these names, for the format of the file with puzzles.

    The options for pictures of puzzles are added, too.
    """
    option = click.option(
        *names,
        type=click.Choice(formats.names),
        default=AUTO,
        show_default=True,
        help=f"Format of the {formats.noun}s.",
    )
    return lambda function: option(picture_options(function))
